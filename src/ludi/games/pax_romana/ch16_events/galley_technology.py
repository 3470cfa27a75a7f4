"""Chapter 16.2, Galley Technology."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.sets import plus


def galley_technology(s: Position, power: int) -> None:
    """The Galley Squadrons of a Power are stronger in this Game-Turn."""
    s.galley_technology = plus(s.galley_technology, power)
