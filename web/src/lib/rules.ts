/** What the ids of rules mean: the server knows the rule index of every game on its shelf. */
import { api, Refusal, type RuleInfo } from "./api";

const known = new Map<string, Promise<RuleInfo | null>>();

/** The requirement behind an id; null if no game on the shelf has it. Refused when the server does not answer. */
export function ruleOf(id: string, lang: string): Promise<RuleInfo | null> {
  const key = `${lang} ${id}`;
  let found = known.get(key);
  if (!found) {
    found = api.rule(id, lang).catch((error: Refusal) => {
      if (error.status === 404) return null;
      known.delete(key);
      throw error;
    });
    known.set(key, found);
  }
  return found;
}
