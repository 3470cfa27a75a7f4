/** For those who play by keyboard: when the thing that had the focus is gone, the next one that is lit gets it. */
import { untrack } from "svelte";

export function keepFocus(board: () => HTMLElement | undefined, changes: () => unknown): void {
  let within = false;
  let lost = false;
  $effect.pre(() => {
    changes();
    untrack(() => {
      const focused = document.activeElement;
      within = !!focused && !!board()?.contains(focused) && focused.matches(":focus-visible");
    });
  });
  $effect(() => {
    changes();
    untrack(() => {
      const root = board();
      const nowhere = document.activeElement === document.body || document.activeElement === null;
      if (!nowhere) lost = false;
      else if (within) lost = true;
      if (!lost || !root) return;
      const next = root.querySelector<HTMLElement>("[data-thing].lit");
      if (next) {
        next.focus({ preventScroll: true });
        lost = false;
      }
    });
  });
}
