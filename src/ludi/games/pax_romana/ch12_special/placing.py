"""What a player puts on the map outside his own Operations: each kind is a stage, written with its rule."""

from __future__ import annotations

from typing import ClassVar

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import PLACE


class Placing(Question):
    """A player puts something on the map."""

    __slots__ = ("chosen", "options", "whose")

    name = "placing"
    rule = "PR-12.6.1a"

    def __init__(self, power: int, what: str, options: list[int], whose: int = NOBODY) -> None:
        super().__init__(power)
        self.stage = what
        self.options = options
        self.whose = whose
        """The Power against which Slaves rise."""
        self.chosen = NOBODY
        """Where Slaves are to rise, while their victim may buy the player off (4.4)."""


class Place(Stage[Placing]):
    """What all that is placed has in common: a place is chosen, and it is there."""

    def run(self, s: Position, p: Placing) -> bool:
        if p.options:
            return True
        s.pop()
        return False

    nowhere: ClassVar[str]
    """Where it is put, for those who ask why it is not put elsewhere."""

    def places(self, s: Position, p: Placing, power: int) -> list[int]:
        return p.options

    def not_there(self, s: Position, p: Placing, power: int, node: int) -> Reason:
        return Phrase(self.nowhere, {}, self.rule)

    @choice(PLACE, exactly=places, otherwise=not_there)
    def place(self, s: Position, p: Placing, power: int, node: int) -> None:
        self.put(s, p, power, node)
        recount(s)
        s.pop()

    def put(self, s: Position, p: Placing, power: int, node: int) -> None:
        """It is there."""
        raise NotImplementedError


def arrive(s: Position, power: int, what: str, places: list[int]) -> None:
    """Something comes by the scenario's word; its owner is asked where, if there is a choice."""
    if places:
        arrival = Placing(power, what, places)
        s.push(arrival)
        if len(places) == 1:
            arrival.decide(s, power, PLACE + places[0])
