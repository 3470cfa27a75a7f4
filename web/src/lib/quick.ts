import type { GameInfo, NewMatch } from "./api";

/** "Play now": the game's default number of seats, me first, bots for the rest. */
export function quickMatch(game: GameInfo): NewMatch {
  const option = game.options.find((each) => each.name === game.seats_option);
  const wanted = typeof option?.default === "number" ? option.default : game.seat_counts[0];
  const seats = game.seat_counts.includes(wanted) ? wanted : game.seat_counts[0];
  return {
    game: game.name,
    options: game.seats_option ? { [game.seats_option]: seats } : {},
    seats: Array.from({ length: seats }, (_, seat) =>
      seat === 0 ? { kind: "me" as const } : { kind: "bot" as const, level: game.default_bot },
    ),
  };
}
