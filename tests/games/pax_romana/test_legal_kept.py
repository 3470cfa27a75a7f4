"""What a position keeps at hand between decisions: who must decide is asked anew once everything has happened."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState

ASKING: dict[str, Callable[[PaxRomanaState], Any]] = {
    "actors": lambda state: state.actors(),
    "view": lambda state: state.view(0),
}


@pytest.mark.parametrize("asked", ASKING)
def test_whoever_listens_may_ask_the_position_in_the_middle_of_a_decision(asked: str) -> None:
    rng = random.Random(3)
    state: PaxRomanaState = GAME.deal(GAME.box({}), FastDice(rng))
    state.listener = lambda event: ASKING[asked](state)
    for _ in range(150):
        actors = state.actors()
        if not actors:
            break
        legal = state.legal(actors[0])
        assert legal, f"seat {actors[0]} is asked and has no choice at decision {state.decisions}"
        state.play(actors[0], rng.choice(legal))
    assert state.decisions > 100
