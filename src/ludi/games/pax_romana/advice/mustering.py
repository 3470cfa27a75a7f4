"""How a Power gets ready: leaders, maintenance, what to raise and where. Points for each choice."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import HOST, front, tour
from ludi.games.pax_romana.advice.planning import spare
from ludi.games.pax_romana.advice.threats import danger, leave_cost
from ludi.games.pax_romana.advice.worth import (
    may_found,
    standings,
    town_worth,
)
from ludi.games.pax_romana.ch06_treasury.maintenance import Maintenance, galleys_to_keep, heavy_units
from ludi.games.pax_romana.ch06_treasury.manpower import Manpower
from ludi.games.pax_romana.ch06_treasury.raising import RAISED, REBUILT, cost_of, is_heavy, price
from ludi.games.pax_romana.ch06_treasury.recruitment import Recruitment
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    COMBAT,
    ELEPHANT,
    GALLEY,
    GARRISON,
    HEAVY,
    LAND,
    LEGION,
    LIGHT,
    MERCENARY,
    TOWN,
    cavalry_in,
    count,
    points,
)
from ludi.games.pax_romana.world.words import (
    DONE,
    HIRE,
    OBJECTIVE,
    SCRAP,
)


def leader_selection(s: Position, procedure: LeaderSelection, power: int, legal: Sequence[int]) -> list[float]:
    index = procedure.next_of(power)
    leader = procedure.leader(index)
    taken = [where for where in procedure.placed if where >= 0]
    found = []
    for action in legal:
        node = action % SPAN
        army = s.at(power, node) & LAND
        worth = 0.04 * min(24, points(army))
        if army & COMBAT:
            worth += tour(s, power, power, node, army, [leader], 3 + s.box.leaders[leader].campaign, [], node)[0]
            worth -= 0.5 * leave_cost(s, power, node, army)
        if node in s.box.capitals[power]:
            worth += 0.6
        found.append(worth - (0.8 if node in taken else 0.0))
    return found


def maintenance(s: Position, procedure: Maintenance, power: int, legal: Sequence[int]) -> list[float]:
    plan = procedure.plan(power)
    kept = galleys_to_keep(s, power) - sum(action // SPAN * SPAN == SCRAP for action in plan)
    wanted = 3 if s.treasury[power] >= 10 else 1
    upkeep = 0.2 if kept > wanted else -0.3
    found = []
    for action in legal:
        verb, node = action // SPAN * SPAN, action % SPAN
        if action == DONE:
            found.append(0.0)
        elif verb == SCRAP:
            stack = s.at(power, node)
            guarded = squadrons_worth(s, power, node, -1 - plan.count(action), points(stack))
            host = 0.02 if stack & COMBAT else 0.0
            found.append(upkeep - guarded - (0.05 if node in s.box.capitals[power] else 0.0) - host)
        else:
            found.append(-0.8 - 0.01 * points(s.at(power, node)))
    return found


def squadrons_worth(s: Position, power: int, node: int, more: int, guard: int) -> float:
    """What the last of so many Galley Squadrons (fewer, if ``more`` is negative) keeps from a Port."""
    one, other = (more, more + 1) if more < 0 else (more - 1, more)
    return danger(s, power, node, guard, one) - danger(s, power, node, guard, other)


def manpower(s: Position, procedure: Manpower, power: int, legal: Sequence[int]) -> list[float]:
    plan = procedure.plan(power)
    spent = cost_of(s, power, plan)
    left = spare(s, power) - spent - building_fund(s, power)
    return _raise(s, power, legal, plan, left)


def recruitment(s: Position, procedure: Recruitment, power: int, legal: Sequence[int]) -> list[float]:
    return _raise(s, power, legal, [], spare(s, power))


def building_fund(s: Position, power: int) -> int:
    """Talents to keep for Towns and Cities."""
    sites = 0
    for node, site in s.sites.items():
        stack = s.at(power, node)
        if site.owner == power and site.kind == TOWN and (count(stack, HEAVY) or count(stack, LEGION)):
            sites += 3
    for node in range(s.box.atlas.spaces):
        if count(s.at(power, node), GARRISON) and may_found(s, node):
            sites += 2
    worth = town_worth(s, power)
    most = 10 if worth > 0.7 else 6 if worth > 0.45 else 0
    return min(most, max(4 if most else 0, sites))


def _raise(s: Position, power: int, legal: Sequence[int], plan: list[int], left: int) -> list[float]:
    last = s.turn + 1 >= s.box.turns
    heavy = heavy_units(s, power) + sum(is_heavy(action) for action in plan)
    room = len(legal) if last else standings(s)[1][power] - heavy  # nobody asks for their keep after the last turn
    lights = 0 if last else sum(RAISED.get(action // SPAN * SPAN) == LIGHT for action in plan)
    quality: dict[int, float] = {}
    found = []
    for action in legal:
        verb, node = action // SPAN * SPAN, action % SPAN
        if action == DONE:
            found.append(0.0)
            continue
        charge = price(s, power, action)
        if verb == OBJECTIVE:
            found.append(1.2 if left >= charge + 2 and s.turn + 1 < s.box.turns else -0.5)
            continue
        if verb in REBUILT:
            found.append(1.5 if left >= -2 else 0.1)
            continue
        if charge > left:
            found.append(-0.5)
            continue
        if node not in quality:
            quality[node] = muster(s, power, node, plan)
        kind = RAISED[verb]
        if kind == GALLEY:
            number = plan.count(action) + 1
            guard = points(s.at(power, node))
            worth = 0.7 * squadrons_worth(s, power, node, number, guard) - GALLEY_COST
            fleet = galleys_to_keep(s, power) + sum(RAISED.get(a // SPAN * SPAN) == GALLEY for a in plan)
            if fleet < 2:
                worth = max(worth, 0.2 + quality[node])
            found.append(worth)
            continue
        if kind == MERCENARY:
            found.append(_mercenary_worth(s, power, node, plan, last or left >= RICH, room) + quality[node])
            continue
        worth = _unit_worth(s, power, kind, node, plan, room, lights)
        found.append(worth + (quality[node] if worth > 0.0 else 0.0))
    return found


def _mercenary_worth(s: Position, power: int, node: int, plan: list[int], rich: bool, room: int) -> float:
    """They serve for this turn and where they are wanted: with an Army that has a leader (12.2)."""
    stack = s.at(power, node)
    hired = plan.count(HIRE + node)
    if not rich or hired >= 3 or points(stack) < HOST or not s.leaders_of(power, node):
        return -1.0
    return 0.36 if room <= 0 else 0.05


def muster(s: Position, power: int, node: int, plan: list[int]) -> float:
    """How good a Space is to raise Units in."""
    stack = s.at(power, node)
    planned = sum(action % SPAN == node for action in plan)
    worth = 0.01 * min(20, points(stack) + 3 * planned)
    leaders = s.leaders_of(power, node)
    if leaders:
        worth += 0.2 + 0.02 * best_campaign(s, leaders)
    if node in s.box.capitals[power]:
        worth += 0.1
    guard = points(stack) + 3 * planned
    worth += min(1.0, 0.8 * (danger(s, power, node, guard) - danger(s, power, node, guard + 4)))
    return worth + min(0.4, 0.2 * front(s, power, node))


RICH = 6
"""Talents beyond all other needs with which Mercenaries are hired."""
GALLEY_COST = 0.15
"""What a Galley Squadron must be worth: its price and its keep."""


def _unit_worth(s: Position, power: int, kind: int, node: int, plan: list[int], room: int, lights: int) -> float:
    stack = s.at(power, node)
    here = [RAISED.get(action // SPAN * SPAN) for action in plan if action % SPAN == node]
    if kind in (LEGION, HEAVY):
        return (0.5 if kind == LEGION else 0.4) if room > 0 else -1.2
    if kind == LIGHT:
        return 0.35 if lights < 2 + max(0, s.treasury[power] - 18) // 4 else -0.3
    if kind == CAVALRY:
        horse = cavalry_in(stack) + here.count(CAVALRY)
        return 0.45 if points(stack) >= 6 and horse < 2 else -0.2
    if kind == ELEPHANT:
        number = count(stack, ELEPHANT) + here.count(ELEPHANT)
        return 0.2 if points(stack) >= 9 and number < 2 else -0.3
    return -0.3
