import { describe, expect, it } from "vitest";
import { inZone, track, type Slot } from "./track";

const at = (zone: string, ...words: (string | null)[]): Slot[] => words.map((word) => ({ zone, word }));

describe("cards followed from view to view", () => {
  it("keep their ids where they stay, even among their like", () => {
    const ids = { next: 1 };
    const first = track([], [...at("hand", "army-1-1", "army-1-1"), ...at("legion:1", "army-1-1")], ids);
    const second = track(first.placed, [...at("legion:1", "army-1-1"), ...at("hand", "army-1-1", "army-1-1")], ids);
    expect(inZone(second.placed, "hand")).toEqual(inZone(first.placed, "hand"));
    expect(inZone(second.placed, "legion:1")).toEqual(inZone(first.placed, "legion:1"));
    expect(second.from.size).toBe(0);
  });

  it("take their ids along when they move", () => {
    const ids = { next: 1 };
    const first = track([], at("legion:2", "land-1-1", "fleet-2-3"), ids);
    const second = track(first.placed, [...at("hand", "fleet-2-3"), ...at("rome:land", "land-1-1")], ids);
    expect(second.placed.map(({ id }) => id)).toEqual([2, 1]);
    expect([...second.from]).toEqual([
      [2, "legion:2"],
      [1, "legion:2"],
    ]);
    expect(second.gone).toEqual([]);
  });

  it("stay themselves when they are turned over", () => {
    const ids = { next: 1 };
    const first = track([], at("rome-hidden", null, null, null), ids);
    const second = track(first.placed, at("rome-hidden", "army-1-1", "land-2-3", "senator-1-2"), ids);
    expect(second.placed.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("come out of a hidden hand and go back into one", () => {
    const ids = { next: 1 };
    const first = track([], [...at("hand:1", null, null), ...at("row:0:3", "forum")], ids);
    const played = track(first.placed, [...at("hand:1", null), ...at("row:0:3", "forum"), ...at("row:1:2", "nero")], ids);
    expect(inZone(played.placed, "row:1:2")[0].id).toBe(2);
    const returned = track(played.placed, [...at("hand:1", null, null), ...at("row:0:3", "forum")], ids);
    expect(inZone(returned.placed, "hand:1").map(({ id }) => id)).toEqual([1, 2]);
  });

  it("get fresh ids when they are new, and are told when they are gone", () => {
    const ids = { next: 1 };
    const first = track([], at("legion:1", "army-1-1"), ids);
    const second = track(first.placed, at("legion:1", "wealth-1-1"), ids);
    expect(second.placed[0].id).toBe(2);
    expect(second.gone.map(({ word }) => word)).toEqual(["army-1-1"]);
  });

  it("never share an id", () => {
    const ids = { next: 1 };
    let placed = track([], at("a", "x", "x", null, null, "y"), ids).placed;
    placed = track(placed, [...at("b", "x", null), ...at("a", "y", "z", null, "x")], ids).placed;
    expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length);
  });
});
