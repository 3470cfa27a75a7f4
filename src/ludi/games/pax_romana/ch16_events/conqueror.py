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


def conquerors_of(s: Position, power: int) -> list[int]:
    """The Elite leaders of a Power on the map who are Conquerors now (16.2)."""
    leaders = s.box.leaders
    return [
        number
        for number, where in enumerate(s.leader_at)
        if has(s.conqueror, number) and where >= 0 and leaders[number].side == power
    ]


def conqueror_of(s: Position, power: int, place: int = NOBODY) -> int:
    """A Conqueror of a Power, in a place if one is told; NOBODY if there is none."""
    return next((n for n in conquerors_of(s, power) if place in (NOBODY, s.leader_at[n])), NOBODY)
