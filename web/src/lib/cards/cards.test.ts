import { describe, expect, it } from "vitest";
import cardList from "../../../../src/ludi/games/roma/data/cards.csv?raw";
import deck from "../../../../src/ludi/games/pax/data/deck.csv?raw";
import { icons } from "./icons";
import { categories, influenceCard, roman, sorted } from "./pax";
import { romaCards } from "./roma";

describe("the cards of Roma", () => {
  const rows = cardList
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","));

  it("are those of the game's own list, fact by fact", () => {
    const drawn = Object.entries(romaCards).map(([id, card]) => [id, card.name, card.type, String(card.cost), String(card.defence), String(card.dice)]);
    expect(drawn).toEqual(rows.map(([id, name, type, cost, defence, , dice]) => [id, name, type, cost, defence, dice]));
  });

  it("each have a picture of their own", () => {
    const pictures = Object.values(romaCards).map((card) => icons[card.icon]);
    expect(new Set(pictures).size).toBe(pictures.length);
  });
});

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
});
