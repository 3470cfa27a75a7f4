"""Chapter 5: Control of Spaces, Provinces and Territories; and lines of communication (6.1.5 to 6.1.8)."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, PORT
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, MAX_POWERS, NOBODY, NODE_BITS, NODES


@dataclass(frozen=True, slots=True)
class Reason:
    """An answer with its reason: a key of the phrasebook and the rule it rests on."""

    who: int
    key: str
    rule: str


# 5.1 Spaces


def space_control(s: Position, node: int) -> Reason:
    """Who Controls a Space, and why (5.1)."""
    who = s.holder(node)
    side = s.occupier(node)
    if who == NOBODY:
        return Reason(NOBODY, "unoccupied-abroad", "PR-5.1.1c")
    if side == NOBODY:
        return Reason(who, "unoccupied-home", "PR-5.1.4a" if s.box.atlas.flags[node] & PORT else "PR-5.1.1b")
    if who != side:
        return Reason(who, "unoccupied-home", "PR-12.4.1")
    if side >= len(s.box.powers):
        return Reason(side, "held-by-others", "PR-5.4.1a")
    return Reason(side, "occupied", "PR-5.1.1a")


# 5.2 Provinces


def spaces_held(s: Position, province: int) -> dict[int, int]:
    """How many Spaces of a Province each side Controls."""
    counts: dict[int, int] = {}
    for node in s.box.atlas.spaces_of[province]:
        side = s.holder(node)
        if side != NOBODY:
            counts[side] = counts.get(side, 0) + 1
    return counts


def province_control(s: Position, province: int) -> Reason:
    """Who Controls a Province by the pieces now on the map, and why (5.2)."""
    box = s.box
    spaces = box.atlas.spaces_of[province]
    powers = len(box.powers)
    home = box.home_of_province[province]
    if home != NOBODY:
        for capital in box.capitals[home]:
            if box.atlas.province_of[capital] == province and s.holder(capital) == home:
                return Reason(home, "holds-capital", "PR-5.2.2a")
    counts = spaces_held(s, province)
    most = NOBODY
    for side, number in counts.items():
        if 2 * number > len(spaces):
            most = side
    if home != NOBODY:
        if counts.get(home) and most in (NOBODY, home):
            return Reason(home, "present-at-home", "PR-5.2.2b")
        if 0 <= most < powers:
            with_capital = any(box.atlas.province_of[capital] == province for capital in box.capitals[home])
            return Reason(most, "majority-abroad", "PR-5.2.3a" if with_capital else "PR-5.2.3b")
        return Reason(NOBODY, "no-majority", "PR-5.2.3b")
    if 0 <= most < powers:
        return Reason(most, "majority", "PR-5.2.1a")
    only = alone_in(s, counts)
    if only != NOBODY:
        return Reason(only, "alone", "PR-5.2.1b")
    return Reason(NOBODY, "contested" if counts else "empty", "PR-5.2.1b")


def alone_in(s: Position, counts: dict[int, int]) -> int:
    """The Power beside which no one holds a Space of a Province (5.2.1 b); its own Soldier of Fortune is no other."""
    powers = [side for side in counts if side < len(s.box.powers)]
    if len(powers) == 1 and all(s.friends(powers[0], side) for side in counts):
        return powers[0]
    return NOBODY


# 5.3 Territories


def counts_as_province(s: Position, province: int) -> bool:
    """A Barbarian Territory is tested for Control like a Province, but is none (2.1.1)."""
    atlas = s.box.atlas
    return atlas.territory_types[atlas.territory_of[province]] != "barbarian"


def realm_controller(s: Position, realm: int) -> int:
    """The Power that Controls every Province of a Territory (5.3.1), as of the last recount."""
    provinces = s.box.realms[realm].provinces
    owner = s.provinces[provinces[0]]
    for province in provinces[1:]:
        if s.provinces[province] != owner:
            return NOBODY
    return owner


EVERYWHERE = -1


def recount(s: Position, quiet: bool = False, where: int = EVERYWHERE) -> None:
    """Read Control anew where something changed; Stability follows at once (14.2.1 b to e, m, q).

    ``where`` are Provinces as bits: a capture is counted before the Move it belongs to has ended.
    """
    dirty = s.dirty & where
    if not dirty:
        return
    box = s.box
    if dirty >> box.atlas.province_of[box.atlas.index["rhodes"]] & 1:
        from ludi.games.pax_romana.ch11_naval.fleets import rhodians_obey

        rhodians_obey(s)
        dirty = s.dirty & where
    s.dirty ^= dirty
    province = 0
    while dirty:
        if dirty & 1:
            before = s.provinces[province]
            after = province_control(s, province).who
            if after != before:
                s.provinces[province] = after
                s._reach = {}
                if not quiet:
                    _province_changed(s, province, before, after)
        dirty >>= 1
        province += 1
    recount_capitals(s, quiet)


def recount_capitals(s: Position, quiet: bool = False) -> None:
    """Each Capital lost or regained moves Stability at once, in the middle of a Move too (14.2.1 m, q)."""
    for power, capitals in enumerate(s.box.capitals):
        held = 0
        for number, capital in enumerate(capitals):
            if s.holder(capital) == power:
                held |= 1 << number
        before = s.capital_held[power]
        if held != before:
            s.capital_held[power] = held
            if not quiet:
                lost = (before & ~held).bit_count()
                regained = (held & ~before).bit_count()
                if lost:
                    change_stability(s, power, -lost, "PR-14.2.1m")
                if regained:
                    change_stability(s, power, regained, "PR-14.2.1q")


def _province_changed(s: Position, province: int, before: int, after: int) -> None:
    home = s.box.home_of_province[province]
    if s.listener is not None:
        word = s.box.atlas.province_ids[province]
        s.tell("province", "PR-5.2.1a", province=word, side=s.box.side_word(after), before=s.box.side_word(before))
    if not counts_as_province(s, province):
        return
    if before != NOBODY:
        own = home == before
        change_stability(s, before, -2 if own else -1, "PR-14.2.1d" if own else "PR-14.2.1c")
    if after != NOBODY:
        own = home == after
        change_stability(s, after, 2 if own else 1, "PR-14.2.1e" if own else "PR-14.2.1b")


# 6.1.5 to 6.1.8 Lines of communication


def _sea_blocks(s: Position, power: int) -> set[int]:
    """Places that a line by sea may not pass: enemy Galleys in Ports, Pirates (6.1.6 d to f)."""
    atlas = s.box.atlas
    blocked = set()
    for key, stack in s.force.items():
        if stack & GALLEYS:
            side, node = key >> NODE_BITS, key & NODES - 1
            if side != power and node < atlas.spaces and not s.allied(power, side):
                blocked.add(node)
    for node in s.pirates:
        blocked.add(node)
        if atlas.ids[node] == "tarsus":
            for near in atlas.sea[node]:
                if not s.at(power, near) & GALLEYS:
                    blocked.add(near)
    return blocked


def _spread(s: Position, power: int, through_rhodes: bool) -> frozenset[int]:
    box = s.box
    atlas = box.atlas
    blocked = _sea_blocks(s, power)
    rhodes = atlas.index["rhodes"]

    def passable(node: int) -> bool:
        if node >= atlas.spaces:
            return True
        if not box.open[node]:
            return False
        side = s.occupier(node)
        if side == NOBODY or s.allied(power, side) or s.welcome(power, node):
            return True
        return through_rhodes and node == rhodes and side == INDEPENDENT

    if through_rhodes:
        blocked.discard(rhodes)
    todo = [node for node in range(atlas.spaces) if box.home[node] == power and s.holder(node) == power]
    seen = set(todo)
    land, sea, kind = atlas.land, atlas.sea, atlas.kind
    while todo:
        node = todo.pop()
        for near, _ in land[node]:
            if near not in seen and passable(near):
                seen.add(near)
                todo.append(near)
        if sea[node] and node not in blocked:
            for near in sea[node]:
                if near not in seen and near not in blocked and kind[near] != DEEP_POINT and passable(near):
                    seen.add(near)
                    todo.append(near)
    return frozenset(seen)


def communicating(s: Position, power: int) -> frozenset[int]:
    """All places from which a line of communication runs to a friendly home Space of the Power (6.1.5)."""
    found: frozenset[int] | None = s._reach.get(power)
    if found is None:
        found = _spread(s, power, False)
        s._reach[power] = found
    return found


def communicating_by_rhodes(s: Position, power: int) -> frozenset[int]:
    """The same when Independent Rhodes, for 1T a Space, may be passed (6.1.6 c)."""
    found: frozenset[int] | None = s._reach.get(power + 8)
    if found is None:
        rhodes = s.box.atlas.index["rhodes"]
        if s.occupier(rhodes) != INDEPENDENT:
            found = communicating(s, power)
        else:
            found = _spread(s, power, True)
        s._reach[power + 8] = found
    return found


def only_by_rhodes(s: Position, power: int, node: int) -> bool:
    """Whether a place has no line of communication but one through Rhodes, for 1T (6.1.6 c)."""
    return node not in communicating(s, power) and node in communicating_by_rhodes(s, power)


def province_connected(s: Position, power: int, province: int, by_rhodes: bool = False) -> bool:
    """Whether a Province that the Power Controls is not isolated, with ``by_rhodes`` by that way too (6.1.5, 6.2.4)."""
    reach = communicating_by_rhodes(s, power) if by_rhodes else communicating(s, power)
    return any(node in reach and s.holder(node) == power for node in s.box.atlas.spaces_of[province])


def friendly_port(s: Position, power: int, node: int) -> bool:
    """A Port that is friendly and Controlled: at home while no enemy is there, abroad only if occupied (1.4, 5.1.4)."""
    return bool(s.box.atlas.flags[node] & PORT) and s.holder(node) == power


def friendly_harbour(s: Position, power: int, node: int) -> bool:
    """A Port where a Fleet is among friends: the Power's own, its Soldier of Fortune's or an ally's (1.4, 4.3.1)."""
    holder = s.holder(node)
    return bool(s.box.atlas.flags[node] & PORT) and holder != NOBODY and s.allied(power, holder)


def harbour_for_armies(s: Position, power: int, node: int) -> bool:
    """A Port where an Army may land among friends: an ally's only if he has agreed to let it in (4.3.1)."""
    if friendly_port(s, power, node):
        return True
    holder = s.holder(node)
    return friendly_harbour(s, power, node) and (holder >= MAX_POWERS or s.lets_in(holder, power, node))


def line_route(s: Position, power: int, node: int) -> list[int]:
    """A shortest line of communication from a place to a friendly home Space, both ends included; [] if none."""
    reach = communicating(s, power)
    if node not in reach:
        return []
    atlas = s.box.atlas
    blocked = _sea_blocks(s, power)
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
    blocked = _sea_blocks(s, power)
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
                key, rule = ("enemy", "PR-6.1.6a") if side < len(box.powers) else ("barbarians", "PR-6.1.6b")
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
