"""Chapter 11.2.1: Naval Disasters, for every Fleet at sea, on a voyage or in a Withdrawal."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT


@dataclass(frozen=True, slots=True)
class Weather:
    """What the weather does to a Fleet in a place at sea."""

    stops: bool
    lost: int = 0
    """How many Galley Squadrons go down in a Storm, and how many BP of an Army on board with them."""

    def swamps(self, galleys: int) -> bool:
        """Whether a Storm is too much for a Naval Transport with so many Galley Squadrons: then all is lost."""
        return self.lost > galleys


def weather(s: Position, node: int) -> Weather:
    """The die for a place at sea: near the coast a 6 makes a Fleet Stop, on the deep sea a 3; there a 5 is a Storm."""
    die = s.roll("storm")
    if s.box.atlas.kind[node] != DEEP_POINT:
        return Weather(die == 6)
    return Weather(die >= 3, s.roll("storm-losses") if die >= 5 else 0)
