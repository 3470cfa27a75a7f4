/** The names of Territories, pale and wide, over their own country; none covers another. */
import type { PaxRomanaView } from "../view";
import { around, type Geography, type Point, type Spot } from "./geography";
import type { Title } from "./paint";
import { overlap, type Box } from "./room";

/** How wide a letter is with the space after it, in its own height. */
export const LETTER = 0.95;
/** Farther from every Space than this, in degrees, is nobody's country. */
const WIDE = 2.5;

export function boxOf({ at, text, spread }: Title): Box {
  const height = spread / Math.max(6, text.length) / LETTER;
  const width = height * text.length * LETTER;
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

export function titlesOf(map: Geography, view: PaxRomanaView, called: (id: string) => string): Title[] {
  const spaces = map.all.filter((spot) => spot.province);
  const wanted = Object.entries(view.territories).flatMap(([id, { provinces }]) => {
    const members = map.spots.filter((spot) => spot.province && provinces.includes(spot.province));
    if (members.length < 4) return [];
    const { left, right } = around(members);
    const half = Math.max(right - left, 3) / 2;
    const about = spaces.filter((spot) => spot.x > left - half && spot.x < right + half);
    const at = {
      x: members.reduce((sum, spot) => sum + spot.x, 0) / members.length,
      y: members.reduce((sum, spot) => sum + spot.y, 0) / members.length,
    };
    const own = new Set(provinces);
    const title = { at, text: called(id), spread: 2 * half };
    return [{ title, wishes: places(title, (point) => own.has(nearest(about, point)?.province ?? ""), members) }];
  });
  const found: Title[] = [];
  for (const { wishes } of wanted.sort((one, other) => other.title.spread - one.title.spread)) {
    const free = wishes.find((each) => found.every((other) => !overlap(boxOf(each), boxOf(other))));
    if (free) found.push(free);
  }
  return found;
}

/** The Space in whose country a point lies; none in the wide desert or far out at sea. */
function nearest(spaces: Spot[], point: Point): Spot | null {
  let best: Spot | null = null;
  let least = WIDE ** 2;
  for (const spot of spaces) {
    const far = (spot.x - point.x) ** 2 + (spot.y - point.y) ** 2;
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

const SAMPLES = [-0.45, -0.15, 0.15, 0.45];

/** How much of a title lies over its own country, from 0 to 1. */
export function atHome(title: Title, own: (point: Point) => boolean): number {
  const { width } = boxOf(title);
  return SAMPLES.filter((part) => own({ x: title.at.x + part * width, y: title.at.y })).length / SAMPLES.length;
}

/** Where a title may stand, the best place first: over its own country, then large, then between its Spaces, then near the middle. */
function places(title: Title, own: (point: Point) => boolean, members: Spot[]): Title[] {
  const wishes = [1, 0.75, 0.5].flatMap((part) => {
    const spread = title.spread * part;
    const { height, width } = boxOf({ ...title, spread });
    return [0, -1.2, 1.2, -2.4, 2.4].flatMap((by) =>
      [0, -0.2, 0.2, -0.4, 0.4].map((across) => {
        const each = { ...title, spread, at: { x: title.at.x + across * width, y: title.at.y + by * height } };
        const under = members.filter((spot) => Math.abs(spot.x - each.at.x) < width / 2 && Math.abs(spot.y - each.at.y) < 0.7 * height).length;
        return { each, worth: atHome(each, own) - 0.5 * (1 - part) - 0.025 * under - 0.07 * Math.hypot(by, 5 * across) };
      }),
    );
  });
  return wishes.sort((one, other) => other.worth - one.worth).map(({ each }) => each);
}
