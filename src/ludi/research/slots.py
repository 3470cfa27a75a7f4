"""The slots of one place of a view: how a number, a word, a seat, something that may be missing is written."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

NUMBER_SCALE: Final = 10.0
COUNT_SCALE: Final = 4.0
MOST: Final = 10_000
"""The greatest number that has a slot."""
REACH = MOST / NUMBER_SCALE
"""No slot is beyond this or its negative."""

Slots: TypeAlias = "array[float]"
Rest = list[tuple[Any, ...]]
Write = Callable[[Any, int, int, Slots, Rest], None]
"""Writes one part of a view: the part, its first slot, the observer's seat, the vector, what has no slot."""


class Part(NamedTuple):
    """The slots of one part of a view."""

    names: list[str]
    write: Write
    sure: bool
    """Whether anything that is there leaves some slot other than 0, or something in the rest."""
    words: frozenset[str] = frozenset()
    """The words that have slots here, if it is about words."""
    places: Mapping[str | int, tuple[int, Part]] = MappingProxyType({})
    """Of an object or a list with fixed places: the first slot of each, counted from its own first, and its part; under
    ``?`` what may be None, under ``!`` what may be missing, without that."""
    turned: bool = False
    """Whether the places of a list are counted from the observer."""
    counted: Mapping[str, tuple[int, int, int]] = MappingProxyType({})
    """Of words in a list: for each the slot of its number, the first slot of its places, and how many places it has."""
    ordered: bool = False
    """Whether such words have places."""


def as_number(sure: bool) -> Part:
    least = 1 if sure else 0

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is int and least <= abs(value) <= MOST:
            row[at] = value / NUMBER_SCALE
        else:
            rest.append((at, value))

    return Part([""], write, sure)


def _flag(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
    if value is True:
        row[at] = 1.0
    elif value is not False:
        rest.append((at, value))


def _anything(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
    rest.append((at, value))


FLAG = Part([""], _flag, False)
ANYTHING = Part([], _anything, True)
"""Text of any kind has no slots: it goes into the rest."""


def constant(word: str) -> Part:
    """A word that is always the same."""

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if value != word:
            rest.append((at, value))

    return Part([], write, False)


def _leave_out(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
    """Write nothing."""


LEFT_OUT = Part([], _leave_out, True)
"""What is there only to be drawn."""


def untold(may_be_missing: bool) -> Part:
    """What has no slots though it tells something: it goes into the rest, unless it is None."""

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if value is not None or not may_be_missing:
            rest.append((at, "untold", value))

    return Part([], write, not may_be_missing)


def one_of(words: Sequence[str]) -> Part:
    """A word as one slot for every word."""
    places = {word: place for place, word in enumerate(words)}

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        place = places.get(value) if type(value) is str else None
        if place is None:
            rest.append((at, value))
        else:
            row[at + place] = 1.0

    return Part([f"={word}" for word in words], write, True, frozenset(words))


def as_digits(words: Sequence[str]) -> Part:
    """A word as the binary digits of its number, counted from 1."""
    length = len(words).bit_length()
    digits = {word: [place for place in range(length) if number >> place & 1] for number, word in enumerate(words, 1)}

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        found = digits.get(value) if type(value) is str else None
        if found is None:
            rest.append((at, value))
        else:
            for place in found:
                row[at + place] = 1.0

    return Part([f"/{place}" for place in range(length)], write, True, frozenset(words))


def seat_itself(seats: int) -> Part:
    """Who looks: one slot per seat, none for a spectator."""
    every = range(seats)

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is int and value in every:
            row[at + value] = 1.0
        elif value is not None:
            rest.append((at, value))

    return Part([f"={seat}" for seat in every], write, False)


def seat_ahead(seats: int) -> Part:
    """A seat: one slot per seat, counted from the observer."""
    every = range(seats)

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is int and value in every:
            row[at + (value - seat) % seats] = 1.0
        else:
            rest.append((at, value))

    return Part([f"=+{ahead}" for ahead in every], write, True)


def seats_ahead(seats: int) -> Part:
    """Several seats."""
    one = seat_ahead(seats).write

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is not list:
            rest.append((at, value))
            return
        for each in value:
            one(each, at, seat, row, rest)
        if not all(type(each) is int for each in value) or value != sorted(set(value)):
            rest.append((at, "order", value))

    return Part([f"=+{ahead}" for ahead in range(seats)], write, False)


def optional(part: Part) -> Part:
    """What may be None."""
    inner = part.write
    if part.sure:

        def bare(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
            if value is not None:
                inner(value, at, seat, row, rest)

        return Part(part.names, bare, False, places={"?": (0, part)})

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if value is not None:
            row[at] = 1.0
            inner(value, at + 1, seat, row, rest)

    return Part(["?", *part.names], write, False, places={"?": (1, part)})


def present_too(part: Part) -> Part:
    """What is not in every view: a slot says that it is there, even if it is None, 0 or empty."""
    inner = part.write

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        row[at] = 1.0
        inner(value, at + 1, seat, row, rest)

    return Part(["!", *part.names], write, True, places={"!": (1, part)})
