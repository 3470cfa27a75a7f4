import { speaker } from "../../lib/i18n.svelte";
import { capital } from "../../lib/fill";
import type words from "./words/en.json";

const speak = speaker<keyof typeof words>();

/** The words of this board; a sentence that begins with a name begins with a capital. */
export const t: typeof speak = (key, facts = {}) => {
  const said = speak(key, facts);
  return Object.values(facts).some((fact) => typeof fact === "string" && fact && said.startsWith(fact)) ? capital(said) : said;
};
