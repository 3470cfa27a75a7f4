"""A learned instinct: which actions come to mind in a position, by a network with three hidden layers over its facts.

The numbers in ``data/instinct.json`` come from games the network played against itself (``tools/learn_roma.py``,
docs/bots.md). They are small whole numbers, and all numbers of a row stand side by side in one large int: so a fact, or
a place of a hidden layer, is added to all places of the next one by one multiplication and one addition.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp
from operator import mul
from typing import Any, Final

from ludi.core import LudiError
from ludi.core.native import mypyc_attr
from ludi.games.roma.components import vocabulary
from ludi.games.roma.features import SIZE, further_facts, row_facts, table_cards
from ludi.games.roma.rules import RomaState

REMEMBERED: Final = 50_000
"""How many sets of cards on the table are kept in mind."""
PLACES: Final = {action: place for place, action in enumerate(vocabulary())}
"""Where each action stands in the answer."""
LETTERS: Final = {16: "H", 32: "I"}
"""By the bits of a place, how an array calls such numbers."""
LANES: Final = (16, 32, 32)
"""Bits for each place of the hidden layers. A weight has 8 bits, no more than 255 facts hold at once, and no layer sees
more than a thousand places: so no place is ever too narrow, whatever the weights are."""
DROPPED: Final = (1, 6, 0)
"""Bits of each hidden place that the next layer does not see ..."""
MOST: Final = 32767
"""... and the most it sees of one: so there is room for what it makes of them."""


@mypyc_attr(serializable=True)
class Layer:
    """From the places of one layer to those of the next."""

    __slots__ = ("_bottom", "_dropped", "_kept", "_lane", "_ones", "_places", "rows", "shift")

    def __init__(self, weights: bytes, bias: list[int], lane: int, dropped: int) -> None:
        """``weights``: row by row, signed, a byte each."""
        places = len(bias)
        letter = LETTERS[lane]
        half = 1 << lane - 1
        self._lane: int = lane
        self._places: int = places
        self._dropped: int = dropped
        self._ones: int = side_by_side([1] * places, letter)
        self._bottom: int = self._ones << lane - 1
        """So much at each place that none is negative; its highest bit then tells what is above nothing."""
        self._kept: int = self._ones * ((1 << lane - 1 - dropped) - 1)
        bytewise = [value - 256 if value > 127 else value for value in range(256)]
        lifted = [half + value for value in bytewise]
        self.rows: list[int] = [
            side_by_side([lifted[value] for value in weights[start : start + places]], letter) - self._bottom
            for start in range(0, len(weights), places)
        ]
        self.shift: int = side_by_side([half + value for value in bias], letter)
        """What each place begins with."""

    def above_nothing(self, total: int) -> array[int]:
        """What the places hold; what is below nothing is dropped."""
        above = total >> self._lane - 1 & self._ones
        kept = (total & (above << self._lane - 1) - above) >> self._dropped & self._kept
        found = array(LETTERS[self._lane], kept.to_bytes(self._places * self._lane // 8, "little"))
        if sys.byteorder == "big":
            found.byteswap()
        return found

    def gathered(self, values: array[int]) -> int:
        """What the places of this layer hold after those of the layer before it."""
        total = self.shift
        for value, row in zip(values, self.rows, strict=True):
            if value:
                total += row * value
        return total


def side_by_side(numbers: list[int], letter: str) -> int:
    """Numbers side by side in one, the first lowest."""
    found = array(letter, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return int.from_bytes(found.tobytes(), "little")


@mypyc_attr(serializable=True)
class Instinct:
    """The network, and what it made of the cards on the table."""

    __slots__ = ("answers", "bias", "layers", "scales", "tables")

    def __init__(self, layers: list[Layer], answers: list[list[int]], bias: list[int], scales: list[float]) -> None:
        self.layers = layers
        self.answers = answers
        """For each action, how much each place of the last hidden layer speaks for it."""
        self.bias = bias
        self.scales = scales
        """What one is worth, for each action."""
        self.tables: dict[tuple[int, ...], int] = {}

    def __getstate__(self) -> tuple[list[Layer], list[list[int]], list[int], list[float]]:
        return self.layers, self.answers, self.bias, self.scales

    def __setstate__(self, kept: tuple[list[Layer], list[list[int]], list[int], list[float]]) -> None:
        self.layers, self.answers, self.bias, self.scales = kept
        self.tables = {}

    def weigh(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """How much each action comes to mind; together 1."""
        hidden = self._hidden(state, seat)
        leads: list[float] = []
        for action in legal:
            place = PLACES[action]
            leads.append((self.bias[place] + sum(map(mul, hidden, self.answers[place]))) * self.scales[place])
        top = max(leads)
        weights = [exp(lead - top) for lead in leads]
        total = sum(weights)
        return [weight / total for weight in weights]

    def _hidden(self, state: RomaState, seat: int) -> array[int]:
        first, second, third = self.layers
        places = second.above_nothing(second.gathered(first.above_nothing(self._sum(first, state, seat))))
        if max(places) > MOST:
            places = array("I", [min(value, MOST) for value in places])
        return third.above_nothing(third.gathered(places))

    def _sum(self, layer: Layer, state: RomaState, seat: int) -> int:
        """The rows of all facts added up; what the table makes of it is remembered, for it changes seldom."""
        rows = layer.rows
        row, opposing = table_cards(state, seat)
        key = (*row, *opposing)
        table = self.tables.get(key)
        if table is None:
            if len(self.tables) >= REMEMBERED:
                self.tables.clear()
            table = sum([rows[fact] for fact in row_facts(row, opposing)], layer.shift)
            self.tables[key] = table
        return sum([rows[fact] for fact in further_facts(state, seat, row, opposing)], table)


@cache
def instinct() -> Instinct:
    """The network with the numbers that come with the game."""
    text = (resources.files("ludi.games.roma") / "data" / "instinct.json").read_text(encoding="utf-8")
    return decode(json.loads(text))


def decode(data: dict[str, Any]) -> Instinct:
    """The network from its file, which must know as many facts and actions as the game has."""
    if data["facts"] != SIZE or data["actions"] != len(PLACES):
        raise LudiError("instinct.json is for other facts or actions than the game has: learn the instinct anew.")
    *hidden, last = data["layers"]
    layers = [
        Layer(b64decode(known["weights"]), known["bias"], lane, dropped)
        for known, lane, dropped in zip(hidden, LANES, DROPPED, strict=True)
    ]
    weights = array("b", b64decode(last["weights"]))
    actions = len(last["bias"])
    return Instinct(layers, [weights[place::actions].tolist() for place in range(actions)], last["bias"], data["scales"])
