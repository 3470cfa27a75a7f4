/** A view of Pax Romana. Made by `make api` from the game's `view_shape`: change that. */

export type Phase = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I";

export type Unit =
  | "legion"
  | "reduced-legion"
  | "heavy"
  | "reduced-heavy"
  | "light"
  | "cavalry"
  | "militia"
  | "mercenary"
  | "barbarian"
  | "garrison"
  | "elephant"
  | "galley"
  | "rhodian";

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
  army: Partial<Record<Unit, number>>;
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
  units: Record<string, Record<string, Partial<Record<Unit, number>>>>;
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
  /** What you have planned in secret so far. */
  plan: string[];
  outcome: End | null;
}
