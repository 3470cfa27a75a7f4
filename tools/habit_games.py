"""Games of PAX from which habits are learned (``tools/learn_habits.py``): thousands side by side, and single ones.

Each process steps its share of the games by the learner's decisions; where there is only one action it is played at
once. What a seat on turn knows is told as numbers of facts, its actions as places, in memory that all processes share.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import random
import time
import zlib
from array import array
from base64 import b64encode
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludi.bots import find
from ludi.core import FastDice, SeededDice, seed_from_text
from ludi.games.pax import GAME
from ludi.games.pax.habits import habits_from
from ludi.games.pax.rules import PaxState
from ludi.games.pax.sight import known_among

WIDTH = 160
"""Facts that hold in one position, at most."""
PLAYERS = 2
OPTIONS = {"players": PLAYERS}


class Arrays:
    """What all games show, in one piece of memory."""

    def __init__(self, memory: Any, games: int) -> None:
        known = known_among(PLAYERS)
        at = 0
        for name, (shape, kind) in self.parts(games, known.actions).items():
            setattr(self, name, np.ndarray(shape, kind, memory, at))
            at += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64
        self.size = at

    rows: Any
    masks: Any
    seats: Any
    over: Any
    returns: Any
    actions: Any

    @staticmethod
    def parts(games: int, actions: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        return {
            "rows": ((games, WIDTH), np.int16),
            "masks": ((games, actions), np.int8),
            "seats": ((games,), np.int64),
            "over": ((games,), np.bool_),
            "returns": ((games, PLAYERS), np.float32),
            "actions": ((games,), np.int64),
        }

    @classmethod
    def bytes_for(cls, games: int) -> int:
        parts = cls.parts(games, known_among(PLAYERS).actions).values()
        return sum(-(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64 for shape, kind in parts)


class Share:
    """Some of the games, stepped in one process."""

    def __init__(self, arrays: Arrays, first: int, last: int, seed: int) -> None:
        self.arrays = arrays
        self.first, self.last = first, last
        self.known = known_among(PLAYERS)
        self.box = GAME.box(OPTIONS)
        self.nothing = array("h", [self.known.size] * WIDTH)
        self.rows = [memoryview(arrays.rows[game]) for game in range(first, last)]
        self.chance = [random.Random(f"{seed}/{game}") for game in range(first, last)]
        self.states: list[Any] = [None] * (last - first)
        self.open: list[dict[int, int]] = [{} for _ in self.states]
        for place in range(last - first):
            self._begin(place)

    def step(self) -> None:
        arrays, first = self.arrays, self.first
        arrays.over[first : self.last] = False
        actions = arrays.actions[first : self.last].tolist()
        seats = arrays.seats[first : self.last].tolist()
        for place, state in enumerate(self.states):
            state.play(seats[place], self.open[place][actions[place]])
            if not self._show(place, state):
                outcome = state.outcome()
                arrays.over[first + place] = True
                arrays.returns[first + place] = outcome.returns(PLAYERS)
                self._begin(place)

    def _begin(self, place: int) -> None:
        state = GAME.deal(self.box, FastDice(self.chance[place]))
        self.states[place] = state
        self._show(place, state)

    def _show(self, place: int, state: PaxState) -> bool:
        """What the next who has a choice sees; false if there is none any more."""
        while actors := state.actors():
            seat = actors[0]
            legal = state.legal(seat)
            if len(legal) > 1:
                break
            state.play(seat, legal[0])
        else:
            return False
        facts = array("h", self.known.of(state, seat))
        row = self.rows[place]
        row[: len(facts)] = facts
        row[len(facts) :] = self.nothing[len(facts) :]
        places = self.known.places(state, legal)
        game = self.first + place
        mask = self.arrays.masks[game]
        mask[:] = 0
        mask[places] = 1
        self.open[place] = dict(zip(places, legal, strict=True))
        self.arrays.seats[game] = seat
        return True


def work(orders: Connection, memories: list[str], games: int, first: int, last: int, seed: int) -> None:
    """A process: step the share of one table or of the other, as ordered."""
    try:
        shared = [SharedMemory(name) for name in memories]
        shares = [Share(Arrays(each.buf, games), first, last, seed + at) for at, each in enumerate(shared)]
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)
        orders.send(-1)
        while (order := orders.recv()) is not None:
            shares[order].step()
            orders.send(order)
    finally:
        os._exit(0)


class Tables:
    """Two tables of many games: while the games of one are stepped, the learner looks at the other."""

    def __init__(self, games: int, workers: int, seed: int) -> None:
        self.games = games
        size = Arrays.bytes_for(games)
        self.memories = [SharedMemory(create=True, size=size) for _ in range(2)]
        self.arrays = [Arrays(each.buf, games) for each in self.memories]
        self.lines: list[Any] = []
        apart = multiprocessing.get_context("spawn")
        self.processes = []
        names = [each.name for each in self.memories]
        for number in range(workers):
            ours, theirs = apart.Pipe()
            first, last = (games * each // workers for each in (number, number + 1))
            process = apart.Process(target=work, args=(theirs, names, games, first, last, seed * 1000), daemon=True)
            process.start()
            self.lines.append(ours)
            self.processes.append(process)
        self.wait()

    def step(self, table: int) -> None:
        for line in self.lines:
            line.send(table)

    def wait(self) -> None:
        for line in self.lines:
            line.recv()

    def close(self) -> None:
        for line in self.lines:
            line.send(None)
        for process in self.processes:
            process.join(5)
        for memory in self.memories:
            memory.unlink()
            memory.close = lambda: None  # type: ignore[method-assign]


# Single games, to see what was learned


class Trial(NamedTuple):
    """Games of what a file knows, without any search, against another bot."""

    path: Path
    opponent: str
    seed: str
    seconds: float


def trial(task: Trial) -> tuple[str, float, int]:
    """What it won of how many."""
    habits = habits_from(json.loads(task.path.read_text(encoding="utf-8")), task.path.name)
    bot, rng = find(task.opponent, GAME), random.Random(task.seed)
    box = GAME.box(OPTIONS)
    won, games = 0.0, 0
    end = time.monotonic() + task.seconds
    while time.monotonic() < end:
        state = GAME.deal(box, SeededDice(seed_from_text(f"{task.seed}-{games // 2}")))
        while actors := state.actors():
            seat = actors[0]
            legal = state.legal(seat)
            if seat != games % 2:
                action = bot.choose(state.perspective(seat), rng)
            else:
                shares = habits.shares(state, seat, legal)
                action = legal[shares.index(max(shares))]
            state.play(seat, action)
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.returns(PLAYERS)[games % 2]
        games += 1
    return task.opponent, won, games


# What goes into the file of the game

SCALE = 1024
"""The numbers are whole: so many to 1 in all layers but the first."""


def whole(layers: list[tuple[Any, Any]]) -> dict[str, Any]:
    """A network in whole numbers, as :func:`ludi.games.pax.habits.habits_from` reads it."""
    (rows, shift), *deep = layers
    fine = int(127 / np.abs(rows).max())
    weights = [np.round(each.T * SCALE).ravel() for each, _ in deep]
    biases = [np.round(shift * fine), *(np.round(bias * fine * SCALE) for _, bias in deep)]
    return {
        "facts": len(rows),
        "sizes": [len(bias) for _, bias in layers],
        "fine": fine,
        "scale": SCALE,
        "rows": packed(np.round(rows * fine), "<i1"),
        "weights": packed(np.concatenate(weights).clip(-32767, 32767), "<i2"),
        "biases": packed(np.concatenate(biases), "<i4"),
    }


def packed(numbers: Any, kind: str) -> str:
    return b64encode(zlib.compress(numbers.astype(kind).tobytes(), 9)).decode()
