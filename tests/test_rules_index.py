"""The rule indexes and the tests that cite them agree."""

from __future__ import annotations

import ast
import csv
import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ludi.core import registry

ROOT = Path(__file__).parent.parent
COMPLETE: dict[str, tuple[str, ...]] = {"pax": (), "roma": (), "pax-romana": ("both", "standard")}
"""Games whose rules must all be cited by a test; of Pax Romana those that apply to the Standard Game."""


@cache
def cited() -> frozenset[str]:
    """All ids given to ``@pytest.mark.rule(...)``."""
    ids = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                ids |= {
                    str(each.value)
                    for argument in node.args
                    for each in ast.walk(argument)
                    if isinstance(each, ast.Constant)
                }
    return frozenset(ids)


def index(game: str, applies: tuple[str, ...] = ()) -> list[str]:
    """The ids of a game, all of them or those that apply to certain forms of it."""
    with (ROOT / "rules" / f"{game}.csv").open(encoding="utf-8", newline="") as rows:
        return [row["id"] for row in csv.DictReader(rows) if not applies or row["applies"] in applies]


def test_every_cited_rule_exists_and_no_id_occurs_twice() -> None:
    known = [each for file in (ROOT / "rules").glob("*.csv") for each in index(file.stem)]
    assert len(known) == len(set(known))
    assert cited() <= set(known)


@pytest.mark.parametrize("game", COMPLETE)
def test_every_rule_of_a_complete_game_is_cited(game: str) -> None:
    ids = index(game, COMPLETE[game])
    assert len(ids) > 90
    assert [each for each in ids if each not in cited()] == []


NUMBER = re.compile(r"\d+(?:[./]\d+)*|½")
"""A number, a fraction, the number of a section."""
TRANSLATED = [(language, game) for language in ("de", "nl") for game in COMPLETE]


def numbers(text: str) -> Counter[str]:
    """The numbers of a sentence; in other languages a comma is the point of a decimal fraction; it may come first."""
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    return Counter(NUMBER.findall(re.sub(r"(?<!\w)[.,](?=\d)", "0.", text)))


@pytest.mark.parametrize(("language", "game"), TRANSLATED)
def test_every_rule_is_told_in_every_language(language: str, game: str) -> None:
    english = registry.find(game).rules()
    told = registry.find(game).rules(language)
    assert list(told) == list(english)
    assert [id for id, rule in told.items() if rule.language != language] == []
    with (ROOT / "rules" / language / f"{game}.csv").open(encoding="utf-8", newline="") as rows:
        assert [row["id"] for row in csv.DictReader(rows)] == list(english), "none of another game, each once, in order"
    for id, rule in told.items():
        assert rule.requirement.strip(), id
        assert rule.requirement != english[id].requirement, id
        assert NUMBER.findall(rule.section) == NUMBER.findall(english[id].section), id


@pytest.mark.parametrize(("language", "game"), TRANSLATED)
def test_a_rule_names_the_same_numbers_in_every_language(language: str, game: str) -> None:
    for id, rule in registry.find(game).rules(language).items():
        assert numbers(rule.requirement) == numbers(registry.find(game).rules()[id].requirement), (id, rule.requirement)


def test_only_passing_tests_prove_a_rule(tmp_path: Path) -> None:
    """Run as ``make rules`` runs it: the work is shared among processes."""
    for file in ("conftest.py", "needs.py"):
        (tmp_path / file).write_text((ROOT / "tests" / file).read_text(encoding="utf-8"))
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('A-1', 'A-2')\ndef test_good(): pass\n"
        "@pytest.mark.rule('A-3')\ndef test_bad(): assert False\n"
        "@pytest.mark.rule('A-4')\n@pytest.mark.skip\ndef test_skipped(): pass\n"
    )
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--rules-report={report}", str(tmp_path)]
    subprocess.run([*command, f"--rootdir={tmp_path}", "-W", "ignore"], cwd=tmp_path, capture_output=True, check=False)
    assert set(json.loads(report.read_text(encoding="utf-8"))) == {"A-1", "A-2"}
