/** A turn as a wheel: every phase a sector, the Activations the widest. */
export interface Sector {
  path: string;
  /** Where its letter stands. */
  x: number;
  y: number;
}

const MIDDLE = 160;
const OUTER = 150;
const INNER = 96;
const GAP = 1.2;

function at(degrees: number, radius: number): [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [MIDDLE + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle)];
}

const pair = ([x, y]: [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Sectors clockwise from the top, as wide as their weights say. */
export function wheel(weights: number[]): Sector[] {
  const all = weights.reduce((sum, each) => sum + each, 0);
  let from = 0;
  return weights.map((weight) => {
    const [start, end] = [from + GAP, from + (360 * weight) / all - GAP];
    from += (360 * weight) / all;
    const large = end - start > 180 ? 1 : 0;
    const [x, y] = at((start + end) / 2, (OUTER + INNER) / 2);
    const rim = `M${pair(at(start, OUTER))}A${OUTER} ${OUTER} 0 ${large} 1 ${pair(at(end, OUTER))}`;
    return { path: `${rim}L${pair(at(end, INNER))}A${INNER} ${INNER} 0 ${large} 0 ${pair(at(start, INNER))}Z`, x, y };
  });
}
