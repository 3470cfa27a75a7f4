"""Scripts that once found a hole in the bots' play stay as opponents: no level from regular on loses to them."""

from __future__ import annotations

import pytest

import opponents
from ladder import by_iterations
from ludi.bots.arena import arena
from ludi.core import registry


def test_scripts_play_in_the_arena_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    opponents.seat_them(monkeypatch)
    result = arena(registry.find("pax"), {"players": 2}, ["intrigue", "random"], 4, seed="scripts")
    assert result["bots"]["intrigue"]["wins"] >= 3


@pytest.mark.long
def test_no_level_from_regular_on_falls_for_the_one_who_lets_rome_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """By iterations alone, so that the games are the same on every machine; those above think more."""
    opponents.seat_them(monkeypatch)
    regular = by_iterations(registry.find("pax"), "regular")
    result = arena(registry.find("pax"), {"players": 2}, [regular, "intrigue"], 8, seed="scripts")
    assert result["bots"][regular]["wins"] >= 5


@pytest.mark.long
def test_no_level_from_regular_on_falls_for_the_one_who_does_not_march_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """He plays as greedy does; a search of few trials that left the advice for chance lost to him."""
    opponents.seat_them(monkeypatch)
    game = registry.find("pax-romana")
    regular = by_iterations(game, "regular")
    result = arena(game, {"scenario": "III"}, [regular, "no-return"], 6, seed="scripts")
    assert result["bots"][regular]["wins"] >= 4


@pytest.mark.long
def test_no_level_from_regular_on_falls_for_the_one_who_sells_worthless_ways_to_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By iterations alone, as above."""
    opponents.seat_them(monkeypatch)
    game = registry.find("pax-romana")
    regular = by_iterations(game, "regular")
    result = arena(game, {"scenario": "II"}, [regular, "swindler"], 6, seed="scripts")
    assert result["bots"][regular]["wins"] >= 4
