"""Chapter 16.2, Conqueror."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has, plus


def conqueror(s: Position, power: int) -> None:
    """The Elite leaders that a Power has on the map are Conquerors in this Game-Turn."""
    for number, where in enumerate(s.leader_at):
        leader = s.box.leaders[number]
        if where >= 0 and leader.side == power and leader.elite:
            s.conqueror = plus(s.conqueror, number)


def conqueror_of(s: Position, power: int) -> int:
    """The Elite leader of a Power who is a Conqueror in this turn; NOBODY if there is none on the map (16.2)."""
    for number, where in enumerate(s.leader_at):
        if has(s.conqueror, number) and where >= 0 and s.box.leaders[number].side == power:
            return number
    return NOBODY
