import { describe, expect, it } from "vitest";
import { choicesOf, lit, meaning } from "../../lib/cards/choose";
import { inZone, track } from "../../lib/cards/track";
import type { GameEvent, LegalAction } from "../../lib/types";
import { battleOf, counted, laying, route, slots, tokens, touched } from "./model";
import type { RomaView } from "./view";

interface Moment {
  seat: number | null;
  view: RomaView;
  legal: LegalAction[];
  lastEvents: GameEvent[];
}
const moments = import.meta.glob<Moment>("../../../fixtures/roma-*.json", { import: "default", eager: true });
const moment = (name: string) => moments[`../../../fixtures/roma-${name}.json`];
const choices = ({ view, legal, seat }: Moment) => choicesOf(legal, (action) => route(action, view, seat ?? 0));
const event = (kind: string, data: Record<string, unknown>): GameEvent => ({ decision: 1, type: "event", kind, text: kind, rule: "", data, secret: false });

describe("the words of Roma on the board", () => {
  it("all have a place, but for those that end something", () => {
    for (const { view, legal, seat } of Object.values(moments)) {
      for (const action of legal) {
        if (["end", "done", "pass"].includes(action.verb)) expect(route(action, view, seat ?? 0)).toBeNull();
        else expect(route(action, view, seat ?? 0), action.word).not.toBeNull();
      }
    }
  });

  it("take a card and a disc apart", () => {
    expect(laying("tribunus-plebis-3")).toEqual({ card: "tribunus-plebis", disc: 3 });
  });

  it("offer a die its two end discs and its own disc", () => {
    const turn = moment("actions");
    const dice = turn.legal.filter(({ verb }) => verb === "money").map(({ argument }) => argument);
    const active = turn.legal.filter(({ verb }) => verb === "activate").map(({ argument }) => argument);
    expect(active).not.toEqual([]);
    expect(dice.length).toBeGreaterThan(active.length);
    for (const die of dice) {
      const own = active.includes(die) ? [`disc:${die}`, `own:${die}`] : [];
      expect([...lit(choices(turn), `die:${die}`)].sort()).toEqual(["cards", "money", ...own].sort());
    }
    expect(meaning(choices(turn), `own:${active[0]}`, null)).toMatchObject({ kind: "play", actions: [{ word: `activate:${active[0]}` }] });
  });

  it("lay the taken-up card with one click", () => {
    const rearrange = moment("rearrange");
    const card = laying(rearrange.legal[0].argument).card;
    expect(meaning(choices(rearrange), "own:2", null)).toMatchObject({ kind: "play", actions: [{ word: `lay:${card}-2` }] });
  });

  it("ask whether a die is raised or lowered", () => {
    const die = moment("alter-die").legal[0].argument;
    expect(meaning(choices(moment("alter-die")), `die:${die}`, null)).toMatchObject({ actions: [{ word: `raise:${die}` }, { word: `lower:${die}` }] });
  });

  it("find the person to copy where it lies", () => {
    const copy = moment("copy-person");
    const persons = copy.legal.map(({ argument }) => argument);
    const discs = copy.view.players[copy.seat ?? 0].row.filter(({ card }) => card && persons.includes(card)).map(({ disc }) => `own:${disc}`);
    expect(discs).not.toEqual([]);
    expect([...lit(choices(copy), null)].sort()).toEqual(discs);
  });

  it("aim at the other side", () => {
    const aim = moment("choose-target");
    expect([...lit(choices(aim), null)]).toEqual(aim.legal.map(({ argument }) => `opp:${argument}`));
  });
});

describe("cards and tokens", () => {
  it("are all there", () => {
    for (const { view } of Object.values(moments)) {
      const seen = slots(view).length;
      const cards = seen + view.deck_count + (view.drawn.length ? 0 : view.drawn_count) + (view.phase === "exchange" ? view.gifts!.counts.reduce((a, b) => a + b, 0) - view.gifts!.yours.length : 0);
      expect(cards, view.phase).toBe(52);
      expect(tokens(view).length).toBe(36 + view.credited);
    }
  });

  it("move from the stock to a player", () => {
    const { view } = moment("actions");
    const ids = { next: 1 };
    const before = track([], tokens(view), ids);
    const richer = { ...view, stock: view.stock - 2, players: view.players.map((player, seat) => (seat ? player : { ...player, points: player.points + 2 })) };
    const after = track(before.placed, tokens(richer), ids);
    expect([...after.from.values()]).toEqual(["stock", "stock"]);
    expect(inZone(after.placed, "points:0").length).toBe(view.players[0].points + 2);
  });

  it("are counted by kind", () => {
    expect(counted(["forum", "nero", "forum"])).toEqual([
      ["forum", 2],
      ["nero", 1],
    ]);
  });
});

describe("a battle", () => {
  it("is spelled out while the Centurio may still add a die", () => {
    const { view, seat } = moment("centurio-die");
    const facing = view.players[1 - seat!].row[view.effect!.disc - 1];
    const { card, disc, defence, defence_by } = facing;
    const die = view.effect!.battle_die;
    expect(battleOf(view, null, [])).toMatchObject({ seat, attacker: "centurio", card, disc, die, defence, by: defence_by, won: null });
  });

  it("is told with what the defence was made up of", () => {
    const { view } = moment("battle");
    const row = view.players[0].row.map((place) =>
      place.disc === 3 ? { ...place, card: "forum", defence: 4, defence_by: { printed: 5, turris: 1, essedum: -2 } } : place,
    );
    const before = { ...view, players: [{ ...view.players[0], row }, view.players[1]] };
    const lost = event("battle-won", { seat: 1, attacker: "onager", card: "forum", disc: 3, die: 4, added: 0, attack: 4, defence: 4 });
    expect(battleOf(view, before, [lost])).toMatchObject({ die: 4, defence: 4, by: { printed: 5, turris: 1, essedum: -2 }, won: true });
  });

  it("is none if none was fought", () => {
    expect(battleOf(moment("actions").view, null, [])).toBeNull();
  });
});

describe("marks of the last moves", () => {
  it("lie where something happened", () => {
    const events = [event("lay-over", { seat: 1, card: "nero", disc: 2 }), event("battle-lost", { seat: 1, disc: 3 }), event("money", { seat: 1 })];
    expect([...touched(events)]).toEqual(["row:1:2", "row:0:3", "money"]);
  });
});
