/** Walking over the map by arrow keys: along the connections, as near to the arrow's direction as one leads. */
import type { Geography, Spot } from "./geography";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const HEADING: Record<Arrow, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isArrow(key: string): key is Arrow {
  return key in HEADING;
}

/** The connected place that lies most in this direction, or null where nothing lies within 80 degrees of it. */
export function walk(map: Geography, from: string, arrow: Arrow): string | null {
  const here = map.spot.get(from);
  if (!here) return null;
  const [x, y] = HEADING[arrow];
  let best: Spot | null = null;
  let straightest = Math.cos((80 * Math.PI) / 180);
  for (const there of map.near.get(from) ?? []) {
    const across = there.x - here.x;
    const down = there.y - here.y;
    const along = (across * x + down * y) / Math.hypot(across, down);
    if (along > straightest) [best, straightest] = [there, along];
  }
  return best?.id ?? null;
}
