"""Bots keep to the rules, to their seat, and to their random stream."""

from __future__ import annotations

import random

import pytest

from contract import check_bot
from ludi import bots
from ludi.bots.simulation import play_games, simulate
from ludi.core import BadOption, FastDice, Perspective, State, UnknownBot, registry

GAMES = registry.names()


def midgame(name: str, seed: int, decisions: int) -> State:
    rng = random.Random(seed)
    game = registry.find(name)
    state = game.deal(game.box(), FastDice(rng))
    for _ in range(decisions):
        actors = state.actors()
        if not actors:
            break
        state.play(actors[0], rng.choice(state.legal(actors[0])))
    return state


@pytest.mark.parametrize("bot", ["random", "greedy", *(f"{level}@16" for level in bots.OFFERED)])
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(game: str, bot: str) -> None:
    for seed in range(6):
        state = midgame(game, seed, 16 * seed)
        for seat in state.actors():
            check_bot(state, bot, seat, random.Random(seed))


def test_a_perspective_holds_no_secret_of_another_seat() -> None:
    state = midgame("pax", 3, 60)
    seat = state.actors()[0]
    veiled = state.veil(seat).snapshot()
    assert all(card == "?" or f"@{seat}" in card for hand in veiled["hands"] for card in hand)
    assert all(card == "?" or f"@{seat}" in card for card in veiled["deck"] + veiled["rome_hidden"])
    assert set(veiled["aside"]) <= {"?"}
    assert not [name for name in dir(Perspective) if name in ("state", "play", "snapshot", "copy")]


def test_an_unknown_bot_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(UnknownBot, match=r"the bots are random, greedy, .*, master\. Did you mean 'greedy'"):
        bots.find("gredy", registry.find("pax"))


def test_the_result_does_not_depend_on_the_number_of_jobs() -> None:
    game = registry.find("pax")
    alone = simulate(game, {"players": 3}, ["random"], 120, "jobs")
    shared = simulate(game, {"players": 3}, ["random"], 120, "jobs", jobs=2)
    assert (alone.wins_by_seat, alone.outcomes, alone.decisions) == (
        shared.wins_by_seat,
        shared.outcomes,
        shared.decisions,
    )
    assert alone.games == sum(alone.outcomes.values()) == 120


def test_progress_counts_every_game() -> None:
    told: list[int] = []
    simulate(registry.find("pax"), {"players": 2}, ["random"], 130, "s", progress=told.append)
    assert sum(told) == 130


@pytest.mark.parametrize(
    ("names", "games", "jobs", "says"),
    [
        (["random", "random"], 1, 1, "one for each of the 3"),
        (["random"], 0, 1, "1 or more"),
        (["random"], 1, 0, "1 or more"),
    ],
)
def test_bad_numbers_are_refused(names: list[str], games: int, jobs: int, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        simulate(registry.find("pax"), {"players": 3}, names, games, "s", jobs=jobs)


@pytest.mark.long
def test_greedy_beats_random_at_pax() -> None:
    game = registry.find("pax")
    two = play_games(game, game.box({"players": 2}), ["greedy", "random"], range(12), "strength")
    assert two.wins_by_seat[0] >= 10
    four = play_games(game, game.box({"players": 4}), ["random", "random", "greedy", "random"], range(10), "strength")
    assert four.wins_by_seat[2] >= 7


@pytest.mark.long
def test_greedy_plays_the_solitaire_game() -> None:
    game = registry.find("pax")
    result = play_games(game, game.box({"players": 1, "solo": 1}), ["greedy"], range(10), "alone")
    assert result.outcomes["solo-won"] >= 6
