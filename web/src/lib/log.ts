/** The log as the server sends it: drop what was taken back, append what is new. */
import type { LogEntry } from "./api";

export interface LogChange {
  keep: number;
  entries: LogEntry[];
}

export function mergeLog(log: readonly LogEntry[], change: LogChange): LogEntry[] {
  return [...log.filter((entry) => entry.decision <= change.keep), ...change.entries];
}

/** What is new against what was shown before (a fresh start shows nothing as new). */
export function newEntries(change: LogChange): LogEntry[] {
  return change.keep < 0 ? [] : change.entries.filter((entry) => entry.type === "event");
}

/** The events of the last decision that brought any: what to mark as the last move. */
export function lastMove(log: readonly LogEntry[]): LogEntry[] {
  const events = log.filter((entry) => entry.type === "event");
  const last = events.at(-1);
  return last ? events.filter((entry) => entry.decision === last.decision) : [];
}
