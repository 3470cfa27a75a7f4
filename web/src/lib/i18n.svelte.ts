/** The page's own words. What a game says comes ready-made from the server. */
import board from "../i18n/en.json";
import page from "../i18n/page/en.json";
import { fill } from "./fill";
import { settings, type Language } from "./settings.svelte";

type Words = Record<string, string>;
const en = { ...page, ...board };
export type Key = keyof typeof en;

/** The boards' words and the page's own. */
const others: Record<Exclude<Language, "en">, () => Promise<{ default: Words }[]>> = {
  de: () => Promise.all([import("../i18n/de.json"), import("../i18n/page/de.json")]),
  nl: () => Promise.all([import("../i18n/nl.json"), import("../i18n/page/nl.json")]),
};

let words: Words = $state.raw(en);
let spoken: Language = $state("en");

/** Load the words of the chosen language, then speak it. */
export async function speak(language: Language): Promise<void> {
  const loaded: Words =
    language === "en" ? en : Object.assign({}, ...(await others[language]()).map((file) => file.default));
  if (settings.language === language) {
    words = loaded;
    spoken = language;
  }
}

/** The language the page speaks at this moment. */
export function language(): Language {
  return spoken;
}

export function t(key: Key, facts: Record<string, string | number> = {}): string {
  return fill(words[key] ?? en[key] ?? key, facts);
}

/** For keys made from data ("option.players"): the fallback where there is none. */
export function maybe(key: string, fallback: string, facts: Record<string, string | number> = {}): string {
  const found = words[key];
  return found === undefined ? fallback : fill(found, facts);
}
