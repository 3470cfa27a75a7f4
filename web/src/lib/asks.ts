/**
 * `use:asks={() => onExplain(target, node)}`: ask about a thing by resting on it with the mouse, by a long press, by the
 * context menu, or by `?` while it has the focus.
 */
import { askAtRest, leave } from "./explain.svelte";

export function asks(node: HTMLElement | SVGElement, ask: () => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let pressed = false;

  const stop = () => clearTimeout(waiting);
  // Only a mouse that moves asks: not one that happens to lie where a thing appears.
  const move = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    stop();
    waiting = setTimeout(() => askAtRest(node, ask), 800);
  };
  const left = () => {
    stop();
    leave();
  };
  const down = (event: PointerEvent) => {
    stop();
    pressed = false;
    if (event.pointerType !== "mouse") {
      waiting = setTimeout(() => {
        pressed = true;
        ask();
      }, 500);
    }
  };
  const click = (event: Event) => {
    // The end of a long press is no click.
    if (pressed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed = false;
    }
  };
  const menu = (event: Event) => {
    event.preventDefault();
    stop();
    ask();
  };
  const key = (event: Event) => {
    if ((event as KeyboardEvent).key === "?") {
      event.preventDefault();
      event.stopPropagation();
      ask();
    }
  };
  const on: [string, EventListener, boolean?][] = [
    ["pointermove", move as EventListener],
    ["pointerleave", left],
    ["pointerdown", down as EventListener],
    ["pointerup", stop],
    ["pointercancel", stop],
    ["click", click, true],
    ["contextmenu", menu],
    ["keydown", key],
  ];
  for (const [name, listener, capture] of on) node.addEventListener(name, listener, capture);
  return {
    update(next: () => void) {
      ask = next;
    },
    destroy() {
      stop();
      for (const [name, listener, capture] of on) node.removeEventListener(name, listener, capture);
    },
  };
}
