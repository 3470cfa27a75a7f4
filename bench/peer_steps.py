"""The observed step of other engines that play many games at once: Pgx (compiled by JAX) and EnvPool (C++).

Needs none of our own code, and an environment with these peers: ``python -m venv .venv-peers``, there
``pip install -r bench/peers-steps.txt``, then ``.venv-peers/bin/python bench/peer_steps.py``. One step is what
``bench/observed.py`` calls one of *Vector*: what the player on turn sees, a legal action drawn from the mask, the
action played, for 256 games side by side; in processor time on one core, the best of some windows. It prints one JSON
object; a peer that is not there is left out with the reason.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

GAMES = 256
WINDOWS = 12


def best(step: Callable[[], None], seconds: float) -> int:
    """Steps a second of processor time, in the best of some windows."""
    for _ in range(20):
        step()
    found = 0.0
    for _ in range(WINDOWS):
        number, started = 0, time.process_time()
        while (spent := time.process_time() - started) < seconds / WINDOWS or not number:
            step()
            number += GAMES
        found = max(found, number / spent)
    return round(found)


def through_pgx(name: str, seconds: float) -> int:
    """Drawing and playing compiled as one, on this machine's processor."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    begin_again: Any = importlib.import_module("pgx.experimental").auto_reset
    game = pgx.make(name)
    play = begin_again(game.step, game.init)

    def one(state: Any, key: Any) -> Any:
        drawing, chance = jax.random.split(key)
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return play(state, jax.random.categorical(drawing, weights), chance)

    many = jax.jit(lambda states, key: jax.vmap(one)(states, jax.random.split(key, GAMES)))
    key = jax.random.PRNGKey(1)
    states = jax.jit(jax.vmap(game.init))(jax.random.split(key, GAMES))

    def step() -> None:
        nonlocal key, states
        key, now = jax.random.split(key)
        states = many(states, now)
        states.observation.block_until_ready()

    return best(step, seconds)


def through_envpool(name: str, seconds: float) -> int:
    """Stepped by one thread; the drawing by NumPy, as in our own measurement."""
    np: Any = importlib.import_module("numpy")
    pool = importlib.import_module("envpool").make(name, env_type="gymnasium", num_envs=GAMES, num_threads=1)
    _, told = pool.reset()
    mask = told["legal_action_mask"]
    rng = np.random.default_rng(1)

    def step() -> None:
        nonlocal mask
        games, actions = np.divmod(np.flatnonzero(mask), mask.shape[1])
        numbers = np.bincount(games, minlength=GAMES)
        firsts = np.cumsum(numbers) - numbers
        drawn = actions[firsts + (rng.random(GAMES) * numbers).astype(np.int64)]
        mask = pool.step(drawn.astype(np.int32))[4]["legal_action_mask"]

    return best(step, seconds)


PEERS: dict[str, Callable[[float], int]] = {
    "Pgx: backgammon": lambda seconds: through_pgx("backgammon", seconds),
    "EnvPool: backgammon": lambda seconds: through_envpool("Backgammon-v1", seconds),
}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found: dict[str, int | str] = {}
    for title, measured in PEERS.items():
        try:
            found[title] = measured(seconds)
        except ImportError as error:
            found[title] = f"left out: {error}"
    print(json.dumps(found))


if __name__ == "__main__":
    main()
