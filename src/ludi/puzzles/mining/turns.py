"""All that a seat can do in its turn without trusting to luck, tried out.

A decision is *sure* if no hidden card comes in. Where a die is thrown, what it leads to is worth what its worst face
is worth. So what :func:`explore` finds best is what can be had for certain, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ludi.core import LudiError, ScriptedDice, State

FACES = range(1, 7)
T = TypeVar("T")


class Thrown(LudiError):
    """A die was thrown, or something drawn by lot."""


class NoChance:
    """Chance that must not come in."""

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        raise Thrown("A die was thrown.")

    def shuffle(self, items: list[T]) -> None:
        raise Thrown("Cards were shuffled.")

    def choose(self, items: Sequence[T]) -> T:
        raise Thrown("A lot was drawn.")


class TooManyLines(LudiError):
    """A turn with more positions than one wants to look at."""


def sure(state: State, seat: int, action: int) -> list[State]:
    """What a decision leads to: one position, one for each face of a die, or none where a hidden card comes in."""
    after = state.copy()
    after.dice = NoChance()
    try:
        after.play(seat, action)
    except Thrown:
        return thrown(state, seat, action)
    return [after] if after.irrevocable == state.irrevocable or after.outcome() is not None else []


def thrown(state: State, seat: int, action: int) -> list[State]:
    """The same where one die is thrown; none where more than that comes in."""
    found = []
    for face in FACES:
        after = state.copy()
        after.dice = ScriptedDice([face])
        try:
            after.play(seat, action)
        except LudiError:
            return []
        found.append(after)
    return found


@dataclass(slots=True)
class Found:
    """What can be had for certain from a position on, and the shortest way to it."""

    best: float
    line: tuple[str, ...]


@dataclass(slots=True)
class Turn:
    """The rest of a turn of one seat."""

    seat: int
    worth: Callable[[State], float]
    """What a position is worth to the seat if the turn ended there."""
    key: Callable[[State], Hashable]
    """What of a position matters for that; two that are alike in it are looked at once."""
    choices: Callable[[State], Sequence[int]]
    """The decisions that can be of use."""
    most: int
    """So many positions are looked at."""
    worths: set[float] = field(default_factory=set)
    """All that some sure line leads to."""
    known: dict[Hashable, Found] = field(default_factory=dict)

    def explore(self, state: State) -> Found:
        """The best that can be had for certain; :class:`TooManyLines` if that takes too long to find."""
        key = self.key(state)
        if key in self.known:
            return self.known[key]
        if len(self.known) >= self.most:
            raise TooManyLines("There are too many lines.")
        here = self.worth(state)
        self.worths.add(here)
        found = Found(here, ())
        self.known[key] = found
        for action in self.choices(state):
            outcomes = sure(state, self.seat, action)
            if not outcomes:
                continue
            tried = [self.explore(after) for after in outcomes]
            worst = min(tried, key=lambda each: each.best)
            length = 1 + len(worst.line)
            if worst.best > found.best or (worst.best == found.best and found.line and length < len(found.line)):
                found.best, found.line = worst.best, (state.spell(action), *worst.line)
        return found
