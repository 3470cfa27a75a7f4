import type { View } from "./types";

/**
 * One view with everybody's cards open: the public part of the first, and what belongs to seat *i* (its entry in
 * `players`) from the view of seat *i*.
 */
export function openView(views: View[]): View {
  const [first] = views;
  if (views.length < 2 || !Array.isArray(first.players)) return first;
  return { ...first, players: first.players.map((player: unknown, seat: number) => views[seat]?.players?.[seat] ?? player) };
}
