/** The log of Pax Romana by chapters: an Activation, an Event, a phase with what followed from it. */
import type { Chapters } from "../../lib/types";
import type { PaxRomanaView } from "./view";

const OPEN = new Set(["activation", "event", "turn"]);
/** What is told of a chapter while it is folded. */
const TOLD = new Set([
  "battle-won",
  "battle-drawn",
  "siege-won",
  "siege-drawn",
  "naval-won",
  "naval-drawn",
  "capture",
  "province",
  "agreement",
  "town",
  "city",
  "sack",
  "leader-dies",
  "leader-dies-away",
  "civil-war",
  "invasion",
  "rebellion",
  "victory-points",
  "wins-by-places",
  "wins-by-lead",
  "card-played",
  "card-for-hire",
  "card-cancelled",
]);

export const chapters: Chapters = {
  opens: ({ kind }) => OPEN.has(kind),
  tells: ({ kind }) => TOLD.has(kind),
  turnOf: ({ kind, data }, view) =>
    kind === "activation" ? ((view as PaxRomanaView).powers.find(({ power }) => power === data.power)?.seat ?? null) : null,
};
