"""``python bench/peers.py``: random play of our games beside that of other game engines, on one core, in one run.

Each engine plays whole games by chance for about the same time; a peer that is not installed is named and left out. The
games differ, so the numbers say how fast an engine asks and answers, not which game is better: a *decision* is one
choice of one player among his legal actions; forced ones count, chance does not.

Install the peers with ``pip install open_spiel catanatron rlcard`` (RLCard needs NumPy; its games build observations).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import platform
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from ludi.bots.simulation import play_at_random
from ludi.core import FastDice, registry

PlayGame = Callable[[random.Random], int]
"""Plays one game by chance; how many decisions it had."""


def ours() -> Iterator[tuple[str, PlayGame]]:
    for name in registry.names():
        game = registry.find(name)
        counts = [2, 4] if name == "pax" else [None]
        for players in counts:
            options = {} if players is None else {"players": players}
            box = game.box(options)

            def play(rng: random.Random, game: Any = game, box: Any = box) -> int:
                return play_at_random(game.deal(box, FastDice(rng)), rng)

            yield f"Ludi Romani: {game.title}" + (f", {players} seats" if players else ""), play


def open_spiel() -> Iterator[tuple[str, PlayGame]]:
    pyspiel: Any = importlib.import_module("pyspiel")
    for name in ("gin_rummy", "backgammon"):
        game = pyspiel.load_game(name)

        def play(rng: random.Random, game: Any = game) -> int:
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
            return decisions

        yield f"OpenSpiel (C++): {name}", play


def catanatron() -> Iterator[tuple[str, PlayGame]]:
    library: Any = importlib.import_module("catanatron")
    colours = list(library.Color)[:4]

    def play(rng: random.Random) -> int:
        game = library.Game([library.RandomPlayer(colour) for colour in colours], seed=rng.getrandbits(31))
        game.play()
        state = game.state
        records: Any = getattr(state, "action_records", None) or getattr(state, "actions", ())
        return len(records)

    yield "catanatron: Catan, 4 seats", play


def rlcard() -> Iterator[tuple[str, PlayGame]]:
    library: Any = importlib.import_module("rlcard")
    table = library.make("gin-rummy")

    def play(rng: random.Random) -> int:
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            state, _ = table.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    yield "RLCard: gin rummy", play


PEERS: dict[str, Callable[[], Iterator[tuple[str, PlayGame]]]] = {
    "pyspiel": open_spiel,
    "catanatron": catanatron,
    "rlcard": rlcard,
}


def measure(play: PlayGame, seconds: float) -> dict[str, float]:
    """Games and decisions per second of processor time, so that a busy machine changes little."""
    rng = random.Random(1)
    play(rng)
    games = decisions = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or not games:
        decisions += play(rng)
        games += 1
    return {
        "games_per_second": round(games / spent, 1),
        "decisions_per_second": round(decisions / spent),
        "decisions_per_game": round(decisions / games, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play of our games and of other engines, side by side.")
    parser.add_argument("--seconds", type=float, default=3.0, help="about how long to measure each game")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    missing = []
    entries = list(ours())
    for module, peer in PEERS.items():
        if importlib.util.find_spec(module) is None:
            missing.append(module)
            continue
        try:
            entries += list(peer())
        except Exception as error:  # a peer that does not start must not stop the others
            missing.append(f"{module} ({type(error).__name__}: {error})")
    if not arguments.json:
        print(f"Python {platform.python_version()} on {platform.machine()}, one core, random play\n")
        print(f"{'':34}{'games/s':>12}{'decisions/s':>14}{'dec./game':>12}")
    for title, play in entries:
        row = results[title] = measure(play, arguments.seconds)
        if not arguments.json:
            print(
                f"{title:34}{row['games_per_second']:12,.1f}{row['decisions_per_second']:14,.0f}"
                f"{row['decisions_per_game']:12,.1f}",
                flush=True,
            )
    if arguments.json:
        print(json.dumps({"results": results, "missing": missing}, indent=1))
    elif missing:
        print(f"\nNot installed, left out: {', '.join(missing)}")


if __name__ == "__main__":
    main()
