"""A learned judgement: how likely a seat is to win, and which actions come to mind, by one network over the facts.

It has four hidden layers; what goes into the fourth also goes around it. The numbers in ``data/judgement.bin`` come
from games it played against itself (``tools/learn_roma.py``, docs/bots.md). They are small whole numbers, and those of
a row stand side by side in one large int: so a place of one layer is added to all places of the next by one
multiplication and one addition.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp
from operator import mul
from typing import Any, Final

from ludi.core import LudiError
from ludi.core.native import mypyc_attr
from ludi.games.roma.components import vocabulary
from ludi.games.roma.features import SIZE, facts
from ludi.games.roma.insight import chance, result
from ludi.games.roma.phases import OVER
from ludi.games.roma.rules import RomaState

PLACES: Final = {action: place for place, action in enumerate(vocabulary())}
"""Where each action stands in the answer; behind them all stands the chance to win."""
LETTERS: Final = {16: "H", 32: "I"}
"""By the bits of a place, how an array calls such numbers."""
LANES: Final = (16, 32, 32, 32)
"""Bits for each place of the hidden layers. A weight has 8 bits, no more than 255 facts hold at once, and no layer sees
more than 1024 places: so no place is ever too narrow, whatever the weights are."""
DROPPED: Final = (1, 7, 9, 0)
"""Bits of each hidden place that the next layer does not see ..."""
MOST: Final = 16383
"""... and the most it sees of one: so there is room for what it makes of them."""
REMEMBERED: Final = 2_000
"""How many positions are kept in mind."""


@mypyc_attr(serializable=True)
class Layer:
    """From the places of one layer to those of the next."""

    __slots__ = ("_dropped", "_kept", "_lane", "_ones", "_places", "rows", "shift")

    def __init__(self, weights: bytes, bias: list[int], lane: int, dropped: int) -> None:
        """``weights``: row by row, signed, a byte each."""
        places = len(bias)
        letter = LETTERS[lane]
        half = 1 << lane - 1
        self._lane: int = lane
        self._places: int = places
        self._dropped: int = dropped
        self._ones: int = side_by_side([1] * places, letter)
        self._kept: int = self._ones * ((1 << lane - 1 - dropped) - 1)
        bottom = self._ones << lane - 1
        lifted = [half + value - (256 if value > 127 else 0) for value in range(256)]
        self.rows: list[int] = [
            side_by_side([lifted[value] for value in weights[start : start + places]], letter) - bottom
            for start in range(0, len(weights), places)
        ]
        self.shift: int = side_by_side([half + value for value in bias], letter)
        """What each place begins with, and half its room: none is negative, the highest bit tells what is above
        nothing."""

    def gathered(self, values: array[int]) -> int:
        """What the places of this layer hold after those of the layer before it."""
        total = self.shift
        for value, row in zip(values, self.rows, strict=True):
            if value:
                total += row * value
        return total

    def above_nothing(self, total: int) -> array[int]:
        """What the next layer sees of the places: nothing of what is below nothing."""
        above = total >> self._lane - 1 & self._ones
        kept = (total & (above << self._lane - 1) - above) >> self._dropped & self._kept
        found = array(LETTERS[self._lane], kept.to_bytes(self._places * self._lane // 8, "little"))
        if sys.byteorder == "big":
            found.byteswap()
        if self._dropped and max(found) > MOST:
            return array("I", [min(value, MOST) for value in found])
        return found


def side_by_side(numbers: list[int], letter: str) -> int:
    """Numbers side by side in one, the first lowest."""
    found = array(letter, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return int.from_bytes(found.tobytes(), "little")


@mypyc_attr(serializable=True)
class Judgement:
    """The network, and what it made of positions."""

    __slots__ = ("answers", "around", "bias", "layers", "remembered", "scales")

    def __init__(
        self, layers: list[Layer], around: list[int], answers: list[list[int]], bias: list[int], scales: list[float]
    ) -> None:
        self.layers = layers
        self.around = around
        """For each place of the second layer, how much it is worth at the same place of the fourth."""
        self.answers = answers
        """For each action, and for the chance to win, how much each place of the last layer speaks for it."""
        self.bias = bias
        self.scales = scales
        """What one is worth, for each of these."""
        self.remembered: dict[tuple[int, ...], array[int]] = {}

    def __getstate__(self) -> tuple[list[Layer], list[int], list[list[int]], list[int], list[float]]:
        return self.layers, self.around, self.answers, self.bias, self.scales

    def __setstate__(self, kept: tuple[list[Layer], list[int], list[list[int]], list[int], list[float]]) -> None:
        self.layers, self.around, self.answers, self.bias, self.scales = kept
        self.remembered = {}

    def chance(self, state: RomaState, seat: int) -> float:
        """The chance of ``seat`` to win, by what it knows."""
        if state.phase == OVER:
            return result(state, seat)
        return chance(self._answer(self._seen(state, seat), len(PLACES)))

    def weigh(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """How much each action comes to mind; together 1."""
        seen = self._seen(state, seat)
        leads = [self._answer(seen, PLACES[action]) for action in legal]
        top = max(leads)
        weights = [exp(lead - top) for lead in leads]
        total = sum(weights)
        return [weight / total for weight in weights]

    def _answer(self, seen: array[int], place: int) -> float:
        whole: int = self.bias[place] + sum(map(mul, seen, self.answers[place]))
        return whole * self.scales[place]

    def _seen(self, state: RomaState, seat: int) -> array[int]:
        """What the last layer holds."""
        found = facts(state, seat)
        key = tuple(found)
        seen = self.remembered.get(key)
        if seen is None:
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            seen = self.remembered[key] = self._reckoned(found)
        return seen

    def _reckoned(self, found: list[int]) -> array[int]:
        first, second, third, fourth = self.layers
        rows = first.rows
        early = first.above_nothing(sum([rows[fact] for fact in found], first.shift))
        middle = second.above_nothing(second.gathered(early))
        late = third.above_nothing(third.gathered(middle))
        around = side_by_side(list(map(mul, middle, self.around)), LETTERS[LANES[3]])
        return fourth.above_nothing(fourth.gathered(late) + around)


@cache
def judgement() -> Judgement:
    """The network with the numbers that come with the game."""
    return decode((resources.files("ludi.games.roma") / "data" / "judgement.bin").read_bytes())


def decode(data: bytes) -> Judgement:
    """The network from its file (a line of JSON, then the packed weights), which must know the game's facts and
    actions."""
    head, _, packed = data.partition(b"\n")
    known: dict[str, Any] = json.loads(head)
    if known["facts"] != SIZE or known["actions"] != len(PLACES):
        raise LudiError("judgement.bin is for other facts or actions than the game has: learn the judgement anew.")
    weights = zlib.decompress(packed)
    *hidden, last = known["bias"]
    layers: list[Layer] = []
    start, rows = 0, SIZE
    for bias, lane, dropped in zip(hidden, LANES, DROPPED, strict=True):
        end = start + rows * len(bias)
        layers.append(Layer(weights[start:end], bias, lane, dropped))
        start, rows = end, len(bias)
    table = array("b", weights[start:])
    answers = [table[place :: len(last)].tolist() for place in range(len(last))]
    return Judgement(layers, known["around"], [*answers, known["worth"]], [*last, known["worth_bias"]], known["scales"])
