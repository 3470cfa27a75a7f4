import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../../lib/types";
import { choosingOf, lights, meaningOf } from "./choosing";

function choice(word: string, manner: LegalAction["manner"] = ""): LegalAction {
  const [verb, argument = ""] = word.split(":");
  return { word, verb, argument, heading: "", thing: "", manner, label: word, explanation: "", rule: "" };
}
const places = new Set(["roma", "capua"]);
const pieces = new Set(["legion", "rome-7"]);
const of = (...legal: LegalAction[]) => choosingOf(legal, (id) => places.has(id), (id) => pieces.has(id));

describe("choosing on the map", () => {
  it("tells apart what names a place, a counter, or neither", () => {
    const found = of(choice("march:roma"), choice("drop:legion"), choice("take-leader:rome-7"), choice("halt"), choice("bid:3"));
    expect([...found.byPlace.keys()]).toEqual(["roma"]);
    expect(found.pieces.map(({ word }) => word)).toEqual(["drop:legion", "take-leader:rome-7"]);
    expect(found.others.map(({ word }) => word)).toEqual(["halt", "bid:3"]);
  });
  it("lights an attack before a way, and a way before a choice", () => {
    const { byPlace } = of(choice("march:roma"), choice("major:capua"));
    expect([...lights(byPlace)]).toEqual([["roma", "go"], ["capua", "choose"]]);
    expect(lights(of(choice("town:capua"), choice("march:capua", "attack")).byPlace).get("capua")).toBe("attack");
    expect(lights(of(choice("scrap:capua", "grave")).byPlace).get("capua")).toBe("danger");
  });
  it("plays the one choice of a place at once, asks among several, and asks again before something is given up", () => {
    expect(meaningOf([choice("march:roma")], [], true)).toEqual({ kind: "play", word: "march:roma" });
    expect(meaningOf([choice("legion:roma"), choice("heavy:roma")], [], true).kind).toBe("ask");
    expect(meaningOf([choice("scrap:roma", "grave")], [], true).kind).toBe("ask");
  });
  it("asks where nobody can look before the click", () => {
    expect(meaningOf([choice("march:roma")], [], false).kind).toBe("ask");
  });
  it("marches to a far place by its line of words, and else looks", () => {
    expect(meaningOf([], ["march:roma", "march:capua"], true)).toEqual({ kind: "line", words: ["march:roma", "march:capua"] });
    expect(meaningOf([], [], true).kind).toBe("look");
  });
});
