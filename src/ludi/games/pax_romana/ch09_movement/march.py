"""Chapter 9.2: an Army on the march, and what it may do in a Space on the way."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch07_cities.capture import may_raze
from ludi.games.pax_romana.ch09_movement.movement import PICKING, WALK, March, Move, WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.on_the_way import (
    ONE_UNIT,
    M,
    OnTheWay,
    no_such_leader,
    no_such_unit,
    not_along,
)
from ludi.games.pax_romana.ch09_movement.walking import NO_REST, WalkInCompany, short_of
from ludi.games.pax_romana.ch09_movement.ways import unit_ban
from ludi.games.pax_romana.ch11_naval.afloat import Transport
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.play_book.barred import SCENARIO, may_break_down
from ludi.games.pax_romana.play_book.rivals import estranged, land_of
from ludi.games.pax_romana.world.pieces import (
    GARRISON,
    GARRISONS_FROM,
    KINDS,
    LAND,
    LOSSES,
    OCCUPY,
    ONE,
    PONTUS,
    SETTLERS,
    SOF,
    kinds,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DEBARK,
    DROP,
    DROP_LEADER,
    EMBARK,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    SAIL,
    TAKE,
    TAKE_LEADER,
)

LEAST_TO_SAIL = 3
"""The MP to embark, sail and debark (9.2.1 d)."""


class Marching(WalkInCompany[March], of=March, at=WALK):
    """A Major or Minor Move by land (9.2)."""

    def nobody_to_join(self, s: Position, p: March, power: int, argument: int) -> Reason:
        if p.minor:
            return ONE_UNIT
        if p.node >= s.box.atlas.spaces:
            return NO_REST
        if p.mp - p.bonus < 1:
            return short_of(1, p.mp - p.bonus, "PR-9.2.1f")
        if not p.available(s) & LAND:
            return Phrase("why.nothing-to-pick-up", {}, "PR-9.1.4a")
        return SCENARIO if estranged(s, p.power, p.start, p.node) else ""

    @choice(PICK_UP, "PR-9.2.1f", unless=nobody_to_join)
    def pick_up(self, s: Position, p: March, power: int, argument: int) -> None:
        p.mp -= p.bonus + 1
        p.bonus = 0
        s.joined_in = land_of(s, p.power, p.node) or s.joined_in
        p.stage = PICKING

    take_leader = WalkInCompany.take_leader

    def settlers(self, s: Position, p: March, power: int) -> Iterable[int]:
        """The Units of the Army that may become Garrisons, as many as one likes for 1 MP (9.2.1 e, 12.1.4)."""
        if p.node >= s.box.atlas.spaces or p.minor or p.side in (SOF, PONTUS):
            return ()
        if p.mp <= 0 and p.broke_at != p.node:
            return ()
        return [kind for kind in kinds(p.army & SETTLERS) if may_break_down(s, p.side, p.node, kind)]

    def no_garrisons(self, s: Position, p: March, power: int, kind: int) -> Reason:
        facts = {"what": LOSSES[kind]}
        if kind < KINDS and (not GARRISONS_FROM[kind] or p.side in (SOF, PONTUS)):
            return Phrase("why.no-garrisons-from", facts, "PR-12.1.7")
        absent = not_along(p, kind)
        if absent is not None:
            return absent
        if p.minor:
            return Phrase("why.only-in-major", facts, "PR-12.1.4a")
        if p.node >= s.box.atlas.spaces:
            return Phrase("why.not-left-here", facts, "PR-12.1.4a")
        if not may_break_down(s, p.side, p.node, kind):
            return SCENARIO
        return "" if p.mp > 0 or p.broke_at == p.node else short_of(1, p.mp, "PR-9.2.1e")

    @choice(BREAK, "PR-12.1.4a", exactly=settlers, unless=no_garrisons)
    def break_up(self, s: Position, p: March, power: int, kind: int) -> None:
        if p.broke_at != p.node:
            p.broke_at = p.node
            p.mp -= 1
        number = GARRISONS_FROM[kind]
        p.made += number
        s.remove(p.side, p.node, ONE[kind])
        s.add(p.side, p.node, number * ONE[GARRISON])
        p.army += number * ONE[GARRISON] - ONE[kind]

    def no_razing(self, s: Position, p: March, power: int, argument: int) -> Reason:
        reason = may_raze(s, p.power, p.node, p.mp)
        if reason:
            return reason
        return "" if p.army & OCCUPY else Phrase("why.raze-with-army", {}, "PR-7.4.3a")

    @choice(RAZE, "PR-7.4.3a", unless=no_razing)
    def raze(self, s: Position, p: March, power: int, argument: int) -> None:
        destroy_site(s, p, power)

    def no_embarking(self, s: Position, p: March, power: int, argument: int) -> Reason:
        atlas = s.box.atlas
        if p.node >= atlas.spaces or not atlas.is_port[p.node] or not atlas.sea[p.node]:
            return Phrase("why.no-port", {}, "PR-11.3.1a")
        ban = unit_ban(s, p.side, p.army)
        if ban:
            return ban
        if not p.army and p.node in p.visited:
            return "PR-11.1.1a"
        least, left = (LEAST_TO_SAIL, p.marching_mp) if p.army else (1, p.mp)
        return "" if left >= least else short_of(least, left, "PR-9.2.1n")

    @choice(EMBARK, "PR-11.3.2a", unless=no_embarking)
    def embark(self, s: Position, p: March, power: int, argument: int) -> None:
        p.mp = p.marching_mp
        p.lost = False
        s.become(self.at_sea(p))

    def at_sea(self, p: March) -> Transport:
        """The same Move once its Army is on board."""
        return Transport.of(p)

    drop = WalkInCompany.drop
    drop_leader = WalkInCompany.drop_leader


def destroy_site(s: Position, move: Move, power: int) -> None:
    """A City or Town is destroyed, for its Wall Points in MP (7.4.3)."""
    move.mp -= s.sites[move.node].walls
    s.drop_site(move.node)
    if s.listener is not None:
        s.tell("raze", "PR-7.4.3a", power=s.box.powers[power], space=s.box.place(move.node))


class PickingUp(OnTheWay[M], of=(March, WithdrawalMarch), at=PICKING):
    """Who is picked up on the way, for the MP that has been paid (9.2.1 f)."""

    asks = "ask.move-pick-up"
    rule = "PR-9.2.1f"

    def not_asked(self, s: Position, p: M, power: int, verb: int, argument: int) -> Phrase | None:
        if verb in (MARCH, SAIL, EMBARK, DEBARK, HALT, PICK_UP, BREAK, RAZE, DROP, DROP_LEADER):
            return Phrase("why.pick-up-now", {}, self.rule)
        return super().not_asked(s, p, power, verb, argument)

    def units(self, s: Position, p: M, power: int) -> list[int]:
        return kinds(p.available(s) & LAND)

    def no_unit(self, s: Position, p: M, power: int, kind: int) -> Reason:
        return no_such_unit(s, p, kind)

    def leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        return p.idle_leaders(s)

    def no_leader(self, s: Position, p: M, power: int, number: int) -> Reason:
        return no_such_leader(s, p, number)

    @choice(GO, "PR-9.2.1f")
    def go(self, s: Position, p: M, power: int, argument: int) -> None:
        p.stage = WALK

    @choice(TAKE, "PR-9.2.1f", exactly=units, otherwise=no_unit)
    def take(self, s: Position, p: M, power: int, argument: int) -> None:
        p.army += ONE[argument]

    @choice(TAKE_LEADER, "PR-9.2.1f", exactly=leaders, otherwise=no_leader)
    def take_leader(self, s: Position, p: M, power: int, argument: int) -> None:
        p.take_leader(argument)
