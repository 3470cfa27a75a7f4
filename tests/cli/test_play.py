"""Playing in a pipe: prompts, choices, answers, the end."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludi.cli import saves
from ludi.cli.play import Play
from ludi.cli.screen import Screen
from ludi.core import Chair, Record, Table
from patience import patience, until_it_waits

from .conftest import START, Ludi, heed_ctrl_c

Process = Callable[..., subprocess.CompletedProcess[str]]

ONES = ["1"] * 400
TO_ACT = ["1", "draw", "hand", "lay:legion-1", "under"]
"""From the deal to the point where a player who starts may buy and play."""


def plain(text: str) -> str:
    """The text as one line."""
    return " ".join(text.split())


def test_a_whole_game_by_piped_input_ends_with_the_reckoning(process: Process, home: Path) -> None:
    done = process("play", "pax", "--players", 4, "--bots", "random,random,greedy", "--seed", "ides", lines=ONES)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The reckoning" in done.stdout
    assert "held by" in done.stdout
    assert "Points are not counted." in plain(done.stdout)
    assert "most money" not in done.stdout
    assert re.search(r"The seed was:\n  [0-9a-f]{64}\n", done.stdout)
    assert "ludi verify" in done.stdout
    assert "\x1b" not in done.stdout
    assert len(list((home / "autosave").glob("*"))) == 1, "nobody said whether the record is to be saved"


def test_no_line_is_longer_than_the_screen(ludi: Ludi, monkeypatch: pytest.MonkeyPatch) -> None:
    for players in (2, 8):
        narrow = ludi("play", "pax", "--players", players, "--bots", "random", "--seed", "wide", lines=ONES).out
        assert "The reckoning" in narrow
        assert max(map(len, narrow.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "160")
    wide = ludi("play", "pax", "--players", 8, "--bots", "random", lines=ONES[:30]).out
    assert 80 < max(map(len, wide.splitlines())) <= 160


@pytest.mark.parametrize("players", [2, 5])
def test_every_column_of_the_displays_is_there(ludi: Ludi, players: int) -> None:
    out = ludi("play", "pax", "--players", players, "--bots", "random").out
    headings = next(line for line in out.splitlines() if line.startswith("symbols (cards)"))
    assert headings.split()[2:] == ["Rome", "You", "Aulus", "Brutus", "Cassia", "Drusilla"][: players + 1]


def test_the_end_of_the_input_leaves_without_a_traceback(process: Process, home: Path) -> None:
    done = process("play", "pax", "--players", 3, "--bots", "random", lines=["1"])
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The input has ended. The game is not over. Go on with:\n  ludi play --resume\n" in done.stdout
    assert len(list((home / "autosave").glob("*.json"))) == 1


def test_choices_are_explained_with_their_rules(ludi: Ludi) -> None:
    out = ludi(
        "play", "pax", "--players", 2, "--start", 1, "--bots", "random", lines=["1", "?", "? 2", "?1", "? 9"]
    ).out
    everything, second, first, none = out.split("\n> ")[-5:-1]
    assert "[PAX-TURN-2]" in everything
    assert "[PAX-TURN-3]" in everything
    assert "[PAX-TURN-3]" in second
    assert "[PAX-TURN-2]" not in second
    assert "[PAX-TURN-2]" in first
    assert "There is no choice 9" in none


def test_an_action_that_is_not_possible_is_refused_with_the_reason(ludi: Ludi) -> None:
    lines = ["1", "buy:legion-1", "w done", "why draw", "w", "w buy:legion-77", "hello", "77", "", "HAND"]
    out = ludi("play", "pax", "--players", 2, "--start", 1, "--bots", "random", lines=lines).out
    assert "Drawing cards comes first; buying and playing follow. [PAX-TURN-2]" in out
    assert "That is possible now." in out
    assert "'buy:legion-77' is no action. Did you mean buy:legion-1" in out
    assert "'hello' is no action" in out
    assert "There is no choice 77: the choices are 1 to 2." in out
    assert out.count("Where does it go?") == 0


def test_help_and_log(ludi: Ludi) -> None:
    out = ludi("play", "pax", "--players", 2, "--start", 1, "--bots", "random", lines=["1", "h", "l", "b"]).out
    assert "take back your last decision" in out
    assert "Player 1 (you) keeps" in out
    assert "Aulus is dealt 3 cards; keeps a card." in out
    assert out.count("Your decision") == 3


def test_undo_takes_back_until_a_card_was_seen(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = [*TO_ACT, "buy:legion-2", "u", f"s {path}", "u", "u"]
    out = ludi("play", "pax", "--players", 2, "--start", 1, "--seed", "undo", "--bots", "random", lines=lines).out
    assert "That cannot be taken back" in out
    words = [word for seat, word in Record.load(path).decisions if seat == 0]
    assert words[1:] == ["draw", "hand", "lay:legion-1", "under"]


def test_a_single_choice_is_played_on_enter_or_of_itself(ludi: Ludi) -> None:
    asked = ludi("play", "pax", "--solo", "1", "--seed", "only", lines=["1", ""])
    assert "Enter plays the only choice" in asked.out
    assert "Where does it go?" in asked.out
    alone = ludi("play", "pax", "--solo", "1", "--seed", "only", "--auto", lines=["1"])
    assert "Played of itself: Draw three cards" in alone.out
    assert "Where does it go?" in alone.out


def test_save_quit_load_and_resume(ludi: Ludi, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    begin = ("play", "pax", "--players", 2, "--start", 1, "--seed", "keep", "--bots", "random", "--name", "Livia")
    saved = ludi(*begin, lines=[*TO_ACT, f"s {path}", f"s {path}", "q"])
    assert f"Saved in {path}" in plain(saved.out)
    assert "exists already; choose another name." in plain(saved.out)
    assert "Vale." in saved.out
    assert saves.unfinished() == []
    loaded = ludi("play", "--load", path, lines=["done", "q", "y"])
    assert "Livia, Aulus (chance bot, random)" in loaded.out
    (kept,) = (home / "saves").glob("*.json")
    assert kept.name.startswith("pax-2-players-")
    assert saves.unfinished() == []
    assert len(Record.load(kept).decisions) > len(Record.load(path).decisions)

    ludi(*begin, lines=TO_ACT)
    (waiting,) = saves.unfinished()
    decisions = Record.load(waiting).decisions
    ludi("play", "--resume", lines=["done"])
    (again,) = saves.unfinished()
    assert again == waiting
    assert Record.load(again).decisions[: len(decisions) + 1] == [*decisions, (0, "done")]
    menu = ludi("play", lines=["", "q", "n"])
    assert "Go on with the unfinished game of PAX (Livia, Aulus" in menu.out
    assert menu.out.endswith("The game is thrown away. Vale.\n")
    assert saves.unfinished() == []


def test_resume_goes_on_with_the_game_saved_last(ludi: Ludi, home: Path, tmp_path: Path) -> None:
    nothing = "There is no interrupted game to go on with, nor a saved one that is not over.\n"
    assert ludi("play", "--resume").err == nothing
    begin = ("play", "pax", "--players", 2, "--start", 1, "--bots", "random")
    ludi(*begin, "--seed", "home", lines=["1", "q", "y"])
    (kept,) = (home / "saves").glob("*.json")
    first = ludi("play", "--resume", lines=["q", "n"]).out
    assert f"this is the one saved last:\n  {kept}\n" in first
    elsewhere = tmp_path / "elsewhere.json"
    left = ludi(*begin, "--seed", "away", lines=["1", f"s {elsewhere}", "draw", "q", "n"]).out
    assert "What was played since the game was saved is thrown away." in plain(left)
    assert f"  ludi play --load {elsewhere}" in left.splitlines()
    assert f"  {elsewhere}\n" in ludi("play", "--resume", lines=["q", "n"]).out
    elsewhere.write_text("no longer a game")
    assert f"  {kept}\n" in ludi("play", "--resume", lines=["q", "n"]).out
    kept.unlink()
    assert ludi("play", "--resume").err == nothing


def test_a_game_is_open_in_one_terminal_only(ludi: Ludi, home: Path) -> None:
    begin = ("play", "pax", "--players", 2, "--start", 1, "--bots", "random")
    other = subprocess.Popen([*START, *map(str, begin)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    seen = b""
    while b"Choose the one card" not in seen:
        seen += os.read(other.stdout.fileno(), 65536)
    (path,) = saves.unfinished()
    assert saves.player_of(path) == other.pid
    refused = ludi("play", "--resume")
    assert refused.code == 2
    assert f"played in another terminal (process {other.pid})" in refused.err
    assert "Go on with" not in ludi("play", lines=["q"]).out
    ludi(*begin, lines=["1"])
    assert "Since your last decision" in ludi("play", "--resume", lines=["q", "n"]).out
    other.communicate(timeout=patience(20))
    assert saves.player_of(path) is None
    assert ludi("play", "--resume", lines=["q", "n"]).code == 0
    assert list((home / "autosave").iterdir()) == []


def test_the_lock_of_a_process_that_is_gone_does_not_count(home: Path) -> None:
    folder = saves.room("autosave")
    for text in ("", "x", "0", "-1", "99999999999999999999999", "4194305", str(os.getpid())):
        (folder / "game.json.lock").write_text(text)
        assert saves.player_of(folder / "game.json") is None


def test_a_quit_asks_again_when_the_game_cannot_be_saved(ludi: Ludi, home: Path) -> None:
    home.mkdir()
    (home / "saves").write_text("a file where the folder should be")
    out = ludi("play", "pax", "--players", 2, "--bots", "random", lines=["q", "y", "q", "n"]).out
    assert "cannot be made" in plain(out)
    assert out.count("Save the game before you leave?") == 2


def test_bots_do_the_same_after_a_resume(ludi: Ludi, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    begin = ("play", "pax", "--players", 3, "--start", 1, "--seed", "same", "--bots", "greedy")
    ludi(*begin, lines=[*TO_ACT, "done", f"s {whole}"])
    ludi(*begin, lines=TO_ACT)
    ludi("play", "--resume", lines=["done", f"s {parts}"])
    assert whole.read_text() == parts.read_text()


def test_the_menu_goes_through_with_enter(ludi: Ludi) -> None:
    out = ludi("play", lines=[""] * 5).out
    assert "PAX: Player 1, Aulus (opportunist bot, greedy), Brutus (opportunist bot, greedy), Cassia (opp" in plain(out)
    assert "Choose the one card you keep" in out
    assert "The input has ended before a game was chosen." in ludi("play", lines=["1", "x"]).out


def test_the_menu_loads_a_game(ludi: Ludi, home: Path) -> None:
    ludi("play", "pax", "--players", 2, "--bots", "random", lines=["q", "y"])
    title = ludi("play").out
    number = re.search(r"(\d)\s+Load a saved game", title)
    assert number is not None
    out = ludi("play", lines=[number[1], ""]).out
    assert "Which game?" in out
    assert "Choose the one card you keep" in out


def test_one_may_sit_on_any_seat(ludi: Ludi) -> None:
    out = ludi("play", "pax", "--players", 3, "--seat", 3, "--bots", "random,greedy", "--name", "Julia").out
    assert "PAX: Aulus (chance bot, random), Brutus (opportunist bot, greedy), Julia." in plain(out)


def test_a_bot_goes_by_what_one_types_and_by_what_it_is_called(ludi: Ludi) -> None:
    for typed, language in (("random,greedy", "en"), ("Chance, opportunist", "en"), ("Zufall,opportunist", "de")):
        out = plain(ludi("play", "pax", "--players", 3, "--bots", typed, "--language", language).out)
        assert re.search(r"Aulus \(\D{,15}, random\), Brutus \(\D{,20}, greedy\)", out), (typed, out[:200])
    assert "Aulus (bot: meester, master)" in plain(
        ludi("play", "roma", "--bots", "meister", "--language", "nl", lines=["q"]).out
    )


def test_options_by_flag_and_by_name_are_the_same(ludi: Ludi, tmp_path: Path) -> None:
    flags, names = tmp_path / "flags.json", tmp_path / "names.json"
    deck = Path(sys.modules["ludi.games.pax"].__file__ or "").parent / "data" / "deck.csv"
    common = ("play", "pax", "--seed", "x", "--bots", "random")
    ludi(*common, "--players", 3, "--start", 2, "--last-harvest", "--open-counts", "--deck", deck, lines=[f"s {flags}"])
    pairs = ("players=3", "start=2", "last-harvest=yes", "open_counts=true", f"deck={deck}")
    ludi(*common, *(word for pair in pairs for word in ("--option", pair)), lines=[f"s {names}"])
    assert flags.read_text() == names.read_text()
    options = Record.load(flags).options
    assert options["open_counts"] is True
    assert len(options["deck"]) == 28


def test_a_revealed_seed_deals_the_same_game(ludi: Ludi, tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    ludi("play", "pax", "--seed", "ides", "--bots", "random", lines=[f"s {first}"])
    ludi("play", "pax", "--seed", Record.load(first).seed, "--bots", "random", lines=[f"s {second}"])
    word, digits = (json.loads(path.read_text()) for path in (first, second))
    assert word.pop("seed_word") == "ides"
    assert word == digits


def test_no_colour_when_not_wanted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def colours(**environment: str) -> int:
        for name, value in {"TERM": "xterm-256color", **environment}.items():
            monkeypatch.setenv(name, value)
        shown = typed_at_a_terminal(["play", "pax", "--players", "2", "--bots", "random"], ["", "q", "n"])
        assert "Your hand" in shown
        return len(re.findall(r"\x1b\[[0-9;]*48;", shown))

    assert colours() > 5
    assert colours(NO_COLOR="1") == 0


def typed_at_a_terminal(words: list[str], lines: list[str]) -> str:
    """What a terminal gets to see while somebody types lines."""
    main, other = pty.openpty()
    child = subprocess.Popen(
        [*START, *words], stdin=other, stdout=other, stderr=other, close_fds=True, preexec_fn=heed_ctrl_c
    )
    os.close(other)
    shown = b""
    waiting = list(lines)
    deadline = time.monotonic() + patience(30)
    while time.monotonic() < deadline:
        ready, _, _ = select.select([main], [], [], 0.05)
        if ready:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        elif shown.rstrip(b" ").endswith(b">") and waiting:
            os.write(main, waiting.pop(0).encode() + b"\n")
            shown += b"\n"
    os.close(main)
    child.wait(timeout=patience(10))
    return shown.decode(errors="replace")


def test_a_closed_terminal_or_ctrl_c_gives_no_traceback(home: Path) -> None:
    child = subprocess.Popen(
        [*START, "play", "pax", "--players", "2", "--bots", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=heed_ctrl_c,
    )
    assert child.stdout is not None
    seen = b""
    while b"Choose the one card" not in seen:
        part = os.read(child.stdout.fileno(), 65536)
        assert part, seen
        seen += part
    until_it_waits(child)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=patience(20))
    assert child.returncode == 130
    assert b"Traceback" not in out + err
    assert b"Go on with:\n  ludi play --resume" in out
    assert len(saves.unfinished()) == 1


def test_control_characters_in_a_file_do_not_reach_the_terminal(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ludi("play", "pax", "--players", 2, "--bots", "random", "--seed", "x", lines=[f"s {path}"])
    text = path.read_text()
    path.write_text(text.replace("Player 1", "Ev\\u001b[2Jil [red]x[/red]"))
    out = ludi("play", "--load", path, lines=["1"]).out
    assert "\x1b" not in out
    assert "[red]x[/red]" in out


def test_a_bot_only_record_is_not_played(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ludi("play", "pax", "--players", 2, "--bots", "random", "--seed", "x", lines=[f"s {path}"])
    path.write_text(path.read_text().replace('"person"', '"random"'))
    done = ludi("play", "--load", path)
    assert done.code == 2
    assert "ludi replay" in done.err


def test_autosave_survives_a_cleared_folder_and_says_when_it_cannot(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.new("pax", {"players": 2}, [Chair("Livia"), Chair("Marcus")], bytes(32))
    play = Play(Screen(), table)
    play._keep()
    shutil.rmtree(home)
    play._keep()
    assert len(saves.unfinished()) == 1
    shutil.rmtree(home)
    home.write_text("a file where the folder should be")
    play._keep()
    play._keep()
    assert capsys.readouterr().err.count("The game is not autosaved") == 1
