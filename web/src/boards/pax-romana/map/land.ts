/** The coast as shapes: rings of land, which ground belongs to which place. */
import { Delaunay } from "d3-delaunay";
import { distance, type Geography, type Point, type Spot } from "./geography";

export type Corner = [x: number, y: number];
export type Ring = Corner[];

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
    const found: Ring = [];
    for (let index = 0, x = 0, y = 0; index < ring.length; index += 2) {
      x += ring[index];
      y += ring[index + 1];
      found.push([x / steps.unit, y / steps.unit]);
    }
    return found;
  });
}

export function area(ring: Ring): number {
  let sum = 0;
  for (let index = 0; index < ring.length; index++) {
    const [x, y] = ring[index];
    const [u, v] = ring[(index + 1) % ring.length];
    sum += x * v - u * y;
  }
  return Math.abs(sum) / 2;
}

export function holds(ring: Ring, at: Point): boolean {
  let inside = false;
  for (let index = 0, last = ring.length - 1; index < ring.length; last = index++) {
    const [x, y] = ring[index];
    const [u, v] = ring[last];
    if (y > at.y !== v > at.y && at.x < ((u - x) * (at.y - y)) / (v - y) + x) inside = !inside;
  }
  return inside;
}

function away(ring: Ring, at: Point): number {
  let least = Infinity;
  for (const [x, y] of ring) least = Math.min(least, Math.hypot(x - at.x, y - at.y));
  return least;
}

/** The landmass a place stands on; where the tenth of a degree has put it into the water, the nearest coast. */
function standsOn(found: Ring[], at: Point): number {
  const under = found.findIndex((ring) => holds(ring, at));
  if (under >= 0) return under;
  let best = -1;
  let least = Infinity;
  found.forEach((ring, index) => {
    const off = away(ring, at);
    // A rock off the coast is no home for a city.
    const far = off + (area(ring) < 0.015 ? ASTRAY : 0);
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/** Points that keep ground quiet: a grid over a landmass wherever no place is near. */
function quiet(places: Point[], ring: Ring): Point[] {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  const found: Point[] = [];
  for (let y = Math.min(...ys), row = 0; y <= Math.max(...ys); y += QUIET_STEP, row++) {
    for (let x = Math.min(...xs) + (row % 2) * (QUIET_STEP / 2); x <= Math.max(...xs); x += QUIET_STEP) {
      // The same small disorder every time, so that the edge of the known world is not ruled with a ruler.
      const at = { x: x + 0.3 * Math.sin(7 * y + 3 * x), y: y + 0.3 * Math.cos(5 * x - 2 * y) };
      if (places.every((place) => distance(place, at) > REACH)) found.push(at);
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

function divide(ring: number, outline: Ring, members: Spot[], owner: Map<Spot, Spot>): Landmass {
  const sites: Point[] = [...members, ...(area(outline) > 60 ? quiet(members, outline) : []), ...far(members)];
  const { triangles, halfedges } = Delaunay.from(sites, (each) => each.x, (each) => each.y);
  const voronoi = Delaunay.from(sites, (each) => each.x, (each) => each.y).voronoi([-80, -100, 120, 60]);
  const cells = members.map((spot, index) => ({ space: owner.get(spot)!, outline: voronoi.cellPolygon(index) as Ring }));
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
export function landmasses(map: Geography, fine: Ring[]): Landmass[] {
  const owner = owners(map);
  const members = new Map<number, Spot[]>();
  for (const spot of owner.keys()) {
    const ring = standsOn(fine, spot);
    members.set(ring, [...(members.get(ring) ?? []), spot]);
  }
  const spaces = [...owner.keys()].filter((spot) => spot.kind === "space");
  const found: Landmass[] = [];
  fine.forEach((outline, ring) => {
    const here = members.get(ring);
    if (here) {
      found.push(divide(ring, outline, here, owner));
      return;
    }
    const [x, y] = outline[0];
    const nearest = spaces.reduce((best, each) => (distance(each, { x, y }) < distance(best, { x, y }) ? each : best));
    if (distance(nearest, { x, y }) < OFFSHORE) found.push({ ring, cells: [{ space: nearest, outline }], borders: [] });
  });
  return found;
}
