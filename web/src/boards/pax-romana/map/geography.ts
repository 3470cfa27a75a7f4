/** Where the places of the map lie on the sheet, and which ways lead from one to another. Nothing here depends on a position. */
import type { Chart, PlaceOnMap } from "../model";

/** A point of the sheet: degrees in Mercator's projection, y growing southward. */
export interface Point {
  x: number;
  y: number;
}

export interface Spot extends Point, PlaceOnMap {
  id: string;
}

export type LinkKind = "land" | "strait" | "alpine" | "naval";

export interface Link {
  from: Spot;
  to: Spot;
  kind: LinkKind;
}

export interface Geography {
  /** All places of the map, in play or not. */
  all: Spot[];
  /** What is drawn: Spaces in play, and the points that lie between them. */
  spots: Spot[];
  spot: Map<string, Spot>;
  links: Link[];
  /** All connections of the map, in play or not. */
  every: Link[];
  /** By place those next to it. */
  near: Map<string, Spot[]>;
}

const DEGREES = 180 / Math.PI;

export function project(lat: number, lon: number): Point {
  return { x: lon, y: -Math.log(Math.tan(Math.PI / 4 + lat / DEGREES / 2)) * DEGREES };
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function geography(chart: Chart): Geography {
  const all = Object.entries(chart.places).map(([id, place]) => ({ id, ...place, ...project(place.lat, place.lon) }));
  const known = new Map(all.map((spot) => [spot.id, spot]));
  const ways = chart.links.map(([a, b, kind]) => ({ from: known.get(a)!, to: known.get(b)!, kind: kind as LinkKind }));
  const shown = new Set(all.filter((spot) => spot.open));
  // A point from which no way leads on lies in country that is not played in.
  for (let before = Infinity; before > shown.size; ) {
    before = shown.size;
    const degree = new Map<Spot, number>();
    for (const { from, to } of ways) {
      if (!shown.has(from) || !shown.has(to)) continue;
      for (const end of [from, to]) degree.set(end, (degree.get(end) ?? 0) + 1);
    }
    for (const spot of shown) if (spot.kind !== "space" && (degree.get(spot) ?? 0) < 2) shown.delete(spot);
  }
  const links = ways.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const near = new Map<string, Spot[]>();
  for (const { from, to } of links) {
    near.set(from.id, [...(near.get(from.id) ?? []), to]);
    near.set(to.id, [...(near.get(to.id) ?? []), from]);
  }
  const spots = all.filter((spot) => shown.has(spot));
  return { all, spots, spot: new Map(spots.map((spot) => [spot.id, spot])), links, every: ways, near };
}

/** The rectangle around some points. */
export function around(points: Point[]): { left: number; top: number; right: number; bottom: number } {
  const xs = points.map((each) => each.x);
  const ys = points.map((each) => each.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
