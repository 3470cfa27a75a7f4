/** Colours and signs of the map: by power a colour, a pattern and an emblem, so that colour is never the only sign. */
import type { IconName } from "../art/icons";
import type { PaxRomanaView } from "../view";

export type Pattern = "rising" | "falling" | "dots" | "upright" | "level" | "crossed" | "none";

/** A side's colours: of its counters, of its ground, and of the pattern on the ground. */
export interface Colours {
  deep: string;
  ground: string;
  stripe: string;
  pattern: Pattern;
}

export interface Palette {
  sea: string;
  halo: string[];
  land: string;
  quiet: string;
  shore: string;
  border: string;
  realm: string;
  road: string;
  alpine: string;
  strait: string;
  seaway: string;
  point: string;
  title: string;
  paper: string;
  ink: string;
  sides: Record<string, Colours>;
}

const PATTERNS: Record<string, Pattern> = { red: "rising", green: "falling", blue: "dots", purple: "upright", orange: "level", yellow: "crossed" };

const LIGHT: Omit<Palette, "sides"> = {
  sea: "#d3e2e4",
  halo: ["#c6d9dd", "#b8ced4", "#a8c2ca"],
  land: "#f4ede0",
  quiet: "#e9e1d1",
  shore: "#6d8b96",
  border: "#a2927a",
  realm: "#8a785d",
  road: "#b09a73",
  alpine: "#7d5f3c",
  strait: "#3f7284",
  seaway: "#7ea3b3",
  point: "#6f97a8",
  title: "#5d4a30",
  paper: "#fffdf7",
  ink: "#2a231d",
};
const DARK: Omit<Palette, "sides"> = {
  sea: "#1b2a33",
  halo: ["#20323c", "#263b46", "#2d4652"],
  land: "#3a332a",
  quiet: "#2c2721",
  shore: "#5f8797",
  border: "#6d604f",
  realm: "#8e7d66",
  road: "#7d6c52",
  alpine: "#b08b5c",
  strait: "#77b0c4",
  seaway: "#4b7385",
  point: "#5f8ea2",
  title: "#d8c6a4",
  paper: "#f6efe1",
  ink: "#1b1613",
};
const DEEP = { red: "#9c2a20", green: "#2c6b3c", blue: "#24598c", purple: "#6c3c80", orange: "#a65a12", yellow: "#7d6512", none: "#6b6256" };
const PALE = { red: "#e9c9bd", green: "#cfdcbf", blue: "#c5d6e4", purple: "#dccbe0", orange: "#eed6b4", yellow: "#ebe1ae", none: "#e2dacb" };
const DUSK = { red: "#5c322b", green: "#34472f", blue: "#2d4358", purple: "#493453", orange: "#5b4227", yellow: "#514725", none: "#433b31" };

const LIGHTER = { red: "#d98274", green: "#86b787", blue: "#82aedb", purple: "#b98bcb", orange: "#dea464", yellow: "#cdb75e", none: "#a89a86" };

export function palette(dark: boolean): Palette {
  const grounds: Record<string, string> = dark ? DUSK : PALE;
  const stripes: Record<string, string> = dark ? LIGHTER : DEEP;
  const sides = Object.fromEntries(
    Object.entries(DEEP).map(([colour, deep]) => [colour, { deep, ground: grounds[colour], stripe: stripes[colour], pattern: PATTERNS[colour] ?? "none" }]),
  );
  return { ...(dark ? DARK : LIGHT), sides };
}

/** The word of a side's colour; sides that are no Powers have none. */
export function colourOf(view: PaxRomanaView, side: string | null): string {
  return view.powers.find((each) => each.power === side)?.colour ?? "none";
}

const OTHERS: Record<string, IconName> = {
  tribes: "tribe",
  "western-gauls": "gauls",
  "eastern-gauls": "gauls",
  germans: "germans",
  "soldier-of-fortune": "fortune",
};
const POWERS: IconName[] = ["rome", "carthage", "greece", "macedon", "antigonids", "leagues", "east", "ptolemies", "seleucids", "syracuse"];

export function emblemOf(side: string): IconName {
  if (side.startsWith("slaves")) return "slaves";
  return POWERS.find((power) => power === side) ?? OTHERS[side] ?? "independents";
}

const PIECES: IconName[] = ["legion", "heavy", "light", "cavalry", "militia", "mercenary", "barbarian", "garrison", "elephant", "galley", "rhodian"];

const HIRED: Record<string, IconName> = {
  "light-mercenary": "mercenary",
  "mercenary-cavalry": "cavalry",
  "pergamene-heavy": "heavy",
  "reduced-pergamene": "heavy",
  "pergamene-light": "light",
  "pergamene-cavalry": "cavalry",
  "pergamene-galley": "galley",
};

/** The silhouette of a kind of Unit; a reduced one has that of the whole. */
export function silhouetteOf(kind: string): IconName {
  const whole = HIRED[kind] ?? kind.replace("reduced-", "");
  return PIECES.find((piece) => piece === whole) ?? "barbarian";
}
