// The page holds no rule: what is lit comes from the server's words and answers, and nothing is worked out from rules here.
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./**/*.d.ts"], { query: "?raw", import: "default", eager: true });
/** Verbs that the board knows by name, each for where it is drawn and not for what it does. */
const KNOWN = new Set(["march", "sail", "debark", "lose", "intercept", "play", "keep-card", "discard-card", "hire-for", "do-not-ask"]);
/** What is also the name of something else: a light, kinds of Units. */
const ALSO = new Set(["go", "legion", "heavy", "light", "cavalry", "elephant", "galley"]);
const [words] = Object.values(import.meta.glob<string>("../../../../src/ludi/games/pax_romana/world/words.py", { query: "?raw", import: "default", eager: true }));
/** All verbs of the game, from the game itself. */
const VERBS = [...words.slice(words.indexOf("VERBS:"), words.indexOf("\n)\n", words.indexOf("VERBS:"))).matchAll(/"([a-z-]+)"/g)].map(([, verb]) => verb);

describe("the board of Pax Romana", () => {
  it("cites no rule of its own: rule ids come from the server", () => {
    const citing = Object.entries(sources).filter(([, text]) => /["'`]PR-\d/.test(text));
    expect(citing.map(([path]) => path)).toEqual([]);
  });
  it("is held against all verbs of the game", () => {
    expect(VERBS.length).toBeGreaterThan(80);
    expect(VERBS).toEqual(expect.arrayContaining([...KNOWN]));
  });
  it("knows only the verbs that it draws in a place of their own", () => {
    const named = Object.values(sources).flatMap((text) => VERBS.filter((verb) => new RegExp(`(verb|word|has\\()[^\\n]{0,40}["'\`]${verb}[:"'\`]`).test(text)));
    expect(new Set(named.filter((verb) => !KNOWN.has(verb) && !ALSO.has(verb)))).toEqual(new Set());
  });
  it("asks nobody but the server, through the page", () => {
    const asking = Object.entries(sources).filter(([, text]) => /\bfetch\(|new WebSocket/.test(text));
    expect(asking.map(([path]) => path)).toEqual([]);
  });
});
