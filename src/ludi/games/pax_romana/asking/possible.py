"""What no position can hold, each with its reason."""

from __future__ import annotations

from collections import Counter

from ludi.core import BadPosition
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch11_naval.fleets import RHODIAN_FLEET, flag
from ludi.games.pax_romana.world.atlas import LAND_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.counters import HIDDEN, tribe_strength
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    COMBAT,
    GALLEYS,
    GARRISONS,
    INDEPENDENT,
    LAND,
    NOBODY,
    OCCUPY,
    PERGAMENES,
    PERGAMUM,
    REBELS,
    RHODIAN,
    RHODIANS,
    SIDES,
    SLAVES,
    SOF,
    count,
    is_slave,
    node_of,
    side_of,
    squadrons,
)


def check(s: PaxRomanaState) -> None:
    """Refuse a position that cannot occur."""
    _soldier(s)
    for key, stack in sorted(s.force.items()):
        side, node = side_of(key), node_of(key)
        _place(s, side, node, stack)
        _kinds(s, side, node, stack)
        _neighbours(s, side, node, stack)
    _rhodians(s)
    _sites(s)
    _tribes(s)
    _leaders(s)
    _pirates(s)


def _open(s: PaxRomanaState, node: int) -> str:
    """The word of a place that is in play."""
    place = s.box.place(node)
    if not s.box.open[node]:
        raise BadPosition(f"{place} is not in play in this scenario.")
    return place


def _soldier(s: PaxRomanaState) -> None:
    if s.sof_owner != NOBODY:
        if s.box.kind[s.sof_owner] == "rome":
            raise BadPosition("Rome never has the soldier of fortune.")
    elif s.places_of(SOF):
        raise BadPosition("The soldier of fortune's army needs a power that owns it ('soldier_of_fortune').")


def _place(s: PaxRomanaState, side: int, node: int, stack: int) -> None:
    atlas = s.box.atlas
    place = _open(s, node)
    if stack & GALLEYS and not atlas.is_port[node] and atlas.kind[node] != NAVAL_POINT:
        raise BadPosition(f"Galley squadrons cannot be in {place}, which is no port.")
    if node >= atlas.spaces and stack & LAND and atlas.kind[node] != NAVAL_POINT:
        raise BadPosition(f"No army rests on the transit point {place}.")


def _kinds(s: PaxRomanaState, side: int, node: int, stack: int) -> None:
    place, word = s.box.place(node), s.box.side_word(side)
    if side < len(s.box.powers):
        if count(stack, BARBARIAN):
            raise BadPosition(f"{word} has no barbarian infantry; there is some in {place}.")
        return
    lent = side == SOF and node >= s.box.atlas.spaces and squadrons(stack) == 1
    if (is_slave(side) or side in (REBELS, SOF)) and stack & (GARRISONS if lent else GALLEYS | GARRISONS):
        raise BadPosition(f"{word} has neither galleys nor garrisons; there are some in {place}.")


def _rhodians(s: PaxRomanaState) -> None:
    """Rhodian Squadrons serve who holds Rhodes, and there are two of them (12.5.1); Pergamenes serve their ally."""
    fleets = {side_of(key): 0 for key, stack in s.force.items() if stack & RHODIANS}
    for key, stack in s.force.items():
        if stack & RHODIANS:
            fleets[side_of(key)] += count(stack, RHODIAN)
    if sum(fleets.values()) > RHODIAN_FLEET:
        raise BadPosition(f"There are {RHODIAN_FLEET} Rhodian squadrons, not {sum(fleets.values())}.")
    if any(stack & PERGAMENES and flag(s, side_of(key)) != s.pergamum_ally for key, stack in s.force.items()):
        raise BadPosition("Units of Pergamum serve its ally alone ('pergamum_ally').")
    for side in fleets:
        if s.box.advanced:
            if flag(s, side) != s.rhodes_ally:
                raise BadPosition(f"{s.box.side_word(side)} is no ally of Rhodes and has no Rhodian squadrons.")
        elif flag(s, side) != s.holder(s.box.atlas.index["rhodes"]) or flag(s, side) >= len(s.box.powers):
            raise BadPosition(f"{s.box.side_word(side)} does not hold Rhodes and has no Rhodian squadrons.")


def _neighbours(s: PaxRomanaState, side: int, node: int, stack: int) -> None:
    """Two sides hold no Space together, but for the Soldier of Fortune with his player, and Slaves in a City."""
    if node >= s.box.atlas.spaces or not stack & OCCUPY:
        return
    place = s.box.place(node)
    for other in range(side + 1, SIDES):
        if other == REBELS:
            continue
        if s.at(other, node) & OCCUPY and not s.friends(side, other):
            raise BadPosition(f"Two sides cannot both hold {place}.")
    owner = s.site_owner(node)
    if owner == INDEPENDENT and s.patron(node) == side:
        return
    if owner not in (NOBODY, side) and not s.friends(side, owner) and side not in (REBELS, SLAVES + owner):
        raise BadPosition(f"Two sides cannot both hold {place}: it is a site of {s.box.side_word(owner)}.")
    if node in s.tribes:
        raise BadPosition(f"Two sides cannot both hold {place}: a tribe is there.")


def _sites(s: PaxRomanaState) -> None:
    for node in s.sites:
        place = _open(s, node)
        if node >= s.box.atlas.spaces:
            raise BadPosition(f"{place} is a transit point: no town or city stands there.")
        if s.box.atlas.is_mountain[node]:
            raise BadPosition(f"{place} is a mountain fortress: no town or city stands there.")
        if node in s.tribes:
            raise BadPosition(f"Two sides cannot both hold {place}: a tribe is there.")


def _tribes(s: PaxRomanaState) -> None:
    for node in s.tribes:
        place = _open(s, node)
        if not s.box.atlas.is_tribal[node]:
            raise BadPosition(f"{place} is no tribal space.")
    known = Counter(tribe_strength(value) for value in s.tribes.values() if tribe_strength(value) != HIDDEN)
    for strength, number in known.items():
        there_are = s.box.tribal_counters.count(strength)
        if number > there_are:
            raise BadPosition(f"There are {there_are} tribal counters of strength {strength}, not {number}.")


def _leaders(s: PaxRomanaState) -> None:
    atlas = s.box.atlas
    for number, node in enumerate(s.leader_at):
        if node < 0:
            continue
        place, leader = _open(s, node), s.box.leaders[number]
        if atlas.kind[node] == LAND_POINT:
            raise BadPosition(f"No leader rests on the transit point {place}.")
        if leader.side == SOF and s.sof_owner == NOBODY:
            raise BadPosition("The soldier of fortune needs a power that owns him ('soldier_of_fortune').")
        if PERGAMUM > leader.side > len(s.box.powers) and not s.at(leader.side, node) & COMBAT:
            raise BadPosition(f"{leader.word} is in {place} without his army.")


def _pirates(s: PaxRomanaState) -> None:
    atlas = s.box.atlas
    for node in s.pirates:
        place = _open(s, node)
        if not atlas.is_port[node] and atlas.kind[node] != NAVAL_POINT:
            raise BadPosition(f"Pirates lie in ports and on naval transit points, not in {place}.")
        if s.pirates.count(node) > 1:
            raise BadPosition(f"Pirates stand twice in {place}.")
