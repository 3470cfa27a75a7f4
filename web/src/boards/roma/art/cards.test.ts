import { describe, expect, it } from "vitest";
import cardList from "../../../../../src/ludi/games/roma/data/cards.csv?raw";
import words from "../words/en.json";
import { romaCards } from "./cards";
import { icons } from "./icons";

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

  it("are explained", () => {
    for (const word of Object.keys(romaCards)) expect(words).toHaveProperty([`board.roma.help.${word}`]);
  });
});
