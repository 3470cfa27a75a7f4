"""At the end of a game its record is lost only by the word of the player."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ludi.cli.screen import Closed, Screen
from ludi.core import Record

from .conftest import START, Ludi, heed_ctrl_c

GAME = ("play", "pax", "--solo", "1", "--seed", "end", "--auto")


def kept(home: Path) -> list[Path]:
    return sorted((home / "autosave").glob("*"))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is typed: the first choice until the game is over, then these answers to what is asked."""
    given: list[Any] = []

    def ask(self: Screen, question: str = "") -> str:
        if "Save the record" not in question:
            return "1"
        answer = given.pop(0) if given else Closed
        if isinstance(answer, str):
            return answer
        raise answer

    monkeypatch.setattr(Screen, "ask", ask)
    return given


def test_end_of_input_at_the_last_question_keeps_the_record(ludi: Ludi, home: Path, answers: list[Any]) -> None:
    out = ludi(*GAME).out
    assert "The game is over; its record is kept. Save it with:\n  ludi play --resume" in out
    (path,) = kept(home)
    assert Record.load(path).result is not None
    answers.append("y")
    again = ludi("play", "--resume").out
    assert "The reckoning" in again
    assert "Saved in" in again
    assert kept(home) == []
    (saved,) = (home / "saves").glob("*.json")
    assert Record.load(saved).result is not None


def test_ctrl_c_at_the_last_question_keeps_the_record(ludi: Ludi, home: Path, answers: list[Any]) -> None:
    answers.append(KeyboardInterrupt)
    with contextlib.suppress(KeyboardInterrupt):
        ludi(*GAME)
    (path,) = kept(home)
    assert Record.load(path).result is not None


def test_answers_that_are_none_keep_the_record(ludi: Ludi, home: Path, answers: list[Any]) -> None:
    answers += ["what", "was", "that"]
    assert "its record is kept" in ludi(*GAME).out
    assert len(kept(home)) == 1


def test_no_throws_the_record_away_and_yes_saves_it(ludi: Ludi, home: Path, answers: list[Any]) -> None:
    answers.append("n")
    ludi(*GAME)
    assert kept(home) == []
    answers.append("y")
    assert "Check it with:" in ludi(*GAME).out
    assert kept(home) == []


def test_a_record_that_cannot_be_saved_is_kept(ludi: Ludi, home: Path, answers: list[Any]) -> None:
    home.mkdir()
    (home / "saves").write_text("no folder", encoding="utf-8")
    answers.append("y")
    out = ludi(*GAME).out
    assert "The record is kept. Save it with:\n  ludi play --resume" in out
    assert len(kept(home)) == 1


def test_the_menu_calls_a_finished_game_finished(ludi: Ludi, answers: list[Any], home: Path) -> None:
    ludi(*GAME)
    menu = ludi("play", lines=[]).out
    assert "Go on with the finished game, not saved yet, of PAX" in menu
    assert "Go on with the unfinished game" not in menu


def test_ctrl_c_in_a_real_process(home: Path) -> None:
    """The same with a real signal: the process waits at the last question and is stopped there."""
    settings: dict[str, Any] = {"env": {**os.environ, "PYTHONUTF8": "1"}, "preexec_fn": heed_ctrl_c}
    with subprocess.Popen(
        [*START, *GAME],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        bufsize=1,
        **settings,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        seen = ""
        while "Save the record" not in seen:
            read = os.read(running.stdout.fileno(), 65536).decode()
            assert read, seen
            seen = (seen + read)[-4000:]
            if seen.endswith("> ") and "Save the record" not in seen:
                running.stdin.write("1\n")
                running.stdin.flush()
        running.send_signal(signal.SIGINT)
        running.wait(60)
    (path,) = kept(home)
    assert Record.load(path).result is not None
