import { describe, expect, it } from "vitest";
import { choicesOf, lit } from "../../lib/cards/choose";
import type { GameEvent, LegalAction } from "../../lib/types";
import { destinationOf, evenColumns, heldByRome, originOf, romeStanding, route, seating, slots, standing, touched } from "./model";
import type { PaxView } from "./view";

interface Moment {
  seat: number | null;
  view: PaxView;
  legal: LegalAction[];
}
const moments = import.meta.glob<Moment>("../../../fixtures/pax-*.json", { import: "default", eager: true });
const moment = (name: string) => moments[`../../../fixtures/pax-${name}.json`];
const event = (kind: string, data: Record<string, unknown>): GameEvent => ({ decision: 1, type: "event", kind, text: "", rule: "", data, secret: false });

describe("the words of PAX on the board", () => {
  it("all have a place, but for those that end something", () => {
    for (const { view, legal } of Object.values(moments)) {
      for (const action of legal) {
        if (["done", "decline"].includes(action.verb)) expect(route(action, view)).toBeNull();
        else expect(route(action, view), action.word).not.toBeNull();
      }
    }
  });

  it("light only things that lie there", () => {
    for (const { view, legal } of Object.values(moments)) {
      const things = new Set(["deck", "hand", "rome-hidden", ...view.legions.map(({ number }) => `legion:${number}`)]);
      for (const { zone, word } of slots(view)) things.add(`${zone}:${word}`);
      for (const thing of lit(choicesOf(legal, (action) => route(action, view)), null)) expect(things).toContain(thing);
    }
  });

  it("carry the drawn card to where it may go", () => {
    const { view, legal } = moment("2-draw");
    const card = `drawn:${view.drawn[0]}`;
    expect([...lit(choicesOf(legal, (action) => route(action, view)), card)]).toEqual(["hand", "legion:1", "legion:2", "legion:3", "deck"]);
  });
});

describe("what the view tells", () => {
  it("counts every card that is to be seen", () => {
    const { view } = moment("4-act");
    const shown = view.players.flatMap((player) => Object.values(player.display).map(({ count }) => count)).reduce((sum, count) => sum + count, 0);
    expect(slots(view).filter(({ zone }) => zone.startsWith("display:")).length).toBe(shown);
    expect(slots(view).filter(({ zone }) => zone === "hand").map(({ word }) => word).sort()).toEqual([...view.players[view.you!].hand!].sort());
    expect(slots(view).filter(({ zone }) => zone === "rome-hidden").map(({ word }) => word)).toEqual(view.rome.hidden);
  });

  it("agrees with the reckoning at the end", () => {
    for (const { view } of Object.values(moments)) {
      if (!view.outcome?.rome) continue;
      for (const [category, strength] of Object.entries(view.outcome.rome)) {
        expect(romeStanding(view, category as keyof PaxView["rome"]["display"]).total).toBe(strength);
      }
      view.outcome.players?.forEach((strengths, seat) => {
        for (const [category, strength] of Object.entries(strengths)) {
          expect(standing(view.players[seat], category as keyof PaxView["rome"]["display"]).total).toBe(strength);
        }
      });
      if (view.outcome.held_by_rome) expect(heldByRome({ ...view, outcome: null })).toEqual(view.outcome.held_by_rome);
    }
  });

  it("counts what the viewer has peeked at", () => {
    const { view } = moment("4-act");
    const open = { ...view, rome: { ...view.rome, hidden: [null, null, null], bonus: { fleet: 0, army: 0 } } };
    const seen = { ...view, rome: { ...view.rome, hidden: ["senator-2-3", null, "army-1-1"], bonus: { fleet: 1, army: 0 } } };
    for (const [category, bonus, peeked] of [["senator", 0, 2], ["fleet", 1, 0], ["army", 0, 1]] as const) {
      const { printed } = romeStanding(open, category);
      expect(romeStanding(seen, category)).toEqual({ printed, bonus, peeked, total: printed + bonus + peeked });
    }
  });

  it("seats the viewer first and the others in turn order", () => {
    const { view, seat } = moment("4-act");
    expect(seating(view).map((player) => player.seat)).toEqual([0, 1, 2, 3].map((place) => (seat! + place) % 4));
  });
});

describe("where cards come from and go to", () => {
  it("lets others play from their seat and all else come from the deck", () => {
    expect(originOf("display:1:army", 0)).toBe("player:1");
    expect(originOf("display:0:army", 0)).toBe("deck");
    expect(originOf("legion:2", 0)).toBe("deck");
  });

  it("sends bought cards to the buyer", () => {
    const events = [event("buy", { seat: 2, legion: 3, cards: ["army-1-1"] })];
    expect(destinationOf("army-1-1", "legion:3", events)).toBe("player:2");
    expect(destinationOf("army-1-1", "legion:1", events)).toBe("deck");
    expect(destinationOf("army-1-1", "drawn", [])).toBe("deck");
  });

  it("marks the last moves", () => {
    const events = [event("to-legion", { seat: 1, legion: 2, card: "land-1-1" }), event("play", { seat: 1, card: "army-1-1" }), event("play", { seat: 0, card: "land-1-1" })];
    expect([...touched(events, 0)]).toEqual(["legion:2", "display:1:army"]);
  });
});

describe("the deck and the Legions", () => {
  it("lie in one row where there is room, else in even rows", () => {
    expect(evenColumns(6, 1000, 74, 8)).toBe(6);
    expect(evenColumns(6, 404, 74, 8)).toBe(3);
    expect(evenColumns(10, 344, 59, 8)).toBe(5);
    expect(evenColumns(5, 344, 74, 8)).toBe(3);
    expect(evenColumns(4, 0, 74, 8)).toBe(1);
  });
});
