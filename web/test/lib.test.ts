import { describe, expect, it } from "vitest";
import { fill } from "../src/lib/fill";
import { nextAtScreen } from "../src/lib/hotseat";
import { lastMove, mergeLog, newEntries } from "../src/lib/log";
import { openView } from "../src/lib/open";
import { quickMatch } from "../src/lib/quick";
import { pointRows, sides } from "../src/lib/reckoning";
import { hashOfSeed } from "../src/lib/seed";
import { clockText, pauseBefore, secondsLeft } from "../src/lib/time";

const line = (decision: number, text: string, type: "event" | "notice" = "event") => ({
  decision, type, kind: "k", role: "" as const, seat: null, text, rule: "", data: {}, secret: false,
});

describe("the log", () => {
  const log = [line(0, "deal"), line(1, "a"), line(2, "b")];

  it("appends what is new", () => {
    expect(mergeLog(log, { keep: 2, entries: [line(3, "c")] }).map((each) => each.text)).toEqual(["deal", "a", "b", "c"]);
  });
  it("takes back what was undone", () => {
    expect(mergeLog(log, { keep: 1, entries: [] }).map((each) => each.text)).toEqual(["deal", "a"]);
  });
  it("starts anew when all of it is sent", () => {
    expect(mergeLog(log, { keep: -1, entries: [line(0, "x")] }).map((each) => each.text)).toEqual(["x"]);
    expect(newEntries({ keep: -1, entries: log })).toEqual([]);
  });
  it("knows the last move, notices apart", () => {
    expect(lastMove([...log, line(2, "c"), line(2, "joined", "notice")]).map((each) => each.text)).toEqual(["b", "c"]);
  });
});

describe("words", () => {
  it("fills in facts and counts with their noun", () => {
    expect(fill("{n|card|cards} for {name}", { n: 1, name: "Livia" })).toBe("1 card for Livia");
    expect(fill("{n|card|cards}", { n: 3 })).toBe("3 cards");
    expect(fill("{unknown}", {})).toBe("{unknown}");
  });
});

describe("clocks", () => {
  it("run only while ticking, and never below zero", () => {
    expect(secondsLeft(10, true, 4)).toBe(6);
    expect(secondsLeft(10, false, 4)).toBe(10);
    expect(secondsLeft(1, true, 4)).toBe(0);
    expect(secondsLeft(null, true, 4)).toBeNull();
  });
  it("are told as people read them", () => {
    expect(clockText(75)).toBe("1:15");
    expect(clockText(4000)).toBe("1:06:40");
    expect(clockText(200000)).toBe("2 d 7 h");
  });
  it("wait longer before each new try to connect, up to ten seconds or so", () => {
    expect(pauseBefore(0, 0.5)).toBe(500);
    expect(pauseBefore(2, 0.5)).toBe(2000);
    expect(pauseBefore(20, 1)).toBeLessThan(12_001);
  });
});

describe("one screen for several", () => {
  const seats = (due: number[]) => [0, 1, 2].map((seat) => ({ seat, mine: seat < 2, due: due.includes(seat) }));

  it("goes on to the next of us who must decide", () => {
    expect(nextAtScreen(seats([1]), 0)).toBe(1);
    expect(nextAtScreen(seats([0, 1]), 1)).toBe(1);
  });
  it("stays while others decide", () => {
    expect(nextAtScreen(seats([2]), 1)).toBe(1);
    expect(nextAtScreen(seats([2]), null)).toBe(0);
  });
});

describe("the reckoning", () => {
  it("is turned into rows", () => {
    expect(pointRows([{ a: 1, b: 2 }, { a: 3, b: 4 }])).toEqual([{ key: "a", values: [1, 3] }, { key: "b", values: [2, 4] }]);
    expect(pointRows([10, 12])).toEqual([]);
    expect(pointRows(undefined)).toEqual([]);
  });
  it("has what each side came to", () => {
    const account = { north: { points: 3, gold: 1 }, south: { points: 2, gold: 4 }, points: [3, 2], left: 7, none: {} };
    expect(sides(account).map(([side]) => side)).toEqual(["north", "south"]);
  });
});

it("opens every hand from its own seat's view", () => {
  const views = [0, 1].map((me) => ({ deck: 5, players: [0, 1].map((seat) => ({ seat, hand: seat === me ? ["x"] : null })) }));
  expect(openView(views).players.map((player: any) => player.hand)).toEqual([["x"], ["x"]]);
});

it("plays at once with the game's own defaults", () => {
  const game = { name: "pax", seats_option: "players", seat_counts: [1, 2, 3, 4], options: [{ name: "players", default: 3, offered: [], when: {} }], default_bot: "greedy" };
  expect(quickMatch(game as any)).toEqual({
    game: "pax",
    options: { players: 3 },
    seats: [{ kind: "me" }, { kind: "bot", level: "greedy" }, { kind: "bot", level: "greedy" }],
  });
});

it("hashes a seed as the server does", async () => {
  expect(await hashOfSeed("00")).toBe("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  expect(await hashOfSeed("no seed")).toBeNull();
});
