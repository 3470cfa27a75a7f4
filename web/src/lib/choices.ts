/** The order and the groups in which choices are listed. What they have in common is said by the server. */
import type { LegalAction, Picked } from "./types";

export interface Group {
  /** What the choices have in common, with a gap for the thing in which they differ; empty for a choice by itself. */
  heading: string;
  actions: LegalAction[];
}

/** A list of this length is still read at a glance. */
export const SHORT = 6;
const PLACE: Record<LegalAction["manner"], number> = { usual: 0, "": 1, attack: 1, grave: 2, ends: 3 };

/** What one mostly wants first, what gives something up late, what ends something last; else as the server has it. */
export function inOrder(legal: readonly LegalAction[]): LegalAction[] {
  return inGroups(legal).flatMap((group) => group.actions);
}

/** Choices that differ only in the thing they name stand together, unless the whole list is short. */
export function inGroups(legal: readonly LegalAction[]): Group[] {
  const groups = new Map<string, Group>();
  for (const action of [...legal].sort((one, other) => PLACE[one.manner] - PLACE[other.manner])) {
    const key = action.heading && legal.length > SHORT ? `${action.verb} ${action.heading}` : action.word;
    const group = groups.get(key);
    if (group) group.actions.push(action);
    else groups.set(key, { heading: action.heading, actions: [action] });
  }
  return [...groups.values()].map((group) => (group.actions.length > 1 ? group : { ...group, heading: "" }));
}

/** The choices that speak of every typed word, and, where a thing was picked, name it. */
export function speakingOf(legal: readonly LegalAction[], typed: string, picked = ""): LegalAction[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return legal.filter((action) => {
    const text = `${action.word} ${action.label}`.toLowerCase();
    return (!picked || action.argument === picked) && words.every((word) => text.includes(word));
  });
}

/** The choices that a picked thing stands for: those the board names, else those that name it. */
export function aboutPicked(legal: readonly LegalAction[], picked: Picked | null): LegalAction[] {
  if (!picked) return [];
  const { words } = picked;
  return words ? legal.filter(({ word }) => words.includes(word)) : speakingOf(legal, "", picked.id);
}
