import coast from "virtual:coast";
import { describe, expect, it } from "vitest";
import { geography } from "./geography";
import { area, holds, landmasses, rings, shoreOf, stands, within, type Ring } from "./land";
import { whole } from "./test-map";

const map = geography(whole.chart);
const [coarse, fine] = [rings(coast, 0), rings(coast, 1)];
const masses = landmasses(map, coarse, fine);
const ringOf = (id: string) => masses.find((mass) => mass.cells.some((cell) => cell.space.id === id && holds(cell.outline, cell.space)))?.ring;

describe("the coast", () => {
  it("has the islands of the game", () => {
    for (const id of ["melita", "rhodes", "naxos", "thasos", "limnos", "samos", "caralis", "gortyna", "paphos", "lilybaeum"]) {
      expect(ringOf(id), id).toBeDefined();
      expect(ringOf(id), id).not.toBe(ringOf("roma"));
    }
    expect(ringOf("carthago")).toBe(ringOf("roma"));
    expect(ringOf("londinium")).not.toBe(ringOf("lutetia"));
  });

  it("is coarser for the whole, and the same land", () => {
    const sum = (all: Ring[]) => all.reduce((total, ring) => total + (ring.length ? area(ring) : 0), 0);
    expect(sum(coarse) / sum(fine)).toBeGreaterThan(0.99);
    const corners = (all: Ring[]) => all.reduce((total, ring) => total + ring.length / 2, 0);
    expect(corners(coarse)).toBeLessThan(corners(fine) / 3);
    expect(coarse.length).toBe(fine.length);
  });

  it("is no heavier than the page can carry", () => {
    expect(JSON.stringify(coast).length).toBeLessThan(300_000);
  });
});

describe("areas", () => {
  it("give every Space its own ground, on its own landmass", () => {
    for (const spot of map.spots.filter((each) => each.kind === "space")) {
      const own = masses.flatMap((mass) => mass.cells).filter((cell) => cell.space === spot);
      expect(own.some((cell) => holds(cell.outline, spot)), spot.id).toBe(true);
    }
    expect(ringOf("messana")).not.toBe(ringOf("rhegium"));
  });

  it("leave far country quiet", () => {
    const sahara = { x: 5, y: -25 };
    const under = masses.filter((mass) => holds(fine[mass.ring], sahara));
    expect(under.length).toBe(1);
    expect(under[0].cells.some((cell) => holds(cell.outline, sahara))).toBe(false);
  });
});

it("whether a point lies in a coast is the same, asked of all its sides or of those beside it", () => {
  for (const ring of coarse.filter((each) => each.length > 200).slice(0, 4)) {
    const shore = shoreOf(ring);
    expect(map.all.filter((at) => stands(shore, at) !== holds(ring, at))).toEqual([]);
  }
});

it("what of a ring lies in a frame is cut along it", () => {
  const square: Ring = [0, 0, 4, 0, 4, 4, 0, 4];
  expect(area(within(square, { left: 1, top: 1, right: 9, bottom: 2 }))).toBeCloseTo(3);
  expect(within(square, { left: 5, top: 1, right: 9, bottom: 2 })).toEqual([]);
});
