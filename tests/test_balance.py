"""The tool that measures how even the scenarios are."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import balance


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["balance.py", *words])
    balance.main()


def test_a_second_run_goes_on_where_the_first_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path)
    run(monkeypatch, "--only", "I", "--bot", "random", "--games", "2", "--out", out)
    first = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    run(monkeypatch, "--only", "I", "--bot", "random", "--games", "3", "--out", out)
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert lines.startswith(first)
    assert [json.loads(line)["number"] for line in lines.splitlines()] == [0, 1, 2]
    assert "| I | 3 | greece " in capsys.readouterr().out


def test_each_power_in_turn_meets_the_other_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["balance.py"])
    options = balance.read_options(["--only", "I", "--games", "1", "--bot", "greedy", "--against", "random"])
    assert [task[2] for task in balance.tasks(options)] == [("greedy", "random"), ("random", "greedy")]


@pytest.mark.parametrize("words", [["--games", "0"], ["--only", "XI"], ["--bot", "nobody"]])
def test_what_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        balance.read_options(words)
    assert refusal.value.code == 2
    assert capsys.readouterr().err
