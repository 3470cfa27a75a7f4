"""Chapter 17.2: what lies within four Land Connections of a Power's own Land Combat Units."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, PERGAMENES

FAR = 4
"""Land Connections."""


def within_reach(s: Position, power: int) -> set[int]:
    """Spaces so near to Land Combat Units of a Power itself; those of allies, Independents and Barbarians do not count.

    A Transit Point on the way makes two Connections of one (2.1.4).
    """
    atlas = s.box.atlas
    edge = {node for node, stack in s.places_of(power) if stack & COMBAT & ~PERGAMENES}
    found = set(edge)
    for _ in range(FAR):
        edge = {near for node in edge for near, _ in atlas.land[node] if s.box.open[near]} - found
        found |= edge
    return {node for node in found if node < atlas.spaces}
