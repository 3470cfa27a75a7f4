"""Chapter 9.2.1: whom an Army must attack in a Space that it enters."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    GALLIC_REBELS,
    INDEPENDENT,
    MAX_POWERS,
    NOBODY,
    OCCUPY,
    PONTUS,
    SOF,
    SUCCESSORS,
    TRIBES,
    WEST_GAULS,
)
from ludi.games.pax_romana.world.sets import has


def hostile(s: Position, side: int, other: int, power: int = NOBODY) -> bool:
    """Whether pieces of ``other`` must be attacked by an Army of ``side`` that enters their Space (9.2.1)."""
    if other == NOBODY or s.friends(side, other):
        return False
    if SUCCESSORS in (side, other):
        one, two = s.owner_of(side), s.owner_of(other)
        return bool(s.successor_war) if one == two else hostile(s, one, two, power)
    if PONTUS in (side, other) and s.player_of(side) == s.player_of(other):
        return False
    if side < MAX_POWERS and other < MAX_POWERS:
        return not has(s.pass_rights[other], side)
    if WEST_GAULS <= side <= GALLIC_REBELS:
        return other != TRIBES and (power == NOBODY or not s.friends(power, other))
    return True


def foes(s: Position, side: int, node: int, power: int = NOBODY) -> list[int]:
    """The sides that an Army of ``side`` must attack in a Space."""
    found = [
        other for other in s.occupying(node) if hostile(s, side, other, power) and not lets_by(s, side, other, node)
    ]
    if node in s.tribes and TRIBES not in found and hostile(s, side, TRIBES, power):
        found.append(TRIBES)
    site = s.sites.get(node)
    if site is not None:
        owner = site.owner
        if owner not in found and hostile(s, side, owner, power) and not lets_by(s, side, owner, node):
            found.append(owner)
    return found


def lets_by(s: Position, side: int, other: int, node: int) -> bool:
    """Whether passage was agreed in a place: the other lets this side in, or is its guest there (4.3.1).

    Independents let their ally in (12.5).
    """
    if other == INDEPENDENT and s.patron(node) == side:
        return True
    if not s.ways or side >= MAX_POWERS or not 0 <= other < MAX_POWERS:
        return False
    return s.lets_in(other, side, node) or s.host_of(other, node) == side


def quick_foe(s: Position, side: int, node: int, power: int = NOBODY) -> bool:
    """Whether anybody in a Space must be attacked."""
    other = s.occupier(node)
    if other == NOBODY:
        return bool(s.at(SOF, node) & OCCUPY) and hostile(s, side, SOF, power)
    if other != side and not s.ways and (other != INDEPENDENT or s.patron(node) == NOBODY):
        return hostile(s, side, other, power)
    return bool(foes(s, side, node, power))
