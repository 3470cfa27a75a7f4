/**
 * The coast, cut when the page is built: Natural Earth's land clipped to the map's window, in Mercator's projection, simplified.
 * Nothing of the third-party geometry is stored in the repository.
 */
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Point = [x: number, y: number];

/** West, south, east, north in degrees: the Spaces of the game with some ground around them. */
const WINDOW = [-26, 14, 62, 64] as const;
/** Steps of a degree in the file. */
const UNIT = 500;
/** For each level of detail: what deviates less is left out, islands smaller than this are left out; in degrees. */
const LEVELS = [
  { tolerance: 0.03, least: 0.02 },
  { tolerance: 0.005, least: 0.0008 },
];

export interface Coast {
  unit: number;
  /**
   * Coarse, then fine: the same closed rings, each `x, y` and then steps from point to point, in units; y grows southward. A ring that is
   * too small for the coarse level is empty there.
   */
  levels: number[][][];
}

function clip(ring: Point[]): Point[] {
  const [west, south, east, north] = WINDOW;
  const sides: [axis: 0 | 1, limit: number, sign: number][] = [[0, west, 1], [0, east, -1], [1, south, 1], [1, north, -1]];
  for (const [axis, limit, sign] of sides) {
    const found: Point[] = [];
    ring.forEach((here, index) => {
      const before = ring[(index + ring.length - 1) % ring.length];
      const inside = (here[axis] - limit) * sign >= 0;
      if (inside !== (before[axis] - limit) * sign >= 0) {
        const part = (limit - before[axis]) / (here[axis] - before[axis]);
        found.push([before[0] + part * (here[0] - before[0]), before[1] + part * (here[1] - before[1])]);
      }
      if (inside) found.push(here);
    });
    ring = found;
  }
  return ring;
}

const degrees = 180 / Math.PI;
const project = ([lon, lat]: Point): Point => [lon, -Math.log(Math.tan(Math.PI / 4 + lat / degrees / 2)) * degrees];

function area(ring: Point[]): number {
  return Math.abs(ring.reduce((sum, [x, y], index) => {
    const [u, v] = ring[(index + 1) % ring.length];
    return sum + x * v - u * y;
  }, 0)) / 2;
}

/** Douglas and Peucker's way between two points of a line that stay. */
function thin(line: Point[], tolerance: number): Point[] {
  const stays = new Uint8Array(line.length);
  stays[0] = stays[line.length - 1] = 1;
  const left: [number, number][] = [[0, line.length - 1]];
  for (let span = left.pop(); span; span = left.pop()) {
    const [from, to] = span;
    const [x, y] = line[from];
    const across = line[to][0] - x, down = line[to][1] - y, length = Math.hypot(across, down);
    let worst = 0, far = tolerance;
    for (let index = from + 1; index < to; index++) {
      const [u, v] = line[index];
      const off = length ? Math.abs(across * (v - y) - down * (u - x)) / length : Math.hypot(u - x, v - y);
      if (off > far) [worst, far] = [index, off];
    }
    if (worst) {
      stays[worst] = 1;
      left.push([from, worst], [worst, to]);
    }
  }
  return line.filter((_, index) => stays[index]);
}

function simplify(ring: Point[], tolerance: number): Point[] {
  const half = ring.length >> 1;
  return [...thin(ring.slice(0, half + 1), tolerance).slice(0, -1), ...thin([...ring.slice(half), ring[0]], tolerance).slice(0, -1)];
}

function steps(ring: Point[]): number[] {
  let x = 0, y = 0;
  return ring.flatMap(([u, v]) => {
    const step = [Math.round(u * UNIT) - x, Math.round(v * UNIT) - y];
    [x, y] = [x + step[0], y + step[1]];
    return step;
  });
}

export function cut(world: Topology<{ land: GeometryCollection }>): Coast {
  const shapes = feature(world, world.objects.land).features.map((each) => each.geometry);
  const rings = shapes
    .flatMap((shape) => (shape.type === "MultiPolygon" ? shape.coordinates : shape.type === "Polygon" ? [shape.coordinates] : []))
    .flat()
    .map((ring) => clip(ring.slice(0, -1) as Point[]).map(project))
    .filter((ring) => ring.length > 2);
  const kept = rings.filter((ring) => area(ring) > LEVELS[1].least);
  const levels = LEVELS.map(({ tolerance, least }) => kept.map((ring) => (area(ring) > least ? steps(simplify(ring, tolerance)) : [])));
  return { unit: UNIT, levels };
}
