/** What the board of PAX reads from a view (`view.d.ts`): places of cards, routes of words. No rule. */
import type { Route } from "../../lib/cards/choose";
import type { Slot } from "../../lib/cards/track";
import type { GameEvent, LegalAction } from "../../lib/types";
import { categories, influenceCard, sorted, type Category } from "./art/cards";
import type { PaxView, Player } from "./view";

/** Where each word is clicked, or what is carried where for it. Words without a place stay in the page's list. */
export function route(action: LegalAction, view: PaxView): Route | null {
  const { verb, argument } = action;
  const legion = argument.replace("legion-", "legion:");
  const placing = `drawn:${view.picked ?? view.drawn[0] ?? ""}`;
  switch (verb) {
    case "keep":
    case "display":
      return { on: [`offer:${argument}`] };
    case "draw":
      return { on: ["deck"] };
    case "pass":
      return { on: ["rome-hidden"] };
    case "pick":
      return { on: [`drawn:${argument}`] };
    case "hand":
      return { on: ["hand"], from: [placing], to: ["hand"] };
    case "under":
      return { on: ["deck"], from: [placing], to: ["deck"] };
    case "lay":
      return { on: [legion], from: [placing], to: [legion] };
    case "buy":
      return { on: [legion] };
    case "play":
    case "respond":
      return { on: [`hand:${argument}`] };
    default:
      return null;
  }
}

/** Every card that is to be seen, and the face-down ones of Rome. */
export function slots(view: PaxView): Slot[] {
  const found: Slot[] = [];
  const lay = (zone: string, words: (string | null)[]) => {
    for (const word of words) found.push({ zone, word });
  };
  for (const legion of view.legions) lay(`legion:${legion.number}`, legion.cards);
  for (const category of categories) lay(`rome:${category}`, view.rome.display[category].cards);
  lay("rome-hidden", view.rome.hidden);
  for (const player of view.players) {
    for (const category of categories) lay(`display:${player.seat}:${category}`, player.display[category].cards);
    if (player.seat === view.you && player.hand) lay("hand", sorted(player.hand));
  }
  lay("drawn", view.drawn);
  lay("offer", view.offer);
  return found;
}

/** From where a card came that was not to be seen before. */
export function originOf(zone: string, you: number | null): string {
  const display = /^display:(\d+):/.exec(zone);
  return display && Number(display[1]) !== you ? `player:${display[1]}` : "deck";
}

/** Where a card went that is no longer to be seen: to the buyer, if somebody bought it, else under the deck. */
export function destinationOf(word: string | null, zone: string, events: GameEvent[]): string {
  if (zone.startsWith("legion:") && word !== null) {
    const legion = Number(zone.split(":")[1]);
    const buy = events.find(({ kind, data }) => kind === "buy" && data.legion === legion && data.cards?.includes(word));
    if (buy) return `player:${buy.data.seat}`;
  }
  return "deck";
}

export interface Standing {
  /** Printed symbols. */
  printed: number;
  /** What bonus Fleets or Armies add at the end. */
  bonus: number;
  /** Of Rome: symbols on face-down cards that the viewer has seen. */
  peeked: number;
  total: number;
}

/** How strong Rome is in a category, as far as the viewer can tell. Once the game is over, all of it. */
export function romeStanding(view: PaxView, category: Category): Standing {
  const printed = view.rome.display[category].symbols;
  const peeked = peekedSymbols(view, category);
  const bonus = category === "fleet" || category === "army" ? view.rome.bonus[category] : 0;
  return { printed, bonus, peeked, total: printed + peeked + bonus };
}

function peekedSymbols(view: PaxView, category: Category): number {
  return view.rome.hidden
    .filter((word): word is string => word !== null)
    .map(influenceCard)
    .filter((card) => card.category === category)
    .reduce((sum, card) => sum + card.symbols, 0);
}

export function standing(player: Player, category: Category): Standing {
  const printed = player.display[category].symbols;
  const bonus = category === "fleet" || category === "army" ? player.bonus[category] : 0;
  return { printed, bonus, peeked: 0, total: printed + bonus };
}

/** The categories in which nobody is above Rome as far as the viewer can tell. */
export function heldByRome(view: PaxView): Category[] {
  return (
    view.outcome?.held_by_rome ??
    categories.filter((category) => {
      const rome = romeStanding(view, category).total;
      return view.players.every((player) => standing(player, category).total <= rome);
    })
  );
}

/** The seats as they sit: the viewer first, then the others in turn order. */
export function seating(view: PaxView): Player[] {
  const first = view.you ?? 0;
  return [...view.players.slice(first), ...view.players.slice(0, first)];
}

/** What the last moves touched, as names of things: to be marked. */
export function touched(events: GameEvent[], you: number | null): Set<string> {
  const marks = new Set<string>();
  for (const { kind, data } of events) {
    if (kind === "to-legion" || kind === "buy" || kind === "harvest") marks.add(`legion:${data.legion}`);
    if (kind === "play" && data.seat !== you) marks.add(`display:${data.seat}:${String(data.card).split("-")[0]}`);
    if (kind === "harvest") for (const card of data.cards ?? []) marks.add(`rome:${String(card).split("-")[0]}`);
  }
  return marks;
}

/** How many columns put so many things of at least this size into as few rows as the width allows, evenly filled. */
export function evenColumns(things: number, width: number, size: number, gap: number): number {
  const most = Math.max(1, Math.floor((width + gap) / (size + gap)));
  return Math.ceil(things / Math.ceil(things / most));
}
