"""Chapters 9.2 and 9.5: what a step by land costs, what forbids it, and what lies within reach."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch13_barbarians.rebels import rebel_toll
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.play_book.barred import barred
from ludi.games.pax_romana.world.atlas import ALPINE, LAND_POINT, STRAIT, Atlas
from ludi.games.pax_romana.world.pieces import COMBAT, MILITIAS, NOBODY

IMPOSSIBLE = 99


def by_sea_from(node: int) -> int:
    """The way an Army came, when it came by sea from a place; one by land is the place itself."""
    return -2 - node


def came_by_sea(way: int) -> bool:
    """Whether a way is one by sea."""
    return way <= by_sea_from(0)


def port_of(way: int) -> int:
    """Where a way by sea began; no place at all for one by land.

    >>> came_by_sea(by_sea_from(7)), port_of(by_sea_from(7)), came_by_sea(7), came_by_sea(NOBODY)
    (True, 7, False, False)
    """
    return by_sea_from(way)


def step_cost(world: Atlas, near: int, link: int) -> int:
    """MP for entering a place over a Connection (9.2.1), attack apart."""
    if link == STRAIT:
        return 2
    if link == ALPINE:
        return 3
    return 2 if world.is_mountain[near] else 1


def way_cost(s: Position, near: int, link: int) -> int:
    """The same as the map stands now: rebels make ways longer (13.3)."""
    cost = step_cost(s.box.atlas, near, link)
    return rebel_toll(s, near, cost) if s.box.advanced else cost


def step_ban(s: Position, side: int, node: int, near: int, link: int, army: int) -> str:
    """The rule that forbids a step whatever the MP, '' if it is possible (9.2.2, 9.5.3, 12.3.3)."""
    box = s.box
    if not box.open[near]:
        return "PR-3.1"
    if s.kept_apart(side, near):
        return "PR-12.5.5e"
    ban = unit_ban(s, side, army, near)
    if ban:
        return ban
    if box.barring:
        ban = barred(s, side, army, node, near)
        if ban:
            return ban
    if link == STRAIT:
        if near < box.atlas.spaces and s.occupier(near) != NOBODY and not s.welcome(side, near):
            return strait_rule(s, node, near)
        if s.foes_galleys(side, node) != NOBODY or s.foes_galleys(side, near) != NOBODY:
            return "PR-9.5.3e"
    return ""


def unit_ban(s: Position, side: int, army: int, place: int = NOBODY) -> str:
    """The rule that keeps Units of an Army from a place, however they come there, and without a place from the sea."""
    return "PR-12.3.3b" if kept_back(s, side, army, place) else ""


def kept_back(s: Position, side: int, army: int, place: int = NOBODY) -> int:
    """Those Units: Militia never leave their Home Territory, not even for a moment (12.3.3)."""
    militia = army & MILITIAS
    return militia if militia and (place == NOBODY or not at_home(s, side, place)) else 0


def at_home(s: Position, side: int, place: int) -> bool:
    """Whether a Space, or every Space joined to a Land Transit Point, is of a Power's Home Territory."""
    side = s.owner_of(side)
    if place < s.box.atlas.spaces:
        return s.box.home[place] == side
    joined = [near for near, _ in s.box.atlas.land[place] if near < s.box.atlas.spaces]
    return bool(joined) and all(s.box.home[near] == side for near in joined)


def strait_rule(s: Position, node: int, near: int) -> str:
    """Which of the four Straits of 9.5.3 this is."""
    for place, rule in (("tingi", "a"), ("messana", "b"), ("sestus", "c"), ("byzantium", "d")):
        if s.box.atlas.index[place] in (node, near):
            return f"PR-9.5.3{rule}"
    return "PR-2.1.4f"


def attack_cost(s: Position, side: int, node: int, power: int = NOBODY) -> int:
    """1 MP more where the Army must attack (9.2.1 g)."""
    if node >= s.box.atlas.spaces or not quick_foe(s, side, node, power):
        return 0
    return 0 if open_prize(s, side, node, power) else 1


def entry_cost(s: Position, side: int, node: int, army: int, power: int = NOBODY) -> int:
    """The same for an Army as it is: without Land Combat Units it cannot attack at all."""
    if not army & COMBAT and node < s.box.atlas.spaces and quick_foe(s, side, node, power):
        return IMPOSSIBLE
    return attack_cost(s, side, node, power)


def exit_cost(s: Position, side: int, point: int, origin: int, army: int, power: int = NOBODY) -> int:
    """The least MP that bring an Army from a Land Transit Point to a Space beyond it (9.5.1)."""
    best = IMPOSSIBLE
    spent = {point: 0}
    todo = [point]
    land, kind = s.box.atlas.land, s.box.atlas.kind
    while todo:
        here = todo.pop()
        for near, link in land[here]:
            if near == origin or step_ban(s, side, here, near, link, army):
                continue
            cost = spent[here] + way_cost(s, near, link)
            if kind[near] == LAND_POINT:
                if cost < spent.get(near, IMPOSSIBLE):
                    spent[near] = cost
                    todo.append(near)
            else:
                best = min(best, cost + entry_cost(s, side, near, army, power))
    return best


def march_need(s: Position, side: int, node: int, near: int, link: int, army: int, power: int = NOBODY) -> int:
    """The MP that must be left before a step may be made: entry, attack, and the way off a Transit Point."""
    if step_ban(s, side, node, near, link, army):
        return IMPOSSIBLE
    cost = way_cost(s, near, link)
    if s.box.atlas.kind[near] == LAND_POINT:
        return cost + exit_cost(s, side, near, node, army, power)
    return cost + entry_cost(s, side, near, army, power)


def within_reach(s: Position, side: int, start: int, mp: int, army: int = 0) -> dict[int, int]:
    """All Spaces an Army can reach by land with so many MP, and the least MP each costs (attack included).

    An Army goes no further than a Space where it must attack; interception is not foreseen.
    """
    key = ("reach", side, start, mp, army if s.box.barring else army & MILITIAS)
    known: dict[int, int] | None = s.kept(key)
    if known is not None:
        return known
    spent = {start: 0}
    todo = [(0, start)]
    found: dict[int, int] = {}
    while todo:
        cost, here = heappop(todo)
        if cost > spent[here]:
            continue
        for near, link in s.box.atlas.land[here]:
            if step_ban(s, side, here, near, link, army):
                continue
            cost = spent[here] + way_cost(s, near, link)
            attack = attack_cost(s, side, near)
            if cost + attack > mp:
                continue
            if near < s.box.atlas.spaces:
                found[near] = min(found.get(near, IMPOSSIBLE), cost + attack)
            if not attack and cost < spent.get(near, IMPOSSIBLE):
                spent[near] = cost
                heappush(todo, (cost, near))
    found.pop(start, None)
    s.keep(key, found)
    return found


def route_cost(s: Position, side: int, route: list[int], army: int = 0) -> list[tuple[int, int, str]]:
    """The MP of each step of a route: (node, MP, rule). A step that is no Connection or banned costs 99."""
    lines = []
    for node, near in pairwise(route):
        best = (near, IMPOSSIBLE, "PR-9.2.2")
        for other, link in s.box.atlas.land[node]:
            if other != near:
                continue
            ban = step_ban(s, side, node, near, link, army)
            if ban:
                best = (near, IMPOSSIBLE, ban)
                continue
            cost = way_cost(s, near, link) + attack_cost(s, side, near)
            rule = "PR-9.2.1a"
            if link == ALPINE:
                rule = "PR-9.2.1c"
            elif cost > 1:
                rule = "PR-9.2.1g" if attack_cost(s, side, near) else "PR-9.2.1b"
            if cost < best[1]:
                best = (near, cost, rule)
        lines.append(best)
    return lines
