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
- Rewards come at the end: 1 for the winner, shared out among several, 0 for the others. An action that is not legal
  ends the game, as PettingZoo's own wrapper does it: its agent gets ``illegal_reward``, the others 0.
- ``state()`` is what all seats see together: their vectors, one after another.
- ``reset(options=...)`` takes options of the game for this one match, as far as they leave actions and observations as
  they are (``{"start": "2"}``), and ``position``, data as ``State.snapshot`` gives them, to begin there.
- ``render_mode``: ``ansi`` gives the terminal's drawing as text, ``rgb_array`` as a picture, ``human`` shows it.
- Environments can be pickled and copied at any moment.
- ``parallel_env`` is the same table for software that knows only the parallel API: all agents answer every time, and
  only the answer of the one whose turn it is counts.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ludi.core import BadOption, Box, FastDice, IllegalAction, State, registry
from ludi.research.encoding import Encoder
from ludi.research.looking import NOBODY, Window
from ludi.research.slots import REACH

MASK = np.dtype(np.int8)
RENDER_MODES = ("ansi", "rgb_array", "human")


def env(game: str, render_mode: str | None = None, *, illegal_reward: float = -1.0, **options: Any) -> TableEnv:
    """The environment of a game. It checks what it is asked itself, so there is nothing around it."""
    return TableEnv(game, render_mode, illegal_reward, **options)


def parallel_env(game: str, render_mode: str | None = None, *, illegal_reward: float = -1.0, **options: Any) -> Any:
    """The same table behind the parallel API."""
    return turn_based_aec_to_parallel(env(game, render_mode, illegal_reward=illegal_reward, **options))


class TableEnv(AECEnv):
    """One table of a game."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own declaration)
        "name": "ludi_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(self, game: str, render_mode: str | None = None, illegal_reward: float = -1.0, **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode is {', '.join(RENDER_MODES)} or None, not '{render_mode}'.")
        found = registry.find(game)
        self.box = found.box(options)
        self.metadata = {**self.metadata, "name": f"ludi_{game}_v{found.rules_version}"}
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.encoder = Encoder.of(game, options)
        self.numbers = list(self.box.vocabulary)
        self.places = {action: place for place, action in enumerate(self.numbers)}
        self._length = len(self.numbers)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.box.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions, size = len(self.numbers), self.encoder.size
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-REACH, REACH, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(-REACH, REACH, (size * self.box.seats,), np.float32)
        self._rng = random.Random()
        self._look_through(Window(self.encoder))
        self._screen: Any = None
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
        self.state_of_play = self._begin(dict(options or {}))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(self.state_of_play)

    def _begin(self, options: dict[str, Any]) -> State:
        """A new match, as far as the options say so another one than usual."""
        dice, position = FastDice(self._rng), options.pop("position", None)
        strange = sorted(options.keys() - {option.name for option in self.box.game.options})
        if strange:  # PettingZoo's own tests hand such things over
            warnings.warn(f"{self.box.game.title} has no option {', '.join(strange)}: not heeded.", stacklevel=3)
            options = {name: value for name, value in options.items() if name not in strange}
        if position is None:
            box = self._like_ours(self.box.game.box({**self.box.options, **options}) if options else self.box)
            if box != self._window.encoder.box:
                self._look_through(Window(Encoder.of_box(box)))
            return box.game.deal(box, dice)
        if options:
            raise BadOption(f"A position brings its own options: leave {', '.join(options)} away.")
        state = self.box.game.position({"options": self.box.options, **position}, dice)
        self._like_ours(state.box)
        if not state.actors():
            raise BadOption("In this position the game is over.")
        self._look_through(Window(Encoder.of_box(state.box)))
        return state

    def _look_through(self, window: Window) -> None:
        self._window = window
        self._row = np.frombuffer(window.reader.row, np.float32)

    def _like_ours(self, box: Box) -> Box:
        """Refuse a match whose actions or observations are others than this environment's."""
        if box != self.box and (
            list(box.vocabulary) != self.numbers or Encoder.of_box(box).mark() != self.encoder.mark()
        ):
            raise BadOption("These options change the actions or observations: make an environment of their own.")
        return box

    def _select(self, state: State) -> None:
        actors = state.actors()
        self.agent_selection = self.possible_agents[actors[0]] if actors else self.agents[0]

    def _now(self) -> State:
        if self.state_of_play is None:
            raise BadOption("Begin a game with reset() first.")
        return self.state_of_play

    def observe(self, agent: str) -> dict[str, Any]:
        state = self.state_of_play
        if state is None:
            state = self._now()
        seat = self.seat_of[agent]
        mask = self._window.look(state, seat, agent == self.agent_selection)
        return {"observation": self._row.copy(), "action_mask": np.frombuffer(mask, MASK)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        observation = self.observe(agent) if observe else None
        rewards, over, cut = self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent]
        return observation, rewards, over, cut, self.infos[agent]

    def state(self) -> Any:
        """What all seats see together: their vectors one after another."""
        state = self._now()
        read = self._window.reader.read
        return np.concatenate([np.array(read(state, seat), np.float32) for seat in range(self.box.seats)])

    def step(self, action: int | None) -> None:
        state = self.state_of_play
        if state is None:
            state = self._now()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= (place := int(action)) < self._length:
            raise BadOption(f"{action} is no action: they are the numbers from 0 to {len(self.numbers) - 1}.")
        self._cumulative_rewards[agent] = 0.0
        try:
            seat = self._window.play(state, self.seat_of[agent], place)
        except IllegalAction:
            self._end_by(agent)
            return
        if seat == NOBODY:
            self._end(state)
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, state: State) -> None:
        outcome = state.outcome()
        assert outcome is not None
        self.rewards = dict(zip(self.possible_agents, outcome.returns(self.box.seats), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select(state)

    def _end_by(self, agent: str) -> None:
        """The game ends because of an action that is not legal."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = self.illegal_reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": True}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """What the seat on turn sees (everything, when the game is over), as the terminal draws it."""
        if self.render_mode is None:
            return None
        # The drawings belong to the command line, which stands above this room: it is asked only when one is wanted.
        pictures: Any = importlib.import_module("ludi.cli.pictures")
        if self.render_mode == "ansi":
            return pictures.as_text(self._now())
        picture = pictures.as_pixels(self._now())
        if self.render_mode == "rgb_array":
            return picture
        self._screen = pictures.shown(picture, self._screen)
        return None

    def close(self) -> None:
        self.state_of_play = None
        self._screen = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_screen": None, "_row": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._look_through(self._window)
