"""Compiled engines play word for word as the plain Python they are made from; others than of today never play."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Self

import pytest

from ludi import compiled
from ludi.core import FastDice
from ludi.games.pax import GAME as PAX
from ludi.games.pax import PaxState
from needs import missing

ROOT = Path(__file__).resolve().parent.parent


def need_compiled() -> None:
    if objection := compiled.objection():
        missing("compiler", f"the compiled engines: {objection} (make fast)")


def played(engines: str) -> list[str]:
    """What ``played.py`` prints with these engines."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "played.py")],
        env={**os.environ, "LUDI_ENGINES": engines},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_ten_thousand_random_decisions_a_game_are_the_same_word_for_word() -> None:
    need_compiled()
    plain, quick = played("plain"), played("compiled")
    assert (plain[0], quick[0]) == ("plain Python", "compiled")
    for number, (one, other) in enumerate(itertools.zip_longest(plain[1:], quick[1:], fillvalue="nothing"), 1):
        before = [line for line in plain[:number] if not line[0].isdigit()]
        assert one == other, f"line {number}, after {before[-1]}"
    assert len(plain) > 30_000


def test_a_version_says_which_engines_run() -> None:
    need_compiled()
    for engines, told in (("plain", "plain Python"), ("compiled", "compiled")):
        program = [sys.executable, "-c", "from ludi.cli.main import app; app()", "--version"]
        environment = {**os.environ, "LUDI_ENGINES": engines}
        found = subprocess.run(program, env=environment, check=True, capture_output=True, text=True).stdout
        assert f"engines: {told}" in found


def test_a_class_in_plain_python_may_be_derived_from_those_of_core() -> None:
    """A fourth game, a researcher's State: also where core is compiled."""

    class Watched(PaxState):
        """Counts how often it is copied."""

        copied = 0

        def copy(self) -> Self:
            Watched.copied += 1
            return super().copy()

    box = PAX.box({"players": 2})
    state = Watched(box, FastDice(random.Random(1)))
    assert state.perspective(0).box is box, "made by way of a copy"
    assert Watched.copied == 1


def test_engines_of_other_sources_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = {"suffix": EXTENSION_SUFFIXES[0], "sources": "of yesterday", "library": "none", "doors": {}}
    (tmp_path / compiled.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    assert compiled.objection() == "they were made from other sources than these"
    (tmp_path / compiled.MANIFEST).unlink()
    assert compiled.objection() == "there are none"
