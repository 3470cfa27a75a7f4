/** A guided game: a match from a position with a word for each step, and where its player stands in it. */
import type { NewMatch } from "./api";

/** `boards/<game>/guide/match.json`. */
export interface Guide {
  /** `me`, or the level of a bot. */
  seats: string[];
  position: Record<string, unknown>;
  dice: number[];
  /** The words of the player's decisions, one after the other. */
  steps: string[];
}

/** `boards/<game>/guide/<language>.json`. */
export interface GuideText {
  title: string;
  about: string;
  hints: string[];
  end: string;
}

/** A decision that the guided player made, and how many the match had before it. */
export interface Taken {
  before: number;
  word: string;
}

export function guidedMatch(game: string, guide: Guide): NewMatch {
  const seats = guide.seats.map((who) => (who === "me" ? { kind: "me" as const } : { kind: "bot" as const, level: who }));
  return { game, seats, position: guide.position, dice: guide.dice };
}

/** How many steps are made; null where the player went another way. What was taken back does not count. */
export function stepsMade(steps: string[], taken: Taken[], decisions: number): number | null {
  const made = taken.filter(({ before }) => before < decisions);
  return made.every(({ word }, step) => step >= steps.length || word === steps[step]) ? Math.min(made.length, steps.length) : null;
}

/** With words played one after the other from here; what was taken back before is forgotten. */
export function withWords(taken: Taken[], words: string[], decisions: number): Taken[] {
  return [...taken.filter(({ before }) => before < decisions), ...words.map((word, index) => ({ before: decisions + index, word }))];
}

const KEY = "ludi.guide";

interface Kept {
  match: string;
  taken: Taken[];
}

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** What was decided at this table under its guide; null if it has none, or it was left. The guide of one table is kept. */
export function guided(match: string): Taken[] | null {
  const kept = read();
  return kept?.match === match ? kept.taken : null;
}

export function keepGuide(match: string, taken: Taken[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ match, taken }));
  } catch {
    // Then the guide is gone when the page is opened anew.
  }
}

export function leaveGuide(match: string): void {
  if (read()?.match === match) localStorage.removeItem(KEY);
}
