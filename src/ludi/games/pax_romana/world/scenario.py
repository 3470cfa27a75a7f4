"""Scenarios and tables as data (2.6, 3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.scenario_check import check

FILES = {
    "I": "01-pyrrhic-war",
    "II": "02-punic-wars",
    "III": "03-successor",
    "V": "05-rise-of-rome",
    "VII": "07-early-going",
    "VIII": "08-magna-graecia",
    "IX": "09-diadochi",
}
"""The scenarios that can be played with the Standard Game."""
INHERITED = ("map", "territories", "independents", "tribes", "soldier_of_fortune", "powers", "play_order", "scoring")

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
