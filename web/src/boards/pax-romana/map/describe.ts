/** A place in words, for those who do not see the map. */
import { maybe } from "../../../lib/i18n.svelte";
import { t } from "../say";
import type { PaxRomanaView } from "../view";
import type { Spot } from "./geography";
import type { Stack } from "./stacks";

export function describe(spot: Spot, view: PaxRomanaView, stacks: Stack[], called: (id: string) => string): string {
  const told = [called(spot.id)];
  if (spot.kind !== "space") told.push(t(`board.paxromana.map.${spot.kind}`));
  if (spot.capital) told.push(t("board.paxromana.map.capital", { power: called(spot.capital) }));
  const printed = (["port", "mountain", "mine"] as const).filter((kind) => spot[kind]);
  told.push(...printed.map((kind) => t(`board.paxromana.map.${kind}`)));
  if (spot.province) told.push(t("board.paxromana.map.province", { name: called(spot.province) }));
  const holder = view.spaces[spot.id];
  if (holder) told.push(t("board.paxromana.held", { power: called(holder) }));
  const site = view.sites[spot.id];
  if (site) {
    const facts = { owner: called(site.owner), n: site.walls };
    told.push(site.kind === "city" ? t("board.paxromana.city", facts) : t("board.paxromana.town", facts));
  }
  for (const stack of stacks) {
    const units = stack.pieces.map(({ kind, number }) => maybe(`board.paxromana.unit.${kind}`, `${number} ${kind}`, { n: number }));
    const leaders = stack.leaders.map((leader) => t("board.paxromana.leader", { name: called(leader.id) }));
    told.push(`${called(stack.side)}: ${[...units, ...leaders].join(", ")}`);
  }
  if (spot.id in view.tribes) {
    const strength = view.tribes[spot.id];
    told.push(strength === null ? t("board.paxromana.tribeHidden") : t("board.paxromana.tribe", { n: strength }));
  }
  if (view.pirates.includes(spot.id)) told.push(t("board.paxromana.pirates"));
  return told.join("; ");
}
