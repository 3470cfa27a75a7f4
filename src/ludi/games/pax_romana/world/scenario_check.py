"""A scenario file is refused with file, line and reason if it names what the map does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ludi.games.pax_romana.world.atlas import Atlas
from ludi.games.pax_romana.world.files import BadMap
from ludi.games.pax_romana.world.pieces import DATA_NAMES, MAX_POWERS

NEEDED = ("number", "first_turn", "formats", "people", "map", "powers", "play_order", "scoring", "special_rules")
MOST_UNITS = 99
MOST_POINTS = 99
OF_A_POWER = ("name", "kind", "home", "capitals", "colour", "leader_pool", "manpower", "treasury", "stability")


def check(file: str, text: str, data: Mapping[str, Any], atlas: Atlas) -> None:
    """Raise :class:`BadMap` at the first fault."""
    for part in NEEDED:
        if part not in data:
            raise BadMap(file, 1, f"the part '{part}' is missing")
    if not 2 <= len(data["powers"]) <= MAX_POWERS:
        raise BadMap(file, 1, f"a scenario has 2 to {MAX_POWERS} powers, not {len(data['powers'])}")
    area = data["map"]
    _known(file, text, area.get("territories", ()), atlas.territory_ids, "territory")
    _known(file, text, area.get("provinces", ()), atlas.province_ids, "province")
    for power, entry in data["powers"].items():
        line = _line(text, f"powers.{power}")
        for part in OF_A_POWER:
            if part not in entry:
                raise BadMap(file, line, f"'{part}' is missing")
        _known(file, text, entry["home"], atlas.province_ids, "province")
        for part in ("capitals", "cities", "towns"):
            _known(file, text, entry.get(part, ()), atlas.index, "space")
        _known(
            file, text, (each["place"] for each in entry.get("leaders", ()) if "place" in each), atlas.index, "space"
        )
        _forces(file, text, entry.get("units", {}), atlas)
    for power in data["play_order"]:
        if power not in data["powers"]:
            raise BadMap(file, _line(text, "play_order"), f"there is no power '{power}'")
    for each in data["formats"]:
        for power, number in each.get("head_start", {}).items():
            if power not in data["powers"]:
                raise BadMap(file, _line(text, "head_start"), f"there is no power '{power}'")
            if type(number) is not int or not 0 <= number <= MOST_POINTS:
                raise BadMap(file, _line(text, "head_start"), f"{number} is no number of victory points")
    for each in data.get("independents", {}).get("custom", {}).values():
        _forces(file, text, each["forces"], atlas)
    giving_way = data.get("independents", {}).get("giving_way", {})
    _known(file, text, (*giving_way, *giving_way.values()), atlas.index, "space")
    spaces = data.get("tribes", {}).get("spaces", ())
    _known(file, text, () if spaces == ["all"] else spaces, atlas.index, "space")


def _forces(file: str, text: str, forces: Mapping[str, Mapping[str, Any]], atlas: Atlas) -> None:
    _known(file, text, forces, atlas.index, "space")
    for space, units in forces.items():
        for word, number in units.items():
            if word in ("city", "town"):
                continue
            if word not in DATA_NAMES:
                raise BadMap(file, _line(text, space), f"the unit '{word}' is none of {', '.join(DATA_NAMES)}")
            if type(number) is not int or not 0 <= number <= MOST_UNITS:
                raise BadMap(file, _line(text, space), f"{number} is no number of units")


def _known(file: str, text: str, words: Iterable[str], known: Iterable[str], what: str) -> None:
    for word in words:
        if word not in known:
            raise BadMap(file, _line(text, word), f"there is no {what} '{word}'")


def _line(text: str, word: str) -> int:
    """The first line that holds the word by itself."""
    alone = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    return next((number for number, line in enumerate(text.split("\n"), 1) if alone.search(line)), 1)
