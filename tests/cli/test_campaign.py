"""The solitaire campaign of PAX: levels are unlocked one by one."""

from __future__ import annotations

import json
import random
from pathlib import Path

from ludi import bots
from ludi.cli.campaign import Campaign
from ludi.core import Table, registry, seed_from_text

from .conftest import Ludi


def won_game(level: int) -> tuple[str, list[str]]:
    """A seed, and decisions that win the level with it."""
    for number in range(50):
        seed = f"solo {level} {number}"
        table = Table.new("pax", {"players": 1, "solo": level}, seed=seed_from_text(seed))
        bot = bots.find("greedy", table.game)
        rng = random.Random(number)
        while table.state.actors():
            table.play(0, bot.choose(table.state.perspective(0), rng))
        outcome = table.state.outcome()
        assert outcome is not None
        if outcome.winners:
            return seed, [word for _, word in table.decisions]
    raise AssertionError("the bot wins no game")


def test_a_win_unlocks_the_next_level(ludi: Ludi, home: Path) -> None:
    locked = ludi("play", "pax", "--solo", 2)
    assert locked.code == 2
    assert locked.err == "Level 2 of the solitaire campaign is locked: win level 1 first (--solo 1).\n"
    seed, words = won_game(1)
    done = ludi("play", "pax", "--solo", 1, "--seed", seed, lines=[*words, "n"])
    assert done.code == 0
    assert "You have beaten Rome." in done.out
    assert "Level 1 is won: level 2 of the campaign is now open." in done.out
    assert json.loads((home / "campaign.json").read_text())["won"] == {"pax": [1]}
    assert "solitaire, level 2" in ludi("play", "pax", "--solo").out
    assert "solitaire, level 1" in ludi("play", "pax", "--solo", "1").out
    again = ludi("play", "pax", "--solo", 1, "--seed", seed, lines=[*words, "n"])
    assert "Level 1 is won." in again.out
    assert ludi("play", "pax", "--solo", 3).code == 2


def test_the_last_level_unlocks_nothing(home: Path) -> None:
    home.mkdir()
    (home / "campaign.json").write_text('{"format": "ludi-romani campaign 1", "won": {"pax": [1, 2, 3, 4]}}')
    game = registry.find("pax")
    assert Campaign().open_level(game) == 5
    assert Campaign().win(game, 5) is None
    assert Campaign().open_level(game) == 5
    assert [status for _, status in Campaign().status(game)] == ["won"] * 5


def test_a_locked_level_won_elsewhere_does_not_count(home: Path) -> None:
    game = registry.find("pax")
    assert Campaign().win(game, 3) is None
    assert Campaign().open_level(game) == 1


def test_a_lost_game_unlocks_nothing(ludi: Ludi, home: Path) -> None:
    done = ludi("play", "pax", "--solo", "--seed", "x", "--auto", lines=["1"] * 400)
    assert "Rome has prevailed." in done.out
    assert "Level 1 of the campaign is still to be won." in done.out
    assert not (home / "campaign.json").exists()


def test_a_damaged_file_is_reported_and_left_as_it_is(ludi: Ludi, home: Path) -> None:
    home.mkdir()
    file = home / "campaign.json"
    for text in ("{", "[]", '{"format": "else"}', '{"format": "ludi-romani campaign 1", "won": {"pax": "all"}}'):
        file.write_text(text)
        done = ludi("play", "pax", "--solo", 1)
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert str(file) in done.err
        assert "left as it is" in done.err
        assert file.read_text() == text
    assert ludi("play", "pax", "--players", 2).code == 0


def test_the_menu_shows_the_campaign(ludi: Ludi, home: Path) -> None:
    home.mkdir()
    (home / "campaign.json").write_text('{"format": "ludi-romani campaign 1", "won": {"pax": [1]}}')
    out = ludi("play", lines=["1", "1", ""]).out
    assert "1  won" in out
    assert "2  open" in out
    assert "3  locked" in out
    assert "solitaire, level 2" in out


def test_simulation_knows_no_locks(ludi: Ludi) -> None:
    done = ludi("simulate", "pax", "--solo", 5, "--games", 3, "--bots", "random", "--json")
    assert done.code == 0
    assert sum(json.loads(done.out)["outcomes"].values()) == 3
    assert ludi("simulate", "pax", "--players", 1, "--games", 2, "--bots", "random").code == 0
