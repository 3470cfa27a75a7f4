"""Every game passes OpenSpiel's own tests and can be played by its search."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from needs import need_research

need_research("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ludi.research.openspiel
from ludi.bots import find
from ludi.bots.simulation import play_at_random, play_out
from ludi.core import BadOption, FastDice, registry
from ludi.research.course import DEAL_NODES, EVENT_NODES, FACES, ToldDice

GAMES = [ludi.research.openspiel.short_name(name) for name in registry.names()]
SCENARIOS = next(each.choices for each in registry.find("pax-romana").options if each.name == "scenario") or ()
assert FACES


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
            state.apply_action(rng.randrange(FACES))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert chances > DEAL_NODES + 4
    assert sum(state.returns()) == 1.0


def test_what_is_no_outcome_of_chance_is_refused() -> None:
    """Histories of before, when a node had 256 outcomes, do not become other games."""
    state = pyspiel.load_game("ludi_roma").new_initial_state()
    for action in (FACES, 200):
        with pytest.raises(ValueError, match=f"16 outcomes here, from 0 on: {action} is none of them"):
            state.apply_action(action)
    assert state.is_chance_node()


def test_an_observer_gives_the_vector() -> None:
    from open_spiel.python.observation import make_observation

    loaded = pyspiel.load_game("ludi_pax(players=2)")
    observation = make_observation(loaded)
    state = walk(loaded, 30, 3)
    observation.set_from(state, 0)
    assert observation.tensor.any()
    assert observation.string_from(state, 0) == state.observation_string(0)
    assert list(observation.tensor) == list(loaded_vector(state, 0))


def loaded_vector(state: Any, player: int) -> Any:
    """What the encoder makes of the view."""
    return state.facts.encoder.encode(state.position.view(player))


def test_a_number_is_a_number_in_openspiels_notation() -> None:
    """``start=1`` there is a whole number; 0 is the default, chance."""
    for start in (1, 3):
        loaded = pyspiel.load_game(f"ludi_pax(players=3,start={start})")
        assert walk(loaded, 4, 1).position.starter == start - 1
        assert loaded.get_parameters()["start"] == start
        assert str(pyspiel.load_game(str(loaded))) == str(loaded)
    starters = {walk(pyspiel.load_game("ludi_pax(players=3)"), 4, seed).position.starter for seed in range(20)}
    assert starters == {0, 1, 2}
    with pytest.raises(BadOption, match="start"):
        pyspiel.load_game("ludi_roma(start=3)")


@pytest.mark.parametrize("game", GAMES)
def test_games_and_states_can_be_pickled(game: str) -> None:
    loaded = pyspiel.load_game(game)
    again = pickle.loads(pickle.dumps(loaded))
    assert str(again) == str(loaded)
    state = walk(loaded, 20, 3)
    other = pickle.loads(pickle.dumps(state))
    assert str(other) == str(state)
    other.apply_action(other.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert str(other) == str(state)


@pytest.mark.parametrize("game", GAMES)
def test_tensors_are_what_the_declared_type_says(game: str) -> None:
    loaded = pyspiel.load_game(game)
    kind = loaded.get_type()
    assert kind.provides_information_state_tensor
    assert kind.provides_observation_tensor
    tensors = set()
    for seed in range(3):
        state = walk(loaded, 30, seed)
        player = state.current_player()
        seen, known = state.observation_tensor(player), state.information_state_tensor(player)
        assert len(seen) == loaded.observation_tensor_size()
        assert len(known) == loaded.information_state_tensor_size()
        assert known[: len(seen)] == seen
        tensors.add((tuple(known), state.information_state_string(player)))
    assert len({tensor for tensor, _ in tensors}) == len({text for _, text in tensors})


def test_the_same_view_after_another_past_is_another_information_state() -> None:
    """Two ways to the same cards: the tensor with perfect recall tells them apart, as the string does."""
    loaded = pyspiel.load_game("ludi_pax(players=2)")
    one, two = walk(loaded, 30, 1), walk(loaded, 30, 1)
    player = one.current_player()
    two.memory.of(player)
    two.memory._digests[player] = b"another past"
    assert one.observation_tensor(player) == two.observation_tensor(player)
    assert one.information_state_tensor(player) != two.information_state_tensor(player)


@pytest.mark.parametrize("game", ["ludi_pax(players=2,longest=25)", "ludi_roma(longest=25)"])
def test_no_game_is_longer_than_it_says(game: str) -> None:
    loaded = pyspiel.load_game(game)
    assert loaded.max_game_length() == 25
    state = walk(loaded, 10_000, 1)
    assert state.is_terminal()
    decisions = [each for each in state.full_history() if each.player >= 0]
    assert len(decisions) == 25
    assert state.returns() == [0.5, 0.5]
    assert state.legal_actions() == []


@pytest.mark.parametrize(
    ("game", "options", "most"),
    [("pax", {"players": 2}, 400), ("pax", {"players": 4}, 600), ("roma", {}, 700), ("pax-romana", {}, 3000)],
)
def test_the_longest_game_is_far_but_not_out_of_sight(game: str, options: dict[str, Any], most: int) -> None:
    """Games between bots and by chance stay well below it."""
    box = registry.find(game).box(options)
    loaded = pyspiel.load_game(ludi.research.openspiel.short_name(game), options)
    assert loaded.max_game_length() <= most
    rng = random.Random(5)
    games = 2 if game == "pax-romana" else 300
    lengths = [play_at_random(box.game.deal(box, FastDice(rng)), rng) for _ in range(games)]
    if game != "pax-romana":
        bots = [find("greedy", box.game)] * box.seats
        lengths += [play_out(box.game.deal(box, FastDice(rng)), bots, rng) for _ in range(3)]
    assert loaded.max_game_length() / 8 < max(lengths) < 0.9 * loaded.max_game_length()


def test_what_sampled_chance_nodes_tell_are_fair_dice() -> None:
    """Of all that four nodes can tell, every throw of three dice follows as often as another, and every order."""
    throws: Counter[tuple[int, ...]] = Counter()
    orders: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(FACES), repeat=EVENT_NODES):
        dice = ToldDice(faces)
        throws[dice.roll(), dice.roll(), dice.roll()] += 1
        cards = [1, 2, 3]
        dice.shuffle(cards)
        orders[tuple(cards)] += 1
    for found, ways in ((throws, 216), (orders, 6)):
        expected = FACES**EVENT_NODES / ways
        assert len(found) == ways
        # Chi-squared: its mean is the number of ways less one, its variance twice that.
        strayed = sum((number - expected) ** 2 / expected for number in found.values())
        assert abs(strayed - (ways - 1)) < 4 * (2 * (ways - 1)) ** 0.5
    assert [ToldDice((1, 2)).choose("abc") for _ in range(3)] == [ToldDice((1, 2)).choose("abc")] * 3


def test_chance_can_be_spelled_out() -> None:
    """The first card of a shuffled pile of Roma is one of all its cards, the first die one of six."""
    loaded = pyspiel.load_game("ludi_roma(chance=spelled,start=1)")
    state = loaded.new_initial_state()
    assert len(state.chance_outcomes()) == 52
    sides: list[int] = []
    rng = random.Random(2)
    while not state.is_terminal() and len(sides) < 300:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(weight for _, weight in outcomes) - 1.0) < 1e-9
            sides.append(len(outcomes))
            state.apply_action(rng.randrange(len(outcomes)))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sides[:51] == list(range(52, 1, -1))
    assert 6 in sides[51:]
    sampled = pyspiel.load_game("ludi_roma").new_initial_state()
    assert len(sampled.chance_outcomes()) == FACES
    with pytest.raises(BadOption, match="spelled or sampled"):
        pyspiel.load_game("ludi_roma(chance=diced)")
