"""Whatever is asked wrongly gets one sentence, exit code 2, and changes nothing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Ludi, Result

HEADER = "category,symbols,value,copies\n"


def refused(done: Result, *parts: str) -> None:
    assert done.code == 2, done.out
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    assert done.err.rstrip().endswith((".", "?", ")"))
    for part in parts:
        assert part in done.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("play paxx", "Did you mean 'pax'?"),
        ("simulate chess", "There is no game 'chess'"),
        ("play pax --players 9", "The option 'players' cannot be 9"),
        ("play pax --players 0", "The option 'players' cannot be 0"),
        ("play pax --players many", "--players takes a whole number, not 'many'."),
        ("play pax --players", "--players needs a value behind it"),
        ("play pax --bots gredy", "Did you mean 'greedy'?"),
        ("play pax --bots greedy,random", "Name one bot for all seats"),
        ("play pax --bots ,", "There is no bot ''"),
        ("simulate pax --bots gredy", "There is no bot 'gredy'"),
        ("play pax --option colour=red", "There is no option 'colour'"),
        ("play pax --option players", "write --option name=value"),
        ("play pax --option players=9", "cannot be 9"),
        ("play pax --option players=999999999999999999999", "cannot be"),
        ("play pax --option open_counts=perhaps", "cannot be 'perhaps'"),
        ("play pax --option start=1 --start 2", "given twice"),
        ("play pax --option start=1 --option start=2", "given twice"),
        ("play pax --start Caesar", "cannot be 'Caesar'"),
        ("play pax --start 5", "Player 5 cannot start"),
        ("play pax --seat 5", "There is no seat 5"),
        ("play pax --seat 0", "There is no seat 0"),
        ("play pax --seat 1 --people 2", "--seat is for one person"),
        ("play pax --people 5", "5 people cannot sit on 4 seats"),
        ("play pax --people 0", "At least one person"),
        ("play pax --hot-seat --people 2", "--hot-seat"),
        ("play pax --name A --name B", "2 names are given"),
        ("play pax --people 2 --name A --name A", "a name of their own"),
        ("play pax --solo 9", "The option 'solo' cannot be 9"),
        ("play pax --solo first", "The option 'solo' cannot be 'first'"),
        ("play pax --solo 1 --players 2", "for one player, not for 2"),
        ("play pax --deck nowhere.csv", "There is no file nowhere.csv"),
        ("play pax --load x.json", "brings its own set-up"),
        ("play --load x.json --resume", "choose one"),
        ("play --load nowhere.json", "There is no file nowhere.json"),
        ("play --resume", "no interrupted game"),
        ("play --players 3", "Name the game"),
        ("play pax roma", "'ludi play' has no use for 'roma'; 'ludi play --help' shows what it takes."),
        ("play pax --playrs 3", "There is no option --playrs; did you mean --players"),
        ("play pax --last-harvest=3", "--last-harvest stands alone, without a value behind it."),
        ("play pax --frobnicate", "--frobnicate"),
        ("conquer", "There is no command 'conquer'; the commands of 'ludi' are "),
        ("conquer", "games, play, simulate, rules"),
        ("pla", "There is no command 'pla' (did you mean play"),
        ("admin foo", "There is no command 'foo'; the commands of 'ludi admin' are stats, export, purge."),
        ("admin purge --days 0", "--days must be at least 1, not 0."),
        ("serve --port x", "--port takes a whole number, not 'x'."),
        ("arena pax --games many", "--games takes a whole number, not 'many'."),
        ("simulate", "Name the game: 'ludi simulate GAME'; the games are pax, pax-romana, roma."),
        ("replay", "write 'ludi replay FILE'"),
        ("show x.json --to a", "--to takes a whole number, not 'a'."),
        ("simulate pax --games 0", "1 or more"),
        ("simulate pax --jobs 0", "1 or more"),
        ("simulate pax --players 4 --bots random,random", "one for each of the 4"),
        ("replay nowhere.json", "There is no file nowhere.json"),
        ("verify nowhere.json", "There is no file nowhere.json"),
        ("verify .", "cannot be read"),
    ],
)
def test_one_sentence_and_exit_code_two(ludi: Ludi, home: Path, words: str, part: str) -> None:
    refused(ludi(*words.split()), part)
    assert not home.exists() or not any(path.is_file() for path in home.rglob("*"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "line 1"),
        ("category,value\n", "line 1"),
        (HEADER + "wealth,1,1\n", "line 2"),
        (HEADER + "# fine\nwealth,1,1,3\ngold,1,1,3\n", "line 4: 'gold' is no category"),
        (HEADER + "wealth,one,1,3\n", "line 2: symbols must be a whole number, not 'one'"),
        (HEADER + "wealth,1,1,3\nwealth,1,1,3\n", "line 3"),
        (HEADER + "wealth,1,1,3\n", "wealth"),
    ],
)
def test_a_bad_deck_is_refused_with_line_and_reason(ludi: Ludi, tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "deck.csv"
    file.write_text(text)
    refused(ludi("play", "pax", "--deck", file), str(file), part)


def test_a_deck_that_is_no_text(ludi: Ludi, tmp_path: Path) -> None:
    file = tmp_path / "deck.csv"
    file.write_bytes(b"\xff\xfe\x00")
    refused(ludi("play", "pax", "--deck", file), "it is no text")


@pytest.fixture
def saved(ludi: Ludi, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    lines = ["1", "draw", "hand", f"s {path}", "q"]
    ludi("play", "pax", "--players", 2, "--start", 1, "--seed", "x", "--bots", "random", lines=lines)
    return path


def change(**parts: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(parts)


@pytest.mark.parametrize(
    ("damage", "part"),
    [
        (change(format="ludi-romani record 99"), "has the format 'ludi-romani record 99'"),
        (change(rules="99"), "version 99 of the rules"),
        (change(game="chess"), "There is no game 'chess'"),
        (change(seed="00" * 32), "tampered"),
        (change(seed="zz"), "no valid seed"),
        (change(options={"players": 99}), "cannot be 99"),
        (change(options={"players": 3}), "seats"),
        (change(seats=[{"name": "A"}]), "seat 1"),
        (change(decisions=["0 fly:moon"]), "decision 1"),
        (change(decisions=["done"]), "decision 1 must be a seat and a word"),
        (change(decisions=["0 done"]), "decision 1"),
        (change(decisions=["9" * 5000 + " done"]), "decision 1"),
        (change(decisions=["7 done"]), "decision 1"),
        (change(result={"winners": [0]}), "tampered"),
        (lambda data: data.pop("seed"), "'seed' is missing"),
        (lambda data: data["decisions"].append("0 draw"), "decision"),
    ],
)
@pytest.mark.parametrize("command", ["play --load", "replay", "verify"])
def test_a_damaged_saved_game(
    ludi: Ludi, saved: Path, damage: Callable[[dict[str, Any]], None], part: str, command: str
) -> None:
    data = json.loads(saved.read_text())
    damage(data)
    saved.write_text(json.dumps(data))
    before = saved.read_text()
    refused(ludi(*command.split(), saved), str(saved), part)
    assert saved.read_text() == before


@pytest.mark.parametrize("command", ["play --load", "replay", "verify"])
def test_a_saved_game_that_is_cut_short_or_something_else(ludi: Ludi, saved: Path, command: str) -> None:
    whole = saved.read_bytes()
    for text in (b"", whole[:200], b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"format": 3}'):
        saved.write_bytes(text)
        refused(ludi(*command.split(), saved), str(saved))
        assert saved.read_bytes() == text


def test_an_unknown_bot_in_a_saved_game(ludi: Ludi, saved: Path) -> None:
    saved.write_text(saved.read_text().replace('"random"', '"hal"'))
    refused(ludi("play", "--load", saved), "There is no bot 'hal'")


def test_saving_never_overwrites(ludi: Ludi, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear Livia")
    lines = [f"s {other}", f"s {tmp_path}", f"s {tmp_path}/no/such/folder.json", "s \x00"]
    out = ludi("play", "pax", "--players", 2, "--bots", "random", "--seed", "x", lines=lines).out
    assert " ".join(out.split()).count("exists already; choose another name") == 2
    assert "there is no folder" in " ".join(out.split())
    assert other.read_text() == "dear Livia"


def test_a_process_leaves_with_exit_code_two(process: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = process("play", "pax", "--players", "99")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_another_alphabet_gets_question_marks_not_an_error(
    process: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = process("play", "pax", "--players", 2, lines=["1"], PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Choose the one card you keep" in done.stdout


def test_input_that_is_no_text(home: Path) -> None:
    from .conftest import START

    done = subprocess.run(
        [*START, "play", "pax", "--players", "2"], input=b"\xff\xfe\x00\x1b[A\n", capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
