/** The log by chapters, where a game says what opens one. */
import type { LogEntry } from "./api";
import type { Chapters, Seat, View } from "./types";

export interface Chapter {
  /** The line that opens it; null for what stands before the first. */
  head: LogEntry | null;
  lines: LogEntry[];
  /** What is told of it while it is folded. */
  gist: LogEntry[];
}

const GIST = 3;

export function inChapters(log: readonly LogEntry[], chapters: Chapters): Chapter[] {
  const found: Chapter[] = [];
  for (const entry of log) {
    if (!found.length || chapters.opens(entry)) {
      const head = chapters.opens(entry) ? entry : null;
      found.push({ head, lines: head ? [] : [entry], gist: [] });
      continue;
    }
    const last = found.at(-1)!;
    last.lines.push(entry);
    if (chapters.tells(entry)) last.gist.push(entry);
  }
  return found.map((chapter) => ({ ...chapter, gist: chapter.gist.slice(-GIST) }));
}

/** The decision with which the last turn of another seat began, to be shown once more; null if none is known. */
export function lastTurnOfOthers(log: readonly LogEntry[], chapters: Chapters, view: View, me: Seat | null): number | null {
  const theirs = [...log].reverse().find((entry) => ![null, me].includes(chapters.turnOf(entry, view)));
  return theirs?.decision ?? null;
}
