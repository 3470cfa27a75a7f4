/** What the strengths of bots are called. */
import { maybe } from "./i18n.svelte";

export function levelName(level: string): string {
  return maybe(`level.${level}`, level);
}
