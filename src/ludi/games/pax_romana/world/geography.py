"""The map as a board needs it: where each place lies, what is printed there, which Connections lead where (2.1)."""

from __future__ import annotations

from typing import Any

from ludi.games.pax_romana.world.atlas import ALPINE, POINT_KINDS, STRAIT, Atlas

KINDS = {number: word for word, number in POINT_KINDS.items()}


def place_on_map(places: Atlas, node: int) -> dict[str, Any]:
    """A Space or Transit Point: its kind, where it lies, its Province, and what is printed there."""
    place: dict[str, Any] = {
        "kind": KINDS.get(places.kind[node], "space"),
        "lat": places.lat[node],
        "lon": places.lon[node],
    }
    if places.province_of[node] >= 0:
        place["province"] = places.province_ids[places.province_of[node]]
    printed = {
        "port": places.is_port,
        "mountain": places.is_mountain,
        "mine": places.is_mine,
        "tribal": places.is_tribal,
    }
    return place | {word: True for word, holds in printed.items() if holds[node]}


def links(places: Atlas) -> list[tuple[str, str, str]]:
    """Every Connection once, with its kind."""
    found = []
    for a in range(places.nodes):
        ways = [(b, {STRAIT: "strait", ALPINE: "alpine"}.get(link, "land")) for b, link in places.land[a]]
        ways += [(b, "naval") for b in places.sea[a]]
        found += [(places.ids[a], places.ids[b], kind) for b, kind in ways if a < b]
    return found
