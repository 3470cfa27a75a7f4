"""Chance as OpenSpiel wants it: nodes with outcomes. These dice say when they are needed, and for how many ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, TypeVar

T = TypeVar("T")


class NeedsChance(Exception):
    """Raised by dice that are only asked whether they are needed; ``sides``: how many ways there are."""

    def __init__(self, sides: int = 0) -> None:
        super().__init__(sides)
        self.sides = sides


class ProbeDice:
    """Dice that refuse to roll."""

    __slots__ = ()

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        self._refuse()

    def shuffle(self, items: list[T]) -> None:
        self._refuse()

    def choose(self, items: Sequence[T]) -> T:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise NeedsChance


class SpelledDice:
    """Dice whose outcomes are told one by one; where none is told any more, they say how many ways there are."""

    __slots__ = ("_at", "_told")

    def __init__(self, told: Sequence[int]) -> None:
        self._told = told
        self._at = 0

    def _next(self, sides: int) -> int:
        if sides < 2:
            return 0
        if self._at == len(self._told):
            raise NeedsChance(sides)
        self._at += 1
        return self._told[self._at - 1]

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        return self._next(sides) + 1

    def shuffle(self, items: list[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self._next(last + 1)
            items[last], items[other] = items[other], items[last]

    def choose(self, items: Sequence[T]) -> T:
        return items[self._next(len(items))]
