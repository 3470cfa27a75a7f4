"""The rules in short, help, menus: what a newcomer sees."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from ludi import bots
from ludi.bots.ratings import ratings
from ludi.cli import screen
from ludi.cli.telling import spans
from ludi.cli.words import bot_called, bot_rated, words_in
from ludi.core import Phrase, Table, registry
from patience import patience, until_it_waits

from .conftest import START, Ludi, heed_ctrl_c

RULES = Path(__file__).parents[2] / "rules"
BEGIN = ("play", "pax", "--players", 2, "--start", 1, "--seed", "x", "--bots", "random")


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", registry.names())
def test_every_game_is_taught_in_every_language_and_cites_its_rules(ludi: Ludi, name: str) -> None:
    game = registry.find(name)
    with (RULES / f"{name}.csv").open(encoding="utf-8") as file:
        known = {row["id"] for row in csv.DictReader(file)}
    for language in game.languages:
        done = ludi("rules", name, "--language", language)
        assert done.code == 0
        assert max(map(len, done.out.splitlines())) <= 80
        book = game.phrases(language)
        assert {"guide.goal", "guide.turn", "guide.end", "guide.winning"} <= set(book.section("guide"))
        for key in book.section("guide"):
            text = book.say(Phrase(key))
            assert plain(text) in plain(done.out)
            assert 0 < text.index(":") < 30
            cited = re.findall(r"[A-Z]+-[A-Za-z0-9.-]+", text[text.rindex("[") :])
            assert cited
            assert set(cited) <= known, key


def test_cards_that_are_explained_one_by_one_are_listed(ludi: Ludi) -> None:
    out = plain(ludi("rules", "roma").out)
    for word in ("Sicarius: a person", "Turris: as long as"):
        assert word in out


def test_a_game_begun_in_the_menu_is_left_with_ctrl_c_and_no_error(home: Path) -> None:
    child = subprocess.Popen(
        [*START, "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_ctrl_c,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(b"1\n2\n1\nLivia\n\n")
    child.stdin.flush()
    seen = b""
    while b"Choose the one card" not in seen:
        seen += os.read(child.stdout.fileno(), 65536)
    until_it_waits(child)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=patience(20))
    assert (child.returncode, err) == (0, b"")
    assert out.endswith(b"Stopped. The game is not over. Go on with:\n  ludi play --resume\n")


def test_a_language_or_game_that_is_not_there(ludi: Ludi) -> None:
    assert ludi("rules", "pax", "--language", "la").err == "Nobody here speaks 'la'; the languages are en, de, nl.\n"
    assert ludi("rules", "chess").code == 2


def test_the_table_points_to_the_rules_and_shows_them(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["h", "r"]).out
    assert "Type r for the rules in short, h for help." in out
    assert "the rules of the game in short" in out
    assert "'Army 2/3' is an Army with 2 symbols and the value 3" in plain(out)


def test_equal_explanations_are_given_once_and_cards_are_explained_at_set_up(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["?", "1", "draw", "?"]).out
    first, _, _, second = out.split("\n> ")[1:5]
    assert first.count("This card begins in your hand.") == 1
    assert re.search(r"^ *1-2 ", first, re.MULTILINE)
    assert "[PAX-LAND-1]" in first or "[PAX-WEALTH-1]" in first or "-LIMIT-1]" in first or "-INTRIGUE-3]" in first
    assert second.count("joins the open group") == 1
    assert spans([1, 3, 4, 5, 7, 8]) == "1, 3-5, 7-8"


def test_a_wrong_or_missing_word_is_answered_with_near_ones(ludi: Ludi) -> None:
    lines = ["w", "1", "draw", "w", "w buy", "w buy:legoin-1", "w byu:legion-1", "lay:legion", "w frobnicate", "w don"]
    out = plain(ludi(*BEGIN, lines=lines).out)
    examples = re.findall(r"for example: w (\S+)", out)
    assert len(examples) == 2
    vocabulary = Table.new("pax", {"players": 2}, seed=bytes(32)).box.vocabulary
    for word in examples:
        vocabulary.unspell(word)
    assert "buy:legion-1 buy:legion-2 buy:legion-3 First place the card you drew. [PAX-DRAW-1]" in out
    assert out.count("Did you mean buy:legion-1") == 2
    assert "Try lay:legion-1" in out or "Did you mean lay:legion-1" in out
    assert "The verbs of this game are keep" in out
    assert "Did you mean done?" in out


def test_small_words(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["", "77"]).out
    assert "Type a number from 1 to 2; ? explains the choices, h helps." in out
    alone = ludi("play", "pax", "--solo", "1", "--seed", "only", lines=["1", "2", "? 2"]).out
    assert alone.count("There is no choice 2: the only choice is 1.") == 2


def test_the_menu_helps_teaches_and_leaves(ludi: Ludi, home: Path) -> None:
    out = ludi("play", lines=["h", "?", "r", "1", "", "", "h", "q"])
    assert out.code == 0
    assert out.out.count("Enter takes the one in brackets") == 3
    assert "Army 2/3" in out.out
    assert "have the most victory points" in out.out
    assert out.out.endswith("Vale.\n")
    assert not home.exists()


def test_bots_are_described_where_they_are_chosen(ludi: Ludi) -> None:
    listed, chosen = ludi("bots").out, ludi("play", lines=["1", "", "", "", "q"]).out
    for name in bots.names():
        assert bot_called(words_in("en"), name) in plain(listed)
        assert bots.describe(name) in plain(listed)
        assert f"{bot_rated(words_in('en'), name, ratings('pax'))}: {bots.describe(name)}" in plain(chosen)
    shown = plain(ludi("play", "--help").out.replace("│", " "))
    assert ", ".join(bots.names()) in shown


def test_ctrl_c_in_the_menu_is_no_error(home: Path) -> None:
    child = subprocess.Popen(
        [*START, "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ},
        preexec_fn=heed_ctrl_c,
    )
    assert child.stdout is not None
    seen = b""
    while b"Your choice" not in seen:
        seen += os.read(child.stdout.fileno(), 65536)
    until_it_waits(child)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=patience(20))
    assert (child.returncode, err) == (0, b"")
    assert out.endswith(b"Vale.\n")


@pytest.mark.parametrize("command", ["", "play", "simulate", "replay", "verify", "show", "rules", "serve"])
def test_help_names_no_types(ludi: Ludi, command: str) -> None:
    out = ludi(*command.split(), "--help").out
    assert not re.search(r"<(bool|str|int|list|path)", out.lower())


def test_commands_are_shown_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for started, shown in (
        ("ludi", "ludi"),
        ("-c", "ludi"),
        (str(tmp_path / ".venv" / "bin" / "ludi"), ".venv/bin/ludi"),
        (".venv/bin/ludi", ".venv/bin/ludi"),
        ("/opt/games/ludi", "/opt/games/ludi"),
    ):
        monkeypatch.setattr("sys.argv", [started])
        assert screen.command("play", "--load", "my game.json") == f"{shown} play --load 'my game.json'"


def test_files_hashes_and_commands_are_never_broken(
    ludi: Ludi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    path = tmp_path / ("long-name-" * 8 + ".json")
    lines = ludi(*BEGIN, lines=[f"s {path}", "q"]).out.splitlines()
    assert f"  {path}" in lines
    assert f"  ludi play --load {path}" in lines
    assert any(re.fullmatch(r"  [0-9a-f]{64}", line) for line in lines)


def test_eight_players_on_a_narrow_screen(ludi: Ludi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = ludi("play", "pax", "--players", 8, "--bots", "random", "--seed", "q", lines=["1"] * 600).out
    assert "…" not in out
    rows = [line for line in out.splitlines() if re.match(r" [WFARSLI]  ", line)]
    assert len(rows) > 70
    assert all(len(re.findall(r"\d+|-", line)) >= 9 for line in rows)
    assert all(len(line) <= 60 or re.fullmatch(r"  [0-9a-f]{64}", line) for line in out.splitlines())


@pytest.mark.parametrize("name", registry.names())
def test_a_rule_id_is_told_with_the_tests_that_prove_it(ludi: Ludi, name: str) -> None:
    rule = next(rule for rule in registry.find(name).rules().values() if rule.proofs)
    out = plain(ludi("rules", name, rule.id).out)
    assert plain(rule.requirement) in out
    assert rule.proofs[0] in out
    assert ludi("rules", name, rule.id, "--language", "de").code == 0
    done = ludi("rules", name, "XY-1")
    assert done.code != 0
    assert "has no rule 'XY-1'" in done.err


def test_a_paragraph_of_the_rulebook_is_told_with_all_its_clauses(ludi: Ludi) -> None:
    """As the book numbers it, with or without what stands before it in our ids; 9.4.5 is not 9.4.50."""
    rules = registry.find("pax-romana").rules()
    wanted = [id for id in rules if id.startswith("PR-9.4.5")]
    for asked in ("9.4.5", "PR-9.4.5", "pr-9.4.5"):
        out = plain(ludi("rules", "pax-romana", asked).out)
        assert [id for id in rules if f"{id} " in out] == wanted
    assert plain(rules["PR-9.4.5a"].requirement) in plain(ludi("rules", "pax-romana", "pr-9.4.5a").out)
    assert "PR-11.1.1" not in ludi("rules", "pax-romana", "1.1").out
