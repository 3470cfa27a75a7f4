"""A learned judgement: how likely a seat is to win, by a small network over the facts of a position.

The numbers in ``data/judgement.json`` were learned from games the network played against itself
(``tools/learn_roma.py``, docs/bots.md). One hidden layer in plain Python: the rows of the facts that hold are added up,
and an action's outcome is reckoned from the facts that it changes.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp
from typing import Any, TypeVar

from ludi.core import LudiError
from ludi.games.roma.components import ACTIVATE, DISCS, DRAW, END, RETHROW
from ludi.games.roma.features import DRAWING, SIZE, facts
from ludi.games.roma.phases import OVER
from ludi.games.roma.rules import RomaState

T = TypeVar("T")


class OneFace:
    """Dice that always show the same face."""

    __slots__ = ("face",)

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, sides: int = 6) -> int:
        return self.face

    def shuffle(self, items: list[T]) -> None:
        """A shuffled pile looks the same to all who judge."""

    def choose(self, items: Sequence[T]) -> T:
        return items[0]


FACES = tuple(OneFace(face) for face in range(1, DISCS + 1))
REPEATS = 6
"""How many throws are tried to judge a throw of all dice."""


class Judgement:
    """The network."""

    __slots__ = ("away", "bias", "last", "out", "table")

    def __init__(self, table: list[list[float]], bias: list[float], out: list[float], last: float) -> None:
        self.table = table
        self.away = [[-value for value in row] for row in table]
        self.bias = bias
        self.out = out
        self.last = last

    def chance(self, state: RomaState, seat: int) -> float:
        """The chance of ``seat`` to win, by what it knows."""
        if state.phase == OVER:
            return result(state, seat)
        return self._squash(self._sum(facts(state, seat)))

    def worths(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """The chance of ``seat`` after each action: a draw is judged before the cards are seen, a battle on average."""
        here = set(facts(state, seat))
        base = self._sum(here)
        before = state.irrevocable
        found: list[float] = []
        for action in legal:
            if DRAW <= action < ACTIVATE:
                drawing = self.table[DRAWING + action - DRAW]
                found.append(self._squash([one + two for one, two in zip(base, drawing, strict=True)]))
                continue
            after = state.copy()
            after.play(seat, action)
            if after.irrevocable == before or action == END:
                found.append(self._changed(after, seat, here, base))
            elif action == RETHROW:
                total = 0.0
                for _ in range(REPEATS):
                    after = state.copy()
                    after.play(seat, action)
                    total += self._changed(after, seat, here, base)
                found.append(total / REPEATS)
            else:
                total = 0.0
                for face in FACES:
                    after = state.copy()
                    after.dice = face
                    after.play(seat, action)
                    total += self._changed(after, seat, here, base)
                found.append(total / DISCS)
        return found

    def _changed(self, after: RomaState, seat: int, here: set[int], base: list[float]) -> float:
        """The chance in ``after``, reckoned from what differs from ``here``."""
        if after.phase == OVER:
            return result(after, seat)
        now = set(facts(after, seat))
        table, away = self.table, self.away
        rows = [table[fact] for fact in now - here]
        rows += [away[fact] for fact in here - now]
        rows.append(base)
        return self._squash([*map(sum, zip(*rows, strict=True))])

    def _sum(self, found: set[int] | list[int]) -> list[float]:
        table = self.table
        rows = [table[fact] for fact in found]
        rows.append(self.bias)
        return [*map(sum, zip(*rows, strict=True))]

    def _squash(self, hidden: list[float]) -> float:
        total = self.last
        for value, weight in zip(hidden, self.out, strict=True):
            if value > 0.0:
                total += value * weight
        return 1.0 / (1.0 + exp(-total))


def result(state: RomaState, seat: int) -> float:
    mine, others = state.points[seat], state.points[1 - seat]
    return 1.0 if mine > others else 0.5 if mine == others else 0.0


@cache
def judgement() -> Judgement:
    """The network with the numbers that come with the game."""
    text = (resources.files("ludi.games.roma") / "data" / "judgement.json").read_text(encoding="utf-8")
    return decode(json.loads(text))


def decode(data: dict[str, Any]) -> Judgement:
    """The network from its file: whole numbers of 16 bits, least byte first, ``scale`` to 1."""
    if data["facts"] != SIZE:
        raise LudiError(f"judgement.json knows {data['facts']} facts, the game has {SIZE}: learn the judgement anew.")
    hidden, scale = data["hidden"], data["scale"]

    def numbers(name: str) -> list[float]:
        whole = array("h", b64decode(data[name]))
        if sys.byteorder == "big":
            whole.byteswap()
        return [value / scale for value in whole]

    flat = numbers("table")
    table = [flat[start : start + hidden] for start in range(0, len(flat), hidden)]
    return Judgement(table, numbers("bias"), numbers("out"), data["last"])
