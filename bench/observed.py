"""``make observed``: how many steps a second a learner makes through each door, with what it sees at every one.

One step is: look at what the seat on turn sees (vector and mask), take one of the legal actions by chance, play it. It
is measured in processor time on one core, in several windows: the best of them, in which the machine left the caches
alone, and the median, which says what one gets beside other work. "Vector" is many games at once
(``ludi.research.vector``), stepped in this process. ``--workers 1 2`` measures how they scale over processes instead,
in steps a second and in steps a second of each process's own time. ``python bench/observed.py --json`` prints one JSON
object.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from ludi import compiled

SET_UPS: list[tuple[str, dict[str, Any]]] = [
    ("pax", {"players": 2}),
    ("pax", {"players": 4}),
    ("roma", {}),
    ("pax-romana", {"scenario": "II"}),
    ("pax-romana", {"scenario": "V"}),
]
Steps = Iterator[None]


def through_pettingzoo(game: str, options: dict[str, Any], rng: random.Random) -> Steps:
    """The AEC environment as its users have it, with PettingZoo's checks around it."""
    door: Any = importlib.import_module("ludi.research.pettingzoo")
    table = door.env(game, **options)
    for seed in iter(lambda: rng.getrandbits(31), None):
        table.reset(seed=seed)
        while True:
            observation, _, over, _, _ = table.last()
            if over:
                break
            legal = observation["action_mask"].view(np.bool_).nonzero()[0]
            table.step(legal[int(rng.random() * len(legal))])
            yield


def through_openspiel(game: str, options: dict[str, Any], rng: random.Random) -> Steps:
    """The OpenSpiel game with its observer."""
    pyspiel: Any = importlib.import_module("pyspiel")
    door: Any = importlib.import_module("ludi.research.openspiel")
    yield from in_openspiel(pyspiel.load_game(door.short_name(game), options), rng)


def in_openspiel(loaded: Any, rng: random.Random) -> Steps:
    make: Any = importlib.import_module("open_spiel.python.observation").make_observation
    observation = make(loaded)
    while True:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            yield


def through_vector(game: str, options: dict[str, Any], rng: random.Random) -> Steps:
    """Many games at once, with an action drawn for each of them."""
    games = MANY.get(game, 256)
    many = importlib.import_module("ludi.research.vector").table(game, games=games, workers=0, **options)
    many.reset(seed=rng.getrandbits(31))
    while True:
        many.step(many.sample())
        yield from repeat(None, games)


PEERS = ("gin_rummy", "backgammon", "leduc_poker", "python_kuhn_poker")
"""Games of OpenSpiel itself, the last of them one that is written in Python as ours are."""
WINDOWS = 12
MANY = {"pax-romana": 32}
"""So many games side by side are measured where it is not 256: a row of Pax Romana is as large as ten of the others."""


def own_time(process: int) -> float:
    """The processor time of another process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def scaled(game: str, options: dict[str, Any], workers: int, seconds: float) -> dict[str, int]:
    """Steps a second with so many processes: by the clock, and by the time of the processes that step the games."""
    door: Any = importlib.import_module("ludi.research.vector")
    games = MANY.get(game, 256)
    with door.table(game, games=games * workers, workers=workers, **options) as many:
        many.reset(seed=1)
        for _ in range(30):
            many.step(many.sample())
        actions = many.sample()
        own = [process.pid for process in many._processes]
        began, number, started = sum(map(own_time, own)), 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            many.step(actions)
            actions = many.sample()
            number += games * workers
        clock, spent = time.perf_counter() - started, sum(map(own_time, own)) - began
        return {"a second": round(number / clock), "a second of one of them": round(number / spent)}


DOORS: dict[str, Callable[[str, dict[str, Any], random.Random], Steps]] = {
    "PettingZoo": through_pettingzoo,
    "OpenSpiel": through_openspiel,
    "Vector": through_vector,
}


def measure(steps: Steps, seconds: float) -> tuple[int, int]:
    """Steps a second of processor time in the best window and in the median one, after some to warm up.

    Games that began together have come apart by then, so that no window has only cheap decisions.
    """
    until = time.process_time() + seconds / 3
    while time.process_time() < until:
        for _ in range(20):
            next(steps)
    found: list[int] = []
    for _ in range(WINDOWS):
        number, started = 0, time.process_time()
        while (spent := time.process_time() - started) < seconds / WINDOWS:
            for _ in range(256):
                next(steps)
            number += 256
        found.append(round(number / spent))
    return max(found), sorted(found)[WINDOWS // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description="Observed steps a second through the doors for researchers.")
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each number")
    parser.add_argument("--door", choices=sorted(DOORS), help="only this one")
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--workers", type=int, nargs="+", default=[], help="how many games at once scale over these")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peers", action="store_true", help="also some of OpenSpiel's own games, in the same way")
    arguments = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    for game, options in SET_UPS:
        if arguments.game not in (None, game):
            continue
        title = " ".join([game, *map(str, options.values())])
        for workers in arguments.workers:
            by = found.setdefault(title, {})[f"{workers} workers"] = scaled(game, options, workers, arguments.seconds)
            if not arguments.json:
                print(
                    f"{title:16} {workers:2} workers", *(f"{each:>10,} {name}" for name, each in by.items()), flush=True
                )
        for door, through in DOORS.items():
            if arguments.door in (None, door) and not arguments.workers:
                speed, usual = measure(through(game, options, random.Random(1)), arguments.seconds)
                found.setdefault(title, {})[door] = {"best": speed, "median": usual}
                if not arguments.json:
                    print(f"{title:16} {door:12} {speed:>10,} ({usual:,}) observed steps a second", flush=True)
    for peer in PEERS if arguments.peers else ():
        pyspiel: Any = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")
        speed, usual = measure(in_openspiel(pyspiel.load_game(peer), random.Random(1)), arguments.seconds)
        found[peer] = {"OpenSpiel": {"best": speed, "median": usual}}
        if not arguments.json:
            print(f"{peer:16} {'OpenSpiel':12} {speed:>10,} ({usual:,}) observed steps a second", flush=True)
    if arguments.json:
        print(json.dumps({"engines": compiled.runs(), "numpy": np.__version__, "steps": found}))


if __name__ == "__main__":
    main()
