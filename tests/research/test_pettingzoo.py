"""Every game passes PettingZoo's own tests."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from needs import need_research

need_research("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

from ludi.core import BadOption, LudiError, registry
from ludi.games.pax.state import Position
from ludi.research.pettingzoo import env, parallel_env

GAMES = registry.names()
SCENARIOS = next(each.choices for each in registry.find("pax-romana").options if each.name == "scenario")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("game", GAMES)
def test_the_api_is_pettingzoos(game: str) -> None:
    api_test(env(game), num_cycles=60)


@pytest.mark.parametrize("players", [1, 3])
def test_it_holds_for_any_number_of_players(players: int) -> None:
    api_test(env("pax", players=players), num_cycles=30)


@pytest.mark.parametrize("scenario", SCENARIOS or ())
def test_it_holds_for_every_scenario(scenario: str) -> None:
    api_test(env("pax-romana", scenario=scenario), num_cycles=8)
    seed_test(lambda: env("pax-romana", scenario=scenario), num_cycles=4)
    parallel_api_test(parallel_env("pax-romana", scenario=scenario), num_cycles=8)


@pytest.mark.parametrize("game", GAMES)
def test_the_performance_benchmark_runs(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its five seconds pass here in a hundred rounds."""
    ticks = count()
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks) / 20))
    performance_benchmark(env(game))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_fixes_the_game(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=25)


@pytest.mark.parametrize("game", GAMES)
def test_the_parallel_door_is_pettingzoos(game: str) -> None:
    parallel_api_test(parallel_env(game), num_cycles=40)


def play(table: Any, seed: int) -> dict[str, float]:
    table.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        if over:
            table.step(None)
            continue
        table.action_space(agent).seed(seed)
        table.step(table.action_space(agent).sample(observation["action_mask"]))
    return rewards


def test_the_winner_gets_the_reward() -> None:
    for seed in range(3):
        rewards = play(env("roma"), seed)
        assert sum(rewards.values()) == 1.0


def test_an_illegal_action_ends_the_game_with_a_penalty() -> None:
    """As PettingZoo's TerminateIllegalWrapper does it."""
    table = env("pax", players=3, illegal_reward=-2.5)
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]
    assert table.unwrapped.word(int(mask.argmax())).startswith("keep:")
    wrong = table.agent_selection
    others = [agent for agent in table.agents if agent != wrong]
    assert not table.observe(others[0])["action_mask"].any()
    table.step(int(mask.argmin()))
    rewards = {}
    for agent in table.agent_iter():
        _, rewards[agent], terminated, truncated, _ = table.last()
        assert terminated
        assert truncated
        table.step(None)
    assert rewards == {wrong: -2.5, others[0]: 0.0, others[1]: 0.0}
    assert table.agents == []
    table.reset(seed=1)
    assert table.agents == table.possible_agents


def test_what_is_no_action_at_all_is_refused() -> None:
    table = env("pax", players=2)
    with pytest.raises(BadOption, match="reset"):
        table.step(0)
    table.reset(seed=1)
    for word in (None, -1, 10_000):
        with pytest.raises(BadOption, match="is no action"):
            table.step(word)
    assert not any(table.terminations.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [env, parallel_env])
def test_an_environment_can_be_pickled_and_copied_at_any_moment(game: str, make: Any) -> None:
    table = make(game)
    pickle.loads(pickle.dumps(table)).reset(seed=3)
    table.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
        one, two = table.unwrapped, other.unwrapped
        if make is parallel_env:
            assert other.agents == table.agents
            continue
        saved, steps = copy.deepcopy(one), count()
        rng = np.random.default_rng(1)
        while not any(one.terminations.values()) and one.agents:
            assert one.agent_selection == two.agent_selection
            seen, again = one.observe(one.agent_selection), two.observe(two.agent_selection)
            assert np.array_equal(seen["observation"], again["observation"])
            assert np.array_equal(seen["action_mask"], again["action_mask"])
            action = int(rng.choice(seen["action_mask"].nonzero()[0]))
            one.step(action)
            two.step(action)
            if next(steps) > 60:
                break
        table = saved


def test_a_match_may_have_options_of_its_own() -> None:
    table = env("pax", players=2)
    for start in ("1", "2"):
        table.reset(seed=5, options={"start": start})
        state = table.state_of_play
        assert isinstance(state, Position)
        assert state.starter == int(start) - 1
    with pytest.raises(BadOption, match="environment of their own"):
        table.reset(options={"players": 3})
    with pytest.raises(BadOption, match="start"):
        table.reset(options={"start": "3"})
    with pytest.warns(UserWarning, match="no option strat"):
        table.reset(options={"strat": "2"})


def test_a_match_may_begin_from_a_position() -> None:
    table = env("roma")
    table.reset(seed=2)
    for _ in range(20):
        table.step(int(table.last()[0]["action_mask"].argmax()))
    assert table.state_of_play is not None
    data = json.loads(json.dumps(table.state_of_play.snapshot()))
    seen = table.state()
    other = env("roma")
    other.reset(seed=9, options={"position": data})
    assert other.agent_selection == table.agent_selection
    assert np.array_equal(other.state(), seen)
    with pytest.raises(LudiError):
        other.reset(options={"position": {"rows": 3}})


@pytest.mark.parametrize("game", GAMES)
def test_the_state_is_what_all_see_together(game: str) -> None:
    table = env(game)
    table.reset(seed=1)
    seen = [table.observe(agent)["observation"] for agent in table.agents]
    assert np.array_equal(table.state(), np.concatenate(seen))
    assert table.state() in table.state_space


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_drawn_as_text_and_as_a_picture(game: str) -> None:
    table = env(game, render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert len(text.splitlines()) > 10
    assert {"pax": "Legion", "roma": "Your hand", "pax-romana": "Talents"}[game] in text
    assert "\x1b" not in text
    table = env(game, render_mode="rgb_array")
    table.reset(seed=1)
    picture = table.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.shape[0] > 200
    assert 0.02 < (picture != picture[0, 0]).any(axis=2).mean() < 0.9, "there is something on it"
    with pytest.raises(BadOption, match="render_mode"):
        env(game, render_mode="svg")


def test_a_board_is_shown_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    table = env("roma", render_mode="human")
    table.reset(seed=1)
    table.render()
    assert len(pyplot.get_fignums()) == 1
    for _ in range(2):
        table.step(int(table.last()[0]["action_mask"].argmax()))
    assert len(pyplot.get_fignums()) == 1, "the same window"
    pickle.dumps(table)
    table.close()
    pyplot.close("all")
