/** The Influence Cards of PAX as the page draws them: what a card's word says, no rule. */
export const categories = ["wealth", "fleet", "army", "religion", "senator", "land", "intrigue"] as const;
export type Category = (typeof categories)[number];

export interface InfluenceCard {
  word: string;
  category: Category;
  symbols: number;
  value: number;
}

/** `"army-2-4"`: an Army of two symbols that is worth four Aurei. */
export function influenceCard(word: string): InfluenceCard {
  const [category, symbols, value] = word.split("-");
  if (!isCategory(category) || !Number.isInteger(+symbols) || !Number.isInteger(+value)) throw new Error(`no Influence Card: ${word}`);
  return { word, category, symbols: +symbols, value: +value };
}

export function isCategory(name: string): name is Category {
  return (categories as readonly string[]).includes(name);
}

/** Cards as a player sorts a hand: by category, then the stronger first. */
export function sorted(words: string[]): string[] {
  const rank = (word: string) => {
    const card = influenceCard(word);
    return categories.indexOf(card.category) * 10000 - card.symbols * 100 - card.value;
  };
  return [...words].sort((one, other) => rank(one) - rank(other));
}

const numerals: [number, string][] = [
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

export function roman(number: number): string {
  let rest = number;
  let text = "";
  for (const [worth, letters] of numerals) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
}
