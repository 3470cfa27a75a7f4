"""Chapter 9.2: an Army on the march: the next step, and what it may do in a Space on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount_capitals
from ludi.games.pax_romana.ch07_cities.capture import may_raze
from ludi.games.pax_romana.ch09_movement.movement import ARRIVE, FINISH, PICKING, WALK, March, Move, WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.on_the_way import M, OnTheWay, no_part
from ludi.games.pax_romana.ch09_movement.ways import (
    IMPOSSIBLE,
    attack_cost,
    exit_cost,
    march_need,
    step_ban,
    step_cost,
    unit_ban,
)
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch11_naval.afloat import ESCORTING, Voyage
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.engine.stage import ALONE, choice
from ludi.games.pax_romana.world.atlas import ALPINE, PORT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GARRISON,
    GARRISONS_FROM,
    KINDS,
    LAND,
    LOSSES,
    NOBODY,
    OCCUPY,
    ONE,
    SETTLERS,
    SOF,
    count,
    kinds,
    size,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    TAKE,
    TAKE_LEADER,
)

LEAST_TO_SAIL = 3
"""The MP to embark, sail and debark (9.2.1 d)."""


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
        s._legal[p.power] = options
        return True

    def stuck(self, s: Position, p: M) -> None:
        """On a Transit Point with no way on: back to the last Space left."""
        p.stage = FINISH
        p.carry(s, p.last_space)

    # Ending the Move

    def may_stay(self, s: Position, p: M) -> bool:
        """Whether the Move may end in this Space."""
        return True

    def in_a_space(self, s: Position, p: M, power: int) -> Iterable[int]:
        return ALONE if p.node < s.box.atlas.spaces and self.may_stay(s, p) else ()

    def no_halt(self, s: Position, p: M) -> Phrase:
        if p.node >= s.box.atlas.spaces:
            return Phrase("why.no-rest", {}, "PR-9.5.1a")
        return Phrase("why.among-others", {}, "PR-9.4.4b")

    @choice(HALT, "PR-9.2.1n", among=in_a_space)
    def halt(self, s: Position, p: M, power: int, argument: int) -> None:
        p.stage = FINISH

    # A step

    def need(self, s: Position, p: M, near: int, link: int) -> int:
        """The MP that must be left for a step."""
        return march_need(s, p.side, p.node, near, link, p.army, p.power)

    def price(self, s: Position, p: M, near: int, link: int) -> int:
        """The MP that a step takes."""
        return step_cost(s.box.atlas, near, link)

    def neighbours(self, s: Position, p: M, power: int) -> Iterable[int]:
        return [near for near, _ in s.box.atlas.land[p.node]] if p.marching_mp > 0 else ()

    def too_far(self, s: Position, p: M, power: int, near: int) -> str:
        for other, link in s.box.atlas.land[p.node]:
            if other == near:
                return "" if self.need(s, p, near, link) <= p.marching_mp else "PR-9.2.1n"
        return "PR-9.2.2"

    def say_too_far(self, s: Position, p: M, power: int, near: int, rule: str) -> Phrase:
        for other, link in s.box.atlas.land[p.node]:
            if other == near:
                return self.no_step(s, p, near, link, rule)
        return Phrase("why.no-land-way", {}, rule)

    def no_step(self, s: Position, p: M, near: int, link: int, rule: str) -> Phrase:
        """Why an Army does not take a step for which there is a Connection."""
        ban = step_ban(s, p.side, p.node, near, link, p.army)
        if ban:
            return because(ban)
        left, need = p.marching_mp, step_cost(s.box.atlas, near, link)
        if near >= s.box.atlas.spaces:
            need += exit_cost(s, p.side, near, p.node, p.army, p.power)
            rule = "PR-9.5.1b"
            if need >= IMPOSSIBLE:
                return Phrase("why.dead-end", {}, rule)
        elif attack_cost(s, p.side, near, p.power):
            need += 1
            rule = "PR-9.2.1m"
        if need > left:
            return Phrase("why.mp", {"need": need, "left": max(0, left)}, rule)
        return self.no_entry(s, p)

    def no_entry(self, s: Position, p: M) -> Phrase:
        """Why an Army does not go to where enemies are."""
        if not p.army & COMBAT:
            return Phrase("why.no-attackers", {}, "PR-9.2.1k")
        return Phrase("why.enemy-there", {}, "PR-9.4.4b")

    @choice(MARCH, "PR-9.2.1a", among=neighbours, unless=too_far, saying=say_too_far)
    def march(self, s: Position, p: M, power: int, near: int) -> None:
        link = next(link for other, link in s.box.atlas.land[p.node] if other == near)
        p.mp -= self.price(s, p, near, link) + (1 if p.lost else 0)
        p.lost = False
        p.entered = p.node
        if p.node < s.box.atlas.spaces:
            p.last_space = p.node
        p.carry(s, near)
        p.leave_shore()
        p.stage = ARRIVE
        if s.listener is not None:
            s.tell("march", "PR-9.2.1a", side=s.box.side_word(p.side), space=s.box.place(near), mp=p.mp)
        if link == ALPINE:
            attrition(s, (p.side,), p.power, near, (p.army,), "PR-9.5.2a")

    # What is not open

    def no_unit(self, s: Position, p: M, verb: int, kind: int) -> Phrase:
        if verb == TAKE or (verb == BREAK and GARRISONS_FROM[kind]):
            return no_part(p, verb, kind)
        return super().no_unit(s, p, verb, kind)

    def lacking(self, s: Position, p: M, verb: int, argument: int) -> Phrase | None:
        if verb == RAZE:
            rule = may_raze(s, p.power, p.node, p.mp)
            return because(rule) if rule else None
        if verb == EMBARK:
            return self.no_voyage(s, p)
        return super().lacking(s, p, verb, argument)

    def no_voyage(self, s: Position, p: M) -> Phrase | None:
        if not s.box.atlas.sea[p.node]:
            return Phrase("why.no-port", {}, "PR-11.3.1a")
        rule = embark_ban(s, p)
        if rule == "PR-9.2.1n":
            return Phrase("why.mp", {"need": LEAST_TO_SAIL, "left": max(0, p.marching_mp)}, rule)
        return because(rule) if rule else None


class WalkInCompany(Walk[M]):
    """On the march with those who may join the Army or stay behind (9.2.1 f)."""

    def new_leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        return p.idle_leaders(s) if p.army and p.mp > 0 and p.node < s.box.atlas.spaces else ()

    @choice(TAKE_LEADER, "PR-8.2.3c", among=new_leaders)
    def take_leader(self, s: Position, p: M, power: int, argument: int) -> None:
        p.take_leader(argument)

    def may_part(self, s: Position, p: M) -> bool:
        return p.mp > 0 and p.node < s.box.atlas.spaces and self.may_stay(s, p)

    def parts(self, s: Position, p: M, power: int) -> Iterable[int]:
        """The Units of which one may stay behind, if the Army goes on without it."""
        if not p.army or not self.may_part(s, p):
            return ()
        return kinds(p.army) if size(p.army) > 1 or (p.leaders and p.led_by == NOBODY) else ()

    def parting_leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        leaders = p.leader_list()
        if not (p.army or len(leaders) > 1) or not self.may_part(s, p):
            return ()
        return [number for number in leaders if number != p.led_by]

    @choice(DROP, "PR-9.2.1f", among=parts)
    def drop(self, s: Position, p: M, power: int, kind: int) -> None:
        p.army -= ONE[kind]
        if kind == GARRISON and p.made:
            p.made -= 1
        else:
            p.wear_out(s, ONE[kind])

    @choice(DROP_LEADER, "PR-9.2.1f", among=parting_leaders)
    def drop_leader(self, s: Position, p: M, power: int, number: int) -> None:
        p.part_with(s, number)


def embark_ban(s: Position, move: Move) -> str:
    """The rule that forbids embarking in a Port, '' if it is allowed (9.2.1 d, h; 12.3.3)."""
    ban = unit_ban(s, move.side, move.army)
    if ban:
        return ban
    if not move.army and move.node in move.visited:
        return "PR-11.1.1a"
    return "PR-9.2.1n" if move.army and move.marching_mp < LEAST_TO_SAIL else ""


class Marching(WalkInCompany[March], of=March, at=WALK):
    """A Major or Minor Move by land (9.2)."""

    halt = Walk.halt
    march = Walk.march

    def others(self, s: Position, p: March, power: int) -> Iterable[int]:
        """Whether Units here may be picked up (9.2.1 f)."""
        if p.minor or p.mp - p.bonus < 1 or p.node >= s.box.atlas.spaces:
            return ()
        return ALONE if p.available(s) & LAND else ()

    @choice(PICK_UP, "PR-9.2.1f", among=others)
    def pick_up(self, s: Position, p: March, power: int, argument: int) -> None:
        p.mp -= p.bonus + 1
        p.bonus = 0
        p.stage = PICKING

    take_leader = WalkInCompany.take_leader

    def settlers(self, s: Position, p: March, power: int) -> Iterable[int]:
        """The Units of the Army that may become Garrisons, as many as one likes for 1 MP (9.2.1 e, 12.1.4)."""
        if p.node >= s.box.atlas.spaces or p.minor or p.side == SOF:
            return ()
        return kinds(p.army & SETTLERS) if p.mp > 0 or p.broke_at == p.node else ()

    def no_garrisons(self, s: Position, p: March, power: int, kind: int, rule: str) -> Phrase | None:
        if kind >= KINDS or not count(p.army, kind):
            return None
        facts = {"what": LOSSES[kind]}
        if not GARRISONS_FROM[kind] or p.side == SOF:
            return Phrase("why.no-garrisons-from", facts, "PR-12.1.7")
        if p.minor:
            return None
        if p.node >= s.box.atlas.spaces:
            return Phrase("why.not-left-here", facts, "PR-12.1.4a")
        return Phrase("why.mp", {"need": 1, "left": 0}, "PR-9.2.1e")

    @choice(BREAK, "PR-12.1.4a", among=settlers, saying=no_garrisons)
    def break_up(self, s: Position, p: March, power: int, kind: int) -> None:
        if p.broke_at != p.node:
            p.broke_at = p.node
            p.mp -= 1
        number = GARRISONS_FROM[kind]
        p.made += number
        s.remove(p.side, p.node, ONE[kind])
        s.add(p.side, p.node, number * ONE[GARRISON])
        p.army += number * ONE[GARRISON] - ONE[kind]

    def an_army(self, s: Position, p: March, power: int) -> Iterable[int]:
        return ALONE if p.mp > 0 and p.army & OCCUPY and p.node < s.box.atlas.spaces else ()

    def no_razing(self, s: Position, p: March, power: int, argument: int) -> str:
        return may_raze(s, p.power, p.node, p.mp)

    @choice(RAZE, "PR-7.4.3a", among=an_army, unless=no_razing)
    def raze(self, s: Position, p: March, power: int, argument: int) -> None:
        destroy_site(s, p, power)

    def in_port(self, s: Position, p: March, power: int) -> Iterable[int]:
        atlas = s.box.atlas
        port = p.node < atlas.spaces and atlas.flags[p.node] & PORT and atlas.sea[p.node]
        return ALONE if p.mp > 0 and port else ()

    def no_embarking(self, s: Position, p: March, power: int, argument: int) -> str:
        return embark_ban(s, p)

    def say_no_embarking(self, s: Position, p: March, power: int, argument: int, rule: str) -> Phrase | None:
        return self.no_voyage(s, p)

    @choice(EMBARK, "PR-11.3.2a", among=in_port, unless=no_embarking, saying=say_no_embarking)
    def embark(self, s: Position, p: March, power: int, argument: int) -> None:
        p.mp = p.marching_mp
        p.lost = False
        voyage = Voyage.of(p)
        voyage.stage = ESCORTING
        s.become(voyage)

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

    def units(self, s: Position, p: M, power: int) -> Iterable[int]:
        return kinds(p.available(s) & LAND)

    def leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        return p.idle_leaders(s)

    @choice(GO, "PR-9.2.1f")
    def go(self, s: Position, p: M, power: int, argument: int) -> None:
        p.stage = WALK

    @choice(TAKE, "PR-9.2.1f", among=units)
    def take(self, s: Position, p: M, power: int, argument: int) -> None:
        p.army += ONE[argument]

    @choice(TAKE_LEADER, "PR-9.2.1f", among=leaders)
    def take_leader(self, s: Position, p: M, power: int, argument: int) -> None:
        p.take_leader(argument)
