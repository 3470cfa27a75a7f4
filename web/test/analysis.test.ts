import { describe, expect, it } from "vitest";
import { chancesAfter, chancesByPosition, Frame, nextTurn, roughly, verdictOf } from "../src/lib/analysis";
import type { Analysis } from "../src/lib/api";

const move = (number: number, seat: number, mine: number, loss = 0, forced = false) => ({
  number, seat, played: "a", label: "Do a", forced, plus_minus: 0.05, loss,
  chances: seat === 0 ? [mine, 1 - mine] : [1 - mine, mine],
  best: [
    { word: "b", label: "Do b", chances: seat === 0 ? [mine, 1 - mine] : [1 - mine, mine], share: 0.5 },
    { word: "a", label: "Do a", chances: seat === 0 ? [mine - loss, 1 - mine + loss] : [1 - mine + loss, mine - loss], share: 0.4 },
  ],
});
const analysis = (results: (number | null)[]): Analysis => ({
  format: "", game: "pax", level: "veteran", commitment: "", decisions: 3,
  moves: [move(1, 0, 0.5), move(2, 1, 0.6, 0.3), move(3, 0, 0.7, 0.05)],
  turning_points: [{ number: 2, through: 2, seat: 0, change: 0.3, cause: "decision" }],
  seats: results.map((result, seat) => ({ choices: 1, loss: 0, blunders: seat === 1 ? [2] : [], result })),
});

describe("the analysis", () => {
  it("has the chances at every position, the result last", () => {
    expect(chancesByPosition(analysis([1, 0]))).toEqual([[0.5, 0.5], [0.4, 0.6], [0.7, 1 - 0.7], [1, 0]]);
  });
  it("draws a straight line between decisions that were judged, and is silent about the others", () => {
    const sampled = { ...analysis([1, 0]), decisions: 5, moves: [move(2, 0, 0.4), move(4, 0, 0.8)] };
    expect(chancesByPosition(sampled).map(([mine]) => Number(mine.toFixed(3)))).toEqual([0.4, 0.4, 0.6, 0.8, 0.9, 1]);
    expect([1, 2, 3, 4].map((n) => verdictOf(sampled, n)?.move.number)).toEqual([undefined, 2, undefined, 4]);
  });
  it("tells roughly how long it takes", () => {
    expect([3, 61, 200, 9000].map((seconds) => roughly(seconds))).toEqual([
      { key: "analysis.seconds", n: 5 },
      { key: "analysis.seconds", n: 65 },
      { key: "analysis.minutes", n: 4 },
      { key: "analysis.hours", n: 3 },
    ]);
  });
  it("ends with what the last decision was worth when the game was given up", () => {
    expect(chancesByPosition(analysis([null, null]))[3][0]).toBeCloseTo(0.65);
  });
  it("says nothing of the deal, calls a blunder what the analysis calls one, and grades the rest by its cost", () => {
    const all = analysis([1, 0]);
    expect(verdictOf(all, 0)).toBeNull();
    expect([1, 2, 3].map((n) => verdictOf(all, n)?.grade)).toEqual(["good", "blunder", "slip"]);
    expect(verdictOf({ ...all, moves: [move(1, 0, 0.5, 0, true), ...all.moves.slice(1)] }, 1)?.grade).toBe("forced");
  });
  it("calls nothing a slip that its judge is more unsure of", () => {
    const all = analysis([1, 0]);
    const unsure = { ...all, seats: all.seats.map((each) => ({ ...each, blunders: [] })), moves: all.moves.map((each) => ({ ...each, plus_minus: 0.98 })) };
    expect([1, 2, 3].map((n) => verdictOf(unsure, n)?.grade)).toEqual(["good", "unsure", "unsure"]);
  });
  it("names what was better, the best first, and where the game turned", () => {
    const verdict = verdictOf(analysis([1, 0]), 2)!;
    expect(verdict.options.map((each) => [each.word, each.played])).toEqual([["b", false], ["a", true]]);
    expect(verdict.options[1].chance).toBeCloseTo(0.3);
    expect([verdict.before, verdict.after]).toEqual([0.6, verdict.options[1].chance]);
    expect(verdict.before - verdict.move.loss).toBeCloseTo(verdict.after);
    expect(chancesAfter(verdict.move)[1]).toBeCloseTo(verdict.after);
    expect(verdict.turn?.number).toBe(2);
  });
  it("finds the way from a point of the drawing to a decision and back", () => {
    const frame = new Frame(450, 176, 200);
    for (const position of [0, 1, 77, 200]) expect(frame.nearest(frame.x(position))).toBe(position);
    expect([frame.nearest(-50), frame.nearest(999)]).toEqual([0, 200]);
    expect(frame.y(1)).toBeLessThan(frame.y(0));
    expect(new Frame(450, 176, 0).nearest(100)).toBe(0);
  });
  it("goes from one turning point to the next and stays at the last", () => {
    const points = [8, 3, 20].map((number) => ({ number, through: number, seat: 0, change: 0.1, cause: "fortune" as const }));
    expect([nextTurn(points, 3, 1), nextTurn(points, 3, -1), nextTurn(points, 9, -1), nextTurn(points, 20, 1)]).toEqual([8, 3, 8, 20]);
  });
});
