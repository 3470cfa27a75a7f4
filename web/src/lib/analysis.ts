/** What the server's analysis of a game says, made ready for drawing. */
import type { Analysis } from "./api";

export type Move = Analysis["moves"][number];
export type TurningPoint = Analysis["turning_points"][number];

/** What costs less than this is not worth a word. */
const SLIP = 0.02;

/** "unsure": it may have cost something, but less than its judge is unsure of. */
export type Grade = "forced" | "good" | "unsure" | "slip" | "blunder";

/** Which decisions are blunders the analysis says itself. */
function gradeOf({ seats }: Analysis, { number, seat, forced, loss, plus_minus: unsure }: Move): Grade {
  if (forced) return "forced";
  if (seats[seat].blunders.includes(number)) return "blunder";
  if (loss < SLIP) return "good";
  return loss < unsure ? "unsure" : "slip";
}

/** Each seat's chance to win after a decision, as the search judged that judged all of it. */
export function chancesAfter(move: Move): number[] {
  return move.best.find((each) => each.word === move.played)?.chances ?? move.chances;
}

export interface Option {
  word: string;
  label: string;
  /** The deciding seat's chance to win after it. */
  chance: number;
  played: boolean;
}

export interface Verdict {
  move: Move;
  grade: Grade;
  /** The deciding seat's chance to win, and by the decision it made: both as one search judged them. */
  before: number;
  after: number;
  /** What was judged, the best first; the played one is among them. */
  options: Option[];
  turn: TurningPoint | null;
}

/**
 * Each seat's chance to win at every position: after the deal (0), after each decision, at the end. Between decisions that
 * were judged a straight line is drawn.
 */
export function chancesByPosition(analysis: Analysis): number[][] {
  const { moves, seats, decisions } = analysis;
  if (!moves.length) return [];
  const results = seats.map((seat) => seat.result);
  const last = moves[moves.length - 1];
  const judged = chancesAfter(last);
  const known: [position: number, chances: number[]][] = moves.map((move) => [move.number - 1, move.chances]);
  if (known[0][0] > 0) known.unshift([0, known[0][1]]);
  known.push([decisions, results.some((each) => each === null) ? judged : (results as number[])]);
  const found: number[][] = [];
  known.forEach(([position, chances], index) => {
    const [next, later] = known[index + 1] ?? [position + 1, chances];
    for (let at = position; at < next; at++) {
      const part = (at - position) / (next - position);
      found.push(chances.map((chance, seat) => chance + part * (later[seat] - chance)));
    }
  });
  return found;
}

/** So many seconds one waits without wondering whether it will ever end; a long game is judged in outline meanwhile. */
export const PATIENCE = 300;

/** The sentence for a time that is not yet known exactly, in words of the page. */
export function roughly(seconds: number): { key: "analysis.seconds" | "analysis.minutes" | "analysis.hours"; n: number } {
  if (seconds < 90) return { key: "analysis.seconds", n: Math.max(5, Math.ceil(seconds / 5) * 5) };
  if (seconds < 5400) return { key: "analysis.minutes", n: Math.ceil(seconds / 60) };
  return { key: "analysis.hours", n: Math.ceil(seconds / 3600) };
}

/** What is to be said of decision number `n` (1 for the first); null for the deal, and for one that was not judged. */
export function verdictOf(analysis: Analysis, n: number): Verdict | null {
  const move = analysis.moves.find((each) => each.number === n);
  if (!move) return null;
  const best = move.chances[move.seat];
  const played = { word: move.played, label: move.label, chance: Math.max(0, best - move.loss), played: true };
  const others = move.best
    .filter((each) => each.word !== move.played)
    .map((each) => ({ word: each.word, label: each.label, chance: each.chances[move.seat], played: false }));
  return {
    move,
    grade: gradeOf(analysis, move),
    before: best,
    after: played.chance,
    options: [played, ...others].sort((a, b) => b.chance - a.chance),
    turn: analysis.turning_points.find((each) => each.number === n) ?? null,
  };
}

/** Where things stand in a drawing of this size. */
export class Frame {
  constructor(
    readonly width: number,
    readonly height: number,
    /** The number of the last position. */
    readonly last: number,
    readonly edge = { left: 44, right: 12, top: 18, bottom: 8 },
  ) {}

  x(position: number): number {
    const room = this.width - this.edge.left - this.edge.right;
    return this.edge.left + (this.last ? (position / this.last) * room : 0);
  }

  y(chance: number): number {
    return this.edge.top + (1 - chance) * (this.height - this.edge.top - this.edge.bottom);
  }

  /** The position nearest to a point of the drawing. */
  nearest(x: number): number {
    const room = this.width - this.edge.left - this.edge.right;
    const part = room > 0 ? (x - this.edge.left) / room : 0;
    return Math.max(0, Math.min(this.last, Math.round(part * this.last)));
  }

  line(values: number[]): string {
    return values.map((value, position) => `${this.x(position).toFixed(1)},${this.y(value).toFixed(1)}`).join(" ");
  }
}

/** The next turning point in a direction, or where one is if there is none. */
export function nextTurn(points: TurningPoint[], at: number, direction: 1 | -1): number {
  const numbers = points.map((each) => each.number).sort((a, b) => a - b);
  if (direction > 0) return numbers.find((each) => each > at) ?? at;
  return numbers.reverse().find((each) => each < at) ?? at;
}
