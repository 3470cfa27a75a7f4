"""Chapter 11: who is at sea, as data: Galley Squadrons alone, a Naval Transport, its landing against enemies.

What happens there is written in the stages: :mod:`voyage`, :mod:`fleet_voyage` and :mod:`transport`, :mod:`perils`,
:mod:`meeting`, :mod:`landing` and :mod:`amphibious_attack`; the last leg of a Retreat by sea is in :mod:`landfall`,
a Withdrawal by sea in :mod:`ludi.games.pax_romana.ch09_movement.withdrawal_crossing`.
"""

from __future__ import annotations

from typing import ClassVar, Self

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.convoy import Convoy, Expedition
from ludi.games.pax_romana.ch09_movement.movement import (
    OWN,
    Entering,
    March,
    OwnMove,
    own_crumb,
)
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from
from ludi.games.pax_romana.ch11_naval.course import Course, Roadstead
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import MIXED_IN
from ludi.games.pax_romana.world.pieces import GALLEYS, common

ESCORTING, ENTER, BOARDED, STORM = "escorting", "enter", "boarded", "storm"
MEET, IN_HARBOUR, TOLL = "meet", "in-harbour", "toll"
AT_SEA, STOPPED, LANDING, ASSAULT, WATCHED = "at-sea", "stopped", "landing", "assault", "watched"
WRECKED, AMBUSHED = "wrecked", "ambushed"


class Afloat(Convoy):
    """Galley Squadrons at sea and whom they carry: a Fleet that may meet others (11.4.1)."""

    __slots__ = MIXED_IN

    @property
    def met(self) -> tuple[int, ...]:
        """The sides whose Fleets in this place have been met."""
        raise NotImplementedError

    @met.setter
    def met(self, met: tuple[int, ...]) -> None:
        raise NotImplementedError

    def muster(self, s: Position) -> None:
        """What is left of the Fleet after others had a hand in it."""
        raise NotImplementedError

    def survive(self, s: Position, armies: tuple[int, ...], escorts: tuple[int, ...]) -> None:
        """A meeting with another Fleet has left so much of each side's part."""
        raise NotImplementedError

    def founder(self) -> None:
        """All that moves here is lost."""
        raise NotImplementedError


class Voyage(Afloat):
    """A Major or Minor Move at sea (11.1)."""

    __slots__ = MIXED_IN

    ships: int
    course: Course
    here: Roadstead

    @property
    def met(self) -> tuple[int, ...]:
        return self.here.met

    @met.setter
    def met(self, met: tuple[int, ...]) -> None:
        self.here = self.here._replace(met=met)

    def begin(self, course: Course) -> None:
        """It is about to leave the place where it is: the Fleets there are met."""
        self.course = course.begun(self.node)
        self.here = Roadstead(may_strike=True)

    def stop(self) -> None:
        self.course = self.course.stop()

    def go_on(self) -> None:
        """It sails on, or tries to, once it has Stopped (11.1.3)."""
        self.stage = STOPPED if self.course.stopped else AT_SEA

    def come_from(self, start: int, stopped: bool) -> None:
        """It has come from a place without enemies, and perhaps has Stopped."""
        self.course = self.course._replace(sailed=True, sailed_from=start, last_port=start, stopped=stopped)
        self.go_on()


class FleetVoyage(Voyage):
    """Galley Squadrons alone, perhaps with leaders: no MP (11.1.1)."""

    __slots__ = ("course", "here", "minor", "ships", "start")

    name = "move"
    saved_as = "fleet-voyage"
    rule = "PR-9.1.1a"
    values: ClassVar = {"course": Course, "here": Roadstead}

    minor: bool
    start: int

    @classmethod
    def of(cls, march: March) -> Self:
        """A Move for which Galley Squadrons were chosen."""
        new = cls.taken_over(march)
        new.begin(march.course)
        new.stage = MEET
        return new

    def available(self, s: Position) -> int:
        """The Galley Squadrons in the place that may still join."""
        units = s.fresh(self.side, self.node) & GALLEYS
        return units - common(units, self.ships)

    def muster(self, s: Position) -> None:
        self.sync(s)
        self.ships = common(self.ships, s.at(self.side, self.node))

    def survive(self, s: Position, armies: tuple[int, ...], escorts: tuple[int, ...]) -> None:
        (self.ships,) = escorts
        self.muster(s)

    def founder(self) -> None:
        self.ships = self.leaders = 0

    def crumb(self, s: Position) -> Phrase:
        return own_crumb(s, self)


class Transport(OwnMove, Voyage):
    """A Naval Transport: an Army, or a leader alone, and its escort (11.3)."""

    __slots__ = (*OWN, "here")

    name = "move"
    saved_as = "transport"
    values: ClassVar = {"course": Course, "here": Roadstead}

    galley_kinds: ClassVar[int] = GALLEYS
    """The Galley Squadrons that may be its escort, by kind."""

    @classmethod
    def of(cls, march: March) -> Self:
        """A March that goes to sea."""
        new = cls.taken_over(march)
        new.begin(march.course)
        new.stage = ESCORTING
        return new

    def ashore(self) -> March:
        """The same Move once its Army has debarked where nobody is to be fought."""
        return March.debarked(self, by_sea_from(self.course.sailed_from))

    def assault(self) -> AmphibiousAttack:
        """The same Move as its Army debarks among enemies."""
        return AmphibiousAttack.of(self)

    def landed(self, s: Position) -> March:
        """The Army debarks where nobody is to be fought, and goes on by land."""
        release_escort(s, self)
        march = self.ashore()
        s.become(march)
        return march


class AmphibiousAttack(Entering, OwnMove):
    """An Army lands where it must fight; its Fleet lies before the Port (11.3.3)."""

    __slots__ = (*OWN, "here")

    name = "move"
    saved_as = "amphibious-attack"
    values: ClassVar = {"course": Course, "here": Roadstead}
    amphibious = True

    here: Roadstead

    @classmethod
    def of(cls, transport: Transport) -> Self:
        new = cls.taken_over(transport)
        new.enter()
        new.lost = False
        return new

    @property
    def entered(self) -> int:
        return self.node

    @property
    def came(self) -> int:
        return by_sea_from(self.course.sailed_from)

    def on_board(self) -> Transport:
        """The Army is back on its ships."""
        return Transport.taken_over(self)

    def ashore(self) -> March:
        """The same Move once the Army has gained a footing, or is driven away or lost."""
        return March.gained_shore(self)

    def landed(self, s: Position) -> March:
        """The Fleet is no longer with the Army."""
        release_escort(s, self)
        march = self.ashore()
        s.become(march)
        return march


def release_escort(s: Position, convoy: Expedition) -> None:
    """The voyage is over, the escort stays; in a Port one lent to a Soldier of Fortune goes back (12.4.4)."""
    owner = flag(s, convoy.side)
    if owner != convoy.side and convoy.ships and convoy.node < s.box.atlas.spaces:
        s.remove(convoy.side, convoy.node, convoy.ships)
        s.add(owner, convoy.node, convoy.ships)
        s.mark_escort(owner, convoy.node, convoy.ships)
    else:
        s.mark_escort(convoy.side, convoy.node, convoy.ships)
    convoy.leave_ships()
