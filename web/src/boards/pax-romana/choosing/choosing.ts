/** From legal words to what is lit on the map and lies in the tray below it. Knows no rule: it reads what the words name. */
import type { LegalAction } from "../../../lib/types";

export type Light = "go" | "attack" | "choose" | "danger";

/** What the server's words are about, told apart by what they name. */
export interface Choosing {
  /** By place the choices that name it. */
  byPlace: Map<string, LegalAction[]>;
  /** Choices that name a kind of Unit or a leader: clicked as counters. */
  pieces: LegalAction[];
  /** All others: alone, or naming a number, a Power, a Province, an objective. */
  others: LegalAction[];
}

/** The ways on the map: what they name is where something under way goes on to. */
export const WAYS = new Set(["march", "sail"]);

export function choosingOf(legal: readonly LegalAction[], isPlace: (id: string) => boolean, isPiece: (id: string) => boolean): Choosing {
  const byPlace = new Map<string, LegalAction[]>();
  const pieces: LegalAction[] = [];
  const others: LegalAction[] = [];
  for (const action of legal) {
    if (isPlace(action.argument)) byPlace.set(action.argument, [...(byPlace.get(action.argument) ?? []), action]);
    else if (isPiece(action.argument)) pieces.push(action);
    else others.push(action);
  }
  return { byPlace, pieces, others };
}

/** What is lit and how: an attack outshines all else, a way on outshines what merely can be chosen. */
export function lights(byPlace: ReadonlyMap<string, LegalAction[]>): Map<string, Light> {
  return new Map([...byPlace].map(([place, actions]) => [place, lightOf(actions)]));
}

function lightOf(actions: LegalAction[]): Light {
  if (actions.some(({ manner }) => manner === "attack")) return "attack";
  if (actions.some(({ verb }) => WAYS.has(verb))) return "go";
  return actions.every(({ manner }) => manner === "grave") ? "danger" : "choose";
}

/** What a click on a place means: its one choice at once, several to choose from, a march there, or only a look at it. */
export type Meaning = { kind: "play"; word: string } | { kind: "ask"; actions: LegalAction[] } | { kind: "line"; words: string[] } | { kind: "look" };

/**
 * `line` are the words that lead to a place farther off. A choice that gives something up for good is asked for once more,
 * and so is everything where there is no hovering to look before one clicks.
 */
export function meaningOf(actions: readonly LegalAction[], line: readonly string[], looked: boolean): Meaning {
  if (actions.length === 1 && looked && actions[0].manner !== "grave") return { kind: "play", word: actions[0].word };
  if (actions.length) return { kind: "ask", actions: [...actions] };
  if (line.length) return { kind: "line", words: [...line] };
  return { kind: "look" };
}
