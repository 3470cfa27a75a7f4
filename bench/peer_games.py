"""Random play of other game engines, each as a function that plays one game and says how many decisions it had.

Needs none of our own code: ``bench/peers.py`` runs it with the Python in which the peers are installed, one peer at a
time: ``python bench/peer_games.py pyspiel 3.0`` prints one JSON object.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

PlayGame = Callable[[random.Random], int]
"""Plays one game by chance; how many decisions it had."""


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
"""By the module that must be there."""


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


if __name__ == "__main__":
    print(json.dumps({title: measure(play, float(sys.argv[2])) for title, play in PEERS[sys.argv[1]]()}))
