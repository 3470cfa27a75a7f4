"""Many games of Roma side by side, stepped by several processes, as the facts of their positions.

What :mod:`ludi.research.vector` does for every game, with what Roma's judgement looks at: the numbers of the facts that
hold (``games/roma/features.py``) instead of the whole view. Who has only one thing to do is not asked. Each process has
games of two tables, so that one is stepped while the other is thought about.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import random
from array import array
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from ludi.core import FastDice
from ludi.games.roma import GAME, RomaState
from ludi.games.roma.features import SIZE, facts
from ludi.games.roma.judgement import PLACES

WIDTH = 80
"""Room for the facts of one position; what is left says SIZE: nothing."""
OPEN = 64
"""Room for the legal actions, by their places in the vocabulary; what is left says -1."""
LONGEST = 1000
"""Decisions after which a game is given up."""
BOX = GAME.box({})

_PAD = array("h", [SIZE] * WIDTH)
_SHUT = array("h", [-1] * OPEN)


class Arrays:
    """The memory of the games of one table."""

    def __init__(self, memory: memoryview, games: int) -> None:
        at = 0
        found: list[Any] = []
        for shape, kind in self.parts(games):
            part = np.ndarray(shape, kind, memory, at)
            at += -(-part.nbytes // 64) * 64
            found.append(part)
        self.seen, self.after, self.open, self.returns, self.over, self.seats, self.chosen = found

    @staticmethod
    def parts(games: int) -> list[tuple[tuple[int, ...], Any]]:
        """What the seat on turn sees; what the seat that ended its turn sees then, if it did; legal actions; results;
        the place of the action chosen among the legal ones."""
        return [
            ((games, WIDTH), np.int16),
            ((games, WIDTH), np.int16),
            ((games, OPEN), np.int16),
            ((games, 2), np.float32),
            ((games,), np.bool_),
            ((games,), np.int8),
            ((games,), np.int16),
        ]

    @classmethod
    def bytes_for(cls, games: int) -> int:
        return sum(-(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64 for shape, kind in cls.parts(games))


class Share:
    """Some games of a table, stepped here."""

    def __init__(self, arrays: Arrays, first: int, last: int, seed: str) -> None:
        self.seen = [memoryview(row) for row in arrays.seen[first:last]]
        self.after = [memoryview(row) for row in arrays.after[first:last]]
        self.open = [memoryview(row) for row in arrays.open[first:last]]
        self.returns = [memoryview(row) for row in arrays.returns[first:last]]
        self.over = memoryview(arrays.over[first:last])
        self.seats = memoryview(arrays.seats[first:last])
        self.chosen = memoryview(arrays.chosen[first:last])
        self.games = last - first
        self.rng = random.Random(seed)
        self.dice = FastDice(self.rng)
        self.states: list[RomaState] = [GAME.deal(BOX, self.dice) for _ in range(self.games)]
        self.legal: list[list[int]] = [[]] * self.games
        self.decisions = [0] * self.games
        for game in range(self.games):
            self.begin(game)
            # So that not all games are at the same point.
            for _ in range(self.rng.randrange(120)):
                self.chosen[game] = self.rng.randrange(len(self.legal[game]))
                self.play(game)

    def begin(self, game: int) -> None:
        state = self.states[game] = GAME.deal(BOX, self.dice)
        self.decisions[game] = 0
        self.show(game, state, state.actors()[0])

    def step(self) -> None:
        for game in range(self.games):
            self.play(game)

    def play(self, game: int) -> None:
        """The action chosen, and all that has to be done without a choice."""
        self.over[game] = False
        actors = self.played_on(game)
        self.decisions[game] += 1
        state = self.states[game]
        if actors and self.decisions[game] < LONGEST:
            self.show(game, state, actors[0])
            return
        outcome = state.outcome()
        returns = [0.5, 0.5] if outcome is None else outcome.returns(2)
        self.returns[game][:] = array("f", returns)
        self.over[game] = True
        self.begin(game)

    def played_on(self, game: int) -> tuple[int, ...]:
        """Who decides next; what the seat sees that has ended its turn is written down."""
        state = self.states[game]
        seat = self.seats[game]
        turn = state.turns
        state.play(seat, self.legal[game][self.chosen[game]])
        ended = False
        while True:
            actors = state.actors()
            if not actors:
                break
            if not ended and state.turns != turn:
                ended = True
                write(self.after[game], facts(state, seat))
            legal = state.legal(actors[0])
            if len(legal) > 1:
                break
            state.play(actors[0], legal[0])
        if not ended:
            self.after[game][:] = _PAD
        return actors

    def show(self, game: int, state: RomaState, seat: int) -> None:
        write(self.seen[game], facts(state, seat))
        legal = state.legal(seat)
        if len(legal) > OPEN:
            legal = legal[1 - OPEN :] + legal[:1]
        self.legal[game] = legal
        row = self.open[game]
        row[:] = _SHUT
        row[: len(legal)] = array("h", [PLACES[action] for action in legal])
        self.seats[game] = seat


def write(row: memoryview, found: list[int]) -> None:
    row[:] = (array("h", found) + _PAD)[:WIDTH]


def work(orders: Any, memories: list[str], games: int, first: int, last: int, seed: str) -> None:
    """A process: do as ordered until the other end is gone."""
    try:
        shared = [SharedMemory(name) for name in memories]
        shares = [
            Share(Arrays(memory.buf, games), first, last, f"{seed}/{first}/{number}")  # type: ignore[arg-type]
            for number, memory in enumerate(shared)
        ]
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)
        orders.send("")
        while (order := orders.recv()) is not None:
            shares[order].step()
            orders.send("")
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        os._exit(0)


class Tables:
    """The two tables and the processes that step their games."""

    def __init__(self, games: int, workers: int, seed: str) -> None:
        self.games = games
        self.memories = [SharedMemory(create=True, size=Arrays.bytes_for(games)) for _ in range(2)]
        self.arrays = [Arrays(memory.buf, games) for memory in self.memories]  # type: ignore[arg-type]
        self.orders: list[Any] = []
        self.processes: list[Any] = []
        self.waiting = [0, 0]
        apart = multiprocessing.get_context("spawn")
        for number in range(workers):
            ours, theirs = apart.Pipe()
            first, last = (games * each // workers for each in (number, number + 1))
            names = [memory.name for memory in self.memories]
            process = apart.Process(target=work, args=(theirs, names, games, first, last, seed), daemon=True)
            process.start()
            theirs.close()
            self.orders.append(ours)
            self.processes.append(process)
        for orders in self.orders:
            orders.recv()
        self.pending: list[int] = []

    def order(self, table: int, chosen: Any) -> None:
        """Have a table stepped; orders are carried out in their order."""
        self.arrays[table].chosen[:] = chosen
        self.pending.append(table)
        for orders in self.orders:
            orders.send(table)

    def wait(self, table: int) -> None:
        """Until that table was stepped, if it was ordered."""
        if table in self.pending:
            assert self.pending[0] == table
            self.pending.pop(0)
            for orders in self.orders:
                orders.recv()

    def close(self) -> None:
        for orders in self.orders:
            with contextlib.suppress(OSError):
                orders.send(None)
        for process in self.processes:
            process.join(5)
        for memory in self.memories:
            memory.unlink()
            memory.close = lambda: None  # type: ignore[method-assign]
