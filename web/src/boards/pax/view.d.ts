/** A view of PAX. Made by `make api` from the game's `view_shape`: change that. */

export type Phase = "draft" | "turn" | "draw" | "act" | "respond" | "over";

export type PlaceWord = "hand" | "legion" | "deck";

export type Category = "wealth" | "fleet" | "army" | "religion" | "senator" | "land" | "intrigue";

/** The cards of one category on a display. */
export interface Row {
  cards: string[];
  symbols: number;
  count: number;
}

/** The cards in front of a player or of Rome, by category (PAX-PLAY-2, PAX-ROUND-2). */
export interface Display {
  wealth: Row;
  fleet: Row;
  army: Row;
  religion: Row;
  senator: Row;
  land: Row;
  intrigue: Row;
}

/** Bonus Fleets and Armies at the end. */
export interface Bonus {
  fleet: number;
  army: number;
}

/** What is known of a player. */
export interface Player {
  seat: number;
  display: Display;
  /** How many Armies and Fleets he may have. */
  limit: number;
  /** What a group costs him less. */
  discount: number;
  /** How many of the drawn cards he sees at once. */
  sight: number;
  bonus: Bonus;
  /** null where hidden. */
  coins: number | null;
  /** null where hidden. */
  hand_count: number | null;
  /** Only one's own, until the game is over. */
  hand: string[] | null;
  /** The cards you know to be in it. */
  known_hand: string[];
}

/** A Legion of the Roman army, with the group of cards that lies at it. */
export interface Legion {
  number: number;
  cards: string[];
  value: number;
  /** For you; null for a spectator. */
  price: number | null;
}

/** Rome as far as you can tell. */
export interface Rome {
  display: Display;
  /** The face-down cards: a card, or null for one you have not seen. */
  hidden: (string | null)[];
  /** Of the cards you know. */
  bonus: Bonus;
}

/** The draw pile. */
export interface Deck {
  count: number;
  /** How many cards lie above it, and the card, for each card you slipped under. */
  known: [number, string][];
}

/** Symbols by category, bonuses included. */
export interface Strengths {
  wealth: number;
  fleet: number;
  army: number;
  religion: number;
  senator: number;
  land: number;
  intrigue: number;
}

/** One player's points, item by item. */
export interface Account {
  categories: number;
  above_rome: number;
  fleets: number;
  armies: number;
  conspirator: number;
  money: number;
}

/** Who won and why, and the reckoning. */
export interface End {
  winners: number[];
  reason: "rome" | "revolt" | "nobody" | "solo-won" | "solo-lost";
  rule: string;
  scores: number[];
  rome: Strengths;
  players: Strengths[];
  /** Not in the solitaire game. */
  held_by_rome?: Category[];
  /** His seat; -1 if there is none. Not in the solitaire game. */
  conspirator?: number;
  /** Only if the revolt wins: by seat. */
  points?: Account[];
  /** Solitaire: the categories of which you have no card. */
  missing?: Category[];
  /** Solitaire: the categories in which you are above Rome. */
  beaten?: Category[];
  /** Solitaire: how many of them the level asks for. */
  needed?: number;
}

/** The position as a seat, or a spectator, knows it. */
export interface PaxView {
  game: "pax";
  phase: Phase;
  /** null for a spectator. */
  you: number | null;
  /** The seats that must decide now. */
  actors: number[];
  round: number;
  /** Whose turn it is. */
  turn: number | null;
  starter: number;
  conspirator: number | null;
  /** 0 if more than one plays. */
  solo_level: number;
  last_round: boolean;
  players: Player[];
  legions: Legion[];
  rome: Rome;
  deck: Deck;
  /** The cards you have drawn and not placed. */
  drawn: string[];
  /** The one you are placing. */
  picked: string | null;
  /** The places still open to them. */
  places: PlaceWord[];
  /** The cards you choose from in the set-up. */
  offer: string[];
  /** Cards played this turn. */
  played: number;
  /** Of this turn, while cards are bought and played. */
  income: number | null;
  outcome: End | null;
}
