import { expect, test } from "vitest";
import { placeOf, type Box } from "../src/lib/place";

const over = (thing: Box, { left, top, most }: ReturnType<typeof placeOf>, width: number, height: number) =>
  left < thing.right && left + width > thing.left && top < thing.bottom && top + Math.min(height, most) > thing.top;

test("a bubble is never over what it explains, and always on the screen", () => {
  for (const [wide, high] of [[360, 740], [1024, 768], [1920, 1080]])
    for (let left = 0; left < wide - 60; left += 37)
      for (let top = 0; top < high - 80; top += 41)
        for (const [width, height] of [[200, 80], [340, 200], [340, 600]]) {
          const thing = { left, right: left + 60, top, bottom: top + 80 };
          const spot = placeOf(thing, width, height, wide, high);
          expect(over(thing, spot, width, height)).toBe(false);
          expect(spot.top).toBeGreaterThanOrEqual(0);
          expect(spot.top + Math.min(height, spot.most)).toBeLessThanOrEqual(high);
        }
});
