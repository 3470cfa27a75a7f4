"""Words that were thrown out stay out: what is said instead stands in the glossary of the three rulebooks."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("pax", "pax_romana", "pax-romana", "roma")
OUT: dict[str, list[tuple[str, str]]] = {
    "en": [
        ("roma", r"\bother player|\bother side\b"),
        ("", r"\bBCE\b"),
        ("pax", r"\b[Aa]bove Rome\b"),
        ("pax_romana", r"(?<=[a-z,] )(?:Army|Armies|Spaces?)\b"),
        ("", r"\b(?:an?|the|this|your|each) (?:Operation|Expansion|Recruitment|Meeting|Stability|Elite)\b"),
    ],
    "de": [
        ("pax_romana", r"\bR(?:au|äu)m(?:e|en|s)?\b|Nachbarraum|Anführer|Zermürbung|Räumphase|Bergfeste\b"),
        ("pax", r"(?i)ausspiel|ausgespielt"),
        ("roma", r"Zugstapel|\b(?:der|dem|den) anderen? Spieler"),
        ("", r"\bIhnen\b|\b(?:[Hh]aben|[Kk]önnen|[Dd]ürfen|[Mm]üssen|[Ww]ollen) Sie\b"),
    ],
    "nl": [
        ("", r"\b(?:uw|Uw|uwe)\b|\bu (?:hebt|kunt|mag|moet|bent)\b|\baan zet\b"),
        ("pax", r"[Ww]elvaart|uitstalling|uitspelen"),
        ("roma", r"overwinningspunt|gevechtsdobbelste|\bde ander\b|afgelegd"),
        ("pax_romana", r"gelukszoeker|ontwijk|\bruimten?\b|gelicht|\blichten\b|aanvoerder"),
    ],
}
"""For each language: the game (empty: everywhere), and what is not said there."""


def _lines(language: str) -> list[tuple[str, str]]:
    """Every line in this language that a person may read: the game it belongs to, or nothing, and its text."""
    found = []
    for file in sorted([*(ROOT / "src" / "ludi").rglob("*.toml"), *(ROOT / "web" / "src").rglob("*.json")]):
        game = next((game for game in GAMES if game in file.parts), "").replace("-", "_")
        text = file.read_text(encoding="utf-8").splitlines()
        if file.stem == language:
            found += [(game, line) for line in text]
        elif file.parent.parent.name == "lessons":
            found += [(game, line) for line in text if re.match(rf"(?:\w+\.)?{language} = ", line)]
        elif file.parent.name == "puzzles":
            section = ""
            for line in text:
                section = line.strip("[]").partition(".")[0] if line.startswith("[") else section
                if re.match(rf"[\w-]+\.{language} = |{language} = ", line):
                    found.append((section.replace("-", "_") if section.replace("-", "_") in GAMES else "", line))
    return found


@pytest.mark.parametrize("language", OUT)
def test_words_that_were_thrown_out_stay_out(language: str) -> None:
    lines = _lines(language)
    assert len(lines) > 2000
    found = [
        line.strip()[:160]
        for game, line in lines
        for where, word in OUT[language]
        if where in ("", game) and re.search(word, line)
    ]
    assert not found, "\n".join(found)


def _sentences(part: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a book by their keys; its lists of words are none."""
    if isinstance(part, dict):
        for name, each in part.items():
            yield from _sentences(each, f"{key}.{name}")
    elif isinstance(part, str):
        yield key, part


def _read(file: Path) -> dict[str, str]:
    text = file.read_text(encoding="utf-8")
    return dict(_sentences(tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)))


@pytest.mark.parametrize("language", [each for each in OUT if each != "en"])
def test_no_line_was_left_in_english(language: str) -> None:
    books = [
        book
        for book in sorted([*(ROOT / "src" / "ludi").rglob("en.toml"), *(ROOT / "web" / "src").rglob("en.json")])
        if book.with_name(language + book.suffix).is_file()
    ]
    assert len(books) > 12
    left = []
    for book in books:
        said = _read(book.with_name(language + book.suffix))
        for key, text in _read(book).items():
            words = re.findall(r"\b[a-z]{3,}\b", re.sub(r"\{[^}]*\}", "", text))
            if len(words) > 1 and said.get(key) == text:
                left.append(f"{book.parent.relative_to(ROOT)} {key}: {text}")
    assert not left, "\n".join(left)
