/** What stands on the map, as counters. */
import type { Chart } from "../model";
import type { Commander, PaxRomanaView } from "../view";

export interface Piece {
  kind: string;
  number: number;
  reduced: boolean;
  /** Whether it has moved in this Activation. */
  spent: boolean;
}

export interface StackLeader extends Commander {
  id: string;
  spent: boolean;
}

/** All of one side in one place. */
export interface Stack {
  key: string;
  place: string;
  side: string;
  pieces: Piece[];
  leaders: StackLeader[];
  /** Battle Points. */
  points: number;
}

/** By place the kinds of Units and the leaders that have moved. */
export type Spent = Map<string, Set<string>>;

export function stacksOf(view: PaxRomanaView, chart: Chart, spent: Spent): Stack[] {
  const found = new Map<string, Stack>();
  const stackAt = (place: string, side: string): Stack => {
    const key = `${place} ${side}`;
    const stack = found.get(key) ?? { key, place, side, pieces: [], leaders: [], points: 0 };
    found.set(key, stack);
    return stack;
  };
  for (const [side, places] of Object.entries(view.units)) {
    for (const [place, units] of Object.entries(places)) {
      const stack = stackAt(place, side);
      const moved = spent.get(place);
      stack.pieces = Object.entries(units)
        .map(([kind, number]) => ({ kind, number, reduced: kind.startsWith("reduced-"), spent: !!moved?.has(kind) }))
        .sort((one, other) => value(chart, other) - value(chart, one));
      stack.points = stack.pieces.reduce((sum, { kind, number }) => sum + (chart.points[kind] ?? 0) * number, 0);
    }
  }
  for (const [id, place] of Object.entries(view.leaders)) {
    const commander = view.commanders[id];
    stackAt(place, commander.side).leaders.push({ id, ...commander, spent: !!spent.get(place)?.has(id) });
  }
  return [...found.values()];
}

const value = (chart: Chart, { kind, number }: Piece) => (chart.points[kind] ?? 0) * number;
