/** The names of Territories, pale and wide, where their Spaces lie. */
import type { PaxRomanaView } from "../view";
import { around, type Geography } from "./geography";
import type { Title } from "./paint";

export function titlesOf(map: Geography, view: PaxRomanaView, called: (id: string) => string): Title[] {
  return Object.entries(view.territories).flatMap(([id, { provinces }]) => {
    const members = map.spots.filter((spot) => spot.province && provinces.includes(spot.province));
    if (members.length < 4) return [];
    const { left, right } = around(members);
    const at = {
      x: members.reduce((sum, spot) => sum + spot.x, 0) / members.length,
      y: members.reduce((sum, spot) => sum + spot.y, 0) / members.length,
    };
    return [{ at, text: called(id), spread: Math.max(right - left, 3) }];
  });
}
