import { describe, expect, it } from "vitest";
import de from "../i18n/de.json";
import en from "../i18n/en.json";
import nl from "../i18n/nl.json";
import { categories } from "../lib/cards/pax";
import { romaCards } from "../lib/cards/roma";

const facts = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort();

describe("the words of the boards", () => {
  it("are the same in every language", () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    expect(Object.keys(nl)).toEqual(Object.keys(en));
  });

  it("take the same facts", () => {
    for (const [key, text] of Object.entries(en)) {
      expect(facts(de[key as keyof typeof de]), key).toEqual(facts(text));
      expect(facts(nl[key as keyof typeof nl]), key).toEqual(facts(text));
    }
  });

  it("explain every card", () => {
    for (const word of Object.keys(romaCards)) expect(en).toHaveProperty([`board.roma.help.${word}`]);
    for (const category of categories) expect(en).toHaveProperty([`board.pax.help.${category}`]);
  });

  it("give each category a letter of its own", () => {
    for (const language of [en, de, nl]) {
      const letters = categories.map((category) => language[`board.pax.letter.${category}`]);
      expect(new Set(letters).size).toBe(7);
    }
  });
});
