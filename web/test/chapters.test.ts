import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/lib/api";
import type { GameEvent } from "../src/lib/types";
import { inChapters, lastTurnOfOthers } from "../src/lib/chapters";

const line = (kind: string, decision: number, power = ""): LogEntry => ({ kind, decision, type: "event", text: kind, rule: "", data: { power }, secret: false });
const CHAPTERS = { opens: ({ kind }: { kind: string }) => kind === "turn", tells: ({ kind }: { kind: string }) => kind === "won", turnOf: ({ kind, data }: GameEvent) => (kind === "turn" ? (data.power === "rome" ? 0 : 1) : null) };
const LOG = [line("deal", 0), line("turn", 1, "rome"), line("march", 2), line("won", 3), line("turn", 4, "carthage"), line("march", 5), line("turn", 6, "rome")];

describe("the log by chapters", () => {
  it("opens one where the game says so, and tells its gist", () => {
    expect(inChapters(LOG, CHAPTERS).map(({ head, lines, gist }) => [head?.decision ?? null, lines.length, gist.length])).toEqual([
      [null, 1, 0],
      [1, 2, 1],
      [4, 1, 0],
      [6, 0, 0],
    ]);
  });
  it("finds the last turn of somebody else", () => {
    expect(lastTurnOfOthers(LOG, CHAPTERS, {}, 0)).toBe(4);
    expect(lastTurnOfOthers([], CHAPTERS, {}, 0)).toBeNull();
  });
});
