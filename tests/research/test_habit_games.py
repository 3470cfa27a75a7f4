"""The games from which PAX's habits are learned show what the seat on turn knows; what was learned is kept whole."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from needs import need_research

need_research("numpy")

from habit_games import OPTIONS, PLAYERS, WIDTH, Arrays, Share, whole
from ludi.games.pax import GAME
from ludi.games.pax.habits import habits_from
from ludi.games.pax.sight import known_among

GAMES = 6


def test_rows_and_masks_say_what_the_seat_on_turn_knows_and_may_do() -> None:
    known = known_among(PLAYERS)
    arrays = Arrays(memoryview(bytearray(Arrays.bytes_for(GAMES))), GAMES)
    share = Share(arrays, 0, GAMES, seed=3)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(150):
        for game, state in enumerate(share.states):
            seat = int(arrays.seats[game])
            legal = state.legal(seat)
            assert len(legal) > 1, "what is forced is played at once"
            facts = [fact for fact in arrays.rows[game].tolist() if fact < known.size]
            assert facts == known.of(state, seat)
            assert len(facts) < WIDTH
            assert np.flatnonzero(arrays.masks[game]).tolist() == sorted(known.places(state, legal))
        arrays.actions[:] = [rng.choice(np.flatnonzero(mask)) for mask in arrays.masks]
        share.step()
        for ending in np.flatnonzero(arrays.over).tolist():
            assert arrays.returns[ending].sum() <= 1.0
            assert share.states[ending].turns == 0
            ended += 1
    assert ended


def test_what_was_learned_is_what_the_game_reckons_with() -> None:
    known = known_among(PLAYERS)
    rng = np.random.default_rng(2)
    sizes = [known.size, 24, 16, known.actions + 1]
    layers = [(rng.normal(0.0, 0.2, pair), rng.normal(0.0, 0.2, pair[1])) for pair in pairwise(sizes)]
    habits = habits_from(whole(layers), "habits.json")
    share = Share(Arrays(memoryview(bytearray(Arrays.bytes_for(GAMES))), GAMES), 0, GAMES, seed=5)
    for game, state in enumerate(share.states):
        seat = int(share.arrays.seats[game])
        legal = state.legal(seat)
        inner: Any = None
        for number, (weights, bias) in enumerate(layers):
            inner = (weights[known.of(state, seat)].sum(0) if not number else np.maximum(inner, 0.0) @ weights) + bias
        points = inner[known.places(state, legal)]
        chances = np.exp(points - points.max())
        assert habits.shares(state, seat, legal) == pytest.approx((chances / chances.sum()).tolist(), abs=0.05)
    assert GAME.box(OPTIONS).seats == PLAYERS
