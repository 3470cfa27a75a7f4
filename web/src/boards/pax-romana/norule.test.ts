// The page holds no rule: what is lit comes from the server's words and answers, and nothing is worked out from rules here.
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./**/*.d.ts"], { query: "?raw", import: "default", eager: true });
/** Verbs that the board knows by name, each for where it is drawn and not for what it does. */
const KNOWN = new Set(["march", "sail", "debark", "lose", "intercept", "play", "keep-card", "discard-card", "hire-for", "do-not-ask"]);
const VERBS = ["expand", "recruit", "pass", "embark", "debark", "raze", "withdraw", "march", "sail", "intercept", "lead", "levy", "bid", "escort", "lose", "take-all", "hire", "repair", "force", "corvus", "play", "keep-card", "discard-card", "hire-for", "do-not-ask", "not-now", "ask-again"];

describe("the board of Pax Romana", () => {
  it("cites no rule of its own: rule ids come from the server", () => {
    const citing = Object.entries(sources).filter(([, text]) => /["'`]PR-\d/.test(text));
    expect(citing.map(([path]) => path)).toEqual([]);
  });
  it("knows only the verbs that it draws in a place of their own", () => {
    const named = Object.values(sources).flatMap((text) => VERBS.filter((verb) => new RegExp(`(verb|word|has\\()[^\\n]{0,40}["'\`]${verb}[:"'\`]`).test(text)));
    expect(new Set(named.filter((verb) => !KNOWN.has(verb)))).toEqual(new Set());
  });
  it("asks nobody but the server, through the page", () => {
    const asking = Object.entries(sources).filter(([, text]) => /\bfetch\(|new WebSocket/.test(text));
    expect(asking.map(([path]) => path)).toEqual([]);
  });
});
