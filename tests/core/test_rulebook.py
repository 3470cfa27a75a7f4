"""A rule id opens its sentence in the reader's language, with the tests that prove it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludi.core import registry
from ludi.core.rulebook import ROW, read_proofs, read_rules

PACKAGE = "a_game_with_rules"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.csv").write_text(
        'id,section,kind,requirement\n"G-1","1 Goal",goal,"Win, or lose."\n"G-2","1 Goal",goal,"Both."\n',
        encoding="utf-8",
    )
    (folder / "rules.de.csv").write_text(
        'id,section,requirement\n"G-1","1 Ziel","Gewinne."\n"G-9","9","Fremd."\n', encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return PACKAGE


def test_a_rule_is_told_in_the_language_asked_for_and_else_in_english_with_a_mark(package: str) -> None:
    rules = read_rules(package, "game", "de")
    assert list(rules) == ["G-1", "G-2"], "a sentence without an English one is no rule"
    assert (rules["G-1"].section, rules["G-1"].requirement, rules["G-1"].language) == ("1 Ziel", "Gewinne.", "de")
    assert (rules["G-2"].section, rules["G-2"].requirement, rules["G-2"].language) == ("1 Goal", "Both.", "en")
    assert {rule.language for rule in read_rules(package, "game", "nl").values()} == {"en"}
    assert read_rules(package, "game")["G-1"].requirement == "Win, or lose."


def test_the_tests_that_prove_a_rule_are_those_of_the_table() -> None:
    [(rule, tests)] = ROW.findall("| A-1 | one \\| two `x` | `test_a`, `test_b` |\n| A-2 | three |  |\n")
    assert (rule, tests) == ("A-1", "`test_a`, `test_b`")
    table = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    proofs = read_proofs()
    assert len(proofs) == sum(line.rstrip().endswith("` |") for line in table.splitlines())
    for rule, tests in proofs.items():
        assert all(name.startswith("test_") for name in tests), rule
    assert registry.find("pax").rules()["PAX-BUY-1"].proofs == proofs["PAX-BUY-1"]
