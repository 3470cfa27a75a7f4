/** Where a bubble stands: beside, below or above what it explains, never over it. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Spot {
  left: number;
  top: number;
  /** Higher than this it would not fit: then it scrolls. */
  most: number;
}

const GAP = 8;

export function placeOf(thing: Box, width: number, height: number, wide: number, high: number): Spot {
  const clamp = (value: number, room: number) => Math.max(GAP, Math.min(value, room));
  const across = clamp((thing.left + thing.right - width) / 2, wide - width - GAP);
  const along = clamp(thing.top, high - height - GAP);
  const all = high - 2 * GAP;
  const above = thing.top - 2 * GAP;
  const below = high - thing.bottom - 2 * GAP;
  const left = { left: thing.left - width - GAP, top: along, most: all };
  const right = { left: thing.right + GAP, top: along, most: all };
  const fitsLeft = left.left >= GAP;
  const fitsRight = right.left + width + GAP <= wide;
  // Beside a list on the right, not over it.
  if (fitsLeft && thing.left > wide / 2) return left;
  if (height <= below) return { left: across, top: thing.bottom + GAP, most: all };
  if (height <= above) return { left: across, top: thing.top - height - GAP, most: all };
  if (fitsRight) return right;
  if (fitsLeft) return left;
  if (below >= above) return { left: across, top: thing.bottom + GAP, most: below };
  return { left: across, top: Math.max(GAP, thing.top - Math.min(height, above) - GAP), most: above };
}
