/**
 * From legal words to things on the board, and from clicks on things back to words. Knows no rule: a board says for
 * each word on which thing one clicks it, or which thing is carried where.
 */
import type { LegalAction } from "../types";

export interface Route {
  /** Things on which a single click means this word. */
  on?: string[];
  /** What is picked up ... */
  from?: string[];
  /** ... and where it is put down. */
  to?: string[];
}

export interface Choice {
  action: LegalAction;
  route: Route;
}

export type Router = (action: LegalAction) => Route | null;

export function choicesOf(legal: LegalAction[], router: Router): Choice[] {
  return legal.flatMap((action) => {
    const route = router(action);
    return route ? [{ action, route }] : [];
  });
}

const has = (things: string[] | undefined, thing: string): boolean => things !== undefined && things.includes(thing);

/** What a click on a thing means: words to play (several: ask which), or a thing to pick up, or nothing. */
export type Meaning = { kind: "play"; actions: LegalAction[] } | { kind: "pick" } | { kind: "drop" } | { kind: "none" };

export function meaning(choices: Choice[], thing: string, held: string | null): Meaning {
  if (held !== null) {
    if (thing === held) return { kind: "drop" };
    const carried = carry(choices, held, thing);
    if (carried.length) return { kind: "play", actions: carried };
  }
  const direct = choices.filter(({ route }) => has(route.on, thing));
  if (direct.length) return { kind: "play", actions: direct.map(({ action }) => action) };
  const lifted = choices.filter(({ route }) => has(route.from, thing));
  if (lifted.length === 1) return { kind: "play", actions: [lifted[0].action] };
  if (lifted.length) return { kind: "pick" };
  const put = choices.filter(({ route }) => has(route.to, thing));
  if (put.length) return { kind: "play", actions: put.map(({ action }) => action) };
  return { kind: "none" };
}

/** The words that carrying one thing to another can mean. */
export function carry(choices: Choice[], held: string, target: string): LegalAction[] {
  return choices.filter(({ route }) => has(route.from, held) && has(route.to, target)).map(({ action }) => action);
}

/** Whether anything can be carried from here. */
export function canLift(choices: Choice[], thing: string): boolean {
  return choices.some(({ route }) => has(route.from, thing) && route.to !== undefined);
}

/** Everything that is lit: what a click can mean now, or, with something in the hand, where it may go. */
export function lit(choices: Choice[], held: string | null): Set<string> {
  const things = new Set<string>();
  for (const { route } of choices) {
    if (held !== null) {
      if (has(route.from, held)) for (const thing of route.to ?? []) things.add(thing);
    } else {
      for (const thing of route.on ?? []) things.add(thing);
      for (const thing of route.from ?? []) things.add(thing);
      if (!route.from) for (const thing of route.to ?? []) things.add(thing);
    }
  }
  return things;
}
