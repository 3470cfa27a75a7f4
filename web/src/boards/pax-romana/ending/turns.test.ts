import { expect, it } from "vitest";
import type { GameEvent } from "../../../lib/types";
import type { PaxRomanaView } from "../view";
import { linesOf, marks, momentsOf, tellTurns } from "./turns";

const event = (decision: number, kind: string, number = 0): GameEvent => ({ decision, kind, type: "event", text: "", rule: "", data: { number }, secret: false });
const log = [event(3, "march"), event(40, "turn", 3), event(90, "turn", 4), event(97, "battle")];
const view = (vp: number) => ({ turn: 4, powers: [{ power: "rome", vp, gop: 3, cvp: 4 }] }) as unknown as PaxRomanaView;

it("looks at the start, at the end of each turn and at the end", () => {
  expect(momentsOf(log)).toEqual([
    { turn: 0, decision: 0 },
    { turn: 2, decision: 40 },
    { turn: 3, decision: 90 },
    { turn: null, decision: 97 },
  ]);
});

it("tells the standings in their order, as they come", async () => {
  const told: [number, number][] = [];
  await tellTurns({ log: async () => log, after: async (decision) => view(decision), info: () => Promise.reject() }, ({ turn, view }) => told.push([turn, view.powers[0].vp]));
  expect(told).toEqual([
    [0, 0],
    [2, 40],
    [3, 90],
    [4, 97],
  ]);
});

it("draws a line for every Power, with marks that hold it", () => {
  const lines = linesOf([view(0), view(7)].map((each, turn) => ({ turn, decision: turn, view: each })), "vp");
  expect(lines).toEqual([{ power: "rome", numbers: [0, 7] }]);
  expect(marks(lines)).toEqual([0, 2, 4, 6, 8]);
});
