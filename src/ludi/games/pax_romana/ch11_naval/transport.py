"""Chapters 11.3.1, 11.3.2 and 11.3.6: an Army embarks with its escort, and sails."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.finishing import Finish
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch09_movement.on_the_way import OnTheWay
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, ESCORTING, STOPPED, Transport
from ludi.games.pax_romana.ch11_naval.embarking import aboard_of, embark, escorts_left, join
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.ch11_naval.landing import assail, come_ashore, landing_cost, may_land
from ludi.games.pax_romana.ch11_naval.meeting import prey
from ludi.games.pax_romana.ch11_naval.naval_ambush import watch
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch11_naval.sailing import transport_ban
from ludi.games.pax_romana.ch11_naval.voyage import AtSea, Stopped, UnderWay
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEY,
    NOBODY,
    ONE,
    PERGAMENE_GALLEY,
    RHODIAN,
    SOF,
    common,
    count,
    squadrons,
)
from ludi.games.pax_romana.world.words import ESCORT, HALT, MAX_NUMBER, TAKE

LENT = (RHODIAN, PERGAMENE_GALLEY)
"""Galley Squadrons of allied Independents, named one by one (12.5)."""


class Escorting(OnTheWay[Transport], of=Transport, at=ESCORTING):
    """How many Galley Squadrons go along (11.3.2)."""

    asks = "ask.move-escort"
    rule = "PR-11.3.2b"

    def lent(self, s: Position, p: Transport, power: int) -> Iterable[int]:
        return [kind for kind in LENT if count(escorts_left(s, p), kind)]

    def numbers(self, s: Position, p: Transport, power: int) -> Iterable[int]:
        most = 1 if p.side == SOF else MAX_NUMBER
        return range(min(most, count(escorts_left(s, p), GALLEY)) + 1)

    def not_lent(self, s: Position, p: Transport, power: int, kind: int) -> Reason:
        if kind not in LENT:
            return Phrase("why.escort-by-number", {}, "PR-11.3.2b")
        return no_escort(s, p, kind, 1)

    def too_many(self, s: Position, p: Transport, power: int, number: int) -> Reason:
        if number and p.side == SOF and number > 1 - squadrons(p.ships):
            return Phrase("why.one-squadron-lent", {}, "PR-12.4.4d")
        return no_escort(s, p, GALLEY, number)

    def not_asked(self, s: Position, p: Transport, power: int, verb: int, argument: int) -> Phrase | None:
        if verb == HALT:
            return Phrase("why.escort-first", {}, "PR-11.3.2b")
        return super().not_asked(s, p, power, verb, argument)

    @choice(TAKE, "PR-11.3.2b", exactly=lent, otherwise=not_lent)
    def take(self, s: Position, p: Transport, power: int, kind: int) -> None:
        join(s, p, ONE[kind])

    @choice(ESCORT, "PR-11.3.2b", exactly=numbers, otherwise=too_many)
    def escort(self, s: Position, p: Transport, power: int, number: int) -> None:
        embark(s, p, number)


def no_escort(s: Position, transport: Transport, kind: int, number: int) -> Phrase:
    """Why so many Galley Squadrons of a kind do not go along."""
    owner = flag(s, transport.side)
    if s.mutinies(owner, transport.node):
        return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb")
    there = s.at(owner, transport.node)
    left = there - common(there, aboard_of(owner, transport))
    if number <= count(left, kind):
        return Phrase("why.sailed-alone", {}, "PR-9.1.4b")
    return Phrase("why.fewer-squadrons", {"number": count(escorts_left(s, transport), kind)}, "PR-11.3.2b")


class TransportUnderWay(UnderWay[Transport]):
    """What holds for an Army, or a leader alone, at sea."""

    def leg_ban(self, s: Position, p: Transport, near: int) -> str:
        return transport_ban(s, p, near)

    def landing_ban(self, s: Position, p: Transport) -> str:
        return may_land(s, p)

    def must_go_on(self, s: Position, p: Transport, power: int) -> bool:
        """In a Port it ends only if nothing else is open: an Army must debark (11.3.2)."""
        if p.node >= s.box.atlas.spaces:
            return False
        return not may_land(s, p) or prey(s, p) != NOBODY or self.may_leave(s, p, power)

    def end(self, s: Position, p: Transport) -> None:
        """On the deep sea all is lost; an Army in a Port must debark (11.1.5, 11.2.1)."""
        kind = s.box.atlas.kind[p.node]
        if kind == DEEP_POINT:
            sink(s, p, "PR-11.2.1f")
        elif kind == NAVAL_POINT:
            p.stage = FINISH
        elif not quick_foe(s, p.side, p.node, p.power):
            p.mp = 0
            come_ashore(s, p)
        elif p.army & COMBAT and p.mp >= landing_cost(s, p):
            p.mp -= 1
            assail(s, p)
        else:
            sink(s, p, "PR-11.1.5b")


class TransportAtSea(AtSea[Transport], TransportUnderWay, of=Transport, at=AT_SEA):
    """An Army on its way over the sea."""

    def cast_off(self, s: Position, p: Transport) -> None:
        """To sail costs an Army 1 MP, however far (9.2.1 d)."""
        if not p.course.sailed and p.army:
            p.mp -= 1

    def sighted(self, s: Position, p: Transport) -> None:
        watch(s, p)

    def joiners(self, s: Position, p: Transport) -> int:
        return escorts_left(s, p)

    def not_free(self, s: Position, p: Transport, kind: int) -> Phrase:
        return no_escort(s, p, kind, 1)

    def join(self, s: Position, p: Transport, ships: int) -> None:
        join(s, p, ships)


class TransportStopped(Stopped[Transport], TransportUnderWay, of=Transport, at=STOPPED):
    """An Army whose Fleet has Stopped."""

    def could_pass(self, s: Position, p: Transport) -> bool:
        """It passes no Port where it must attack unless it could still do so elsewhere (11.3.6)."""
        return p.node >= s.box.atlas.spaces or p.mp >= 3 or landing_cost(s, p) < 2


class FinishTransport(Finish, of=Transport, at=FINISH):
    """The Move ends at sea, or with nobody left."""
