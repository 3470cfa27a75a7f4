import { expect, it, vi } from "vitest";

vi.mock("../src/lib/i18n.svelte", () => ({ maybe: (_: string, otherwise: string) => otherwise }));
import { levelRated, weakestFirst } from "../src/lib/levels";

it("says how strong a bot was found, where somebody measured it", () => {
  const ratings = { novice: 870, master: 1190 };
  expect(["novice", "search"].map((level) => levelRated(level, ratings).includes("("))).toEqual([true, false]);
  expect(levelRated("master", ratings)).toMatch(/ \(1190\)$/);
  expect(levelRated("master", undefined)).toBe(levelRated("master", {}));
});

it("offers the weakest first, those for trials last", () => {
  expect(weakestFirst(["random", "master", "novice"])).toEqual(["novice", "master", "random"]);
});
