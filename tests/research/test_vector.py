"""Thousands of games at once are the same games, step by step, as one after another."""

from __future__ import annotations

import random
from typing import Any

import pytest

from needs import need_research

need_research("gymnasium", "numpy")

import numpy as np

from ludi.core import BadOption, FastDice, registry
from ludi.research.encoding import Encoder
from ludi.research.vector import Many, Share, env, table

SET_UPS = [
    ("pax", {"players": 2}),
    ("pax", {"players": 5}),
    ("roma", {}),
    ("pax-romana", {"scenario": "II"}),
    ("pax-romana", {"scenario": "V", "format": "advanced"}),  # too much is seen to lay any of it aside
]


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_what_stands_in_the_arrays_is_what_views_and_lists_of_actions_say(game: str, options: dict[str, Any]) -> None:
    encoder = Encoder.of(game, options)
    words = list(encoder.box.vocabulary)
    with table(game, games=3, workers=0, **options) as many:
        many.reset(seed=5)
        here = many._here
        assert isinstance(here, Share)
        for _ in range(120):
            for number, state in enumerate(here.states):
                assert state is not None
                seat = state.actors()[0]
                assert many.to_play[number] == seat
                assert many.observations[number].tobytes() == encoder.encode(state.view(seat)).tobytes()
                legal = {words[place] for place in np.flatnonzero(many.masks[number])}
                assert legal == set(state.legal(seat))
            many.step(many.sample())


def test_the_games_do_not_depend_on_the_number_of_workers() -> None:
    found = []
    for workers in (0, 1, 3):
        with table("roma", games=5, workers=workers) as many:
            many.reset(seed=11)
            ends, story = 0, []
            for _ in range(150):
                actions = many.sample()
                many.step(actions)
                ends += int(many.over.sum())
                story.append((actions.tolist(), many.to_play.tolist(), many.returns.tolist(), many.over.tolist()))
                assert many.returns[~many.over].any() == np.False_
            found.append((story, ends, many.observations.copy().tobytes(), many.masks.copy().tobytes()))
    assert found[0] == found[1] == found[2]
    assert found[0][1] > 3, "games end and begin anew"
    assert all(np.array(returns)[over].sum(1).tolist() == [1.0] * sum(over) for _, _, returns, over in found[0][0])


def test_an_action_that_is_not_legal_ends_its_game_alone() -> None:
    with table("pax", games=2, workers=0, players=2) as many:
        many.reset(seed=1)
        actions = many.sample()
        actions[1] = int(np.flatnonzero(many.masks[1] == 0)[0])
        seat = many.to_play[1]
        many.step(actions)
        assert many.over.tolist() == [False, True]
        assert many.returns[1, seat] == -1.0
        assert many.returns.sum() == -1.0
        assert many.masks[1].any(), "a new game has begun"


def test_gymnasium_gets_rewards_of_the_seat_that_has_played() -> None:
    games = env("roma", games=4, workers=2)
    try:
        seen, info = games.reset(seed=3)
        assert games.observation_space.contains(seen)
        total = 0.0
        for _ in range(150):
            played = info["to_play"]
            seen, rewards, ended, cut, info = games.step(games.many.sample())
            assert not cut.any()
            assert rewards.tolist() == [float(info["returns"][game, seat]) for game, seat in enumerate(played)]
            assert not rewards[~ended].any()
            total += float(rewards.sum())
        assert total > 0
    finally:
        games.close()


def test_a_process_that_is_lost_is_told() -> None:
    many = table("roma", games=2, workers=2)
    many.reset(seed=1)
    many._processes[1].kill()
    many._processes[1].join()
    with pytest.raises(RuntimeError, match="has ended"):
        many.step(many.sample())
    with pytest.raises(BadOption):
        many.step([0, 0])


class Broken:
    """Cannot be read by the process that gets it."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("no number",)


def test_what_goes_wrong_in_another_process_is_told_here() -> None:
    many = table("roma", games=2, workers=2)
    with pytest.raises(RuntimeError, match=r"(?s)has failed.*Traceback"):
        many._order(Broken())


@pytest.mark.parametrize(("games", "workers"), [(0, 0), (2, 3), (2, -1)])
def test_numbers_that_make_no_sense_are_refused(games: int, workers: int) -> None:
    with pytest.raises(BadOption):
        Many("roma", games, workers)


def test_the_same_dice_bring_the_same_games_as_a_table() -> None:
    box = registry.find("roma").box({})
    state = box.game.deal(box, FastDice(random.Random("9/0")))
    with table("roma", games=1, workers=0) as many:
        many.reset(seed=9)
        assert many._here is not None
        there = many._here.states[0]
        assert there is not None
        assert there.fingerprint() == state.fingerprint()
