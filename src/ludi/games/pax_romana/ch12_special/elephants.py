"""Chapter 12.8: Elephants that join an Army by the scenario's word."""

from __future__ import annotations

from ludi.games.pax_romana.ch12_special.placing import Place, Placing, arrive
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, ELEPHANT, ONE

JOINING = "elephants"


def elephants_join(s: Position, power: int) -> list[int]:
    """Where the Indian elephants may join: in the Capital, or any Army if it is lost or has no Units (12.8.2)."""
    armies = [n for n in range(s.box.atlas.spaces) if s.at(power, n) & COMBAT]
    capital = [n for n in armies if n in s.box.capitals[power] and s.holder(n) == power]
    return capital or armies


def give_elephants(s: Position, power: int, node: int) -> None:
    number = s.box.special["indian-elephants"]["elephants"]
    s.add(power, node, number * ONE[ELEPHANT])
    if s.listener is not None:
        s.tell("elephants-join", "PR-3.0", power=s.box.powers[power], number=number, space=s.box.place(node))


def elephants_come(s: Position, power: int) -> None:
    """The Indian elephants arrive, if there is an Army that they can join."""
    arrive(s, power, JOINING, elephants_join(s, power))


class Joining(Place, of=Placing, at=JOINING):
    """The Indian elephants come."""

    asks = "ask.place-elephants"
    rule = "PR-3.0"
    nowhere = "why.elephants-with-an-army"

    def put(self, s: Position, p: Placing, power: int, node: int) -> None:
        give_elephants(s, power, node)
