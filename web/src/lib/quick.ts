import type { GameInfo, NewMatch } from "./api";
import { defaults, seating } from "./setup";

/** "Play now": the game's default number of seats, me where a single person sits, bots for the rest. */
export function quickMatch(game: GameInfo): NewMatch {
  const option = game.options.find((each) => each.name === game.seats_option);
  const wanted = typeof option?.default === "number" ? option.default : game.seat_counts[0];
  const named = seating(game, defaults(game));
  const seats = named?.seats.length ?? (game.seat_counts.includes(wanted) ? wanted : game.seat_counts[0]);
  const mine = named?.yours ?? 0;
  return {
    game: game.name,
    options: game.seats_option ? { [game.seats_option]: seats } : {},
    seats: Array.from({ length: seats }, (_, seat) =>
      seat === mine ? { kind: "me" as const } : { kind: "bot" as const, level: game.default_bot },
    ),
  };
}
