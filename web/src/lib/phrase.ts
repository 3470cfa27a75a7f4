import { capital } from "./fill";

/** Phrases of a game, said from the templates that the server tells once: `{space}` names a thing, `{n:talent}` counts. */

export interface Book {
  names: Record<string, string>;
  phrases: Record<string, string>;
  units: Record<string, [one: string, many: string]>;
}

export type Facts = Record<string, string | number | null | undefined>;

/** The phrase in words; the key itself where the book has none, and nothing in place of a fact that is missing. */
export function say(book: Book, key: string, facts: Facts = {}): string {
  const template = book.phrases[key] ?? key;
  const said = template.replace(/\{(\w+)(?::([\w/ ]+))?\}/g, (_, name: string, spec?: string) => {
    const fact = facts[name];
    if (fact === undefined || fact === null) return "";
    if (!spec) return book.names[fact] ?? String(fact);
    const unit = book.units[spec];
    if (unit) return `${fact} ${Number(fact) === 1 ? unit[0] : unit[1]}`;
    return spec.split("/")[0];
  });
  return /^\{\w+\}/.test(template) ? capital(said) : said;
}

/** A word of an action, as in a plan or an offer: its verb's label with what it names. */
export function sayWord(book: Book, word: string): string {
  const [verb, argument = ""] = word.split(":");
  const key = `label.${verb}`;
  if (!book.phrases[key]) return word;
  const what = book.names[`unit-${argument}`] ? `unit-${argument}` : argument;
  return say(book, key, { what });
}
