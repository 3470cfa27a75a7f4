"""Chapter 10.4.6 to 10.4.9: Elephants, step 4 of a Battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch08_leaders.commanders import loss_taker
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, OF_ELEPHANTS, Losses
from ludi.games.pax_romana.ch10_battle.stages import AFTERMATH, CHARGE, ELEPHANTS_IN, ELEPHANTS_OUT
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import COMBAT, ELEPHANT, NOBODY, count

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch10_battle.battle import Battle


def elephants(s: Position, battle: Battle) -> bool:
    """Step 4: each side commits Elephants, none in a Mountain Fortress or by sea (10.4.6, 10.4.8)."""
    side = ATTACKER if battle.stage == ELEPHANTS_OUT else DEFENDER
    barred = s.box.atlas.flags[battle.node] & MOUNTAIN or (side == ATTACKER and battle.amphibious)
    number = 0 if barred else count(battle.units(s, side), ELEPHANT)
    if number and battle.powers[side] != NOBODY:
        return True
    commit(s, battle, side, 0)
    return False


def commit(s: Position, battle: Battle, side: int, number: int) -> None:
    if side == ATTACKER:
        battle.committed = (number, 0)
        battle.stage = ELEPHANTS_IN
    else:
        battle.committed = (battle.committed[0], number)
        battle.stage = CHARGE
        roll_elephants(s, battle)


def roll_elephants(s: Position, battle: Battle) -> None:
    negated = [0, 0]
    hits = [0, 0]
    lost = [0, 0]
    for side in (ATTACKER, DEFENDER):
        other = 1 - side
        for _ in range(battle.committed[side]):
            die = s.roll("elephants")
            if die <= 3:
                negated[other] += 1
            if die == 1:
                hits[other] += 1
            elif die == 6:
                hits[side] += 1
            if die in (3, 5, 6):
                lost[side] += 1
            if s.listener is not None:
                s.tell("elephant", f"PR-10.4.6{'abcdefg'[die]}", space=s.box.place(battle.node), die=die)
    battle.negated = (negated[0], negated[1])
    battle.elephant_points = (hits[0], hits[1])
    for side, sides in ((DEFENDER, battle.defenders), (ATTACKER, battle.attackers)):
        if lost[side]:
            s.push(Losses(sides, battle.powers[side], battle.node, lost[side], OF_ELEPHANTS, False, False))


def charge(s: Position, battle: Battle) -> None:
    """Battle Points that Elephants cost are taken off before step 5."""
    for side in (DEFENDER, ATTACKER):
        amount = battle.elephant_points[side]
        if amount:
            rest = list(battle.elephant_points)
            rest[side] = 0
            battle.elephant_points = (rest[0], rest[1])
            sides = (battle.attackers, battle.defenders)[side]
            s.push(Losses(sides, loss_taker(s, battle, side), battle.node, amount, IN_BATTLE, True, False))
            return
    battle.to_the_dice(s)
    for side in (ATTACKER, DEFENDER):
        if not battle.units(s, side) & COMBAT and not (side == DEFENDER and battle.walls):
            battle.stage = AFTERMATH
