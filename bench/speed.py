"""``make bench``: random play of every game, and the cost of copying and of a perspective, on one core of this machine.

Nothing here is asserted: numbers depend on the machine. ``bench/results.md`` keeps those of releases.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Callable
from typing import Any

from ludi.bots.simulation import simulate
from ludi.core import FastDice, Game, State, registry

SET_UPS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "pax": [(f"PAX, {players} seats", {"players": players}) for players in (1, 2, 4, 8)],
    "roma": [("Roma", {})],
}


def set_ups(game: Game) -> list[tuple[str, dict[str, Any]]]:
    return SET_UPS.get(game.name, [(game.title, {})])


def midgame(game: Game, options: dict[str, Any]) -> State:
    """A position halfway through a random game."""
    whole, _ = random_play(game, options, 1_000_000)
    _, state = random_play(game, options, whole // 2)
    return state


def random_play(game: Game, options: dict[str, Any], most: int) -> tuple[int, State]:
    """Play at most so many decisions of a game that is always the same; how many there were, and where it led."""
    rng = random.Random(5)
    state = game.deal(game.box(options), FastDice(rng))
    decisions = 0
    while decisions < most and (actors := state.actors()):
        state.play(actors[0], rng.choice(state.legal(actors[0])))
        decisions += 1
    return decisions, state


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """The best mean time of one call over a few runs."""
    best = float("inf")
    for _ in range(5):
        calls = 0
        started = time.perf_counter()
        while (now := time.perf_counter()) < started + seconds / 5:
            for _ in range(50):
                work()
            calls += 50
        best = min(best, (now - started) / calls)
    return best * 1e6


def measure(game: Game, options: dict[str, Any], seconds: float) -> dict[str, float]:
    games = 20
    while True:
        result = simulate(game, options, ["random"], games, "bench")
        if result.seconds > seconds or games > 200_000:
            break
        games = int(games * min(20.0, 1.2 * seconds / max(result.seconds, 0.01))) + 1
    state = midgame(game, options)
    numbers = result.to_json()
    return {
        "games_per_second": numbers["games_per_second"],
        "decisions_per_second": numbers["decisions_per_second"],
        "decisions_per_game": numbers["decisions_per_game"],
        "copy_us": round(microseconds(state.copy, seconds / 2), 2),
        "perspective_us": round(microseconds(lambda: state.perspective(0), seconds / 2), 2),
        "view_us": round(microseconds(lambda: state.view(0), seconds / 2), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the engines on one core.")
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long to measure each set-up")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results = {}
    if not arguments.json:
        print(f"Python {platform.python_version()} on {platform.machine()}, one core, random play, events off\n")
        print(f"{'':18}{'games/s':>10}{'decisions/s':>13}{'dec./game':>11}{'copy':>9}{'perspective':>13}{'view':>10}")
    for name in registry.names():
        game = registry.find(name)
        for title, options in set_ups(game):
            row = results[title] = measure(game, options, arguments.seconds)
            if not arguments.json:
                print(
                    f"{title:18}{row['games_per_second']:10,.0f}{row['decisions_per_second']:13,.0f}"
                    f"{row['decisions_per_game']:11,.0f}{row['copy_us']:6.1f} µs{row['perspective_us']:10.1f} µs"
                    f"{row['view_us']:7.0f} µs"
                )
    if arguments.json:
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
