import { expect, it } from "vitest";
import { geography } from "./geography";
import { overlap } from "./room";
import { whole } from "./test-map";
import { atHome, boxOf, titlesOf } from "./titles";

const map = geography(whole.chart);
const called = (id: string) => whole.names[id] ?? id;

it("the names of Territories do not cover each other", () => {
  const titles = titlesOf(map, whole.view, called);
  expect(titles.length).toBeGreaterThan(9);
  const pairs = titles.flatMap((one, index) => titles.slice(0, index).map((other) => overlap(boxOf(one), boxOf(other))));
  expect(Math.max(...pairs)).toBe(0);
});

it("the name of a Territory lies over its own country, not over its neighbour's", () => {
  const spaces = map.all.filter((spot) => spot.province);
  const far = (x: number, y: number) => (spot: (typeof spaces)[0]) => Math.hypot(spot.x - x, spot.y - y);
  const strangers = titlesOf(map, whole.view, (id) => id).filter((title) => {
    const own = whole.view.territories[title.text].provinces;
    return atHome(title, ({ x, y }) => own.includes([...spaces].sort((one, other) => far(x, y)(one) - far(x, y)(other))[0].province!)) < 0.75;
  });
  expect(strangers.map(({ text }) => text)).toEqual([]);
});
