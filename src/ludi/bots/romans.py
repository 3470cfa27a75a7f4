"""What bots are called at a table."""

from __future__ import annotations

from collections.abc import Collection

ROMANS = ("Aulus", "Brutus", "Cassia", "Drusilla", "Fabius", "Gracchus", "Livia", "Marcus")


def roman(taken: Collection[str]) -> str:
    """A name that nobody at the table has yet.

    >>> roman(["Aulus", "Julia"])
    'Brutus'
    >>> roman(ROMANS)
    'Aulus II'
    """
    suffix = ""
    while True:
        for name in ROMANS:
            if name + suffix not in taken:
                return name + suffix
        suffix = f"{suffix or ' I'}I"
