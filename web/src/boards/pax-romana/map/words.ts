/** How wide words are on the map. */
import type { Measure } from "./layout";

export const FONT = 'Palatino, "Palatino Linotype", "Book Antiqua", "URW Palladio L", Georgia, serif';

let context: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

export const widthOf: Measure = (text, size, great) => {
  const key = `${great} ${text}`;
  let width = known.get(key);
  if (width === undefined) {
    context ??= document.createElement("canvas").getContext("2d")!;
    context.font = `${great ? 700 : 400} 100px ${FONT}`;
    width = context.measureText(text).width / 100;
    known.set(key, width);
  }
  return width * size;
};
