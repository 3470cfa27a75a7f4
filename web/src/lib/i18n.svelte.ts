/** The page's own words, and those that each game brings in its folder. What a game says comes ready-made from the server. */
import board from "../i18n/en.json";
import page from "../i18n/page/en.json";
import { fill } from "./fill";
import { settings, type Language } from "./settings.svelte";

type Words = Record<string, string>;
type Facts = Record<string, string | number>;
const own = { ...page, ...board };
export type Key = keyof typeof own;

const english = import.meta.glob<Words>("../boards/*/words/en.json", { eager: true, import: "default" });
const others = import.meta.glob<Words>(
  ["../i18n/{de,nl}.json", "../i18n/page/{de,nl}.json", "../boards/*/words/{de,nl}.json"],
  { import: "default" },
);

const en: Words = Object.assign({}, own, ...Object.values(english));
let words: Words = $state.raw(en);
let spoken: Language = $state("en");

async function wordsIn(language: Language): Promise<Words> {
  if (language === "en") return en;
  const files = Object.entries(others).filter(([path]) => path.endsWith(`/${language}.json`));
  return Object.assign({}, ...(await Promise.all(files.map(([, load]) => load()))));
}

/** Load the words of the chosen language, then speak it. */
export async function speak(language: Language): Promise<void> {
  const loaded = await wordsIn(language);
  if (settings.language === language) {
    words = loaded;
    spoken = language;
  }
}

/** The language the page speaks at this moment. */
export function language(): Language {
  return spoken;
}

export function t(key: Key, facts: Facts = {}): string {
  return fill(words[key] ?? en[key] ?? key, facts);
}

/** `t` for the folder of a game, which has words of its own beside the page's. */
export function speaker<Own>(): (key: Key | (Own & string), facts?: Facts) => string {
  return t as (key: string, facts?: Facts) => string;
}

/** For keys made from data ("option.players"): the fallback where there is none. */
export function maybe(key: string, fallback: string, facts: Facts = {}): string {
  const found = words[key];
  return found === undefined ? fallback : fill(found, facts);
}
