"""A small network in plain Python, for games whose positions are judged by learned numbers.

One hidden layer over the facts that hold in a position: the rows of those facts are added up. A row is one large int
with all its numbers side by side, so that one addition adds them all.
"""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode
from collections.abc import Iterable
from struct import unpack
from typing import Any

from ludi.core.errors import LudiError
from ludi.core.native import mypyc_attr

LANE = 32
"""Bits for each number of a row: room for the sum of more rows than there are facts."""
HALF = 1 << LANE - 1
"""Added to every number before they are told apart, so that none is negative."""


KEPT = ("_bytes", "_format", "last", "out", "rows", "scale", "shift")
"""What a network consists of."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Network:
    """The learned numbers: whole, ``scale`` to 1."""

    __slots__ = KEPT

    def __init__(self, table: list[list[int]], bias: list[int], out: list[int], last: float, scale: int) -> None:
        self.rows = [pack(row) for row in table]
        self.shift = pack([HALF + value for value in bias])
        self.out = out
        self.last = last
        self.scale = scale * scale
        self._bytes = LANE // 8 * len(out)
        self._format = f"<{len(out)}I"

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
        values = unpack(self._format, total.to_bytes(self._bytes, "little"))
        worth: int = sum(
            [(value - HALF) * weight for value, weight in zip(values, self.out, strict=True) if value > HALF]
        )
        return self.last + worth / self.scale


def pack(numbers: list[int]) -> int:
    """Numbers side by side in one."""
    return sum(value << LANE * place for place, value in enumerate(numbers))


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
