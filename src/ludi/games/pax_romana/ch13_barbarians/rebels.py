"""Chapter 13.3: rebels on the map: whom they keep from Control and income, and the ways they make longer."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, GALLEYS, NOBODY, REBELS

UNGOVERNED = ("britannia", "mauretania")
"""Provinces that nobody Controls while rebels stand there."""
HARD_ROADS, HARD_LAND = 1, 2


def rebel_spaces(s: Position, province: int) -> list[int]:
    """The Spaces of a Province where rebels stand."""
    return [node for node in s.box.atlas.spaces_of[province] if s.at(REBELS, node) & COMBAT]


def ungoverned(s: Position, province: int) -> bool:
    """Whether rebels keep everybody from Control of a Province (13.3, Britannia, Mauretania)."""
    if not s.box.advanced or s.box.atlas.province_ids[province] not in UNGOVERNED:
        return False
    return bool(rebel_spaces(s, province))


def rises_in_africa(s: Position, node: int) -> bool:
    """Whether a Space is in Africa, where rebels drive out whom they beat."""
    return s.box.atlas.province_ids[s.box.atlas.province_of[node]] == "africa"


def pays_nothing(s: Position, node: int) -> bool:
    """Whether rebels keep a Space of Africa from paying, as long as any of them are left there (13.3)."""
    return s.box.advanced and rises_in_africa(s, node) and bool(rebel_spaces(s, s.box.atlas.province_of[node]))


def rebel_toll(s: Position, near: int, cost: int) -> int:
    """The MP of a step into a place, which rebels may make dearer (13.3, Hispania, Judea)."""
    effect = _hard_ways(s).get(near, 0)
    if effect == HARD_ROADS:
        return cost + 1
    return max(cost, 2) if effect == HARD_LAND else cost


def _hard_ways(s: Position) -> dict[int, int]:
    """The Spaces that cost more to enter, and how: beside the rebels of Hispania, and all of Judea."""
    known: dict[int, int] | None = s.kept("rebels")
    if known is None:
        known = {}
        atlas = s.box.atlas
        hispania = atlas.territory_ids.index("hispania")
        for node, stack in s.places_of(REBELS):
            province = atlas.province_of[node]
            if not stack & COMBAT:
                continue
            if atlas.territory_of[province] == hispania:
                for near, _ in atlas.land[node]:
                    if near < atlas.spaces and atlas.territory_of[atlas.province_of[near]] == hispania:
                        known[near] = HARD_ROADS
            elif atlas.province_ids[province] == "judea":
                known |= dict.fromkeys(atlas.spaces_of[province], HARD_LAND)
        s.keep("rebels", known)
    return known


def closed_harbour(s: Position, power: int, node: int) -> bool:
    """Whether a Power's Fleets are kept out of a Space of Cyprus in this Game-Turn (13.3, Cyprus)."""
    if not s.cyprus_closed or power == NOBODY or node >= s.box.atlas.spaces:
        return False
    if s.box.atlas.province_ids[s.box.atlas.province_of[node]] != "cyprus":
        return False
    return not s.at(power, node) & GALLEYS
