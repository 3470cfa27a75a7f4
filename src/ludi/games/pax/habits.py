"""What is usually good: the habits of one who has played a million games against himself.

A small network over what a seat knows (:mod:`ludi.games.pax.sight`), for two players, says how good its actions are. A
search asks it once, about the decision in question. The numbers in ``data/habits-2.json`` were learned from self-play
alone (``tools/learn_habits.py``, docs/bots.md).

The rows of the facts that hold are added up, all places of a row side by side in one large int. What comes out below
nothing is dropped; then each further layer weighs what is left.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from math import exp
from operator import mul
from typing import Any, Final

from ludi.core.errors import LudiError
from ludi.core.native import mypyc_attr
from ludi.games.pax.components import PaxBox, reconstructed_deck
from ludi.games.pax.rules import PaxState
from ludi.games.pax.sight import Known, known_among

WIDTH: Final = 2
"""Bytes for each place of a row: a sum of as many facts as hold in a position has room there."""
HALF: Final = 1 << 8 * WIDTH - 1
LIFT: Final = 128
"""So much is added to every number of a row, so that none is negative."""
LIFTED: Final = bytes(byte ^ LIFT for byte in range(256))

Layer = tuple[list[list[int]], list[int]]
"""For each place what is weighed how, and its bias."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Layers:
    """A network of whole numbers. What the places of a layer hold is ``fine`` to 1, what weighs them ``scale`` to 1."""

    __slots__ = ("_deep", "_fine", "_hidden", "_lift", "_out", "_rows", "_scale", "_shift")

    def __init__(self, rows: bytes, bias: list[int], deep: Sequence[Layer], fine: int, scale: int) -> None:
        """``rows`` has one byte for each place of each fact."""
        self._hidden = len(bias)
        self._fine = fine
        self._scale = scale
        lifted = rows.translate(LIFTED)
        self._rows: list[int] = [
            number_of(array("H", list(lifted[start : start + self._hidden])))
            for start in range(0, len(lifted), self._hidden)
        ]
        self._lift: int = number_of(array("H", [LIFT] * self._hidden))
        self._shift: int = number_of(array("H", [HALF + each for each in bias]))
        """The bias, and so much to each place that none is negative."""
        self._deep: list[Layer] = list(deep[:-1])
        self._out: Layer = deep[-1]

    def points(self, facts: Sequence[int], places: Sequence[int]) -> list[float]:
        """How good the actions at these places are where these facts hold."""
        rows = self._rows
        scale = self._scale
        total = sum([rows[fact] for fact in facts], self._shift) - len(facts) * self._lift
        inner = [
            number - HALF if number > HALF else 0
            for number in array("H", total.to_bytes(self._hidden * WIDTH, sys.byteorder))
        ]
        for columns, biases in self._deep:
            found: list[int] = []
            for column, bias in zip(columns, biases, strict=True):
                worth: int = sum(map(mul, inner, column), bias)
                found.append(worth // scale if worth > 0 else 0)
            inner = found
        columns, biases = self._out
        whole = self._fine * scale
        return [sum(map(mul, inner, columns[place]), biases[place]) / whole for place in places]


def number_of(numbers: array[int]) -> int:
    """All these numbers side by side in one."""
    return int.from_bytes(numbers.tobytes(), sys.byteorder)


class Habits:
    """How good actions look."""

    __slots__ = ("known", "layers")

    def __init__(self, layers: Layers, known: Known) -> None:
        self.layers = layers
        self.known = known

    def shares(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        """How often each of these actions would be taken: shares of 1."""
        points = self.layers.points(self.known.of(state, seat), self.known.places(state, legal))
        top = max(points)
        weights = [exp(each - top) for each in points]
        total: float = sum(weights)
        return [each / total for each in weights]


def habits_from(data: Mapping[str, Any], name: str) -> Habits:
    """The habits that a file holds: of each place of a layer what weighs the one before, one after another."""
    known = known_among(2)
    if data["facts"] != known.size:
        raise LudiError(f"{name} knows {data['facts']} facts, the game has {known.size}: learn the habits anew.")
    sizes: list[int] = data["sizes"]
    weights = numbers_of(data["weights"], "h")
    biases = numbers_of(data["biases"], "i")
    deep: list[Layer] = []
    at, shift = 0, sizes[0]
    for before, size in pairwise(sizes):
        columns = [weights[start : start + before] for start in range(at, at + before * size, before)]
        deep.append((columns, biases[shift : shift + size]))
        at += before * size
        shift += size
    rows = zlib.decompress(b64decode(data["rows"]))
    return Habits(Layers(rows, biases[: sizes[0]], deep, data["fine"], data["scale"]), known)


def numbers_of(text: str, kind: str) -> list[int]:
    """Whole numbers, least byte first, packed."""
    found = array(kind, zlib.decompress(b64decode(text)))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tolist()


def habits_for(box: PaxBox) -> Habits | None:
    """The habits for this table; None where none were learned."""
    return learned_habits() if box.seats == 2 and box.kinds == reconstructed_deck() else None


@cache
def learned_habits() -> Habits:
    """The habits that come with the game."""
    name = "habits-2.json"
    text = (resources.files("ludi.games.pax") / "data" / name).read_text(encoding="utf-8")
    return habits_from(json.loads(text), name)
