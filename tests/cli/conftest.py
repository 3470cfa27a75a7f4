"""A command line with a home of its own, so that no test touches the player's games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludi.cli.main import app
from patience import patience

START = [sys.executable, "-c", "from ludi.cli.main import main; main()"]


class Result:
    """What a command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


Ludi = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "home"
    monkeypatch.setenv("LUDI_HOME", str(path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # the tests need no disk that survives a power cut
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return path


@pytest.fixture
def ludi(home: Path) -> Ludi:
    """Runs a command in this process, with lines of input."""

    def run(*words: object, lines: Iterable[str] = ()) -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words], input="".join(f"{line}\n" for line in lines))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Result(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command as a process of its own, with piped input."""

    def run(*words: object, lines: Iterable[str] = (), **environment: str) -> subprocess.CompletedProcess[str]:
        settings: dict[str, Any] = {"env": {**os.environ, "PYTHONUTF8": "1", **environment}}
        return subprocess.run(
            [*START, *map(str, words)],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=patience(60),
            check=False,
            **settings,
        )

    return run


def heed_ctrl_c() -> None:
    """For a child process: a test run started in the background ignores Ctrl-C, and its children would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
