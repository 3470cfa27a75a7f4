/** The names of Territories, pale and wide, where their Spaces lie; none covers another. */
import type { PaxRomanaView } from "../view";
import { around, type Geography } from "./geography";
import type { Title } from "./paint";
import { overlap, type Box } from "./room";

/** How wide a letter is with the space after it, in its own height. */
export const LETTER = 0.95;

export function boxOf({ at, text, spread }: Title): Box {
  const height = spread / Math.max(6, text.length) / LETTER;
  const width = height * text.length * LETTER;
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

export function titlesOf(map: Geography, view: PaxRomanaView, called: (id: string) => string): Title[] {
  const wanted = Object.entries(view.territories).flatMap(([id, { provinces }]) => {
    const members = map.spots.filter((spot) => spot.province && provinces.includes(spot.province));
    if (members.length < 4) return [];
    const { left, right } = around(members);
    const at = {
      x: members.reduce((sum, spot) => sum + spot.x, 0) / members.length,
      y: members.reduce((sum, spot) => sum + spot.y, 0) / members.length,
    };
    return [{ at, text: called(id), spread: Math.max(right - left, 3) }];
  });
  const found: Title[] = [];
  for (const title of wanted.sort((one, other) => other.spread - one.spread)) {
    const free = places(title).find((each) => found.every((other) => !overlap(boxOf(each), boxOf(other))));
    if (free) found.push(free);
  }
  return found;
}

/** Where a title may stand, the best place first: a little higher or lower, then smaller. */
function places(title: Title): Title[] {
  return [1, 0.75, 0.5].flatMap((part) => {
    const spread = title.spread * part;
    const { height } = boxOf({ ...title, spread });
    return [0, -1.2, 1.2, -2.4, 2.4].map((by) => ({ ...title, spread, at: { x: title.at.x, y: title.at.y + by * height } }));
  });
}
