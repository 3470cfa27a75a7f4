"""Chapter 17.2, NAVAL AMBUSH: an Army without escort is caught at sea by a Fleet that lies near."""

from __future__ import annotations

from ludi.games.pax_romana.ch11_naval.afloat import ENTER, WATCHED, Transport
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch17_cards.window import Answer, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.cards import NAVAL_AMBUSH
from ludi.games.pax_romana.world.pieces import GALLEYS, LAND

NEAR = 3
"""Naval Connections."""


def waters(s: Position, node: int) -> set[int]:
    """The places within three Naval Connections of one, none over the deep sea; Fleets on the way do not matter."""
    atlas = s.box.atlas
    found = edge = {node}
    for _ in range(NEAR):
        ahead = {near for here in edge for near in atlas.sea[here] if s.box.open[near]}
        edge = {near for near in ahead if atlas.kind[near] != DEEP_POINT} - found
        found = found | edge
    return found


def lurkers(s: Position, transport: Transport) -> list[int]:
    """The Powers of other players with Galley Squadrons near enough to a Transport that may be ambushed."""
    if not transport.army & LAND or transport.ships or s.box.atlas.kind[transport.node] == DEEP_POINT:
        return []
    near = waters(s, transport.node)
    return [
        power
        for power in others(s, transport.power)
        if any(s.at(power, node) & GALLEYS and not s.mutinies(power, node) for node in near)
    ]


def watch(s: Position, transport: Transport) -> None:
    """A Transport comes into a Port or to a Naval Transit Point: who lies near is asked for the card."""
    if s.box.advanced:
        powers = lurkers(s, transport)
        if powers and offer(s, (NAVAL_AMBUSH,), transport.power, powers, transport.node):
            transport.stage = WATCHED


class Watched(Stage[Transport], of=Transport, at=WATCHED):
    """It was let by, or all on board are lost."""

    def resumed(self, s: Position, p: Transport, result: Answer | None) -> None:
        if result is None:
            p.stage = ENTER
            return
        if s.listener is not None:
            facts = {"power": s.box.powers[result.power], "side": s.box.side_word(p.side)}
            s.report("naval-ambush", "PR-17.2-NAVAL-AMBUSH", {**facts, "space": s.box.place(p.node)})
        sink(s, p, "PR-17.2-NAVAL-AMBUSH")
