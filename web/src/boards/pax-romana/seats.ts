/** A player of Pax Romana has the colour of his first Power. */
import { palette } from "./map/look";
import type { PaxRomanaView } from "./view";

export default function colours(view: PaxRomanaView, dark: boolean): (string | null)[] {
  const { sides } = palette(dark);
  const found: (string | null)[] = [];
  for (const { seat, colour } of view.powers) found[seat] ??= (dark ? sides[colour]?.stripe : sides[colour]?.deep) ?? null;
  return found;
}
