"""Tribal Counters and Opportunity Objectives as numbers: what each is, and who has seen it (13.1.1, 15.4.6)."""

from __future__ import annotations

HIDDEN = 15
"""A Tribal Counter or an Opportunity Objective that a position does not know."""
REVEALED = 16
"""Flag of a Tribal Counter that has been turned up."""
SHOWN = 16
"""Flag of an Opportunity Objective that lies face-up."""
SEEN = 32
"""``SEEN << power``: flag of an Opportunity Objective that its owner has shown to an ally (15.4.6), of a Tribal Counter
that a Power has looked at (17.2)."""


def tribe_strength(counter: int) -> int:
    """The strength of a Tribal Counter; HIDDEN if it is not known.

    >>> tribe_strength(revealed(4))
    4
    """
    return counter & HIDDEN


def is_revealed(counter: int) -> bool:
    """Whether a Tribal Counter has been turned up (13.1.2)."""
    return counter & REVEALED != 0


def revealed(counter: int) -> int:
    """A Tribal Counter, turned up."""
    return counter | REVEALED


def is_known(counter: int, powers: tuple[int, ...]) -> bool:
    """Whether some Powers know the strength of a Tribal Counter: it lies open, or one of them has looked at it.

    >>> is_known(seen_too(4, 2), (2,)), is_known(seen_too(4, 2), (1,)), is_known(HIDDEN, (1,))
    (True, False, False)
    """
    return is_revealed(counter) or any(has_seen(counter, power) for power in powers)


def letter_of(marker: int) -> int:
    """The number of an Objective's letter; HIDDEN if it is not known.

    >>> letter_of(seen_too(shown(3), 2))
    3
    """
    return marker & HIDDEN


def is_shown(marker: int) -> bool:
    """Whether an Objective lies face-up (15.4.6)."""
    return marker & SHOWN != 0


def shown(marker: int) -> int:
    """An Objective, face-up."""
    return marker | SHOWN


def has_seen(marker: int, power: int) -> bool:
    """Whether a Power was shown an Objective by its owner (15.4.6), or has looked at a Tribal Counter (17.2).

    >>> has_seen(seen_too(3, 2), 2), has_seen(seen_too(3, 2), 1)
    (True, False)
    """
    return marker & SEEN << power != 0


def seen_too(marker: int, power: int) -> int:
    """An Objective that one more Power has been shown, a Tribal Counter that it has looked at."""
    return marker | SEEN << power


def known_to(marker: int, power: int) -> bool:
    """Whether a Power that does not own an Objective knows it."""
    return marker & (SHOWN | SEEN << power) != 0
