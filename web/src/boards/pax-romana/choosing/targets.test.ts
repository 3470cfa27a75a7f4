import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../../lib/types";
import type { Reach, Unmoved, Voyage } from "../questions";
import type { PaxRomanaView } from "../view";
import { badgesOf, doubtsAbout, movedOf, targetsOf } from "./targets";

const march = { word: "march:capua", verb: "march", argument: "capua", manner: "" } as LegalAction;
const reached = (space: string, way: string[], left: number, attack = false) => ({ space, mp: way.length, left, chance: 1, attack, way, words: way.map((each) => `march:${each}`), safe: 1, alpine: false });
const REACH = {
  space: "roma",
  spaces: [reached("capua", ["capua"], 2), reached("paestum", ["capua", "paestum"], 1, true)],
  interceptors: { capua: [{ side: "carthage", start: "croton", needs: 8, chance: 15 / 36 }] },
} as unknown as Reach;

describe("what lies within reach", () => {
  it("has the way from where the Army stands, what is left, and who may intercept on it", () => {
    const targets = targetsOf(new Map([["capua", [march]]]), REACH, null);
    expect(targets.get("paestum")).toMatchObject({ way: ["roma", "capua", "paestum"], words: ["march:capua", "march:paestum"], attack: true });
    expect(targets.get("paestum")?.interceptors.map(({ at, who }) => [at, who.start])).toEqual([["capua", "croton"]]);
    expect(targets.get("capua")?.actions).toEqual([march]);
    expect([...badgesOf(targets)]).toEqual([["capua", "2"], ["paestum", "1"]]);
  });
  it("tells the chance of a voyage that is not sure", () => {
    const voyage = { space: "roma", places: [{ space: "caralis", chance: 0.72, way: ["ntp", "caralis"], words: ["sail:ntp"], talents: 0, stops: null, attack: false }] } as unknown as Voyage;
    const targets = targetsOf(new Map(), null, voyage);
    expect(badgesOf(targets).get("caralis")).toBe("72 %");
    expect(targets.get("caralis")?.kind).toBe("sail");
  });
  it("lights only what the server's words or answers name", () => {
    const quiet = { ...REACH, spaces: [{ ...reached("zama", ["zama"], 0), words: [] }] } as unknown as Reach;
    expect([...targetsOf(new Map(), quiet, null).keys()]).toEqual([]);
  });
});

it("what has moved is what stands there but is not among those that have not", () => {
  const view = { units: { rome: { roma: { legion: 2, galley: 1 } } }, leaders: { "rome-7": "roma" }, commanders: { "rome-7": { side: "rome" } } } as unknown as PaxRomanaView;
  const unmoved = { power: "rome", places: [{ space: "roma", side: "rome", units: { galley: 1 }, leaders: [] }], rule: "" } as Unmoved;
  expect([...(movedOf(view, unmoved).get("roma") ?? [])].sort()).toEqual(["legion", "rome-7"]);
});

it("a place out of reach is asked about in the words of now", () => {
  const take = { ...march, word: "take:legion", verb: "take", argument: "legion" } as LegalAction;
  expect(doubtsAbout("messana", new Map([["capua", [march]], ["legion", [take]]]))).toEqual(["march:messana"]);
  expect(doubtsAbout("messana", new Map())).toEqual([]);
});
