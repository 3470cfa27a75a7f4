"""Chapters 6.1.5 to 6.1.8: lines of communication."""

from __future__ import annotations

from functools import lru_cache

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, Atlas
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, NOBODY, PONTUS, SOF, is_power, node_of, side_of


def sea_blocks(s: Position, power: int) -> frozenset[int]:
    """Places that a line by sea may not pass: enemy Galleys in Ports, Pirates (6.1.6 d to f)."""
    known: frozenset[int] | None = s.traced(("sea blocks", power))
    if known is not None:
        return known
    atlas = s.box.atlas
    blocked = set()
    for key, stack in s.force.items():
        if stack & GALLEYS:
            side, node = side_of(key), node_of(key)
            if side != power and node < atlas.spaces and not s.allied(power, side):
                blocked.add(node)
    for node in s.pirates:
        blocked.add(node)
        if atlas.ids[node] == "tarsus":
            for near in atlas.sea[node]:
                if not s.at(power, near) & GALLEYS:
                    blocked.add(near)
    known = frozenset(blocked)
    s.trace(("sea blocks", power), known)
    return known


def passable(s: Position, power: int) -> frozenset[int]:
    """All places that a line of communication of a Power may pass, Fleets and Pirates apart (6.1.6 a to c)."""
    known: frozenset[int] | None = s.traced(("passable", power))
    if known is None:
        friendly = [side for side in (*range(len(s.box.powers)), SOF, PONTUS) if s.allied(power, side)]
        friendly.append(NOBODY)
        occupiers = s.occupiers()
        strangers = {*occupiers}.difference(friendly)
        found = {node for node in s.box.open_spaces if occupiers[node] not in strangers}
        if s.ways:
            found.update([node for node in s.box.open_spaces if s.welcome(power, node)])
        known = frozenset(found.union(s.box.atlas.points))
        s.trace(("passable", power), known)
    return known


@lru_cache(maxsize=64)
def _spread(atlas: Atlas, start: frozenset[int], places: frozenset[int], blocked: frozenset[int]) -> frozenset[int]:
    """All places that lines of communication reach from these on, through these places (6.1.5 to 6.1.8)."""
    by_land, by_sea = atlas.land_lines, atlas.sea_lines
    todo = list(start)
    left = set(places - start)
    while todo:
        node = todo.pop()
        near = by_land[node] & left
        if by_sea[node] and node not in blocked:
            near |= (by_sea[node] & left) - blocked
        if near:
            left -= near
            todo += near
    return start | (places - left)


def home_spaces(s: Position, power: int) -> list[int]:
    box = s.box
    homes = [province for province in box.open_provinces if box.home_of_province[province] == power]
    return [node for province in homes for node in box.atlas.spaces_of[province]]


def communicating(s: Position, power: int) -> frozenset[int]:
    """All places from which a line of communication runs to a friendly home Space of the Power (6.1.5)."""
    found: frozenset[int] | None = s.traced(("lines", power))
    if found is None:
        homes = frozenset([node for node in home_spaces(s, power) if s.holder(node) == power])
        found = _spread(s.box.atlas, homes, passable(s, power), sea_blocks(s, power))
        s.trace(("lines", power), found)
    return found


def communicating_by_rhodes(s: Position, power: int) -> frozenset[int]:
    """The same when Independent Rhodes, for 1T a Space, may be passed (6.1.6 c)."""
    found: frozenset[int] | None = s.traced(("lines by Rhodes", power))
    if found is None:
        atlas = s.box.atlas
        rhodes = atlas.index["rhodes"]
        found = communicating(s, power)
        if s.occupier(rhodes) == INDEPENDENT:
            blocked = sea_blocks(s, power) - {rhodes}
            ashore = any(near in found for near, _ in atlas.land[rhodes])
            if ashore or any(near in found and near not in blocked for near in atlas.sea[rhodes]):
                found |= _spread(atlas, frozenset((rhodes,)), passable(s, power) - found, blocked)
        s.trace(("lines by Rhodes", power), found)
    return found


def only_by_rhodes(s: Position, power: int, node: int) -> bool:
    """Whether a place has no line of communication but one through Rhodes, for 1T (6.1.6 c)."""
    return node not in communicating(s, power) and node in communicating_by_rhodes(s, power)


def anything_only_by_rhodes(s: Position, power: int) -> bool:
    """Whether any place but Rhodes itself has no line of communication but one through Rhodes."""
    found: bool | None = s.traced(("needs Rhodes", power))
    if found is None:
        rhodes = s.box.atlas.index["rhodes"]
        found = False
        if s.occupier(rhodes) == INDEPENDENT:
            found = bool(communicating_by_rhodes(s, power) - communicating(s, power) - {rhodes})
        s.trace(("needs Rhodes", power), found)
    return found


def province_connected(s: Position, power: int, province: int, by_rhodes: bool = False) -> bool:
    """Whether a Province that the Power Controls is not isolated, with ``by_rhodes`` by that way too (6.1.5, 6.2.4)."""
    key = ("connected", power, by_rhodes, province)
    found: bool | None = s.traced(key)
    if found is None:
        held = [node for node in s.box.atlas.spaces_of[province] if s.holder(node) == power]
        if held and s.box.home_of_province[province] == power:
            found = True
        else:
            found = not (communicating_by_rhodes if by_rhodes else communicating)(s, power).isdisjoint(held)
        s.trace(key, found)
    return found


def line_route(s: Position, power: int, node: int) -> list[int]:
    """A shortest line of communication from a place to a friendly home Space, both ends included; [] if none."""
    reach = communicating(s, power)
    if node not in reach:
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
        if here not in blocked:
            links += [near for near in atlas.sea[here] if near not in blocked and atlas.kind[near] != DEEP_POINT]
        for near in links:
            if near in reach and near not in came:
                came[near] = here
                todo.append(near)
    return []


def loc_blocks(s: Position, power: int, node: int) -> list[tuple[int, str, str]]:
    """What stops the line of communication of a place: (node, reason, rule) at the edge of what it can reach."""
    if node in communicating(s, power):
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
        if here not in blocked:
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
            elif by_sea and near in blocked:
                pirates = near in s.pirates
                found[near] = ("pirates", "PR-6.1.6e") if pirates else ("enemy-galleys", "PR-6.1.6d")
            elif by_sea and atlas.kind[near] == DEEP_POINT:
                found[near] = ("deep-sea", "PR-6.1.6f")
            else:
                seen.add(near)
                todo.append(near)
    return [(place, key, rule) for place, (key, rule) in sorted(found.items())]
