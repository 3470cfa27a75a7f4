"""Chapters 11.3.1 and 11.3.2: an Army embarks, with its escort."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.movement import OwnMove
from ludi.games.pax_romana.ch09_movement.on_the_way import OnTheWay
from ludi.games.pax_romana.ch09_movement.ways import ready_galleys
from ludi.games.pax_romana.ch11_naval.afloat import ESCORTING, MEET, Voyage
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import GALLEY, GALLEYS, ONE, RHODIAN, SOF, common, count
from ludi.games.pax_romana.world.words import ESCORT, MAX_NUMBER, TAKE


def escorts_left(s: Position, voyage: Voyage) -> int:
    """The Galley Squadrons here that may still join a transport; a Soldier of Fortune is lent one (12.4.4, 16.2)."""
    owner = flag(s, voyage.side)
    if s.mutinies(owner, voyage.node) or (voyage.side == SOF and voyage.ships):
        return 0
    ready = s.escorts(owner, voyage.node)
    return ready - common(ready, voyage.ships)


def begin_at_sea(s: Position, move: OwnMove) -> None:
    """A Move that begins on a Naval Transit Point: the escort that lies there may come along (11.2.2)."""
    voyage = Voyage.of(move)
    s.become(voyage)
    if voyage.side == SOF:
        voyage.ships = s.at(SOF, voyage.node) & GALLEYS
    if escorts_left(s, voyage):
        voyage.stage = ESCORTING
    else:
        embark(s, voyage, 0)


def join(s: Position, voyage: Voyage, ship: int) -> None:
    """Galley Squadrons come along; one lent to a Soldier of Fortune is his meanwhile (12.4.4)."""
    owner = flag(s, voyage.side)
    if not voyage.fleet:
        s.set_out(owner, voyage.node, ship)
    if owner != voyage.side:
        s.remove(owner, voyage.node, ship)
        s.add(voyage.side, voyage.node, ship)
    voyage.ships += ship


def embark(s: Position, voyage: Voyage, number: int) -> None:
    """Go to sea with so many own Squadrons beside those of Rhodes that have joined; free for who is there (11.2.2)."""
    if voyage.army and s.box.atlas.kind[voyage.node] != NAVAL_POINT:
        voyage.mp -= 1
    if number:
        join(s, voyage, number * ONE[GALLEY])
    if voyage.army:
        voyage.legs = []
    voyage.stage = MEET


class Escorting(OnTheWay[Voyage], of=Voyage, at=ESCORTING):
    """How many Galley Squadrons go along (11.3.2)."""

    __slots__ = ()
    asks = "ask.move-escort"
    rule = "PR-11.3.2b"

    def rhodians(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        return (RHODIAN,) if count(escorts_left(s, p), RHODIAN) else ()

    def numbers(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        most = 1 if p.side == SOF else MAX_NUMBER
        return range(min(most, count(escorts_left(s, p), GALLEY)) + 1)

    def say_no_escort(self, s: Position, p: Voyage, power: int, number: int, rule: str) -> Phrase | None:
        here = ready_galleys(s, p.side, p.node)
        if p.side != SOF and number <= count(here, GALLEY):
            return Phrase("why.sailed-alone", {}, "PR-9.1.4b")
        return None

    def no_halt(self, s: Position, p: Voyage) -> Phrase:
        return Phrase("why.escort-first", {}, "PR-11.3.2b")

    @choice(TAKE, "PR-11.3.2b", among=rhodians)
    def take(self, s: Position, p: Voyage, power: int, kind: int) -> None:
        join(s, p, ONE[kind])

    @choice(ESCORT, "PR-11.3.2b", among=numbers, saying=say_no_escort)
    def escort(self, s: Position, p: Voyage, power: int, number: int) -> None:
        embark(s, p, number)
