/** The names of all things of a match and what its board must know once, asked for once in each language. */
import { api, type BoardInfo } from "./api";
import type { InfoSource } from "./types";

const matches = new Map<string, Promise<BoardInfo>>();

function once(kept: Map<string, Promise<BoardInfo>>, key: string, fetch: () => Promise<BoardInfo>): Promise<BoardInfo> {
  let found = kept.get(key);
  if (!found) {
    found = fetch();
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}

/** Of a match on this server: its owner's own data are in it. */
export function infoOfMatch(id: string): InfoSource {
  return (language) => once(matches, `${id} ${language}`, () => api.matchBoard(id, language));
}

/** Of a record that was brought along, likewise. */
export function infoOfRecord(record: unknown): InfoSource {
  const told = new Map<string, Promise<BoardInfo>>();
  return (language) => once(told, language, () => api.recordBoard(record, language));
}

/** Of a game with these options, for a position that belongs to no match. */
export function infoOfGame(game: string, options: Record<string, unknown> = {}): InfoSource {
  return (language) => api.board(game, options, language);
}
