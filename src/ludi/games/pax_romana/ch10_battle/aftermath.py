"""Chapter 10.2, steps 10 to 15: who won, Retreat, losses, what is left, leaders who fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch08_leaders.commanders import loss_taker
from ludi.games.pax_romana.ch08_leaders.leaders import check_leader_death, leader_numbers, leaders_without_army
from ludi.games.pax_romana.ch09_movement.ways import is_slave
from ludi.games.pax_romana.ch10_battle.bulletin import tell_battle
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, army_gone, loss_points
from ludi.games.pax_romana.ch10_battle.retreat import Retreat, army_at, onward, sea_retreats
from ludi.games.pax_romana.ch10_battle.stages import (
    AFTERMATH,
    ATTACKER_LOSSES,
    CHOICE,
    DEATHS,
    DEFENDER_LOSSES,
    ENDED,
    OUTCOME,
    PRESS,
    PREVENT,
    WITHDRAWN,
)
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, trained
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRIES,
    COMBAT,
    GARRISONS,
    LAND,
    NOBODY,
    ONE,
    SOF,
    TRIBES,
    count,
    revealed,
)
from ludi.games.pax_romana.world.words import FORCE, HOLD, YES

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch10_battle.battle import Battle


def go_on(s: Position, battle: Battle) -> None:
    """The steps that need no decision."""
    stage = battle.stage
    if stage == OUTCOME:
        outcome(s, battle)
    elif stage == DEFENDER_LOSSES:
        losses(s, battle, DEFENDER)
    elif stage == ATTACKER_LOSSES:
        losses(s, battle, ATTACKER)
    elif stage == AFTERMATH:
        take_stock(s, battle)
    elif stage == DEATHS:
        deaths(s, battle)
    else:
        s.pop(battle.result())


def decide_outcome(s: Position, battle: Battle, action: int) -> None:
    """Step 11: to Retreat, to stop a Retreat, to force one."""
    if battle.stage == CHOICE:
        choose(s, battle, action)
    elif battle.stage == PREVENT:
        prevent(s, battle, action)
    else:
        if action == FORCE:
            battle.yielded = 2
        battle.stage = DEFENDER_LOSSES


def outcome(s: Position, battle: Battle) -> None:
    """Steps 10 and 11: who lost; may and will the Defender Retreat."""
    if battle.attack_die > battle.defence_die:
        battle.winner = ATTACKER
    elif battle.attack_die < battle.defence_die:
        battle.winner = DEFENDER
    battle.stage = DEFENDER_LOSSES
    if battle.winner == ATTACKER and may_retreat(s, battle):
        battle.stage = CHOICE if escape(s, battle) else pressing(s, battle)


def runners(s: Position, battle: Battle) -> tuple[int, ...]:
    """The Defenders that Retreat, all together: Powers and Soldiers of Fortune (10.7.2 c, 12.4.4)."""
    return tuple(side for side in battle.defenders if side in (SOF, *range(4)) and s.at(side, battle.node) & COMBAT)


def may_retreat(s: Position, battle: Battle) -> bool:
    """Whether this kind of Army Retreats at all; a City or Town bars it, except by sea (7.3.6, 10.7.6 d)."""
    if battle.powers[DEFENDER] == NOBODY or not runners(s, battle):
        return False
    return not battle.walls or bool(sea_retreats(s, runners(s, battle), battle.node, battle.via))


def escape(s: Position, battle: Battle) -> bool:
    """Whether there is any way to Retreat."""
    sides = runners(s, battle)
    if sea_retreats(s, sides, battle.node, battle.via):
        return True
    if battle.walls:
        return False
    army = army_at(s, sides, battle.node)
    return bool(onward(s, sides, army, battle.node, battle.node, battle.barred, 0, battle.via))


def pressing(s: Position, battle: Battle) -> int:
    """The attacker may force a Retreat for 1 MP, after an interception for nothing (10.7.2)."""
    if battle.walls or battle.powers[ATTACKER] == NOBODY:
        return DEFENDER_LOSSES
    return PRESS if battle.intercepting or battle.mp >= 1 else DEFENDER_LOSSES


def choose(s: Position, battle: Battle, action: int) -> None:
    """The beaten Defender goes of his own will, or does not (10.7.1)."""
    if action == HOLD:
        battle.stage = pressing(s, battle)
    else:
        battle.yielded = 1
        asks = battle.edges[ATTACKER] and battle.powers[ATTACKER] != NOBODY
        battle.stage = PREVENT if asks else DEFENDER_LOSSES


def prevent(s: Position, battle: Battle, action: int) -> None:
    """Winning Cavalry stops a voluntary Retreat on a 1, with Supremacy on 1 to 3 (10.7.6)."""
    if action == YES and s.roll("pursuit") <= (3 if battle.edges[ATTACKER] == 3 else 1):
        battle.yielded = 0
    battle.stage = DEFENDER_LOSSES


def losses(s: Position, battle: Battle, side: int) -> None:
    """Step 12: the Defender first."""
    field = battle.field(s)
    roll = battle.attack_die if side == DEFENDER else battle.defence_die
    if side == DEFENDER and battle.yielded:
        roll = max(0, roll - 1)
    amount = loss_points(field.bases()[side], roll)
    battle.stage = ATTACKER_LOSSES if side == DEFENDER else AFTERMATH
    sides = (battle.attackers, battle.defenders)[side]
    horse = not battle.walls and not s.box.atlas.flags[battle.node] & MOUNTAIN
    if amount:
        manned = side == DEFENDER and battle.walls
        s.push(Losses(sides, loss_taker(s, battle, side), battle.node, amount, IN_BATTLE, horse, manned))
    if s.listener is not None:
        word = s.box.side_word(sides[0])
        s.tell("losses", "PR-10.2-12", side=word, percent=roll * 10, points=amount, space=s.box.place(battle.node))


def take_stock(s: Position, battle: Battle) -> None:
    """Who is left; step 13."""
    node = battle.node
    if battle.walls:
        empty_walls(s, battle)
    start = battle.start_points
    battle.fallen = (
        start[ATTACKER] - trained(battle.units(s, ATTACKER)),
        start[DEFENDER] - trained(battle.units(s, DEFENDER)) - (s.sites[node].walls if battle.walls else 0),
    )
    if s.listener is not None:
        tell_battle(s, battle)
    attackers_gone = army_gone(s, battle.attackers, node)
    defenders_left = battle.units(s, DEFENDER) & COMBAT
    if attackers_gone:
        battle.attackers_gone = True
        for side in battle.attackers:
            leaders_without_army(s, side, node, "PR-8.4.4")
    if not defenders_left:
        defenders_gone(s, battle, attackers_gone)
    if battle.tribe:
        tribe_after(s, battle)
    battle.stage = DEATHS
    if battle.yielded and defenders_left:
        if not attackers_gone:
            battle.holds = True
            battle.forced = battle.yielded == 2 and not battle.intercepting
        battle.stage = WITHDRAWN
        flee(s, battle)


def flee(s: Position, battle: Battle) -> None:
    """The beaten leave, all together; what has no Land Combat Unit left is lost (10.7.4)."""
    sides = runners(s, battle)
    for side in battle.defenders:
        if side in (SOF, *range(4)) and side not in sides:
            s.remove(side, battle.node, s.at(side, battle.node) & LAND)
            leaders_without_army(s, side, battle.node, "PR-8.4.4")
    s.push(Retreat(sides, battle.powers[DEFENDER], battle.node, battle.barred, battle.via, battle.walls))


def empty_walls(s: Position, battle: Battle) -> None:
    """Cavalry does not hold a City or Town whose walls and Infantry are gone (10.4.2, 7.4.1)."""
    site = s.sites[battle.node]
    left = battle.units(s, DEFENDER) & COMBAT
    if left and not left & ~CAVALRIES and site.stripped:
        for side in battle.defenders:
            s.remove(side, battle.node, s.at(side, battle.node) & CAVALRIES)


def defenders_gone(s: Position, battle: Battle, attackers_gone: bool) -> None:
    """No Land Combat Unit defends any more; walls that still stand hold without it (7.4.4).

    Leaders die with their Army, of which a Garrison may be left (8.4.4).
    """
    node = battle.node
    site = s.sites.get(node)
    stands = battle.walls and site is not None and not site.stripped
    taken = not attackers_gone and not stands
    if taken:
        battle.holds = True
    destroyed = bool(battle.began[DEFENDER]) and not battle.units(s, DEFENDER) & GARRISONS
    for side in battle.defenders:
        if taken:
            s.remove(side, node, s.at(side, node) & (GARRISONS | COMBAT))
        if taken or destroyed:
            leaders_without_army(s, side, node, "PR-8.4.4" if battle.began[DEFENDER] else "PR-8.4.6")
        s.tidy(side, node)


def tribe_after(s: Position, battle: Battle) -> None:
    """A Tribe that lost nothing stays a counter, turned up (13.1.2)."""
    left = count(s.at(TRIBES, battle.node), BARBARIAN)
    if left == battle.tribe:
        s.remove(TRIBES, battle.node, left * ONE[BARBARIAN])
        s.set_tribe(battle.node, revealed(battle.tribe))
    else:
        s.tribe_pool.append(battle.tribe)
    battle.tribe = 0


def deaths(s: Position, battle: Battle) -> None:
    """Step 14: leaders; then Militia and what else follows a lost Battle."""
    battle.stage = ENDED
    died = []
    for side, led in enumerate(battle.led):
        leaders = [number for number in leader_numbers(led) if s.leader_at[number] >= 0]
        died.append(bool(check_leader_death(s, leaders, battle.winner == side)))
    battle.leader_died = (died[ATTACKER], died[DEFENDER])
    pyrrhic(s, battle)
    from ludi.games.pax_romana.ch12_special.special_units import offer_militia

    for side in (DEFENDER, ATTACKER):
        if battle.winner == 1 - side:
            to_slaves = any(is_slave(each) for each in (battle.defenders, battle.attackers)[side])
            offer_militia(s, battle.powers[side], battle.node, battle.fallen[side], to_slaves)


def pyrrhic(s: Position, battle: Battle) -> None:
    rule = s.box.special.get("pyrrhic-losses")
    if rule is None or battle.winner == NOBODY:
        return
    sides = (battle.attackers, battle.defenders)[battle.winner]
    if SOF in sides and battle.fallen[battle.winner] >= rule["min_loss"]:
        s.vp[s.box.powers.index(rule["power"])] += rule["points"]
