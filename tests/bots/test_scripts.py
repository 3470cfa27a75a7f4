"""Scripts that once found a hole in the bots' play stay as opponents: no level from regular on loses to them."""

from __future__ import annotations

import pytest

import opponents
from ludi.bots.arena import arena
from ludi.core import registry


def test_scripts_play_in_the_arena_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    opponents.seat_them(monkeypatch)
    result = arena(registry.find("pax"), {"players": 2}, ["intrigue", "random"], 4, seed="scripts")
    assert result["bots"]["intrigue"]["wins"] >= 3
