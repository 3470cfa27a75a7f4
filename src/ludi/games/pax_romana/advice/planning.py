"""How a Power plans its Operations: is a marker worth paying, which Army moves, what is built. Points for choices."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import LOSS, resisting, target_worth, tour, voyages, ways
from ludi.games.pax_romana.advice.threats import danger, leave_cost, relief
from ludi.games.pax_romana.advice.worth import (
    COIN,
    city_worth,
    growth_worth,
    hold_gain,
    keep_worth,
    may_found,
    seed_worth,
    site_worth,
    standings,
    town_worth,
)
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch03_sequence.phases import PHASE_F
from ludi.games.pax_romana.ch06_treasury.maintenance import galleys_to_keep, heavy_units
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch16_events.conqueror import conqueror_of
from ludi.games.pax_romana.ch16_events.stability_check import marker_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRY,
    COMBAT,
    FULL_WALLS,
    GARRISON,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    MILITIA,
    NOBODY,
    OCCUPY,
    ONE,
    SOF,
    count,
    points,
    size,
)
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import (
    CITY,
    CONQUER,
    CORVUS,
    DONE,
    EXPAND,
    HIRE,
    MAJOR,
    MEET,
    MINOR,
    PASS,
    RECRUIT,
    REPAIR,
    SOLDIER,
    TOWN,
)

CHEAPEST = (
    *(GARRISON, MILITIA, LIGHT, MERCENARY_LIGHT, HEAVY_R, LEGION_R, CAVALRY, MERCENARY_CAVALRY),
    *(BARBARIAN, MERCENARY, HEAVY, LEGION),
)
"""Which Unit is left behind first."""
ENOUGH = 0.15
"""What a step must promise to be made."""
MARKER = 1.1
"""An Activation Marker that can be paid."""


# Talents


def markers_left(s: Position, power: int) -> int:
    """Activation Markers of a Power that will still come and want paying this turn."""
    if s.phase != PHASE_F:
        return s.box.markers[power]
    return s.pool[power] + s.order.count(power)


def spare(s: Position, power: int) -> int:
    """Talents that later markers do not need."""
    return s.treasury[power] - markers_left(s, power) * marker_cost(s, power)


def cost(s: Position, power: int, talents: int) -> float:
    """What it means to spend so many Talents now."""
    free = max(0, min(talents, spare(s, power)))
    last = s.turn + 1 >= s.box.turns and s.phase == PHASE_F
    return free * (0.03 if last else COIN) + (talents - free) * MARKER


# Operations


def army_here(s: Position, power: int, node: int) -> tuple[int, list[int]]:
    """The Units and leaders in a Space that have not moved."""
    units = s.fresh(power, node) & LAND
    leaders = [number for number in s.leaders_of(power, node) if not has(s.leaders_moved, number)]
    return units, leaders


def without_cheapest(units: int, number: int) -> int:
    for kind in CHEAPEST:
        while number and count(units, kind):
            units -= ONE[kind]
            number -= 1
    return units


def best_host(s: Position, power: int, node: int) -> tuple[float, int]:
    """The Major Move from a Space that promises most, and the Army for it."""
    key = ("host", power, node)
    known: tuple[float, int] | None = s.kept(key)
    if known is not None:
        return known
    units, leaders = army_here(s, power, node)
    best = (0.0, 0)
    marching = units & ~GARRISONS or units
    if marching & OCCUPY:
        mp = 3 + best_campaign(s, leaders)
        options = [marching]
        left_behind = {1, 2, size(marching) // 3, size(marching) // 2} if node in s.sites else {1}
        options += [without_cheapest(marching, number) for number in sorted(left_behind) if 0 < number < size(marching)]
        for army in options:
            if not army & OCCUPY:
                continue
            price_of_leaving = leave_cost(s, power, node, army)
            worth = tour(s, power, power, node, army, leaders, mp, [], node)[0] - price_of_leaving
            if worth > best[0]:
                best = (worth, army)
            if price_of_leaving < 0.05:
                break
    s.keep(key, best)
    return best


def best_errand(s: Position, power: int, node: int) -> tuple[float, int]:
    """The Minor Move from a Space that promises most, and the kind of Unit for it."""
    key = ("errand", power, node)
    known: tuple[float, int] | None = s.kept(key)
    if known is not None:
        return known
    units = s.fresh(power, node) & LAND
    best = (0.0, NOBODY)
    if node < s.box.atlas.spaces:
        tried = 0
        for kind in CHEAPEST:
            if not count(units, kind) or (tried == 2 and kind not in (HEAVY, LEGION)):
                continue
            tried += 1
            unit = ONE[kind]
            leaving = leave_cost(s, power, node, unit) + ENOUGH
            reach = _errand_reach(s, power, node, unit)
            if reach - leaving > best[0]:
                best = (reach - leaving, kind)
    s.keep(key, best)
    return best


def _errand_reach(s: Position, power: int, node: int, unit: int) -> float:
    strong = points(unit) >= 3
    settler = unit == ONE[GARRISON]
    grower = unit in (ONE[HEAVY], ONE[LEGION])
    best = 0.0
    for place, (mp, _) in ways(s, power, node, unit, power, 5).items():
        if resisting(s, power, place, power):
            if not strong:
                continue
            worth = target_worth(s, power, power, place, unit, 0, 1)[0]
        elif s.holder(place) != power:
            worth = hold_gain(s, power, place, not settler)
        else:
            worth = hold_gain(s, power, place, not settler)
            if strong:
                worth += relief(s, power, place, unit)
            if settler:
                worth += seed_worth(s, power, place)
            elif grower:
                worth += growth_worth(s, power, place)
        best = max(best, worth * min(1.0, (7 - mp) / 6.0))
    if s.box.atlas.sea[node]:
        for place, (ease, _, _) in voyages(s, power, node, 0, [], 3).items():
            if place < s.box.atlas.spaces and place != node and not resisting(s, power, place, power):
                worth = 0.6 * ease * hold_gain(s, power, place, not settler)
                best = max(best, worth - 0.5 * (1.0 - ease) * LOSS * points(unit))
    return best


def operation_worth(s: Position, power: int, action: int, major: bool) -> float:
    """What one step of an Expansion promises."""
    verb, node = action // SPAN * SPAN, action % SPAN
    if verb == MAJOR:
        return best_host(s, power, node)[0]
    if verb == MINOR:
        errand = best_errand(s, power, node)[0]
        return max(errand, break_worth(s, power, node))
    if verb == SOLDIER:
        if s.sof_owner == power and s.at(SOF, node) & COMBAT:
            leaders = s.leaders_of(SOF, node)
            mp = 3 + best_campaign(s, leaders)
            return 0.3 + tour(s, SOF, power, node, s.at(SOF, node) & LAND, leaders, mp, [], node)[0]
        return 0.2
    if verb == CONQUER:
        return conquest_worth(s, power, node)
    return works_worth(s, power, action, major)


def conquest_worth(s: Position, power: int, node: int) -> float:
    """A conqueror's own Major Move, with all that stands with him, moved before or not (16.2)."""
    army = s.at(power, node) & LAND & ~GARRISONS
    if not army & OCCUPY:
        return 0.0
    leaders = [conqueror_of(s, power)]
    mp = 3 + best_campaign(s, leaders)
    return tour(s, power, power, node, army, leaders, mp, [], node)[0] - leave_cost(s, power, node, army)


def break_worth(s: Position, power: int, node: int) -> float:
    """A Unit broken down into Garrisons for a Town here."""
    units = s.fresh(power, node)
    if count(units, GARRISON) or not may_found(s, node) or s.holder(node) != power:
        return 0.0
    if not any(count(units, kind) for kind in (LIGHT, HEAVY_R, LEGION_R, HEAVY, LEGION)) or spare(s, power) < 2:
        return 0.0
    return 0.5 * (town_worth(s, power) - cost(s, power, 2)) - 0.2


def works_worth(s: Position, power: int, action: int, major: bool = False) -> float:
    verb, node = action // SPAN * SPAN, action % SPAN
    risk = 1.0
    if verb in (TOWN, CITY):
        risk = 1.0 - min(
            0.8, 2.0 * danger(s, power, node, points(s.at(power, node)) + 2) / max(0.2, keep_worth(s, power, node))
        )
    if verb == TOWN:
        return risk * (town_worth(s, power) + 0.15) - cost(s, power, 2) - 0.05
    if verb == CITY:
        return risk * (city_worth(s, power) + 0.15) - cost(s, power, 3) - 0.35
    if verb == REPAIR:
        site = s.sites[node]
        kind, walls = site.kind, site.walls
        worth = site_worth(s, power, kind, FULL_WALLS[kind]) - site_worth(s, power, kind, walls)
        return worth / (FULL_WALLS[kind] - walls) + 0.08 - cost(s, power, 1)
    if verb == HIRE:
        if not major or not s.at(power, node) & COMBAT:
            return -0.2
        guard = points(s.at(power, node))
        return danger(s, power, node, guard) - danger(s, power, node, guard + 3) - cost(s, power, 2) - 0.05
    return -0.5


def activation(s: Position, procedure: Activation, power: int, legal: Sequence[int]) -> list[float]:
    """Payment and the Operation: is there anything worth a Talent?"""
    found = []
    for action in legal:
        if action == EXPAND:
            found.append(expansion_promise(s, power) - 0.25 * procedure.cost(s))
        elif action == RECRUIT:
            found.append(recruitment_promise(s, power, procedure.cost(s)))
        elif action == CORVUS:
            found.append(3.0 if galleys_to_keep(s, power) >= 2 else -1.0)
        else:
            found.append(-1.0 if action == MEET else 0.0 if action == PASS else -0.5)
    return found


def expansion_promise(s: Position, power: int) -> float:
    options = Expansion(power, s).legal(s, power)
    major = conquest = 0.0
    minor = [0.0, 0.0]
    for action in options:
        if action == DONE:
            continue
        verb = action // SPAN * SPAN
        worth = operation_worth(s, power, action, True)
        if verb in (MAJOR, SOLDIER):
            major = max(major, worth)
        elif verb == CONQUER:
            conquest = max(0.0, worth)
        else:
            minor.append(worth)
    return major + conquest + sum(sorted(minor)[-2:])


def recruitment_promise(s: Position, power: int, fee: int) -> float:
    """To raise Units in the middle of a turn."""
    number = min(5, (spare(s, power) - fee) // 2)
    room = standings(s)[1][power] - heavy_units(s, power)
    number = min(number, room)
    if number <= 0:
        return -1.0
    fear = max((danger(s, power, c, points(s.at(power, c))) for c in s.box.capitals[power]), default=0.0)
    return 0.12 * number + min(1.5, fear) - 0.3


def expansion(s: Position, procedure: Expansion, power: int, legal: Sequence[int]) -> list[float]:
    return [0.05 if action == DONE else operation_worth(s, power, action, procedure.major) for action in legal]
