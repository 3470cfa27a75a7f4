"""The page's words: the same keys and the same blanks in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "web" / "src"
BOARDS = sorted(folder.parent for folder in (SOURCE / "boards").glob("*/Board.svelte"))
WORDS = [SOURCE / "i18n", SOURCE / "i18n" / "page", *(board / "words" for board in BOARDS)]
LESSONS = [SOURCE / "i18n" / "learn", *(board / "learn" for board in BOARDS)]
RULES = {
    line.split('"')[1]
    for file in (ROOT / "rules").glob("*.csv")
    for line in file.read_text("utf-8").splitlines()
    if line
}


def read(folder: Path, language: str) -> Any:
    return json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))


def name(folder: Path) -> str:
    return folder.relative_to(SOURCE).as_posix()


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("folder", WORDS, ids=name)
def test_no_key_is_missing(folder: Path, language: str) -> None:
    english, other = read(folder, "en"), read(folder, language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert other[key].strip(), key
        assert blanks(other[key]) == blanks(text), key


def test_every_key_in_the_code_has_words() -> None:
    words: set[str] = set().union(*(read(folder, "en") for folder in WORDS))
    used: set[str] = set()
    for file in SOURCE.rglob("*"):
        if file.suffix in (".svelte", ".ts"):
            used |= set(re.findall(r"\bt\(\s*[\"'`]([\w.-]+)[\"'`]", file.read_text(encoding="utf-8")))
    assert used
    assert not used - words


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("folder", LESSONS, ids=name)
def test_lessons_have_the_same_shape_in_every_language(folder: Path, language: str) -> None:
    english, other = read(folder, "en"), read(folder, language)
    shape = [[point.get("rules") for point in section["points"]] for section in english["sections"]]
    assert shape == [[point.get("rules") for point in section["points"]] for section in other["sections"]]


@pytest.mark.parametrize("folder", LESSONS, ids=name)
def test_lessons_cite_rules_that_exist(folder: Path) -> None:
    for section in read(folder, "en")["sections"]:
        for point in section["points"]:
            assert set(point.get("rules", [])) <= RULES
