"""Games, simulate, replay, verify, help."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from rich.console import Console

from ludi.bots.simulation import simulate
from ludi.cli import boards
from ludi.cli.replay import open_view
from ludi.core import Record, Table, registry

from .conftest import Ludi
from .test_play import typed_at_a_terminal

ONES = ["1"] * 400


@pytest.fixture
def finished(ludi: Ludi, home: Path) -> Path:
    """The record of a finished game, as the program writes it."""
    path = home / "finished.json"
    home.mkdir()
    source = Table.new("pax", {"players": 2, "start": "1"}, seed=bytes(32))
    while actors := source.state.actors():
        source.play(actors[0], source.state.legal(actors[0])[0])
    source.save(path)
    return path


def test_games_are_listed_with_an_honest_word_on_their_data(ludi: Ludi) -> None:
    done = ludi("games")
    assert done.code == 0
    for name in registry.names():
        game = registry.find(name)
        assert f"{game.title} by {game.designer}" in done.out
        assert " ".join(game.data_status.split()) in " ".join(done.out.split())


def test_version_and_help(ludi: Ludi) -> None:
    assert ludi("--version").out.startswith("Ludi Romani 0.")
    assert "ludi play" in ludi().out
    for command in ("play", "simulate", "replay", "verify", "games"):
        done = ludi(command, "--help")
        assert done.code == 0
        assert max(map(len, done.out.splitlines())) <= 80
    out = " ".join(ludi("play", "pax", "--help").out.split())
    assert "reconstructed" in out
    assert "--deck FILE" in out
    assert "--option last_harvest=false" in out
    assert "Examples" in out


def test_simulation_in_words(ludi: Ludi) -> None:
    done = ludi("simulate", "pax", "--players", 3, "--games", 20, "--seed", "s", "--bots", "random")
    assert done.code == 0
    assert done.err == ""
    assert "PAX: 20 games" in done.out
    assert "decisions a second" in done.out
    assert [line.split()[0] for line in done.out.splitlines() if " random " in line] == ["1", "2", "3"]


def test_simulation_as_json(ludi: Ludi) -> None:
    words = ("simulate", "pax", "--players", 2, "--games", 10, "--seed", "s", "--bots", "random,random", "--json")
    done = ludi(*words)
    data = json.loads(done.out)
    assert {
        "games",
        "decisions",
        "games_per_second",
        "decisions_per_second",
        "wins_by_seat",
        "outcomes",
    } <= data.keys()
    assert data["games"] == 10
    assert len(data["wins_by_seat"]) == 2
    assert sum(data["outcomes"].values()) == 10
    again = json.loads(ludi(*words, "--option", "open_counts=yes", "--jobs", 2).out)
    assert again["wins_by_seat"] == data["wins_by_seat"]
    assert again["decisions"] == data["decisions"]


def test_a_simulation_shows_its_progress_game_by_game_where_bots_think(home: Path) -> None:
    game = registry.find("roma")
    told: list[int] = []
    simulate(game, {}, ["random"], 120, "s", 1, told.append)
    assert told == [50, 50, 20]
    told.clear()
    simulate(game, {}, ["greedy", "random"], 3, "s", 1, told.append)
    assert told == [1, 1, 1]
    words = ["simulate", "roma", "--games", "6", "--bots", "greedy,random", "--jobs", "1"]
    assert "/6" in typed_at_a_terminal(words, [])


def test_verify_says_what_it_checked(ludi: Ludi, finished: Path) -> None:
    done = ludi("verify", finished)
    assert done.code == 0
    text = " ".join(done.out.split())
    assert "The seed matches the commitment" in text
    assert "each of them was legal" in text
    assert "The result and the final position are those on record" in text
    data = json.loads(finished.read_text())
    data["decisions"] = data["decisions"][:-1]
    finished.write_text(json.dumps(data))
    tampered = ludi("verify", finished)
    assert tampered.code == 2
    assert "tampered" in tampered.err


def test_a_record_saved_at_the_end_of_a_game_is_verified(ludi: Ludi, home: Path) -> None:
    # The answer 1 is no answer to the last question, so count how many decisions the game takes.
    begin = ("play", "pax", "--players", 2, "--bots", "random", "--seed", "end")
    asked = ludi(*begin, lines=ONES).out
    number = asked[: asked.index("Save the record")].count("> 1")
    out = ludi(*begin, lines=[*ONES[:number], "y"]).out
    (path,) = (home / "saves").glob("*.json")
    assert f"Check it with:\n  ludi verify {path}\n" in out
    assert Record.load(path).result is not None
    assert ludi("verify", path).code == 0


def test_replay_steps_through_the_game(ludi: Ludi, finished: Path) -> None:
    length = len(Record.load(finished).decisions)
    done = ludi("replay", finished, lines=["", "n", "p", f"g {length}", "n", "g 9999", "g", "l", "x", "q"])
    assert done.code == 0
    shown = [line.split(" ─")[0] for line in done.out.splitlines() if line.startswith(("Decision ", "The deal"))]
    assert shown == [
        f"The deal (of {length} decisions)",
        f"Decision 1 of {length}",
        f"Decision 2 of {length}",
        f"Decision 1 of {length}",
        f"Decision {length} of {length}",
    ]
    assert "The reckoning" in done.out
    assert "That was the last decision." in done.out
    assert "Go where?" in done.out
    assert ludi("replay", finished).code == 0


def test_replay_of_a_finished_game_opens_all_hands(ludi: Ludi, finished: Path) -> None:
    everything = ludi("replay", finished, "--to", 30).out
    assert everything.count("Hand of ") == 2
    one = ludi("replay", finished, "--to", 30, "--seat", 2).out
    assert "Your hand" in one
    assert "Hand of" not in one
    assert ludi("replay", finished, "--to", 9999).code == 2
    assert ludi("replay", finished, "--seat", 3).code == 2


def test_replay_of_an_unfinished_game_keeps_its_secrets(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    begin = ("play", "pax", "--players", 3, "--seat", 2, "--bots", "random", "--seed", "x")
    ludi(*begin, lines=["1", f"s {path}"])
    mine = ludi("replay", path, "--to", 3).out
    assert "Your hand" in mine
    assert "Hand of" not in mine
    assert ludi("replay", path, "--seat", 2).code == 0
    peek = ludi("replay", path, "--seat", 1)
    assert peek.code == 2
    assert "stay hidden" in peek.err
    ludi("play", "pax", "--players", 2, "--hot-seat", "--seed", "x", lines=["", "1", "", f"s {tmp_path / 'two.json'}"])
    both = ludi("replay", tmp_path / "two.json", "--to", 1).out
    assert "Your hand" not in both
    assert "Hand of" not in both


def test_a_finished_game_is_not_loaded_for_play(ludi: Ludi, finished: Path) -> None:
    done = ludi("play", "--load", finished)
    assert done.code == 2
    assert "finished game" in done.err


@pytest.mark.parametrize("name", registry.names())
def test_every_game_plays_to_its_end(ludi: Ludi, name: str) -> None:
    seats = min(count for count in registry.find(name).seat_counts if count > 1)
    done = ludi("play", name, "--players", seats, "--bots", "random", "--seed", "all", lines=["1"] * 1500)
    assert done.code == 0
    assert "The reckoning" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", registry.names())
def test_every_position_can_be_drawn_for_every_seat(name: str) -> None:
    """By the drawing of the game, and by the plain one that serves a game without a drawing."""
    table = Table.new(name, seed=bytes(32))
    book = table.phrases()
    seats = (None, *range(table.box.seats))

    def drawn(board: boards.Board) -> None:
        for view in [*map(table.state.view, seats), open_view(table.state)]:
            text = io.StringIO()
            Console(file=text, width=80).print(board.draw(view, book, 80))
            if view["outcome"]:
                Console(file=text, width=80).print(board.reckon(view, book, 80))
            assert max(map(len, text.getvalue().splitlines())) <= 80

    rng = random.Random(1)
    while actors := table.state.actors():
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))
        if len(table.decisions) % 30 == 0:
            drawn(boards.find(name))
            drawn(boards.find("a game without a drawing"))
    drawn(boards.find(name))
    drawn(boards.find("a game without a drawing"))


def test_the_slots_of_a_vector_are_printed(ludi: Ludi) -> None:
    out = ludi("slots", "pax", "--players", "2").out.splitlines()
    assert out[0].split() == ["0", "you=0"]
    assert any(line.endswith(" legions[2].value") for line in out)
    outline = ludi("slots", "pax-romana", "--scenario", "I", "--outline").out.splitlines()
    assert outline[0].split()[1] == "slots,"
    assert len(outline) < 40
    assert ludi("slots", "pax", "--players", "9").code == 2
