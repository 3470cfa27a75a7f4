import { describe, expect, it } from "vitest";
import { ZOOMS } from "./camera";
import { geography } from "./geography";
import { layout, signRadius, sizesAt, tagsOf, type Measure, type Name } from "./layout";
import { overlap } from "./room";
import { stacksOf } from "./stacks";
import { crowded, whole } from "./test-map";

/** A letter is about half as wide as it is high, a capital's wider. */
const measure: Measure = (text, size, great) => text.length * size * (great ? 0.58 : 0.52);
const map = geography(whole.chart);
const called = (id: string) => whole.names[id] ?? id;

function laidOut(k: number, view = whole.view) {
  return layout(map, view, stacksOf(view, whole.chart, new Map()), called, k, measure);
}
function covered(names: Name[]): string[] {
  return names.flatMap((one, index) => names.slice(0, index).filter((other) => overlap(one.box, other.box)).map((other) => `${one.text} ${other.text}`));
}

describe.each(ZOOMS)("at %i pixels a degree", (k) => {
  it.each([["as the scenario begins", whole.view], ["with two hundred counters", crowded()]])("no name covers another, a sign or a counter, %s", (_, view) => {
    const { names, stacks, sizes } = laidOut(k, view);
    expect(covered([...names.values()])).toEqual([]);
    const signs = map.spots.map((spot) => ({ spot, half: signRadius(spot, view, sizes) }));
    const hidden = [...names.values()].flatMap((name) => [
      ...signs.filter(({ spot, half }) => overlap(name.box, { x: spot.x * k - half, y: spot.y * k - half, width: 2 * half, height: 2 * half })).map(({ spot }) => `${name.text} ${spot.id}`),
      ...[...stacks].filter(([, box]) => !name.great && overlap(name.box, box)).map(([key]) => `${name.text} ${key}`),
    ]);
    expect(hidden).toEqual([]);
  });

  it("every capital has its name", () => {
    const { names } = laidOut(k);
    for (const spot of map.spots) if (spot.capital) expect(names.has(spot.id), spot.id).toBe(true);
  });
});

it("names come with the scale: all of them from near", () => {
  const spaces = map.spots.filter((spot) => spot.kind === "space").length;
  const told = ZOOMS.map((k) => laidOut(k).names.size);
  expect(spaces).toBe(222);
  expect(told[0]).toBeGreaterThan(120);
  expect(told[1]).toBeGreaterThan(told[0]);
  expect(told[2]).toBe(222);
});

it("every stack stands somewhere, and the nearer the more of it is shown", () => {
  const view = crowded();
  const stacks = stacksOf(view, whole.chart, new Map());
  expect(stacks.flatMap((stack) => [...stack.pieces, ...stack.leaders]).length).toBeGreaterThan(200);
  for (const k of ZOOMS) expect(laidOut(k, view).stacks.size).toBe(stacks.length);
  expect(sizesAt(ZOOMS[0]).summed).toBe(true);
  expect(sizesAt(ZOOMS[2]).step).toBeGreaterThan(sizesAt(ZOOMS[2]).counter);
});

it.each(ZOOMS)("small texts at places leave names and counters free where they can, at %i pixels a degree", (k) => {
  const laid = laidOut(k);
  const italy = map.spots.filter((spot) => spot.kind === "space" && ["italia", "bruttium", "cisalpina"].includes(spot.province ?? ""));
  const tags = tagsOf(map, whole.view, laid, new Map(italy.map(({ id }) => [id, "4"])));
  expect(tags.length).toBeGreaterThan(italy.length * 0.8);
  const hidden = tags.flatMap(({ id, box }) => [...laid.names.values()].filter((name) => overlap(box, name.box) > 8).map((name) => `${id} covers ${name.id}`));
  expect(hidden.length).toBeLessThanOrEqual(k < 40 ? 5 : 0);
  const meeting = tags.flatMap((one, index) => tags.slice(0, index).filter((other) => overlap(one.box, other.box)));
  expect(meeting).toEqual([]);
});

it("counters leave the rim free that marks where something is under way", () => {
  const k = ZOOMS[1];
  const stacks = stacksOf(whole.view, whole.chart, new Map());
  const hidden = stacks.filter((stack) => {
    const laid = layout(map, whole.view, stacks, called, k, measure, stack.place);
    const { spot, box } = { spot: map.spot.get(stack.place)!, box: laid.stacks.get(stack.key)! };
    const half = signRadius(spot, whole.view, laid.sizes) + 8;
    return overlap(box, { x: spot.x * k - half, y: spot.y * k - half, width: 2 * half, height: 2 * half }) > 40;
  });
  expect(hidden.map(({ key }) => key)).toEqual([]);
});
