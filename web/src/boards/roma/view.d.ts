/** A view of Roma. Made by `make api` from the game's `view_shape`: change that. */

export type Phase =
  | "exchange"
  | "place"
  | "triple"
  | "actions"
  | "choose-drawn"
  | "choose-target"
  | "lay-freely"
  | "rearrange"
  | "buy-points"
  | "alter-die"
  | "block-disc"
  | "copy-person"
  | "take-card"
  | "forum-die"
  | "templum-die"
  | "centurio-die"
  | "over";

export type Kind = "person" | "building";

/** What a defence value is made up of. */
export interface DefenceBy {
  printed: number;
  turris: number;
  essedum: number;
}

/** What lies at a disc. */
export interface Place {
  disc: number;
  /** Only while cards are placed. */
  face_down: boolean;
  /** null if there is none, or if it lies face-down and is not yours. */
  card: string | null;
  type: Kind | null;
  price: number | null;
  /** The value that counts now. */
  defence: number | null;
  defence_by: DefenceBy | null;
}

/** What is known of a player. */
export interface Player {
  seat: number;
  points: number;
  sestertii: number;
  hand_count: number;
  /** Only one's own. */
  hand: string[] | null;
  /** The cards you know to be in it. */
  known_hand: string[];
  /** The discs on which this player may put no die in his turn. */
  blocked: number[];
  row: Place[];
}

/** An action die of the turn. */
export interface Die {
  face: number;
  used: boolean;
}

/** The card being carried out. */
export interface Effect {
  /** The card that was activated. */
  card: string;
  /** Where it lies; 0 for a card that lies nowhere any more. */
  disc: number;
  /** The card whose action is carried out: another one's, for a Scaenicus. */
  action: string | null;
  /** Centurio: the die that was thrown, while a second may be added. */
  battle_die: number | null;
  /** Forum: the points so far, while a Templum may add some. */
  points: number | null;
  /** Discs taken by cards laid again. */
  relaid: number[];
}

/** The exchange of cards before the game. */
export interface Gifts {
  /** The cards you have put aside for the other. */
  yours: string[];
  counts: number[];
}

/** Who won and why, and the reckoning. */
export interface End {
  winners: number[];
  reason: "no-points" | "stock-empty" | "draw";
  rule: string;
  scores: number[];
  points: number[];
  stock: number;
  credited: number;
}

/** The position as a seat, or a spectator, knows it. */
export interface RomaView {
  game: "roma";
  phase: Phase;
  /** null for a spectator. */
  you: number | null;
  /** The seats that must decide now. */
  actors: number[];
  /** Whose turn it is. */
  turn: number | null;
  /** Turns begun. */
  turns: number;
  starter: number;
  players: Player[];
  /** Victory points in it. */
  stock: number;
  /** Points paid out beyond the stock. */
  credited: number;
  deck_count: number;
  /** The last on top. */
  discard: string[];
  /** The action dice of the turn, the used ones first. */
  dice: Die[];
  /** By how much the defence of the cards that do not belong to `turn` is lowered. */
  essedum: number;
  effect: Effect | null;
  /** The cards drawn of which one is to be kept: only your own. */
  drawn: string[];
  drawn_count: number;
  /** The cards taken up to be laid again, the next first. */
  taken_up: string[];
  /** The cards of the draw pile while you look through it. */
  pile: string[];
  gifts: Gifts | null;
  outcome: End | null;
}
