import { describe, expect, it } from "vitest";
import deck from "../../../../../src/ludi/games/pax/data/deck.csv?raw";
import de from "../words/de.json";
import en from "../words/en.json";
import nl from "../words/nl.json";
import { categories, influenceCard, roman, sorted } from "./cards";
import { icons } from "./icons";

describe("the cards of PAX", () => {
  it("can be read from every word of the deck", () => {
    const kinds = deck.split(/\r?\n/).filter((line) => /^(wealth|fleet|army|religion|senator|land|intrigue),/.test(line));
    expect(kinds.length).toBeGreaterThan(20);
    for (const line of kinds) {
      const [category, symbols, value] = line.split(",");
      expect(influenceCard(`${category}-${symbols}-${value}`)).toEqual({
        word: `${category}-${symbols}-${value}`,
        category,
        symbols: Number(symbols),
        value: Number(value),
      });
    }
  });

  it("have a picture for each category", () => {
    expect(new Set(categories.map((category) => icons[category])).size).toBe(7);
  });

  it("refuse a word that is none", () => {
    expect(() => influenceCard("mule-1-1")).toThrow("mule-1-1");
  });

  it("lie sorted in the hand: by category, the stronger first", () => {
    expect(sorted(["intrigue-1-1", "army-1-2", "army-2-3", "wealth-1-1"])).toEqual(["wealth-1-1", "army-2-3", "army-1-2", "intrigue-1-1"]);
  });

  it("are headed by Legions with Roman numbers", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(roman).join(" ")).toBe("I II III IV V VI VII VIII IX");
  });

  it("are explained, and each category has a letter of its own", () => {
    for (const category of categories) expect(en).toHaveProperty([`board.pax.help.${category}`]);
    for (const language of [en, de, nl]) {
      const letters = categories.map((category) => language[`board.pax.letter.${category}`]);
      expect(new Set(letters).size).toBe(7);
    }
  });
});
