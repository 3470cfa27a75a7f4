/** Hands on the map: dragging, pinching, turning the wheel. What was dragged is not clicked. */
import type { Point } from "./geography";

export interface Hands {
  drag: (by: Point) => void;
  /** Scale by a factor around a point. */
  zoom: (by: number, at: Point) => void;
}

const SLACK = 5;

export function gestures(node: HTMLElement, hands: Hands) {
  const down = new Map<number, Point>();
  let begun: Point = { x: 0, y: 0 };
  let dragged = false;

  const at = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = node.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const isTool = (event: Event) => event.target instanceof Element && !!event.target.closest("button, .mini");
  const listen = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(kind: K, act: (event: HTMLElementEventMap[K]) => void, more: AddEventListenerOptions = {}) =>
    node.addEventListener(kind, act, { ...more, signal: listen.signal });

  on("pointerdown", (event) => {
    if (isTool(event) || event.button > 0) return;
    if (!down.size) [begun, dragged] = [at(event), false];
    down.set(event.pointerId, at(event));
  });
  on("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (!dragged && down.size === 1 && Math.hypot(now.x - begun.x, now.y - begun.y) < SLACK) return;
    if (!dragged) {
      dragged = true;
      node.classList.add("dragged");
      node.setPointerCapture(event.pointerId);
    }
    down.set(event.pointerId, now);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) hands.drag({ x: now.x - before.x, y: now.y - before.y });
    else {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      hands.drag({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
      if (apart > 0) hands.zoom(Math.hypot(now.x - other.x, now.y - other.y) / apart, middle);
    }
  });
  const up = (event: PointerEvent) => {
    down.delete(event.pointerId);
    if (!down.size) node.classList.remove("dragged");
  };
  on("pointerup", up);
  on("pointercancel", up);
  on(
    "click",
    (event) => {
      if (dragged && !isTool(event)) event.stopPropagation();
      dragged = false;
    },
    { capture: true },
  );
  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      hands.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), at(event));
    },
    { passive: false },
  );
  return { update: (next: Hands) => (hands = next), destroy: () => listen.abort() };
}
