/** Small maps for tests, and the real one with the position a scenario begins with. */
import type { Chart } from "../model";
import type { PaxRomanaView } from "../view";
import stored from "./test-map.json";

export function chartOf(places: Record<string, [lat: number, lon: number]>, links: [string, string, string][]): Chart {
  const found = Object.entries(places).map(([id, [lat, lon]]) => [id, { kind: "space", lat, lon, open: true }]);
  return { provinces: {}, transit: [], points: {}, stability: {}, places: Object.fromEntries(found), links };
}

/** The whole map with the first position of scenario V (`make fixtures`). */
export const whole = stored as unknown as { chart: Chart; view: PaxRomanaView; names: Record<string, string> };

/** The same with more on it than any game sees: over two hundred counters. */
export function crowded(): PaxRomanaView {
  const units: PaxRomanaView["units"] = structuredClone(whole.view.units);
  const sides = whole.view.powers.map((each) => each.power);
  const spaces = Object.values(whole.chart.provinces).flat();
  spaces.forEach((space, index) => {
    if (index % 3 === 0) return;
    const side = sides[index % sides.length];
    units[side] = { ...units[side], [space]: { ...units[side]?.[space], heavy: 1 + (index % 4), ...(index % 5 ? {} : { cavalry: 1, galley: 2 }) } };
  });
  return { ...whole.view, units };
}
