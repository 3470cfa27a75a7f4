"""A small network in plain Python, for games whose positions are judged by learned numbers.

One hidden layer over the facts that hold in a position: the rows of those facts are added up, what comes out below
nothing is dropped, the rest is weighed and added. A row is one large int with all its numbers side by side, each
already multiplied by what the place will count: so one addition adds them all, a few operations on the whole drop what
is below nothing, and a remainder adds up what is left.
"""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode
from collections.abc import Iterable
from typing import Any

from ludi.core.errors import LudiError
from ludi.core.native import mypyc_attr

KEPT = ("_all", "_lane", "_losing", "_ones", "last", "rows", "scale", "shift")
"""What a network consists of."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Network:
    """The learned numbers: whole, ``scale`` to 1."""

    __slots__ = KEPT

    def __init__(
        self, table: list[list[int]], bias: list[int], out: list[int], last: float, scale: int, often: int = 1
    ) -> None:
        """No row is added more than so ``often``."""
        places = [place for place, weight in enumerate(out) if weight > 0]
        gaining = len(places)
        places += [place for place, weight in enumerate(out) if weight < 0]
        # Bits for each number: no sum of rows, not even of all places together, can be larger.
        most = sum([(abs(bias[at]) + often * sum([abs(row[at]) for row in table])) * abs(out[at]) for at in places])
        self._lane: int = most.bit_length() + 1
        self._losing: int = self._lane * gaining
        """Where the places begin that speak against the seat."""
        self._ones: int = pack([1] * len(places), self._lane)
        self._all: int = (1 << self._lane) - 1
        half = 1 << self._lane - 1
        self.rows: list[int] = [pack([row[at] * abs(out[at]) for at in places], self._lane) for row in table]
        self.shift: int = pack([half + bias[at] * abs(out[at]) for at in places], self._lane)
        """The bias, and so much to each place that none is negative and its highest bit tells what is above nothing."""
        self.last = last
        self.scale = scale * scale

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in KEPT}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)

    def lead(self, facts: Iterable[int]) -> float:
        """The logarithm of the odds where these facts hold."""
        rows = self.rows
        return self.weighed(sum([rows[fact] for fact in facts], self.shift))

    def weighed(self, total: int) -> float:
        """The logarithm of the odds that the added rows (with :attr:`shift`) stand for."""
        above = total >> self._lane - 1 & self._ones
        kept = total & (above << self._lane - 1) - above
        against = kept >> self._losing
        # 2**lane leaves 1 when divided by 2**lane - 1: the remainder is the sum of all places.
        worth = (kept - (against << self._losing)) % self._all - against % self._all
        return self.last + worth / self.scale


def pack(numbers: list[int], lane: int) -> int:
    """Numbers side by side in one, so many bits for each."""
    return sum([value << lane * place for place, value in enumerate(numbers)])


def decode(data: dict[str, Any], facts: int, name: str) -> Network:
    """The network from its file, which must know as many facts as the game has."""
    if data["facts"] != facts:
        raise LudiError(f"{name} knows {data['facts']} facts, the game has {facts}: learn the judgement anew.")
    hidden = data["hidden"]
    flat = whole_numbers(data["table"])
    table = [flat[start : start + hidden] for start in range(0, len(flat), hidden)]
    return Network(table, whole_numbers(data["bias"]), whole_numbers(data["out"]), data["last"], data["scale"])


def whole_numbers(text: str) -> list[int]:
    """Numbers of 16 bits, least byte first."""
    found = array("h", b64decode(text))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tolist()
