"""``make bench``, second part: random play of our games beside that of other game engines, on one core, in one run.

Each engine plays whole games by chance for about the same time. The peers (``bench/peers.txt``) are installed into an
environment of their own, ``.venv-peers``; one that cannot be installed or does not start is named with the reason and
left out. The games differ, so the numbers say how fast an engine asks and answers, not which game is better: a
*decision* is one choice of one player among his legal actions; forced ones count, chance does not.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ludi.bots.simulation import play_at_random
from ludi.core import FastDice, Game, registry

peer_games: Any = importlib.import_module("peer_games")
PlayGame = Callable[[random.Random], int]

HERE = Path(__file__).resolve().parent
HOME = HERE.parent / ".venv-peers"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OURS: dict[str, list[dict[str, Any]]] = {
    "pax": [{"players": 2}, {"players": 4}],
    "pax-romana": [{"scenario": "II"}, {"scenario": "V"}],
}


def ours() -> Iterator[tuple[str, PlayGame]]:
    for name in registry.names():
        game = registry.find(name)
        for options in OURS.get(name, [{}]):
            chosen = ", ".join(f"{key} {value}" for key, value in options.items())
            yield f"Ludi Romani: {game.title}" + (f", {chosen}" if chosen else ""), _random_play(game, options)


def _random_play(game: Game, options: dict[str, Any]) -> PlayGame:
    box = game.box(options)

    def play(rng: random.Random) -> int:
        return play_at_random(game.deal(box, FastDice(rng)), rng)

    return play


def _first_line(text: str) -> str:
    """What went wrong, from what pip or Python wrote."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")] or lines[-1:]
    return errors[-1].removeprefix("ERROR: ") if errors else "no reason given"


def has(module: str) -> bool:
    """Whether the peers' environment has a module."""
    if not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


def install(module: str, requirement: str) -> str | None:
    """Install a peer; why not, if it does not work."""
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20", requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 and has(module) else f"cannot be installed: {_first_line(done.stderr)}"


def measure_peer(module: str, seconds: float) -> dict[str, dict[str, float]] | str:
    """The numbers of a peer, or why there are none."""
    command = [str(PYTHON), str(HERE / "peer_games.py"), module, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"does not run: {_first_line(done.stderr)}"
    found: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play of our games and of other engines, side by side.")
    parser.add_argument("--seconds", type=float, default=3.0, help="about how long to measure each game")
    parser.add_argument("--no-install", action="store_true", help="use only peers that are installed already")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    missing: dict[str, str] = {}

    def tell(rows: dict[str, dict[str, float]]) -> None:
        results.update(rows)
        for title, row in rows.items() if not arguments.json else ():
            print(
                f"{title:36}{row['games_per_second']:12,.1f}{row['decisions_per_second']:14,.0f}"
                f"{row['decisions_per_game']:12,.1f}",
                flush=True,
            )

    requirements = dict(zip(peer_games.PEERS, (HERE / "peers.txt").read_text().split(), strict=True))
    for module, requirement in requirements.items():
        if not has(module):
            if arguments.no_install:
                missing[module] = "is not installed"
                continue
            print(f"Installing {requirement} into {HOME.name} (once) ...", file=sys.stderr, flush=True)
            if reason := install(module, requirement):
                missing[module] = reason
    if not arguments.json:
        print(f"\nPython {platform.python_version()} on {platform.machine()}, one core, random play\n")
        print(f"{'':36}{'games/s':>12}{'decisions/s':>14}{'dec./game':>12}")
    for title, play in ours():
        tell({title: peer_games.measure(play, arguments.seconds)})
    for module in requirements:
        if module not in missing:
            found = measure_peer(module, arguments.seconds)
            if isinstance(found, str):
                missing[module] = found
            else:
                tell(found)
    if arguments.json:
        print(json.dumps({"results": results, "missing": missing}, indent=1))
    for module, reason in missing.items() if not arguments.json else ():
        print(f"Left out: {module} {reason}")


if __name__ == "__main__":
    main()
