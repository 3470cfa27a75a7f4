/** The questions that PAX answers. Made by `make api` from the game's `questions`: change them. */

export type Category = "wealth" | "fleet" | "army" | "religion" | "senator" | "land" | "intrigue";

/** A question about the position as a whole. */
export type Nothing = Record<string, never>;

/** One player's points, item by item (PAX-SCORE). */
export interface Account {
  seat: number;
  categories: number;
  above_rome: number;
  fleets: number;
  armies: number;
  conspirator: number;
  /** null while it is not known who is the richest. */
  money: number | null;
  /** Of all that is known. */
  total: number;
}

/** What it would come to now; what lies face-down and nobody has shown you is not reckoned in. */
export interface Score {
  wins: "rome" | "revolt";
  held_by_rome: Category[];
  /** Its symbols, of the face-down cards only those you know. */
  rome: Partial<Record<Category, number>>;
  /** How many face-down cards of Rome you do not know. */
  unknown: number;
  /** Of every player; empty for one who plays alone, where no points are counted. */
  accounts: Account[];
  rule: string;
}

/** What can be asked, and what is answered. */
export interface Questions {
  /** Who would win now, and with how many points. */
  score: { asks: Nothing; answers: Score };
}
