/** What the cards and places of Roma are called and what they do, in the words of the page. */
import { maybe } from "../../lib/i18n.svelte";
import type { ExplainTarget } from "../../lib/types";
import { romaCards, romaName } from "./art/cards";
import { t } from "./say";
import type { Place } from "./view";

/** What to explain about a card; `ask` is the word to ask the game about. */
export function aboutCard(word: string, ask?: string): ExplainTarget {
  return { word: ask, title: romaName(word), text: maybe(`board.roma.help.${word}`, "") };
}

export function cardLabel(word: string): string {
  const card = romaCards[word];
  return t("board.roma.card", { name: card.name, type: t(`board.roma.${card.type}`), cost: card.cost, defence: card.defence });
}

export function placeLabel(place: Place): string {
  if (place.card === null) return t(place.face_down ? "board.roma.place-down" : "board.roma.place-empty", { disc: place.disc });
  const card = romaCards[place.card];
  let text = t("board.roma.place", {
    disc: place.disc,
    name: card.name,
    type: t(`board.roma.${card.type}`),
    defence: place.defence ?? card.defence,
  });
  if (place.defence_by?.turris) text += `, Turris +${place.defence_by.turris}`;
  if (place.defence_by?.essedum) text += `, Essedum −${Math.abs(place.defence_by.essedum)}`;
  return text;
}
