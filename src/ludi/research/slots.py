"""The slots of one part of a view: how a number, a word, something that may be missing is written into a vector."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

NUMBER_SCALE = 10.0
COUNT_SCALE = 4.0
MOST = 10_000
"""The greatest number that has a slot."""
REACH = MOST / NUMBER_SCALE
"""No slot is beyond this or its negative."""

Row: TypeAlias = "array[float]"
Rest = list[tuple[Any, ...]]
Write = Callable[[Any, int, int, Row, Rest], None]
"""Writes one part of a view: the part, its first slot, the observer's seat, the vector, what has no slot."""


class Part(NamedTuple):
    """The slots of one part of a view."""

    names: list[str]
    write: Write
    sure: bool
    """Whether anything that is there leaves some slot other than 0."""


def as_number(sure: bool) -> Part:
    least = 1 if sure else 0

    def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
        if type(value) is int and least <= abs(value) <= MOST:
            row[at] = value / NUMBER_SCALE
        else:
            rest.append((at, value))

    return Part([""], write, sure)


def flag(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
    if value is True:
        row[at] = 1.0
    elif value is not False:
        rest.append((at, value))


def leave(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
    """A place at which nothing was ever seen has no slots."""
    if value is not None and value != []:
        rest.append((at, value))


FLAG = Part([""], flag, False)
NOTHING = Part([], leave, False)


def one_of(words: Sequence[str], others: Part | None = None) -> Part:
    """A word as one slot for every word; ``others`` has slots for the rest of its family."""
    places = {word: place for place, word in enumerate(words)}
    names = [f"={word}" for word in words]

    def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
        place = places.get(value) if type(value) is str else None
        if place is not None:
            row[at + place] = 1.0
        elif others is not None:
            others.write(value, at + len(places), seat, row, rest)
        else:
            rest.append((at, value))

    return Part([*names, *(others.names if others else ())], write, True)


def as_digits(words: Sequence[str]) -> Part:
    """A word as the binary digits of its number, counted from 1."""
    length = len(words).bit_length()
    digits = {
        word: [place for place in range(length) if number >> place & 1] for number, word in enumerate(sorted(words), 1)
    }

    def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
        found = digits.get(value) if type(value) is str else None
        if found is None:
            rest.append((at, value))
        else:
            for place in found:
                row[at + place] = 1.0

    return Part([f"/{place}" for place in range(length)], write, True)


def optional(part: Part) -> Part:
    """What may be None."""
    inner = part.write
    if part.sure:

        def bare(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if value is not None:
                inner(value, at, seat, row, rest)

        return Part(part.names, bare, False)

    def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
        if value is not None:
            row[at] = 1.0
            inner(value, at + 1, seat, row, rest)

    return Part(["?", *part.names], write, False)


def present_too(part: Part) -> Part:
    """What is not in every view: a slot says that it is there, even if it is None, 0 or empty."""
    inner = part.write

    def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
        row[at] = 1.0
        inner(value, at + 1, seat, row, rest)

    return Part(["!", *part.names], write, True)


def roomy(copies: int) -> int:
    """How many places to keep for a word that was seen so often."""
    return copies + (copies + 1) // 3


def numbered(parts: Sequence[Part]) -> list[str]:
    return [f"[{place}]{name}" for place, part in enumerate(parts) for name in part.names]


def offsets_of(parts: Sequence[Part]) -> list[int]:
    return [sum(len(part.names) for part in parts[:place]) for place in range(len(parts))]
