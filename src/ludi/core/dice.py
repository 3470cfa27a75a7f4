"""The one source of chance.

A match at a real table uses :class:`SeededDice`: every shuffle and every die follows from one secret seed, whose
SHA-256 hash (the *commitment*) is published before the first card is dealt. When the seed is revealed, anyone can deal
the whole match again and see that nothing was changed: ``ludi verify`` does just that.

The stream is defined so plainly that it can be re-made in any language: block *n* (n = 0, 1, 2, ...) is
``HMAC-SHA256(key=seed, message=n as 8 bytes, big-endian)`` and gives four 64-bit big-endian words. A number below *n*
is the first word w of the stream with ``w < 2**64 - 2**64 % n``, taken modulo n. A shuffle is Fisher-Yates from the
last place down: for i = len-1 ... 1, swap place i with place ``below(i + 1)``.

Search and simulation plug in :class:`FastDice`, tests and puzzles :class:`ScriptedDice`, behind the same three calls.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from ludi.core.errors import LudiError
from ludi.core.native import mypyc_attr

T = TypeVar("T")

SEED_BYTES = 32


class Dice(Protocol):
    """What a game may ask of chance. A game never uses anything else."""

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        """A number from 1 to ``sides``; ``purpose`` says what it is for, in a word of the game."""

    def shuffle(self, items: list[T]) -> None:
        """Bring ``items`` into random order, in place."""

    def choose(self, items: Sequence[T]) -> T:
        """One of ``items``."""


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from_text(text: str) -> bytes:
    """The seed that stands for a word a person typed (``--seed ides``)."""
    return hashlib.sha256(b"ludi-romani seed: " + text.encode()).digest()


def commitment(seed: bytes) -> str:
    """The hash of a seed, which is published before the match begins."""
    return hashlib.sha256(seed).hexdigest()


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class SeededDice:
    """Chance that can be verified afterwards.

    >>> dice = SeededDice(seed_from_text("ides"))
    >>> [dice.roll() for _ in range(5)]
    [5, 3, 6, 5, 1]
    """

    __slots__ = ("_counter", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._words: list[int] = []

    def _below(self, n: int) -> int:
        limit = (1 << 64) - (1 << 64) % n
        while True:
            if not self._words:
                block = hmac.digest(self._seed, self._counter.to_bytes(8, "big"), "sha256")
                self._counter += 1
                self._words = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
            word = self._words.pop()
            if word < limit:
                return word % n

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        return self._below(sides) + 1

    def shuffle(self, items: list[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self._below(i + 1)
            items[i], items[j] = items[j], items[i]

    def choose(self, items: Sequence[T]) -> T:
        return items[self._below(len(items))]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class FastDice:
    """Chance for search and simulation: quick, seedable, not meant to be verified."""

    __slots__ = ("_random", "rng")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._random = rng.random

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has a source of its own: a method of the old one would go on drawing from the old one."""
        return FastDice, (self.rng,)

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        return int(self._random() * sides) + 1

    def shuffle(self, items: list[T]) -> None:
        rand = self._random
        for i in range(len(items) - 1, 0, -1):
            j = int(rand() * (i + 1))
            items[i], items[j] = items[j], items[i]

    def choose(self, items: Sequence[T]) -> T:
        return items[int(self._random() * len(items))]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ScriptedDice:
    """Dice whose coming rolls are known: for tests, puzzles and lessons.

    Rolls come from the script while it lasts, then from ``after`` (if there is none, a further roll is an error).
    Shuffles and choices always come from ``after``; without one, a shuffle leaves the order as it is and the first
    item is chosen.

    >>> dice = ScriptedDice([3, 4, 6])
    >>> dice.roll(), dice.roll(), dice.roll()
    (3, 4, 6)

    A roll may be written with its purpose, and is refused for any other:

    >>> ScriptedDice([("continuity", 5)]).roll(6, "interception")
    Traceback (most recent call last):
    ludi.core.errors.LudiError: The next roll in the script is for 'continuity', not for 'interception'.
    """

    __slots__ = ("after", "rolls")

    def __init__(self, rolls: Iterable[int | tuple[str, int]] = (), after: Dice | None = None) -> None:
        self.rolls = list(rolls)
        self.after = after

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        if self.rolls:
            entry = self.rolls.pop(0)
            meant, number = entry if isinstance(entry, tuple) else (purpose, entry)
            if meant != purpose:
                raise LudiError(f"The next roll in the script is for '{meant}', not for '{purpose}'.")
            if not 1 <= number <= sides:
                raise LudiError(f"The script says {number}, but this die has {sides} sides.")
            return number
        if self.after is None:
            raise LudiError("The script of dice is at its end.")
        return self.after.roll(sides, purpose)

    def shuffle(self, items: list[T]) -> None:
        if self.after is not None:
            self.after.shuffle(items)

    def choose(self, items: Sequence[T]) -> T:
        return items[0] if self.after is None else self.after.choose(items)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class NoDice:
    """For positions that are only looked at (a veiled one, say): chance must not come in."""

    __slots__ = ()

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        raise LudiError("This position can be looked at, but not played.")

    def shuffle(self, items: list[T]) -> None:
        raise LudiError("This position can be looked at, but not played.")

    def choose(self, items: Sequence[T]) -> T:
        raise LudiError("This position can be looked at, but not played.")
