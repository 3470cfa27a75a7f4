import { describe, expect, it } from "vitest";
import { geography } from "./geography";
import { walk } from "./walk";
import { chartOf } from "./test-map";

describe("walking by arrow keys", () => {
  const map = geography(
    chartOf({ roma: [42, 12], capua: [41, 14], pisae: [43.4, 9], caralis: [39, 9], ancona: [43.6, 13.5] }, [
      ["roma", "capua", "land"],
      ["roma", "pisae", "land"],
      ["roma", "caralis", "naval"],
    ]),
  );

  it("goes to the connected place nearest the arrow's direction", () => {
    expect(walk(map, "roma", "ArrowRight")).toBe("capua");
    expect(walk(map, "roma", "ArrowUp")).toBe("pisae");
    expect(walk(map, "roma", "ArrowLeft")).toBe("pisae");
    expect(walk(map, "roma", "ArrowDown")).toBe("caralis");
  });

  it("goes nowhere where no connection leads", () => {
    expect(walk(map, "capua", "ArrowRight")).toBeNull();
    expect(walk(map, "pisae", "ArrowUp")).toBeNull();
    expect(walk(map, "nowhere", "ArrowUp")).toBeNull();
  });
});
