"""Chapter 9.3.5: who stays in a City or Town at the goal while others ride there."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.interception import (
    CITY_CHOICE,
    INSIDE,
    ROLL,
    AtInterception,
    Interception,
    Waiting,
    absent,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import KINDS, LOSSES, NOBODY, ONE, count, kinds, size
from ludi.games.pax_romana.world.sets import has, members, plus, set_of
from ludi.games.pax_romana.world.words import FIELD, GO, TAKE, TAKE_LEADER, WALLS


class CityChoice(Waiting, of=Interception, at=CITY_CHOICE):
    """Whoever is in the City or Town at the goal stays there, comes out, or does so in part (9.3.5)."""

    asks = "ask.interception-city"
    rule = "PR-9.3.5a"

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        units = p.garrison(s)
        return kinds(units) if size(units) + len(s.leaders_of(p.townsmen(s), p.node)) > 1 else []

    def no_unit(self, s: Position, p: Interception, power: int, kind: int) -> Reason:
        if kind >= KINDS or not count(p.garrison(s), kind):
            return absent(kind, self.rule)
        return Phrase("why.only-one-there", {}, self.rule)

    @choice(WALLS, "PR-7.3.1c")
    def all_stay(self, s: Position, p: Interception, power: int, argument: int) -> None:
        p.inside = p.garrison(s)
        p.inside_leaders = set_of(s.leaders_of(p.townsmen(s), p.node))
        go_in(s, p)

    @choice(FIELD, "PR-7.3.1d")
    def all_come_out(self, s: Position, p: Interception, power: int, argument: int) -> None:
        go_in(s, p)

    @choice(TAKE, "PR-9.3.5a", exactly=units, otherwise=no_unit)
    def keep(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.inside += ONE[kind]
        p.stage = INSIDE


class Inside(AtInterception, of=Interception, at=INSIDE):
    """Who else stays behind the walls (9.3.5)."""

    asks = "ask.interception-city"
    rule = "PR-9.3.5a"

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        return kinds(p.garrison(s) - p.inside)

    def leaders(self, s: Position, p: Interception, power: int) -> list[int]:
        return [number for number in s.leaders_of(p.townsmen(s), p.node) if not has(p.inside_leaders, number)]

    def no_unit(self, s: Position, p: Interception, power: int, kind: int) -> Reason:
        if kind >= KINDS or not count(p.garrison(s), kind):
            return absent(kind, self.rule)
        return Phrase("why.inside-already", {"what": LOSSES[kind]}, self.rule)

    def no_leader(self, s: Position, p: Interception, power: int, number: int) -> Reason:
        if number not in s.leaders_of(p.townsmen(s), p.node):
            return Phrase("why.no-such-leader", {}, self.rule)
        return Phrase("why.leader-inside", {}, self.rule)

    @choice(GO, "PR-9.3.5a")
    def go(self, s: Position, p: Interception, power: int, argument: int) -> None:
        go_in(s, p)

    @choice(TAKE, "PR-9.3.5a", exactly=units, otherwise=no_unit)
    def keep(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.inside += ONE[kind]

    @choice(TAKE_LEADER, "PR-9.3.5a", exactly=leaders, otherwise=no_leader)
    def keep_leader(self, s: Position, p: Interception, power: int, number: int) -> None:
        p.inside_leaders = plus(p.inside_leaders, number)


def go_in(s: Position, p: Interception) -> None:
    """Those named are behind the walls, off the map until all is over."""
    s.remove(p.townsmen(s), p.node, p.inside)
    for number in members(p.inside_leaders):
        s.leader_at[number] = NOBODY
    p.stage = ROLL
