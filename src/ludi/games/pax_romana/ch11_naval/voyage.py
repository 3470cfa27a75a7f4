"""Chapter 11.1: a voyage: the leg, the Stop and Continuity. What only one kind of voyage knows is in
:mod:`fleet_voyage` and :mod:`transport`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ludi.core import Fact, Manner, Phrase
from ludi.games.pax_romana.ch05_control.ports import friendly_port
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch09_movement.on_the_way import ONE_UNIT, OnTheWay, fights_at, no_such_unit
from ludi.games.pax_romana.ch11_naval.afloat import ENTER, LANDING, MEET, Voyage
from ludi.games.pax_romana.ch11_naval.course import Roadstead
from ludi.games.pax_romana.ch11_naval.fleets import takes_toll
from ludi.games.pax_romana.ch11_naval.meeting import prey, strike
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity, must_stop
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import GALLEYS, KINDS, NOBODY, ONE, SOF, count, kinds
from ludi.games.pax_romana.world.words import DEBARK, FIGHT, GO, HALT, SAIL, TAKE

V = TypeVar("V", bound=Voyage)


class UnderWay(OnTheWay[V]):
    """A Fleet in a Port or at sea that may go on: what is open whether it has Stopped or not."""

    # What each kind of voyage says for itself

    def leg_ban(self, s: Position, p: V, near: int) -> str:
        """The rule that forbids sailing to a neighbouring place, '' if none does."""
        raise NotImplementedError

    def landing_ban(self, s: Position, p: V) -> str:
        """The rule that forbids debarking here, '' if none does."""
        raise NotImplementedError

    def must_go_on(self, s: Position, p: V, power: int) -> bool:
        """Whether it may not end here."""
        return False

    def end(self, s: Position, p: V) -> None:
        """It is Finished (11.1.5)."""
        raise NotImplementedError

    def may_leave(self, s: Position, p: V, power: int) -> bool:
        """Whether it may sail on, or somebody may join it here."""
        raise NotImplementedError

    def run(self, s: Position, p: V) -> bool:
        if p.empty:
            p.stage = FINISH
            return False
        options = self.legal(s, p, p.power)
        if options in ([], [HALT]):
            self.end(s, p)
            return False
        s.offer(p.power, options)
        return True

    def no_landing(self, s: Position, p: V, power: int, argument: int) -> str:
        return self.landing_ban(s, p)

    def against_foes(self, s: Position, p: V, power: int, argument: int) -> Manner:
        return fights_at(s, p, p.node)

    @choice(DEBARK, "PR-11.3.2a", unless=no_landing, meant=against_foes)
    def debark(self, s: Position, p: V, power: int, argument: int) -> None:
        p.stage = LANDING

    def no_prey(self, s: Position, p: V, power: int, argument: int) -> Reason:
        if not p.ships:
            return Phrase("why.no-squadrons-along", {}, "PR-11.3.1b")
        return "" if prey(s, p) != NOBODY else Phrase("why.no-prey", {}, "PR-11.4.5b")

    @choice(FIGHT, "PR-11.4.1a", unless=no_prey)
    def fight(self, s: Position, p: V, power: int, argument: int) -> None:
        strike(s, p)

    def no_end(self, s: Position, p: V, power: int, argument: int) -> Reason:
        if s.box.atlas.kind[p.node] == DEEP_POINT:
            return Phrase("why.deep-sea", {}, "PR-11.2.1f")
        return Phrase("why.on-board", {}, "PR-11.3.2d") if self.must_go_on(s, p, power) else ""

    @choice(HALT, "PR-11.1.2e", unless=no_end)
    def halt(self, s: Position, p: V, power: int, argument: int) -> None:
        self.end(s, p)


class AtSea(UnderWay[V]):
    """Where to (11.1.1)."""

    asks = "ask.move-sea"
    rule = "PR-11.1.1a"

    def cast_off(self, s: Position, p: V) -> None:
        """It leaves the place where it is."""

    def sighted(self, s: Position, p: V) -> None:
        """It has come into another place, before anything befalls it there."""

    def joiners(self, s: Position, p: V) -> int:
        """The Galley Squadrons here that may join."""
        raise NotImplementedError

    def join(self, s: Position, p: V, ships: int) -> None:
        raise NotImplementedError

    def facts(self, s: Position, p: V) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "mp": p.mp}

    debark = UnderWay.debark

    def neighbours(self, s: Position, p: V, power: int) -> Iterable[int]:
        return s.box.atlas.sea[p.node]

    def no_leg(self, s: Position, p: V, power: int, near: int) -> Reason:
        if near not in s.box.atlas.sea[p.node]:
            return Phrase("why.no-sea-way", {}, "PR-11.1.1a")
        return self.leg_ban(s, p, near)

    @choice(SAIL, "PR-11.1.1a", among=neighbours, unless=no_leg)
    def sail(self, s: Position, p: V, power: int, near: int) -> None:
        self.cast_off(s, p)
        if p.node < s.box.atlas.spaces:
            if not quick_foe(s, p.side, p.node, p.power):
                p.course = p.course._replace(last_port=p.node)
            if takes_toll(s, p.node, p.power):
                s.unpaid[p.power] = 0
        p.course = p.course.onward(p.node, near)
        p.here = what_awaits(s, p, near)
        p.carry(s, near)
        p.stage = ENTER
        if s.listener is not None:
            s.tell("sail", "PR-11.1.1a", side=s.box.side_word(p.side), space=s.box.place(near))
        self.sighted(s, p)

    def squadrons(self, s: Position, p: V, power: int) -> Iterable[int]:
        """Galley Squadrons in a Controlled Port that may join a passing Fleet, without Stop or MP (11.1.7)."""
        return () if self.nobody_joins(s, p) else kinds(self.joiners(s, p))

    def nobody_joins(self, s: Position, p: V) -> Reason:
        """Why no Galley Squadron joins here, whatever it is."""
        if p.side == SOF or p.node >= s.box.atlas.spaces or not in_own_port(s, p):
            return Phrase("why.join-at-home", {}, "PR-11.1.7")
        if p.minor and (p.army or p.ships):
            return ONE_UNIT
        return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb") if s.mutinies(s.owner_of(p.side), p.node) else ""

    def no_squadron(self, s: Position, p: V, power: int, kind: int) -> Reason:
        if kind >= KINDS or not ONE[kind] & GALLEYS:
            return Phrase("why.only-squadrons-join", {}, "PR-11.1.7")
        reason = self.nobody_joins(s, p)
        return reason or ("" if count(self.joiners(s, p), kind) else self.not_free(s, p, kind))

    def not_free(self, s: Position, p: V, kind: int) -> Phrase:
        """Why no Galley Squadron of a kind may join."""
        return no_such_unit(s, p, kind)

    def may_leave(self, s: Position, p: V, power: int) -> bool:
        legs = s.box.atlas.sea[p.node]
        return any(not self.leg_ban(s, p, near) for near in legs) or bool(self.squadrons(s, p, power))

    @choice(TAKE, "PR-11.1.7", exactly=squadrons, unless=no_squadron)
    def take(self, s: Position, p: V, power: int, kind: int) -> None:
        self.join(s, p, ONE[kind])

    fight = UnderWay.fight
    halt = UnderWay.halt


def in_own_port(s: Position, voyage: Voyage) -> bool:
    """Whether those who move Control the Port; a Greek Army in another's hand holds it for its owner (11.1.7, 17.2)."""
    side, node = voyage.side, voyage.node
    owner = s.owner_of(side)
    if friendly_port(s, owner, node):
        return True
    return side != owner and s.holder(node) == side and not quick_foe(s, side, node, voyage.power)


def what_awaits(s: Position, voyage: Voyage, near: int) -> Roadstead:
    """Whether a place makes a Fleet Stop, and who may wave it on there (11.1.2, 11.1.6)."""
    if not must_stop(s, voyage.side, near, bool(voyage.army)):
        return Roadstead()
    host = s.holder(near)
    return Roadstead(foreign=True, host=host if 0 <= host < 4 and host != voyage.power else NOBODY)


class Stopped(UnderWay[V]):
    """The Fleet has Stopped: it goes on if its Continuity roll lets it (11.1.3)."""

    asks = "ask.move-stopped"
    rule = "PR-11.1.3"

    def could_pass(self, s: Position, p: V) -> bool:
        """Whether it may pass the place where it is."""
        return True

    debark = UnderWay.debark

    def no_way_on(self, s: Position, p: V, power: int, argument: int) -> Reason:
        """Why there is nothing to roll for; on the deep sea it must try."""
        atlas = s.box.atlas
        if atlas.kind[p.node] == DEEP_POINT:
            return ""
        if all(self.leg_ban(s, p, near) for near in atlas.sea[p.node]):
            return Phrase("why.nowhere-to-sail", {}, "PR-11.1.1a")
        return "" if self.could_pass(s, p) else "PR-11.3.6c"

    def may_leave(self, s: Position, p: V, power: int) -> bool:
        return not self.no_way_on(s, p, power, 0)

    @choice(GO, "PR-11.1.3", unless=no_way_on)
    def go_on(self, s: Position, p: V, power: int, argument: int) -> None:
        p.course = p.course._replace(stopped=False)
        if continuity(s, p.node, p.course.modifier - (1 if p.leaders else 0), "PR-11.1.3") <= CONTINUES:
            p.course = p.course._replace(legs=())
            p.here = Roadstead(may_strike=True)
            p.stage = MEET
        else:
            self.end(s, p)

    fight = UnderWay.fight
    halt = UnderWay.halt
