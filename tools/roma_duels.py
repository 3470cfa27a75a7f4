"""Games of Roma in which what was learned so far (``tools/learn_roma.py``) plays without any search."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ludi.bots.greedy import GreedyBot
from ludi.core import FastDice
from ludi.games.roma import GAME, RomaState
from ludi.games.roma.features import facts
from ludi.games.roma.judgement import PLACES
from roma_tables import LONGEST

Decide = Callable[[RomaState, int, list[int], random.Random], int]
Task = tuple[str, str]
"""The file of the player and the seed. Who begins is the deal's affair."""


@lru_cache(maxsize=8)
def arrays(file: str) -> dict[str, Any]:
    return {name: array.astype(np.float32) for name, array in np.load(file).items()}


def answer(net: dict[str, Any], row: list[int]) -> Any:
    """How much each action comes to mind."""
    inner = np.maximum(net["first"][row].sum(0) + net["first_b"], 0.0)
    inner = np.maximum(net["second"] @ inner + net["second_b"], 0.0)
    deep = np.maximum(net["third"] @ inner + net["third_b"], 0.0)
    return net["policy"] @ np.maximum(inner + net["fourth"] @ deep + net["fourth_b"], 0.0) + net["policy_b"]


def instinct(file: str) -> Decide:
    """Takes what comes to mind first."""

    def decide(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> int:
        leads = answer(arrays(file), facts(state, seat))
        return max(legal, key=lambda action: float(leads[PLACES[action]]))

    return decide


def greedy() -> Decide:
    bot = GreedyBot(GAME)
    return lambda state, seat, legal, rng: bot.choose(state.perspective(seat), rng)


def duel(task: Task) -> float:
    """What the player wins of two games against greedy with the same deal, one from either seat."""
    return sum(game(task, seat) for seat in range(2)) / 2


def game(task: Task, seat: int) -> float:
    file, seed = task
    rng = random.Random(f"{seed}/{seat}")
    state = GAME.deal(GAME.box({}), FastDice(random.Random(seed)))
    deciders = [instinct(file) if each == seat else greedy() for each in range(2)]
    decisions = 0
    while (actors := state.actors()) and decisions < LONGEST:
        actor = actors[0]
        legal = state.legal(actor)
        decisions += 1
        state.play(actor, legal[0] if len(legal) == 1 else deciders[actor](state, actor, legal, rng))
    outcome = state.outcome()
    return 0.5 if outcome is None else outcome.returns(2)[seat]
