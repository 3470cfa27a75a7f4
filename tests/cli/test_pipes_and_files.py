"""The command line among other programs: pipes that close, processes that are ended, shells that complete."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludi.cli.main import app
from ludi.cli.strength import ended_orderly
from needs import need_research
from patience import patience

from .conftest import START, Ludi, heed_ctrl_c


def cut_off(*words: str) -> tuple[int, str, str]:
    """A command whose reader goes away after the first bytes: its exit code, what was read, its complaints."""
    child = subprocess.Popen([*START, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stderr is not None
    line = child.stdout.readline()
    child.stdout.close()
    complaint = child.stderr.read()
    return child.wait(patience(60)), line, complaint


def test_a_reader_who_stops_reading_is_no_error(home: Path) -> None:
    code, line, complaint = cut_off("slots", "pax-romana", "--scenario", "V")
    assert (code, complaint) == (0, "")
    assert line


def test_a_closed_pipe_is_no_error_even_at_the_very_end(home: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*START, "games"], stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


def test_decisions_written_to_a_file_are_told_as_json(ludi: Ludi, tmp_path: Path) -> None:
    need_research("pyarrow")
    file = tmp_path / "roma.parquet"
    done = ludi("simulate", "roma", "--games", 2, "--out", file, "--json")
    told = json.loads(done.out)
    assert told["game"] == "roma"
    assert told["out"] == str(file)
    assert told["bots"] == ["random"]
    assert told["games"] == 2
    assert told["bytes"] == file.stat().st_size
    assert told["decisions"] > 10


def test_a_file_of_another_kind_is_refused(ludi: Ludi, tmp_path: Path) -> None:
    for name in ("roma.csv", "roma", "roma.parquet.gz"):
        done = ludi("simulate", "roma", "--games", 1, "--out", tmp_path / name)
        assert done.code == 2
        assert done.err == f"The decisions become a Parquet file: call it {name}.parquet, say.\n"
    assert not list(tmp_path.glob("*roma*"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_whoever_is_ended_leaves_no_half_file(home: Path, tmp_path: Path, jobs: int) -> None:
    need_research("pyarrow")
    folder = tmp_path / "out"
    folder.mkdir()
    words = ["simulate", "roma", "--games", "100000", "--jobs", str(jobs), "--out", str(folder / "roma.parquet")]
    child = subprocess.Popen([*START, *words], stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c)
    until = time.monotonic() + patience(60)
    while not list(folder.iterdir()):
        assert time.monotonic() < until, "it does not begin to write"
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGTERM)
    assert child.wait(patience(60)) == 128 + signal.SIGTERM
    assert list(folder.iterdir()) == []


def test_whoever_is_ended_while_another_process_starts_is_heard_too() -> None:
    """What is raised then is dropped by Python."""
    ended = False
    with pytest.raises(SystemExit) as told, ended_orderly() as heed:  # noqa: PT012
        with contextlib.suppress(SystemExit):
            os.kill(os.getpid(), signal.SIGTERM)
        ended = True
        heed()
    assert ended
    assert told.value.code == 128 + signal.SIGTERM


def complete(line: str) -> list[str]:
    """What bash would offer after this line."""
    asked = {"_LUDI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    return CliRunner().invoke(app, [], prog_name="ludi", env=asked).stdout.split()


def test_the_shell_completes_commands_games_and_bots(home: Path) -> None:
    assert complete("ludi sim") == ["simulate"]
    assert complete("ludi play pax") == ["pax", "pax-romana"]
    assert complete("ludi simulate ro") == ["roma"]
    assert complete("ludi rules ro") == ["roma"]
    assert complete("ludi arena ro") == ["roma"]
    assert complete("ludi slots ro") == ["roma"]
    assert complete("ludi play roma --bots greedy,ran") == ["greedy,random"]
    assert "--scenario" in complete("ludi play pax-romana --sc") or "--option" in complete("ludi play pax-romana --opt")


def test_load_and_position_take_either_kind_of_file(ludi: Ludi, tmp_path: Path) -> None:
    """What ``s FILE`` wrote and what ``show --write`` wrote: each goes behind each flag."""
    saved, position = tmp_path / "saved.json", tmp_path / "position.json"
    out = ludi("play", "pax", "--players", "2", "--seed", "ides", lines=["1", f"s {saved}", "q"]).out
    assert "Saved in" in out
    by_load = ludi("play", "--load", saved, lines=["q", "n"])
    by_position = ludi("play", "--position", saved, lines=["q", "n"])
    assert by_load.code == by_position.code == 0
    assert by_load.out == by_position.out
    position.write_text(json.dumps({"players": 2, "phase": "act", "hands": [["army-1-1"]], "deck": ["wealth-1-1"]}))
    for flag in ("--position", "--load"):
        done = ludi("play", flag, position, "--bots", "random", lines=["q", "n"])
        assert done.code == 0, done.err
        assert "The game begins from a position." in done.out
    for words in (["--dice", "1,2,3"], ["--bots", "random"]):
        done = ludi("play", "--position", saved, *words)
        assert done.code == 2
        assert done.err.count("\n") == 1
