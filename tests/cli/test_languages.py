"""The terminal speaks German and Dutch: all that is said at the table, all that is refused, nothing in English."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from ludi.cli import words
from ludi.core import Phrasebook, Table, registry

from .conftest import Ludi

LANGUAGES = ("en", "de", "nl")
TABLES: dict[str, tuple[str, ...]] = {
    "pax": ("pax", "--players", "2", "--bots", "random"),
    "solo": ("pax", "--solo"),
    "roma": ("roma", "--bots", "random"),
    "pax-romana": ("pax-romana", "--scenario", "II", "--bots", "random"),
    "advanced": ("pax-romana", "--scenario", "V", "--format", "advanced", "--bots", "random"),
}
LINES = 60
GAP = re.compile(r"\{[^}]*\}")


def plain(text: str) -> str:
    return " ".join(text.split())


def _sentences(book: Phrasebook) -> set[str]:
    """Stretches of more than one word that a book itself writes."""
    templates = [book.template(key) for key in book.keys()]  # noqa: SIM118
    parts = [part for template in templates for part in GAP.split(template)]
    return {part for part in map(plain, parts) if part.count(" ") >= 2 and len(part) > 12}


@cache
def only_english(language: str, game: str) -> frozenset[str]:
    """What the terminal and a game say in English and not in this language."""
    english = _sentences(words.words_in("en").book) | _sentences(registry.find(game).phrases("en"))
    own = [words.words_in(language).book, registry.find(game).phrases(language)]
    written = plain(" ".join(book.template(key) for book in own for key in book.keys()))  # noqa: SIM118
    return frozenset(each for each in english if each not in written)


def typed_at_random(seed: str) -> list[str]:
    """Lines as a person might type them who tries everything."""
    rng = random.Random(seed)
    asked = ["?", "h", "r", "l", "b", "w nothing", "99", "u", "b nowhere", "w"]
    lines = [rng.choice(["1", "1", "1", "2", "3", "4", rng.choice(asked)]) for _ in range(LINES)]
    return [*asked, *lines, "q", "perhaps", "n"]


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("table", TABLES)
def test_nothing_at_the_table_is_said_in_english(
    ludi: Ludi, monkeypatch: pytest.MonkeyPatch, table: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    done = ludi("play", *TABLES[table], "--seed", "told", "--language", language, lines=typed_at_random(table))
    said = plain(done.out)
    assert words.words_in(language)("table.keys") in said
    assert plain(words.words_in(language)("table.help").splitlines()[-1]) in said
    assert [each for each in only_english(language, TABLES[table][0]) if each in said] == []
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize("language", ["de", "nl"])
def test_a_whole_game_to_its_end_its_record_and_its_analysis(
    ludi: Ludi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    speak, path = ("--language", language), tmp_path / "game.json"
    said = words.words_in(language)
    rng, table = random.Random(5), Table.new("roma", seed=bytes(32))
    while table.state.actors():
        seat = table.state.actors()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    table.save(path)
    out = plain(ludi("replay", path, *speak, lines=["", "p", "g 3", "g", "l", "?", "q"]).out)
    out += plain(ludi("show", path, *speak).out)
    assert said("table.reckoning") in out
    out += plain(ludi("verify", path, *speak).out)
    out += plain(ludi("analyse", path, "--level", "search@1", "--every", "20", *speak).out)
    out += plain(ludi("data", "roma", *speak).out) + plain(ludi("games", *speak).out) + plain(ludi("bots", *speak).out)
    out += plain(ludi("simulate", "roma", "--games", "1", *speak).out)
    assert [each for each in only_english(language, "roma") if each in out] == []


@pytest.mark.parametrize(("language", "written"), [("en", "1,234.5"), ("de", "1.234,5"), ("nl", "1.234,5")])
def test_numbers_are_written_as_the_language_writes_them(ludi: Ludi, language: str, written: str) -> None:
    assert words.words_in(language).number(1234.5) == written
    out = plain(ludi("simulate", "pax", "--players", "2", "--games", "3", "--language", language).out)
    shares = re.findall(r"\d+(.)\d %", out)
    assert shares
    assert set(shares) == {written[-2]}


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_menu_and_a_lesson_are_told_in_it(ludi: Ludi, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    speak = ("--language", language)
    out = plain(ludi("play", *speak, lines=["h", "r", "x", "1", "1", "q"]).out)
    out += plain(ludi("play", *speak, lines=["2", "5", "2", "4", "Livia", "1", "q", "n"]).out)
    out += plain(ludi("lesson", "roma", "01-first-game", *speak, lines=["end", "show", "h", "s", "q"]).out)
    for game in registry.names():
        assert [each for each in only_english(language, game) if each in out] == []


def test_who_has_never_played_here_is_told_of_the_lessons(ludi: Ludi) -> None:
    assert "ludi lesson roma 01-first-game" in plain(ludi("play", lines=["q"]).out)
    ludi("play", "roma", "--bots", "random", "--seed", "x", lines=["1", "q", ""])
    assert "ludi lesson" not in plain(ludi("play", lines=["q"]).out), "a game that waits comes first"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("play", "pax", "--hot-seat", "--seat", "1"), "--hot-seat gibt jeden Platz einem Menschen"),
        (("play", "--players", "x"), "--players nimmt eine ganze Zahl, nicht „x“."),
        (("plai",), "Den Befehl „plai“ gibt es nicht (meintest du play oder replay?)"),
        (("play", "chess"), "Das Spiel „chess“ gibt es nicht"),
        (("play", "pax", "--players", "99"), "Die Option „players“ kann nicht 99 sein"),
        (("verify", "missing.json"), "Die Datei missing.json gibt es nicht."),
        (("simulate", "pax", "--bots", "gredy"), "Den Bot „gredy“ gibt es nicht"),
        (("play", "--sed", "x"), "Die Option --sed gibt es nicht; meintest du --seed?"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_the_language_asked_for(
    ludi: Ludi, typed: tuple[str, ...], said: str
) -> None:
    refused = ludi(*typed, "--language", "de")
    assert refused.code == 2
    assert said in refused.err


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"LANG": "de_AT.UTF-8"}, "von Stefan Feld, 2 Spieler"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, "van Stefan Feld, 2 spelers"),
        ({"LANG": "fr_FR.UTF-8"}, "by Stefan Feld, 2 players"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "C"}, "by Stefan Feld, 2 players"),
        ({}, "by Stefan Feld, 2 players"),
    ],
)
def test_without_the_flag_the_locale_decides(
    ludi: Ludi, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], said: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert said in plain(ludi("games").out)
    assert "by Stefan Feld" in plain(ludi("games", "--language", "en").out)


def test_yes_and_no_are_answered_in_the_language(ludi: Ludi, home: Path) -> None:
    begin = ("play", "roma", "--bots", "random", "--language")
    assert "[J/n]" in ludi(*begin, "de", lines=["q", "nein"]).out
    assert "weggeworfen" in ludi(*begin, "de", lines=["q", "nein"]).out
    assert "Opgeslagen in" in ludi(*begin, "nl", lines=["q", "ja"]).out
    assert len(list((home / "saves").glob("*.json"))) == 1


def test_every_command_can_be_asked_for_a_language(ludi: Ludi) -> None:
    for name in ("play", "games", "bots", "rules", "lessons", "lesson", "show", "replay", "verify", "analyse", "arena"):
        assert "--language" in ludi(name, "--help").out, name
    refused = ludi("games", "--language", "la")
    assert (refused.code, refused.err) == (2, "Nobody here speaks 'la'; the languages are en, de, nl.\n")


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_phrasebooks_of_the_terminal_say_the_same(language: str) -> None:
    english, other = words.words_in("en").book, words.words_in(language).book
    assert other.keys() == english.keys()
    assert other.units().keys() == english.units().keys()
    for key in english.section("table") + english.section("refusal"):
        assert english.facts_of(key) == other.facts_of(key), key


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("game", [None, *registry.names()])
def test_no_sentence_of_a_phrasebook_is_left_in_english(game: str | None, language: str) -> None:
    english, other = (
        words.words_in(each).book if game is None else registry.find(game).phrases(each) for each in ("en", language)
    )
    told = [key for key in english.keys() if not key.startswith("title.")]  # noqa: SIM118 (names of places)
    same = [key for key in told if english.template(key) == other.template(key)]
    assert [key for key in same if len(re.findall(r"[a-z]{2,}", GAP.sub("", english.template(key)))) >= 3] == []
