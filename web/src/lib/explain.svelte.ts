/** The one bubble that explains things: what an action does, why it is not open, what a rule says. */
import type { RuleInfo } from "./api";
import { language, t } from "./i18n.svelte";
import { ruleOf } from "./rules";
import type { ExplainTarget, LegalAction } from "./types";

export interface Explanation {
  title: string;
  text: string;
  rule: string;
  /** What the rule index has for it. */
  cited: RuleInfo | null;
  /** Why there is no requirement to show. */
  silence: string;
  /** null: not asked about an action. */
  open: boolean | null;
  waiting: boolean;
  /** It stays until it is sent away; else it goes when the pointer does. */
  pinned: boolean;
  /** What it is about, on the screen. */
  place: { left: number; right: number; top: number; bottom: number };
}

let shown: Explanation | null = $state(null);
let number = 0;
let source: Element | null = null;
/** The thing on which a pointer rests that is just asking. */
let resting: Element | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The way from a thing to its bubble takes this long. */
const ON_THE_WAY = 300;

export interface Oracle {
  legal: () => LegalAction[];
  whyNot: (word: string) => Promise<{ open: boolean; text: string; rule: string } | null>;
}

let oracle: Oracle | null = null;

/** The table page lends its ear while it is open. */
export function consult(next: Oracle | null): void {
  oracle = next;
}

export function explanation(): Explanation | null {
  return shown;
}

export function hush(): void {
  shown = null;
  number++;
}

/** Ask because a pointer rests on a thing: the answer goes when the pointer leaves. */
export function askAtRest(node: Element, question: () => void): void {
  resting = node;
  question();
  resting = null;
}

/** The pointer has left a thing, or its bubble. */
export function leave(): void {
  clearTimeout(leaving);
  if (shown && !shown.pinned) leaving = setTimeout(() => shown && !shown.pinned && hush(), ON_THE_WAY);
}

/** The pointer has come to the bubble. */
export function stay(): void {
  clearTimeout(leaving);
}

export function pin(): void {
  if (shown) shown.pinned = true;
}

/** Where the bubble came from: focus goes back there. */
export function askedFrom(): Element | null {
  return source;
}

/** Why is this word not open now? Null where nobody can tell. */
export async function whyNot(word: string): Promise<{ text: string; rule: string } | null> {
  return (await oracle?.whyNot(word)) ?? null;
}

export async function ask(target: ExplainTarget, near?: Element | null): Promise<void> {
  const turn = ++number;
  const box = near?.getBoundingClientRect();
  source = near ?? null;
  clearTimeout(leaving);
  shown = {
    pinned: resting === null,
    title: target.title ?? "",
    text: target.text ?? "",
    rule: target.rule ?? "",
    cited: null,
    silence: "",
    open: null,
    waiting: false,
    place: box ?? { left: innerWidth / 2, right: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 },
  };
  if (target.word) {
    const action = oracle?.legal().find((each) => each.word === target.word);
    if (action) {
      shown.title = target.title || action.label;
      shown.text = [target.text, action.explanation].filter(Boolean).join("\n");
      shown.rule = action.rule;
      shown.open = true;
    } else if (oracle) {
      shown.waiting = true;
      const answer = await oracle.whyNot(target.word);
      if (turn !== number || !shown) return;
      shown.waiting = false;
      if (answer) {
        shown.open = answer.open;
        shown.text = [target.text, answer.text].filter(Boolean).join("\n");
        shown.rule = answer.rule || shown.rule;
      }
    }
  }
  if (shown?.rule) await cite(shown.rule, turn);
}

async function cite(id: string, turn: number): Promise<void> {
  let cited: RuleInfo | null = null;
  let silence = "";
  try {
    cited = await ruleOf(id, language());
    if (!cited) silence = t("rule.none");
  } catch {
    silence = t("page.offline");
  }
  if (turn === number && shown) Object.assign(shown, { cited, silence });
}
