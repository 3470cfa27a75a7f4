/** A game's account as rows for a table. The page adds nothing up: it only turns the account around. */
export interface PointRow {
  key: string;
  values: number[];
}

type Numbers = Record<string, number>;

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** `[{a: 1, b: 2}, {a: 3, b: 4}]` (one per seat) -> rows a and b. Anything else has no rows. */
export function pointRows(points: unknown): PointRow[] {
  if (!Array.isArray(points) || !points.length || !points.every(isObject)) return [];
  return Object.keys(points[0]).map((key) => ({ key, values: points.map((each) => Number(each[key] ?? 0)) }));
}

/** The parts of an account that are themselves lists of numbers by name, such as one for each side. */
export function sides(account: Record<string, unknown>): [string, Numbers][] {
  const numbers = (value: unknown): value is Numbers =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every((each) => typeof each === "number");
  return Object.entries(account).filter((entry): entry is [string, Numbers] => numbers(entry[1]));
}
