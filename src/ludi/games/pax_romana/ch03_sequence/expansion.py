"""Chapter 3.5.1: what an Expansion Operation consists of, and who and what could move in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.raising import heavy_limit_reached
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch09_movement.setting_out import reserve_waits
from ludi.games.pax_romana.ch12_special.mercenaries import hire, hiring_places, may_hire
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_places
from ludi.games.pax_romana.ch13_barbarians.invaders import roving_armies
from ludi.games.pax_romana.ch16_events.conqueror import conqueror_of
from ludi.games.pax_romana.ch17_cards.window import ANYTHING, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import COMBAT, COSTS, GALLEYS, LAND, MERCENARY, NOBODY, SOF, squadrons
from ludi.games.pax_romana.world.sets import has, plus
from ludi.games.pax_romana.world.words import (
    DONE,
)

OPERATION, HIRING, REPAIRING = "operation", "hiring", "repairing"


class Expansion(Procedure):
    """One Major Move and two Minor Moves in any order; construction and hiring in place of Minor Moves (3.5.1)."""

    __slots__ = ("conquest", "major", "minor", "node", "offered", "power", "talked")

    name = "expansion"
    rule = "PR-3.5.1b"
    minors: ClassVar[int] = 2
    """The Minor Moves of an Expansion."""

    def __init__(self, power: int, s: Position) -> None:
        self.stage = OPERATION
        self.power = power
        self.major = not s.major_spent
        self.minor = self.minors
        self.conquest = False
        """Whether a conqueror has his own Major Move still to make (16.2)."""
        self.look_for_conqueror(s)
        self.talked = False
        self.offered = self.left()
        """How much was left when the others were last asked for cards (17.1.5)."""
        self.node = NOBODY
        """Where walls are being repaired."""
        hold_reserve(s, power)

    def look_for_conqueror(self, s: Position) -> None:
        """A conqueror of the Power, if it has one, may make his own Major Move (16.2)."""
        self.conquest = conqueror_of(s, self.power) != NOBODY

    def spend(self, minor: bool) -> None:
        """A Minor or the Major Move is made."""
        if minor:
            self.minor -= 1
        else:
            self.major = False

    def left(self) -> int:
        """How many Moves are left."""
        return self.major + self.minor + self.conquest

    def decider(self, s: Position) -> int:
        return self.power


def hold_reserve(s: Position, power: int) -> None:
    """Land Units that wait count as moved already."""
    for node, stack in s.places_of(power):
        if reserve_waits(s, power, node):
            s.mark_moved(power, node, stack & LAND)
    for number, where in enumerate(s.leader_at):
        if where >= 0 and s.box.leaders[number].side == power and reserve_waits(s, power, where):
            s.leaders_moved = plus(s.leaders_moved, number)


# Whoever can move


def movable(s: Position, power: int) -> list[int]:
    """Where Units or leaders of a Power are that have not moved, and may."""
    found = []
    mutinous = s.mutinous_fleet(power)
    for node, stack in sorted(s.places_of(power)):
        fresh = s.fresh(power, node) if s.moved else stack
        if fresh and (node != mutinous or fresh & ~GALLEYS):
            found.append(node)
    lone = {
        where
        for number, where in enumerate(s.leader_at)
        if where >= 0 and s.leader_side(number) == power and not has(s.leaders_moved, number)
    }
    return found + sorted(lone.difference(found))


def hosts(s: Position, power: int) -> list[int]:
    """Armies of others for its Major Move: Soldier of Fortune; Germans and Gallic rebels who have not moved (13.3)."""
    found = [node for node in sof_places(s, power) if s.fresh(SOF, node) & COMBAT]
    found += [node for side, node in roving_armies(s) if s.fresh(side, node) & COMBAT]
    return sorted(set(found))


def ransom(s: Position, power: int) -> int:
    """Talents that end a Naval Mutiny in an own Fleet, 0 if there is none (16.2)."""
    where = s.mutinous_fleet(power)
    return squadrons(s.at(power, where)) if where != NOBODY else 0


def hires(s: Position, power: int) -> list[int]:
    """Where a Mercenary may be hired now (12.2)."""
    if s.treasury[power] < COSTS[MERCENARY] or heavy_limit_reached(s, power, ()):
        return []
    return hiring_places(s, power)


def no_hiring(s: Position, power: int, node: int) -> Reason:
    """Why no Mercenary is hired in a place, or nothing (12.2)."""
    rule = may_hire(s, power, node)
    if rule:
        return rule
    if heavy_limit_reached(s, power, ()):
        return "PR-6.4.3"
    if s.treasury[power] < COSTS[MERCENARY]:
        return Phrase("why.too-dear", {"price": COSTS[MERCENARY]}, "PR-6.2.5b")
    return ""


def enlist(s: Position, power: int, node: int) -> None:
    """A Mercenary is paid and joins."""
    pay(s, power, COSTS[MERCENARY])
    hire(s, power, node)
    recount(s)


class AtExpansion(Stage[Expansion]):
    """What the choices of an Expansion have in common: it goes on while there is one."""

    def run(self, s: Position, p: Expansion) -> bool:
        if p.offered != p.left():
            p.offered = p.left()
            if offer(s, ANYTHING, p.power, others(s, p.power)):
                return False
        options = self.legal(s, p, p.power)
        if options == [DONE] and not s.hands[p.power]:
            self.finish(s, p)
            return False
        s.offer(p.power, options)
        return True

    def finish(self, s: Position, p: Expansion) -> None:
        """Nothing more is left to choose here, or wanted."""
        raise NotImplementedError

    def facts(self, s: Position, p: Expansion) -> Mapping[str, Fact]:
        return {"major": 1 if p.major else 0, "minor": p.minor, "talents": s.treasury[p.power]}

    def price(self, s: Position, p: Expansion, power: int, node: int) -> Mapping[str, Fact]:
        return {"price": COSTS[MERCENARY]}
