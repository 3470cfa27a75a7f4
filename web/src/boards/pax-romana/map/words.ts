/** How wide words are on the map: the sum of their letters, each of which is measured once. */
import type { Measure } from "./layout";

export const FONT = 'Palatino, "Palatino Linotype", "Book Antiqua", "URW Palladio L", Georgia, serif';

let context: CanvasRenderingContext2D | null = null;
/** By letter its width in its own height, of plain words and of great ones. */
const known = [new Map<string, number>(), new Map<string, number>()];

function measured(letter: string, great: boolean): number {
  context ??= document.createElement("canvas").getContext("2d")!;
  context.font = `${great ? 700 : 400} 100px ${FONT}`;
  return context.measureText(letter).width / 100;
}

export const widthOf: Measure = (text, size, great) => {
  const letters = known[great ? 1 : 0];
  let width = 0;
  for (const letter of text) {
    let one = letters.get(letter);
    if (one === undefined) letters.set(letter, (one = measured(letter, great)));
    width += one;
  }
  return width * size;
};
