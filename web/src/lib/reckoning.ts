/** A game's account as rows for a table. The page adds nothing up: it only turns the account around. */
export interface PointRow {
  key: string;
  values: number[];
}

/** `[{a: 1, b: 2}, {a: 3, b: 4}]` (one per seat) -> rows a and b. Anything else has no rows. */
export function pointRows(points: unknown): PointRow[] {
  if (!Array.isArray(points) || !points.length || points.some((each) => each === null || typeof each !== "object")) return [];
  return Object.keys(points[0]).map((key) => ({ key, values: points.map((each) => each[key] ?? 0) }));
}

/** Who holds a category, as the account says: Rome, players above it, or (solitaire, not above) nobody named. */
export function holder(account: Record<string, any>, category: string): "rome" | "players" | null {
  if (Array.isArray(account.held_by_rome)) return account.held_by_rome.includes(category) ? "rome" : "players";
  if (Array.isArray(account.beaten)) return account.beaten.includes(category) ? "players" : "rome";
  return null;
}
