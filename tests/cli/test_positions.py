"""Positions from files: playing from them, drawing them, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ludi.cli.replay import open_view
from ludi.core import Record, SeededDice, Table, registry

from .conftest import Ludi

ROMA = {"rows": [{"4": "legat"}], "hands": [["forum"]], "sestertii": [5, 0]}
PAX = {"players": 2, "phase": "act", "hands": [["army-1-1", "land-1-1"]], "deck": ["wealth-1-1"]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "position.json"


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", registry.names())
def test_what_snapshot_gives_builds_the_same_position(name: str) -> None:
    table = Table.new(name, seed=bytes(32))
    rng = random.Random(3)
    while True:
        data = json.loads(json.dumps(table.state.snapshot()))
        assert table.game.position(data, SeededDice(bytes(32))).snapshot() == data
        actors = table.state.actors()
        if not actors:
            return
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))


def test_a_position_is_played_with_dice_that_were_chosen(ludi: Ludi, file: Path, home: Path) -> None:
    file.write_text(json.dumps(ROMA))
    done = ludi("play", "roma", "--position", file, "--dice", "4,4,2", "--bots", "random", lines=["activate:4", "u"])
    assert done.code == 0
    assert "Your dice: 2, 4, 4. You have 5 sestertii." in done.out
    assert "The input has ended. The game is not over. Go on with:" in done.out
    assert "ludi play --resume" in done.out
    assert "Your dice: 2, 4, 4." in ludi("play", "--resume").out
    inside = {**ROMA, "dice": [6, 5, 3]}
    file.write_text(json.dumps(inside))
    assert "Your dice: 3, 5, 6." in ludi("play", "roma", "--position", file).out
    assert "Your dice: 1, 1, 2." in ludi("play", "--position", file, "--dice", "1,1,2").out


def test_such_a_game_is_kept_as_a_record_with_its_position(ludi: Ludi, file: Path, tmp_path: Path) -> None:
    file.write_text(json.dumps(PAX))
    kept = tmp_path / "kept.json"
    lines = ["play:land-1-1", f"s {kept}", f"s {kept}", "s /no/such/folder/x.json", "q"]
    out = ludi("play", "pax", "--position", file, "--bots", "random", lines=lines).out
    assert "The game begins from a position." in out
    assert "exists already; choose another name." in plain(out)
    assert f"  ludi play --load {kept}" in out.splitlines()
    record = Record.load(kept)
    assert record.start is not None
    assert record.start.position == PAX
    assert record.decisions == [(0, "play:land-1-1")]
    assert "play:land-1-1" not in ludi("play", "--load", kept, lines=["q", "n"]).out, "it has been played"
    assert ludi("verify", kept).code == 0
    assert ludi("replay", kept, "--to", "1").code == 0


def test_a_position_is_played_to_its_end_with_a_record(ludi: Ludi, file: Path, home: Path, tmp_path: Path) -> None:
    file.write_text(json.dumps({"players": 1, "phase": "turn", "deck": []}))
    kept = tmp_path / "end.json"
    done = ludi("play", "pax", "--position", file, lines=["1"] * 5 + [f"s {kept}", "y"])
    assert done.code == 0
    assert "The reckoning" in done.out
    saved = next(home.rglob("*.json"), None)
    assert saved is not None, "it is kept like any other game"
    assert not (home / "campaign.json").exists(), "but it is no game of the campaign"


def test_play_on_from_any_position_of_a_finished_game(ludi: Ludi, tmp_path: Path) -> None:
    table = Table.new("roma", seed=bytes(32))
    rng = random.Random(2)
    while actors := table.state.actors():
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))
    finished, out = tmp_path / "finished.json", tmp_path / "there.json"
    table.save(finished)
    told = ludi("show", finished, "--to", "20", "--write", out)
    assert f"ludi play --position {out}" in told.out
    there = Table.from_record(Record.load(finished), to=20)
    assert json.loads(out.read_text()) == {"game": "roma", **json.loads(json.dumps(there.state.snapshot()))}
    assert ludi("play", "--position", out, "--bots", "random").code == 0
    unfinished = tmp_path / "unfinished.json"
    there.save(unfinished)
    refused = ludi("show", unfinished, "--write", tmp_path / "x.json")
    assert refused.code == 2
    assert "would tell what is hidden" in refused.err


@pytest.mark.parametrize("position", [ROMA, PAX])
def test_a_position_is_drawn_for_all_or_for_one(ludi: Ludi, file: Path, position: dict[str, Any]) -> None:
    file.write_text(json.dumps(position))
    everything = ludi("show", file)
    assert everything.code == 0
    assert everything.out.count("Hand of Player") == 2
    assert "Player 1 decides" in everything.out
    other = ludi("show", file, "--seat", 2).out
    assert "Your hand" in other
    assert "decides" not in other
    assert ludi("show", file, "--seat", 3).code == 2
    assert ludi("show", file, "--to", 3).code == 2


def test_a_record_is_drawn_as_it_stands(ludi: Ludi, file: Path) -> None:
    table = Table.new("pax", {"players": 2, "start": "1"}, seed=bytes(32))
    while actors := table.state.actors():
        table.play(actors[0], table.state.legal(actors[0])[0])
    table.save(file)
    assert "The reckoning" in ludi("show", file).out
    early = ludi("show", file, "--to", 5).out
    assert f"Decision 5 of {len(Record.load(file).decisions)}" in early
    assert ludi("show", file, "--to", 9999).code == 2
    for flag in ("--position", "--load"):
        assert "is a finished game; look at it with 'ludi replay'" in ludi("play", flag, file).err


@pytest.mark.parametrize("command", ["show", "play --position"])
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "line 1 is not JSON"),
        ("{", "line 1 is not JSON"),
        ("[]", "JSON object"),
        ("3", "JSON object"),
        ("[" * 100_000, "not JSON that can be read"),
        ("{}", "could be one of several games"),
        ('{"game": "chess"}', "There is no game 'chess'"),
        ('{"game": 3}', "name of a game"),
        ('{"colour": "red"}', "fits none of the games"),
        ('{"game": "pax", "hand": []}', "no part 'hand'. Did you mean 'hands'?"),
        ('{"game": "pax", "coins": [1.5]}', "The part 'coins'"),
        ('{"game": "pax", "coins": 5}', "The part 'coins'"),
        ('{"game": "pax", "bought": 1}', "The part 'bought'"),
        ('{"game": "pax", "turn": "0"}', "The part 'turn'"),
        ('{"game": "pax", "turn": true}', "The part 'turn'"),
        ('{"game": "pax", "hands": ["army-1-1"]}', "The part 'hands'"),
        ('{"game": "pax", "hands": [["army-9-9"]]}', "'army-9-9' is no card"),
        ('{"game": "pax", "phase": "war"}', "'war' is no phase"),
        ('{"game": "pax", "options": {"players": 99}}', "cannot be 99"),
        ('{"game": "pax", "conspirator": 1}', "cannot be Primus Conspiratus"),
        ('{"game": "roma", "rows": [{"9": "legat"}]}', "A disc is a number from 1 to 6"),
        ('{"game": "roma", "rows": [{"x": "legat"}]}', "The part 'rows'"),
        ('{"game": "roma", "points": [1]}', "both players"),
        ('{"game": "roma", "points": [99, 1]}', "must make up 36"),
        ('{"game": "roma", "dice": [7]}', "numbers from 1 to 6"),
        ('{"game": "roma", "dice": "3"}', "numbers from 1 to 6"),
    ],
)
def test_a_bad_position_is_refused_in_one_sentence(ludi: Ludi, file: Path, command: str, text: str, part: str) -> None:
    file.write_text(text)
    done = ludi(*command.split(), file)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert part in done.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("roma --position {file} --dice 7", "from 1 to 6"),
        ("roma --position {file} --dice 3;4", "from 1 to 6"),
        ("roma --position {file} --dice 3,,4", "from 1 to 6"),
        ("roma --dice 3", "--dice is for a position"),
        ("pax --position {file}", "no position of PAX"),
        ("roma --position {file} --start 1", "brings its own options"),
        ("pax --position {file} --solo", "brings its own options"),
        ("roma --position {file} --bots hal", "There is no bot 'hal'"),
        ("roma --position {file} --seat 3", "There is no seat 3"),
        ("roma --position nowhere.json", "There is no file"),
        ("roma --position .", "cannot be read"),
        ("--position {file} --resume", "choose one"),
        ("--position {over}", "The game is over"),
    ],
)
def test_options_that_do_not_go_with_a_position(ludi: Ludi, file: Path, tmp_path: Path, words: str, part: str) -> None:
    file.write_text(json.dumps(ROMA))
    over = tmp_path / "over.json"
    over.write_text(json.dumps({"game": "roma", "phase": "over", "points": [0, 20]}))
    done = ludi("play", *words.format(file=file, over=over).split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_with_all_hands_open_nobody_is_called_you(ludi: Ludi, file: Path) -> None:
    table = Table.new("pax", {"players": 2, "start": "1"}, seed=bytes(32))
    rng = random.Random(2)
    while actors := table.state.actors():
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))
    table.save(file)
    shown = "".join(ludi("replay", file, "--to", number).out for number in range(0, 60, 4))
    assert "Player 1 pays" in shown
    assert "Put under deck" in shown
    assert "drew" in shown
    for words in ("You put", "You drew", "You were", "you pay", "your", "(you)"):
        assert words not in shown


def test_with_all_hands_open_every_card_that_somebody_put_under_is_shown() -> None:
    state = registry.find("pax").position(
        {"players": 2, "deck": ["wealth-1-1@0", "fleet-1-2@1", "army-1-1"]}, SeededDice(bytes(32))
    )
    assert [list(each) for each in open_view(state)["deck"]["known"]] == [[0, "wealth-1-1"], [1, "fleet-1-2"]]
