import { describe, expect, it } from "vitest";
import type { ChoiceInfo, GameInfo, OptionInfo } from "../src/lib/api";
import { quickMatch } from "../src/lib/quick";
import { defaults, matters, offered, seating, settle, wishes } from "../src/lib/setup";

function option(name: string, value: unknown, rest: Partial<OptionInfo> = {}): OptionInfo {
  return { name, help: name, default: value, choices: null, offered: [], when: {}, covered_by: null, upload: false, ...rest };
}

function choice(value: unknown, label: string, rest: Partial<ChoiceInfo> = {}): ChoiceInfo {
  return { value, label, about: "", when: {}, seats: [], yours: 0, ...rest };
}

const game = {
  name: "war",
  seat_counts: [2, 3],
  seats_option: null,
  seating_option: "seats",
  default_bot: "greedy",
  options: [
    option("scenario", "A", { offered: [choice("A", "first"), choice("B", "second")] }),
    option("format", "", {
      offered: [choice("", "long", { when: { scenario: ["A"] } }), choice("short", "short", { when: { scenario: ["A"] } }), choice("", "only", { when: { scenario: ["B"] } })],
    }),
    option("people", 0, { choices: [0, 1, 2], covered_by: "seats" }),
    option("seats", "", {
      offered: [
        choice("", "each", { when: { scenario: ["A"] }, seats: ["Rome", "Carthage"] }),
        choice("", "each", { when: { scenario: ["B"] }, seats: ["Greece", "Rome", "The East"], yours: 1 }),
        choice("rome+east,greece", "shared", { when: { scenario: ["B"] }, seats: ["Rome and The East", "Greece"] }),
      ],
    }),
    option("late", false, { choices: [false, true], when: { scenario: ["B"] } }),
    option("end", 0, { choices: [0, 6], offered: [choice(0, "soon", { when: { format: ["short"] } }), choice(6, "later", { when: { format: ["short"] } })] }),
  ],
} as unknown as GameInfo;
const named = (name: string) => game.options.find((each) => each.name === name)!;

describe("the options of a game hang together", () => {
  it("begins with the defaults, which make the seats", () => {
    expect(defaults(game)).toEqual({ scenario: "A", format: "", people: 0, seats: "", late: false, end: 0 });
    expect(seating(game, defaults(game))?.seats).toEqual(["Rome", "Carthage"]);
  });

  it("offers only what fits the other choices", () => {
    expect(offered(named("format"), { scenario: "A" }).map((each) => each.label)).toEqual(["long", "short"]);
    expect(offered(named("format"), { scenario: "B" }).map((each) => each.label)).toEqual(["only"]);
  });

  it("replaces a choice that is no longer open by the first that is", () => {
    const before = { ...defaults(game), format: "short" };
    expect(settle(game, { ...before, scenario: "B" }).format).toBe("");
    expect(settle(game, before).format).toBe("short");
  });

  it("leaves out what does not matter and what another option says", () => {
    expect(matters(game, named("late"), { scenario: "A" })).toBe(false);
    expect(matters(game, named("late"), { scenario: "B" })).toBe(true);
    expect(matters(game, named("people"), { scenario: "A" })).toBe(false);
    expect(matters(game, named("end"), { format: "" })).toBe(false);
    expect(matters(game, named("end"), { format: "short" })).toBe(true);
  });

  it("sends only what was chosen and matters", () => {
    expect(wishes(game, { ...defaults(game), format: "short", late: true, people: 2 })).toEqual({ format: "short" });
    expect(wishes(game, { ...defaults(game), scenario: "B", seats: "rome+east,greece", late: true })).toEqual({
      scenario: "B",
      seats: "rome+east,greece",
      late: true,
    });
  });

  it("seats a newcomer where the game says", () => {
    expect(quickMatch(game).seats.map((seat) => seat.kind)).toEqual(["me", "bot"]);
    const other = { ...game, options: game.options.map((each) => (each.name === "scenario" ? { ...each, default: "B" } : each)) };
    expect(quickMatch(other).seats.map((seat) => seat.kind)).toEqual(["bot", "me", "bot"]);
  });
});
