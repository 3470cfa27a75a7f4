import type { SeatInfo } from "./api";

/**
 * Several people at one screen: whose turn is it to look? The one at the screen stays while he must decide, or while
 * nobody here must; else the next of us who must decide. Null: nobody here plays.
 */
export function nextAtScreen(seats: Pick<SeatInfo, "seat" | "mine" | "due">[], atScreen: number | null): number | null {
  const ours = seats.filter((seat) => seat.mine);
  const due = ours.filter((seat) => seat.due);
  if (due.some((seat) => seat.seat === atScreen)) return atScreen;
  if (due.length) return due[0].seat;
  return atScreen ?? ours[0]?.seat ?? null;
}
