"""The page's words: the same keys and the same blanks in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = ROOT / "web" / "src" / "i18n"
RULES = {
    line.split('"')[1]
    for file in (ROOT / "rules").glob("*.csv")
    for line in file.read_text("utf-8").splitlines()
    if line
}


def read(folder: str, language: str) -> Any:
    return json.loads((WORDS / folder / f"{language}.json").read_text(encoding="utf-8"))


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("folder", [".", "page"])
def test_no_key_is_missing(folder: str, language: str) -> None:
    english, other = read(folder, "en"), read(folder, language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert other[key].strip(), key
        assert blanks(other[key]) == blanks(text), key


def test_every_key_in_the_code_has_words() -> None:
    words = read(".", "en") | read("page", "en")
    used: set[str] = set()
    for file in (ROOT / "web" / "src").rglob("*"):
        if file.suffix in (".svelte", ".ts"):
            used |= set(re.findall(r"\bt\(\s*[\"'`]([\w.-]+)[\"'`]", file.read_text(encoding="utf-8")))
    assert used
    assert not used - words.keys()


@pytest.mark.parametrize("language", ["de", "nl"])
def test_lessons_have_the_same_shape_in_every_language(language: str) -> None:
    english, other = read("learn", "en"), read("learn", language)
    assert english.keys() == other.keys()
    for game, lesson in english.items():
        shape = [[point.get("rules") for point in section["points"]] for section in lesson["sections"]]
        assert shape == [[point.get("rules") for point in section["points"]] for section in other[game]["sections"]]


def test_lessons_cite_rules_that_exist() -> None:
    for lesson in read("learn", "en").values():
        for section in lesson["sections"]:
            for point in section["points"]:
                assert set(point.get("rules", [])) <= RULES
