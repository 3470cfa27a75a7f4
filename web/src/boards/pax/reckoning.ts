import type { Category, End } from "./view";

/** Who holds a category, as the account says: Rome, players above it, or (solitaire, not above) nobody named. */
export function holder(account: Pick<End, "held_by_rome" | "beaten">, category: Category): "rome" | "players" | null {
  if (account.held_by_rome) return account.held_by_rome.includes(category) ? "rome" : "players";
  if (account.beaten) return account.beaten.includes(category) ? "players" : "rome";
  return null;
}

/** The rule behind each row of points. */
export const pointRules: Record<string, string> = {
  categories: "PAX-SCORE-1",
  above_rome: "PAX-SCORE-2",
  fleets: "PAX-SCORE-3",
  armies: "PAX-SCORE-3",
  conspirator: "PAX-SCORE-4",
  money: "PAX-SCORE-5",
};
