/** Beginning a puzzle: the server makes a match of it. */
import { api } from "./api";
import { keepKeys } from "./keys";
import { go } from "./router.svelte";

/** `game` may be "any", `puzzle` "next" or "daily". */
export async function beginPuzzle(game: string, puzzle: string): Promise<void> {
  const seated = await api.beginPuzzle(game, puzzle);
  keepKeys(seated);
  go(`/table/${seated.match.id}`);
}

const KEY = "ludi.puzzles";

/** The game whose puzzles one solves: "any" for those of all. */
export function wantedGame(): string {
  return sessionStorage.getItem(KEY) ?? "any";
}

export function wantGame(game: string): void {
  sessionStorage.setItem(KEY, game);
}
