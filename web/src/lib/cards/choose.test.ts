import { describe, expect, it } from "vitest";
import type { LegalAction } from "../types";
import { canLift, carry, choicesOf, lit, meaning, type Route } from "./choose";

const action = (word: string): LegalAction => {
  const [verb, argument = ""] = word.split(":");
  return { word, verb, argument, label: word, heading: "", thing: "", manner: "", explanation: "", rule: "" };
};
const routes: Record<string, Route> = {
  "money:3": { on: ["money"], from: ["die:3"], to: ["money"] },
  "money:5": { on: ["money"], from: ["die:5"], to: ["money"] },
  "activate:3": { on: ["own:3"], from: ["die:3"], to: ["own:3"] },
  "lay:forum-2": { from: ["hand:forum"], to: ["own:2"] },
  "lay:forum-3": { from: ["hand:forum"], to: ["own:3"] },
  "lay:nero-2": { from: ["hand:nero"], to: ["own:2"] },
};
const choices = choicesOf([...Object.keys(routes), "end"].map(action), ({ word }) => routes[word] ?? null);
const words = (means: ReturnType<typeof meaning>) => (means.kind === "play" ? means.actions.map(({ word }) => word) : means.kind);

describe("clicks and what they mean", () => {
  it("leaves a word without a place to the page", () => {
    expect(choices.map(({ action: { word } }) => word)).not.toContain("end");
  });
  it("plays at once where one word is meant", () => {
    expect(words(meaning(choices, "own:3", null))).toEqual(["activate:3"]);
  });
  it("asks where several words are meant", () => {
    expect(words(meaning(choices, "money", null))).toEqual(["money:3", "money:5"]);
    expect(words(meaning(choices, "own:2", null))).toEqual(["lay:forum-2", "lay:nero-2"]);
  });
  it("picks up what can go to several places, and plays what can go to one only", () => {
    expect(words(meaning(choices, "hand:forum", null))).toBe("pick");
    expect(words(meaning(choices, "hand:nero", null))).toEqual(["lay:nero-2"]);
  });
  it("puts down what is held", () => {
    expect(words(meaning(choices, "own:3", "hand:forum"))).toEqual(["lay:forum-3"]);
    expect(words(meaning(choices, "own:3", "die:3"))).toEqual(["activate:3"]);
    expect(words(meaning(choices, "hand:forum", "hand:forum"))).toBe("drop");
  });
  it("takes up another thing instead", () => {
    expect(words(meaning(choices, "hand:forum", "die:3"))).toBe("pick");
  });
  it("means nothing elsewhere", () => {
    expect(words(meaning(choices, "own:6", null))).toBe("none");
    expect(words(meaning(choices, "own:6", "die:3"))).toBe("none");
  });
  it("lights only where the held thing may go", () => {
    expect([...lit(choices, "hand:forum")].sort()).toEqual(["own:2", "own:3"]);
    expect([...lit(choices, "die:5")]).toEqual(["money"]);
    expect(lit(choices, null)).toEqual(new Set(["money", "die:3", "die:5", "own:3", "hand:forum", "hand:nero"]));
  });
  it("carries by dragging", () => {
    expect(carry(choices, "die:3", "money").map(({ word }) => word)).toEqual(["money:3"]);
    expect(carry(choices, "die:5", "own:3")).toEqual([]);
    expect(canLift(choices, "die:5")).toBe(true);
    expect(canLift(choices, "money")).toBe(false);
  });
});
