"""Chapter 9: what all points of a Move have in common, above all why somebody does not join or leave it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from ludi.core import Fact, Manner, Phrase
from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import GALLEYS, KINDS, LOSSES, ONE, count
from ludi.games.pax_romana.world.words import BREAK, DROP, DROP_LEADER, PICK_UP, TAKE, TAKE_ALL, TAKE_LEADER

C = TypeVar("C", bound=Convoy)
M = TypeVar("M", bound=Move)


class OnTheWay(Stage[C], Generic[C]):
    """A point of a Move at which its player is asked."""

    def facts(self, s: Position, p: C) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def not_asked(self, s: Position, p: C, power: int, verb: int, argument: int) -> Phrase | None:
        """Who joins and who stays behind is said at certain points of a Move only."""
        if verb in (TAKE, TAKE_LEADER, PICK_UP, DROP, DROP_LEADER, BREAK):
            return Phrase("why.not-at-this-point", {}, "PR-9.2.1f")
        return ONE_UNIT if verb == TAKE_ALL and p.minor else None


ONE_UNIT = Phrase("why.one-unit", {}, "PR-9.1.1b")


def no_such_unit(s: Position, move: Convoy, kind: int) -> Phrase:
    """Why no Unit of a kind, which may not join a Move where it is, does so."""
    if kind >= KINDS:
        return Phrase("why.no-unit", {}, "PR-9.1.1a")
    facts = {"what": LOSSES[kind]}
    if not count(s.at(move.side, move.node), kind):
        return Phrase("why.no-such-unit", facts, "PR-9.1.1a")
    if ONE[kind] & GALLEYS and s.mutinies(move.side, move.node):
        return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb")
    if not count(s.fresh(move.side, move.node), kind):
        return Phrase("why.moved-already", {}, "PR-9.1.4b" if ONE[kind] & GALLEYS else "PR-9.1.4a")
    apart = bool(ONE[kind] & GALLEYS) != bool(move.ships)
    return Phrase("why.fleet-or-army" if apart else "why.taken-already", facts, "PR-3.5.2")


def fights_at(s: Position, move: Convoy, place: int) -> Manner:
    """Whether a step into a place is meant as an attack: not where what stands there falls by itself (7.4.2)."""
    foe = quick_foe(s, move.side, place, move.power)
    return "attack" if foe and not open_prize(s, move.side, place, move.power) else ""


def not_along(move: Convoy, kind: int) -> Phrase | None:
    """That no Unit of a kind is in the Army, if there is none."""
    if kind >= KINDS:
        return Phrase("why.no-unit", {}, "PR-9.1.1a")
    return None if count(move.army, kind) else Phrase("why.not-along", {"what": LOSSES[kind]}, "PR-9.1.1a")


def no_such_leader(s: Position, move: Move, number: int) -> Reason:
    """Why a leader does not join a Move where it is, or nothing."""
    if number in move.idle_leaders(s):
        return ""
    if move.has_leader(number):
        return Phrase("why.leader-along", {}, "PR-8.2.3c")
    if number not in s.leaders_of(move.side, move.node):
        return Phrase("why.no-such-leader", {}, "PR-8.2.3a")
    if number in move.parted:
        return Phrase("why.leader-parted", {}, "PR-9.2.1f")
    return Phrase("why.leader-moved", {}, "PR-9.1.4a")
