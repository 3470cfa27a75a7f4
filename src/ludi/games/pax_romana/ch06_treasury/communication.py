"""Chapters 6.1.5 to 6.1.8: lines of communication. Many places together are a set in one int (:mod:`sets`)."""

from __future__ import annotations

from functools import lru_cache

from ludi.games.pax_romana.engine.ground import held, occupied
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, Atlas
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, NOBODY, PONTUS, SOF, is_power, node_of, side_of
from ludi.games.pax_romana.world.sets import ALONE, all_below, has, minus, plus, set_of


def sea_blocks(s: Position, power: int) -> int:
    """Places that a line by sea may not pass: enemy Galleys in Ports, Pirates (6.1.6 d to f)."""
    known: int | None = s.traced(("sea blocks", power))
    if known is not None:
        return known
    atlas = s.box.atlas
    known = 0
    for key, stack in s.force.items():
        if stack & GALLEYS:
            side, node = side_of(key), node_of(key)
            if side != power and node < atlas.spaces and not s.allied(power, side):
                known = plus(known, node)
    for node in s.pirates:
        known = plus(known, node)
        if atlas.ids[node] == "tarsus":
            for near in atlas.sea[node]:
                if not s.at(power, near) & GALLEYS:
                    known = plus(known, near)
    s.trace(("sea blocks", power), known)
    return known


def passable(s: Position, power: int) -> int:
    """All places that a line of communication of a Power may pass, Fleets and Pirates apart (6.1.6 a to c)."""
    known: int | None = s.traced(("passable", power))
    if known is None:
        spaces = occupied(s)
        known = spaces[NOBODY]
        for side in (*range(len(s.box.powers)), SOF, PONTUS):
            if spaces[side] and s.allied(power, side):
                known |= spaces[side]
        known &= s.box.open_set
        if s.ways:
            known |= set_of([node for node in s.box.open_spaces if s.welcome(power, node)])
        known |= s.box.atlas.points_set
        s.trace(("passable", power), known)
    return known


@lru_cache(maxsize=16)
def _one_step(atlas: Atlas, shut: int) -> tuple[list[int], list[int]]:
    """From each Space the places that a line reaches by land, and those by sea, through Transit Points alone.

    ``shut`` are the Transit Points at sea that it may not pass. None crosses the deep sea (6.1.6 f).
    """
    by_land = [[near for near, _ in links] for links in atlas.land]
    by_sea = [[near for near in links if atlas.kind[near] != DEEP_POINT and not has(shut, near)] for links in atlas.sea]
    return _through_points(atlas, by_land), _through_points(atlas, by_sea)


def _through_points(atlas: Atlas, links: list[list[int]]) -> list[int]:
    reached = []
    for space in range(atlas.spaces):
        found, todo = 0, [space]
        while todo:
            for near in links[todo.pop()]:
                if not has(found, near):
                    found = plus(found, near)
                    if near >= atlas.spaces:
                        todo.append(near)
        reached.append(found)
    return reached


@lru_cache(maxsize=64)
def _spread(atlas: Atlas, start: int, places: int, blocked: int) -> int:
    """All places that lines of communication reach from these Spaces on, through these places (6.1.5 to 6.1.8)."""
    by_land, by_sea = _one_step(atlas, blocked & atlas.points_set)
    spaces = all_below(atlas.spaces)
    free = ~blocked
    left = places & ~start
    todo = start
    while todo:
        node = todo.bit_length() - 1
        near = by_land[node]
        if by_sea[node] and not has(blocked, node):
            near |= by_sea[node] & free
        near &= left
        left ^= near
        todo = todo ^ ALONE[node] | near & spaces
    return start | places & ~left


def communicating(s: Position, power: int) -> int:
    """All places from which a line of communication runs to a friendly home Space of the Power (6.1.5)."""
    found: int | None = s.traced(("lines", power))
    if found is None:
        homes = held(s)[power] & s.box.home_sets[power] & s.box.open_set
        found = _spread(s.box.atlas, homes, passable(s, power), sea_blocks(s, power))
        s.trace(("lines", power), found)
    return found


def communicating_by_rhodes(s: Position, power: int) -> int:
    """The same when Independent Rhodes, for 1T a Space, may be passed (6.1.6 c)."""
    found: int | None = s.traced(("lines by Rhodes", power))
    if found is None:
        atlas = s.box.atlas
        rhodes = atlas.index["rhodes"]
        found = communicating(s, power)
        if s.occupier(rhodes) == INDEPENDENT:
            blocked = minus(sea_blocks(s, power), rhodes)
            ashore = any(has(found, near) for near, _ in atlas.land[rhodes])
            if ashore or any(has(found & ~blocked, near) for near in atlas.sea[rhodes]):
                found |= _spread(atlas, set_of((rhodes,)), passable(s, power) & ~found, blocked)
        s.trace(("lines by Rhodes", power), found)
    return found


def only_by_rhodes(s: Position, power: int, node: int) -> bool:
    """Whether a place has no line of communication but one through Rhodes, for 1T (6.1.6 c)."""
    return not has(communicating(s, power), node) and has(communicating_by_rhodes(s, power), node)


def anything_only_by_rhodes(s: Position, power: int) -> bool:
    """Whether any place but Rhodes itself has no line of communication but one through Rhodes."""
    found: bool | None = s.traced(("needs Rhodes", power))
    if found is None:
        rhodes = s.box.atlas.index["rhodes"]
        found = False
        if s.occupier(rhodes) == INDEPENDENT:
            found = bool(minus(communicating_by_rhodes(s, power) & ~communicating(s, power), rhodes))
        s.trace(("needs Rhodes", power), found)
    return found


def province_connected(s: Position, power: int, province: int, by_rhodes: bool = False) -> bool:
    """Whether a Province that the Power Controls is not isolated, with ``by_rhodes`` by that way too (6.1.5, 6.2.4)."""
    here = held(s)[power] & s.box.atlas.space_sets[province]
    if here and s.box.home_of_province[province] == power:
        return True
    return bool(here & communicating(s, power) or (by_rhodes and here & communicating_by_rhodes(s, power)))


def line_route(s: Position, power: int, node: int) -> list[int]:
    """A shortest line of communication from a place to a friendly home Space, both ends included; [] if none."""
    reach = communicating(s, power)
    if not has(reach, node):
        return []
    atlas = s.box.atlas
    blocked = sea_blocks(s, power)
    came = {node: node}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if here < atlas.spaces and s.box.home[here] == power and s.holder(here) == power:
            route = [here]
            while route[-1] != node:
                route.append(came[route[-1]])
            return route[::-1]
        links = [near for near, _ in atlas.land[here]]
        if not has(blocked, here):
            links += [near for near in atlas.sea[here] if not has(blocked, near) and atlas.kind[near] != DEEP_POINT]
        for near in links:
            if has(reach, near) and near not in came:
                came[near] = here
                todo.append(near)
    return []


def loc_blocks(s: Position, power: int, node: int) -> list[tuple[int, str, str]]:
    """What stops the line of communication of a place: (node, reason, rule) at the edge of what it can reach."""
    if has(communicating(s, power), node):
        return []
    box = s.box
    atlas = box.atlas
    blocked = sea_blocks(s, power)
    seen = {node}
    todo = [node]
    found: dict[int, tuple[str, str]] = {}
    while todo:
        here = todo.pop()
        links = [(near, False) for near, _ in atlas.land[here]]
        if not has(blocked, here):
            links += [(near, True) for near in atlas.sea[here]]
        elif atlas.sea[here]:
            found[here] = ("enemy-galleys", "PR-6.1.6d")
        for near, by_sea in links:
            if near in seen:
                continue
            side = s.occupier(near) if near < atlas.spaces else NOBODY
            if near < atlas.spaces and not box.open[near]:
                continue
            if side != NOBODY and not s.allied(power, side):
                key, rule = ("enemy", "PR-6.1.6a") if is_power(side) else ("barbarians", "PR-6.1.6b")
                if side == INDEPENDENT:
                    key, rule = "independents", "PR-6.1.6c"
                found[near] = (key, rule)
            elif by_sea and has(blocked, near):
                pirates = near in s.pirates
                found[near] = ("pirates", "PR-6.1.6e") if pirates else ("enemy-galleys", "PR-6.1.6d")
            elif by_sea and atlas.kind[near] == DEEP_POINT:
                found[near] = ("deep-sea", "PR-6.1.6f")
            else:
                seen.add(near)
                todo.append(near)
    return [(place, key, rule) for place, (key, rule) in sorted(found.items())]
