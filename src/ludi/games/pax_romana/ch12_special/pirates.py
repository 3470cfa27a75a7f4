"""Chapter 12.6: Pirates."""

from __future__ import annotations

from ludi.games.pax_romana.ch12_special.placing import Place, Placing
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import GALLEYS, NOBODY, node_of

PIRATES = "pirates"


def pirate_places(s: Position) -> list[int]:
    """Where a Pirates marker may be put (12.6.1)."""
    atlas = s.box.atlas
    rhodes = atlas.index["rhodes"]
    near_rhodes = {rhodes, *atlas.sea[rhodes]}
    fleets = {node_of(key) for key, stack in s.force.items() if stack & GALLEYS}
    found = []
    for node in range(atlas.nodes):
        if node in fleets or node in s.pirates or not s.box.open[node]:
            continue
        if atlas.kind[node] == NAVAL_POINT:
            if any(s.box.open[near] for near in atlas.sea[node]):
                found.append(node)
        elif atlas.is_port[node]:
            free = s.holder(node) == NOBODY and node not in near_rhodes
            if free or atlas.ids[node] == "tarsus":
                found.append(node)
    return found


def pirates_come(s: Position, power: int) -> None:
    """A player puts a Pirates marker on the map."""
    s.push(Placing(power, PIRATES, pirate_places(s)))


class Marking(Place, of=Placing, at=PIRATES):
    """The player of the last marker says where Pirates are (16.2)."""

    asks = "ask.place-pirates"
    rule = "PR-12.6.1a"
    nowhere = "why.no-pirates-there"

    def put(self, s: Position, p: Placing, power: int, node: int) -> None:
        s.pirates.append(node)
        s.forget()
        if s.listener is not None:
            s.tell("pirates", self.rule, space=s.box.place(node))
