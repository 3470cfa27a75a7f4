"""Find the policy's weights for PAX alone: ``python tools/tune_pax.py --generations 19``.

A cross-entropy search: each generation, policies with slightly different weights play the same deals of the campaign's
levels 4 and 5 without any search; the best move the mean. A game counts for itself if it is won and for the part of the
categories that stand above Rome, so that there is something to follow where nothing is won yet. The weights printed
are ``SOLO_WEIGHTS`` of ``src/ludi/games/pax/policy.py``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.pool import Crew
from ludi.core import FastDice
from ludi.games.pax import GAME, PaxState
from ludi.games.pax.policy import Policy
from ludi.games.pax.scoring import categories_to_beat

# fmt: off
BY_HAND: tuple[float, ...] = (
    0.9, 1.0, 1.0, 0.9, 0.9, 0.9, 0.8,  0.8, 0.7, 0.7, 0.8, 0.9, 0.8, 0.8,  0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7,
    2.5, 0.3, -0.5, 0.5, 0.0, 0.0, -0.3,  -0.4, 0.3, -0.5, 0.3,  0.2, 2.0, 0.0, 0.0, -0.05, 0.0, -0.2,
    -1.5, 0.2, 0.8,  -0.3, 0.0, 0.0,  0.4, 0.0, 0.7, 0.0,  6.7, 0.0, 0.0, 0.5,  4.6, 0.0, 0.0,
    7.0, 0.0, 0.0, 1.7, 0.0, 0.0, 0.0, 2.5,  -3.1, 0.0, 0.0,
)
# fmt: on
"""Where it begins."""
MANY = 40
BEST = 9
GAMES = 160
LEVELS = (4, 5)
MISSING = 0.12
"""What a category that is not in the display takes from the part beaten."""
BEATEN = 0.4
"""What all categories above Rome count for beside a game won."""


def play(policy: Policy, level: int, seed: int) -> tuple[bool, float]:
    """One game: whether it is won, and the part of what is asked for."""
    state = GAME.deal(GAME.box({"players": 1, "solo": level}), FastDice(random.Random(f"d{seed}")))
    assert isinstance(state, PaxState)
    chance = random.Random(seed).random
    while state.actors():
        legal = state.legal(0)
        state.play(0, legal[0] if len(legal) == 1 else policy.pick(state, 0, legal, chance))
    outcome = state.outcome()
    assert outcome is not None
    needed = categories_to_beat(level)
    beaten = min(len(outcome.reckoning["beaten"]), needed) / needed
    return bool(outcome.winners), beaten - MISSING * len(outcome.reckoning["missing"])


def worth(task: tuple[Sequence[float], Sequence[int]]) -> float:
    """What a policy makes of so many deals of both levels."""
    weights, seeds = task
    policy = Policy(weights)
    games = [play(policy, LEVELS[place % len(LEVELS)], seed) for place, seed in enumerate(seeds)]
    return sum(won + BEATEN * part for won, part in games) / len(games)


def is_won(task: tuple[Sequence[float], int, int]) -> bool:
    weights, level, seed = task
    return play(Policy(weights), level, seed)[0]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--generations", type=int, default=19)
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--games", type=int, default=600, help="of each level, to say what it wins")
    ask.add_argument("--jobs", type=int, default=1, help="processes that play; the weights are the same")
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    given = ask.parse_args()
    with Crew(given.jobs, given.ray) as crew:
        tune(crew, given)


def tune(crew: Crew, given: argparse.Namespace) -> None:
    rng = random.Random(given.seed)
    mean = list(BY_HAND)
    spread = [0.35 * abs(weight) + 0.25 for weight in mean]
    begun = time.monotonic()
    for generation in range(given.generations):
        seeds = [rng.randrange(10**9) for _ in range(GAMES)]
        tried = [mean] + [
            [rng.gauss(weight, width) for weight, width in zip(mean, spread, strict=True)] for _ in range(MANY - 1)
        ]
        worths = crew.map(worth, [(weights, seeds) for weights in tried])
        order = sorted(range(MANY), key=lambda place: -worths[place])
        columns = list(zip(*(tried[place] for place in order[:BEST]), strict=True))
        middles = [sum(column) / BEST for column in columns]
        mean = [0.35 * weight + 0.65 * middle for weight, middle in zip(mean, middles, strict=True)]
        for place, (column, middle) in enumerate(zip(columns, middles, strict=True)):
            width = (sum((weight - middle) ** 2 for weight in column) / BEST) ** 0.5
            spread[place] = 0.65 * spread[place] + 0.35 * max(0.04, 1.15 * width)
        print(f"generation {generation + 1}, {time.monotonic() - begun:.0f} s", flush=True)
    print(", ".join(f"{weight:.2f}" for weight in mean))
    for level in LEVELS:
        games = [(mean, level, 10**6 + number) for number in range(given.games)]
        print(f"level {level}: {sum(crew.map(is_won, games))} of {given.games} won without search")


if __name__ == "__main__":
    main()
