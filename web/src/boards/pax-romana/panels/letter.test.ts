import { expect, it } from "vitest";
import { letterOf } from "./letter";

it("takes the letter of a side's noun, not of its article", () => {
  expect(["Rome", "The East", "der Osten (Seleukiden)", "het Oosten", "the Greek leagues", ""].map(letterOf)).toEqual(["R", "E", "O", "O", "L", ""]);
});
