"""Sets of small numbers (Powers, sides, leaders, places), each the bits of one int: a copy of a position is cheap."""

from __future__ import annotations

from collections.abc import Iterable

ALONE = tuple(1 << number for number in range(512))
"""The sets of one number each, of places too."""


def has(these: int, number: int) -> bool:
    """Whether a number is in a set.

    >>> has(plus(0, 3), 3), has(plus(0, 3), 2)
    (True, False)
    """
    return bool(these >> number & 1)


def plus(these: int, number: int) -> int:
    """The set with a number in it."""
    return these | 1 << number


def set_of(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> set_of((1, 3)) == plus(plus(0, 3), 1)
    True
    """
    return sum(1 << number for number in set(numbers))


def minus(these: int, number: int) -> int:
    """The set without a number.

    >>> minus(plus(plus(0, 1), 2), 1) == plus(0, 2)
    True
    """
    return these & ~(1 << number)


def all_below(number: int) -> int:
    """The set of all numbers from 0 on that are less than this one.

    >>> all_below(2) == plus(plus(0, 0), 1)
    True
    """
    return (1 << number) - 1


def members(these: int) -> list[int]:
    """The numbers in a set, in order.

    >>> members(plus(plus(0, 5), 2))
    [2, 5]
    """
    found = []
    while these:
        rest = these & these - 1
        found.append((these ^ rest).bit_length() - 1)
        these = rest
    return found
