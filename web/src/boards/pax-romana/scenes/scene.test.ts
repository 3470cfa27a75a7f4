import { describe, expect, it } from "vitest";
import type { PaxRomanaView } from "../view";
import { sceneOf } from "./scene";

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
