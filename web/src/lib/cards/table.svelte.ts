/** What the player is doing with the board: the thing in hand, the question that is open, the thing being dragged. */
import { getContext, setContext } from "svelte";
import type { ExplainTarget, LegalAction } from "../types";
import { canLift, carry, lit, meaning, type Choice } from "./choose";

export interface Question {
  actions: LegalAction[];
  near: Element;
}

export class Table {
  #choices: () => Choice[];
  #play: (word: string) => void;
  readonly explain: (target: ExplainTarget, near?: Element | null) => void;

  held: string | null = $state(null);
  /** What the thing in hand is called. */
  heldName = "";
  question: Question | null = $state.raw(null);
  dragged: { thing: string; over: string | null } | null = $state(null);
  readonly lit: Set<string> = $derived.by(() => lit(this.#choices(), this.dragged?.thing ?? this.held));

  constructor(
    choices: () => Choice[],
    play: (word: string) => void,
    explain: (target: ExplainTarget, near?: Element | null) => void,
  ) {
    this.#choices = choices;
    this.#play = play;
    this.explain = explain;
  }

  /** The one word that a click on this thing means now; null if it means none or several. */
  means(thing: string): LegalAction | null {
    const means = meaning(this.#choices(), thing, this.held);
    return means.kind === "play" && means.actions.length === 1 ? means.actions[0] : null;
  }

  /** The words of the choices for which a thing can be clicked or picked up. */
  standsFor(thing: string): string[] {
    return this.#choices().flatMap(({ action, route }) => (route.on?.includes(thing) || route.from?.includes(thing) ? [action.word] : []));
  }

  canLift(thing: string): boolean {
    return canLift(this.#choices(), thing);
  }

  /** A click. False if the thing means nothing now. */
  choose(thing: string, near: Element): boolean {
    const means = meaning(this.#choices(), thing, this.held);
    if (means.kind === "none") {
      const held = this.held !== null;
      this.held = null;
      return held;
    }
    if (means.kind === "pick") {
      this.heldName = near.getAttribute("aria-label") ?? near.textContent ?? "";
      this.held = thing;
    }
    else if (means.kind === "drop") this.held = null;
    else this.#decide(means.actions, near);
    return true;
  }

  /** A thing was dragged onto another. */
  drop(thing: string, target: string, near: Element): void {
    const actions = carry(this.#choices(), thing, target);
    if (actions.length) this.#decide(actions, near);
  }

  #decide(actions: LegalAction[], near: Element): void {
    if (actions.length === 1) this.answer(actions[0].word);
    else this.question = { actions, near };
  }

  answer(word: string): void {
    this.forget();
    this.#play(word);
  }

  /** Put everything back: another view has come, or the player let go. */
  forget(): void {
    this.held = null;
    this.question = null;
    this.dragged = null;
  }
}

const KEY = Symbol("table");

export function layTable(table: Table): Table {
  setContext(KEY, table);
  return table;
}

export function theTable(): Table {
  return getContext<Table>(KEY);
}
