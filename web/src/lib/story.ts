/** How a match went that is over, asked of the server piece by piece. */
import { api } from "./api";
import { infoOfMatch } from "./info";
import type { Story } from "./types";

export function storyOfMatch(id: string, language: string): Story {
  return {
    log: () => api.log(id, null, language),
    after: async (decision) => (await api.replay(id, "watch", decision, 1, language)).steps[0]?.views[0] ?? null,
    info: infoOfMatch(id),
  };
}
