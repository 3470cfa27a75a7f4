/** The games on the server's shelf, in the page's language. */
import { inOrder } from "../boards/registry";
import { api, type GameInfo } from "./api";

let shelf: GameInfo[] | null = $state.raw(null);
let spoken = "";

export function games(): GameInfo[] | null {
  return shelf;
}

export async function loadGames(language: string): Promise<GameInfo[]> {
  if (!shelf || spoken !== language) {
    shelf = inOrder(await api.games(language));
    spoken = language;
  }
  return shelf;
}

export function gameOf(name: string): GameInfo | undefined {
  return shelf?.find((game) => game.name === name);
}
