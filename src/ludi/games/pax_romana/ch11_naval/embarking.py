"""Chapters 11.2.2, 11.3.1 and 11.3.2: an Army goes to sea, and the Galley Squadrons that escort it."""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch11_naval.afloat import MEET, Transport
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import GALLEY, GALLEYS, ONE, SOF, common


def escorts_left(s: Position, transport: Transport) -> int:
    """The Galley Squadrons here that may still join a transport; a Soldier of Fortune is lent one (12.4.4, 16.2)."""
    owner = flag(s, transport.side)
    if s.mutinies(owner, transport.node) or (transport.side == SOF and transport.ships):
        return 0
    ready = s.escorts(owner, transport.node) & transport.galley_kinds
    return ready - common(ready, aboard_of(owner, transport))


def aboard_of(owner: int, transport: Transport) -> int:
    """The Galley Squadrons along still among their owner's; lent ones are the side's that moves (12.4.4, 17.2)."""
    return transport.ships if owner == transport.side else 0


def begin_at_sea(s: Position, march: March) -> None:
    """A Move that begins on a Naval Transit Point: the escort that lies there may come along (11.2.2)."""
    transport = Transport.of(march)
    s.become(transport)
    if transport.side == SOF:
        transport.ships = s.at(SOF, transport.node) & GALLEYS
    if not escorts_left(s, transport):
        embark(s, transport, 0)


def join(s: Position, transport: Transport, ships: int) -> None:
    """Galley Squadrons come along; one lent to a Soldier of Fortune is his meanwhile (12.4.4)."""
    owner = flag(s, transport.side)
    s.set_out(owner, transport.node, ships)
    if owner != transport.side:
        s.remove(owner, transport.node, ships)
        s.add(transport.side, transport.node, ships)
    transport.ships += ships


def embark(s: Position, transport: Transport, number: int) -> None:
    """Go to sea with so many own Squadrons beside lent ones that have joined; free for who is there (11.2.2)."""
    if transport.army and s.box.atlas.kind[transport.node] != NAVAL_POINT:
        transport.mp -= 1
    if number:
        join(s, transport, number * ONE[GALLEY])
    if transport.army:
        transport.course = transport.course._replace(legs=())
    transport.stage = MEET
