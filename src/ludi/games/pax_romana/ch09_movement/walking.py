"""Chapter 9.2: the next step by land, where a Move may end, and who joins or stays behind on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Manner, Phrase
from ludi.games.pax_romana.ch05_control.control import recount_capitals
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch09_movement.on_the_way import ONE_UNIT, M, OnTheWay, fights_at, no_such_leader, not_along
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE, attack_cost, exit_cost, march_need, step_ban, way_cost
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason, because
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.atlas import ALPINE
from ludi.games.pax_romana.world.pieces import GARRISON, NOBODY, ONE, kinds, size
from ludi.games.pax_romana.world.words import DROP, DROP_LEADER, HALT, MARCH, TAKE, TAKE_ALL, TAKE_LEADER

NO_REST = Phrase("why.no-rest", {}, "PR-9.5.1a")


def short_of(need: int, left: int, rule: str) -> Phrase:
    """That too few MP are left."""
    return Phrase("why.mp", {"need": need, "left": max(0, left)}, rule)


class Walk(OnTheWay[M]):
    """On the march: what all kinds of Moves by land have in common."""

    asks = "ask.move-land"
    rule = "PR-9.2.1n"

    def facts(self, s: Position, p: M) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "mp": p.mp}

    def run(self, s: Position, p: M) -> bool:
        if s.dirty & s.box.capital_provinces:
            recount_capitals(s)
        if not p.army and not p.leaders:
            p.stage = FINISH
            return False
        options = self.legal(s, p, p.power)
        if not options:
            self.stuck(s, p)
            return False
        if options == [HALT]:
            p.stage = FINISH
            return False
        s.offer(p.power, options)
        return True

    def stuck(self, s: Position, p: M) -> None:
        """On a Transit Point with no way on: back to the last Space left."""
        p.stage = FINISH
        p.carry(s, p.last_space)

    # Ending the Move

    def may_stay(self, s: Position, p: M) -> bool:
        """Whether the Move may end in this Space."""
        return True

    def no_stay(self, s: Position, p: M, power: int, argument: int) -> Reason:
        if p.node >= s.box.atlas.spaces:
            return NO_REST
        return "" if self.may_stay(s, p) else self.not_alone(s, p)

    def not_alone(self, s: Position, p: M) -> Phrase:
        """Why the Move may not end in this Space."""
        return Phrase("why.among-others", {}, "PR-9.4.4b")

    @choice(HALT, "PR-9.2.1n", unless=no_stay)
    def halt(self, s: Position, p: M, power: int, argument: int) -> None:
        p.stage = FINISH

    # A step

    def need(self, s: Position, p: M, near: int, link: int) -> int:
        """The MP that must be left for a step."""
        return march_need(s, p.side, p.node, near, link, p.army, p.power)

    def price(self, s: Position, p: M, near: int, link: int) -> int:
        """The MP that a step takes."""
        return way_cost(s, near, link)

    def steps(self, s: Position, p: M, power: int) -> Iterable[int]:
        left = p.marching_mp
        if left <= 0:
            return ()
        return [near for near, link in s.box.atlas.land[p.node] if self.need(s, p, near, link) <= left]

    def no_step(self, s: Position, p: M, power: int, near: int) -> Reason:
        for other, link in s.box.atlas.land[p.node]:
            if other == near:
                return self.no_way(s, p, near, link)
        return Phrase("why.no-land-way", {}, "PR-9.2.2")

    def no_way(self, s: Position, p: M, near: int, link: int) -> Phrase:
        """Why an Army does not take a step for which there is a Connection."""
        ban = step_ban(s, p.side, p.node, near, link, p.army)
        if ban:
            return because(ban)
        left, need, rule = p.marching_mp, way_cost(s, near, link), "PR-9.2.1n"
        if near >= s.box.atlas.spaces:
            need += exit_cost(s, p.side, near, p.node, p.army, p.power)
            rule = "PR-9.5.1b"
            if need >= IMPOSSIBLE:
                return Phrase("why.dead-end", {}, rule)
        elif attack_cost(s, p.side, near, p.power):
            need += 1
            rule = "PR-9.2.1m"
        if need > left:
            return short_of(need, left, rule)
        return Phrase("why.no-attackers", {}, "PR-9.2.1k")

    def against_foes(self, s: Position, p: M, power: int, near: int) -> Manner:
        return fights_at(s, p, near)

    @choice(MARCH, "PR-9.2.1a", exactly=steps, otherwise=no_step, meant=against_foes)
    def march(self, s: Position, p: M, power: int, near: int) -> None:
        link = next(link for other, link in s.box.atlas.land[p.node] if other == near)
        p.mp -= self.price(s, p, near, link) + (1 if p.lost else 0)
        p.lost = False
        p.entered = p.node
        if p.node < s.box.atlas.spaces:
            p.last_space = p.node
        p.carry(s, near)
        p.leave_shore()
        p.arrive()
        if s.listener is not None:
            s.tell("march", "PR-9.2.1a", side=s.box.side_word(p.side), space=s.box.place(near), mp=p.mp)
        if link == ALPINE:
            attrition(s, (p.side,), p.power, near, (p.army,), "PR-9.5.2a")


class WalkInCompany(Walk[M]):
    """On the march with those who may join the Army or stay behind (9.2.1 f)."""

    def not_asked(self, s: Position, p: M, power: int, verb: int, argument: int) -> Phrase | None:
        if verb in (TAKE, TAKE_ALL):
            return ONE_UNIT if p.minor else Phrase("why.pick-up-first", {}, "PR-9.2.1f")
        return super().not_asked(s, p, power, verb, argument)

    def costs_mp(self, p: M) -> bool:
        """Whether leaders join, and anybody stays behind, only while MP are left."""
        return True

    def new_leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        if not p.army or p.node >= s.box.atlas.spaces or (self.costs_mp(p) and p.mp <= 0):
            return ()
        return p.idle_leaders(s)

    def no_new_leader(self, s: Position, p: M, power: int, number: int) -> Reason:
        reason = no_such_leader(s, p, number)
        if reason:
            return reason
        if not p.army:
            return Phrase("why.leader-alone", {}, "PR-8.2.3c")
        if p.node >= s.box.atlas.spaces:
            return NO_REST
        return short_of(1, p.mp, "PR-9.2.1f")

    @choice(TAKE_LEADER, "PR-8.2.3c", exactly=new_leaders, otherwise=no_new_leader)
    def take_leader(self, s: Position, p: M, power: int, argument: int) -> None:
        p.take_leader(argument)

    def may_part(self, s: Position, p: M) -> bool:
        return p.mp > 0 and p.node < s.box.atlas.spaces and self.may_stay(s, p)

    def no_parting(self, s: Position, p: M) -> Reason:
        """Why nobody stays behind in this place, or nothing."""
        if self.may_part(s, p):
            return ""
        return self.no_stay(s, p, p.power, 0) or short_of(1, p.mp, "PR-9.2.1f")

    def parts(self, s: Position, p: M, power: int) -> Iterable[int]:
        """The Units of which one may stay behind, if the Army goes on without it."""
        if not p.army or not self.may_part(s, p):
            return ()
        return kinds(p.army) if size(p.army) > 1 or (p.leaders and p.led_by == NOBODY) else ()

    def no_part(self, s: Position, p: M, power: int, kind: int) -> Reason:
        reason = not_along(p, kind) or self.no_parting(s, p)
        if reason:
            return reason
        return conqueror_leads() if p.led_by != NOBODY else Phrase("why.nobody-goes-on", {}, "PR-9.2.1f")

    @choice(DROP, "PR-9.2.1f", exactly=parts, otherwise=no_part)
    def drop(self, s: Position, p: M, power: int, kind: int) -> None:
        p.army -= ONE[kind]
        if kind == GARRISON and p.made:
            p.made -= 1
        else:
            p.wear_out(s, ONE[kind])
        self.left_behind(s, p)

    def parting_leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        leaders = p.leader_list()
        if not (p.army or len(leaders) > 1) or not self.may_part(s, p):
            return ()
        return [number for number in leaders if number != p.led_by]

    def no_parting_leader(self, s: Position, p: M, power: int, number: int) -> Reason:
        if not p.has_leader(number):
            return Phrase("why.leader-not-along", {}, "PR-9.2.1f")
        if number == p.led_by:
            return conqueror_leads()
        return self.no_parting(s, p) or Phrase("why.nobody-goes-on", {}, "PR-9.2.1f")

    @choice(DROP_LEADER, "PR-9.2.1f", exactly=parting_leaders, otherwise=no_parting_leader)
    def drop_leader(self, s: Position, p: M, power: int, number: int) -> None:
        p.part_with(s, number)
        self.left_behind(s, p)

    def left_behind(self, s: Position, p: M) -> None:
        """Somebody no longer goes along."""


def conqueror_leads() -> Phrase:
    """A conqueror's own Move is made by him and an Army stacked with him (16.2)."""
    return Phrase("why.conqueror-leads", {}, "PR-16.2-CONQUEROR")
