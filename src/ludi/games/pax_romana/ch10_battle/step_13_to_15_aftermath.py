"""Chapter 10.2, steps 13 to 15: who holds the Space, the Retreat, leaders who fall, what follows a lost Battle."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.leaders import check_leader_death, leaders_without_army
from ludi.games.pax_romana.ch10_battle.battle import (
    AFTERMATH,
    BY_FORCE,
    DEATHS,
    ENDED,
    FLEEING,
    FORCES_FOR_MP,
    Battle,
    BattleResult,
    BattleStage,
    Defeat,
)
from ludi.games.pax_romana.ch10_battle.bulletin import tell_battle
from ludi.games.pax_romana.ch10_battle.losses import army_gone
from ludi.games.pax_romana.ch10_battle.retreat import Retreat, Retreated
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, trained
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.counters import revealed
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRIES,
    COMBAT,
    GARRISONS,
    LAND,
    NOBODY,
    ONE,
    PLAYED,
    SOF,
    SUCCESSORS,
    TRIBES,
    count,
    is_played,
    is_slave,
)
from ludi.games.pax_romana.world.sets import members


class Aftermath(Battle):
    """Steps 13 to 15: who has the Space, who fell, what follows. Ends with :class:`BattleResult`."""

    __slots__ = ("attackers_gone", "fallen", "fled_to", "holds", "leader_died", "yielded")

    name = "battle"
    saved_as = "battle-aftermath"
    tuples = (*Battle.tuples, "fallen", "leader_died")
    first = AFTERMATH

    def begin(self) -> None:
        super().begin()
        self.yielded = 0
        """OWN_WILL or BY_FORCE if the Defender Retreats."""
        self.fallen: tuple[int, int] = (0, 0)
        """Battle Points lost by each side, walls included, Militia apart."""
        self.attackers_gone = self.holds = False
        self.leader_died: tuple[bool, bool] = (False, False)
        self.fled_to = NOBODY

    def result(self) -> BattleResult:
        """What it has come to so far."""
        paid = self.yielded == BY_FORCE and self.forcing == FORCES_FOR_MP and not self.attackers_gone
        return BattleResult(self.winner, self.attackers_gone, self.holds, paid, self.leader_died, self.fled_to)


class WhoIsLeft(BattleStage[Aftermath], of=Aftermath, at=AFTERMATH):
    """Step 13: who is left, and who holds the Space."""

    def run(self, s: Position, p: Aftermath) -> bool:
        if p.walls:
            empty_walls(s, p)
        count_the_fallen(s, p)
        if s.listener is not None:
            tell_battle(s, p)
        p.attackers_gone = army_gone(s, p.attackers, p.node)
        defenders_left = p.units(s, DEFENDER) & COMBAT
        if p.attackers_gone:
            for side in p.attackers:
                leaders_without_army(s, side, p.node, "PR-8.4.4")
        if not defenders_left:
            defenders_gone(s, p)
        if p.tribe:
            tribe_after(s, p)
        if p.yielded and defenders_left:
            p.holds = not p.attackers_gone
            p.stage = FLEEING
            flee(s, p)
        else:
            p.yielded = 0
            p.stage = DEATHS
        return False


class Fleeing(BattleStage[Aftermath], of=Aftermath, at=FLEEING):
    """Step 13: the beaten Defender is on his Retreat (10.7.4)."""

    def resumed(self, s: Position, p: Aftermath, result: Retreated) -> None:
        p.fled_to = result.to
        p.stage = DEATHS


class Deaths(BattleStage[Aftermath], of=Aftermath, at=DEATHS):
    """Step 14: leaders; then Militia and what else follows a lost Battle."""

    def run(self, s: Position, p: Aftermath) -> bool:
        p.stage = ENDED
        died = []
        for side, led in enumerate(p.led):
            leaders = [number for number in members(led) if s.leader_at[number] >= 0]
            died.append(bool(check_leader_death(s, leaders, p.winner == side)))
        p.leader_died = (died[ATTACKER], died[DEFENDER])
        pyrrhic(s, p)
        if p.winner != NOBODY:
            s.meanwhile(p, defeat(p))
        return False


class Ended(BattleStage[Aftermath], of=Aftermath, at=ENDED):
    """Step 15: whoever attacked goes on, or back."""

    def run(self, s: Position, p: Aftermath) -> bool:
        s.pop(p.result())
        return False


def defeat(p: Aftermath) -> Defeat:
    """What the beaten side has lost."""
    loser = 1 - p.winner
    sides = (p.attackers, p.defenders)
    power = p.powers[loser] if any(is_played(each) for each in sides[loser]) else NOBODY
    to_slaves = any(is_slave(each) or each == SUCCESSORS for each in sides[p.winner])
    return Defeat(power, p.node, p.fallen[loser], to_slaves, p.result())


def count_the_fallen(s: Position, p: Aftermath) -> None:
    start = p.start_points
    p.fallen = (
        start[ATTACKER] - trained(p.units(s, ATTACKER)),
        start[DEFENDER] - trained(p.units(s, DEFENDER)) - (s.walls(p.node) if p.walls else 0),
    )


def flee(s: Position, p: Aftermath) -> None:
    """The beaten leave, all together; what has no Land Combat Unit left is lost (10.7.4)."""
    sides = p.runners(s)
    for side in p.defenders:
        if side in PLAYED and side not in sides:
            s.remove(side, p.node, s.at(side, p.node) & LAND)
            leaders_without_army(s, side, p.node, "PR-8.4.4")
    s.push(Retreat(sides, p.powers[DEFENDER], p.node, p.barred, p.via, p.walls))


def empty_walls(s: Position, p: Aftermath) -> None:
    """Cavalry does not hold a City or Town whose walls and Infantry are gone (10.4.2, 7.4.1)."""
    site = s.sites[p.node]
    left = p.units(s, DEFENDER) & COMBAT
    if left and not left & ~CAVALRIES and site.stripped:
        for side in p.defenders:
            s.remove(side, p.node, s.at(side, p.node) & CAVALRIES)


def defenders_gone(s: Position, p: Aftermath) -> None:
    """No Land Combat Unit defends any more; walls that still stand hold without it (7.4.4).

    Leaders die with their Army, of which a Garrison may be left (8.4.4).
    """
    node = p.node
    site = s.sites.get(node)
    stands = p.walls and site is not None and not site.stripped
    p.holds = not p.attackers_gone and not stands
    destroyed = bool(p.began[DEFENDER]) and not p.units(s, DEFENDER) & GARRISONS
    for side in p.defenders:
        if p.holds:
            s.remove(side, node, s.at(side, node) & (GARRISONS | COMBAT))
        if p.holds or destroyed:
            leaders_without_army(s, side, node, "PR-8.4.4" if p.began[DEFENDER] else "PR-8.4.6")
        s.tidy(side, node)


def tribe_after(s: Position, p: Aftermath) -> None:
    """A Tribe that lost nothing stays a counter, turned up (13.1.2)."""
    left = count(s.at(TRIBES, p.node), BARBARIAN)
    if left == p.tribe:
        s.remove(TRIBES, p.node, left * ONE[BARBARIAN])
        s.set_tribe(p.node, revealed(p.tribe))
    else:
        s.tribe_pool.append(p.tribe)
    p.tribe = 0


def pyrrhic(s: Position, p: Aftermath) -> None:
    """Victories that cost the Soldier of Fortune dear bring his enemy points, in a scenario that says so."""
    rule = s.box.special.get("pyrrhic-losses")
    if rule is None or p.winner == NOBODY:
        return
    sides = (p.attackers, p.defenders)[p.winner]
    if SOF in sides and p.fallen[p.winner] >= rule["min_loss"]:
        s.vp[s.box.powers.index(rule["power"])] += rule["points"]
