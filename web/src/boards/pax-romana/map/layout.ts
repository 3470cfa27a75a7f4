/** Where counters and names go at a scale: nothing covers a name, and a name that finds no room waits for a larger scale. */
import type { PaxRomanaView } from "../view";
import type { Geography, Spot } from "./geography";
import { beside, Room, type Box } from "./room";
import type { Stack } from "./stacks";

/** Sizes in pixels at a scale. */
export interface Sizes {
  /** Half the breadth of a Space's sign. */
  spot: number;
  /** The edge of a counter. */
  counter: number;
  /** From counter to counter of a stack. */
  step: number;
  /** The breadth of a leader. */
  leader: number;
  /** Only the strongest kind of a stack is shown, with the Battle Points of all. */
  summed: boolean;
}

export interface Name {
  id: string;
  text: string;
  size: number;
  great: boolean;
  /** Where the words begin and their line stands. */
  x: number;
  y: number;
  box: Box;
}

export interface Layout {
  k: number;
  sizes: Sizes;
  /** By key of a stack where it stands. */
  stacks: Map<string, Box>;
  names: Map<string, Name>;
}

/** How wide words are. */
export type Measure = (text: string, size: number, great: boolean) => number;

export function sizesAt(k: number): Sizes {
  const unit = Math.min(Math.max(k / 62, 0.72), 1.2);
  const summed = k < 40;
  const counter = Math.round(27 * unit);
  return { spot: 5.2 * unit, counter, step: summed ? 0 : counter * (k < 95 ? 0.52 : 1.05), leader: Math.round(30 * unit), summed };
}

export function stackWidth(stack: Stack, { counter, step, leader, summed }: Sizes, open = false): number {
  const gap = open ? counter * 1.08 : step;
  const pieces = summed && !open ? Math.min(1, stack.pieces.length) : stack.pieces.length;
  const units = pieces ? counter + (pieces - 1) * gap : 0;
  const leaders = summed && !open && pieces ? 0 : stack.leaders.length;
  return units + leaders * (leader + 2);
}

function importance(spot: Spot, view: PaxRomanaView, busy: Set<string>): number {
  if (spot.capital) return 0;
  const site = view.sites[spot.id];
  if (site) return site.kind === "city" ? 1 : 2;
  return busy.has(spot.id) ? 3 : spot.port ? 4 : 5;
}

export function signRadius(spot: Spot, view: PaxRomanaView, { spot: radius }: Sizes): number {
  if (spot.kind !== "space") return radius * 0.5;
  return spot.capital || view.sites[spot.id] ? radius * 1.75 : radius;
}

/** The rim around the sign of a place where something is under way, in pixels. */
const RIM = 9;

export function layout(
  map: Geography,
  view: PaxRomanaView,
  stacks: Stack[],
  called: (id: string) => string,
  k: number,
  measure: Measure,
  here = "",
): Layout {
  const sizes = sizesAt(k);
  const room = new Room();
  /** Half the breadth of what is drawn at a place: where something is under way a rim goes around its sign. */
  const breadth = (spot: Spot) => signRadius(spot, view, sizes) + (spot.id === here ? RIM : 0);
  for (const spot of map.spots) {
    const half = breadth(spot);
    room.take({ x: spot.x * k - half, y: spot.y * k - half, width: 2 * half, height: 2 * half });
  }
  const capitals = map.spots.filter((spot) => spot.capital);
  const names = new Map<string, Name>();
  const busy = new Set([...stacks.map((stack) => stack.place), ...Object.keys(view.tribes)]);
  const name = (spot: Spot) => {
    const text = called(spot.id);
    const great = !!spot.capital;
    const size = great ? (k < 40 ? 13 : 16) : k < 40 ? 11 : k < 95 ? 12 : 13.5;
    const width = measure(text, size, great) + 3;
    const half = breadth(spot);
    const box = room.free(beside(spot.x * k, spot.y * k, width, size * 1.15, [half + 2, half + 5, half + 9]));
    if (box) names.set(spot.id, { id: spot.id, text, size, great, x: box.x + 1.5, y: box.y + size * 0.9, box });
  };
  capitals.forEach(name);
  const placed = new Map<string, Box>();
  for (const stack of [...stacks].sort((one, other) => other.points - one.points)) {
    const spot = map.spot.get(stack.place);
    if (!spot) continue;
    const half = breadth(spot);
    const gaps = [half + 2, half + 7, half + 14, half + 24, half + 36];
    const wanted = beside(spot.x * k, spot.y * k, stackWidth(stack, sizes), sizes.counter, gaps);
    placed.set(stack.key, room.least(wanted));
  }
  map.spots
    .filter((spot) => spot.kind === "space" && !spot.capital)
    .map((spot) => ({ spot, rank: importance(spot, view, busy) }))
    .sort((one, other) => one.rank - other.rank)
    .forEach(({ spot }) => name(spot));
  return { k, sizes, stacks: placed, names };
}

/** A small text at a place. */
export interface Tag {
  id: string;
  text: string;
  box: Box;
}

/** Where small texts go: at a corner of their sign, where they cover least of names and counters. Where two would meet, the other place
 * tells its own when it is looked at. */
export function tagsOf(map: Geography, view: PaxRomanaView, { k, sizes, names, stacks }: Layout, badges: ReadonlyMap<string, string>): Tag[] {
  if (!badges.size) return [];
  const stands = new Room();
  for (const { box } of names.values()) stands.take(box);
  for (const box of stacks.values()) stands.take(box);
  const tags = new Room();
  return [...badges].flatMap(([id, text]) => {
    const spot = map.spot.get(id);
    if (!spot) return [];
    const half = signRadius(spot, view, sizes) + 3;
    const [width, height] = [8 + text.length * 6.4, 16];
    const [x, y] = [spot.x * k - width / 2, spot.y * k - height / 2];
    const free = CORNERS.map(([across, down]) => ({ x: x + across * half, y: y + down * (half + 6), width, height })).filter((box) => !tags.covered(box));
    if (!free.length) return [];
    const covers = free.map((box) => stands.covered(box));
    return [{ id, text, box: tags.take(free[covers.indexOf(Math.min(...covers))]) }];
  });
}

/** Of a sign, in halves of its breadth: where a small text is looked for first. */
const CORNERS = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -1.3],
  [0, 1.3],
];
