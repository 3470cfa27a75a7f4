"""What a bot may ask: how a position looks to a seat.

The evaluation is in about the unit of Victory Points: points in hand, points to come from Provinces, Cities and Towns,
the means to earn more (Talents, Units, Stability), and the prospects of what is under way (an Army on the march, a
Battle, a secret plan), so that looking one decision ahead is enough to play sensibly.
"""

from __future__ import annotations

from math import exp

from ludi.core import SPAN, State
from ludi.games.pax_romana.battle import BIDDING, SHIFTING, Battle
from ludi.games.pax_romana.bribery import Bribe
from ludi.games.pax_romana.control import recount
from ludi.games.pax_romana.diplomacy import Meeting
from ludi.games.pax_romana.leaders import LeaderSelection
from ludi.games.pax_romana.losses import loss_points
from ludi.games.pax_romana.manpower import Manpower, Recruitment, price
from ludi.games.pax_romana.marching import within_reach
from ludi.games.pax_romana.movement import SELECT, Move
from ludi.games.pax_romana.operations import Activation, Expansion
from ludi.games.pax_romana.pieces import (
    CITY,
    COMBAT,
    ELEPHANT,
    FULL_WALLS,
    GALLEY,
    GARRISON,
    LAND,
    NODE_BITS,
    NODES,
    OCCUPY,
    POINTS,
    SIDES,
    count,
    points,
)
from ludi.games.pax_romana.reckoning import ATTACKER, DEFENDER
from ludi.games.pax_romana.rules import PaxRomanaState
from ludi.games.pax_romana.sequence import PHASE_F
from ludi.games.pax_romana.treasury import RAISED, heavy_units
from ludi.games.pax_romana.victory import civilization, condition_holds, final_scores, geography

COIN = 0.3
"""A Talent in hand."""
POINT = 0.32
"""A Battle Point on the map."""
SOFTNESS = 9.0
VOYAGE = 4
"""Naval Connections that the evaluation looks ahead."""


class PaxRomanaInsight:
    """Pax Romana's own evaluation. A turn of the look-ahead is a single decision."""

    def turn(self, state: State) -> int:
        assert isinstance(state, PaxRomanaState)
        return state.decisions

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, PaxRomanaState)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns(state.box.seats)[seat]
        if state.dirty:
            state = state.copy()
            recount(state)
        own = state.box.seat_powers[seat]
        worth = [power_worth(state, power) for power in range(len(state.box.powers))]
        mine = sum(worth[power] for power in own) / len(own) + sum(prospects(state, power) for power in own)
        others = [each for power, each in enumerate(worth) if power not in own]
        total = 1.0 + sum(exp(min(30.0, max(-30.0, (each - mine) / SOFTNESS))) for each in others)
        return 1.0 / total


def _turns_left(s: PaxRomanaState) -> float:
    return min(3.0, s.box.turns - s.turn)


def power_worth(s: PaxRomanaState, power: int) -> float:
    """What a Power has and may expect."""
    worth = float(s.vp[power]) + 0.6 * s.stability[power] + purse(s, power, s.treasury[power])
    known: float | None = s._reach.get(("worth", power))
    if known is None:
        known = map_worth(s, power)
        s._reach["worth", power] = known
    worth += known
    for number, where in enumerate(s.leader_at):
        leader = s.box.leaders[number]
        if where >= 0 and leader.side == power:
            worth += 0.2 + 0.012 * (leader.tactical + leader.campaign) * min(20, points(s.at(power, where)))
    return worth


def map_worth(s: PaxRomanaState, power: int) -> float:
    """What the pieces on the map are worth to a Power."""
    left = _turns_left(s)
    worth = float(final_scores(s)[power] - s.vp[power]) if s.box.turns == 1 else 0.0
    worth += left * (0.9 * geography(s, power) + 0.7 * civilization(s, power))
    for bonus in s.box.scenario["victory"].get("bonus", ()):
        if bonus["power"] in ("any", s.box.powers[power]) and condition_holds(s, bonus["when"], power):
            worth += 0.8 * bonus["points"] * (left if bonus["timing"] == "each-turn" else 1.0)
    low, high = power << NODE_BITS, power + 1 << NODE_BITS
    heavy = heavy_units(s, power)
    allowed = civilization(s, power)
    worth -= 0.3 * max(0, heavy - allowed)
    for key, stack in s.force.items():
        if low <= key < high:
            node = key & NODES - 1
            worth += POINT * points(stack) + 0.15 * count(stack, GARRISON) + 0.2 * count(stack, ELEPHANT)
            worth += 0.45 * min(4, count(stack, GALLEY))
            if node >= s.box.atlas.spaces:
                worth -= 0.5 * points(stack)
            elif s.box.home[node] != power and not s.at(power, node) & OCCUPY:
                worth -= 0.4 * count(stack, GALLEY)
    return worth + _guards(s, power)


def purse(s: PaxRomanaState, power: int, talents: int) -> float:
    """Talents: dear while Activation Markers are to be paid, cheap when there are many."""
    markers = s.pool[power] + s.order.count(power)
    if s.phase != PHASE_F:
        markers = s.box.markers[power]
    needed = min(talents, markers)
    spare = talents - needed
    return 0.9 * needed + COIN * min(spare, 10) + 0.05 * max(0, spare - 10)


def _guards(s: PaxRomanaState, power: int) -> float:
    """Capitals want a garrison worth the name."""
    total = 0.0
    for capital in s.box.capitals[power]:
        if s.holder(capital) != power:
            total -= 4.0
        else:
            total += 0.25 * min(8, points(s.at(power, capital)))
    return total


def gain(s: PaxRomanaState, power: int, node: int, army: int) -> float:
    """What taking (or staying in) a Space may bring an Army."""
    box = s.box
    strength = points(army)
    left = _turns_left(s)
    province = box.atlas.province_of[node]
    if province < 0 or not army & OCCUPY:
        return 0.0
    enemies = 0
    whose = -1
    for side in range(SIDES):
        if side != power and not s.friends(side, power):
            stack = s.at(side, node)
            if stack & OCCUPY:
                enemies += points(stack)
                whose = side
    if node in s.tribes:
        enemies += 5 if s.tribes[node] < 16 else s.tribes[node] & 15
        whose = 5
    site = s.sites.get(node)
    worth = 0.0
    if site is not None and site >> 6 != power:
        whose = max(whose, site >> 6)
        kind = site >> 3 & 7
        if not enemies:
            enemies = site & 7
            if site & 7 < FULL_WALLS[kind]:
                enemies -= 1
        worth += (2.4 if kind == CITY else 1.0) * left
    if whose < 0 and s.holder(node) == power:
        return 0.15 if site is not None and site >> 6 == power and not s.at(power, node) & COMBAT else 0.0
    worth += _province_gain(s, power, province, node) * left
    if node in (capital for p, each in enumerate(box.capitals) if p != power for capital in each):
        worth += 6.0
    if enemies <= 0:
        return worth
    ratio = strength / enemies
    chance = max(0.0, min(1.0, (ratio - 0.7) / 1.3))
    return chance * (worth + 0.25 * enemies) - (1.0 - chance) * 0.2 * min(strength, enemies)


def _province_gain(s: PaxRomanaState, power: int, province: int, node: int) -> float:
    """How much nearer one more Space brings Control of a Province."""
    spaces = s.box.atlas.spaces_of[province]
    owner = s.provinces[province]
    if owner == power:
        return 0.15
    mine = 1
    others = 0
    for each in spaces:
        if each == node:
            continue
        side = s.holder(each)
        if side == power:
            mine += 1
        elif side >= 0:
            others += 1
    if 2 * mine > len(spaces) or (not others and s.box.home_of_province[province] < 0):
        return 1.6 if owner < 0 else 2.2
    return 0.25 + 0.5 * mine / len(spaces) + (0.3 if owner >= 0 else 0.0)


def prospects(s: PaxRomanaState, power: int) -> float:
    """What is under way and may still turn out well."""
    total = 0.0
    for procedure in reversed(s.stack):
        if isinstance(procedure, Battle):
            return total + battle_prospect(s, procedure, power)
        if isinstance(procedure, Move) and procedure.power == power:
            total += move_prospect(s, procedure)
        elif isinstance(procedure, Expansion) and procedure.power == power:
            if procedure.stage == 0:
                total += (1.2 if procedure.major else 0.0) + 0.45 * procedure.minor
        elif isinstance(procedure, Recruitment) and procedure.power == power:
            if procedure.stage < 2:
                room = civilization(s, power) - heavy_units(s, power)
                total += 0.5 if s.treasury[power] >= 4 and room > 0 else 0.0
        elif isinstance(procedure, Manpower):
            total += plan_worth(s, procedure, power)
        elif isinstance(procedure, Meeting) and procedure.speaker == power:
            total -= 0.2 + 0.2 * len(procedure.terms)
        elif isinstance(procedure, LeaderSelection):
            for index, where in enumerate(procedure.placed):
                if where >= 0 and procedure.drawn[2 * index] == power:
                    total += 0.05 * min(20, points(s.at(power, where)))
        elif isinstance(procedure, Activation) and procedure.stage == 2 and procedure.power == power:
            total += 1.0
        elif isinstance(procedure, Bribe) and procedure.payer == power:
            total -= COIN * procedure.offered
    return total


def plan_worth(s: PaxRomanaState, manpower: Manpower, power: int) -> float:
    """A secret plan, as if carried out."""
    total = 0.0
    heavy = spent = 0
    for action in manpower.plan(power):
        verb = action // SPAN * SPAN
        kind = RAISED.get(verb)
        spent += price(s, power, action)
        if kind is None:
            total += 0.8
        elif kind == GALLEY:
            total += 0.45 if count(s.at(power, action % SPAN), GALLEY) < 2 else 0.1
        else:
            total += POINT * POINTS[kind] + (0.1 if kind == ELEPHANT else 0.0)
            heavy += POINTS[kind] >= 3
            if s.at(power, action % SPAN) & COMBAT:
                total += 0.05
            if s.leaders_of(power, action % SPAN):
                total += 0.1
    talents = s.treasury[power]
    total -= purse(s, power, talents) - purse(s, power, talents - spent)
    return total - 0.35 * max(0, heavy_units(s, power) + heavy - civilization(s, power))


def move_prospect(s: PaxRomanaState, move: Move) -> float:
    """The best that an Army on the march can reach."""
    power = move.power
    node = move.node
    if move.fleet:
        return 0.1 if move.stage == SELECT else 0.0
    if move.stage == SELECT:
        army = s.fresh(move.side, node) & LAND if not move.army else move.army
        leaders = s.leaders_of(move.side, node)
        mp = 3 + max((s.box.leaders[n].campaign for n in leaders), default=0) if move.mode == 0 else 3
        if move.mode == 1:
            return 0.2
    else:
        army, mp = move.army, move.mp
    if not army & OCCUPY:
        return 0.0
    if move.at_sea:
        here = gain(s, power, node, army) if node < s.box.atlas.spaces and mp >= 1 else 0.0
        return max(0.9 * here, best_landing(s, power, move.side, node, army, mp))
    best = gain(s, power, node, army) if node < s.box.atlas.spaces else 0.0
    for place, cost in within_reach(s, move.side, node, mp, army).items():
        best = max(best, gain(s, power, place, army) * 0.93**cost)
    if mp >= 3 and node < s.box.atlas.spaces and s.box.atlas.sea[node] and node not in move.visited:
        best = max(best, 0.8 * best_landing(s, power, move.side, node, army, mp - 2))
    return best + 0.02 * min(mp, 6)


def best_landing(s: PaxRomanaState, power: int, side: int, node: int, army: int, mp: int) -> float:
    """The best Port within a short voyage for an Army with so many MP left to land and fight."""
    atlas = s.box.atlas
    best = 0.0
    ease = {node: 1.0}
    todo = [(node, 0)]
    while todo:
        here, steps = todo.pop(0)
        if here < atlas.spaces and here != node:
            fight = s.occupier(here) not in (-1, side)
            if mp >= (3 if fight else 1):
                best = max(best, ease[here] * (gain(s, power, here, army) - (0.5 if fight else 0.0)))
        if steps == VOYAGE:
            continue
        for near in atlas.sea[here]:
            if near not in ease and s.box.open[near]:
                kind = atlas.kind[near]
                stop = kind == 0 and s.holder(near) != side
                ease[near] = ease[here] * (0.5 if kind == 3 else 0.6 if stop and here != node else 0.9)
                if s.foes_galleys(side, near) >= 0:
                    ease[near] *= 0.4
                todo.append((near, steps + 1))
    return best


def battle_prospect(s: PaxRomanaState, battle: Battle, power: int) -> float:
    """How a Battle under way is likely to end for a Power."""
    if power == battle.powers[ATTACKER]:
        side, sign = ATTACKER, 1.0
    elif power == battle.powers[DEFENDER]:
        side, sign = DEFENDER, -1.0
    else:
        return 0.0
    if battle.stage <= BIDDING:
        return 0.25 * sign * battle.field(s).net()
    if battle.stage > SHIFTING:
        return 0.0
    bases = battle.field(s).bases()
    attack, defence = battle.attack_die, battle.defence_die
    mine, theirs = (defence, attack) if side == ATTACKER else (attack, defence)
    lost = min(bases[side], loss_points(bases[side], mine))
    won = min(bases[1 - side], loss_points(bases[1 - side], theirs))
    verdict = 1.5 if theirs > mine else -1.0 if theirs < mine else 0.0
    mine_left = battle.shifts * sign
    return POINT * (won - lost) + verdict + 0.6 * max(0.0, mine_left)
