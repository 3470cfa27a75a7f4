"""Every game as a PettingZoo environment.

>>> from ludi.research.pettingzoo import env
>>> table = env("pax", players=3)
>>> table.reset(seed=7)
>>> table.agents
['seat_0', 'seat_1', 'seat_2']

- Agents are the seats. One decides at a time; where the rules let several decide at once, they are asked one after
  another and do not see what the others chose.
- An observation is a dictionary: ``observation``, the seat's view as a vector (:mod:`ludi.research.encoding` says what
  each number means), and ``action_mask``, 1 for every legal action.
- Action *n* is the *n*-th word of the match's vocabulary: ``table.unwrapped.word(n)`` spells it.
- Rewards come at the end: 1 for the winner, shared out among several, 0 for the others.
- ``parallel_env`` is the same table for software that knows only the parallel API: all agents answer every time, and
  only the answer of the one whose turn it is counts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ludi.core import FastDice, State, registry
from ludi.research.encoding import Encoder
from ludi.research.slots import REACH


def env(game: str, render_mode: str | None = None, **options: Any) -> Any:
    """The environment of a game, with PettingZoo's usual checks around it."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(TableEnv(game, render_mode, **options)))


def parallel_env(game: str, render_mode: str | None = None, **options: Any) -> Any:
    """The same table behind the parallel API."""
    return turn_based_aec_to_parallel(env(game, render_mode, **options))


class TableEnv(AECEnv):
    """One table of a game, without the checks."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own declaration)
        "name": "ludi_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        found = registry.find(game)
        self.box = found.box(options)
        self.metadata = {**self.metadata, "name": f"ludi_{game}_v{found.rules_version}"}
        self.render_mode = render_mode
        self.encoder = Encoder.of(game, options)
        self.numbers = list(self.box.vocabulary)
        self.places = {action: place for place, action in enumerate(self.numbers)}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.box.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.numbers)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-REACH, REACH, (self.encoder.size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._rng = random.Random()
        self.state_of_play: State | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def word(self, number: int) -> str:
        """The word of an action."""
        return self.box.vocabulary.spell(self.numbers[number])

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = random.Random(seed)
        self.state_of_play = self.box.game.deal(self.box, FastDice(self._rng))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        assert self.state_of_play is not None
        actors = self.state_of_play.actors()
        self.agent_selection = self.possible_agents[actors[0]] if actors else self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        state = self.state_of_play
        assert state is not None
        seat = self.seat_of[agent]
        mask: Any = np.zeros(len(self.numbers), np.int8)
        if agent == self.agent_selection:
            for action in state.legal(seat):
                mask[self.places[action]] = 1
        return {"observation": np.frombuffer(self.encoder.encode(state.view(seat)), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_play
        assert state is not None
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state.play(self.seat_of[agent], self.numbers[int(action)])
        outcome = state.outcome()
        if outcome is not None:
            returns = outcome.returns(self.box.seats)
            for each in self.agents:
                self.rewards[each] = returns[self.seat_of[each]]
                self.terminations[each] = True
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        state = self.state_of_play
        assert state is not None
        actors = state.actors()
        book = self.box.game.phrases("en", self.box)
        text = book.say(state.prompt(actors[0])) if actors else "The game is over."
        if self.render_mode == "human":
            import sys

            sys.stdout.write(text + "\n")
            return None
        return text

    def close(self) -> None:
        self.state_of_play = None
