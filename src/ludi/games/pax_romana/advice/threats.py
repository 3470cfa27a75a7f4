"""What enemy Armies may do to a Space that a Power holds, and what an Army there is worth against them."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from ludi.games.pax_romana.advice.memory import under
from ludi.games.pax_romana.advice.worth import POINT, keep_worth
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.ways import step_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, LAND_POINT, Atlas
from ludi.games.pax_romana.world.pieces import (
    CITY,
    COMBAT,
    LEAST_WALLS,
    NOBODY,
    OCCUPY,
    is_played,
    node_of,
    points,
    side_of,
    squadrons,
)

SIGHT = 9
"""MP that a threat is seen ahead."""
PROBABLE = 0.45
"""How likely an enemy does what he could."""
WATCH = 3
"""Battle Points without which a Capital is bare."""
ACROSS = 0.5
"""How much of the fear of a landing is left if the way is over the deep sea."""
BEATEN, DRAWN = 0.15, 0.5
"""How much of a landing is left to fear where a stronger Fleet lies before it, or one as strong (11.4)."""


@lru_cache(maxsize=4096)
def land_costs(world: Atlas, node: int) -> dict[int, int]:
    """MP from a Space to those around it on an empty map."""
    spent = {node: 0}
    todo = [(0, node)]
    while todo:
        cost, here = heappop(todo)
        if cost > spent[here]:
            continue
        for near, link in world.land[here]:
            through = cost + step_cost(world, near, link)
            if through <= SIGHT and through < spent.get(near, 99):
                spent[near] = through
                heappush(todo, (through, near))
    return {place: cost for place, cost in spent.items() if world.kind[place] != LAND_POINT}


@lru_cache(maxsize=4096)
def sea_reach(world: Atlas, node: int) -> dict[int, float]:
    """Ports a short voyage away, and how much a landing there is to be feared: less over the deep sea."""
    found = {place: 0.5 - 0.08 * steps for place, steps in _sailed(world, node, deep=False).items()}
    for place, steps in _sailed(world, node, deep=True).items():
        if place not in found:
            found[place] = ACROSS * (0.5 - 0.08 * steps)
    return found


def _sailed(world: Atlas, node: int, *, deep: bool) -> dict[int, int]:
    """Ports and the steps of a voyage there."""
    found = {node: 0}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if found[here] == 4:
            continue
        for near in world.sea[here]:
            if near not in found and (deep or world.kind[near] != DEEP_POINT):
                found[near] = found[here] + 1
                todo.append(near)
    return {place: steps for place, steps in found.items() if place < world.spaces}


def hosts(s: Position, power: int) -> list[tuple[int, int, int, int, int]]:
    """Enemy Armies worth fearing: (side, place, BP, MP, Galley Squadrons beside them)."""
    key = ("hosts", power)
    known: list[tuple[int, int, int, int, int]] | None = s.kept(key)
    if known is None:
        known = []
        for place, stack in s.force.items():
            side = side_of(place)
            if is_played(side) and side != power and not s.friends(side, power) and stack & COMBAT:
                strength = points(stack)
                if strength >= 3:
                    node = node_of(place)
                    mp = 3 + best_campaign(s, s.leaders_of(side, node))
                    known.append((side, node, strength, mp, squadrons(stack)))
        s.keep(key, known)
    return known


def threats(s: Position, power: int, node: int) -> list[tuple[float, float, int]]:
    """The Armies that might come to a Space: (how likely they get there, BP, their escort; -1 if they come by land)."""
    near = hosts(s, power)
    memory: dict[int, list[tuple[float, float, int]]] | None = s.kept(("threats", power))
    if memory is None:
        memory = under(s, ("threats", *near))
        s.keep(("threats", power), memory)
    known = memory.get(node)
    if known is None:
        known = []
        for _, place, strength, mp, escort in near:
            reach = max(0.0, min(1.0, (mp + 3.0 - land_costs(s.box.atlas, place).get(node, 99)) / 5.0))
            force = float(strength)
            ships = NOBODY
            if reach < 0.5 and s.box.atlas.is_port[place] and place != node:
                landing = sea_reach(s.box.atlas, place).get(node, 0.0)
                if landing > reach:
                    reach = landing
                    force *= 0.6
                    ships = escort
            if reach:
                known.append((reach, force, ships))
        memory[node] = known
    return known


def landing_chance(escort: int, fleet: int) -> float:
    """How much of a landing is to be feared where Galley Squadrons lie in the Port: without escort it is lost."""
    if escort < 0 or not fleet:
        return 1.0
    return 1.0 if escort > fleet else DRAWN if escort == fleet else BEATEN


def danger(s: Position, power: int, node: int, guard: int, more: int = 0) -> float:
    """What a Power may lose in a Space it holds, guarded by so many BP and so many Galley Squadrons more than now."""
    keep = keep_worth(s, power, node)
    if keep <= 0.15:
        return 0.0
    near = threats(s, power, node)
    if not near:
        return 0.0
    site = s.sites.get(node)
    shield = guard + 0.5
    base, slope = 0.8, 1.4
    if site is not None and site.owner == power:
        if guard < WATCH and node in s.box.capitals[power]:  # bare walls hold nobody up for long (clashes.py)
            shield = 1.4 * guard + 2.0 + 1.5 * (site.walls - LEAST_WALLS[site.kind])
            base, slope = 0.4, 1.1
        else:
            shield += site.walls + (2.0 if site.kind == CITY else 0.0)
    fleet = squadrons(s.at(power, node)) + more
    worst = max(
        [
            reach * landing_chance(escort, fleet) * min(1.0, (force / shield - base) / slope)
            for reach, force, escort in near
        ]
    )
    return PROBABLE * max(0.0, worst) * keep


def relief(s: Position, power: int, node: int, army: int) -> float:
    """What an Army that comes to a Space adds to its safety."""
    guard = points(s.at(power, node))
    before = danger(s, power, node, guard)
    if before < 0.05:
        return 0.0
    return before - danger(s, power, node, guard + points(army))


def leave_cost(s: Position, power: int, node: int, army: int) -> float:
    """What is risked or given up when an Army leaves its Space."""
    if node >= s.box.atlas.spaces:
        return -0.5 - POINT * points(army)
    stack = s.at(power, node)
    rest = stack - army
    cost = 0.0
    if not rest & OCCUPY and s.box.home[node] != power and s.site_owner(node) != power:
        cost += keep_worth(s, power, node)
    guard = points(stack)
    return cost + danger(s, power, node, points(rest)) - danger(s, power, node, guard)
