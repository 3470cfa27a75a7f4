/**
 * What draws Event cards, for tables that play with them. It is fetched by a file of its own: what a board fetches by itself the
 * server sends along with every table of its game.
 */
import type Hand from "./Hand.svelte";
import type Moment from "./Moment.svelte";

export interface CardTable {
  Hand: typeof Hand;
  Moment: typeof Moment;
}

export async function cardTable(): Promise<CardTable> {
  const [hand, moment] = await Promise.all([import("./Hand.svelte"), import("./Moment.svelte")]);
  return { Hand: hand.default, Moment: moment.default };
}
