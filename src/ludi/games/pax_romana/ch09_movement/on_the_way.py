"""Chapter 9: what all points of a Move have in common, above all why something is not open on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISONS_FROM,
    KINDS,
    LOSSES,
    ONE,
    count,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    HALT,
    PICK_UP,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

M = TypeVar("M", bound=Move)


class OnTheWay(Stage[M], Generic[M]):
    """A point of a Move at which its player is asked."""

    def facts(self, s: Position, p: M) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def why_not(self, s: Position, p: M, power: int, action: int) -> Phrase | None:
        argument = action % SPAN
        return super().why_not(s, p, power, action) or self.lacking(s, p, action - argument, argument)

    def lacking(self, s: Position, p: M, verb: int, argument: int) -> Phrase | None:
        """What a decision lacks that is one of a Move, at whatever point of it."""
        if verb in (TAKE, BREAK, DROP) and argument < KINDS:
            return self.no_unit(s, p, verb, argument)
        if verb in (TAKE_LEADER, DROP_LEADER):
            return Phrase("why.no-such-leader", {}, "PR-8.2.3a")
        if verb == TAKE_ALL and p.minor:
            return Phrase("why.one-unit", {}, "PR-9.1.1b")
        if verb == HALT:
            return self.no_halt(s, p)
        if verb == PICK_UP:
            return Phrase("why.nothing-to-pick-up", {}, "PR-9.1.4a")
        return None

    def no_halt(self, s: Position, p: M) -> Phrase | None:
        """Why the Move does not end here."""
        return None

    def no_unit(self, s: Position, p: M, verb: int, kind: int) -> Phrase:
        """Why a Unit does not join, stay behind or break down."""
        facts = {"what": LOSSES[kind]}
        if verb == BREAK and not GARRISONS_FROM[kind]:
            return Phrase("why.no-garrisons-from", facts, "PR-12.1.7")
        if verb == DROP:
            return no_part(p, verb, kind)
        if p.minor and (p.army or p.ships):
            return Phrase("why.one-unit", {}, "PR-9.1.1b")
        here = s.at(p.side, p.node)
        if not count(here, kind):
            return Phrase("why.no-such-unit", facts, "PR-9.1.1a")
        if ONE[kind] & GALLEYS and s.mutinies(p.side, p.node):
            return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb")
        if not count(s.fresh(p.side, p.node), kind):
            return Phrase("why.moved-already", {}, "PR-9.1.4b" if ONE[kind] & GALLEYS else "PR-9.1.4a")
        return Phrase("why.fleet-or-army" if here & GALLEYS else "why.taken-already", facts, "PR-3.5.2")


def no_part(move: Move, verb: int, kind: int) -> Phrase:
    """Why a Unit of the Army does not stay behind, or break down, on the march."""
    facts = {"what": LOSSES[kind]}
    if not count(move.army, kind):
        return Phrase("why.not-along", facts, "PR-9.1.1a")
    return Phrase("why.only-in-major" if verb == BREAK else "why.not-left-here", facts, "PR-12.1.4a")
