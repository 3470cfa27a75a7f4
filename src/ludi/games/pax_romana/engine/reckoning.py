"""How a sum is shown that the rules reckon up: line by line, each with its rule."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One line of a reckoning: what, how much, why."""

    word: str
    amount: int
    rule: str
