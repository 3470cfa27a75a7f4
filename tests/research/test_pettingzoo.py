"""Every game passes PettingZoo's own tests."""

from __future__ import annotations

import importlib
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from needs import need_research

need_research("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

from ludi.core import IllegalAction, registry
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


def test_only_legal_actions_can_be_taken() -> None:
    table = env("pax", players=2)
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]
    assert table.unwrapped.word(int(mask.argmax())).startswith("keep:")
    with pytest.raises(IllegalAction):
        table.step(int(mask.argmin()))
    others = [agent for agent in table.agents if agent != table.agent_selection]
    assert not table.observe(others[0])["action_mask"].any()


def test_a_table_can_be_read() -> None:
    table = env("pax", render_mode="ansi", players=2)
    table.reset(seed=1)
    assert len(table.render()) > 10
