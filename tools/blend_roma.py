"""What Roma's learned judgement and its evaluation should count together: ``python tools/blend_roma.py --games 600``.

Plays a quick search against greedy, asks both at a third of the positions, and fits the logarithm of the odds to the
results: the weights of one half of the games are tried on the other. The mean of both fits belongs in
``games/roma/policy.py`` (``LEARNED``, ``RECKONED``). Ten minutes on one core.
"""

from __future__ import annotations

import argparse
import random
import sys
from math import exp, log
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.greedy import GreedyBot
from ludi.bots.levels import search
from ludi.bots.search import Budget
from ludi.core import FastDice
from ludi.games.roma import GAME, RomaState
from ludi.games.roma.insight import lead_to_win
from ludi.games.roma.policy import RomaPlayouts

Row = tuple[float, float, float]
"""The lead of the judging seat by the judgement, by the evaluation, and what came of it."""


def play(number: int, playouts: RomaPlayouts) -> list[Row]:
    """The rows of one game."""
    rng = random.Random(number)
    bots = (search(GAME, "quick", Budget(30)), GreedyBot(GAME))
    state = GAME.deal(GAME.box({}), FastDice(rng))
    leads: list[tuple[int, float, float]] = []
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        bot = bots[(seat + number) % 2]
        state.play(seat, legal[0] if len(legal) == 1 else bot.choose(state.perspective(seat), rng))
        if state.actors() and rng.random() < 0.35:
            seat = playouts.judging_seat(state)
            imagined = state.perspective(seat).sample(rng)
            assert isinstance(imagined, RomaState)
            leads.append((seat, playouts.judgement.lead(imagined, seat), lead_to_win(imagined, seat)))
    outcome = state.outcome()
    assert outcome is not None
    returns = outcome.returns(2)
    return [(learned, reckoned, returns[seat]) for seat, learned, reckoned in leads]


def chance(row: Row, weights: tuple[float, float]) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, weights[0] * row[0] + weights[1] * row[1]))))


def fit(rows: list[Row]) -> tuple[float, float]:
    """Newton's method for two weights."""
    first = second = 0.0
    for _ in range(20):
        slope = [0.0, 0.0]
        bend = [1e-6, 0.0, 1e-6]
        for row in rows:
            guess = chance(row, (first, second))
            for place in range(2):
                slope[place] += row[place] * (row[2] - guess)
            spread = guess * (1.0 - guess)
            bend[0] += spread * row[0] * row[0]
            bend[1] += spread * row[0] * row[1]
            bend[2] += spread * row[1] * row[1]
        size = bend[0] * bend[2] - bend[1] * bend[1]
        first += (bend[2] * slope[0] - bend[1] * slope[1]) / size
        second += (bend[0] * slope[1] - bend[1] * slope[0]) / size
    return first, second


def surprise(rows: list[Row], weights: tuple[float, float]) -> float:
    """The mean logarithm of what was thought unlikely: 0.693 for who knows nothing."""
    total = 0.0
    for row in rows:
        guess = chance(row, weights)
        total -= row[2] * log(guess) + (1.0 - row[2]) * log(1.0 - guess)
    return total / len(rows)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--games", type=int, default=600)
    given = ask.parse_args()
    playouts = RomaPlayouts()
    halves: tuple[list[Row], list[Row]] = ([], [])
    for number in range(given.games):
        halves[number >= given.games // 2].extend(play(number, playouts))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {given.games} games", end="", file=sys.stderr)
    print(f"{sum(map(len, halves))} positions of {given.games} games; surprise on the half not fitted:")
    for fitted, tried in (halves, halves[::-1]):
        both = fit(fitted)
        print(
            f"judgement {surprise(tried, (1.0, 0.0)):.4f}, evaluation {surprise(tried, (0.0, 1.0)):.4f}, "
            f"{both[0]:.2f} and {both[1]:.2f} of both {surprise(tried, both):.4f}"
        )


if __name__ == "__main__":
    main()
