"""Every game passes OpenSpiel's own tests and can be played by its search."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from needs import need_research

need_research("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ludi.research.openspiel
from ludi.core import registry

GAMES = [ludi.research.openspiel.short_name(name) for name in registry.names()]
SCENARIOS = next(each.choices for each in registry.find("pax-romana").options if each.name == "scenario") or ()
assert ludi.research.openspiel.FACES


def walk(game: Any, steps: int, seed: int) -> Any:
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(
            rng.randrange(len(state.chance_outcomes())) if state.is_chance_node() else rng.choice(state.legal_actions())
        )
    while state.is_chance_node():
        state.apply_action(7)
    return state


@pytest.mark.parametrize("game", ["ludi_pax(players=2)", "ludi_roma", "ludi_pax_romana(scenario=I)"])
def test_the_random_simulation_test_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_registered(game: str) -> None:
    assert game in pyspiel.registered_names()
    kind = pyspiel.load_game(game).get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_a_parameter(scenario: str) -> None:
    box = registry.find("pax-romana").box({"scenario": scenario})
    loaded = pyspiel.load_game("ludi_pax_romana", {"scenario": scenario, "event_markers": 1, "rerolls": True})
    assert loaded.num_players() == box.seats
    state = walk(pyspiel.load_game(str(loaded)), 25, 4)
    view = json.loads(state.observation_string(0))
    assert view["scenario"] == scenario
    assert len(view["powers"]) == box.seats


def test_a_format_is_a_parameter() -> None:
    loaded = pyspiel.load_game("ludi_pax_romana(scenario=V,format=ultra-basic)")
    assert not walk(loaded, 10, 1).is_terminal()


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_search_can_play(game: str) -> None:
    loaded = pyspiel.load_game(game)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(loaded, evaluator, 2.0, 4, random_state=np.random.RandomState(3))
    for steps in (6, 40):
        state = walk(loaded, steps, steps)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_goes_its_own_way_and_a_history_leads_to_the_same_state(game: str) -> None:
    loaded = pyspiel.load_game(game)
    state = walk(loaded, 30, 2)
    text = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == text
    assert len(clone.history()) == len(state.history()) + 1
    again = loaded.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == text
    player = state.current_player()
    assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_looks_the_same(game: str) -> None:
    state = walk(pyspiel.load_game(game), 40, 5)
    player = state.current_player()
    draws = iter([0.1, 0.2, 0.3])
    texts = set()
    for _ in range(3):
        other = state.resample_from_infostate(player, lambda: next(draws))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        texts.add(str(other))
    assert len(texts) > 1


def test_dice_are_chance_nodes_of_their_own() -> None:
    loaded = pyspiel.load_game("ludi_roma")
    state = loaded.new_initial_state()
    rng = random.Random(1)
    chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chances += 1
            state.apply_action(rng.randrange(256))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert chances > ludi.research.openspiel.DEAL_NODES + 4
    assert sum(state.returns()) == 1.0


def test_an_observer_gives_the_vector() -> None:
    from open_spiel.python.observation import make_observation

    loaded = pyspiel.load_game("ludi_pax(players=2)")
    observation = make_observation(loaded)
    state = walk(loaded, 30, 3)
    observation.set_from(state, 0)
    assert observation.tensor.any()
    assert observation.string_from(state, 0) == state.observation_string(0)
