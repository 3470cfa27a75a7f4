import { describe, expect, it } from "vitest";
import { finder } from "../src/lib/find";

describe("searching", () => {
  it("finds all words typed, in any order, case and with or without accents", () => {
    expect(finder("gebaude PREIS")("Preis 5", "Ein Gebäude")).toBe(true);
    expect(finder("Gebäude")("gebaude")).toBe(true);
    expect(finder("gebäude münze")("Gebäude")).toBe(false);
  });
  it("finds everything by nothing", () => {
    expect(finder("  ")("what there is")).toBe(true);
  });
});
