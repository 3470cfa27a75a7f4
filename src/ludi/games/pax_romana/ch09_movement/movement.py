"""Chapter 9: who is on the move, as data. A Power's Major and Minor Moves, a Withdrawal, the march of an invasion.

What happens on the way is written in the stages: :mod:`setting_out`, :mod:`march`, :mod:`entering`,
:mod:`falling_back`, :mod:`finishing`, :mod:`withdrawal_march` and :mod:`invasion_march`; at sea a Move is a voyage
(:mod:`ludi.games.pax_romana.ch11_naval.afloat`).
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    NOBODY,
    NODES,
    ONE,
    common,
    count,
)
from ludi.games.pax_romana.world.sets import has, plus

SELECT, SELECT_ONE, READY, WALK, PICKING = "select", "select-one", "ready", "walk", "picking-up"
ARRIVE, ENTERED, THREAT, CONFRONT, FOUGHT, CAPTURED = "arrive", "entered", "threat", "confront", "fought", "captured"
TURNED_BACK, SCATTERED, FINISH = "turned-back", "scattered", "finish"


M = TypeVar("M", bound="Move")


class Move(Convoy):
    """An Army or Fleet on the move: what all its kinds share, above all the entry into a Space (9.2.1)."""

    __slots__ = ("asked", "entered", "free_attack", "last_space", "lost", "owes", "parted", "start")

    rule = "PR-9.1.1a"
    crumbs: ClassVar[str] = ""
    at_sea: ClassVar[bool] = False

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(side, power, node)
        self.start = self.last_space = node
        self.entered = node
        """Where the Army came from; if by sea, :func:`by_sea_from` that place."""
        self.parted: list[int] = []
        """Leaders left on the way: they do not join again."""
        self.lost = False
        """A Battle was lost: it costs 1 MP to begin again (9.2.1 h)."""
        self.owes = False
        """Whether the MP for attacking in the Space entered is still to be paid: it is paid once (9.2.1 g, 7.3.2)."""
        self.free_attack = False
        """The attack goes on at once after a Battle here: nobody is asked for a Withdrawal or a bribe before it."""
        self.asked: list[int] = []
        """The sides in the Space entered that have been asked whether they Withdraw."""

    @property
    def minor(self) -> bool:
        """Whether it is a Minor Move, of one Unit (9.1.1 b)."""
        return False

    @property
    def led_by(self) -> int:
        """The leader who makes this Move with an Army stacked with him, and does not leave it (16.2, Conqueror)."""
        return NOBODY

    @property
    def visited(self) -> list[int]:
        """The places of this voyage since the last Stop."""
        return []

    @property
    def came(self) -> int:
        """The way by which the Army came to where it is (see ``entered``)."""
        return self.entered

    @property
    def shunned(self) -> int:
        """A Space whose Army does not intercept this one (9.4.5)."""
        return NOBODY

    @property
    def marching_mp(self) -> int:
        """The MP left to move on: after a lost Battle it costs 1 to begin again (9.2.1 h)."""
        return self.mp - (1 if self.lost else 0)

    def available(self, s: Position) -> int:
        """Units in the place that may still join the Move."""
        units = s.fresh(self.side, self.node)
        return units - common(units, self.army + self.ships)

    def idle_leaders(self, s: Position) -> list[int]:
        """Leaders in the place who may still join the Move."""
        here = s.leaders_of(self.side, self.node)
        return [number for number in here if not self.has_leader(number) and number not in self.parted]

    def landed(self, s: Position) -> Move:
        """The Army is ashore and goes on by land, as what is given."""
        return self

    def leave_shore(self) -> None:
        """The Army marches on by land: what befell the Fleet that brought it is over."""

    def pay_attack(self) -> None:
        """The 1 MP of an attack, if it has not been paid (10.2 step 1)."""
        if self.owes:
            self.mp = max(0, self.mp - 1)
            self.owes = False

    def wear_out(self, s: Position, units: int) -> None:
        """Units of the Army have moved."""
        s.mark_moved(self.side, self.node, units)

    def part_with(self, s: Position, number: int) -> None:
        """A leader stays behind."""
        self.leave_leader(number)
        self.parted.append(number)

    def perish(self) -> None:
        """Nobody is left of the Army, and of its leaders."""
        self.army = self.leaders = 0

    def crumb(self, s: Position) -> Phrase:
        return Phrase(self.crumbs, {"space": s.box.place(self.node), "mp": self.mp}, self.rule)


class OwnMove(Move):
    """A Major or Minor Move of a Power, with its own Army or its Soldier of Fortune's: a march, at sea a voyage."""

    __slots__ = ("bonus", "broke_at", "led_by", "legs", "minor", "modifier", "spared", "stopped", "tired")

    minor: bool
    led_by: int

    def __init__(
        self, side: int, power: int, node: int, minor: bool = False, led_by: int = NOBODY, tired: int = 0
    ) -> None:
        super().__init__(side, power, node)
        self.minor = minor
        self.bonus = 0
        """MP that only a leader who stays alone has (8.2.3)."""
        self.broke_at = NOBODY
        """Where Units were last broken down: the MP is for any number in a Space (9.2.1 e)."""
        self.led_by = led_by
        self.tired = tired
        """In a conqueror's own Move: Units of the Army that had moved before it (16.2)."""
        self.legs: list[int] = []
        """The legs sailed since the last Stop (see :func:`leg`): none is sailed twice the same way."""
        self.stopped = False
        """Whether its Fleet Stopped and goes on only by a Continuity roll (11.1.3)."""
        self.modifier = 0
        """What is added to that roll (11.1.4), leaders apart."""
        self.spared = NOBODY
        """A place that the player was paid to leave alone."""

    @property
    def visited(self) -> list[int]:
        return [self.legs[0] // NODES, *(each % NODES for each in self.legs)] if self.legs else []

    def leave_shore(self) -> None:
        """Another Port has another Fleet: it has not Stopped (11.1.3)."""
        self.stopped = False
        self.modifier = 0
        self.legs = []

    def idle_leaders(self, s: Position) -> list[int]:
        """Not those who have moved in this Activation; a conqueror may have (16.2)."""
        return [n for n in super().idle_leaders(s) if n == self.led_by or not has(s.leaders_moved, n)]

    def wear_out(self, s: Position, units: int) -> None:
        """Units of the Army have moved; a conqueror's own Move comes in addition and uses up no other (16.2)."""
        if self.led_by != NOBODY:
            units = worn(self.tired, units)
            self.tired -= common(self.tired, units)
        s.mark_moved(self.side, self.node, units)

    def part_with(self, s: Position, number: int) -> None:
        super().part_with(s, number)
        self.retire(s, plus(0, number))

    def retire(self, s: Position, leaders: int) -> None:
        """A set of leaders has moved; not by a conqueror's own Move."""
        if self.led_by == NOBODY:
            s.leaders_moved |= leaders

    def crumb(self, s: Position) -> Phrase:
        key = "crumb.minor" if self.minor else "crumb.major"
        return Phrase(key, {"space": s.box.place(self.node), "mp": self.mp}, self.rule)


class March(OwnMove):
    """A Major or Minor Move by land (9.1)."""

    __slots__ = ()

    name = "move"
    saved_as = "march"

    def __init__(
        self, side: int, power: int, node: int, minor: bool = False, led_by: int = NOBODY, tired: int = 0
    ) -> None:
        super().__init__(side, power, node, minor, led_by, tired)
        self.stage = SELECT_ONE if minor else SELECT


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

    def available(self, s: Position) -> int:
        return super().available(s) & LAND


class InvasionMarch(Move):
    """The Major Move of an Invasion Army, in a Power's hand (13.2.6, 13.4)."""

    __slots__ = ("placed",)

    name = "move"
    saved_as = "invasion-march"
    crumbs = "crumb.invading"

    def __init__(self, side: int, power: int, node: int, army: int, leaders: int, placed: bool = False) -> None:
        super().__init__(side, power, node)
        self.stage = READY
        self.army = army
        self.leaders = leaders
        self.placed = placed
        """Invaders just put here, who attack whoever occupies the Space, Tribes too (13.4.5)."""


def taken_over(move: Move, kind: type[M]) -> M:
    """The same Move as another kind, once it goes to sea or comes ashore: whatever both have."""
    new = kind.__new__(kind)
    known = move.fields()
    for field in kind.fields():
        if field in known:
            setattr(new, field, getattr(move, field))
    return new


def leg(start: int, end: int) -> int:
    """A Naval Connection in the direction in which it is sailed, as one number."""
    return start * NODES + end


def worn(tired: int, units: int) -> int:
    """The part of some Units that is among the tired ones; a Unit that was Reduced meanwhile is still the same."""
    found = common(tired, units)
    for full, reduced in ((LEGION, LEGION_R), (HEAVY, HEAVY_R)):
        if count(tired, full) > count(units, full) and count(units, reduced) > count(found, reduced):
            found += ONE[reduced]
    return found
