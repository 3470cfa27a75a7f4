"""Chapter 9: who is on the move by land, as data. A Power's Major and Minor Moves, a Withdrawal, the march of an
invasion.

What happens on the way is written in the stages: :mod:`setting_out`, :mod:`march`, :mod:`entering`,
:mod:`falling_back`, :mod:`finishing`, :mod:`withdrawal_march` and :mod:`invasion_march`. A Move that goes to sea goes
on as what :mod:`ludi.games.pax_romana.ch11_naval.afloat` tells of, a Withdrawal by sea as :mod:`withdrawal_crossing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.convoy import Convoy, Expedition
from ludi.games.pax_romana.ch11_naval.course import Course
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import MIXED_IN
from ludi.games.pax_romana.world.pieces import LAND, NOBODY, ONE, REDUCED_FROM, common, count
from ludi.games.pax_romana.world.sets import has, plus

SELECT, SELECT_ONE, READY, WALK, PICKING = "select", "select-one", "ready", "walk", "picking-up"
ARRIVE, AT_HOME, ENTERED, THREAT = "arrive", "at-home", "entered", "threat"
CONFRONT, PRESS_ON = "confront", "press-on"
FOUGHT, CAPTURED, PASSING = "fought", "captured", "passing"
TURNED_BACK, SCATTERED, FINISH, ALARM = "turned-back", "scattered", "finish", "alarm"


class Entering(Expedition):
    """An Army that enters Spaces, by land or from the sea, and fights there (9.2.1)."""

    __slots__ = ("asked", "lost", "owes")

    rule = "PR-9.1.1a"
    amphibious: ClassVar[bool] = False
    """Whether it attacks from the sea (11.3.3)."""

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(side, power, node)
        self.enter()
        self.lost = False
        """A Battle was lost: it costs 1 MP to begin again (9.2.1 h)."""

    def enter(self, owes: bool = False) -> None:
        """It is in another Space."""
        self.owes = owes
        """Whether the MP for attacking there is still to be paid: it is paid once (9.2.1 g, 7.3.2)."""
        self.asked: list[int] = []
        """The sides there that have been asked whether they Withdraw."""

    def arrive(self) -> None:
        """It comes into the Space where it is now, and whoever may do so steps in its way."""
        self.stage = ARRIVE

    @property
    def entered(self) -> int:
        """The Space where the Army came from; if it debarked among friends, :func:`by_sea_from` that place."""
        raise NotImplementedError

    @property
    def came(self) -> int:
        """The way by which the Army came to where it is."""
        return self.entered

    @property
    def shunned(self) -> int:
        """A Space whose Army does not intercept this one (9.4.5)."""
        return NOBODY

    def landed(self, s: Position) -> Move:
        """The Army goes on by land, as what is given."""
        raise NotImplementedError

    def pay_attack(self) -> None:
        """The 1 MP of an attack, if it has not been paid (10.2 step 1)."""
        if self.owes:
            self.mp = max(0, self.mp - 1)
            self.owes = False


class Move(Entering):
    """An Army on the march: what all its kinds share."""

    __slots__ = ("entered", "last_space")

    crumbs: ClassVar[str] = ""

    entered: int

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(side, power, node)
        self.entered = self.last_space = node

    @property
    def visited(self) -> list[int]:
        """The places of the voyage that brought the Army here, since its last Stop."""
        return []

    @property
    def marching_mp(self) -> int:
        """The MP left to move on: after a lost Battle it costs 1 to begin again (9.2.1 h)."""
        return self.mp - (1 if self.lost else 0)

    def leave_shore(self) -> None:
        """The Army marches on by land: what befell the Fleet that brought it is over."""

    def landed(self, s: Position) -> Move:
        return self

    def crumb(self, s: Position) -> Phrase:
        return Phrase(self.crumbs, {"space": s.box.place(self.node), "mp": self.mp}, self.rule)


class OwnMove(Expedition):
    """A Major or Minor Move of a Power, with its own Army or its Soldier of Fortune's, by land or sea."""

    __slots__ = MIXED_IN

    rule = "PR-9.1.1a"

    army: int
    ships: int
    mp: int
    minor: bool
    bonus: int
    """MP that only a leader who stays alone has (8.2.3)."""
    broke_at: int
    """Where Units were last broken down: the MP is for any number in a Space (9.2.1 e)."""
    led_by: int
    tired: int
    """In a conqueror's own Move: Units of the Army that had moved before it (16.2)."""
    course: Course

    def idle_leaders(self, s: Position) -> list[int]:
        """Not those who have moved in this Activation; a conqueror may have (16.2)."""
        return [n for n in super().idle_leaders(s) if n == self.led_by or not has(s.leaders_moved, n)]

    def wear_out(self, s: Position, units: int) -> None:
        """Units of the Army have moved; a conqueror's own Move comes in addition and uses up no other (16.2)."""
        if self.led_by != NOBODY:
            units = worn(self.tired, units)
            self.tired -= common(self.tired, units)
        super().wear_out(s, units)

    def part_with(self, s: Position, number: int) -> None:
        super().part_with(s, number)
        self.retire(s, plus(0, number))

    def retire(self, s: Position, leaders: int) -> None:
        """A set of leaders has moved; not by a conqueror's own Move."""
        if self.led_by == NOBODY:
            s.leaders_moved |= leaders

    def crumb(self, s: Position) -> Phrase:
        return own_crumb(s, self)


OWN = ("bonus", "broke_at", "course", "led_by", "minor", "tired")
"""The fields of a Power's own Move, whatever kind it is."""


def own_crumb(s: Position, move: Convoy) -> Phrase:
    """A Power's own Move in the breadcrumb, by land and sea the same one."""
    key = "crumb.minor" if move.minor else "crumb.major"
    return Phrase(key, {"space": s.box.place(move.node), "mp": move.mp}, "PR-9.1.1a")


class March(Move, OwnMove):
    """A Major or Minor Move by land (9.1)."""

    __slots__ = OWN

    name = "move"
    saved_as = "march"
    values: ClassVar = {"course": Course}

    def __init__(
        self, side: int, power: int, node: int, minor: bool = False, led_by: int = NOBODY, tired: int = 0
    ) -> None:
        super().__init__(side, power, node)
        self.stage = SELECT_ONE if minor else SELECT
        self.minor = minor
        self.bonus = 0
        self.broke_at = NOBODY
        self.led_by = led_by
        self.tired = tired
        self.course = Course()
        """The voyage that brought the Army to where it is, if one did."""

    @classmethod
    def debarked(cls, voyage: OwnMove, came: int) -> Self:
        """A Move by sea goes on by land: its Army arrives where nobody is to be fought."""
        new = cls.taken_over(voyage)
        new.enter()
        new.lost = False
        new.entered, new.last_space = came, new.node
        new.arrive()
        return new

    @classmethod
    def gained_shore(cls, attack: Entering) -> Self:
        """An attack from the sea goes on by land, or is over."""
        new = cls.taken_over(attack)
        new.entered = new.last_space = new.node
        return new

    def set_out(self, army: int, leaders: Iterable[int], mp: int) -> None:
        """So many go along, with so many MP."""
        self.army = army
        for number in leaders:
            self.take_leader(number)
        self.mp = mp
        self.stage = WALK

    def board(self, ships: int) -> None:
        """Galley Squadrons go along."""
        self.ships = ships

    def come(self, s: Position, came: int, node: int) -> None:
        """It comes into a Space, by a way."""
        self.carry(s, node)
        self.entered = came

    @property
    def visited(self) -> list[int]:
        return self.course.visited

    def crumb(self, s: Position) -> Phrase:
        return own_crumb(s, self)

    def leave_shore(self) -> None:
        self.course = self.course.left_behind()


class WithdrawalMarch(Move):
    """The march of an Army that Withdraws before Battle (9.4.4). Ends with :class:`Marched`."""

    __slots__ = ("barred", "hindered")

    name = "move"
    saved_as = "withdrawal-march"
    crumbs = "crumb.withdrawal"

    def __init__(self, side: int, power: int, node: int, mp: int = 0, hindered: int = 0, barred: int = NOBODY) -> None:
        super().__init__(side, power, node)
        self.stage = SELECT
        self.mp = mp
        self.hindered = hindered
        """The MP that the attacker's Cavalry has taken (9.4.3)."""
        self.barred = barred
        """Where the attacker came from by land (9.4.4)."""

    @property
    def shunned(self) -> int:
        return self.start

    def wear_out(self, s: Position, units: int) -> None:
        """Who has Withdrawn may not do so again before this Move ends, unless CUNCTATOR lets him (9.4.1, 17.2)."""
        if not has(s.cunctators, self.power):
            super().wear_out(s, units)

    def available(self, s: Position) -> int:
        return super().available(s) & LAND


class InvasionMarch(Move):
    """The Major Move of an Invasion Army, in a Power's hand (13.2.6, 13.4)."""

    __slots__ = ("placed", "rooted")

    name = "move"
    saved_as = "invasion-march"
    crumbs = "crumb.invading"

    def __init__(
        self, side: int, power: int, node: int, army: int, leaders: int, placed: bool = False, rooted: bool = False
    ) -> None:
        super().__init__(side, power, node)
        self.stage = ALARM
        self.army = army
        self.leaders = leaders
        self.placed = placed
        """Invaders just put here, who attack whoever occupies the Space, Tribes too (13.4.5)."""
        self.rooted = rooted
        """Whether they attack without a Major Move, and have no MP (13.3, Gaul)."""


def worn(tired: int, units: int) -> int:
    """The part of some Units that is among the tired ones; a Unit that was Reduced meanwhile is still the same."""
    found = common(tired, units)
    for reduced, full in REDUCED_FROM:
        if count(tired, full) > count(units, full) and count(units, reduced) > count(found, reduced):
            found += ONE[reduced]
    return found
