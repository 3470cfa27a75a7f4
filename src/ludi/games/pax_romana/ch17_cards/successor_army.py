"""Chapter 17.2, SUCCESSOR WARS ROLL ON: a Greek Army in another player's hand, as data, by land and by sea.

While it moves its Units are a side of their own, :data:`SUCCESSORS`, so that it may turn upon Greeks; who stays behind
and what has moved are their owner's again. What happens is written in :mod:`successors` and :mod:`successors_at_sea`.
"""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.movement import CONFRONT, SELECT, March
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from, came_by_sea
from ludi.games.pax_romana.ch11_naval.afloat import AmphibiousAttack, Transport
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEYS,
    LAND,
    NOBODY,
    PERGAMENES,
    RHODIANS,
    SUCCESSORS,
    common,
    points,
)
from ludi.games.pax_romana.world.sets import minus, plus

GREEK_UNITS = LAND & ~PERGAMENES
"""What a Greek Army has of its own: Pergamenes serve its owner, but are no Greeks."""


def in_greece(s: Position, node: int) -> bool:
    atlas = s.box.atlas
    if node >= atlas.spaces:
        return False
    return atlas.territory_ids[atlas.territory_of[atlas.province_of[node]]] == "greece"


def leaves_greece(s: Position, origin: int, near: int) -> bool:
    """Whether an Army that last stood in one place would leave Greece by entering another: once there it stays."""
    return in_greece(s, origin) and near < s.box.atlas.spaces and not in_greece(s, near)


class SuccessorMarch(March):
    """The Major Move of a Greek Army in another player's hand, by land."""

    __slots__ = ()

    name = "move"
    saved_as = "successor-march"
    rule = "PR-17.2-SUCCESSOR-WARS"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(SUCCESSORS, power, node)
        self.stage = SELECT

    def idle_leaders(self, s: Position) -> list[int]:
        """Its owner's leaders there too."""
        here = [*s.leaders_of(SUCCESSORS, self.node), *s.leaders_of(s.successors_of, self.node)]
        return [number for number in here if not self.has_leader(number) and number not in self.parted]

    @property
    def came_in_peace(self) -> bool:
        """Whether it stands where it began or went back to, or where it landed among Greeks without a fight."""
        return self.entered == self.node or came_by_sea(self.entered)

    def turn_upon(self) -> None:
        """The Army attacks those in the Space where it stands, whom it had let be."""
        self.enter(owes=True)
        self.stage = CONFRONT


class SuccessorTransport(Transport):
    """The same Army on board of Greek Galley Squadrons."""

    __slots__ = ()

    name = "move"
    saved_as = "successor-transport"
    galley_kinds = GALLEYS & ~(PERGAMENES | RHODIANS)

    def ashore(self) -> SuccessorMarch:
        return SuccessorMarch.debarked(self, by_sea_from(self.course.sailed_from))

    def assault(self) -> SuccessorAttack:
        return SuccessorAttack.of(self)


class SuccessorAttack(AmphibiousAttack):
    """The same Army as it lands against enemies, who may be Greeks."""

    __slots__ = ()

    name = "move"
    saved_as = "successor-attack"

    def on_board(self) -> SuccessorTransport:
        return SuccessorTransport.taken_over(self)

    def ashore(self) -> SuccessorMarch:
        return SuccessorMarch.gained_shore(self)


# Who is of the Army, and who is its owner's


def hand_over(s: Position, giver: int, taker: int, node: int, units: int) -> None:
    """Units in a place change sides; a Helepolis stays with the greater part."""
    if units:
        engines = s.has_engines(giver, node) and 2 * points(units) >= points(s.at(giver, node))
        s.remove(giver, node, units)
        s.add(taker, node, units)
        if engines:
            s.put_engines(taker, node)


def call_up(s: Position, owner: int, node: int) -> None:
    """All Greek Land Units and leaders in a place may now join the Army."""
    hand_over(s, owner, SUCCESSORS, node, s.at(owner, node) & GREEK_UNITS)
    for number in s.leaders_of(owner, node):
        s.successor_leaders = plus(s.successor_leaders, number)


def send_back(s: Position, march: March) -> None:
    """Who did not join the Army, or stays behind, is its owner's as before."""
    here = s.at(SUCCESSORS, march.node)
    hand_over(s, SUCCESSORS, s.successors_of, march.node, here - common(here, march.army + march.ships))
    for number in s.leaders_of(SUCCESSORS, march.node):
        if not march.has_leader(number):
            s.successor_leaders = minus(s.successor_leaders, number)


def send_home(s: Position) -> None:
    """The Move is over: the Army is its owner's again."""
    owner = s.successors_of
    for node, stack in s.places_of(SUCCESSORS):
        hand_over(s, SUCCESSORS, owner, node, stack)
        s.tidy(owner, node)
    s.successors_of = NOBODY
    s.successor_war = s.successor_leaders = 0


def greeks_there(s: Position, node: int) -> bool:
    """Whether there are Greeks in a place whom the Army could attack: Units of its owner, a City or Town."""
    return bool(s.at(s.successors_of, node) & LAND) or s.site_owner(node) == s.successors_of


def may_be_called(s: Position, node: int) -> bool:
    """Whether Units there may be picked up: not those in a City or Town."""
    return node not in s.sites and bool(s.at(s.successors_of, node) & COMBAT & GREEK_UNITS)
