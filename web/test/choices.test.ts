import { describe, expect, it } from "vitest";
import { inGroups, inOrder, SHORT, speakingOf } from "../src/lib/choices";
import type { LegalAction } from "../src/lib/types";

function choice(word: string, heading = "", manner: LegalAction["manner"] = ""): LegalAction {
  const [verb, argument = ""] = word.split(":");
  return { word, verb, argument, heading, manner, thing: argument, label: heading.replace("…", argument) || word, explanation: "", rule: "" };
}

const LONG = [
  choice("pass", "", "ends"),
  choice("march:roma", "March to …"),
  choice("raze", "", "grave"),
  choice("march:capua", "March to …", "attack"),
  choice("intercept:zama", "Intercept from … (8)"),
  choice("intercept:utica", "Intercept from … (9)"),
  choice("go", "", "usual"),
];

describe("choices", () => {
  it("are listed with the usual one first, the grave late and what ends something last", () => {
    expect(inOrder(LONG).map(({ word }) => word)).toEqual(["go", "march:roma", "march:capua", "intercept:zama", "intercept:utica", "raze", "pass"]);
  });
  it("stand together if they differ only in what they name", () => {
    expect(inGroups(LONG).map(({ heading, actions }) => `${heading}${actions.length}`)).toEqual(["1", "March to …2", "1", "1", "1", "1"]);
  });
  it("stay as they are in a short list", () => {
    expect(LONG.length).toBeGreaterThan(SHORT);
    expect(inGroups(LONG.slice(0, 4)).every(({ heading }) => heading === "")).toBe(true);
  });
  it("are found by typed words and by the thing that was picked", () => {
    expect(speakingOf(LONG, "mar cap").map(({ word }) => word)).toEqual(["march:capua"]);
    expect(speakingOf(LONG, "", "roma").map(({ word }) => word)).toEqual(["march:roma"]);
    expect(speakingOf(LONG, "")).toEqual(LONG);
  });
});
