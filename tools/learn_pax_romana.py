"""What Pax Romana's evaluation is worth in chances to win: ``python tools/learn_pax_romana.py``.

Games between equal players are played in the scenarios of :data:`SEEN`; every other one with a little noise, so that
not all follow one line. At the beginning of every Activation and Phase the evaluation's chances are kept, and to them
a few numbers are fitted by what became of the game (multinomial logistic regression): how far the evaluation is to be
trusted, at the end and at the beginning of a game, and how each Power is favoured. A fifth of the games by turns is
left out to judge the others' numbers by. The last set is for all other scenarios and formats: trust alone, fitted to
all games.

It takes some eight minutes of processor time in plain Python, four with compiled engines.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.pool import spread
from ludi.core import FastDice
from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.advice.judgement import ANY, LEAST, left, played
from ludi.games.pax_romana.advice.policy import PaxRomanaPlayouts

SEEN = (({"scenario": "II"}, 500), ({"scenario": "III"}, 300), ({"scenario": "V", "format": "basic"}, 120))
"""Which games are played, and how many."""
SEED = "facts"
FIRST = 100
"""The number of the first game."""
FOLDS = 5
RIDGE = 1e-3
STEPS = 12
DATA = Path(__file__).resolve().parent.parent / "src" / "ludi" / "games" / "pax_romana" / "data" / "judgement.json"

Matrix = list[list[float]]


class Seen(NamedTuple):
    """A position of a game: a row of facts for each seat, and what the game became for them."""

    game: int
    rows: Matrix
    returns: list[float]


def watch(options: dict[str, Any], games: int, jobs: int = 1, cluster: str | None = None) -> list[Seen]:
    """Play games and keep what the evaluation said in them."""
    tasks = [(options, number) for number in range(FIRST, FIRST + games)]
    return [each for _, game in sorted(spread(play, tasks, jobs, cluster)) for each in game]


def play(task: tuple[dict[str, Any], int]) -> tuple[int, list[Seen]]:
    """One game: its number, and its positions with what the evaluation said and what came of them."""
    options, number = task
    box = GAME.box(options)
    rng = random.Random(f"{SEED}/{number}")
    insight = PaxRomanaPlayouts()
    state = GAME.deal(box, FastDice(rng))
    last = (state.activations, state.turn, state.phase)
    kept = []
    while state.actors():
        now = (state.activations, state.turn, state.phase)
        if now != last:
            last = now
            kept.append((insight.chances(state), left(state)))
        seat = state.actors()[0]
        legal = state.legal(seat)
        if len(legal) == 1:
            state.play(seat, legal[0])
        elif number % 2:
            state.play(seat, insight.pick(state, seat, legal, rng.random))
        else:
            state.play(seat, insight.advise(state, seat, legal))
    outcome = state.outcome()
    assert outcome is not None
    returns = outcome.returns(box.seats)
    return number, [Seen(number, rows_of(chances, part), returns) for chances, part in kept]


def rows_of(chances: Sequence[float], part: float) -> Matrix:
    """For each seat: the evaluation's word, the same early, who it is, the same early."""
    seats = len(chances)
    rows = []
    for seat, chance in enumerate(chances):
        word = log(max(LEAST, chance))
        mine = [float(seat == each) for each in range(seats)]
        rows.append([word, word * part, *mine, *(each * part for each in mine)])
    return rows


def fit(seen: Sequence[Seen], size: int) -> list[float]:
    """Newton's method for the first ``size`` numbers."""
    found = [0.7] + [0.0] * (size - 1)
    for _ in range(STEPS):
        slope = [RIDGE * each for each in found]
        curve = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
        for each in seen:
            shares = softmax(found, each.rows)
            mean = [sum(share * row[i] for share, row in zip(shares, each.rows, strict=True)) for i in range(size)]
            for share, row, result in zip(shares, each.rows, each.returns, strict=True):
                for i in range(size):
                    slope[i] += (share - result) * row[i] / len(seen)
                    for j in range(i + 1):
                        curve[i][j] += share * (row[i] - mean[i]) * (row[j] - mean[j]) / len(seen)
        for i in range(size):
            for j in range(i):
                curve[j][i] = curve[i][j]
        found = [each - step for each, step in zip(found, solve(curve, slope), strict=True)]
    return found


def softmax(numbers: Sequence[float], rows: Matrix) -> list[float]:
    odds = [sum(number * fact for number, fact in zip(numbers, row, strict=False)) for row in rows]
    weights = [exp(each - max(odds)) for each in odds]
    return [each / sum(weights) for each in weights]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of a few linear equations (Gauss, with the largest pivot)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k, i=i: abs(rows[k][i]))  # type: ignore[misc]
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def surprise(seen: Sequence[Seen], numbers: Sequence[float]) -> float:
    """The mean logarithm of what the result was thought to be: less is better."""
    total = 0.0
    for each in seen:
        for share, result in zip(softmax(numbers, each.rows), each.returns, strict=True):
            total -= result * log(max(LEAST, share))
    return total / len(seen)


def validated(seen: Sequence[Seen], size: int) -> float:
    """The surprise at games that were left out of the fit."""
    total = 0.0
    for fold in range(FOLDS):
        mine = [each for each in seen if each.game % FOLDS == fold]
        total += len(mine) * surprise(mine, fit([each for each in seen if each.game % FOLDS != fold], size))
    return total / len(seen)


def learned(powers: Sequence[str], numbers: Sequence[float]) -> dict[str, Any]:
    """As it stands in the file."""
    seats = len(powers)
    favour = {word: [round(numbers[2 + i], 3), round(numbers[2 + seats + i], 3)] for i, word in enumerate(powers)}
    return {"trust": [round(each, 3) for each in numbers[:2]], "favour": favour}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--share", type=float, default=1.0, help="so much of the games (0.02: a quick trial)")
    ask.add_argument("--out", type=Path, default=DATA, help="the file to write")
    ask.add_argument("--jobs", type=int, default=1, help="processes that play; the numbers are the same")
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    asked = ask.parse_args()
    scenarios: dict[str, Any] = {}
    everything: list[Seen] = []
    begun = time.monotonic()
    for options, games in SEEN:
        box = GAME.box(options)
        seen = watch(options, max(FOLDS, round(asked.share * games)), asked.jobs, asked.ray)
        size = 2 + 2 * box.seats
        found = fit(seen, size)
        print(f"{options}: {len(seen)} positions, {time.monotonic() - begun:.0f} s; surprise", end=" ")
        print(
            f"of the evaluation {surprise(seen, [1.0]):.4f}, at games left out {validated(seen, size):.4f}", flush=True
        )
        scenarios[played(box)] = learned(box.powers, found)
        everything += seen
    scenarios[ANY] = learned((), fit(everything, 2))
    seen_in = ", ".join(f"{games} games of {played(GAME.box(options))}" for options, games in SEEN)
    origin = f"fitted by tools/learn_pax_romana.py to {seen_in}"
    asked.out.write_text(json.dumps({"source": origin, "scenarios": scenarios}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
