/** How the options of a game hang together, as the server describes them. No rule stands here. */
import type { ChoiceInfo, GameInfo, OptionInfo } from "./api";

export type Values = Record<string, any>;
type When = OptionInfo["when"];

export function defaults(game: GameInfo): Values {
  return settle(game, Object.fromEntries(game.options.map((option) => [option.name, option.default])));
}

function fits(when: When, values: Values): boolean {
  return Object.entries(when).every(([name, allowed]) => allowed.includes(values[name]));
}

/** The choices in words that are open with these values. */
export function offered(option: OptionInfo, values: Values): ChoiceInfo[] {
  return option.offered.filter((choice) => fits(choice.when, values));
}

export function chosenOf(option: OptionInfo, values: Values): ChoiceInfo | undefined {
  const open = offered(option, values);
  return open.find((choice) => choice.value === values[option.name]) ?? open[0];
}

/** Whether an option is to be shown: it matters with these values, something of it is open, and no other says the same. */
export function matters(game: GameInfo, option: OptionInfo, values: Values): boolean {
  const open = !option.offered.length || offered(option, values).length > 0;
  return open && fits(option.when, values) && !game.options.some((other) => other.name === option.covered_by && other.offered.length > 0);
}

/** The values with every choice that is not open replaced by the first that is. */
export function settle(game: GameInfo, values: Values): Values {
  const settled = { ...values };
  for (const option of game.options) {
    const choice = chosenOf(option, settled);
    if (choice) settled[option.name] = choice.value;
  }
  return settled;
}

/** The choice that makes the seats, for games whose options name them. */
export function seating(game: GameInfo, values: Values): ChoiceInfo | undefined {
  const option = game.options.find((each) => each.name === game.seating_option);
  return option && chosenOf(option, values);
}

/** What is sent: the values that differ from the defaults, of the options that matter. */
export function wishes(game: GameInfo, values: Values): Values {
  return Object.fromEntries(
    game.options
      .filter((option) => option.name !== game.seats_option && matters(game, option, values))
      .filter((option) => JSON.stringify(values[option.name]) !== JSON.stringify(option.default))
      .map((option) => [option.name, values[option.name]]),
  );
}
