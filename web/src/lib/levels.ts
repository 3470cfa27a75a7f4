/** What the strengths of bots are called, and in which order they are offered. */
import { maybe } from "./i18n.svelte";

export function levelName(level: string): string {
  return maybe(`level.${level}`, level);
}

/** With its rating, where it was measured. */
export function levelRated(level: string, ratings: Readonly<Record<string, number>> | undefined): string {
  const rating = ratings?.[level];
  return rating === undefined ? levelName(level) : `${levelName(level)} (${rating})`;
}

/** From the weakest to the strongest; those that are of use for trials rather than as opponents come last. */
const LADDER = ["novice", "regular", "veteran", "master"];

export function weakestFirst(levels: readonly string[]): string[] {
  const place = (level: string) => (LADDER.includes(level) ? LADDER.indexOf(level) : LADDER.length);
  return [...levels].sort((one, other) => place(one) - place(other));
}
