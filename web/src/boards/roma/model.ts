/** What the board of Roma reads from a view (`view.d.ts`): places of cards, routes of words. No rule. */
import type { Route } from "../../lib/cards/choose";
import type { Slot } from "../../lib/cards/track";
import type { GameEvent, LegalAction } from "../../lib/types";
import { romaCards } from "./art/cards";
import type { DefenceBy, RomaView } from "./view";

export const DISCS = [1, 2, 3, 4, 5, 6];

/** `"tribunus-plebis-3"`: the card and the disc of a `lay`. */
export function laying(argument: string): { card: string; disc: number } {
  const cut = argument.lastIndexOf("-");
  return { card: argument.slice(0, cut), disc: Number(argument.slice(cut + 1)) };
}

/** Where each word is clicked, or what is carried where for it. Words without a place stay in the page's list. */
export function route(action: LegalAction, view: RomaView, seat: number): Route | null {
  const { verb, argument } = action;
  switch (verb) {
    case "give":
      return { on: [`hand:${argument}`] };
    case "lay": {
      const { card, disc } = laying(argument);
      const to = [`own:${disc}`, `disc:${disc}`];
      return view.phase === "rearrange" ? { on: [`own:${disc}`], from: [`taken:${card}`], to } : { from: [`hand:${card}`], to };
    }
    case "money":
      return { on: ["money"], from: [`die:${argument}`], to: ["money"] };
    case "draw":
      return { on: ["cards"], from: [`die:${argument}`], to: ["cards"] };
    case "activate":
      return { on: [`own:${argument}`], from: [`die:${argument}`], to: [`own:${argument}`, `disc:${argument}`] };
    case "keep":
      return { on: [`drawn:${argument}`] };
    case "target":
      return { on: [`opp:${argument}`] };
    case "block":
      return { on: [`disc:${argument}`] };
    case "buy":
      return { on: ["opp-points"] };
    case "raise":
    case "lower":
    case "points":
    case "add":
      return { on: [`die:${argument}`] };
    case "copy":
      return { on: view.players[seat].row.filter(({ card }) => card === argument).map(({ disc }) => `own:${disc}`) };
    case "take":
      return { on: [`take:${argument}`] };
    case "rethrow":
    case "stand":
      return { on: ["dice"] };
    default:
      return null;
  }
}

/** Every card of the table, the face-down ones too. */
export function slots(view: RomaView): Slot[] {
  const found: Slot[] = [];
  for (const player of view.players) {
    for (const place of player.row) {
      if (place.card !== null || place.face_down) found.push({ zone: `row:${player.seat}:${place.disc}`, word: place.card });
    }
    const known = (player.hand ?? player.known_hand).filter((word) => word !== null && word in romaCards);
    for (let index = 0; index < player.hand_count; index++) found.push({ zone: `hand:${player.seat}`, word: known[index] ?? null });
  }
  for (const word of view.discard) found.push({ zone: "discard", word });
  for (const word of view.drawn) found.push({ zone: "drawn", word });
  for (const word of view.taken_up) found.push({ zone: "taken", word });
  for (const word of view.gifts?.yours ?? []) if (view.phase === "exchange") found.push({ zone: "gifts", word });
  return found;
}

/** Every victory point as a token that may change hands. */
export function tokens(view: RomaView): Slot[] {
  const heap = (zone: string, count: number): Slot[] => Array.from({ length: Math.max(0, count) }, () => ({ zone, word: "point" }));
  return [...heap("stock", view.stock), ...view.players.flatMap((player) => heap(`points:${player.seat}`, player.points))];
}

export interface Battle {
  seat: number;
  attacker: string;
  card: string;
  disc: number;
  die: number;
  added: number;
  defence: number;
  /** What the defence is made up of, where that can be told. */
  by: DefenceBy | null;
  /** Null while it is not settled. */
  won: boolean | null;
  text: string;
}

/** The battle that is being fought, or that was fought last. `before` is the view in which the target still lay there. */
export function battleOf(view: RomaView, before: RomaView | null, events: GameEvent[]): Battle | null {
  if (view.effect && view.effect.battle_die !== null && view.turn !== null) {
    const place = view.players[1 - view.turn].row[view.effect.disc - 1];
    if (place?.card && place.defence !== null) {
      return {
        seat: view.turn,
        attacker: view.effect.action ?? view.effect.card,
        card: place.card,
        disc: place.disc,
        die: view.effect.battle_die,
        added: 0,
        defence: place.defence,
        by: place.defence_by,
        won: null,
        text: "",
      };
    }
  }
  const event = events.filter(({ kind }) => kind === "battle-won" || kind === "battle-lost").at(-1);
  if (!event) return null;
  const { seat, attacker, card, disc, die, added, defence } = event.data;
  const fits = (source: RomaView | null): DefenceBy | null => {
    const place = source?.players[1 - seat]?.row[disc - 1];
    return place && place.card === card && place.defence === defence ? place.defence_by : null;
  };
  return {
    seat,
    attacker,
    card,
    disc,
    die: die ?? event.data.attack,
    added: added ?? 0,
    defence,
    by: fits(before) ?? fits(view),
    won: event.kind === "battle-won",
    text: event.text,
  };
}

/** Alike cards counted: `[["forum", 3], ["nero", 1]]`, in the order given. */
export function counted(words: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}

/** What the last moves touched, as names of zones: to be marked. */
export function touched(events: GameEvent[]): Set<string> {
  const marks = new Set<string>();
  for (const { kind, data } of events) {
    if (kind.startsWith("lay") || kind === "activate") marks.add(`row:${data.seat}:${data.disc}`);
    if (kind.startsWith("battle-") && data.disc) marks.add(`row:${1 - data.seat}:${data.disc}`);
    if (kind === "assassinate" || kind === "return") marks.add(`row:${1 - data.seat}:${data.disc}`);
    if (kind === "block") marks.add(`disc:${data.disc}`);
    if (kind === "money") marks.add("money");
    if (kind === "draw") marks.add("cards");
  }
  return marks;
}
