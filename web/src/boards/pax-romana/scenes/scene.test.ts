import { describe, expect, it } from "vitest";
import type { PaxRomanaView } from "../view";
import { chanceIn, sceneOf } from "./scene";

const view = (scenes: object[], more: object = {}) => ({ scenes, meeting: null, outcome: null, ...more }) as unknown as PaxRomanaView;

describe("the scene of a position", () => {
  it("is what is innermost, within its Battle", () => {
    const found = sceneOf(view([{ kind: "battle", space: "capua" }, { kind: "losses", space: "capua" }]));
    expect(found?.battle?.space).toBe("capua");
    expect(found?.losses?.kind).toBe("losses");
    expect(found?.space).toBe("capua");
  });
  it("is a Meeting where nothing else is under way", () => {
    expect(sceneOf(view([], { meeting: { table: [] } }))?.takesChoices).toBe(true);
    expect(sceneOf(view([{ kind: "bribe", space: null }], { meeting: { table: [] } }))?.meeting).toBeNull();
  });
  it("is none in a position at rest, or when the game is over", () => {
    expect(sceneOf(view([]))).toBeNull();
    expect(sceneOf(view([{ kind: "check" }], { outcome: {} }))).toBeNull();
  });
});

describe("the chances of a fight", () => {
  const wanted = (scenes: object[], breadcrumb: string[]) => {
    const position = view(scenes, { breadcrumb });
    return chanceIn(sceneOf(position)!, position);
  };
  it("are asked for before the dice are cast", () => {
    expect(wanted([{ kind: "battle", space: "capua", dice: [], winner: null }], ["move", "battle"])).toEqual({ question: "odds", asks: {} });
    expect(wanted([{ kind: "battle", space: "capua", dice: [{}], winner: null }], ["move", "battle"])).toBeNull();
    expect(wanted([{ kind: "naval", space: "utica", totals: [7, 5] }], ["move", "encounter"])).toBeNull();
  });
  it("are those of the Move that is entered against", () => {
    expect(wanted([{ kind: "withdrawal", space: "capua" }], ["move", "withdrawal"])).toEqual({ question: "odds", asks: { space: "capua" } });
    expect(wanted([{ kind: "withdrawal", space: "capua" }], ["slaves", "withdrawal"])).toBeNull();
  });
});
