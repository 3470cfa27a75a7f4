"""Scenarios and tables as data (2.6, 3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludi.core import BadOption
from ludi.games.pax_romana.world.atlas import Atlas, atlas
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.pieces import pack
from ludi.games.pax_romana.world.scenario_check import check

FILES = {
    "I": "01-pyrrhic-war",
    "II": "02-punic-wars",
    "III": "03-successor",
    "IV": "04-carthago-delenda-est",
    "V": "05-rise-of-rome",
    "VI": "06-mare-nostrum",
    "VII": "07-early-going",
    "VIII": "08-magna-graecia",
    "IX": "09-diadochi",
    "X": "10-chaos-in-the-aegean",
}
"""All scenarios by number."""
ADVANCED_OPTIONS = ("mountain_attrition", "late_legions", "disbanding")
LATER_OPTIONS = {"last_turn": 0, **dict.fromkeys(ADVANCED_OPTIONS, False)}
"""What a match's options leave out where it is not chosen: records that knew no such option stay as they are."""
INHERITED = ("map", "territories", "independents", "tribes", "soldier_of_fortune", "powers", "play_order", "scoring")

BARRING = ("pyrrhus-waits", "pyrrhus-sails-west", "treaty-of-philinus", "hannibal-in-italy", "eastern-distraction")
"""The rules of scenarios that keep somebody out of some Spaces."""

EVENT_NAMES = (
    "conqueror",
    "slave-revolt",
    "pirates",
    "rebellion",
    "harvest-time",
    "revenues-and-stability",
    "barbarian-invasion",
    "stability-check",
    "galley-technology",
    "soldier-of-fortune",
    "disease",
)
REBELLION_AREAS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "naval-mutiny": ((), ()),
    "cyprus": ((), ("cyprus",)),
    "africa": ((), ("africa",)),
    "germany": (("germania",), ()),
    "judea": ((), ("judea",)),
    "hispania": (("hispania",), ()),
    "gaul": ((), ("belgica", "lugdunensis", "aquitania", "narbonensis")),
    "danube": (("the-danube",), ()),
    "britannia": ((), ("britannia",)),
    "mauretania": ((), ("mauretania",)),
    "sardinia": ((), ("sardinia",)),
}
"""Which Territories and Provinces each Rebellion of 13.3 names."""
OBJECTIVE_MARKERS = {
    "A": 2,
    "B": 2,
    "C": 2,
    "D": 1,
    "E": 2,
    "F": 1,
    "G": 1,
    "H": 2,
    "I": 1,
    "J": 1,
    "K": 2,
    "L": 1,
    "M": 1,
    "N": 1,
}
"""Opportunity Objective markers by letter, twenty in all (15.4.9)."""
ISLANDS_WITHOUT_HEAVY = ("thasos", "limnos", "lesbos-chios", "samos", "naxos")


def tables(files: Files = BUILT_IN) -> dict[str, Any]:
    """The charts and tables (2.6)."""
    return _tables(files)


@lru_cache(maxsize=8)
def _tables(files: Files) -> dict[str, Any]:
    return files.read_toml("tables.toml")


def read_scenario(number: str, files: Files = BUILT_IN) -> dict[str, Any]:
    """A scenario file, with what it takes over from another."""
    return _read_scenario(number, files)


@lru_cache(maxsize=32)
def _written(file: str, files: Files) -> dict[str, Any]:
    """A scenario file as it stands."""
    return files.read_toml(file)


@lru_cache(maxsize=32)
def _read_scenario(number: str, files: Files) -> dict[str, Any]:
    file = f"scenarios/{FILES[number]}.toml"
    raw = dict(_written(file, files))
    if "setup_from" in raw:
        base = _written(f"scenarios/{raw['setup_from']}.toml", files)
        for key in INHERITED:
            if key in base:
                raw.setdefault(key, base[key])
    check(file, files.read(file), raw, atlas(files))
    return raw


def last_turn(options: Mapping[str, Any], chosen: Mapping[str, Any]) -> int:
    """The format's last turn; where it leaves that to the players, the one they chose, else the first it names."""
    last, wanted = chosen["last_turn"], int(options.get("last_turn", 0))
    possible = last if isinstance(last, list) else [last]
    if wanted and wanted not in possible:
        turns = ", ".join(str(turn) for turn in possible)
        raise BadOption(f"This format of scenario {options['scenario']} ends after turn {turns}, not {wanted}.")
    return int(wanted or possible[0])


def stands_at(scenario: Mapping[str, Any], space: str, *, advanced: bool) -> str:
    """Where those stand at the start whom the scenario puts into a Space: elsewhere if Independents of the Advanced
    Game are there."""
    giving_way: Mapping[str, str] = scenario["independents"].get("giving_way", {}) if advanced else {}
    return giving_way.get(space, space)


def independent_forces(
    scenario: Mapping[str, Any], known: Mapping[str, Any], places: Atlas, *, advanced: bool
) -> list[tuple[str, int, int, int]]:
    """Independents at the start: name, node, stack, kind of site (0 none, 1 Town, 2 City)."""
    found: list[tuple[str, int, int, int]] = []
    independents = scenario["independents"]
    groups: list[tuple[str, Mapping[str, Mapping[str, Any]]]] = [
        (name, known[name])
        for name in (
            *independents.get("standard", ()),
            *(independents.get("advanced_only", ()) if advanced else ()),
        )
    ]
    groups += [(name, each["forces"]) for name, each in independents.get("custom", {}).items()]
    for name, forces in groups:
        for space, pieces in forces.items():
            kind = 2 if pieces.get("city") else 1 if pieces.get("town") else 0
            stack = pack({word: number for word, number in pieces.items() if word not in ("city", "town")})
            found.append((name, places.index[space], stack, kind))
    return found
