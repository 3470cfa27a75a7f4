/** The coast as shapes: rings of land, which ground belongs to which place. */
import { Delaunay } from "d3-delaunay";
import { distance, type Geography, type Point, type Spot } from "./geography";

export type Corner = [x: number, y: number];
/** A closed line: x and y of one corner after the other, in one row, since there are tens of thousands of them. */
export type Ring = ArrayLike<number>;

/** What `web/coast.ts` writes: rings as steps, coarse and fine. */
export interface Steps {
  unit: number;
  levels: number[][][];
}

/** The ground of one place: part of a landmass. */
export interface Cell {
  /** The Space it belongs to. */
  space: Spot;
  outline: Ring;
}

export interface Landmass {
  /** The number of its ring among the fine ones. */
  ring: number;
  cells: Cell[];
  /** Lines between cells, with the Spaces on either side. */
  borders: { line: [Corner, Corner]; between: [Spot, Spot | null] }[];
}

/** Country farther than this from every place is ground that nobody uses. */
const REACH = 3.4;
const QUIET_STEP = 1.1;
/** An island without a Space belongs to the nearest one within this. */
const OFFSHORE = 1.1;
/** A port may lie this far off its coast: places are known to a tenth of a degree. */
const ASTRAY = 0.35;

export function rings(steps: Steps, level: number): Ring[] {
  return steps.levels[level].map((ring) => {
    const found = new Float64Array(ring.length);
    for (let index = 0, x = 0, y = 0; index < ring.length; index += 2) {
      x += ring[index];
      y += ring[index + 1];
      found[index] = x / steps.unit;
      found[index + 1] = y / steps.unit;
    }
    return found;
  });
}

export function area(ring: Ring): number {
  let sum = 0;
  for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) {
    sum += ring[last] * ring[index + 1] - ring[index] * ring[last + 1];
  }
  return Math.abs(sum) / 2;
}

export function holds(ring: Ring, at: Point): boolean {
  let inside = false;
  for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) if (crosses(ring, last, index, at)) inside = !inside;
  return inside;
}

/** Whether the side between two corners lies to the right of a point. */
function crosses(ring: Ring, last: number, index: number, at: Point): boolean {
  const y = ring[index + 1];
  const v = ring[last + 1];
  if (y > at.y === v > at.y) return false;
  const x = ring[index];
  return at.x < ((ring[last] - x) * (at.y - y)) / (v - y) + x;
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function frameOf(ring: Ring): Frame {
  const frame = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index < ring.length; index += 2) {
    frame.left = Math.min(frame.left, ring[index]);
    frame.right = Math.max(frame.right, ring[index]);
    frame.top = Math.min(frame.top, ring[index + 1]);
    frame.bottom = Math.max(frame.bottom, ring[index + 1]);
  }
  return frame;
}

export function meets(one: Frame, other: Frame): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** What of a ring lies in a frame, so that no more is painted than is seen. */
export function within(ring: Ring, { left, top, right, bottom }: Frame): Ring {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [[0, left, 1], [0, right, -1], [1, top, 1], [1, bottom, -1]];
  for (const [axis, limit, sign] of sides) {
    const found: number[] = [];
    for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) {
      const inside = (ring[index + axis] - limit) * sign >= 0;
      if (inside !== (ring[last + axis] - limit) * sign >= 0) {
        const part = (limit - ring[last + axis]) / (ring[index + axis] - ring[last + axis]);
        found.push(ring[last] + part * (ring[index] - ring[last]), ring[last + 1] + part * (ring[index + 1] - ring[last + 1]));
      }
      if (inside) found.push(ring[index], ring[index + 1]);
    }
    if (!found.length) return found;
    ring = found;
  }
  return ring;
}

/** The square of a distance, which is enough to compare. */
const apart = (one: Point, other: Point) => (one.x - other.x) ** 2 + (one.y - other.y) ** 2;

function away(ring: Ring, at: Point): number {
  let least = Infinity;
  for (let index = 0; index < ring.length; index += 2) least = Math.min(least, (ring[index] - at.x) ** 2 + (ring[index + 1] - at.y) ** 2);
  return Math.sqrt(least);
}

/** A ring with what is asked about it again and again. */
export interface Shore {
  ring: Ring;
  frame: Frame;
  area: number;
  /** Of a long ring the sides by how far down they lie, so that few are looked at when a point is asked about. */
  rows: Int32Array[] | null;
}

const LONG = 200;
const ROWS = 128;

/** A ring with its frame, its area, and, of a long one, its sides in rows. */
export function shoreOf(ring: Ring): Shore {
  const frame = frameOf(ring);
  return { ring, frame, area: area(ring), rows: ring.length > LONG ? rowsOf(ring, frame) : null };
}

const rowAt = (frame: Frame, y: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(((y - frame.top) / (frame.bottom - frame.top)) * ROWS)));

function rowsOf(ring: Ring, frame: Frame): Int32Array[] {
  const found: number[][] = Array.from({ length: ROWS }, () => []);
  for (let index = 0, last = ring.length - 2; index < ring.length; last = index, index += 2) {
    const [one, other] = [rowAt(frame, ring[last + 1]), rowAt(frame, ring[index + 1])];
    for (let row = Math.min(one, other); row <= Math.max(one, other); row++) found[row].push(last, index);
  }
  return found.map((row) => Int32Array.from(row));
}

/** Whether a point lies in a shore: the same as `holds`, sooner. */
export function stands({ ring, frame, rows }: Shore, at: Point): boolean {
  if (at.x < frame.left || at.x > frame.right || at.y < frame.top || at.y > frame.bottom) return false;
  if (!rows) return holds(ring, at);
  const row = rows[rowAt(frame, at.y)];
  let inside = false;
  for (let index = 0; index < row.length; index += 2) if (crosses(ring, row[index], row[index + 1], at)) inside = !inside;
  return inside;
}

/** The landmass a place stands on; where the tenth of a degree has put it into the water, the nearest coast. */
function standsOn(found: Shore[], at: Point): number {
  for (let index = 0; index < found.length; index++) if (stands(found[index], at)) return index;
  let best = -1;
  let least = Infinity;
  for (let index = 0; index < found.length; index++) {
    const { ring, frame, area } = found[index];
    if (at.x < frame.left - 1 || at.x > frame.right + 1 || at.y < frame.top - 1 || at.y > frame.bottom + 1) continue;
    // A rock off the coast is no home for a city.
    const far = away(ring, at) + (area < 0.015 ? ASTRAY : 0);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

/** By place on land the number of its landmass: those with a way by land between them stand on the same. */
function standing(map: Geography, shores: Shore[], members: Spot[]): Map<Spot, number> {
  const group = new Map(members.map((spot) => [spot, [spot]]));
  for (const { from, to, kind } of map.every) {
    const [one, other] = [group.get(from), group.get(to)];
    if ((kind !== "land" && kind !== "alpine") || !one || !other || one === other) continue;
    one.push(...other);
    for (const spot of other) group.set(spot, one);
  }
  const found = new Map<Spot, number>();
  for (const together of new Set(group.values())) {
    const votes = new Map<number, number>();
    for (const spot of together) {
      const ring = standsOn(shores, spot);
      votes.set(ring, (votes.get(ring) ?? 0) + 1);
    }
    const [ring] = [...votes].reduce((best, each) => (each[1] > best[1] ? each : best));
    for (const spot of together) found.set(spot, ring);
  }
  return found;
}

/** Points that keep ground quiet: a grid over a landmass wherever no place is near. */
function quiet(places: Point[], { left, top, right, bottom }: Frame): Point[] {
  const found: Point[] = [];
  for (let y = top, row = 0; y <= bottom; y += QUIET_STEP, row++) {
    for (let x = left + (row % 2) * (QUIET_STEP / 2); x <= right; x += QUIET_STEP) {
      // The same small disorder every time, so that the edge of the known world is not ruled with a ruler.
      const at = { x: x + 0.3 * Math.sin(7 * y + 3 * x), y: y + 0.3 * Math.cos(5 * x - 2 * y) };
      let near = false;
      for (let index = 0; index < places.length && !near; index++) near = apart(places[index], at) <= REACH * REACH;
      if (!near) found.push(at);
    }
  }
  return found;
}

function far(places: Point[]): Point[] {
  const middle = places[0];
  return Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * 2 * Math.PI;
    return { x: middle.x + 60 * Math.cos(angle), y: middle.y + 60 * Math.sin(angle) };
  });
}

/** The Space whose ground a place's is: its own, or for a point on land the nearest Space it is connected with. */
function owners(map: Geography): Map<Spot, Spot> {
  const found = new Map<Spot, Spot>();
  for (const spot of map.all) {
    if (spot.kind === "space") found.set(spot, spot);
    if (spot.kind !== "land") continue;
    const spaces = map.all.filter((each) => each.kind === "space");
    const near = (map.near.get(spot.id) ?? []).filter((each) => each.kind === "space");
    found.set(spot, (near.length ? near : spaces).reduce((best, each) => (distance(each, spot) < distance(best, spot) ? each : best)));
  }
  return found;
}

function divide(ring: number, shore: Shore, members: Spot[], owner: Map<Spot, Spot>): Landmass {
  const sites: Point[] = [...members, ...(shore.area > 60 ? quiet(members, shore.frame) : []), ...far(members)];
  const delaunay = Delaunay.from(sites, (each) => each.x, (each) => each.y);
  const { triangles, halfedges } = delaunay;
  const voronoi = delaunay.voronoi([-80, -120, 120, 60]);
  const cells = members.map((spot, index) => ({ space: owner.get(spot)!, outline: (voronoi.cellPolygon(index) as Corner[]).flat() }));
  const borders: Landmass["borders"] = [];
  for (let edge = 0; edge < halfedges.length; edge++) {
    const twin = halfedges[edge];
    if (twin < edge) continue;
    const [one, other] = [triangles[edge], triangles[twin]];
    const [a, b] = [one, other].map((each) => (each < members.length ? owner.get(members[each])! : null));
    if (a === b || !(a ?? b)) continue;
    const corner = (triangle: number) => [...voronoi.circumcenters.slice(2 * triangle, 2 * triangle + 2)] as Corner;
    borders.push({ line: [corner(Math.floor(edge / 3)), corner(Math.floor(twin / 3))], between: [(a ?? b)!, a ? b : null] });
  }
  return { ring, cells, borders };
}

/** Every landmass with the ground of its Spaces; an island without one falls to the nearest Space. */
export function landmasses(map: Geography, coarse: Ring[], fine: Ring[]): Landmass[] {
  const owner = owners(map);
  const shores = fine.map((whole, index) => shoreOf(coarse[index].length ? coarse[index] : whole));
  const members = new Map<number, Spot[]>();
  for (const [spot, ring] of standing(map, shores, [...owner.keys()])) members.set(ring, [...(members.get(ring) ?? []), spot]);
  const spaces = [...owner.keys()].filter((spot) => spot.kind === "space");
  const found: Landmass[] = [];
  shores.forEach((shore, ring) => {
    const here = members.get(ring);
    if (here) {
      found.push(divide(ring, shore, here, owner));
      return;
    }
    const at = { x: shore.ring[0], y: shore.ring[1] };
    let nearest = spaces[0];
    for (const each of spaces) if (apart(each, at) < apart(nearest, at)) nearest = each;
    if (apart(nearest, at) < OFFSHORE * OFFSHORE) found.push({ ring, cells: [{ space: nearest, outline: fine[ring] }], borders: [] });
  });
  return found;
}
