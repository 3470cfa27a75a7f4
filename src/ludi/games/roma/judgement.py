"""A learned judgement: how likely a seat is to win, by a small network over the facts of a position.

The numbers in ``data/judgement.json`` were learned from games the network played against itself
(``tools/learn_roma.py``, docs/bots.md).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from ludi.core import network
from ludi.core.native import mypyc_attr
from ludi.core.network import Network
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
REMEMBERED = 50_000
"""How many sets of cards on the table are kept in mind."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Judgement:
    """The network, and what it made of the cards on the table."""

    __slots__ = ("network", "tables")

    def __init__(self, learned: Network) -> None:
        self.network = learned
        self.tables: dict[tuple[int, ...], int] = {}

    def __getstate__(self) -> Network:
        return self.network

    def __setstate__(self, learned: Network) -> None:
        self.network = learned
        self.tables = {}

    def chance(self, state: RomaState, seat: int) -> float:
        """The chance of ``seat`` to win, by what it knows."""
        if state.phase == OVER:
            return result(state, seat)
        return chance(self.network.weighed(self._sum(state, seat)))

    def worths(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """The chance of ``seat`` after each action: a draw is judged before the cards are seen, a battle on average."""
        base = self._sum(state, seat)
        before = state.irrevocable
        found: list[float] = []
        for action in legal:
            if DRAW <= action < ACTIVATE:
                found.append(chance(self.network.weighed(base + self.network.rows[DRAWING + action - DRAW])))
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
        rows = self.network.rows
        row, opposing = table_cards(state, seat)
        key = (*row, *opposing)
        table = self.tables.get(key)
        if table is None:
            if len(self.tables) >= REMEMBERED:
                self.tables.clear()
            table = sum([rows[fact] for fact in row_facts(row, opposing)], self.network.shift)
            self.tables[key] = table
        return sum([rows[fact] for fact in further_facts(state, seat, row, opposing)], table)


@cache
def judgement() -> Judgement:
    """The network with the numbers that come with the game."""
    text = (resources.files("ludi.games.roma") / "data" / "judgement.json").read_text(encoding="utf-8")
    return decode(json.loads(text))


def decode(data: dict[str, Any]) -> Judgement:
    """The network from its file."""
    return Judgement(network.decode(data, SIZE, "judgement.json"))
