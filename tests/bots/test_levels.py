"""The named levels mean the same in every game, are offered everywhere, and each is stronger than the one before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from ludi import bots
from ludi.bots import SearchBot
from ludi.bots.arena import arena
from ludi.bots.base import insight_of
from ludi.bots.levels import LEVELS, budget_of
from ludi.cli.main import app
from ludi.core import registry
from ludi.server.app import make_app
from ludi.server.settings import Settings

NAMES = ["novice", "regular", "veteran", "master"]


@pytest.mark.parametrize("game", registry.names())
def test_each_level_thinks_more_and_errs_less_than_the_one_before(game: str) -> None:
    found = [bots.find(name, registry.find(game)) for name in NAMES]
    for weaker, stronger in pairwise(found):
        assert isinstance(weaker, SearchBot)
        assert isinstance(stronger, SearchBot)
        assert weaker.budget.iterations is not None
        assert stronger.budget.iterations is not None
        assert weaker.budget.iterations < stronger.budget.iterations
        assert weaker.style.temperature >= stronger.style.temperature
        assert weaker.budget.seconds == stronger.budget.seconds
    assert isinstance(found[0], SearchBot)
    assert isinstance(found[1], SearchBot)
    assert found[0].style.temperature > found[1].style.temperature > 0.0


def test_a_slow_game_has_fewer_iterations_so_that_the_clock_does_not_make_the_levels_alike() -> None:
    """An iteration of Pax Romana takes milliseconds, one of Roma about one: even a master must be far from the limit of
    1.9 s."""
    slow = [bots.find(name, registry.find("pax-romana")) for name in NAMES]
    found = [each.budget.iterations for each in slow if isinstance(each, SearchBot)]
    assert found == [12, 16, 24, 40]
    slower = [bots.find(name, registry.find("roma")) for name in NAMES]
    assert [each.budget.iterations for each in slower if isinstance(each, SearchBot)] == [70, 80, 90, 100]
    quick = [bots.find(name, registry.find("pax")) for name in NAMES]
    assert [each.budget.iterations for each in quick if isinstance(each, SearchBot)] == [16, 150, 800, 3000]


def test_the_page_and_the_command_line_offer_them_in_every_game(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", workers=1, limits=False)
    with TestClient(make_app(settings)) as client:
        games = client.get("/api/games").json()
    assert [each["name"] for each in games] == registry.names()
    for each in games:
        assert [name for name in each["bots"] if name in LEVELS] == NAMES
    told = CliRunner().invoke(app, ["bots"]).stdout
    places = [told.index(f"{name} ") for name in NAMES]
    assert places == sorted(places)


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), [("roma", {}), ("pax", {"players": 2})])
def test_a_novice_beats_chance(game: str, options: dict[str, Any]) -> None:
    novice = f"novice@{budget_of(LEVELS['novice'], insight_of(registry.find(game))).iterations}"
    result = arena(registry.find(game), options, [novice, "random"], 6, seed="levels")
    assert result["bots"][novice]["wins"] >= 5


@pytest.mark.long
def test_a_regular_beats_a_novice() -> None:
    """With its own budget: in Roma the levels are apart by how often they err, and who thinks less errs more.

    An equal would win 36 of 60 in one series of thirteen.
    """
    roma = registry.find("roma")
    novice, regular = (
        f"{name}@{budget_of(LEVELS[name], insight_of(roma)).iterations}" for name in ("novice", "regular")
    )
    result = arena(roma, {}, [regular, novice], 60, seed="levels")
    assert result["bots"][regular]["wins"] >= 36
