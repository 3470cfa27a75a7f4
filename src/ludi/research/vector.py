"""Thousands of games at once: whole batches of observations, masks and results in memory that all processes share.

>>> from ludi.research.vector import table
>>> with table("pax", games=8, workers=0, players=2) as many:
...     many.reset(seed=7)
...     for _ in range(50):
...         many.step(many.sample())
...     many.observations.shape == (8, many.encoder.size)
True

- ``observations[g]`` is what the seat on turn in game *g* sees (:mod:`ludi.research.encoding` says what each number
  means), ``masks[g]`` 1 for every legal action, ``to_play[g]`` that seat. Action *n* is the *n*-th word of the match's
  vocabulary, as in the PettingZoo environment.
- ``step(actions)`` plays one decision in every game. Where a game ends, ``over[g]`` is true, ``returns[g]`` has what
  each seat got, and a new game has begun already: observation, mask and seat are of that one. Else ``returns[g]`` is 0.
  An action that is not legal ends the game: its seat gets ``illegal_reward``, the others 0.
- The arrays are always the same ones; what is needed later must be copied.
- ``workers`` processes step the games, each its share (0: none, they are stepped here). Every game has a source of
  chance of its own, so that the same seed brings the same games whatever the number of workers.

``env`` is the same behind Gymnasium's ``VectorEnv``: the reward is what the seat that has just played gets.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import random
import traceback
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from ludi.core import BadOption, State
from ludi.research.encoding import Encoder
from ludi.research.slots import REACH
from ludi.research.stepping import Rows, Stepper

SELDOM = 50_000, 50, 50
"""A process that steps games makes no cycles, and looks for them seldom (:func:`gc.set_threshold`)."""
START_SECONDS = 120.0
"""So long a process may take to begin; deaf ones are found at once."""


class Arrays:
    """The arrays of all games, in one piece of memory."""

    def __init__(self, memory: memoryview, games: int, seats: int, size: int, actions: int) -> None:
        parts: dict[str, tuple[tuple[int, ...], Any]] = self.parts(games, seats, size, actions)
        at = 0
        found: dict[str, Any] = {}
        for name, (shape, kind) in parts.items():
            found[name] = np.ndarray(shape, kind, memory, at)
            at += _rounded(found[name].nbytes)
        self.observations = found["observations"]
        self.masks = found["masks"]
        self.to_play = found["to_play"]
        self.returns = found["returns"]
        self.over = found["over"]
        self.actions = found["actions"]

    @staticmethod
    def parts(games: int, seats: int, size: int, actions: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        return {
            "observations": ((games, size), np.float32),
            "masks": ((games, actions), np.int8),
            "to_play": ((games,), np.int32),
            "returns": ((games, seats), np.float32),
            "over": ((games,), np.bool_),
            "actions": ((games,), np.int64),
        }

    @classmethod
    def bytes_for(cls, *numbers: int) -> int:
        return sum(
            _rounded(int(np.prod(shape)) * np.dtype(kind).itemsize) for shape, kind in cls.parts(*numbers).values()
        )


def _rounded(length: int) -> int:
    return -(-length // 64) * 64


def _inside(memory: SharedMemory) -> memoryview:
    found = memory.buf
    assert found is not None
    return found


class Share:
    """Some of the games, stepped in one process."""

    def __init__(self, arrays: Arrays, first: int, last: int, game: str, options: Mapping[str, Any], illegal: float):
        self.first = first
        self.actions = memoryview(arrays.actions[first:last])
        rows = Rows(
            [memoryview(row) for row in arrays.observations[first:last]],
            [memoryview(row) for row in arrays.masks[first:last]],
            memoryview(arrays.to_play[first:last]),
            [memoryview(row) for row in arrays.returns[first:last]],
            memoryview(arrays.over[first:last]),
        )
        self.stepper = Stepper(Encoder.of(game, options), rows, illegal)

    @property
    def states(self) -> Sequence[State]:
        return self.stepper.states

    def reset(self, seed: int) -> None:
        self.stepper.reset(seed, self.first)

    def step(self) -> None:
        self.stepper.step(self.actions)


def _work(
    orders: Connection, memory: str, numbers: tuple[int, int, int, int], first: int, last: int, *share: Any
) -> None:
    """A process: do as ordered until the other end is gone."""
    shared = SharedMemory(memory)
    try:
        mine = Share(Arrays(_inside(shared), *numbers), first, last, *share)
        gc.freeze()
        gc.set_threshold(*SELDOM)
        orders.send("")
        while True:
            order = orders.recv()
            if order is None:
                break
            mine.step() if order == "step" else mine.reset(order)
            orders.send("")
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass
    except Exception:
        with contextlib.suppress(OSError):
            orders.send(traceback.format_exc())
    finally:
        # The arrays look into the memory: it is given back with the process.
        os._exit(0)


class Many:
    """Many games of one set-up, side by side."""

    def __init__(
        self,
        game: str,
        games: int,
        workers: int | None = None,
        *,
        illegal_reward: float = -1.0,
        **options: Any,
    ) -> None:
        if games < 1:
            raise BadOption("The number of games must be 1 or more.")
        workers = min(os.cpu_count() or 1, games) if workers is None else workers
        if not 0 <= workers <= games:
            raise BadOption(f"For {games} games there are 0 to {games} workers, not {workers}.")
        self.encoder = Encoder.of(game, options)
        self.box = self.encoder.box
        self.games = games
        self.workers = workers
        self._numbers = list(self.box.vocabulary)
        self._rng = np.random.default_rng(0)
        self._began = False
        size = (games, self.box.seats, self.encoder.size, len(self._numbers))
        self._memory: SharedMemory | None = None
        self._orders: list[Connection] = []
        self._processes: list[Any] = []
        share = (game, options, illegal_reward)
        if not workers:
            self._arrays = Arrays(memoryview(bytearray(Arrays.bytes_for(*size))), *size)
            self._here: Share | None = Share(self._arrays, 0, games, *share)
            return
        self._here = None
        self._memory = SharedMemory(create=True, size=Arrays.bytes_for(*size))
        self._arrays = Arrays(_inside(self._memory), *size)
        apart = multiprocessing.get_context("spawn")
        for number in range(workers):
            ours, theirs = apart.Pipe()
            first, last = (games * each // workers for each in (number, number + 1))
            arguments = (theirs, self._memory.name, size, first, last, *share)
            process = apart.Process(target=_work, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._orders.append(ours)
            self._processes.append(process)
        self._wait(START_SECONDS)

    @property
    def observations(self) -> Any:
        return self._arrays.observations

    @property
    def masks(self) -> Any:
        return self._arrays.masks

    @property
    def to_play(self) -> Any:
        return self._arrays.to_play

    @property
    def returns(self) -> Any:
        return self._arrays.returns

    @property
    def over(self) -> Any:
        return self._arrays.over

    def word(self, number: int) -> str:
        """The word of an action."""
        return self.box.vocabulary.spell(self._numbers[number])

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew."""
        if seed is None:
            seed = random.SystemRandom().getrandbits(62)
        self._rng = np.random.default_rng(seed)
        self._order(seed)
        self._began = True

    def step(self, actions: Any) -> None:
        """Play one decision in each game."""
        if not self._began:
            raise BadOption("Begin the games with reset() first.")
        self._arrays.actions[:] = actions
        self._order("step")

    def sample(self) -> Any:
        """A legal action for each game, by chance."""
        games, actions = np.divmod(np.flatnonzero(self.masks.view(np.bool_)), self.masks.shape[1])
        numbers = np.bincount(games, minlength=self.games)
        firsts = np.cumsum(numbers) - numbers
        return actions[firsts + (self._rng.random(self.games) * numbers).astype(np.int64)]

    def close(self) -> None:
        """End the processes and give the memory back: the arrays are copies from then on."""
        for orders in self._orders:
            with contextlib.suppress(OSError):
                orders.send(None)
        for process in self._processes:
            process.join(10)
        self._orders, self._processes, self._began = [], [], False
        if self._memory is not None:
            memory, self._memory = self._memory, None
            size = (self.games, self.box.seats, self.encoder.size, len(self._numbers))
            self._arrays = Arrays(memoryview(bytearray(_inside(memory))), *size)
            memory.unlink()
            # Whoever still holds an array may go on reading it: the memory goes with the last one.
            memory.close = lambda: None  # type: ignore[method-assign]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _order(self, order: Any) -> None:
        if self._here is not None:
            self._here.step() if order == "step" else self._here.reset(order)
            return
        if not self._orders:
            raise BadOption("These games are closed.")
        for orders in self._orders:
            with contextlib.suppress(OSError):  # it is told below that the process has ended
                orders.send(order)
        self._wait(None)

    def _wait(self, seconds: float | None) -> None:
        for orders, process in zip(self._orders, self._processes, strict=True):
            try:
                if seconds is None or orders.poll(seconds):
                    if not (wrong := orders.recv()):
                        continue
                    self.close()
                    raise RuntimeError(f"A process that steps games has failed:\n{wrong}")
            except (EOFError, OSError):
                pass
            self.close()
            raise RuntimeError(f"A process that steps games has ended ({process.exitcode}).")


def table(game: str, games: int, workers: int | None = None, *, illegal_reward: float = -1.0, **options: Any) -> Many:
    """Many games at once, by the plain interface."""
    return Many(game, games, workers, illegal_reward=illegal_reward, **options)


def env(
    game: str, games: int, workers: int | None = None, *, illegal_reward: float = -1.0, **options: Any
) -> ManyGames:
    """Many games at once, as Gymnasium knows it."""
    return ManyGames(Many(game, games, workers, illegal_reward=illegal_reward, **options))


class ManyGames(VectorEnv):
    """Gymnasium's ``VectorEnv`` of many games: ``info`` has ``action_mask``, ``to_play`` and, of games that ended,
    ``returns`` for every seat. A game that has ended has begun anew in the same step; nobody sees its last position,
    since nobody decides in it."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium's declaration)

    def __init__(self, many: Many) -> None:
        self.many = many
        self.num_envs = many.games
        self.single_observation_space = gymnasium.spaces.Box(-REACH, REACH, (many.encoder.size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(many.masks.shape[1])
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, many.games)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, many.games)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        if seed is not None and not isinstance(seed, int):
            raise BadOption("One seed is for all games; each has a source of chance of its own by it.")
        self.many.reset(seed)
        return self.many.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        played = self.many.to_play.copy()
        self.many.step(actions)
        rewards = np.take_along_axis(self.many.returns, played[:, None], 1)[:, 0].astype(np.float64)
        ended = self.many.over.copy()
        return self.many.observations.copy(), rewards, ended, np.zeros_like(ended), self._info()

    def _info(self) -> dict[str, Any]:
        many = self.many
        return {
            "action_mask": many.masks.copy(),
            "to_play": many.to_play.copy(),
            "returns": many.returns.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        self.many.close()
