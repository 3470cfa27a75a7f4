/** Event cards as the board shows them: which choices lie on a card in Hand, which are questions about cards. Knows no rule. */
import type { GameEvent, LegalAction } from "../../../lib/types";
import type { PaxRomanaView, PowerView } from "../view";

/** What the server tells of a title: copies in the deck, when it is played, whether it then leaves the game, its rule. */
export interface CardFacts {
  copies: number;
  when: "drawn" | "held" | "answer";
  once: boolean;
  rule: string;
}

/** Choices that lie on a card in Hand; those that a click on it means come first. */
const ON_CARDS = ["play", "keep-card", "hire-for", "discard-card"];
const CLICKED = new Set(["play", "keep-card"]);
/** Choices that say for which cards one is asked. */
const ASKED_FOR = "do-not-ask";
/** Procedures that are about cards alone: all that may be chosen in them stands beside the Hand. */
const ABOUT_CARDS = new Set(["card-segment", "window", "keeping", "overfull"]);

/** The choices as the Hand takes them from the tray. */
export interface Dealt {
  /** By title the choices that lie on that card. */
  onCards: Map<string, LegalAction[]>;
  /** Those that stand beside the Hand, while the question is about cards. */
  beside: LegalAction[];
  /** The titles that would fit, whoever holds them. */
  fitting: string[];
  /** What the tray and the map keep. */
  rest: LegalAction[];
}

export function deal(view: PaxRomanaView, legal: readonly LegalAction[]): Dealt {
  const dealt: Dealt = { onCards: new Map(), beside: [], fitting: [], rest: [] };
  const about = aboutCards(view);
  for (const action of legal) {
    if (ON_CARDS.includes(action.verb)) dealt.onCards.set(action.argument, [...(dealt.onCards.get(action.argument) ?? []), action]);
    else (about ? dealt.beside : dealt.rest).push(action);
    if (action.verb === ASKED_FOR) dealt.fitting.push(action.argument);
  }
  for (const actions of dealt.onCards.values()) actions.sort((one, other) => ON_CARDS.indexOf(one.verb) - ON_CARDS.indexOf(other.verb));
  return dealt;
}

export function aboutCards(view: PaxRomanaView): boolean {
  return ABOUT_CARDS.has(view.breadcrumb.at(-1) ?? "");
}

/** What a click on a card means; null where it only shows the card. */
export function clickOf(actions: readonly LegalAction[]): LegalAction | null {
  return actions.find(({ verb }) => CLICKED.has(verb)) ?? null;
}

/** The word by which a card would be played, for asking why it cannot be. */
export const playing = (card: string) => `play:${card}`;

/** The innermost card that lies on the table, and whose it is. */
export function onTheTable(view: PaxRomanaView): { card: string; power: string } | null {
  const facts = [...view.path].reverse().find(({ key }) => key === "crumb.card")?.facts;
  return facts?.card && facts.power ? { card: facts.card, power: facts.power } : null;
}

export const own = (view: PaxRomanaView, seat: number | null): PowerView[] => view.powers.filter((each) => seat !== null && each.seat === seat);

export const others = (view: PaxRomanaView, seat: number | null): PowerView[] => view.powers.filter((each) => each.seat !== seat);

/** A card that has its moment: the viewer drew it, or it was shown, cancelled or laid aside. */
export interface Shown {
  card: string;
  how: "drawn" | "played" | "cancelled" | "discarded";
  text: string;
}

const MOMENTS: Record<string, Shown["how"]> = {
  "card-drawn": "drawn",
  "card-played": "played",
  "card-for-hire": "played",
  "card-cancelled": "cancelled",
  "card-discarded": "discarded",
};
const MOST_SHOWN = 3;

/** The cards of which some events tell, each in its last state, the last few of them. */
export function shownIn(events: readonly GameEvent[]): Shown[] {
  const found = new Map<string, Shown>();
  for (const { kind, text, data } of events) {
    const how = MOMENTS[kind];
    if (!how || typeof data.card !== "string") continue;
    found.delete(data.card);
    found.set(data.card, { card: data.card, how, text });
  }
  return [...found.values()].slice(-MOST_SHOWN);
}
