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
from ludi.games.pax_romana.world.pieces import CITY, COMBAT, OCCUPY, is_played, node_of, points, side_of

SIGHT = 9
"""MP that a threat is seen ahead."""
PROBABLE = 0.45
"""How likely an enemy does what he could."""


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
def sea_steps(world: Atlas, node: int) -> dict[int, int]:
    """Ports a short voyage away, the deep sea avoided."""
    found = {node: 0}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if found[here] == 4:
            continue
        for near in world.sea[here]:
            if near not in found and world.kind[near] != DEEP_POINT:
                found[near] = found[here] + 1
                todo.append(near)
    return {place: steps for place, steps in found.items() if place < world.spaces}


def hosts(s: Position, power: int) -> list[tuple[int, int, int, int]]:
    """Enemy Armies worth fearing: (side, place, BP, MP)."""
    key = ("hosts", power)
    known: list[tuple[int, int, int, int]] | None = s.kept(key)
    if known is None:
        known = []
        for place, stack in s.force.items():
            side = side_of(place)
            if is_played(side) and side != power and not s.friends(side, power) and stack & COMBAT:
                strength = points(stack)
                if strength >= 3:
                    node = node_of(place)
                    known.append((side, node, strength, 3 + best_campaign(s, s.leaders_of(side, node))))
        s.keep(key, known)
    return known


def threats(s: Position, power: int, node: int) -> list[tuple[float, float]]:
    """The Armies that might come to a Space: (how likely they get there, BP)."""
    near = hosts(s, power)
    memory: dict[int, list[tuple[float, float]]] | None = s.kept(("threats", power))
    if memory is None:
        memory = under(s, ("threats", *near))
        s.keep(("threats", power), memory)
    known = memory.get(node)
    if known is None:
        known = []
        for _, place, strength, mp in near:
            reach = max(0.0, min(1.0, (mp + 3.0 - land_costs(s.box.atlas, place).get(node, 99)) / 5.0))
            force = float(strength)
            if reach < 0.5 and s.box.atlas.is_port[place] and place != node:
                steps = sea_steps(s.box.atlas, place).get(node)
                if steps is not None:
                    reach = max(reach, 0.5 - 0.08 * steps)
                    force *= 0.7
            if reach:
                known.append((reach, force))
        memory[node] = known
    return known


def danger(s: Position, power: int, node: int, guard: int) -> float:
    """What a Power may lose in a Space it holds, guarded by so many BP."""
    keep = keep_worth(s, power, node)
    if keep <= 0.15:
        return 0.0
    near = threats(s, power, node)
    if not near:
        return 0.0
    site = s.sites.get(node)
    shield = guard + 0.5
    if site is not None and site.owner == power:
        shield += site.walls + (2.0 if site.kind == CITY else 0.0)
    worst = max([reach * min(1.0, (force / shield - 0.8) / 1.4) for reach, force in near])
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
