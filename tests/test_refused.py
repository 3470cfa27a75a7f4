"""Whatever is refused is refused in the language of the one who asked: each sentence has its words in every language.

The sentences are read from the code, so that a new one without words is found here. The descriptions of a position that
cannot occur, and mistakes in a game's own files, are for authors and stay English.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludi.core import Phrasebook
from ludi.core.refusals import Refusals, refusals_of

SOURCE = Path(__file__).parent.parent / "src/ludi"
PACKAGES = ("ludi.server", "ludi.cli", "ludi.core")
ERRORS = ("LudiError", "BadOption", "BadRecord", "UnknownGame", "UnknownBot", "UnknownLesson")
REFUSED = {
    "server": ("Refused",),
    "cli": (*ERRORS, "BadPosition"),
    "bots": ERRORS,
    "core": (*ERRORS, "BadPosition", "BadQuestion", "MalformedAction", "CannotUndo"),
}
PARTS = {
    "alone": ["You play alone", "People sit on all seats"],
    "what": ["is damaged", "cannot be read", "is not of the format '3'"],
    "problem": ["it could be one of several games", "it fits none of the games"],
    "hint": ["", " Did you mean '3'?"],
}
"""What may stand in gaps that are half a sentence themselves."""
FOR_PROGRAMS = "first['msg']"
"""What is wrong with the shape of a request is said by the library that reads it."""
FOR_AUTHORS = (
    "The script of dice is at its end.",
    "The next roll in the script is for",
    "The script says",
    "There is no phrasebook for the language",
    "A phrasebook must have the table",
    "3 knows 3 facts, the game has",
)
"""Not said to players: dice of tests, phrasebooks that are missing or lack a table, numbers learned for other facts."""


def _sentences(room: str) -> Iterator[tuple[str, str]]:
    """Where something is refused, and the sentence with samples in its gaps."""
    for file in sorted((SOURCE / room).rglob("*.py")):
        if "lesson" in file.name and room == "core":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if called not in REFUSED[room]:
                continue
            assert isinstance(node, ast.Call)
            if FOR_PROGRAMS in ast.unparse(node):
                continue
            for argument in node.args:
                for said in _said(argument):
                    if " " in said and not said.startswith(FOR_AUTHORS):
                        yield f"{file.name}:{node.lineno}", said


def _said(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_said(node.body), *_said(node.orelse)]
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if not isinstance(node, ast.JoinedStr):
        return []
    said = [""]
    for part in node.values:
        if isinstance(part, ast.Constant):
            said = [each + str(part.value) for each in said]
        else:
            assert isinstance(part, ast.FormattedValue)
            inner = _said(part.value) if isinstance(part.value, ast.IfExp) else []
            said = [each + sample for each in said for sample in (inner or PARTS.get(ast.unparse(part.value), ["3"]))]
    return said


@pytest.mark.parametrize("room", REFUSED)
def test_every_refusal_has_words_in_every_language(room: str) -> None:
    known = refusals_of(*PACKAGES)
    found = list(_sentences(room))
    assert len(found) > 10
    missing = [f"{where}: {said}" for where, said in found if not known.knows(said)]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("package", PACKAGES)
def test_each_refusal_is_written_in_all_languages_with_the_same_gaps(package: str) -> None:
    books = {language: Phrasebook.load(package, language) for language in ("en", "de", "nl")}
    for key in books["en"].section("refusal"):
        for language, book in books.items():
            assert book.has(key), f"{package} {language} {key}"
            assert book.facts_of(key) == books["en"].facts_of(key), f"{package} {language} {key}"


def test_gaps_are_filled_and_reasons_are_translated_too() -> None:
    refusals = Refusals("ludi.cli", "ludi.core")
    assert refusals.said("There is no seat 9: the seats are 1 to 4.", "de") == (
        "Platz 9 gibt es nicht: Die Plätze sind 1 bis 4."
    )
    assert (
        refusals.said("x.json cannot be read: it is no text.", "nl")
        == "x.json kan niet worden gelezen: het is geen tekst."
    )
    assert refusals.said("5 people cannot sit on 1 seat.", "de") == "5 Personen haben auf 1 Platz nicht Platz."
    assert refusals.said("Something that nobody says.", "de") == "Something that nobody says."
