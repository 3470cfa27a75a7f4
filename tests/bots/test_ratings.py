"""What is said of an opponent's strength follows from games that were counted, and stands where one chooses him."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import ladder
from ludi import bots
from ludi.bots.ratings import FIRST, MEASURE, ladders, rate, ratings
from ludi.cli import main
from ludi.cli.main import app
from ludi.cli.words import bot_rated, words_in
from ludi.core import registry
from ludi.server.app import make_app
from ludi.server.settings import Settings


def test_ratings_follow_from_the_games_won() -> None:
    found = rate([("high", "low", 75.0, 100), ("low", "greedy", 50.0, 100)])
    assert found["greedy"] == FIRST
    assert found["low"] == FIRST
    assert found["high"] == pytest.approx(FIRST + 190, abs=6)


def test_who_lost_no_game_is_not_unbeatable() -> None:
    assert FIRST + 300 < rate([("high", "greedy", 20.0, 20)])["high"] < FIRST + 800


def test_who_never_met_anybody_measured_has_no_rating() -> None:
    assert sorted(rate([("high", "greedy", 3.0, 4), ("one", "other", 2.0, 4), ("low", "high", 1.0, 4)])) == [
        "greedy",
        "high",
        "low",
    ]


@pytest.mark.parametrize("game", sorted(ladders()))
def test_the_ratings_kept_are_those_of_the_games_kept(game: str) -> None:
    found = registry.find(game)
    kept = ladders()[game]
    found.box(kept["options"])
    for strong, weak, wins, games in kept["pairings"]:
        assert {strong, weak} <= set(bots.names())
        assert 0 <= wins <= games
    assert kept["ratings"] == rate([tuple(each) for each in kept["pairings"]])
    assert kept["ratings"][MEASURE] == FIRST


def test_a_pairing_that_tells_nothing_is_not_counted() -> None:
    assert ladder.says_something(8, 10)
    assert not ladder.says_something(6, 10), "31 to 83 %"
    assert not ladder.says_something(4, 4)
    for game in ladders().values():
        assert all(ladder.says_something(wins, games) for _, _, wins, games in game["pairings"])


def test_levels_are_measured_by_their_iterations_alone_and_stand_on_one_page(tmp_path: Path) -> None:
    """A busy machine must not make a level weaker than it is; who thinks as long as he likes keeps his name."""
    roma = registry.find("roma")
    assert ladder.by_iterations(roma, "master") == "master@3000"
    assert ladder.by_iterations(roma, "greedy") == "greedy"
    for name in ("master", "novice"):
        timed, counted = bots.find(name, roma), bots.find(ladder.by_iterations(roma, name), roma)
        assert isinstance(timed, bots.SearchBot)
        assert isinstance(counted, bots.SearchBot)
        assert timed.budget.seconds is not None
        assert counted.budget == bots.Budget(timed.budget.iterations)
        assert counted.style == timed.style
    assert ladder.whole_page("roma", tmp_path) is None
    only = ["--only", "novice-random", "--only", "novice-greedy"]
    ladder.measure(ladder.parser().parse_args(["roma", "--games", "2", *only, "--out", str(tmp_path)]))
    wins, games = ladder.result(tmp_path / "roma" / "novice-random", "novice")
    assert 0 <= wins <= games == 2
    told = ladder.whole_page("roma", tmp_path)
    assert told is not None
    assert "4 games" in told
    assert "novice@" not in told
    for table in ("novice, random", "novice, greedy"):
        assert table in told


def test_a_game_that_nobody_measured_has_none() -> None:
    assert dict(ratings("nothing")) == {}
    assert bot_rated(words_in("en"), "master", {}) == "master"
    assert bot_rated(words_in("de"), "greedy", {"greedy": 1000}) == "Opportunist (greedy, 1000)"


def test_they_stand_where_one_chooses_an_opponent(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", workers=1, limits=False)
    with TestClient(make_app(settings)) as client:
        told = {each["name"]: each["ratings"] for each in client.get("/api/games").json()}
    assert told == {name: dict(ratings(name)) for name in registry.names()}
    listed = CliRunner().invoke(app, ["bots"]).stdout
    for game in ladders():
        title = registry.find(game).title
        for name, rating in ratings(game).items():
            assert f"{title} {rating}" in line_of(listed, name)
        of_one = CliRunner().invoke(app, ["bots", game]).stdout
        assert f"{title} {ratings(game)['greedy']}" in line_of(of_one, "greedy")
        others = {registry.find(other).title for other in ladders() if other != game}
        assert not any(f"{other} 1000" in of_one for other in others)


def line_of(listed: str, name: str) -> str:
    """The line that names a bot by what one types."""
    return next(line for line in listed.splitlines() if re.match(rf"({name}\b|\S+ \({name}\))", line))


def test_who_asks_for_an_unmeasured_or_unknown_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "ratings", lambda game: {})
    assert "Nobody has measured the opponents of Roma yet." in CliRunner().invoke(app, ["bots", "roma"]).stdout
    assert "There is no game 'chess'" in CliRunner().invoke(app, ["bots", "chess"]).stderr


def test_the_file_says_how_it_was_made() -> None:
    file = Path(bots.__file__).parent / "data" / "ladder.json"
    assert "tools/ladder.py" in json.loads(file.read_text(encoding="utf-8"))["source"]
