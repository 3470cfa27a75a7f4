"""Chapters 13.2 and 13.4: Invasion Armies on the map."""

from __future__ import annotations

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    EAST_GAULS,
    GALLIC_REBELS,
    GERMANS,
    MAX_POWERS,
    NOBODY,
    WEST_GAULS,
    is_power,
)
from ludi.games.pax_romana.world.sets import has, plus

MAINLAND_GAUL = ("belgica", "lugdunensis", "aquitania", "narbonensis")


def barred_to_invaders(s: Position, side: int, node: int, near: int) -> bool:
    """Once out of its area of origin the German Army may not go back there; Gallic rebels stay in Gaul (13.3, 13.4)."""
    if near >= s.box.atlas.spaces:
        return False
    if side == GALLIC_REBELS:
        return s.box.atlas.province_ids[s.box.atlas.province_of[near]] not in MAINLAND_GAUL
    if side != GERMANS:
        return False
    here, there = s.box.atlas.province_of[node], s.box.atlas.province_of[near]
    return there == s.german_start and here != s.german_start


def scare_capitals(s: Position, side: int) -> None:
    """An Invasion Army next to a Capital costs its owner 1 Stability, once for each such Army (13.4.4)."""
    if side == GALLIC_REBELS:
        return
    atlas = s.box.atlas
    places = [node for node, stack in s.places_of(side) if stack & COMBAT]
    for power, capitals in enumerate(s.box.capitals):
        scare = (side - WEST_GAULS) * MAX_POWERS + power
        if has(s.capital_scares, scare):
            continue
        for capital in capitals:
            near = {capital, *(node for node, _ in atlas.land[capital])}
            lost = s.holder(capital) != power and is_power(s.holder(capital))
            if not lost and near.intersection(places):
                s.capital_scares = plus(s.capital_scares, scare)
                change_stability(s, power, -1, "PR-14.2.1h")
                break


def remove_invaders(s: Position) -> None:
    """The Removal Phase takes Invasion Armies and their leaders off the map (13.4)."""
    for side in (WEST_GAULS, EAST_GAULS, GERMANS, GALLIC_REBELS):
        for node, stack in s.places_of(side):
            s.remove(side, node, stack)
        if side in s.box.side_leader:
            s.leader_at[s.box.side_leader[side]] = NOBODY
    s.capital_scares = 0
    s.invaded = 0


def roving_armies(s: Position) -> list[tuple[int, int]]:
    """The Armies that any player may use for his Major Move, as side and place: Germans, Gallic rebels (13.3, 13.4)."""
    return [(side, node) for side in (GERMANS, GALLIC_REBELS) for node, stack in s.places_of(side) if stack & COMBAT]
