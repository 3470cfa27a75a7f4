import { expect, it } from "vitest";
import { wheel } from "./wheel";

it("has a sector for every phase, clockwise from the top", () => {
  const [one, two, three, four] = wheel([1, 1, 1, 1]);
  expect([one.x > 160 && one.y < 160, two.x > 160 && two.y > 160, three.x < 160 && three.y > 160, four.x < 160 && four.y < 160]).toEqual([true, true, true, true]);
});

it("bends a sector wider than a half the long way round", () => {
  expect(wheel([3, 1])[0].path).toContain("0 1 1");
  expect(wheel([1, 1, 1])[0].path).toContain("0 0 1");
});
