/** What the options of a game and their values are called: as its folder or the page says, else as the server does. */
import type { GameInfo } from "./api";
import { maybe, t } from "./i18n.svelte";

export function optionLabel(game: string, info: GameInfo | undefined, name: string): string {
  const help = info?.options.find((option) => option.name === name)?.help ?? name;
  return maybe(`option.${game}.${name}`, maybe(`option.${name}`, help));
}

export function valueLabel(info: GameInfo | undefined, name: string, value: unknown): string {
  if (value === true) return t("setup.yes");
  if (value === false) return t("setup.no");
  const offered = info?.options.find((option) => option.name === name)?.offered.find((choice) => choice.value === value);
  return offered?.label ?? maybe(`value.${value}`, String(value));
}
