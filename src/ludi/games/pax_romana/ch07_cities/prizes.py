"""Chapters 7.3.5 and 7.4.2: Cities and Towns that fall without a Battle."""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, NOBODY


def free_prize(s: Position, side: int, node: int, power: int = NOBODY) -> bool:
    """A City at 3 or Town at 1 Wall Point for which no Land Combat Units fight: it falls without a Battle (7.3.5)."""
    site = s.sites.get(node)
    if site is None or not site.stripped:
        return False
    return not any(s.at(foe, node) & COMBAT for foe in foes(s, side, node, power))


def open_prize(s: Position, side: int, node: int, power: int = NOBODY) -> bool:
    """One without a Garrison too is unoccupied: taken on entry, which is no attack (7.4.2, 12.1.1)."""
    if not free_prize(s, side, node, power):
        return False
    return not any(s.at(foe, node) & GARRISONS for foe in foes(s, side, node, power))
