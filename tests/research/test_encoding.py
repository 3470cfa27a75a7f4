"""Vectors have one length, one name per slot, and tell what the view tells."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludi.core import FastDice, State, registry
from ludi.research.encoding import OTHER, Encoder

SET_UPS: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in registry.names()]
SET_UPS += [("pax", {"players": players}) for players in (1, 2)]


def positions(game: str, options: dict[str, Any], seed: int) -> list[State]:
    rng = random.Random(seed)
    found = registry.find(game)
    state = found.deal(found.box(options), FastDice(rng))
    seen = [state.copy()]
    while actors := state.actors():
        state.play(actors[0], rng.choice(state.legal(actors[0])))
        seen.append(state.copy())
    return seen


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_every_view_has_its_vector(game: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if game == "pax-romana":
        reason = "the words of its map are too many to be learned from some games; see docs/research.md"
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    encoder = Encoder.of(game, options)
    assert len(set(encoder.names)) == encoder.size
    unknown = total = 0
    for seed in range(3):
        for state in positions(game, options, seed)[::3]:
            for seat in range(state.box.seats):
                row = encoder.encode(state.view(seat))
                assert len(row) == encoder.size
                assert all(-10.0 <= number <= 30.0 for number in row)
                total += 1
                unknown += any(n for n, name in zip(row, encoder.names, strict=True) if name.endswith(OTHER))
    assert unknown <= 0.05 * total, "what can stand in a view was seen when the shape was learned"


def test_an_encoder_is_the_same_every_time() -> None:
    box = registry.find("roma").box()
    assert Encoder(box).names == Encoder(box).names
    assert Encoder.of("roma") is Encoder.of("roma", {"start": "random"})


def test_equal_views_have_equal_vectors_whatever_is_hidden() -> None:
    encoder = Encoder.of("pax", {"players": 2})
    for state in positions("pax", {"players": 2}, 5)[10:60:10]:
        other = state.perspective(1).sample(random.Random(1))
        assert encoder.encode(state.view(1)) == encoder.encode(other.view(1))


def test_seats_are_counted_from_the_observer() -> None:
    encoder = Encoder.of("pax", {"players": 2})
    state = positions("pax", {"players": 2}, 5)[20]
    turn = state.view(0)["turn"]
    for seat in (0, 1):
        row = dict(zip(encoder.names, encoder.encode(state.view(seat)), strict=True))
        assert row["turn=+0"] == float(turn == seat)
        assert row["players[0].coins?"] == 1.0
        assert row["players[1].coins?"] == 0.0
