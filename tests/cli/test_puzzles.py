"""Puzzles at the terminal: listed, solved, missed, shown, mined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludi.puzzles.shelf import find_puzzle, pool

from .conftest import Ludi

GAMES = ("pax", "pax-romana", "roma")


def plain(text: str) -> str:
    return " ".join(text.split())


def test_the_puzzles_are_counted_by_kind_and_the_daily_one_is_named(ludi: Ludi) -> None:
    told = plain(ludi("puzzles", "--language", "de").out)
    for game in GAMES:
        assert f"{len(pool(game))} Rätsel, 001 bis" in told
        assert pool(game)[0].lesson.title["de"] in told
    assert "Das Rätsel des Tages:" in told
    assert "Pax Romana" not in ludi("puzzles", "roma").out


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_or_missed(ludi: Ludi, game: str) -> None:
    lesson = find_puzzle(game, "001").lesson
    step = lesson.steps[0]
    solved = plain(ludi("puzzle", game, "001", lines=list(step.solution)).out)
    assert step.text["en"] in solved
    assert lesson.end["en"] in solved
    wrong = {"pax": "done", "roma": "end"}.get(game) or next(iter(step.answers))
    missed = plain(ludi("puzzle", game, "001", lines=[wrong]).out)
    assert step.answers.get(wrong, step.no)["en"] in missed
    assert "Not solved" in missed
    assert lesson.end["en"] not in missed


def test_one_who_is_stuck_is_shown_the_solution(ludi: Ludi) -> None:
    told = plain(ludi("puzzle", "roma", "next", "--language", "nl", lines=["show"]).out)
    assert "De oplossing" in told
    assert "1. " in told
    assert "The puzzle is left. Vale." in plain(ludi("puzzle", "pax", "daily", lines=["q"]).out)


def test_new_ones_are_mined_into_a_file(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    told = plain(ludi("puzzles", "mine", "roma", "--count", "1", "--out", str(path), "--seed", "a-test").out)
    assert "Puzzles in the file: 1." in told
    assert json.loads(path.read_text(encoding="utf-8"))["kind"] in ("win", "gain")


def test_what_is_asked_wrongly_is_said_in_a_sentence(ludi: Ludi) -> None:
    for words, sentence in (
        (("puzzle", "roma", "999"), "Roma has no puzzle '999'"),
        (("puzzle", "moon", "001"), "moon"),
        (("puzzles", "mine"), "Say in which game to look"),
        (("puzzles", "roma", "pax"), "belong to 'ludi puzzles mine GAME'"),
        (("puzzles", "--language", "xx"), "Nobody here speaks 'xx'"),
    ):
        refused = ludi(*words)
        assert refused.code == 2
        assert sentence in plain(refused.out + refused.err)
