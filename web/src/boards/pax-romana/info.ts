import { api } from "../../lib/api";
import type { Chart } from "./model";

export interface Info {
  names: Record<string, string>;
  chart: Chart;
}

const kept = new Map<string, Promise<Info>>();

/** Names and static facts of a match, asked for once. */
export function boardInfo(options: Record<string, unknown>, language: string): Promise<Info> {
  const key = JSON.stringify([options, language]);
  let found = kept.get(key);
  if (!found) {
    found = api.board("pax-romana", options, language) as Promise<unknown> as Promise<Info>;
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}
