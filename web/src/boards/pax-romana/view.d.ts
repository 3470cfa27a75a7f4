/** A view of Pax Romana. Made by `make api` from the game's `view_shape`: change that. */

export type Phase = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I";

export type Mark =
  | "alliance-with-rhodes"
  | "alliance-with-pergamum"
  | "pontus"
  | "soldier-of-fortune"
  | "inventor"
  | "helepolis"
  | "mutiny"
  | "cyprus-closed"
  | "conqueror"
  | "cunctator"
  | "no-cunctator"
  | "galley-tech"
  | "disorder"
  | "civil-war"
  | "dear-markers";

export type Until = "alliance-card" | "last-unit" | "removal" | "turn" | "battle" | "paid" | "activation";

export type PromiseKind = "peace" | "attack" | "shun" | "spare";

/** What the phrase of a procedure is filled with. */
export interface CrumbFacts {
  turn?: number;
  phase?: Phase;
  power?: string;
  space?: string;
  step?: number;
  amount?: number;
  mp?: number;
  card?: string;
}

/** A procedure under way as a phrase. */
export interface Crumb {
  key: string;
  facts: CrumbFacts;
  rule: string;
}

/** A leader on the map. */
export interface Commander {
  side: string;
  /** Tactical and campaign rating: `3-5`. */
  rating: string;
  elite: boolean;
  /** The name of a named leader, else empty. */
  title: string;
}

/** A City or Town. */
export interface SiteView {
  owner: string;
  kind: "town" | "city";
  walls: number;
}

/** A Territory of the scenario. */
export interface TerritoryView {
  /** Those in play. */
  provinces: string[];
  owner: string | null;
}

/** What is known of a Power. */
export interface PowerView {
  power: string;
  name: string;
  colour: string;
  /** Who plays it. */
  seat: number;
  talents: number;
  stability: number;
  /** Victory Points. */
  vp: number;
  /** Geographic Objective Points. */
  gop: number;
  /** Civilization Points. */
  cvp: number;
  income: number;
  /** Activation Markers left. */
  markers: number;
  /** Its Opportunity Objectives by letter; null for one you do not know. */
  objectives: (string | null)[];
  galley_technology: boolean;
  /** Its Event cards; null for one you do not know. */
  hand: (string | null)[];
}

/** A mark of a card or event in force, as everybody sees it. */
export interface InForce {
  word: Mark;
  /** Whom it serves or burdens. */
  side: string | null;
  place: string | null;
  until: Until;
  /** The phrase that tells it, filled with `side` and `space`. */
  text: string;
}

/** Passage that one Power grants another in a Province or in a single Space. */
export interface Passage {
  by: string;
  to: string;
  space?: string;
  province?: string;
}

/** A promise of one Power to another. */
export interface PromiseView {
  by: string;
  to: string;
  kind: PromiseKind;
  /** The Power to be left in peace or attacked, the Province to be shunned, the place to be spared. */
  about: string;
}

/** The Meeting under way. */
export interface MeetingView {
  /** Who takes part. */
  table: string[];
  speaker: string;
  to: string | null;
  /** What is on the table, as actions. */
  terms: string[];
  /** Those of them that are carried out at once if it is accepted; the rest are promises. */
  binding: string[];
  offers_left: number;
}

/** The Battle under way, as far as everybody sees it. */
export interface BattleView {
  kind: "battle";
  space: string;
  attackers: string[];
  defenders: string[];
  /** Whether the defenders fight behind walls. */
  walls: boolean;
  /** 0 until it is thrown. */
  attack_die: number;
  defence_die: number;
  shifts: number;
}

/** The Move under way, as far as everybody sees it. */
export interface MoveView {
  kind: "move";
  space: string;
  side: string;
  /** Movement Points left. */
  mp: number;
  army: Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>;
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

/** Points, odds and Shifts of a Battle (10.3.1). */
export interface Sums {
  /** Battle Points of attacker and Defender. */
  points: number[];
  /** Of the table of odds: `1.5:1`. */
  row: string;
  shifts: ShiftLine[];
  /** For the attacker; below 0 for the Defender. */
  net: number;
}

/** A die and what it was for. */
export interface DieCast {
  purpose: "attack" | "defence";
  /** As altered by Shifts so far. */
  die: number;
}

/** A Land Battle (10.2). */
export interface BattleScene {
  kind: "battle";
  space: string;
  step: number;
  rule: string;
  attackers: Army[];
  defenders: Army[];
  /** Who decides for them. */
  attacker: string | null;
  defender: string | null;
  amphibious: boolean;
  mountain: boolean;
  /** Wall Points that defend, 0 in the open field. */
  walls: number;
  walls_lost: number;
  tribe: number | null;
  /** The Land Combat Units of attacker and Defender as it began. */
  began: (Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>)[];
  /** Those that are gone or Reduced since. */
  lost: (Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>)[];
  /** Until the rolls are altered. */
  sums: Sums | null;
  dice: DieCast[];
  /** Of the attacker; below 0 of the Defender. */
  shifts_left: number;
  /** For Siege Expertise; null where there is none, or you do not know it. */
  bids: (number | null)[];
  /** Who has still to bid. */
  bidding: string[];
  /** Committed by attacker and Defender. */
  elephants: number[];
  /** Cavalry of each that does not fight because of them. */
  negated: number[];
  winner: "attacker" | "defender" | "draw" | null;
  /** The Defender has chosen to Retreat, or must. */
  retreats: boolean;
}

/** Losses being taken, Unit by Unit (10.6). */
export interface LossScene {
  kind: "losses";
  space: string;
  sides: string[];
  /** Who chooses. */
  power: string;
  /** Still due. */
  amount: number;
  of: "points" | "units" | "elephants";
  rule: string;
}

/** A Retreat (10.7). */
export interface RetreatScene {
  kind: "retreat";
  /** Where the Battle was. */
  battle: string;
  /** Where the Army is. */
  space: string;
  sides: string[];
  power: string;
  /** Where the enemy came from. */
  barred: string | null;
  rule: string;
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

/** Attempts to intercept an entry (9.3). */
export interface InterceptionScene {
  kind: "interception";
  space: string;
  /** Who entered. */
  army: Army;
  /** Who may still try. */
  tries: Interceptor[];
  /** Whence somebody rides out now. */
  start: string | null;
  rule: string;
}

/** Whether an Army Withdraws before Battle (9.4). */
export interface WithdrawalScene {
  kind: "withdrawal";
  space: string;
  army: Army;
  attackers: Army;
  /** Who decides for the Army. */
  power: string;
  must: boolean;
  rule: string;
}

/** Fleets meet (11.4). */
export interface NavalScene {
  kind: "naval";
  space: string;
  /** Those that move. */
  attackers: string[];
  defender: string;
  /** Of each now. */
  squadrons: number[];
  /** With the dice, once they are thrown. */
  totals: number[] | null;
  /** Battle Points of Galley Squadrons that those who move have still to lose. */
  owed: number;
  /** Galley Squadrons that each has lost, or loses. */
  lost: number[];
  rule: string;
}

/** An offer of Talents at the moment of a threat (4.4). */
export interface BribeScene {
  kind: "bribe";
  space: string | null;
  payer: string;
  taker: string;
  offered: number;
  /** Whom the taker is to attack instead. */
  wish: string | null;
  rule: string;
}

/** All plan in secret. */
export interface PlansScene {
  kind: "plans";
  thinking: string[];
  done: string[];
  rule: string;
}

/** A Stability Check (16.2). */
export interface CheckScene {
  kind: "check";
  /** Who decides: on whom it falls, or how much is paid. */
  power: string;
  /** On whom it may fall. */
  victims: string[];
  stability: number;
  rule: string;
}

/** What a Power has in the end. */
export interface Score {
  vp: number;
  stability: number;
  gop: number;
  cvp: number;
  treasury: number;
}

/** Who won and why, and the reckoning. */
export interface End {
  winners: number[];
  reason: string;
  rule: string;
  scores: number[];
  powers: Record<string, Score>;
}

/** The position as a seat, or a spectator, knows it. */
export interface PaxRomanaView {
  game: "pax-romana";
  scenario: string;
  /** Its printed number. */
  turn: number;
  last_turn: number;
  years: string;
  phase: Phase;
  /** null for a spectator. */
  you: number | null;
  /** The seats that must decide now. */
  actors: number[];
  /** The procedures under way, the outermost first. */
  breadcrumb: string[];
  /** The same as phrases. */
  path: Crumb[];
  /** The Power of yours that decides now. */
  decider: string | null;
  /** The Power whose Activation Marker was drawn. */
  active: string | null;
  units: Record<string, Record<string, Partial<Record<"legion" | "reduced-legion" | "heavy" | "reduced-heavy" | "light" | "cavalry" | "militia" | "mercenary" | "barbarian" | "garrison" | "elephant" | "galley" | "rhodian" | "light-mercenary" | "mercenary-cavalry" | "pergamene-heavy" | "reduced-pergamene" | "pergamene-light" | "pergamene-cavalry" | "pergamene-galley", number>>>>;
  leaders: Record<string, string>;
  commanders: Record<string, Commander>;
  sites: Record<string, SiteView>;
  /** The strength of a Tribe; null while nobody knows it. */
  tribes: Record<string, number | null>;
  /** Who Controls each Space that somebody Controls. */
  spaces: Record<string, string>;
  /** Who Controls each Province in play. */
  provinces: Record<string, string | null>;
  territories: Record<string, TerritoryView>;
  powers: PowerView[];
  pirates: string[];
  /** What cards and events have put in force: alliances, Pontus, the inventor, CUNCTATOR and the like. */
  in_force: InForce[];
  event_markers: number;
  /** The Powers whose markers are assigned, the next first. */
  order: string[];
  /** For each Power the numbers of those that it lets pass. */
  pass_rights: number[][];
  passage: Passage[];
  /** For each Power its allies. */
  allies: string[][];
  promises: PromiseView[];
  meeting: MeetingView | null;
  under_way: BattleView | MoveView | null;
  /** What is under way in full, the outermost first, for one who draws it. */
  scenes: (BattleScene | LossScene | RetreatScene | InterceptionScene | WithdrawalScene | NavalScene | BribeScene | PlansScene | CheckScene)[];
  /** What you have planned in secret so far. */
  plan: string[];
  /** Event cards in the deck. */
  deck: number;
  /** Event cards laid aside in this Game-Turn. */
  discards: string[];
  /** Event cards that have left the game. */
  used_up: string[];
  outcome: End | null;
}
