"""Chapters 9.2.1 and 9.4.1: an Army enters a Space: interception, a bribe, Withdrawal of those there, attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, offer_bribe, threatened
from ludi.games.pax_romana.ch07_cities.cities import Capture, capture_campaign
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader, leaders_without_army
from ludi.games.pax_romana.ch09_movement.falling_back import regroup, turn_back
from ludi.games.pax_romana.ch09_movement.stages import (
    AT_SEA,
    CAPTURED,
    CONFRONT,
    ENTERED,
    FINISH,
    FOUGHT,
    INVASION,
    MINOR_MOVE,
    THREAT,
    THREATENED,
    WALK,
    WITHDRAWAL,
    WITHDREW,
)
from ludi.games.pax_romana.ch09_movement.ways import (
    attack_cost,
    by_sea_from,
    foes,
    free_prize,
    hostile,
    lets_by,
    open_prize,
    quick_foe,
)
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER
from ludi.games.pax_romana.ch11_naval.transport import release_escort
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import CAVALRIES, COMBAT, LAND, NOBODY, OCCUPY, SOF, TRIBES

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.interception import InterceptionResult
    from ludi.games.pax_romana.ch09_movement.movement import Move
    from ludi.games.pax_romana.ch10_battle.battle import BattleResult


def arrive(s: Position, move: Move) -> None:
    move.sync(s)
    if move.mode == INVASION:
        from ludi.games.pax_romana.ch13_barbarians.barbarians import scare_capitals

        scare_capitals(s, move.side)
    if move.node >= s.box.atlas.spaces:
        move.stage = WALK
        return
    from ludi.games.pax_romana.ch09_movement.interception import UNTOUCHED, Interception

    move.stage = ENTERED
    move.asked = 0
    move.owes = bool(attack_cost(s, move.side, move.node, move.power))
    if move.army & LAND:
        barred = move.start if move.mode == WITHDRAWAL else NOBODY
        came = move.entered
        if move.at_sea or came < 0:
            came = by_sea_from(move.sailed_from)
        s.push(Interception(move.side, move.power, move.node, came, barred))
    else:
        after_interception(s, move, UNTOUCHED)


def after_interception(s: Position, move: Move, result: InterceptionResult) -> None:
    """After the attempts at interception."""
    if result.leader_died:
        move.mp = max(0, move.mp - 1)
    move.lost = move.lost or result.lost
    if result.gone:
        if move.at_sea:
            release_escort(s, move)
        if result.fled_to == NOBODY:
            move.army = 0
            move.leaders = 0
            move.stage = FINISH
            return
        move.node = result.fled_to
        move.sync(s)
        move.stage = WALK if move.mode != WITHDRAWAL else FINISH
        return
    move.sync(s)
    move.free_attack = result.fought_here
    move.stage = THREAT if move.mode != WITHDRAWAL else WALK


def threaten(s: Position, move: Move) -> None:
    """Whoever the Army moves against may try to buy it off (4.4)."""
    move.stage = CONFRONT
    if not move.free_attack and 0 <= move.entered != move.node:
        victim = threatened(s, move.side, move.power, move.army, move.node)
        if offer_bribe(s, victim, move.power, ATTACK, move.node):
            move.stage = THREATENED


def confront(s: Position, move: Move) -> None:
    """Who is in the Space entered must be attacked (9.2.1 k, l); he may Withdraw first (9.4)."""
    node, side = move.node, move.side
    enemies = to_attack(s, move)
    move.placed = False
    if not enemies:
        move.free_attack = False
        if move.at_sea:
            release_escort(s, move)
        move.stage = WALK
        return
    if not move.army & COMBAT:
        move.free_attack = False
        turn_back(s, move)
        return
    units = 0
    for enemy in enemies:
        units |= s.at(enemy, node) & COMBAT
    if not units and TRIBES not in enemies:
        site = s.sites.get(node)
        if site is None or site.owner not in enemies:
            sweep(s, move, enemies)
            return
        if free_prize(s, side, node, move.power):
            take_prize(s, move)
            return
    if not move.free_attack and offer_withdrawal(s, move, enemies):
        return
    attack(s, move, enemies)


def to_attack(s: Position, move: Move) -> list[int]:
    """The sides that the Army must attack where it is; invaders just placed also Tribes, which they may pass later."""
    enemies = foes(s, move.side, move.node, move.power)
    if move.placed and (move.node in s.tribes or s.at(TRIBES, move.node) & COMBAT):
        enemies.append(TRIBES)
    return enemies


def take_prize(s: Position, move: Move) -> None:
    """A City at 3 or Town at 1 Wall Point falls; one that was unoccupied may be left alone (7.4.2)."""
    node, side = move.node, move.side
    optional = not move.free_attack and side in (SOF, *range(4)) and open_prize(s, side, node, move.power)
    move.pay_attack()
    move.free_attack = False
    move.stage = CAPTURED
    campaign = capture_campaign(s, side, node, move.mode == MINOR_MOVE)
    s.push(Capture(side, move.power, node, campaign, optional))


def attack(s: Position, move: Move, enemies: list[int]) -> None:
    move.pay_attack()
    move.free_attack = False
    from ludi.games.pax_romana.ch10_battle.battle import Battle

    move.stage = FOUGHT
    mp = 0 if move.fleet else move.mp
    enemies = outside_walls(s, move.node, enemies) or enemies
    s.push(Battle((move.side,), tuple(enemies), move.node, move.entered, move.power, mp, move.at_sea, False))


def outside_walls(s: Position, node: int, enemies: list[int]) -> list[int]:
    """Armies before a City or Town that they left alone: no friends of its owner, they fight before it (7.4.2)."""
    owner = s.site_owner(node)
    if owner not in enemies:
        return []
    return [
        side
        for side in enemies
        if side in (SOF, *range(4)) and s.at(side, node) & COMBAT and hostile(s, side, owner)
        if not lets_by(s, side, owner, node)
    ]


def stranded(s: Position, side: int, node: int) -> bool:
    """Cavalry without Infantry in a Mountain Fortress cannot fight there: it leaves or is lost (10.4.3)."""
    stack = s.at(side, node) & COMBAT
    return bool(stack) and not stack & ~CAVALRIES and bool(s.box.atlas.flags[node] & MOUNTAIN)


def offer_withdrawal(s: Position, move: Move, enemies: list[int]) -> bool:
    """Every Army in the Space may Withdraw, once each and not those that did so before this Move (9.4.1)."""
    for defender in enemies:
        must = stranded(s, defender, move.node)
        if must and not s.fresh(defender, move.node) & COMBAT:
            s.remove(defender, move.node, s.at(defender, move.node) & CAVALRIES)
            leaders_without_army(s, defender, move.node, "PR-8.4.4", in_battle=False)
            move.stage = CONFRONT
            return True
        if (move.asked >> defender & 1 and not must) or not s.fresh(defender, move.node) & COMBAT:
            continue
        if defender < len(s.box.powers) or defender == SOF:
            from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal

            move.asked |= 1 << defender
            move.stage = WITHDREW
            player = s.sof_owner if defender == SOF else defender
            s.push(Withdrawal(player, move.node, move.entered, move.side, move.power, move.at_sea, defender))
            return True
    return False


def sweep(s: Position, move: Move, enemies: list[int]) -> None:
    """Garrisons alone are eliminated without a Battle; a leader with them dies (12.1.1, 8.4.6)."""
    move.pay_attack()
    for enemy in enemies:
        s.remove(enemy, move.node, s.at(enemy, move.node) & LAND)
        for number in s.leaders_of(enemy, move.node):
            kill_leader(s, number, "PR-8.4.6")
    if s.listener is not None:
        s.tell("sweep", "PR-12.1.1a", side=s.box.side_word(move.side), space=s.box.place(move.node))
    if move.at_sea:
        release_escort(s, move)
    move.stage = WALK


def after_battle(s: Position, move: Move, battle: BattleResult) -> None:
    """After a Battle in which this Army attacked (10.2 steps 13 to 15)."""
    move.sync(s)
    move.mp = max(0, move.mp - battle.leader_died[ATTACKER] - battle.forced)
    move.lost = move.lost or battle.attacker_lost
    if battle.attackers_gone or not move.army & OCCUPY:
        release_escort(s, move)
        move.army = 0
        move.leaders = 0
        move.stage = FINISH
        return
    if battle.holds:
        if move.at_sea:
            release_escort(s, move)
        move.free_attack = quick_foe(s, move.side, move.node, move.power)
        move.stage = CONFRONT if move.free_attack else WALK
        return
    if move.at_sea:
        move.lost = False
        move.legs = []
        move.stage = AT_SEA
        return
    regroup(s, move)
