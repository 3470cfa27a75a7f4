/** `use:seatColours={{ game, view, dark }}`: players have the colours that they have on the board. */
import { coloursOf } from "../boards/registry";
import type { View } from "./types";

interface Shown {
  game: string;
  view: View | null;
  dark: boolean;
}

export function seatColours(node: HTMLElement, shown: Shown) {
  let newest = shown;
  const paint = async () => {
    const { game, view, dark } = newest;
    if (!view) return;
    const colours = (await coloursOf(game))?.(view, dark) ?? [];
    // Set from code: the content security policy allows no style attributes.
    colours.forEach((colour, seat) => colour && node.style.setProperty(`--seat-${seat}`, colour));
  };
  void paint();
  return {
    update(next: Shown) {
      newest = next;
      void paint();
    },
  };
}
