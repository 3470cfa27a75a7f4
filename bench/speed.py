"""``make bench``: random play of every game, and the cost of copying and of a perspective, on one core of this machine.

Plain Python and the compiled engines, if there are any of today, take turns in processes of their own, and stand side
by side. All is processor time, the best of several runs, so that a busy machine changes little. Nothing here is
asserted: numbers depend on the machine. ``bench/results.md`` keeps those of releases.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from ludi import compiled
from ludi.bots.simulation import play_games
from ludi.core import FastDice, Game, State, registry
from ludi.games.pax_romana import PaxRomanaState, odds, position
from ludi.games.pax_romana.world.box import PaxRomanaBox

SET_UPS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "pax": [(f"PAX, {players} seats", {"players": players}) for players in (1, 2, 4, 8)],
    "roma": [("Roma", {})],
    "pax-romana": [
        ("Pax Romana II", {"scenario": "II", "event_markers": 0}),
        ("Pax Romana V", {"scenario": "V", "event_markers": 0}),
        ("Pax Romana V Advanced", {"scenario": "V", "format": "advanced", "event_markers": 0}),
    ],
}


def set_ups(game: Game) -> list[tuple[str, dict[str, Any]]]:
    return SET_UPS.get(game.name, [(game.title, {})])


def midgame(game: Game, options: dict[str, Any]) -> State:
    """A position halfway through a random game."""
    whole, _ = random_play(game, options, 1_000_000)
    _, state = random_play(game, options, whole // 2)
    return state


def random_play(game: Game, options: dict[str, Any], most: int) -> tuple[int, State]:
    """Play at most so many decisions of a game that is always the same; how many there were, and where it led."""
    rng = random.Random(5)
    state = game.deal(game.box(options), FastDice(rng))
    decisions = 0
    while decisions < most and (actors := state.actors()):
        state.play(actors[0], rng.choice(state.legal(actors[0])))
        decisions += 1
    return decisions, state


def microseconds(work: Callable[[], object], seconds: float, at_once: int = 50) -> float:
    """The best mean time of one call over a few runs."""
    best = float("inf")
    for _ in range(5):
        calls = 0
        started = time.process_time()
        while (now := time.process_time()) < started + seconds / 5:
            for _ in range(at_once):
                work()
            calls += at_once
        best = min(best, (now - started) / calls)
    return best * 1e6


def measure(game: Game, options: dict[str, Any], seconds: float) -> dict[str, float]:
    """The numbers of one set-up: the best of five shares of the time for play, and what single questions cost."""
    box, games, best, decisions = game.box(options), 1, 0.0, 0
    while True:
        started = time.process_time()
        decisions = play_games(game, box, ["random"] * box.seats, range(games), "bench").decisions
        spent = time.process_time() - started
        best = max(best, decisions / spent)
        if spent > seconds / 6:
            break
        games = int(games * min(20.0, 0.25 * seconds / max(spent, 0.001))) + 1
    for _ in range(4):
        started = time.process_time()
        play_games(game, box, ["random"] * box.seats, range(games), "bench")
        best = max(best, decisions / (time.process_time() - started))
    state = midgame(game, options)
    return {
        "games_per_second": round(best * games / decisions, 1),
        "decisions_per_second": round(best, 1),
        "decisions_per_game": round(decisions / games, 1),
        "copy_us": round(microseconds(state.copy, seconds / 2), 2),
        "perspective_us": round(microseconds(lambda: state.perspective(0), seconds / 2), 2),
        "view_us": round(microseconds(lambda: state.view(0), seconds / 2), 2),
    }


def crowded(operation: str) -> PaxRomanaState:
    """Scenario V with Units, Towns and Cities of the four Powers in every Space, and all Talents one could wish for."""
    box = registry.find("pax-romana").box({"scenario": "V"})
    assert isinstance(box, PaxRomanaBox)
    units: dict[str, dict[str, dict[str, int]]] = {power: {} for power in box.powers}
    sites: dict[str, dict[str, Any]] = {}
    for node in range(box.atlas.spaces):
        power, place = box.powers[box.home[node] if box.home[node] >= 0 else node % 4], box.place(node)
        heavy = "legion" if power == "rome" else "heavy"
        units[power][place] = {heavy: 3, f"reduced-{heavy}": 1, "light": 2, "cavalry": 2, "elephant": 1, "garrison": 2}
        if box.atlas.is_port[node]:
            units[power][place]["galley"] = 3
        if not box.atlas.is_mountain[node]:
            kind, walls = ("city", 4) if node % 2 else ("town", 2)
            sites[place] = {"owner": power, "kind": kind, "walls": walls}
    leaders = {f"{power}-{n}": next(iter(units[power])) for power in box.powers for n in (2, 3)}
    talents = dict.fromkeys(box.powers, 90)
    return position(
        {"scenario": "V"},
        units=units,
        sites=sites,
        leaders=leaders,
        treasury=talents,
        turn=4,
        active="rome",
        operation=operation,
        phase="E",
        dice=[4, 4, 4],
    )


def pax_romana_numbers(seconds: float) -> dict[str, float]:
    """Legal actions of the largest position (milliseconds), its copy, and the exact odds of battles."""
    found = {}
    for operation in ("expansion", "recruitment", "phase"):
        state = crowded(operation)
        power = state.decider(state.actors()[0])
        number = len(state.legal(state.actors()[0]))
        time_taken = microseconds(lambda s=state, p=power: s.stack[-1].legal(s, p), seconds / 4)  # type: ignore[misc]
        name = "manpower" if operation == "phase" else operation
        found[f"legal actions of the largest {name}, {number} of them, ms"] = round(time_taken / 1000, 3)
    found["copy of the largest position, ms"] = round(microseconds(crowded("expansion").copy, seconds / 4) / 1000, 3)
    army = {"heavy": 20, "light": 10, "cavalry": 8, "elephant": 5}
    for elephants in (0, 2, 5):
        work = lambda n=elephants: odds(army, army, attacker_leader=3, defender_leader=1, elephants=(n, n))  # noqa: E731
        found[f"odds of a battle with {elephants} elephants a side, ms"] = round(microseconds(work, 1, 1) / 1000, 2)
    return found


Numbers = dict[str, dict[str, float]]
LARGE = "Pax Romana, single numbers"


def in_turn(engines: str, seconds: float) -> Numbers:
    """All numbers of one kind of engines, from a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--this", "--json", "--seconds", str(seconds)],
        env={**os.environ, "LUDI_ENGINES": engines},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: Numbers = json.loads(done.stdout)
    return found


def better(one: Numbers, other: Numbers) -> Numbers:
    """Of two runs the better number each."""
    return {
        title: {
            name: (max if name.endswith("_second") else min)(number, other[title][name]) for name, number in row.items()
        }
        for title, row in one.items()
    }


def with_these_engines(seconds: float) -> Numbers:
    found: Numbers = {}
    for name in registry.names():
        game = registry.find(name)
        for title, options in set_ups(game):
            found[title] = measure(game, options, seconds)
    found[LARGE] = pax_romana_numbers(seconds)
    return found


def show(found: dict[str, Numbers]) -> None:
    """Side by side: every set-up with each kind of engines."""
    print(f"Python {platform.python_version()} on {platform.machine()}, one core's time, random play, events off\n")
    print(f"{'':33}{'games/s':>10}{'decisions/s':>13}{'dec./game':>11}{'copy':>9}{'perspective':>13}{'view':>10}")
    for title in next(iter(found.values())):
        for kind, numbers in found.items():
            row = numbers[title]
            if title == LARGE:
                continue
            print(
                f"{title:22}{kind:11}{row['games_per_second']:10,.0f}{row['decisions_per_second']:13,.0f}"
                f"{row['decisions_per_game']:11,.0f}{row['copy_us']:6.1f} µs{row['perspective_us']:10.1f} µs"
                f"{row['view_us']:7.0f} µs"
            )
        if title != LARGE and len(found) == 2:
            plain, quick = (numbers[title]["decisions_per_second"] for numbers in found.values())
            print(f"{'':22}{'times':11}{'':10}{quick / plain:13.2f}")
    print(f"\nPax Romana{'':57}{''.join(f'{kind:>10}' for kind in found)}")
    for what in next(iter(found.values()))[LARGE]:
        print(f"  {what:64}{''.join(f'{numbers[LARGE][what]:10}' for numbers in found.values())}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the engines on one core.")
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long to measure each set-up")
    parser.add_argument("--rounds", type=int, default=2, help="how often each kind of engines has its turn")
    parser.add_argument("--this", action="store_true", help="only the engines that run in this process")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.this:
        found = {compiled.runs(): with_these_engines(arguments.seconds)}
    else:
        objection = compiled.objection()
        if objection:
            print(f"Plain Python only; of compiled engines {objection} (make fast).\n", file=sys.stderr)
        found = {}
        for _ in range(arguments.rounds):
            for kind in ("plain",) if objection else ("plain", "compiled"):
                numbers = in_turn(kind, arguments.seconds)
                found[kind] = better(found[kind], numbers) if kind in found else numbers
    if arguments.json:
        print(json.dumps(next(iter(found.values())) if arguments.this else found, indent=1))
    else:
        show(found)


if __name__ == "__main__":
    main()
