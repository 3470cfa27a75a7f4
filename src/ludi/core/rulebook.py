"""The index of a game's rules: every rule as one requirement with an id, for whoever asks what an id means.

A game has it as ``rules.csv`` in its package, with the columns id, section and requirement (and others for its makers),
and in other languages as ``rules.<language>.csv``, with these three. In a checkout of the project the indexes of its
own games lie together, as ``rules/<game>.csv`` and ``rules/<language>/<game>.csv``, and ``docs/rules.md`` tells which
tests prove each rule.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

ROW = re.compile(r"^\| (\S+) \|.*\| (`\w+`(?:, `\w+`)*) \|$", re.MULTILINE)
"""A rule of the table with the tests that prove it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One requirement, in the language it is written in."""

    id: str
    section: str
    requirement: str
    language: str = "en"
    proofs: tuple[str, ...] = ()
    """The tests that prove it."""


@cache
def read_rules(package: str, name: str, language: str = "en") -> Mapping[str, Rule]:
    """The rules of a game by their ids, in English where there is none in this language; empty if it has no index."""
    english = {row["id"]: row for row in _rows(package, name, "en")}
    spoken = {} if language == "en" else {row["id"]: row for row in _rows(package, name, language)}
    proofs = read_proofs()
    return {
        id: Rule(
            id,
            spoken.get(id, row)["section"],
            spoken.get(id, row)["requirement"],
            language if id in spoken else "en",
            proofs.get(id, ()),
        )
        for id, row in english.items()
    }


def _rows(package: str, name: str, language: str) -> Iterator[dict[str, str]]:
    folder = resources.files(package)
    file = folder / ("rules.csv" if language == "en" else f"rules.{language}.csv")
    if file.is_file():
        text = file.read_text(encoding="utf-8")
    else:
        together = Path(str(folder)).parents[3] / "rules"
        kept = together / f"{name}.csv" if language == "en" else together / language / f"{name}.csv"
        if not kept.is_file():
            return iter(())
        text = kept.read_text(encoding="utf-8")
    return iter(csv.DictReader(io.StringIO(text)))


@cache
def read_proofs() -> Mapping[str, tuple[str, ...]]:
    """By rule the tests of this project that prove it."""
    packed = resources.files("ludi.core") / "proofs.md"
    file = packed if packed.is_file() else Path(__file__).parents[3] / "docs" / "rules.md"
    if not file.is_file():
        return {}
    return {id: tuple(tests.strip("`").split("`, `")) for id, tests in ROW.findall(file.read_text(encoding="utf-8"))}
