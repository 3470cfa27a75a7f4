"""Chapters 9.4.4 and 9.4.5: the march of an Army that Withdraws, by land or over one Naval Connection."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.entering import Arrive, Entered
from ludi.games.pax_romana.ch09_movement.finishing import settle, wear_out_army
from ludi.games.pax_romana.ch09_movement.march import WalkInCompany
from ludi.games.pax_romana.ch09_movement.movement import (
    ARRIVE,
    ENTERED,
    FINISH,
    PICKING,
    SELECT,
    WALK,
    WithdrawalMarch,
)
from ludi.games.pax_romana.ch09_movement.setting_out import Choosing
from ludi.games.pax_romana.ch09_movement.ways import (
    IMPOSSIBLE,
    by_sea_from,
    quick_foe,
    ready_galleys,
    step_ban,
    step_cost,
    unit_ban,
)
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import (
    Marched,
    can_rest,
    ports_next,
    sea_mp,
    withdrawal_cost,
)
from ludi.games.pax_romana.ch11_naval.afloat import MEET, Crossing, release_escort
from ludi.games.pax_romana.ch11_naval.meeting import Meet
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.engine.stage import ALONE, Stage, choice
from ludi.games.pax_romana.world.atlas import PORT
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, NOBODY, ONE, kinds
from ludi.games.pax_romana.world.words import GO, PICK_UP, SAIL, TAKE, TAKE_ALL, TAKE_LEADER

LEAST_BY_SEA = 3
"""The MP of a Withdrawal by sea (9.4.5)."""


class ChoosingWhoGoes(Choosing[WithdrawalMarch], of=WithdrawalMarch, at=SELECT):
    """The Army that Withdraws: part of it may stay behind (9.4.5)."""

    def an_army(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        return ALONE if p.army & COMBAT else ()

    def units(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        return kinds(p.available(s))

    @choice(TAKE_ALL, "PR-9.1.1a", among=Choosing.nobody_yet)
    def take_all(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        units = p.available(s)
        p.army = units & ~GARRISONS or units
        for number in p.idle_leaders(s):
            p.take_leader(number)
        p.stage = WALK

    @choice(GO, "PR-9.4.1a", among=an_army)
    def go(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.stage = WALK

    @choice(TAKE, "PR-9.4.1a", among=units)
    def take(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.army += ONE[argument]

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
        passing = near < s.box.atlas.spaces and quick_foe(s, p.side, near)
        return step_cost(s.box.atlas, near, link) + (1 if passing else 0)

    def no_step(self, s: Position, p: WithdrawalMarch, near: int, link: int, rule: str) -> Phrase:
        if near == p.barred:
            return Phrase("why.enemy-came-from-there", {}, "PR-9.4.4a")
        return super().no_step(s, p, near, link, rule)

    def no_entry(self, s: Position, p: WithdrawalMarch) -> Phrase:
        return Phrase("why.enemy-there", {}, "PR-9.4.4b")

    def stuck(self, s: Position, p: WithdrawalMarch) -> None:
        """With no way on it takes any free Space."""
        if p.node == p.start:
            super().stuck(s, p)
        else:
            scatter(s, p)

    halt = WalkInCompany.halt
    march = WalkInCompany.march

    def others(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        gathers = p.node != p.start and p.mp >= 1 and p.node < s.box.atlas.spaces
        return ALONE if gathers and p.available(s) else ()

    @choice(PICK_UP, "PR-9.2.1f", among=others)
    def pick_up(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.mp -= 1
        p.stage = PICKING

    def new_leaders(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        return p.idle_leaders(s) if p.army and p.node < s.box.atlas.spaces else ()

    @choice(TAKE_LEADER, "PR-8.2.3c", among=new_leaders)
    def take_leader(self, s: Position, p: WithdrawalMarch, power: int, argument: int) -> None:
        p.take_leader(argument)

    def ports(self, s: Position, p: WithdrawalMarch, power: int) -> Iterable[int]:
        in_port = p.node < s.box.atlas.spaces and s.box.atlas.flags[p.node] & PORT
        return ports_next(s, p.power, p.node, p.army) if in_port and sea_mp(p) >= LEAST_BY_SEA else ()

    def say_no_port(self, s: Position, p: WithdrawalMarch, power: int, port: int, rule: str) -> Phrase | None:
        ban = unit_ban(s, p.side, p.army)
        return because(ban) if ban else None

    @choice(SAIL, "PR-11.1.1a", among=ports, saying=say_no_port)
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
        crossing.stage = MEET
        s.become(crossing)

    drop = WalkInCompany.drop
    drop_leader = WalkInCompany.drop_leader


def scatter(s: Position, march: WithdrawalMarch) -> None:
    """An Army that finds no way on: to a free Space beside, or lost."""
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


class MeetInPort(Meet[Crossing], of=Crossing, at=MEET):
    """Enemy Fleets in the Port are met; then the Army is ashore (9.4.5, 11.4.1)."""

    def clear(self, s: Position, p: Crossing) -> None:
        p.landed(s).stage = ARRIVE


class ArriveWithdrawn(Arrive[WithdrawalMarch], of=WithdrawalMarch, at=ARRIVE):
    """Others may intercept a Withdrawal too, not the Army that it leaves (9.4.5)."""


class EnteredWithdrawn(Entered[WithdrawalMarch], of=WithdrawalMarch, at=ENTERED):
    """A Withdrawal that was intercepted and beaten is over."""

    unharmed = WALK
    driven_off = FINISH


class FinishWithdrawal(Stage[WithdrawalMarch], of=(WithdrawalMarch, Crossing), at=FINISH):
    """The Withdrawal is over."""

    def run(self, s: Position, p: WithdrawalMarch) -> bool:
        wear_out_army(s, p)
        release_escort(s, p)
        settle(s, p)
        s.pop(Marched(p.node if p.node != p.start else NOBODY))
        return False
