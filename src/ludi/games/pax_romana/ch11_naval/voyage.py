"""Chapter 11.1: a voyage: the leg, the Stop and Continuity, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.ports import friendly_port
from ludi.games.pax_romana.ch09_movement.movement import ARRIVE, FINISH, leg
from ludi.games.pax_romana.ch09_movement.on_the_way import OnTheWay
from ludi.games.pax_romana.ch09_movement.ways import quick_foe
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, ENTER, LANDING, MEET, STOPPED, Voyage
from ludi.games.pax_romana.ch11_naval.fleets import takes_toll
from ludi.games.pax_romana.ch11_naval.landing import come_ashore, landing_cost, may_land
from ludi.games.pax_romana.ch11_naval.meeting import prey, strike
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity, may_sail, must_stop, sail_ban
from ludi.games.pax_romana.ch11_naval.transport import escorts_left, join
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.engine.stage import ALONE, choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import COMBAT, GALLEYS, NOBODY, ONE, SOF, kinds
from ludi.games.pax_romana.world.words import DEBARK, FIGHT, GO, HALT, SAIL, TAKE


class UnderWay(OnTheWay[Voyage]):
    """A Fleet in a Port or at sea that may go on: what is open whether it has Stopped or not."""

    __slots__ = ()

    def run(self, s: Position, p: Voyage) -> bool:
        if p.empty:
            p.stage = FINISH
            return False
        options = self.legal(s, p, p.power)
        if options in ([], [HALT]):
            end_voyage(s, p)
            return False
        s._legal[p.power] = options
        return True

    def legal(self, s: Position, p: Voyage, power: int) -> list[int]:
        found = super().legal(s, p, power)
        may_end = p.fleet or p.node >= s.box.atlas.spaces
        return found if may_end or len(found) < 2 else [action for action in found if action != HALT]

    def no_landing(self, s: Position, p: Voyage, power: int, argument: int) -> str:
        return may_land(s, p)

    @choice(DEBARK, "PR-11.3.2a", unless=no_landing)
    def debark(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        p.stage = LANDING

    def enemy(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        return ALONE if prey(s, p) != NOBODY else ()

    @choice(FIGHT, "PR-11.4.1a", among=enemy)
    def fight(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        strike(s, p)

    def not_on_the_deep(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        """Galley Squadrons alone may end anywhere else; an Army in a Port only if nothing else is open (11.3.2)."""
        return () if s.box.atlas.kind[p.node] == DEEP_POINT else ALONE

    @choice(HALT, "PR-11.1.2e", among=not_on_the_deep)
    def halt(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        end_voyage(s, p)

    def no_halt(self, s: Position, p: Voyage) -> Phrase:
        if s.box.atlas.kind[p.node] == DEEP_POINT:
            return Phrase("why.deep-sea", {}, "PR-11.2.1f")
        return Phrase("why.on-board", {}, "PR-11.3.2d")


class AtSea(UnderWay, of=Voyage, at=AT_SEA):
    """Where to (11.1.1)."""

    __slots__ = ()
    asks = "ask.move-sea"
    rule = "PR-11.1.1a"

    def facts(self, s: Position, p: Voyage) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "mp": p.mp}

    debark = UnderWay.debark

    def neighbours(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        return s.box.atlas.sea[p.node]

    def no_leg(self, s: Position, p: Voyage, power: int, near: int) -> str:
        return sail_ban(s, p, near)

    def say_no_leg(self, s: Position, p: Voyage, power: int, near: int, rule: str) -> Phrase | None:
        if near not in s.box.atlas.sea[p.node]:
            return Phrase("why.no-sea-way", {}, "PR-11.1.1a")
        return because(rule) if rule else None

    @choice(SAIL, "PR-11.1.1a", among=neighbours, unless=no_leg, saying=say_no_leg)
    def sail(self, s: Position, p: Voyage, power: int, near: int) -> None:
        if not p.sailed and p.army:
            p.mp -= 1
        p.sailed = True
        if p.node < s.box.atlas.spaces:
            if not quick_foe(s, p.side, p.node, p.power):
                p.last_port = p.node
            if takes_toll(s, p.node):
                s.unpaid[p.power] = 0
        p.entered = p.sailed_from = p.node
        p.legs.append(leg(p.node, near))
        p.stay(may_strike=False)
        if must_stop(s, p.side, near, bool(p.army)):
            host = s.holder(near)
            p.foreign = True
            p.host = host if 0 <= host < 4 and host != p.power else NOBODY
        p.carry(s, near)
        p.stage = ENTER
        if s.listener is not None:
            s.tell("sail", "PR-11.1.1a", side=s.box.side_word(p.side), space=s.box.place(near))

    def squadrons(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        """Galley Squadrons in a Controlled Port that may join a passing Fleet, without Stop or MP (11.1.7)."""
        if p.side == SOF or p.node >= s.box.atlas.spaces or not friendly_port(s, p.side, p.node):
            return ()
        if (p.minor and (p.army or p.ships)) or s.mutinies(p.side, p.node):
            return ()
        return kinds(p.available(s) & GALLEYS if p.fleet else escorts_left(s, p))

    @choice(TAKE, "PR-11.1.7", among=squadrons)
    def take(self, s: Position, p: Voyage, power: int, kind: int) -> None:
        join(s, p, ONE[kind])

    fight = UnderWay.fight
    halt = UnderWay.halt


class Stopped(UnderWay, of=Voyage, at=STOPPED):
    """The Fleet has Stopped: it goes on if its Continuity roll lets it (11.1.3)."""

    __slots__ = ()
    asks = "ask.move-stopped"
    rule = "PR-11.1.3"

    debark = UnderWay.debark

    def onward(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        """Whether there is anywhere to go on to; on the deep sea it must try."""
        atlas = s.box.atlas
        if atlas.kind[p.node] == DEEP_POINT:
            return ALONE
        if not any(may_sail(s, p, near) for near in atlas.sea[p.node]):
            return ()
        passing = p.fleet or p.node >= atlas.spaces or p.mp >= 3 or landing_cost(s, p) < 2
        return ALONE if passing else ()

    @choice(GO, "PR-11.1.3", among=onward)
    def go_on(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        p.stopped = False
        if continuity(s, p.node, p.modifier - (1 if p.leaders else 0), "PR-11.1.3") <= CONTINUES:
            p.legs = []
            p.stay(may_strike=True)
            p.stage = MEET
        else:
            end_voyage(s, p)

    fight = UnderWay.fight
    halt = UnderWay.halt


def end_voyage(s: Position, voyage: Voyage) -> None:
    """Finished: on the deep sea all is lost; an Army in a Port must debark (11.1.5, 11.2.1)."""
    kind = s.box.atlas.kind[voyage.node]
    if kind == DEEP_POINT:
        sink(s, voyage, "PR-11.2.1f")
    elif voyage.fleet or kind == NAVAL_POINT:
        voyage.stage = FINISH
    elif not quick_foe(s, voyage.side, voyage.node, voyage.power):
        voyage.mp = 0
        come_ashore(s, voyage)
    elif voyage.army & COMBAT and voyage.mp >= landing_cost(s, voyage):
        voyage.mp -= 1
        voyage.entered = voyage.last_space = voyage.node
        voyage.stage = ARRIVE
    else:
        sink(s, voyage, "PR-11.1.5b")
