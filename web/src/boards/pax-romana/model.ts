/** The position of Pax Romana as a report: Territories, their Provinces, what stands in each Space. No rule is worked out here. */
import type { Book } from "../../lib/phrase";
import type { CardFacts } from "./cards/cards";
import type { Questions } from "./questions";
import type { PaxRomanaView, SiteView } from "./view";

/** Ask the game; null where nobody answers. */
export type Ask = <Q extends keyof Questions>(question: Q, asks: Questions[Q]["asks"]) => Promise<Questions[Q]["answers"] | null>;

/** What the server tells once about a match. */
export interface Info extends Book {
  chart: Chart;
}

/** What the server tells once about a match: Provinces with their Spaces, points between them, what Units count. */
export interface Chart {
  provinces: Record<string, string[]>;
  transit: string[];
  /** Every place of the map; those without `open` are out of play. */
  places: Record<string, PlaceOnMap>;
  /** Connections: from, to, kind. */
  links: [string, string, string][];
  points: Record<string, number>;
  /** What each level of Stability is called. */
  stability: Record<string, string>;
  /** The Event cards by title, where they are played with. */
  cards?: Record<string, CardFacts>;
  /** By letter the rule that says what an Opportunity Objective asks and brings, where they are played with. */
  objectives?: Record<string, string>;
}

/** Where a place lies and what is printed there. */
export interface PlaceOnMap {
  kind: "space" | "land" | "naval" | "deep";
  lat: number;
  lon: number;
  province?: string;
  open?: true;
  port?: true;
  mountain?: true;
  mine?: true;
  tribal?: true;
  /** The Power whose capital it is. */
  capital?: string;
}

export interface Stack {
  side: string;
  units: [kind: string, number: number][];
  points: number;
  leaders: string[];
}

export interface Place {
  id: string;
  site: SiteView | null;
  stacks: Stack[];
  /** A Tribe: its strength, or null while nobody knows it. */
  tribe: { strength: number | null } | null;
  pirates: boolean;
  lit: boolean;
}

export interface Province {
  id: string;
  owner: string | null;
  places: Place[];
}

export interface Territory {
  /** Empty for Provinces that belong to no Territory of the scenario. */
  id: string;
  owner: string | null;
  provinces: Province[];
  /** A choice names a place here, or the viewer has Units here. */
  near: boolean;
}

/** The Powers of a seat. */
export function powersOf(view: PaxRomanaView, seat: number | null): string[] {
  return seat === null ? [] : view.powers.filter((each) => each.seat === seat).map((each) => each.power);
}

export function placeOf(view: PaxRomanaView, chart: Chart, id: string, lit: boolean): Place | null {
  const leaders = Object.keys(view.leaders).filter((leader) => view.leaders[leader] === id);
  const stacks: Stack[] = [];
  for (const [side, where] of Object.entries(view.units)) {
    if (!where[id]) continue;
    const units = Object.entries(where[id]);
    const points = units.reduce((sum, [kind, number]) => sum + (chart.points[kind] ?? 0) * number, 0);
    stacks.push({ side, units, points, leaders: leaders.filter((leader) => view.commanders[leader].side === side) });
  }
  for (const leader of leaders) {
    if (!stacks.some((stack) => stack.leaders.includes(leader))) {
      stacks.push({ side: view.commanders[leader].side, units: [], points: 0, leaders: [leader] });
    }
  }
  const tribe = id in view.tribes ? { strength: view.tribes[id] } : null;
  const place = { id, site: view.sites[id] ?? null, stacks, tribe, pirates: view.pirates.includes(id), lit };
  return place.site || stacks.length || tribe || place.pirates || lit ? place : null;
}

export function report(view: PaxRomanaView, chart: Chart, lit: Set<string>, mine: string[]): Territory[] {
  const left = new Set(Object.keys(view.provinces));
  const groups: { id: string; owner: string | null; provinces: string[] }[] = [];
  for (const [id, entry] of Object.entries(view.territories)) {
    const provinces = entry.provinces.filter((province) => left.has(province));
    for (const province of provinces) left.delete(province);
    groups.push({ id, owner: entry.owner, provinces });
  }
  if (left.size) groups.push({ id: "", owner: null, provinces: [...left] });
  return groups.map((group) => {
    const provinces = group.provinces.map((id) => ({
      id,
      owner: view.provinces[id],
      places: (chart.provinces[id] ?? []).map((space) => placeOf(view, chart, space, lit.has(space))).filter((place) => place !== null),
    }));
    const near = provinces.some((province) =>
      province.places.some((place) => place.lit || place.stacks.some((stack) => mine.includes(stack.side))),
    );
    return { id: group.id, owner: group.owner, provinces, near };
  });
}

/** What is on the way: on points between the Spaces. */
export function onTheWay(view: PaxRomanaView, chart: Chart, lit: Set<string>): Place[] {
  return chart.transit.map((id) => placeOf(view, chart, id, lit.has(id))).filter((place) => place !== null);
}
