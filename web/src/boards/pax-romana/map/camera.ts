/** Which part of the sheet is seen, and how large. */
import { around, type Point } from "./geography";

export interface Camera {
  /** The middle of what is seen. */
  x: number;
  y: number;
  /** Pixels a degree. */
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels a degree at which the map is meant to be read: the whole, a theatre of war, a province. */
export const ZOOMS = [26, 60, 140] as const;
export const NEAREST = 320;
const MARGIN = 1.6;

export function toScreen(camera: Camera, size: Size, point: Point): Point {
  return { x: (point.x - camera.x) * camera.k + size.width / 2, y: (point.y - camera.y) * camera.k + size.height / 2 };
}

export function toSheet(camera: Camera, size: Size, point: Point): Point {
  return { x: camera.x + (point.x - size.width / 2) / camera.k, y: camera.y + (point.y - size.height / 2) / camera.k };
}

/** So that all points are seen with some ground around them, but not nearer than `nearest`. */
export function fit(points: Point[], size: Size, nearest: number = NEAREST, margin = MARGIN): Camera {
  const { left, top, right, bottom } = around(points);
  const k = Math.min(size.width / (right - left + 2 * margin), size.height / (bottom - top + 2 * margin));
  return { x: (left + right) / 2, y: (top + bottom) / 2, k: Math.min(k, nearest) };
}

/** The same point stays under the hand while the scale changes. */
export function zoomAt(camera: Camera, size: Size, at: Point, k: number): Camera {
  const { x, y } = toSheet(camera, size, at);
  return { x: x + (camera.x - x) * (camera.k / k), y: y + (camera.y - y) * (camera.k / k), k };
}

/** A camera that stays over the country of `home` (which shows all of it) and within the scales that help. */
export function bounded(camera: Camera, home: Camera, size: Size): Camera {
  const k = Math.min(Math.max(camera.k, home.k * 0.85), NEAREST);
  const reach = (middle: number, length: number, at: number) => {
    const seen = length / k / 2;
    const half = Math.max(0, length / home.k / 2 - seen + Math.min(0.6 * seen, 4));
    return Math.min(Math.max(at, middle - half), middle + half);
  };
  return { x: reach(home.x, size.width, camera.x), y: reach(home.y, size.height, camera.y), k };
}

/** How something drawn for one camera is moved and scaled, as CSS, to be seen through another. */
export function shift(drawn: Camera, seen: Camera): { x: number; y: number; scale: number } {
  return { x: (drawn.x - seen.x) * seen.k, y: (drawn.y - seen.y) * seen.k, scale: seen.k / drawn.k };
}

/** Between two cameras; the scale changes evenly for the eye. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const k = from.k * (to.k / from.k) ** part;
  const share = Math.abs(to.k - from.k) < 0.01 ? part : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, k };
}
