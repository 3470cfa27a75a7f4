import { expect, test } from "vitest";
import type { LogEntry } from "../src/lib/api";
import { gistOf, inOneLine, inRounds, spanOf, turnsOfOthers, without } from "../src/lib/chapters";

const line = (decision: number, role: LogEntry["role"], seat: number | null, text = ""): LogEntry => ({
  decision,
  type: "event",
  kind: "",
  role,
  seat,
  text,
  rule: "",
  data: {},
  secret: false,
});

const game = [
  line(0, "aside", null, "deal"),
  line(1, "round", null, "Round 1"),
  line(1, "turn", 0),
  line(2, "", 0, "a"),
  line(3, "turn", 1),
  line(4, "", 1, "b"),
  line(5, "aside", 1, "income"),
  line(5, "moment", null, "harvest"),
  line(5, "", 0, "starts"),
  line(5, "round", null, "Round 2"),
  line(5, "aside", null, "refill"),
  line(5, "turn", 0),
];

test("a log falls into rounds and turns where its events say so", () => {
  const rounds = inRounds(game);
  expect(rounds.map(({ head }) => head?.text ?? null)).toEqual([null, "Round 1", "Round 2"]);
  expect(rounds.map(({ turns }) => turns.map(({ seat }) => seat))).toEqual([[null], [0, 1, null], [null, 0]]);
  expect(rounds[1].turns[2].lines.map(({ text }) => text)).toEqual(["harvest", "starts"]);
});

test("what interrupts a turn belongs to it when it goes on", () => {
  const rounds = inRounds([line(1, "turn", 0), line(1, "", 0, "a"), line(2, "moment", null, "storm"), line(3, "", 0, "b")]);
  expect(rounds[0].turns.map(({ lines }) => lines.map(({ text }) => text))).toEqual([["a", "storm", "b"]]);
});

test("one line tells of a turn what one talks about, then what was done", () => {
  const lines = ["1", "2", "3", "4"].map((text, at) => line(at, "", 0, text));
  expect(gistOf([...lines, line(9, "aside", 0, "x"), line(9, "moment", 0, "!")]).map(({ text }) => text)).toEqual(["1", "2", "3", "!"]);
});

test("the others' turns are those since one's own", () => {
  const rounds = inRounds(game);
  expect(turnsOfOthers(rounds, 0).map(spanOf)).toEqual([[3, 5]]);
  expect(turnsOfOthers(rounds, 1).map(({ seat }) => seat)).toEqual([0]);
});

test("what is told after the last of the turns belongs to none", () => {
  const [{ turns }] = inRounds([line(1, "turn", 0), line(1, "", 0, "a"), line(2, "between", 0, "3 points"), line(2, "between", 1, "5 points"), line(2, "", 0, "calm")]);
  expect(turns.map(({ seat, lines }) => [seat, lines.map(({ text }) => text)])).toEqual([
    [0, ["a"]],
    [null, ["3 points", "5 points", "calm"]],
  ]);
});

test("a turn of which nothing is told by itself tells what was said in passing", () => {
  expect(gistOf([line(1, "aside", 1, "rolls 4"), line(2, "turn", 1, "x")]).map(({ text }) => text)).toEqual(["rolls 4"]);
});

test("whoever a turn speaks of is named once", () => {
  const turn = (head: string, ...gist: string[]) => ({ head: line(1, "turn", 1, head), gist: gist.map((text) => line(1, "", 1, text)) });
  expect(inOneLine("Livia", turn("Livia begins a turn.", "Livia plays a card.", "Livia takes 2."))).toBe("plays a card · takes 2");
  expect(inOneLine("Livia", turn("Livia's turn.", "Livia plays a card."))).toBe("plays a card");
  expect(inOneLine("Livia", turn("A turn of Livia.", "Livia plays a card.", "Livia takes 2."))).toBe("plays a card · takes 2");
  expect(inOneLine("Livia", turn("Carthage is active.", "Carthage marches to Utica.", "Carthage marches to Cirta."))).toBe("· Carthage marches to Utica · marches to Cirta");
  expect(inOneLine("Livia", turn("Der Osten ist aktiv.", "Der Osten: Legion in Tyros.", "Der Osten: Miliz in Tyros."))).toBe("· Der Osten: Legion in Tyros · Miliz in Tyros");
  expect(inOneLine("Livia", turn("Rome is active.", "Battle at Messana.", "Rome is allied with Syracuse.", "Rome rests."))).toBe("· Battle at Messana · Rome is allied with Syracuse · rests");
  expect(inOneLine("Livia", turn("Rome is active."))).toBe("");
});

test("a name is not said twice", () => {
  expect(without("Livia", "Livia plays")).toBe("plays");
  expect(without("Livia", "Livia: a card")).toBe("a card");
  expect(without("Liv", "Livia plays")).toBe("Livia plays");
  expect(without("Livia", "Rome takes")).toBe("Rome takes");
});

test("a turn in which little happened is told in one line too", () => {
  expect(gistOf([line(1, "aside", 0, "rolls 2"), line(2, "aside", 0, "rolls 3"), line(3, "aside", 0, "rolls 4")]).map(({ text }) => text)).toEqual(["rolls 2", "rolls 3"]);
  expect(gistOf([])).toEqual([]);
});
