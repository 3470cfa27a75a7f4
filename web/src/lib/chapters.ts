/** The log by rounds and turns, as the game's events say where one begins. */
import type { LogEntry } from "./api";
import type { Seat } from "./types";

export interface Turn {
  /** The decision with which it begins, and its place in the log: the same as long as nothing is taken back. */
  id: string;
  /** Whose turn it is; null for what belongs to nobody's. */
  seat: Seat | null;
  /** The line that opens it; null for what stands between turns. */
  head: LogEntry | null;
  lines: LogEntry[];
  /** What is told of it in one line. */
  gist: LogEntry[];
}

export interface Round {
  id: string;
  head: LogEntry | null;
  turns: Turn[];
}

const GIST = 4;

/** What is told by itself: not what is said in passing, nor that somebody's turn has come. */
export function isTold({ type, role }: LogEntry): boolean {
  return type === "event" && role !== "aside" && role !== "turn";
}

/** The few lines that tell most of a turn: what one talks about afterwards, else what was done, in the order it was done;
 * of a turn of which nothing is told by itself, the first two things said in passing. */
export function gistOf(lines: readonly LogEntry[]): LogEntry[] {
  const told = lines.some(isTold) ? lines.filter(isTold) : lines.filter(({ type, role }) => type === "event" && role === "aside").slice(0, 2);
  const moments = told.filter(({ role }) => role === "moment").slice(-GIST);
  const others = told.filter(({ role }) => role !== "moment").slice(0, GIST - moments.length);
  return told.filter((entry) => moments.includes(entry) || others.includes(entry));
}

export function inRounds(log: readonly LogEntry[]): Round[] {
  const rounds: Round[] = [];
  let round: Round | null = null;
  let turn: Turn | null = null;
  /** The turn that an event of nobody's has interrupted, or ended. */
  let before: Turn | null = null;
  const open = (entry: LogEntry, place: number, seat: Seat | null, head: LogEntry | null): Turn => {
    if (!round) rounds.push((round = { id: `r${place}`, head: null, turns: [] }));
    const opened: Turn = { id: `${entry.decision}.${place}`, seat, head, lines: [], gist: [] };
    round.turns.push(opened);
    return opened;
  };
  log.forEach((entry, place) => {
    if (entry.role === "round") {
      rounds.push((round = { id: `r${place}`, head: entry, turns: [] }));
      turn = before = null;
      return;
    }
    if (entry.role === "turn") {
      turn = open(entry, place, entry.seat, entry);
      before = null;
      return;
    }
    if (entry.role === "between") {
      if (turn?.seat !== null || turn.head) turn = open(entry, place, null, null);
      before = null;
      turn.lines.push(entry);
      return;
    }
    if (before && turn && entry.seat !== null && entry.seat === before.seat) {
      // It went on: what came between belongs to it.
      before.lines.push(...turn.lines);
      round!.turns.pop();
      turn = before;
      before = null;
    } else if (turn?.seat != null && entry.role === "moment" && entry.seat === null) {
      before = turn;
      turn = open(entry, place, null, null);
    }
    turn ??= open(entry, place, null, null);
    turn.lines.push(entry);
  });
  for (const { turns } of rounds) for (const each of turns) each.gist = gistOf(each.lines);
  return rounds;
}

/** The turns that others have had since the last one of this seat, oldest first; of a spectator, the last round of them. */
export function turnsOfOthers(rounds: readonly Round[], me: Seat | null): Turn[] {
  const turns = rounds.flatMap((round) => round.turns).filter((turn) => turn.head);
  const last = turns.at(-1);
  if (last && last.seat === me) turns.pop();
  const mine = turns.map((turn) => turn.seat).lastIndexOf(me);
  const since = me === null ? turns.slice(-1) : turns.slice(mine + 1);
  return since.filter((turn) => turn.seat !== me);
}

/** The first and the last decision of a turn. */
export function spanOf(turn: Turn): [number, number] {
  const numbers = [...(turn.head ? [turn.head] : []), ...turn.lines].map(({ decision }) => decision);
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** Whom the lines of a turn speak of, by the name that the line which opens it begins with: a player, or a power of his. */
export function subjectOf({ head, gist }: Pick<Turn, "head" | "gist">): string {
  const named = gist.map(({ text }) => sharedBeginning(head?.text ?? "", text)).filter(Boolean);
  return named.reduce((shortest, each) => (each.length < shortest.length ? each : shortest), named[0] ?? "");
}

/** The whole words with which two sentences begin. */
function sharedBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const ends = (text: string, at: number) => at === text.length || !/[\p{L}\p{N}]/u.test(text[at]);
  while (length && !(ends(one, length) && ends(other, length))) length--;
  return one.slice(0, length).trimEnd();
}

/** What is told of a turn in one line, beside the name of the player: whoever the lines speak of is named once. */
export function inOneLine(name: string, turn: Pick<Turn, "head" | "gist">): string {
  const subject = subjectOf(turn);
  let named = subject === name;
  const told = turn.gist.map(({ text }) => {
    const line = without(name, named ? without(subject, text) : text);
    named ||= !!subject && text.startsWith(subject);
    return line.replace(/\.$/, "");
  });
  const speaksOfName = turn.gist.length > 0 && without(name, turn.gist[0].text) !== turn.gist[0].text;
  return told.length ? (speaksOfName ? "" : "· ") + told.join(" · ") : "";
}

/** A sentence that begins with the name that stands before it already. */
export function without(name: string, text: string): string {
  return name && /^:? /.test(text.slice(name.length)) && text.startsWith(name) ? text.slice(name.length).replace(/^:? /, "") : text;
}
