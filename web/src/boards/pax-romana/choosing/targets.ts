/** What lies within reach of the Army or Fleet under way, put together from the server's answers; nothing is worked out here. */
import type { LegalAction } from "../../../lib/types";
import { WAYS } from "./choosing";
import type { Interceptor, Reach, Unmoved, Voyage } from "../questions";
import type { PaxRomanaView } from "../view";

/** A place one can come to, or choose something at. */
export interface Target {
  place: string;
  actions: LegalAction[];
  /** Words that lead there step by step; empty if only its own choices do. */
  words: string[];
  kind: "march" | "sail";
  /** From where the Army stands to the place. */
  way: string[];
  mp: number | null;
  left: number | null;
  /** That it is reached: by the die for movement, or by the sea. */
  chance: number;
  attack: boolean;
  /** Who may intercept on the way, and where. */
  interceptors: { at: string; who: Interceptor }[];
  talents: number;
  /** Whose enemy Fleet lies there. */
  fleet: string | null;
  stops: { text: string; rule: string } | null;
}

export function targetsOf(byPlace: ReadonlyMap<string, LegalAction[]>, reach: Reach | null, voyage: Voyage | null): Map<string, Target> {
  const found = new Map<string, Target>();
  const bare = { words: [], kind: "march" as const, way: [], mp: null, left: null, chance: 1, attack: false, interceptors: [], talents: 0, fleet: null, stops: null };
  for (const [place, actions] of byPlace) {
    found.set(place, { place, actions, ...bare, attack: actions.some(({ manner }) => manner === "attack") });
  }
  for (const each of reach?.spaces ?? []) {
    const actions = byPlace.get(each.space) ?? [];
    if (!actions.length && !each.words.length) continue;
    const interceptors = each.way.flatMap((at) => (reach!.interceptors[at] ?? []).map((who) => ({ at, who })));
    const { words, mp, left, chance, attack } = each;
    found.set(each.space, { ...bare, place: each.space, actions, words, way: [reach!.space, ...each.way], mp, left, chance, attack, interceptors });
  }
  for (const each of voyage?.places ?? []) {
    const actions = byPlace.get(each.space) ?? [];
    if (!actions.length && !each.words.length) continue;
    const { words, chance, attack, talents, fleet, stops } = each;
    found.set(each.space, { ...bare, place: each.space, actions, words, kind: "sail", way: [voyage!.space, ...each.way], chance, attack, talents, fleet, stops });
  }
  return found;
}

/** What the game is asked about a place that a Move cannot go on to: the words of now, with that place. */
export function doubtsAbout(place: string, byPlace: ReadonlyMap<string, LegalAction[]>): string[] {
  const verbs = new Set([...byPlace.values()].flat().map(({ verb }) => verb));
  return [...verbs].filter((verb) => WAYS.has(verb)).map((verb) => `${verb}:${place}`);
}

/** The small text at a place: MP left after a march, the chance of a voyage that is not sure. */
export function badgesOf(targets: ReadonlyMap<string, Target>): Map<string, string> {
  const badges = new Map<string, string>();
  for (const { place, left, chance, kind } of targets.values()) {
    if (left !== null) badges.set(place, String(left));
    else if (kind === "sail" && chance < 1) badges.set(place, percent(chance));
  }
  return badges;
}

/** A number of Units on average. */
export function decimal(number: number): string {
  return (Math.round(10 * number) / 10).toLocaleString();
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** By place the kinds of Units and the leaders of a Power of which none is among those that have not moved yet. */
export function movedOf(view: PaxRomanaView, unmoved: Unmoved): Map<string, Set<string>> {
  const fresh = new Map(unmoved.places.map((each) => [each.space, new Set([...Object.keys(each.units), ...each.leaders])]));
  const found = new Map<string, Set<string>>();
  const add = (place: string, piece: string) => {
    if (fresh.get(place)?.has(piece)) return;
    found.set(place, (found.get(place) ?? new Set()).add(piece));
  };
  for (const [place, units] of Object.entries(view.units[unmoved.power] ?? {})) for (const kind of Object.keys(units)) add(place, kind);
  for (const [leader, place] of Object.entries(view.leaders)) if (view.commanders[leader].side === unmoved.power) add(place, leader);
  return found;
}
