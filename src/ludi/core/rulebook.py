"""The index of a game's rules: every rule as one requirement with an id, for whoever asks what an id means.

A game has it as ``rules.csv`` in its package, with the columns id, section and requirement (and others for its makers).
In a checkout of the project the indexes of its own games lie together in ``rules/``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rule:
    """One requirement."""

    id: str
    section: str
    requirement: str


@cache
def read_rules(package: str, name: str) -> Mapping[str, Rule]:
    """The rules of a game by their ids; empty if it has no index."""
    folder = resources.files(package)
    file = folder / "rules.csv"
    if file.is_file():
        text = file.read_text(encoding="utf-8")
    else:
        kept_together = Path(str(folder)).parents[3] / "rules" / f"{name}.csv"
        if not kept_together.is_file():
            return {}
        text = kept_together.read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(text))
    return {row["id"]: Rule(row["id"], row["section"], row["requirement"]) for row in rows}
