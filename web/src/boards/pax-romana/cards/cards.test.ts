import { describe, expect, it } from "vitest";
import type { GameEvent, LegalAction } from "../../../lib/types";
import type { PaxRomanaView } from "../view";
import { clickOf, deal, onTheTable, others, own, shownIn } from "./cards";

function choice(word: string): LegalAction {
  const [verb, argument = ""] = word.split(":");
  return { word, verb, argument, label: word, heading: "", thing: "", manner: "", explanation: "", rule: "" };
}

function view(parts: object): PaxRomanaView {
  return { breadcrumb: [], path: [], powers: [], ...parts } as unknown as PaxRomanaView;
}

function event(kind: string, data: Record<string, unknown>): GameEvent {
  return { decision: 1, type: "event", kind, text: `${kind} ${data.card}`, rule: "", data, secret: false };
}

describe("choices about cards", () => {
  it("lie on the card in Hand that they name, playing first", () => {
    const dealt = deal(view({ breadcrumb: ["expansion"] }), ["discard-card:spies", "play:spies", "major:roma", "done"].map(choice));
    expect(dealt.onCards.get("spies")?.map(({ verb }) => verb)).toEqual(["play", "discard-card"]);
    expect(dealt.rest.map(({ word }) => word)).toEqual(["major:roma", "done"]);
    expect(dealt.beside).toEqual([]);
  });
  it("stand beside the Hand where all is about cards, with those that would fit", () => {
    const dealt = deal(view({ breadcrumb: ["activation", "card", "window"] }), ["play:deus-ex-machina", "do-not-ask:deus-ex-machina", "pass", "not-now"].map(choice));
    expect(dealt.beside.map(({ word }) => word)).toEqual(["do-not-ask:deus-ex-machina", "pass", "not-now"]);
    expect(dealt.fitting).toEqual(["deus-ex-machina"]);
    expect(dealt.rest).toEqual([]);
  });
  it("are meant by a click where the card is played or kept, never where it is given up", () => {
    expect(clickOf([choice("discard-card:spies")])).toBeNull();
    expect(clickOf([choice("hire-for:spies"), choice("discard-card:spies")])).toBeNull();
    expect(clickOf([choice("keep-card:spies")])?.word).toBe("keep-card:spies");
    expect(clickOf([choice("play:spies"), choice("discard-card:spies")])?.word).toBe("play:spies");
  });
});

describe("cards on the table", () => {
  it("are found on the path, the innermost one", () => {
    const crumb = (card: string) => ({ key: "crumb.card", facts: { card, power: "rome" }, rule: "" });
    expect(onTheTable(view({ path: [crumb("spies"), { key: "crumb.window", facts: {}, rule: "" }, crumb("deus-ex-machina")] }))?.card).toBe("deus-ex-machina");
    expect(onTheTable(view({}))).toBeNull();
  });
  it("belong to the viewer's Powers or to others", () => {
    const powers = [{ power: "rome", seat: 0 }, { power: "east", seat: 0 }, { power: "greece", seat: 1 }];
    expect(own(view({ powers }), 0).map(({ power }) => power)).toEqual(["rome", "east"]);
    expect(others(view({ powers }), 0).map(({ power }) => power)).toEqual(["greece"]);
    expect(own(view({ powers }), null)).toEqual([]);
    expect(others(view({ powers }), null)).toHaveLength(3);
  });
});

describe("the moment of a card", () => {
  it("shows each card in its last state", () => {
    const shown = shownIn([event("card-played", { card: "spies" }), event("card-played", { card: "deus-ex-machina" }), event("card-cancelled", { card: "spies" })]);
    expect(shown.map(({ card, how }) => [card, how])).toEqual([
      ["deus-ex-machina", "played"],
      ["spies", "cancelled"],
    ]);
  });
  it("shows a drawn card only to whom it is told", () => {
    expect(shownIn([event("card-drawn", {})])).toEqual([]);
    expect(shownIn([event("card-drawn", { card: "spies" })])).toHaveLength(1);
  });
});
