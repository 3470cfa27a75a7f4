"""Chapters 1.4 and 5.1.4: which Ports are friendly."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import MAX_POWERS, NOBODY


def friendly_port(s: Position, power: int, node: int) -> bool:
    """A Port that is friendly and Controlled: at home while no enemy is there, abroad only if occupied (1.4, 5.1.4)."""
    return s.box.atlas.is_port[node] and s.holder(node) == power


def friendly_harbour(s: Position, power: int, node: int) -> bool:
    """A Port where a Fleet is among friends: the Power's own, its Soldier of Fortune's or an ally's (1.4, 4.3.1)."""
    holder = s.holder(node)
    return s.box.atlas.is_port[node] and holder != NOBODY and s.allied(power, holder)


def harbour_for_armies(s: Position, power: int, node: int) -> bool:
    """A Port where an Army may land among friends: an ally's only if he has agreed to let it in (4.3.1)."""
    if friendly_port(s, power, node):
        return True
    holder = s.holder(node)
    return friendly_harbour(s, power, node) and (holder >= MAX_POWERS or s.lets_in(holder, power, node))
