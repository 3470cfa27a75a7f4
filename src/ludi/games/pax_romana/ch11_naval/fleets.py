"""Chapter 11, what holds for every Fleet: its strength, the Ports that are friendly to it, and Rhodes."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.ports import friendly_harbour, harbour_for_armies
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    INDEPENDENT,
    NOBODY,
    OCCUPY,
    ONE,
    RHODIAN,
    RHODIANS,
    SOF,
    node_of,
    side_of,
)
from ludi.games.pax_romana.world.sets import has

RHODIAN_FLEET = 2


def flag(s: Position, side: int) -> int:
    """Whose Ports are friendly to a Fleet: those of the Soldier of Fortune's player are to him (12.4.4), and to a
    Greek Army those of its owner, whoever moves it (17.2)."""
    return s.sof_owner if side == SOF else s.owner_of(side)


def fleet_leaders(s: Position, side: int, node: int) -> list[int]:
    """The leaders with a Fleet: all at sea, in a Port those who have no Army there to be with."""
    if node < s.box.atlas.spaces and s.at(side, node) & OCCUPY:
        return []
    return s.leaders_of(side, node)


def free_rhodes(s: Position, node: int) -> bool:
    """Independent Rhodes: Fleets pass it without a Stop (12.5.1)."""
    return s.box.atlas.ids[node] == "rhodes" and s.occupier(node) == INDEPENDENT


def takes_toll(s: Position, node: int, power: int = NOBODY) -> bool:
    """Rhodes takes its toll while it is Independent and has Galley Squadrons to see to it, its ally's too; not from
    him (12.5.1)."""
    if s.box.atlas.ids[node] != "rhodes":
        return False
    if s.rhodes_ally == NOBODY:
        return bool(s.at(INDEPENDENT, node) & GALLEYS)
    return s.rhodes_ally != power and bool(s.at(s.rhodes_ally, node) & GALLEYS)


def keeps_toll(s: Position, node: int, side: int) -> bool:
    """Whether a Fleet in Rhodes lets others pass for the toll: that of free Rhodes, or of its ally (12.5.1)."""
    return free_rhodes(s, node) and side == (INDEPENDENT if s.rhodes_ally == NOBODY else s.rhodes_ally)


def muster_rhodians(s: Position) -> None:
    """Who Controls Rhodes begins the Game-Turn with two Rhodian Squadrons there; those elsewhere are gone (12.5.1).

    In the Advanced Game its ally has them as they are.
    """
    box = s.box
    if box.advanced:
        return
    for key, stack in list(s.force.items()):
        s.remove(side_of(key), node_of(key), stack & RHODIANS)
    rhodes = box.atlas.index["rhodes"]
    holder = s.holder(rhodes)
    if 0 <= holder < len(box.powers) and "rhodes" in box.scenario["independents"]["standard"]:
        s.add(holder, rhodes, RHODIAN_FLEET * ONE[RHODIAN])


def rhodians_obey(s: Position) -> None:
    """The Rhodian navy serves who Controls Rhodes: in its Port it changes hands, elsewhere it goes home (12.5.1).

    In the Advanced Game it serves the ally of Rhodes, until somebody takes the island.
    """
    rhodes = s.box.atlas.index["rhodes"]
    holder = s.holder(rhodes)
    if s.box.advanced:
        if s.rhodes_ally != NOBODY and holder not in (INDEPENDENT, s.rhodes_ally):
            s.rhodes_ally = NOBODY
            s.forget()
        holder = s.rhodes_ally
    for key, stack in list(s.force.items()):
        side, node = side_of(key), node_of(key)
        if stack & RHODIANS and holder != flag(s, side):
            s.remove(side, node, stack & RHODIANS)
            if node == rhodes and 0 <= holder < len(s.box.powers):
                s.add(holder, rhodes, stack & RHODIANS)


def galley_points(s: Position, side: int) -> int:
    """2 BP a Galley Squadron, 3 with better technology, in totals and in losses (11.4.3, 11.4.4, 16.2)."""
    side = flag(s, side)
    return 3 if side < 4 and has(s.galley_technology, side) else 2


def nearest_port(s: Position, side: int, node: int, with_army: bool = False) -> int:
    """The nearest friendly Port without enemy Galley Squadrons; NOBODY if there is none."""
    return nearest_haven(s, (side,), node, with_army)


def nearest_haven(s: Position, sides: tuple[int, ...], node: int, with_army: bool) -> int:
    """The same for a Fleet of allies: a Port friendly to one of them where none of them has an enemy (4.3.1)."""
    atlas = s.box.atlas
    flags = {flag(s, side) for side in sides}
    friendly = harbour_for_armies if with_army else friendly_harbour
    seen = {node}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if here != node and here < atlas.spaces and any(friendly(s, side, here) for side in flags):
            barred = len(flags) > 1 and any(quick_foe(s, side, here) for side in sides)
            if not barred and all(s.foes_galleys(side, here) == NOBODY for side in flags):
                return here
        for near in atlas.sea[here]:
            if near not in seen and s.box.open[near]:
                seen.add(near)
                todo.append(near)
    return NOBODY


def ready_galleys(s: Position, power: int, node: int) -> int:
    """The Galley Squadrons of a Power that may leave a place: none after a Naval Mutiny (16.2)."""
    return 0 if s.mutinies(power, node) else s.at(power, node) & GALLEYS
