import { describe, expect, it } from "vitest";
import { displacement } from "./motion";

describe("movement", () => {
  it("starts where the thing was, in the size it had there", () => {
    expect(displacement({ left: 0, top: 0, width: 50, height: 70 }, { left: 100, top: 200, width: 100, height: 140 })).toBe(
      "translate(-125.0px, -235.0px) scale(0.500)",
    );
  });
  it("never blows a thing up beyond reason", () => {
    expect(displacement({ left: 0, top: 0, width: 900, height: 20 }, { left: 0, top: 0, width: 10, height: 10 })).toContain("scale(3.000)");
  });
});
