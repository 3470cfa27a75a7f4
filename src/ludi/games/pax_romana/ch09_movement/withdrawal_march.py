"""Chapters 9.4.4 and 9.4.5: the march of an Army that Withdraws, by land or over one Naval Connection."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.entering import Arrive, Entered
from ludi.games.pax_romana.ch09_movement.finishing import settle, wear_out_army
from ludi.games.pax_romana.ch09_movement.movement import (
    ARRIVE,
    ENTERED,
    FINISH,
    PICKING,
    SELECT,
    WALK,
    WithdrawalMarch,
)
from ludi.games.pax_romana.ch09_movement.setting_out import NOBODY_CHOSEN, Choosing
from ludi.games.pax_romana.ch09_movement.walking import NO_REST, WalkInCompany, short_of
from ludi.games.pax_romana.ch09_movement.ways import (
    IMPOSSIBLE,
    by_sea_from,
    step_ban,
    unit_ban,
)
from ludi.games.pax_romana.ch09_movement.withdrawal_crossing import Crossing
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import (
    LEAST_BY_SEA,
    Marched,
    can_rest,
    may_leave_by_sea,
    ports_next,
    sea_mp,
    withdrawal_cost,
)
from ludi.games.pax_romana.ch11_naval.afloat import release_escort
from ludi.games.pax_romana.ch11_naval.fleets import ready_galleys
from ludi.games.pax_romana.ch11_naval.naval_ambush import watch
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason, because
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, NOBODY, ONE, kinds
from ludi.games.pax_romana.world.words import BREAK, EMBARK, GO, PICK_UP, RAZE, SAIL, TAKE, TAKE_ALL


class ChoosingWhoGoes(Choosing[WithdrawalMarch], of=WithdrawalMarch, at=SELECT):
    """The Army that Withdraws: part of it may stay behind (9.4.5)."""

    def no_army(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> Reason:
        if p.army & COMBAT:
            return ""
        return NOBODY_CHOSEN if p.empty else Phrase("why.withdraw-with-fighters", {}, "PR-9.4.4e")

    def units(self, s: Position, p: WithdrawalMarch, power: int) -> list[int]:
        return kinds(p.available(s))

    @choice(TAKE_ALL, "PR-9.1.1a", unless=Choosing.some_already)
    def take_all(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        units = p.available(s)
        p.army = units & ~GARRISONS or units
        for number in p.idle_leaders(s):
            p.take_leader(number)
        p.stage = WALK

    @choice(GO, "PR-9.4.1a", unless=no_army)
    def go(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.stage = WALK

    @choice(TAKE, "PR-9.4.1a", exactly=units, otherwise=Choosing.no_unit)
    def take(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.army += ONE[argument]

    # Named again only for its place: choices are offered in the order in which a stage names them.
    take_leader = Choosing.take_leader


class Withdrawing(WalkInCompany[WithdrawalMarch], of=WithdrawalMarch, at=WALK):
    """On the way out: past Garrisons, to a Space without enemies or to a friendly Port (9.4.4, 9.4.5)."""

    def may_stay(self, s: Position, p: WithdrawalMarch) -> bool:
        """No Army ends its Withdrawal among enemies, nor where it was."""
        return p.node != p.start and not quick_foe(s, p.side, p.node)

    def need(self, s: Position, p: WithdrawalMarch, near: int, link: int) -> int:
        cost, left = withdrawal_cost(s, p, p.node, near, link), p.marching_mp
        return cost if cost <= left and can_rest(s, p, near, left - cost) else IMPOSSIBLE

    def price(self, s: Position, p: WithdrawalMarch, near: int, link: int) -> int:
        return withdrawal_cost(s, p, p.node, near, link)

    def not_asked(self, s: Position, p: WithdrawalMarch, power: int, verb: int, argument: int) -> Phrase | None:
        if verb in (EMBARK, BREAK, RAZE):
            return Phrase("why.withdrawing", {}, "PR-9.4.1a")
        return super().not_asked(s, p, power, verb, argument)

    def not_alone(self, s: Position, p: WithdrawalMarch) -> Phrase:
        return Phrase("why.withdraw-from-here", {}, "PR-9.4.1a") if p.node == p.start else super().not_alone(s, p)

    def no_way(self, s: Position, p: WithdrawalMarch, near: int, link: int) -> Phrase:
        if near == p.barred:
            return Phrase("why.enemy-came-from-there", {}, "PR-9.4.4a")
        ban = step_ban(s, p.side, p.node, near, link, p.army)
        if ban:
            return because(ban)
        need = withdrawal_cost(s, p, p.node, near, link)
        if need >= IMPOSSIBLE:
            return Phrase("why.enemy-there", {}, "PR-9.4.4b")
        if need > p.marching_mp:
            return short_of(need, p.marching_mp, "PR-9.2.1n")
        return Phrase("why.no-refuge-beyond", {}, "PR-9.4.4b")

    def stuck(self, s: Position, p: WithdrawalMarch) -> None:
        """With no way on it takes any free Space."""
        if p.node == p.start:
            super().stuck(s, p)
        else:
            scatter(s, p)

    def nobody_to_join(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> Reason:
        if p.node == p.start:
            return Phrase("why.withdraw-from-here", {}, "PR-9.4.1a")
        if p.node >= s.box.atlas.spaces:
            return NO_REST
        if p.mp < 1:
            return short_of(1, p.mp, "PR-9.2.1f")
        return "" if p.available(s) else Phrase("why.nothing-to-pick-up", {}, "PR-9.1.4a")

    @choice(PICK_UP, "PR-9.2.1f", unless=nobody_to_join)
    def pick_up(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.mp -= 1
        p.stage = PICKING

    def costs_mp(self, p: WithdrawalMarch) -> bool:
        return False

    # Again only for the order of what is offered: before the ways by sea, who stays behind last.
    take_leader = WalkInCompany.take_leader

    def ports(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        return ports_next(s, p.power, p.node, p.army) if p.node < s.box.atlas.spaces else ()

    def no_port(self, s: Position, p: WithdrawalMarch, power: int, port: int) -> Reason:
        if p.node >= s.box.atlas.spaces or not s.box.atlas.is_port[p.node]:
            return Phrase("why.no-port", {}, "PR-11.3.1a")
        ban = unit_ban(s, p.power, p.army)
        if ban:
            return ban
        if port not in ports_next(s, p.power, p.node, p.army):
            return Phrase("why.no-port-beside", {}, "PR-9.4.5d")
        return "" if may_leave_by_sea(p) else short_of(LEAST_BY_SEA, sea_mp(p), "PR-9.4.5d")

    @choice(SAIL, "PR-11.1.1a", among=ports, unless=no_port)
    def sail(self, s: Position, p: WithdrawalMarch, power: int, port: int) -> None:
        """To a friendly Port next to this one, with all Galley Squadrons here that obey (9.4.5)."""
        origin = p.node
        p.ships = ready_galleys(s, p.power, origin)
        if p.side != p.power:
            s.remove(p.power, origin, p.ships)
            s.add(p.side, origin, p.ships)
        p.carry(s, port)
        p.mp = 0
        p.entered = by_sea_from(origin)
        crossing = Crossing.of(p)
        s.become(crossing)
        watch(s, crossing)

    drop = WalkInCompany.drop
    drop_leader = WalkInCompany.drop_leader


def scatter(s: Position, march: WithdrawalMarch) -> None:
    """An Army that finds no way on: to a free Space beside, or lost.

    That happens where a Space ahead was taken meanwhile, say by an interceptor who fell back. The book has no word on
    it: the Army may not stay among enemies (9.4.4), so it goes to the first Space without any, MP apart.
    """
    free = [
        near
        for near, link in s.box.atlas.land[march.node]
        if near < s.box.atlas.spaces and near != march.barred and not quick_foe(s, march.side, near, march.power)
        if not step_ban(s, march.side, march.node, near, link, march.army)
    ]
    if free:
        march.carry(s, free[0])
    else:
        s.remove(march.side, march.node, march.army)
        for number in march.leader_list():
            kill_leader(s, number, "PR-8.4.4")
        march.perish()
    march.stage = FINISH


class ArriveWithdrawn(Arrive[WithdrawalMarch], of=WithdrawalMarch, at=ARRIVE):
    """Others may intercept a Withdrawal too, not the Army that it leaves (9.4.5)."""

    invades = False


class EnteredWithdrawn(Entered[WithdrawalMarch], of=WithdrawalMarch, at=ENTERED):
    """A Withdrawal that was intercepted and beaten is over."""

    unharmed = WALK
    victorious = WALK
    driven_off = FINISH


class FinishWithdrawal(Stage[WithdrawalMarch], of=(WithdrawalMarch, Crossing), at=FINISH):
    """The Withdrawal is over."""

    def run(self, s: Position, p: WithdrawalMarch) -> bool:
        wear_out_army(s, p)
        release_escort(s, p)
        settle(s, p.side, p.node, p.start)
        s.pop(Marched(p.node if p.node != p.start else NOBODY))
        return False
