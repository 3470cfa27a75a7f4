import { expect, it } from "vitest";
import { geography } from "./geography";
import { overlap } from "./room";
import { whole } from "./test-map";
import { boxOf, titlesOf } from "./titles";

it("the names of Territories do not cover each other", () => {
  const titles = titlesOf(geography(whole.chart), whole.view, (id) => whole.names[id] ?? id);
  expect(titles.length).toBeGreaterThan(9);
  const pairs = titles.flatMap((one, index) => titles.slice(0, index).map((other) => overlap(boxOf(one), boxOf(other))));
  expect(Math.max(...pairs)).toBe(0);
});
