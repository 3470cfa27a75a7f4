import { describe, expect, it } from "vitest";
import { between, bounded, fit, NEAREST, shift, toScreen, toSheet, zoomAt } from "./camera";

const size = { width: 800, height: 600 };
const home = { x: 10, y: -40, k: 30 };

describe("the camera", () => {
  it("finds a point of the sheet on the screen and back", () => {
    const at = toScreen(home, size, { x: 12, y: -41 });
    expect(at).toEqual({ x: 460, y: 270 });
    expect(toSheet(home, size, at)).toEqual({ x: 12, y: -41 });
  });

  it("keeps the point under the hand while it zooms", () => {
    const hand = { x: 100, y: 500 };
    const nearer = zoomAt(home, size, hand, 90);
    expect(nearer.k).toBe(90);
    const [before, after] = [toSheet(home, size, hand), toSheet(nearer, size, hand)];
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("fits points with ground around them, but not nearer than asked", () => {
    const found = fit([{ x: 0, y: -40 }, { x: 20, y: -30 }], size);
    expect([found.x, found.y]).toEqual([10, -35]);
    expect(found.k).toBeCloseTo(800 / 23.2);
    expect(fit([{ x: 0, y: 0 }], size, 110).k).toBe(110);
  });

  it("stays over the country and within the scales", () => {
    expect(bounded({ x: 99, y: 99, k: 9999 }, home, size).k).toBe(NEAREST);
    expect(bounded({ ...home, k: 1 }, home, size).k).toBeCloseTo(30 * 0.85);
    expect(bounded({ x: 999, y: -40, k: 60 }, home, size).x).toBeLessThan(10 + 800 / 30 / 2);
    expect(bounded(home, home, size)).toEqual(home);
    expect(bounded({ ...home, x: 40 }, home, size).x).toBeLessThanOrEqual(14);
  });

  it("goes from one camera to another and ends there", () => {
    const goal = { x: 14, y: -38, k: 120 };
    expect(between(home, goal, 0)).toEqual(home);
    const end = between(home, goal, 1);
    expect(end.k).toBeCloseTo(120);
    expect(end.x).toBeCloseTo(14);
    expect(between(home, { ...home, x: 20 }, 0.5).x).toBeCloseTo(15);
  });

  it("tells how what is drawn for one is seen through another", () => {
    expect(shift(home, home)).toEqual({ x: 0, y: 0, scale: 1 });
    expect(shift(home, { x: 11, y: -40, k: 60 })).toEqual({ x: -60, y: 0, scale: 2 });
  });
});
