"""Lessons at the terminal: listed, played to their end, with other choices answered."""

from __future__ import annotations

import pytest

from ludi.core.lesson_file import find_lesson

from .conftest import Ludi

GAMES = ("pax", "pax-romana", "roma")


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_lessons_are_listed_in_each_language(ludi: Ludi, language: str) -> None:
    told = plain(ludi("lessons", "--language", language).out)
    for game in GAMES:
        lesson = find_lesson(game, "01-first-game")
        assert f"{lesson.id} {lesson.title[language]}" in told
        assert lesson.about[language] in told
    assert "Pax Romana" not in ludi("lessons", "roma").out


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(ludi: Ludi, game: str) -> None:
    lesson = find_lesson(game, "01-first-game")
    words = [word for step in lesson.steps for word in step.solution]
    told = plain(ludi("lesson", game, lesson.id, lines=words).out)
    assert all(step.text["en"] in told for step in lesson.steps)
    assert lesson.end["en"] in told


def test_another_choice_is_answered_and_one_who_is_stuck_is_shown_the_way(ludi: Ludi) -> None:
    step = find_lesson("roma", "01-first-game").steps[0]
    told = plain(ludi("lesson", "roma", "01-first-game", "--language", "de", lines=["end", "1", "show", "u", "q"]).out)
    assert step.no["de"] in told
    assert step.answers["money:*"]["de"] in told
    assert "Tippe: money:5" in told
    assert "Schritt 2" not in told
    assert "Du verlässt die Lektion. Vale." in told


def test_what_is_taken_back_is_asked_for_again(ludi: Ludi) -> None:
    told = plain(ludi("lesson", "roma", "01-first-game", lines=["money:5", "u", "show"]).out)
    assert told.endswith("The input has ended. The lesson is left.")
    assert told.count("Step 1 of 9") == 2


def test_what_is_asked_wrongly_is_said_in_a_sentence(ludi: Ludi) -> None:
    for words, sentence in (
        (("lesson", "roma", "99-moon"), "Roma has no lesson '99-moon'"),
        (("lesson", "moon", "01-first-game"), "There is no game 'moon'; the games are pax, "),
        (("lesson", "moon"), "There is no game 'moon'; the games are pax, "),
        (("lesson", "pax"), "Name the lesson: 'ludi lesson pax LESSON'; the lessons of PAX are 01-first-game, 02-"),
        (("lesson", "pax", "--language", "de"), "Nenne die Lektion: „ludi lesson pax LEKTION“; die Lektionen von PAX"),
        (("lessons", "--language", "xx"), "Nobody here speaks 'xx'; the languages are en, de, nl."),
    ):
        refused = ludi(*words)
        assert refused.code == 2
        assert sentence in refused.err
