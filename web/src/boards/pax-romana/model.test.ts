import { describe, expect, it } from "vitest";
import { onTheWay, placeOf, powersOf, report, type Chart } from "./model";
import type { PaxRomanaView } from "./view";
import en from "./words/en.json";

const chart: Chart = {
  places: {},
  links: [],
  provinces: { italia: ["roma", "capua"], sicilia: ["messana"], moesia: ["naissus"] },
  transit: ["ntp-lipara"],
  points: { legion: 4, heavy: 3, galley: 0 },
  stability: { "4": "stable" },
};
/** Only what the report reads. */
type Facts = { [key in keyof PaxRomanaView]?: unknown };
const view = {
  powers: [
    { power: "rome", seat: 0 },
    { power: "carthage", seat: 1 },
    { power: "east", seat: 0 },
  ],
  units: { rome: { roma: { legion: 2, galley: 1 }, "ntp-lipara": { galley: 1 } }, independents: { messana: { heavy: 2 } } },
  leaders: { "rome-3": "roma", "carthage-1": "messana" },
  commanders: { "rome-3": { side: "rome" }, "carthage-1": { side: "carthage" } },
  sites: { roma: { owner: "rome", kind: "city", walls: 5 } },
  tribes: { naissus: null },
  pirates: ["capua"],
  provinces: { italia: "rome", sicilia: null, moesia: null },
  territories: { home: { provinces: ["italia"], owner: "rome" }, islands: { provinces: ["sicilia"], owner: null } },
} satisfies Facts as unknown as PaxRomanaView;

describe("the report of the map", () => {
  const found = report(view, chart, new Set(["messana"]), ["carthage"]);

  it("groups Spaces by Province and Territory, and leaves nothing out", () => {
    expect(found.map((territory) => [territory.id, territory.provinces.map((each) => each.id)])).toEqual([
      ["home", ["italia"]],
      ["islands", ["sicilia"]],
      ["", ["moesia"]],
    ]);
    expect(found[0].provinces[0].places.map((place) => place.id)).toEqual(["roma", "capua"]);
    expect(found[0].owner).toBe("rome");
  });

  it("tells what stands in a Space, with its strength and leaders", () => {
    const roma = found[0].provinces[0].places[0];
    expect(roma.site).toEqual({ owner: "rome", kind: "city", walls: 5 });
    expect(roma.stacks).toEqual([{ side: "rome", units: [["legion", 2], ["galley", 1]], points: 8, leaders: ["rome-3"] }]);
    expect(found[0].provinces[0].places[1].pirates).toBe(true);
  });

  it("keeps a leader alone apart from the Units of others", () => {
    const messana = found[1].provinces[0].places[0];
    expect(messana.stacks.map((stack) => [stack.side, stack.leaders])).toEqual([
      ["independents", []],
      ["carthage", ["carthage-1"]],
    ]);
  });

  it("knows a Tribe whose strength is hidden", () => {
    expect(found[2].provinces[0].places[0].tribe).toEqual({ strength: null });
  });

  it("opens what a choice names or where the viewer stands", () => {
    expect(found.map((territory) => territory.near)).toEqual([false, true, false]);
    expect(report(view, chart, new Set(), ["rome"]).map((territory) => territory.near)).toEqual([true, false, false]);
  });

  it("shows who is on the way, and an empty Space only when it can be chosen", () => {
    expect(onTheWay(view, chart, new Set()).map((place) => place.id)).toEqual(["ntp-lipara"]);
    expect(placeOf(view, chart, "nowhere", false)).toBeNull();
    expect(placeOf(view, chart, "nowhere", true)?.lit).toBe(true);
  });

  it("names the powers of a seat", () => {
    expect(powersOf(view, 0)).toEqual(["rome", "east"]);
    expect(powersOf(view, null)).toEqual([]);
  });

  it("has words for every kind of Unit and every phase", () => {
    for (const kind of ["legion", "reduced-legion", "heavy", "reduced-heavy", "light", "cavalry", "militia", "mercenary", "barbarian", "garrison", "elephant", "galley", "rhodian", "light-mercenary", "mercenary-cavalry"])
      expect(en).toHaveProperty([`board.paxromana.unit.${kind}`]);
    for (const phase of "ABCDEFGHI") expect(en).toHaveProperty([`board.paxromana.phase.${phase}`]);
  });
});
