/** What the map is given by the board. It shows what it is told and knows no rule. */
import type { Chart } from "../model";
import type { PaxRomanaView } from "../view";
import type { Spent } from "./stacks";

export type Light = "go" | "attack" | "choose" | "danger";

export interface Way {
  way: string[];
  kind: "march" | "sail" | "retreat";
}

export interface Arc {
  from: string;
  to: string;
  /** From 0 to 1. */
  chance?: number;
}

export interface Travel {
  side: string;
  units: Record<string, number>;
  way: string[];
  ms: number;
}

/** What is laid over the position. */
export interface Marks {
  /** What can be chosen, by place. */
  lit?: Map<string, Light>;
  /** Small text at a place. */
  badges?: Map<string, string>;
  path?: Way | null;
  /** Who may intercept. */
  arcs?: Arc[];
  /** A line of communication. */
  line?: string[] | null;
  selected?: string | null;
  /** Where something is under way, and whether it is fought there. */
  here?: { place: string; fight: boolean } | null;
}

export interface MapProps extends Marks {
  chart: Chart;
  view: PaxRomanaView;
  called: (id: string) => string;
  /** The keyboard's place; the map changes it too. */
  focus?: string | null;
  /** By place the kinds of Units and the leaders that have moved: dimmed. */
  spent?: Spent;
  travels?: Travel[];
  onpick?: (place: string) => void;
  onhover?: (place: string | null) => void;
  /** The map stands still again and shows another part of it. */
  onmove?: () => void;
  /** Counters that can be chosen by themselves. */
  pickable?: { place: string; side: string; kinds: Set<string> } | null;
  oncounter?: (place: string, side: string, kind: string) => void;
}
