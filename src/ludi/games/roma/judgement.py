"""A learned judgement: how likely a seat is to win, by a small network over the facts of a position.

The numbers in ``data/judgement.json`` were learned from games the network played against itself
(``tools/learn_roma.py``, docs/bots.md). One hidden layer in plain Python: the rows of the facts that hold are added up,
and an action's outcome is reckoned from the facts that it changes. A row is one large int with all its numbers side by
side, so that one addition adds them all.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from importlib import resources
from struct import unpack
from typing import Any, TypeVar

from ludi.core import LudiError
from ludi.games.roma.components import ACTIVATE, DISCS, DRAW, END, RETHROW
from ludi.games.roma.features import DRAWING, SIZE, further_facts, row_facts, table_cards
from ludi.games.roma.insight import chance, result
from ludi.games.roma.phases import OVER
from ludi.games.roma.rules import RomaState

T = TypeVar("T")


class OneFace:
    """Dice that always show the same face."""

    __slots__ = ("face",)

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        return self.face

    def shuffle(self, items: list[T]) -> None:
        """A shuffled pile looks the same to all who judge."""

    def choose(self, items: Sequence[T]) -> T:
        return items[0]


FACES = tuple(OneFace(face) for face in range(1, DISCS + 1))
REPEATS = 6
"""How many throws are tried to judge a throw of all dice."""


LANE = 32
"""Bits for each number of a row: room for the sum of more rows than there are facts."""
HALF = 1 << LANE - 1
"""Added to every number before they are told apart, so that none is negative."""
REMEMBERED = 50_000
"""How many sets of cards on the table are kept in mind."""


class Judgement:
    """The network: whole numbers, ``scale`` to 1."""

    __slots__ = ("_bytes", "_format", "last", "out", "rows", "scale", "shift", "tables")

    def __init__(self, table: list[list[int]], bias: list[int], out: list[int], last: float, scale: int) -> None:
        self.rows = [pack(row) for row in table]
        self.shift = pack([HALF + value for value in bias])
        self.tables: dict[tuple[int, ...], int] = {}
        self.out = out
        self.last = last
        self.scale = scale * scale
        self._bytes = LANE // 8 * len(out)
        self._format = f"<{len(out)}I"

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if name != "tables"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.tables = {}

    def chance(self, state: RomaState, seat: int) -> float:
        """The chance of ``seat`` to win, by what it knows."""
        if state.phase == OVER:
            return result(state, seat)
        return chance(self._lead(self._sum(state, seat)))

    def worths(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """The chance of ``seat`` after each action: a draw is judged before the cards are seen, a battle on average."""
        base = self._sum(state, seat)
        before = state.irrevocable
        found: list[float] = []
        for action in legal:
            if DRAW <= action < ACTIVATE:
                found.append(chance(self._lead(base + self.rows[DRAWING + action - DRAW])))
                continue
            after = state.copy()
            after.play(seat, action)
            if after.irrevocable == before or action == END:
                found.append(self.chance(after, seat))
            elif action == RETHROW:
                total = 0.0
                for _ in range(REPEATS):
                    after = state.copy()
                    after.play(seat, action)
                    total += self.chance(after, seat)
                found.append(total / REPEATS)
            else:
                total = 0.0
                for face in FACES:
                    after = state.copy()
                    after.dice = face
                    after.play(seat, action)
                    total += self.chance(after, seat)
                found.append(total / DISCS)
        return found

    def _sum(self, state: RomaState, seat: int) -> int:
        """The rows of all facts added up; what the table makes of it is remembered, for it changes seldom."""
        rows = self.rows
        row, opposing = table_cards(state, seat)
        key = (*row, *opposing)
        table = self.tables.get(key)
        if table is None:
            if len(self.tables) >= REMEMBERED:
                self.tables.clear()
            table = sum([rows[fact] for fact in row_facts(row, opposing)], self.shift)
            self.tables[key] = table
        return sum([rows[fact] for fact in further_facts(state, seat, row, opposing)], table)

    def _lead(self, total: int) -> float:
        """The logarithm of the odds that the added rows stand for."""
        values = unpack(self._format, total.to_bytes(self._bytes, "little"))
        worth: int = sum(
            [(value - HALF) * weight for value, weight in zip(values, self.out, strict=True) if value > HALF]
        )
        return self.last + worth / self.scale


def pack(numbers: list[int]) -> int:
    """Numbers side by side in one."""
    return sum(value << LANE * place for place, value in enumerate(numbers))


@cache
def judgement() -> Judgement:
    """The network with the numbers that come with the game."""
    text = (resources.files("ludi.games.roma") / "data" / "judgement.json").read_text(encoding="utf-8")
    return decode(json.loads(text))


def decode(data: dict[str, Any]) -> Judgement:
    """The network from its file."""
    if data["facts"] != SIZE:
        raise LudiError(f"judgement.json knows {data['facts']} facts, the game has {SIZE}: learn the judgement anew.")
    hidden = data["hidden"]
    flat = whole_numbers(data["table"])
    table = [flat[start : start + hidden] for start in range(0, len(flat), hidden)]
    return Judgement(table, whole_numbers(data["bias"]), whole_numbers(data["out"]), data["last"], data["scale"])


def whole_numbers(text: str) -> list[int]:
    """Numbers of 16 bits, least byte first."""
    found = array("h", b64decode(text))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tolist()
