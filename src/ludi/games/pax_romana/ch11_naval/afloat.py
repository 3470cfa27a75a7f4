"""Chapter 11: who is at sea, as data: Galley Squadrons alone, a Naval Transport, its landing against enemies, the
crossing of a Withdrawal.

What happens there is written in the stages: :mod:`voyage`, :mod:`fleet_voyage` and :mod:`transport`, :mod:`perils`,
:mod:`meeting` and :mod:`landing`; the last leg of a Retreat by sea is in :mod:`landfall`.
"""

from __future__ import annotations

from typing import ClassVar, Self

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.convoy import Convoy, Expedition
from ludi.games.pax_romana.ch09_movement.movement import (
    OWN,
    Entering,
    March,
    Move,
    OwnMove,
    WithdrawalMarch,
    own_crumb,
    taken_over,
)
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from
from ludi.games.pax_romana.ch11_naval.course import Course, Roadstead
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import MIXED_IN
from ludi.games.pax_romana.world.pieces import GALLEYS, common

ESCORTING, ENTER, STORM, MEET, IN_HARBOUR, TOLL = "escorting", "enter", "storm", "meet", "in-harbour", "toll"
AT_SEA, STOPPED, LANDING, ASSAULT = "at-sea", "stopped", "landing", "assault"


class Afloat(Convoy):
    """Galley Squadrons at sea and whom they carry: a Fleet that may meet others (11.4.1)."""

    __slots__ = MIXED_IN

    met: tuple[int, ...]
    """The sides whose Fleets in this place have been met."""

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
        new = taken_over(march, cls)
        new.begin(march.course)
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


class Transport(OwnMove, Expedition, Voyage):
    """A Naval Transport: an Army, or a leader alone, and its escort (11.3)."""

    __slots__ = (*OWN, "here")

    name = "move"
    saved_as = "transport"
    values: ClassVar = {"course": Course, "here": Roadstead}

    @classmethod
    def of(cls, march: March) -> Self:
        """A March that goes to sea."""
        new = taken_over(march, cls)
        new.begin(march.course)
        return new

    def landed(self, s: Position) -> March:
        """The Army debarks where nobody is to be fought, and goes on by land."""
        return ashore(s, self, by_sea_from(self.course.sailed_from))


class AmphibiousAttack(OwnMove, Entering):
    """An Army lands where it must fight; its Fleet lies before the Port (11.3.3)."""

    __slots__ = (*OWN, "here")

    name = "move"
    saved_as = "amphibious-attack"
    values: ClassVar = {"course": Course, "here": Roadstead}
    amphibious = True

    here: Roadstead

    @classmethod
    def of(cls, transport: Transport) -> Self:
        new = taken_over(transport, cls)
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
        return taken_over(self, Transport)

    def landed(self, s: Position) -> March:
        """The Army has gained a footing, or is driven away or lost: the Fleet is no longer with it."""
        march = ashore(s, self, self.node)
        march.lost, march.owes, march.asked = self.lost, self.owes, self.asked
        return march


class Crossing(WithdrawalMarch, Afloat):
    """A Withdrawal by sea, as it comes into the Port (9.4.5)."""

    __slots__ = ("met",)

    name = "move"
    saved_as = "withdrawal-crossing"
    tuples = ("met",)

    @classmethod
    def of(cls, march: WithdrawalMarch) -> Self:
        new = taken_over(march, cls)
        new.met = ()
        return new

    def landed(self, s: Position) -> Move:
        release_escort(s, self)
        march = taken_over(self, WithdrawalMarch)
        s.become(march)
        return march


def ashore(s: Position, move: Transport | AmphibiousAttack, entered: int) -> March:
    """A Move by sea goes on by land."""
    release_escort(s, move)
    march = taken_over(move, March)
    march.enter()
    march.lost = False
    march.entered, march.last_space = entered, move.node
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
    convoy.ships = 0
