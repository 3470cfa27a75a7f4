"""Chapter 13.1: Tribes."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY


def place_tribes(s: Position) -> None:
    """Draw a counter, face down, for every Tribal Space of the scenario (13.1.1)."""
    counters = list(s.box.tribal_counters)
    s.dice.shuffle(counters)
    for node in s.box.tribal_spaces:
        if s.occupier(node) == NOBODY and counters:
            s.set_tribe(node, counters.pop())
    s.tribe_pool = counters


def return_tribe(s: Position, node: int) -> bool:
    """A Tribe comes back: a random unused counter in an unoccupied Tribal Space (13.1.8)."""
    if s.occupier(node) != NOBODY or not s.tribe_pool:
        return False
    s.irrevocable += 1
    index = s.roll("tribe", len(s.tribe_pool)) - 1
    s.set_tribe(node, s.tribe_pool.pop(index))
    return True
