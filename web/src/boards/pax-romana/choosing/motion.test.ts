import { describe, expect, it } from "vitest";
import type { GameEvent } from "../../../lib/types";
import type { PaxRomanaView } from "../view";
import { travelsOf } from "./motion";

const moving = (space: string) => ({ under_way: { kind: "move", side: "rome", space, army: { legion: 2 } }, units: {} }) as unknown as PaxRomanaView;
const event = (kind: string, side: string, space: string) => ({ kind, data: { side, space } }) as unknown as GameEvent;

describe("moves as they are told", () => {
  it("join the steps of one army to one way", () => {
    const events = [event("march", "rome", "capua"), event("march", "rome", "paestum")];
    expect(travelsOf(moving("roma"), moving("paestum"), events, 500)).toEqual([{ side: "rome", units: { legion: 2 }, way: ["roma", "capua", "paestum"], ms: 1000 }]);
  });
  it("show nothing where it is not known whence somebody comes", () => {
    expect(travelsOf(null, moving("capua"), [event("march", "rome", "capua")], 500)).toEqual([]);
    expect(travelsOf(moving("roma"), moving("roma"), [event("income", "rome", "roma")], 500)).toEqual([]);
  });
});
