/** The Event that was just drawn, with what came of it, read from what the log tells. */
import type { GameEvent } from "../../../lib/types";
import type { IconName } from "../art/icons";

export interface Happening {
  /** The Event's name among those of the game. */
  event: string;
  rule: string;
  /** What came of it at once. */
  told: GameEvent[];
  /** Where it happened. */
  places: string[];
}

const SIGNS: Record<string, IconName> = {
  conqueror: "leader",
  "slave-revolt": "slaves",
  pirates: "pirates",
  rebellion: "rebellion",
  "harvest-time": "harvest",
  "revenues-and-stability": "coins",
  "barbarian-invasion": "barbarian",
  "stability-check": "scales",
  "galley-technology": "galley",
  "soldier-of-fortune": "fortune",
  disease: "disease",
};

export function signOf(event: string): IconName {
  return SIGNS[event] ?? "fortune";
}

/** The last Event among what was just told; null if there is none. */
export function happeningIn(events: readonly GameEvent[], isPlace: (id: string) => boolean): Happening | null {
  const at = events.map(({ kind }) => kind).lastIndexOf("event");
  if (at < 0) return null;
  const told = events.slice(at + 1);
  const named = told.flatMap(({ data }) => Object.values(data).flat());
  return {
    event: String(events[at].data.event),
    rule: events[at].rule,
    told,
    places: [...new Set(named.filter((thing): thing is string => typeof thing === "string" && isPlace(thing)))],
  };
}
