/** Who is at this browser, and how many tables wait. */
import { api, type Me } from "./api";
import { settings } from "./settings.svelte";

const state = $state<{ me: Me | null; waiting: number; offline: boolean }>({ me: null, waiting: 0, offline: false });

export const person = state;

let first: Promise<void> | undefined;

/** When the server knows who is at this browser, or cannot be reached: who comes to a table before that has no name there. */
export function met(): Promise<void> {
  return (first ??= meet());
}

export async function meet(): Promise<void> {
  try {
    state.me = await api.me(settings.language);
    state.offline = false;
    // What is drawn first comes first.
    setTimeout(countWaiting, 1000);
  } catch {
    state.offline = true;
  }
}

export async function countWaiting(): Promise<void> {
  try {
    state.waiting = (await api.matches("mine")).waiting;
  } catch {
    // The next look will tell.
  }
}
