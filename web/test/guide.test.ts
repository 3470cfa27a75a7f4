import { describe, expect, it } from "vitest";
import { guidedMatch, stepsMade, withWords } from "../src/lib/guide";

const steps = ["expand", "major:rhegium", "take-all"];

describe("where a guided player stands", () => {
  it("counts the steps made", () => {
    const taken = withWords(withWords([], ["expand"], 0), ["major:rhegium", "take-all"], 1);
    expect(stepsMade(steps, [], 0)).toBe(0);
    expect(stepsMade(steps, taken, 2)).toBe(2);
    expect(stepsMade(steps, taken, 3)).toBe(3);
  });

  it("says when another way was gone, until it is taken back", () => {
    const astray = withWords(withWords([], ["expand"], 0), ["major:roma"], 1);
    expect(stepsMade(steps, astray, 2)).toBeNull();
    expect(stepsMade(steps, astray, 1)).toBe(1);
    expect(stepsMade(steps, withWords(astray, ["major:rhegium"], 1), 2)).toBe(2);
  });

  it("is through with the last step, whatever comes then", () => {
    expect(stepsMade(steps, withWords([], [...steps, "halt", "done"], 0), 5)).toBe(3);
  });
});

it("makes a match from the guide's position", () => {
  const guide = { seats: ["me", "novice"], position: { turn: 0 }, dice: [4], steps };
  expect(guidedMatch("game", guide)).toEqual({ game: "game", seats: [{ kind: "me" }, { kind: "bot", level: "novice" }], position: { turn: 0 }, dice: [4] });
});
