/** Moves of armies and fleets as they are told by events: who travels which way. */
import type { GameEvent } from "../../../lib/types";
import type { PaxRomanaView } from "../view";

export interface Travel {
  side: string;
  units: Record<string, number>;
  way: string[];
  ms: number;
}

const MOVES = new Set(["march", "sail", "retreat"]);

/** What travels between two positions, from the events that led from one to the other; `ms` for each step. */
export function travelsOf(before: PaxRomanaView | null, view: PaxRomanaView, events: readonly GameEvent[], ms: number): Travel[] {
  const found: Travel[] = [];
  let stood = standing(before);
  for (const { kind, data } of events) {
    if (!MOVES.has(kind) || typeof data.side !== "string" || typeof data.space !== "string") continue;
    const last = found.at(-1);
    if (last && last.side === data.side && last.way.at(-1) === stood?.space) {
      last.way.push(data.space);
      last.ms += ms;
    } else if (stood && stood.side === data.side && stood.space !== data.space) {
      found.push({ side: data.side, units: moved(view, stood.army, data.side, data.space), way: [stood.space, data.space], ms });
    }
    stood = { side: data.side, space: data.space, army: stood?.army ?? {} };
  }
  return found;
}

interface Standing {
  side: string;
  space: string;
  army: Record<string, number>;
}

function standing(view: PaxRomanaView | null): Standing | null {
  const under = view?.under_way;
  return under?.kind === "move" ? { side: under.side, space: under.space, army: under.army as Record<string, number> } : null;
}

function moved(view: PaxRomanaView, army: Record<string, number>, side: string, space: string): Record<string, number> {
  if (Object.keys(army).length) return army;
  const now = standing(view);
  if (now?.side === side && Object.keys(now.army).length) return now.army;
  return (view.units[side]?.[space] ?? {}) as Record<string, number>;
}
