/** The boards, by name of game, loaded when first needed. A game without one gets `Plain.svelte`. */
import type { BoardComponent } from "../lib/types";

type Loader = () => Promise<{ default: BoardComponent }>;

const found = import.meta.glob<{ default: BoardComponent }>("./*/Board.svelte");

const boards: Record<string, Loader> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split("/")[1], load]),
);

const plain: Loader = () => import("./Plain.svelte");

/** The board of a game: `boards/<game>/Board.svelte`, else the plain one. */
export async function boardOf(game: string): Promise<BoardComponent> {
  return (await (boards[game] ?? plain)()).default;
}

export function hasBoard(game: string): boolean {
  return game in boards;
}
