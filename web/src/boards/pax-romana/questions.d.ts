/** The questions that Pax Romana answers. Made by `make api` from the game's `questions`: change them. */

export type Result = "nobody" | "falls" | "swept" | "battle" | "no-attackers";

export type Built =
  | "legion"
  | "heavy"
  | "light"
  | "cavalry"
  | "elephant"
  | "galley"
  | "hire"
  | "rebuild-legion"
  | "rebuild-heavy"
  | "town"
  | "city"
  | "repair";

/** Without `space`: the Move under way. With it: a Move that could begin there. */
export interface AskReach {
  space?: string;
  power?: string;
  /** A Minor Move: of one Unit, without a leader's rating. */
  minor?: boolean;
  /** Who would go, if not all that can. */
  units?: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
  leaders?: string[];
}

/** A Space within reach, by the cheapest way; of equally cheap ones the safest. */
export interface Reached {
  space: string;
  /** What the way costs, attack included. */
  mp: number;
  /** MP left then; null before the die is cast. */
  left: number | null;
  /** That the die gives MP enough: 1 for a Move under way. */
  chance: number;
  /** Whether the Army must attack there. */
  attack: boolean;
  /** Every place entered, the last one included. */
  way: string[];
  /** What to play, one after the other; empty before the Move has begun. */
  words: string[];
  /** That nobody intercepts on the way, if everybody tries who may. */
  safe: number;
  /** Whether the way crosses the Alps, where an Army suffers attrition. */
  alpine: boolean;
}

/** What is added to a roll. */
export interface Modifier {
  why: string;
  number: number;
  rule: string;
}

/** Who may intercept an Army that enters a Space (9.3). */
export interface Interceptor {
  side: string;
  /** From where. */
  start: string;
  leader_alone: boolean;
  modifiers: Modifier[];
  /** On two dice. */
  needs: number;
  chance: number;
  rule: string;
}

/** What an Army can come to by land. */
export interface Reach {
  side: string;
  /** Where it stands. */
  space: string;
  army: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
  leaders: string[];
  /** MP left; null before the die is cast. */
  mp: number | null;
  /** What is added to that die; a lone leader has both twice. */
  rating: number;
  /** What begins this Move, if it may begin now. */
  begin: string[];
  spaces: Reached[];
  /** Who may intercept an entry, of the Spaces within reach where somebody may. */
  interceptors: Record<string, Interceptor[]>;
  rule: string;
}

/** A Space. */
export interface AskSpace {
  space: string;
  power?: string;
}

/** Who may intercept an Army of a side that enters a Space. */
export interface Interceptors {
  side: string;
  interceptors: Interceptor[];
}

/**
 * Without `start`: the Move under way attacks; with it: what stands there would. Without `space`: the Battle under
 * way.
 */
export interface AskOdds {
  space?: string;
  start?: string;
  /** Whose Army at `start`; yours unless told. */
  power?: string;
  /** As if this side played TACTICAL SURPRISE (17.2). */
  surprise?: "attacker" | "defender";
}

/** Who fights. */
export interface Army {
  side: string;
  units: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
  leaders: string[];
}

/** Die-roll Shifts from one cause. */
export interface ShiftLine {
  side: "attacker" | "defender";
  why: string;
  number: number;
  rule: string;
}

/** One way in which a Battle can be fought, with its exact odds; all Elephants are committed. */
export interface Fight {
  /** Wall Points that defend, 0 in the open field. */
  walls: number;
  /** That it is this one, where that is not for the Defender to choose. */
  chance: number;
  /** The strength of the Tribe, if there is one. */
  tribe: number | null;
  /** Battle Points of attacker and Defender. */
  points: number[];
  /** Of the table of odds: `1.5:1`. */
  row: string;
  shifts: ShiftLine[];
  /** For the attacker; below 0 for the Defender. */
  net: number;
  attacker_wins: number;
  draw: number;
  defender_wins: number;
  /** Battle Points lost, on average. */
  attacker_lost: number;
  defender_lost: number;
  attacker_destroyed: number;
  defender_destroyed: number;
  attacker_leader_dies: number;
  defender_leader_dies: number;
}

/** What an attack would come to. */
export interface Odds {
  space: string;
  attackers: Army[];
  defenders: Army[];
  amphibious: boolean;
  /** `nobody` is to be fought; a City or Town `falls` or Garrisons alone are `swept` away without a Battle. */
  outcome: Result;
  /** Defenders who may Withdraw first, or not. */
  may_withdraw: string[];
  /** Whether the Defender chooses between his walls and the field: two fights, in that order. */
  choice: boolean;
  fights: Fight[];
  rule: string;
}

/** Without `space`: the voyage under way. With it: a Fleet, or an Army, that could sail from there. */
export interface AskVoyage {
  space?: string;
  power?: string;
  /** Whether an Army is on board; a Fleet alone unless told. */
  army?: boolean;
}

/** A reason in the language of the one who asks. */
export interface Said {
  text: string;
  rule: string;
}

/** A place that can be reached by sea, by the surest way. */
export interface Sailed {
  space: string;
  /** To come there; enemy Fleets and Pirates apart. */
  chance: number;
  way: string[];
  /** What to play, as far as no roll comes between; empty before the voyage has begun. */
  words: string[];
  /** Tolls on the way. */
  talents: number;
  /** Why a Fleet must Stop there. */
  stops: Said | null;
  weather: boolean;
  /** Whose enemy Fleet lies there. */
  fleet: string | null;
  pirates: boolean;
  /** Whether an Army on board may debark there; of one that has not arrived, whether it is a Port. */
  lands: boolean;
  /** Whether it would have to attack. */
  attack: boolean;
}

/** What a Fleet can come to. */
export interface Voyage {
  side: string;
  space: string;
  army: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
  squadrons: number;
  leaders: string[];
  mp: number | null;
  /** It goes on only by a Continuity roll. */
  stopped: boolean;
  begin: string[];
  places: Sailed[];
  rule: string;
}

/** Without `start`: the Fleet under way. */
export interface NavalAsk {
  space: string;
  start?: string;
  power?: string;
}

/** The odds of two Fleets (11.4). */
export interface NavalFight {
  attacker: string;
  defender: string;
  squadrons: number[];
  attacker_wins: number;
  draw: number;
  defender_wins: number;
  /** Galley Squadrons, on average. */
  attacker_lost: number;
  defender_lost: number;
  attacker_sunk: number;
  defender_sunk: number;
}

/** Every enemy Fleet in a place, and what a fight with it would come to. */
export interface NavalOddsAnswer {
  fights: NavalFight[];
  rule: string;
}

/** Who Controls something, and why. */
export interface Holding {
  side: string | null;
  why: Said;
}

/** A Province. */
export interface ProvinceHeld {
  province: string;
  side: string | null;
  why: Said;
}

/** A Territory of the scenario. */
export interface TerritoryHeld {
  territory: string;
  side: string | null;
  /** What the strongest there lacks. */
  missing: string[];
  why: Said;
}

/** What stops a line of communication. */
export interface Block {
  space: string;
  by: string;
  rule: string;
}

/** A line of communication to a friendly home Space (6.1.5). */
export interface Line {
  power: string;
  open: boolean;
  /** From the place to the home Space; empty if it is cut. */
  route: string[];
  /** Talents for Rhodes, if it runs by there. */
  toll: number;
  blocks: Block[];
  rule: string;
}

/** Something that could be raised, hired, rebuilt, built or founded in a Space. */
export interface Work {
  what: Built;
  /** In words. */
  label: string;
  talents: number;
  /** null: it is possible as far as the Space and the Treasury go. */
  why_not: Said | null;
  rule: string;
}

/** All about a place. */
export interface AboutSpace {
  space: string;
  /** null of a Transit Point, like what follows. */
  control: Holding | null;
  province: ProvinceHeld | null;
  territories: TerritoryHeld[];
  units: Record<string, Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>>;
  /** Those of them that have not moved in this Activation. */
  fresh: Record<string, Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>>;
  leaders: string[];
  /** The strength of a Tribe that is known. */
  tribe: number | null;
  /** Of the Power for which it is told. */
  line: Line | null;
  /** Of all Powers that have Units, a City or a Town there. */
  lines: Line[];
  /** For whom the line and the works are told. */
  power: string;
  works: Work[];
}

/** One of them. */
export interface AskControl {
  space?: string;
  province?: string;
  territory?: string;
}

/** What may be built: in a Space, or everywhere. */
export interface AskBuild {
  space?: string;
  power?: string;
}

/** Something that may be raised or built somewhere. */
export interface BuildPlace {
  space: string;
  what: Built;
  talents: number;
  rule: string;
}

/** What a Power may raise or build, its Treasury apart. */
export interface Buildings {
  power: string;
  works: BuildPlace[];
}

/** A Power; yours unless told. */
export interface AskPower {
  power?: string;
}

/** A line of an account. */
export interface MoneyLine {
  /** A Province, a Space or another word for the source. */
  what: string;
  talents: number;
  rule: string;
}

/** What a Power receives, and what it must pay for its Armies. */
export interface Income {
  power: string;
  treasury: number;
  lines: MoneyLine[];
  total: number;
  /** Heavy Units it has, and may have by its Stability without paying. */
  heavy: number;
  maximum: number;
  galleys: number;
  due: MoneyLine[];
}

/** A question about the position as a whole. */
export type AskNothing = Record<string, never>;

/** A line of a reckoning. */
export interface PointLine {
  what: string;
  points: number;
  rule: string;
}

/** Where a Power stands (15.2, 15.3). */
export interface Standing {
  power: string;
  gop: number;
  gop_lines: PointLine[];
  cvp: number;
  cvp_lines: PointLine[];
  vp: number;
  /** What a Victory Phase at this moment would bring, Objectives apart that are not shown. */
  now: PointLine[];
  /** If the game ended now. */
  score: number;
}

/** Where everybody stands. */
export interface Standings {
  powers: Standing[];
}

/** Who has not moved yet in a place. */
export interface Waiting {
  space: string;
  side: string;
  units: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
  leaders: string[];
}

/** What has not moved yet in this Activation. */
export interface Unmoved {
  power: string;
  places: Waiting[];
  rule: string;
}

/** A card and whether it may be played at this moment. */
export interface CardInHand {
  card: string;
  now: boolean;
  /** The key of the phrase that says why it may not. */
  why: string | null;
  rule: string;
}

/** The cards of a Power as far as the asking seat knows them. */
export interface Playable {
  power: string;
  cards: CardInHand[];
  /** Cards in the Hand that the seat does not know. */
  unknown: number;
}

/** What can be asked, and what is answered. */
export interface Questions {
  /** All Spaces that an Army can come to by land. */
  reach: { asks: AskReach; answers: Reach };
  /** Who may intercept an entry into a Space: of the Army under way, else of the asking Power's own. */
  interceptors: { asks: AskSpace; answers: Interceptors };
  /** What an attack would come to: the Defender, whether there is a Battle at all, and its exact odds. */
  odds: { asks: AskOdds; answers: Odds };
  /** All places that a Fleet, or an Army on board, can come to by sea. */
  voyage: { asks: AskVoyage; answers: Voyage };
  /** What a Naval Battle with each enemy Fleet in a place would come to (11.4). */
  naval: { asks: NavalAsk; answers: NavalOddsAnswer };
  /** All about a place: who holds it and why, who is there, its line, and what could be built and what not. */
  space: { asks: AskSpace; answers: AboutSpace };
  /** Who Controls a Space, Province or Territory, and why (5). */
  control: { asks: AskControl; answers: Holding };
  /** Whether a line of communication runs from a place, which way, or what stops it (6.1.5 to 6.1.8). */
  line: { asks: AskSpace; answers: Line };
  /** What a Power may raise or build in a Space, or everywhere (6.2, 6.3, 7.1). */
  may_build: { asks: AskBuild; answers: Buildings };
  /** Income line by line, and what the Armies cost (6.1, 6.4). */
  income: { asks: AskPower; answers: Income };
  /** GOP and CVP line by line, Victory Points, and who would score what now (15). */
  standings: { asks: AskNothing; answers: Standings };
  /** Which Units and leaders of a Power have not moved yet in this Activation (9.1.4). */
  unmoved: { asks: AskPower; answers: Unmoved };
  /** Which cards a Power may play now, each with the reason if it may not. */
  may_play: { asks: AskPower; answers: Playable };
}
