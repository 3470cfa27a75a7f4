/** The questions that Roma answers. Made by `make api` from the game's `questions`: change them. */

/** A question about the position as a whole. */
export type Nothing = Record<string, never>;

/** A battle that a card could fight if it were activated now. */
export interface Attack {
  /** Whose card attacks. */
  seat: number;
  card: string;
  disc: number;
  target: string;
  target_disc: number;
  /** The defence value that counts now. */
  defence: number;
  /** With the battle die alone. */
  chance: number;
  /** Of a Centurio, if the highest die that would be left is added; null if there is none, and for other cards. */
  chance_with_die: number | null;
  rule: string;
}

/** All battles that the cards on the table could fight. */
export interface Battles {
  attacks: Attack[];
}

/** What can be asked, and what is answered. */
export interface Questions {
  /** Every attack that lies on the table, with its chance. */
  battles: { asks: Nothing; answers: Battles };
}
