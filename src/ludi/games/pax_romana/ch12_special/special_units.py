"""Chapter 12: Militia, the Soldier of Fortune, Pirates, Slave Armies."""

from __future__ import annotations

from itertools import pairwise

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import REVOLT, Bribed, menaced, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import leaders_without_army
from ludi.games.pax_romana.ch09_movement.falling_back import regroups_at
from ludi.games.pax_romana.ch09_movement.interception import Interception, InterceptionResult
from ludi.games.pax_romana.ch09_movement.movement import Move, rest_others
from ludi.games.pax_romana.ch09_movement.ways import foes, free_prize, step_ban
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal, Withdrawn
from ludi.games.pax_romana.ch10_battle.battle import Battle, BattleResult
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER
from ludi.games.pax_romana.ch14_stability.stability import TURMOIL, UNREST, change_stability, stability_range
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.world.atlas import ALPINE, NAVAL_POINT, PORT
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRY,
    COMBAT,
    ELEPHANT,
    GALLEYS,
    HEAVY,
    LAND,
    LIGHT,
    MILITIA,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    SIDES,
    SLAVES,
    SOF,
    count,
)
from ludi.games.pax_romana.world.words import HOLD, LEVY, MARCH, NO, PLACE, YES

SOF_ARMY = 4 * ONE[HEAVY] + 2 * ONE[LIGHT] + ONE[CAVALRY] + ONE[ELEPHANT]
"""12.4.3."""

# 12.3 Militia


def militia_raised(die: int, level: int) -> int:
    """How many Militia a roll brings (12.3.2).

    >>> militia_raised(5, -2), militia_raised(5, 3), militia_raised(1, -1)
    (2, 3, 0)
    """
    spread = stability_range(level)
    if spread == TURMOIL:
        return 0
    return (die + 1) // 2 - (1 if spread == UNREST else 0)


def may_raise_militia(s: Position, power: int, node: int, lost: int, to_slaves: bool) -> str:
    """The rule that forbids raising Militia after a lost Battle, '' if it is allowed (12.3)."""
    if power == NOBODY or s.box.home[node] != power or lost <= 0:
        return "PR-12.3.1"
    if to_slaves:
        return "PR-12.7.4a"
    if stability_range(s.stability[power]) == TURMOIL:
        return "PR-12.3.2c"
    return "PR-12.3.3c" if s.militia_raised >> power & 1 else ""


def offer_militia(s: Position, power: int, node: int, lost: int, to_slaves: bool) -> None:
    if not may_raise_militia(s, power, node, lost, to_slaves) and levy_spaces(s, power):
        s.push(RaiseMilitia(power))


def levy_spaces(s: Position, power: int) -> list[int]:
    """Home Spaces without enemy Units (12.3.2): an attacker who did not win the Space is back where he came from."""
    back = NOBODY
    for below, procedure in pairwise(s.stack):
        if isinstance(procedure, Battle) and not s.friends(procedure.attackers[0], power):
            back = goes_back_to(s, procedure, below)
    return [
        node
        for node in range(s.box.atlas.spaces)
        if s.box.home[node] == s.holder(node) == power and not foes(s, power, node)
        if node != back
    ]


def goes_back_to(s: Position, battle: Battle, below: Procedure) -> int:
    """The Space to which an attacker Regroups after a Battle that is over; NOBODY if to none (10.2 step 13)."""
    if battle.attackers_gone or battle.amphibious:
        return NOBODY
    if isinstance(below, Interception) and below.among_strangers(s):
        return battle.barred
    if battle.holds:
        return NOBODY
    if not isinstance(below, Move):
        return battle.barred
    ended = battle.result()
    return regroups_at(s, below, ended.leader_died[ATTACKER], ended.attacker_lost)


class RaiseMilitia(Question):
    """A Power that lost a Battle at home may raise Militia at once."""

    __slots__ = ("left",)

    name = "militia"
    rule = "PR-12.3.1"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.stage = 0
        self.left = 0

    def run(self, s: Position) -> bool:
        if self.stage and not self.left:
            s.stack.pop()
            return False
        return True

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == 0:
            return [YES, NO]
        return [LEVY + node for node in levy_spaces(s, power)]

    def decide(self, s: Position, power: int, action: int) -> None:
        if self.stage == 0:
            self.stage = 1
            if action == YES:
                self.left = militia_raised(s.roll("militia"), s.stability[power])
                s.militia_raised |= 1 << power
                change_stability(s, power, -1, "PR-14.2.1g")
            return
        s.add(power, action % SPAN, ONE[MILITIA])
        self.left -= 1

    def ask(self, s: Position, power: int) -> Phrase:
        if self.stage == 0:
            return Phrase("ask.militia", {}, self.rule)
        return Phrase("ask.militia-place", {"number": self.left}, "PR-12.3.2d")


# 12.4 The Soldier of Fortune


def land_sof(s: Position, power: int, node: int) -> None:
    s.sof_owner = power
    s.add(SOF, node, SOF_ARMY)
    s.leader_at[s.box.side_leader[SOF]] = node
    if s.listener is not None:
        s.tell("soldier-of-fortune", "PR-12.4.3", power=s.box.powers[power], space=s.box.place(node))


def sof_places(s: Position, power: int) -> list[int]:
    """Where Units of the Soldier of Fortune are that a Power may use: he may be in several places (12.4.2)."""
    if s.sof_owner != power:
        return []
    return sorted(key & NODES - 1 for key in s.force if key >> NODE_BITS == SOF)


def sof_spaces(s: Position, power: int) -> list[int]:
    return [n for n in range(s.box.atlas.spaces) if s.box.home[n] == s.holder(n) == power]


def remove_sof(s: Position) -> None:
    """The Removal Phase takes the Soldier of Fortune away (12.4.6)."""
    for key in [key for key in s.force if key >> NODE_BITS == SOF]:
        s.remove(SOF, key & NODES - 1, s.force[key])
    s.leader_at[s.box.side_leader[SOF]] = NOBODY
    s.sof_owner = NOBODY


# Arrivals of scenarios


def pyrrhus_lands(s: Position, power: int, ports: list[int]) -> list[int]:
    """Where Pyrrhus may land: the first of the scenario's places that his player Controls, else any Port of his."""
    for space in s.box.special["pyrrhus"]["places"]:
        if s.holder(s.box.atlas.index[space]) == power:
            return [s.box.atlas.index[space]]
    return ports


def elephants_join(s: Position, power: int) -> list[int]:
    """Where the Indian elephants may join: in the Capital, or any Army if it is lost or has no Units (12.8.2)."""
    armies = [n for n in range(s.box.atlas.spaces) if s.at(power, n) & COMBAT]
    capital = [n for n in armies if n in s.box.capitals[power] and s.holder(n) == power]
    return capital or armies


def give_elephants(s: Position, power: int, node: int) -> None:
    number = s.box.special["indian-elephants"]["elephants"]
    s.add(power, node, number * ONE[ELEPHANT])
    if s.listener is not None:
        s.tell("elephants-join", "PR-3.0", power=s.box.powers[power], number=number, space=s.box.place(node))


def arrive(s: Position, power: int, what: int, places: list[int]) -> None:
    """Something comes by the scenario's word; its owner is asked where, if there is a choice."""
    if places:
        arrival = Placing(power, what, places, False)
        s.push(arrival)
        if len(places) == 1:
            arrival.decide(s, power, PLACE + places[0])


# 12.6 Pirates


def pirate_places(s: Position) -> list[int]:
    """Where a Pirates marker may be put (12.6.1)."""
    atlas = s.box.atlas
    rhodes = atlas.index["rhodes"]
    near_rhodes = {rhodes, *atlas.sea[rhodes]}
    fleets = {key & NODES - 1 for key, stack in s.force.items() if stack & GALLEYS}
    found = []
    for node in range(atlas.nodes):
        if node in fleets or node in s.pirates or not s.box.open[node]:
            continue
        if atlas.kind[node] == NAVAL_POINT:
            if any(s.box.open[near] for near in atlas.sea[node]):
                found.append(node)
        elif atlas.flags[node] & PORT:
            free = s.holder(node) == NOBODY and node not in near_rhodes
            if free or atlas.ids[node] == "tarsus":
                found.append(node)
    return found


# 12.7 Slave Armies


def slave_spaces(s: Position, victim: int) -> list[int]:
    """Home Spaces of the victim where a Revolt may break out: no Land Units of anybody (12.7.1, 16.2)."""
    return [
        node
        for node in range(s.box.atlas.spaces)
        if s.box.home[node] == s.holder(node) == victim
        and not any(s.at(side, node) & LAND for side in range(SIDES))
        and not s.leaders_of(victim, node)
    ]


def raise_slaves(s: Position, victim: int, node: int) -> None:
    """A Revolt breaks out with 2 BI (12.7.1)."""
    s.add(SLAVES + victim, node, 2 * ONE[BARBARIAN])
    s.slaves_due |= 1 << victim
    if s.listener is not None:
        s.tell("slaves-rise", "PR-12.7.1b", power=s.box.powers[victim], space=s.box.place(node))
    recount(s)


def slave_army(s: Position, victim: int) -> int:
    """Where the largest Slave Army against a Power is; NOBODY if there is none."""
    best = NOBODY
    most = 0
    for key, stack in s.force.items():
        if key >> NODE_BITS == SLAVES + victim and count(stack, BARBARIAN) > most:
            best, most = key & NODES - 1, count(stack, BARBARIAN)
    return best


def end_revolts(s: Position) -> None:
    """A Revolt whose Slaves are all gone is over: +1 Stability (12.7.2)."""
    for victim in range(len(s.box.powers)):
        if s.slaves_due >> victim & 1 and slave_army(s, victim) == NOBODY:
            s.slaves_due &= ~(1 << victim)
            change_stability(s, victim, 1, "PR-14.2.1i")


def slave_steps(s: Position, side: int, node: int) -> dict[int, int]:
    """The Spaces one step away, Transit Points ignored (12.7.1), and the Connection by which each is entered.

    Straits are closed to Slaves as to others (9.5.3); an Alpine Pass is taken only where no other way leads.
    """
    atlas = s.box.atlas
    army = s.at(side, node)
    found: dict[int, int] = {}
    seen = {node}
    todo = [node]
    while todo:
        here = todo.pop()
        for near, link in atlas.land[here]:
            if near in seen or step_ban(s, side, here, near, link, army):
                continue
            if near < atlas.spaces:
                if found.get(near, ALPINE) == ALPINE:
                    found[near] = link
            else:
                seen.add(near)
                todo.append(near)
    return dict(sorted(found.items()))


def slave_foes(s: Position, side: int, node: int, held: bool) -> list[int]:
    """Whom Slaves must attack in a Space; a City or Town that they hold is its owner's, yet no enemy (12.7.3)."""
    return [foe for foe in foes(s, side, node) if not held or s.at(foe, node) & OCCUPY]


class SlaveTurn(Question):
    """Before his Activation another player adds 1 BI to a Slave Army and must move it one Space (12.7.1)."""

    __slots__ = ("asked", "held", "node", "spared", "to", "victim")

    name = "slaves"
    rule = "PR-12.7.1d"

    def __init__(self, power: int, victim: int) -> None:
        super().__init__(power)
        self.stage = 0
        self.victim = victim
        self.node = self.to = NOBODY
        self.held = False
        """Whether Slaves stood in the Space before this Army came."""
        self.spared: list[int] = []
        """Spaces that the player was paid to leave alone."""
        self.asked = 0
        """The sides in the Space entered that have been asked whether they Withdraw, as bits."""

    def run(self, s: Position) -> bool:
        side = SLAVES + self.victim
        if self.stage == 0:
            self.node = slave_army(s, self.victim)
            if self.node == NOBODY:
                s.pop()
                return False
            s.add(side, self.node, ONE[BARBARIAN])
            self.stage = 1
        if self.stage == 1:
            return True
        if self.stage == 5:
            self._march(s, side)
            return False
        if self.stage == 2:
            self.stage = 3
            if s.at(side, self.to):
                s.push(Interception(side, self.power, self.to, self.node, NOBODY))
            return False
        rest_others(s, (self.power,))
        recount(s)
        s.pop()
        return False

    def resumed(self, s: Position, result: object) -> None:
        side = SLAVES + self.victim
        if isinstance(result, InterceptionResult) and not result.gone:
            if result.fought_here or not self._offer_withdrawal(s, side):
                self._attack(s, side)
        elif isinstance(result, Withdrawn):
            if not self._offer_withdrawal(s, side):
                self._attack(s, side)
        elif isinstance(result, BattleResult) and not result.attackers_gone and not result.holds:
            self._fall_back(s, side)
        elif isinstance(result, Bribed) and result.called_off:
            self.spared.append(self.to)
            self.to = NOBODY
            self.stage = 1

    def _offer_withdrawal(self, s: Position, side: int) -> bool:
        """Slaves on the march are a moving Army: each Army in the Space may Withdraw before them (9.4.1)."""
        for enemy in slave_foes(s, side, self.to, self.held):
            if enemy not in (SOF, *range(len(s.box.powers))) or self.asked >> enemy & 1:
                continue
            if s.fresh(enemy, self.to) & COMBAT:
                self.asked |= 1 << enemy
                player = s.sof_owner if enemy == SOF else enemy
                s.push(Withdrawal(player, self.to, self.node, side, self.power, False, enemy))
                return True
        return False

    def _attack(self, s: Position, side: int) -> None:
        enemies = slave_foes(s, side, self.to, self.held)
        if not enemies:
            return
        defended = any(s.at(enemy, self.to) & COMBAT for enemy in enemies) or self.to in s.tribes
        if not defended and (self.to not in s.sites or free_prize(s, side, self.to)):
            for enemy in enemies:
                s.remove(enemy, self.to, s.at(enemy, self.to) & LAND)
                leaders_without_army(s, enemy, self.to, "PR-8.4.6", in_battle=False)
            return
        s.push(Battle((side,), tuple(enemies), self.to, self.node, self.power, 0, False, False))

    def _fall_back(self, s: Position, side: int) -> None:
        """Slaves that did not win the Space go back to where they came from (10.2 step 13)."""
        rest = s.at(side, self.to) & LAND
        if rest and foes(s, side, self.to):
            s.shift(side, self.to, self.node, rest)

    def legal(self, s: Position, power: int) -> list[int]:
        side = SLAVES + self.victim
        steps = [near for near in slave_steps(s, side, self.node) if near not in self.spared]
        found = [MARCH + near for near in steps]
        if all(slave_foes(s, side, near, s.at(side, near) > 0) for near in steps):
            found.append(HOLD)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        side = SLAVES + self.victim
        if action == HOLD:
            self.stage = 3
            return
        self.to = action % SPAN
        self.held = s.at(side, self.to) > 0
        self.stage = 5
        target = menaced(s, slave_foes(s, side, self.to, self.held), self.to)
        offer_bribe(s, target, power, REVOLT, self.to)

    def _march(self, s: Position, side: int) -> None:
        army = s.at(side, self.node) & LAND
        if self.node in s.sites and count(army, BARBARIAN) > 1:
            army -= ONE[BARBARIAN]
        link = slave_steps(s, side, self.node)[self.to]
        s.shift(side, self.node, self.to, army)
        self.stage = 2
        if link == ALPINE:
            attrition(s, (side,), self.power, self.to, (army,), "PR-9.5.2a")

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "power": s.box.powers[self.victim]}
        return Phrase("ask.slaves", facts, self.rule)


class Placing(Question):
    """A player puts something on the map: Pirates, a Soldier of Fortune, Slaves, a leader, Elephants; see ``what``."""

    __slots__ = ("chosen", "optional", "options", "victim", "what")

    name = "placing"
    rule = "PR-12.6.1a"

    PIRATES, SOLDIER, SLAVES_RISE, NEW_LEADER, GIFT = range(5)

    def __init__(self, power: int, what: int, options: list[int], optional: bool, victim: int = NOBODY) -> None:
        super().__init__(power)
        self.what = what
        self.options = options
        self.optional = optional
        self.victim = victim
        self.chosen = NOBODY
        """Where Slaves are to rise, while the victim may buy the player off (4.4)."""

    def run(self, s: Position) -> bool:
        if not self.options:
            s.pop()
            return False
        if self.chosen == NOBODY:
            return True
        s.pop()
        raise_slaves(s, self.victim, self.chosen)
        return False

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Bribed) and result.called_off:
            self.options.remove(self.chosen)
            self.chosen = NOBODY

    def legal(self, s: Position, power: int) -> list[int]:
        return [*([NO] if self.optional else []), *(PLACE + node for node in self.options)]

    def decide(self, s: Position, power: int, action: int) -> None:
        node = action % SPAN
        if self.what == self.SLAVES_RISE:
            self.chosen = node
            if len(self.options) > 1:
                offer_bribe(s, self.victim, power, REVOLT, node)
            return
        s.pop()
        if action == NO:
            return
        if self.what == self.PIRATES:
            s.pirates.append(node)
            s._reach = {}
            if s.listener is not None:
                s.tell("pirates", self.rule, space=s.box.place(node))
        elif self.what == self.SOLDIER:
            land_sof(s, power, node)
        elif self.what == self.NEW_LEADER:
            s.leader_at[self.victim] = node
        else:
            give_elephants(s, power, node)
        recount(s)

    def ask(self, s: Position, power: int) -> Phrase:
        keys = ("place-pirates", "place-soldier", "place-slaves", "place-leader", "place-elephants")
        rules = ("PR-12.6.1a", "PR-12.4.2a", "PR-12.7.1b", "PR-16.2-STABILITY-CHECKf", "PR-3.0")
        return Phrase(f"ask.{keys[self.what]}", {}, rules[self.what])
