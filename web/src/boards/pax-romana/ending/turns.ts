/** A finished game turn by turn, from its log and the positions at the ends of its turns. It counts nothing itself. */
import type { GameEvent, Story } from "../../../lib/types";
import type { PaxRomanaView } from "../view";

/** How things stood: at the start (`turn` is 0) or after a turn. */
export interface Standing {
  turn: number;
  decision: number;
  view: PaxRomanaView;
}

export type Measure = "vp" | "gop" | "cvp";

/** Of one Power, a number for each standing. */
export interface Line {
  power: string;
  numbers: number[];
}

/** The decisions after which to look: the start, those with which a new turn began, and the last. Its turn stands in the view. */
export function momentsOf(log: GameEvent[]): { turn: number | null; decision: number }[] {
  const begun = log.filter(({ kind }) => kind === "turn");
  const ended = begun.map(({ decision, data }) => ({ turn: Number(data.number) - 1, decision }));
  return [{ turn: 0, decision: 0 }, ...ended, { turn: null, decision: Math.max(0, ...log.map(({ decision }) => decision)) }];
}

/** The standings one after the other, told of each as it comes. */
export async function tellTurns(story: Story, told: (standing: Standing) => void): Promise<void> {
  for (const { turn, decision } of momentsOf(await story.log())) {
    const view = (await story.after(decision)) as PaxRomanaView | null;
    if (view) told({ turn: turn ?? view.turn, decision, view });
  }
}

export function linesOf(standings: Standing[], measure: Measure): Line[] {
  const powers = standings[0]?.view.powers.map(({ power }) => power) ?? [];
  const number = (view: PaxRomanaView, power: string) => view.powers.find((each) => each.power === power)?.[measure] ?? 0;
  return powers.map((power) => ({ power, numbers: standings.map(({ view }) => number(view, power)) }));
}

/** Round marks for an axis from 0 (or below) up to the largest number. */
export function marks(lines: Line[]): number[] {
  const all = lines.flatMap(({ numbers }) => numbers);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => (high - low) / each <= 6) ?? 200;
  const found: number[] = [];
  for (let at = Math.floor(low / step) * step; at < high + step; at += step) found.push(at);
  return found;
}
