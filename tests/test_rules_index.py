"""The rule indexes and the tests that cite them agree."""

from __future__ import annotations

import ast
import csv
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPLETE = ("pax", "roma")
"""Games whose every rule must be cited by a test."""


@cache
def cited() -> frozenset[str]:
    """All ids given to ``@pytest.mark.rule(...)``."""
    ids = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                ids |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return frozenset(ids)


def index(game: str) -> list[str]:
    with (ROOT / "rules" / f"{game}.csv").open(encoding="utf-8", newline="") as rows:
        return [row["id"] for row in csv.DictReader(rows)]


def test_every_cited_rule_exists_and_no_id_occurs_twice() -> None:
    known = [each for file in (ROOT / "rules").glob("*.csv") for each in index(file.stem)]
    assert len(known) == len(set(known))
    assert cited() <= set(known)


@pytest.mark.parametrize("game", COMPLETE)
def test_every_rule_of_a_complete_game_is_cited(game: str) -> None:
    assert [each for each in index(game) if each not in cited()] == []
