/**
 * Movement that explains: each card and token travels from where it was to where it is.
 *
 * Things carry `data-move` (their id); places from which or to which unseen cards go carry `data-anchor` (the zone). Measure
 * before the page changes, then set in motion what has changed place. Any press of a key or a button ends all movement.
 */
export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Scene {
  things: Map<string, { element: HTMLElement; spot: Spot }>;
  anchors: Map<string, Spot>;
  /** Numbers that matter (`data-count="purse 5"`), by name. */
  counts: Map<string, { element: HTMLElement; count: number }>;
}

export interface Change {
  /** The zone in which a thing lies now. */
  zone: (id: string) => string | null;
  /** The zone in which it lay before; null if it was not there. */
  zoneBefore: (id: string) => string | null;
  /** The zone from which a thing has come that was not to be seen before. */
  from: (id: string) => string | null;
  /** The zone to which a thing has gone that is no longer to be seen. */
  to: (id: string) => string | null;
}

export function measure(root: HTMLElement): Scene {
  const things: Scene["things"] = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-move]")) {
    things.set(element.dataset.move!, { element, spot: spotOf(element) });
  }
  const counts: Scene["counts"] = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-count]")) {
    const [name, count] = element.dataset.count!.split(" ");
    counts.set(name, { element, count: Number(count) });
  }
  return { things, anchors: anchorsOf(root), counts };
}

function anchorsOf(root: HTMLElement): Map<string, Spot> {
  const anchors = new Map<string, Spot>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-anchor]")) {
    for (const name of element.dataset.anchor!.split(" ")) anchors.set(name, spotOf(element));
  }
  return anchors;
}

function spotOf(element: HTMLElement): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/** A spot of the size of a thing, in the middle of a place that may be larger or smaller. */
function centred(place: Spot | undefined, size: Spot): Spot | undefined {
  if (!place) return undefined;
  const { width, height } = size;
  return { left: place.left + (place.width - width) / 2, top: place.top + (place.height - height) / 2, width, height };
}

/** How a thing at `now` must be drawn to appear at `before`. */
export function displacement(before: Spot, now: Spot): string {
  const dx = before.left + before.width / 2 - (now.left + now.width / 2);
  const dy = before.top + before.height / 2 - (now.top + now.height / 2);
  const scale = now.width ? Math.max(0.25, Math.min(3, before.width / now.width)) : 1;
  return `translate(${dx.toFixed(1)}px, ${dy.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";
const NEAR = 2;
const running = new Set<Animation>();

function run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
  const animation = element.animate(frames, options);
  running.add(animation);
  const end = () => running.delete(animation);
  animation.onfinish = end;
  animation.oncancel = end;
  return animation;
}

/** End all movement at once. */
export function skip(): void {
  for (const animation of [...running]) animation.finish();
}

/** Seconds of one move, as the page's setting has it. */
export function tempoOf(root: Element): number {
  const text = getComputedStyle(root).getPropertyValue("--tempo").trim();
  return text.endsWith("ms") ? parseFloat(text) / 1000 : parseFloat(text) || 0;
}

export function animate(root: HTMLElement, before: Scene, change: Change, seconds: number): void {
  skip();
  if (seconds <= 0) return;
  const duration = seconds * 1000 * 1.4;
  const now = measure(root);
  let order = 0;
  /** A thing that stayed in its zone goes along with the zone; only its place within it is shown as movement. */
  const startOf = (id: string, spot: Spot): Spot | undefined => {
    const zone = change.zone(id);
    if (zone !== change.zoneBefore(id)) return spot;
    const [was, is] = zone === null ? [] : [before.anchors.get(zone), now.anchors.get(zone)];
    return was && is ? { ...spot, left: spot.left + is.left - was.left, top: spot.top + is.top - was.top } : undefined;
  };
  for (const [id, { element, spot }] of now.things) {
    const old = before.things.get(id);
    const zone = old ? null : change.from(id);
    const start = old ? startOf(id, old.spot) : centred(zone === null ? undefined : (before.anchors.get(zone) ?? now.anchors.get(zone)), spot);
    if (!start) {
      if (!old) run(element, [{ opacity: 0 }, { opacity: 1 }], { duration, easing: EASE });
      continue;
    }
    if (Math.abs(start.left - spot.left) < NEAR && Math.abs(start.top - spot.top) < NEAR) continue;
    const far = Math.hypot(start.left - spot.left, start.top - spot.top) > 40;
    const delay = far ? Math.min(order++ * 70, 420) : 0;
    run(
      element,
      [
        { transform: displacement(start, spot), zIndex: 30 },
        { transform: "none", zIndex: 30 },
      ],
      { duration, delay, easing: EASE, fill: "backwards" },
    );
  }
  for (const [id, { element, spot }] of before.things) {
    if (now.things.has(id) || element.isConnected) continue;
    const zone = change.to(id);
    const end = centred(zone === null ? undefined : now.anchors.get(zone), spot);
    if (end) leave(root, element, spot, end, duration, Math.min(order++ * 70, 420));
  }
  for (const [name, { element, count }] of now.counts) {
    const old = before.counts.get(name);
    if (old && old.count !== count) difference(root, element, count - old.count, duration * 2.2);
  }
}

/** By how much a number has changed, rising from it. */
function difference(root: HTMLElement, element: HTMLElement, by: number, duration: number): void {
  const spot = element.getBoundingClientRect();
  const base = root.getBoundingClientRect();
  const label = document.createElement("span");
  label.textContent = by > 0 ? `+${by}` : `−${-by}`;
  label.className = "difference";
  label.setAttribute("aria-hidden", "true");
  Object.assign(label.style, { left: `${spot.left + spot.width / 2 - base.left}px`, top: `${spot.top - base.top}px` });
  root.append(label);
  const animation = run(
    label,
    [
      { transform: "translate(-50%, 20%)", opacity: 0 },
      { transform: "translate(-50%, -40%)", opacity: 1, offset: 0.2 },
      { transform: "translate(-50%, -60%)", opacity: 1, offset: 0.75 },
      { transform: "translate(-50%, -110%)", opacity: 0 },
    ],
    { duration, easing: "ease-out" },
  );
  const remove = () => {
    running.delete(animation);
    label.remove();
  };
  animation.onfinish = remove;
  animation.oncancel = remove;
}

/** A thing that is no longer drawn flies off to where it went. */
function leave(root: HTMLElement, element: HTMLElement, spot: Spot, end: Spot, duration: number, delay: number): void {
  element.removeAttribute("data-move");
  element.removeAttribute("data-thing");
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("inert", "");
  Object.assign(element.style, {
    position: "absolute",
    left: `${spot.left - scrollX - root.getBoundingClientRect().left}px`,
    top: `${spot.top - scrollY - root.getBoundingClientRect().top}px`,
    width: `${spot.width}px`,
    height: `${spot.height}px`,
    margin: "0",
    zIndex: "40",
    pointerEvents: "none",
  });
  root.append(element);
  const animation = run(
    element,
    [
      { transform: "none", opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: `${displacement(end, spot)} scale(0.6)`, opacity: 0.1 },
    ],
    { duration, delay, easing: EASE, fill: "both" },
  );
  const remove = () => {
    running.delete(animation);
    element.remove();
  };
  animation.onfinish = remove;
  animation.oncancel = remove;
}

/** A die tumbles before it lies still. */
export function tumble(element: Element, seconds: number, order: number): void {
  if (seconds <= 0) return;
  run(
    element,
    [
      { transform: `translate(${-40 - order * 12}px, -34px) rotate(${-300 - order * 70}deg) scale(1.15)`, opacity: 0.2 },
      { transform: "translate(5px, 3px) rotate(18deg)", opacity: 1, offset: 0.75 },
      { transform: "none", opacity: 1 },
    ],
    { duration: seconds * 1000 * 1.6, delay: order * 60, easing: "ease-out", fill: "backwards" },
  );
}

if (typeof window !== "undefined") {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true, passive: true });
}
