/** The keys of the seats taken in this browser: with one, the seat can be played on another device. */
import type { Seated } from "./api";

const KEY = "ludi.keys";
const KEPT = 200;

function read(): Record<string, Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function keepKeys(seated: Seated): void {
  if (!Object.keys(seated.tokens).length) return;
  const keys = read();
  keys[seated.match.id] = { ...keys[seated.match.id], ...seated.tokens };
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(keys).slice(-KEPT))));
  } catch {
    // Then the seat can be played in this browser only.
  }
}

/** Address that opens this seat elsewhere; empty if this browser does not have its key. */
export function seatLink(match: string, seat: number | undefined): string {
  const token = seat === undefined ? undefined : read()[match]?.[seat];
  return token ? `${location.origin}/table/${match}?key=${encodeURIComponent(token)}` : "";
}
