"""The arena: bots against bots on every seat, and how sure one can be of what came out.

:func:`arena` is what ``ludi arena`` runs. Every finished game is one line of ``games.jsonl``, written at once, so an
interrupted arena goes on where it stopped and loses nothing; ``results.json`` and ``results.html`` are made from these
lines. Game number *n* of a table depends on the seed and on *n* only: on one core, on many, or on a cluster, the same
games are played.

>>> from ludi.core import registry
>>> result = arena(registry.find("pax"), {"players": 2}, ["greedy", "random"], 2)
>>> result["bots"]["greedy"]["games"]
2
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from ludi.bots import find
from ludi.bots.arena_page import page
from ludi.bots.arena_results import reckon
from ludi.bots.pool import spread
from ludi.bots.random import RandomBot
from ludi.core import BadOption, FastDice, Game, LudiError, registry

FORMAT = "ludi-romani arena 1"
MOST_SEATINGS = 5040
"""Up to so many seatings of a table all are played in turn; beyond, they are drawn by chance."""

Progress = Callable[[int, int], None]
"""Told how many games are finished, and of how many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: who meets whom (a table is one bot per seat, in no order), and how often."""

    game: str
    options: Mapping[str, Any]
    seats: int
    tables: tuple[tuple[str, ...], ...]
    games: int
    seed: str

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "tables": [list(table) for table in self.tables],
            "seed": self.seed,
        }

    def tasks(self, finished: set[tuple[int, int]]) -> Iterator[dict[str, Any]]:
        """The games not finished yet. Games of all tables take turns, so that a partial result is fair."""
        seatings = [_seatings(table) for table in self.tables]
        for number in range(self.games):
            for table, orders in enumerate(seatings):
                if (table, number) not in finished:
                    yield {
                        "game": self.game,
                        "options": dict(self.options),
                        "table": table,
                        "number": number,
                        "bots": list(orders[number % len(orders)]),
                        # All seatings of a table are dealt the same cards before new ones are dealt.
                        "deal": f"{self.seed}/{table}/{number // len(orders)}",
                        "seed": f"{self.seed}/{table}/{number}",
                    }


def _seatings(table: Sequence[str]) -> list[tuple[str, ...]]:
    """Every way to seat these bots."""
    if len(table) <= 7:
        return sorted(set(permutations(table)))[:MOST_SEATINGS]
    rng = random.Random(" ".join(table))
    return [tuple(rng.sample(table, len(table))) for _ in range(MOST_SEATINGS)]


def plan(game: Game, options: Mapping[str, Any], bots: Sequence[str], games: int, seed: str = "arena") -> Plan:
    """Who meets whom.

    As many bots as seats make one table. More bots than seats: every choice of them is a table. Fewer: the last one
    named fills the seats that are left, so ``master,greedy`` at four seats is one master against three greedy.
    """
    box = game.box(options)
    if games < 1:
        raise BadOption("The number of games must be 1 or more.")
    if not bots:
        raise BadOption("Name the bots that are to play.")
    for name in bots:
        find(name, game)
    if len(bots) > box.seats and len(set(bots)) < len(bots):
        raise BadOption("When there are more bots than seats, name each of them once.")
    filled = [*bots, *[bots[-1]] * (box.seats - len(bots))]
    tables = tuple(combinations(filled, box.seats))
    return Plan(game.name, dict(box.options), box.seats, tables, games, seed)


def play_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """Play one game; its line of ``games.jsonl``."""
    game = registry.find(task["game"])
    box = game.box(task["options"])
    state = game.deal(box, FastDice(random.Random(task["deal"])))
    rng = random.Random(task["seed"])
    bots = [find(name, game) for name in task["bots"]]
    seconds = [0.0] * box.seats
    decisions = [0] * box.seats
    while actors := state.actors():
        seat = actors[0]
        bot = bots[seat]
        legal = state.legal(seat)
        if len(legal) == 1 or isinstance(bot, RandomBot):
            action = rng.choice(legal)
        else:
            perspective = state.perspective(seat)
            started = time.perf_counter()
            action = bot.choose(perspective, rng)
            seconds[seat] += time.perf_counter() - started
            decisions[seat] += 1
        state.play(seat, action)
    outcome = state.outcome()
    assert outcome is not None
    return {
        "table": task["table"],
        "number": task["number"],
        "bots": task["bots"],
        "returns": outcome.returns(box.seats),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "choices": decisions,
        "seconds": [round(each, 4) for each in seconds],
    }


def arena(
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: str = "arena",
    jobs: int = 1,
    cluster: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play ``games`` games at every table and reckon the result.

    With a folder ``out`` every finished game is kept there, and games that it already holds are not played again; the
    results lie there as JSON and as a page. ``cluster`` is the address of a Ray cluster ("local": one on this machine).
    """
    if jobs < 1:
        raise BadOption("The number of jobs must be 1 or more.")
    planned = plan(game, options, bots, games, seed)
    lines = _open(planned, out) if out is not None else []
    total = games * len(planned.tables)
    tasks = planned.tasks({(line["table"], line["number"]) for line in lines})
    done = sum(line["number"] < games for line in lines)
    if progress is not None:
        progress(done, total)
    started = time.perf_counter()
    file = None if out is None else (out / "games.jsonl").open("a", encoding="utf-8")
    try:
        for line in spread(play_task, tasks, jobs, cluster):
            lines.append(line)
            if file is not None:
                file.write(json.dumps(line) + "\n")
                file.flush()
            done += 1
            if progress is not None:
                progress(done, total)
    finally:
        if file is not None:
            file.close()
    result = reckon(planned.to_json(), [line for line in lines if line["number"] < games])
    result["seat_names"] = seat_names(game, options)
    result["seatings"] = len(_seatings(planned.tables[0]))
    result["wall_seconds"] = round(time.perf_counter() - started, 1)
    if out is not None:
        write_results(out, result)
    return result


def seat_names(game: Game, options: Mapping[str, Any]) -> list[str]:
    """What the seats are called: as the game's view names what each of them holds (powers, say), else by number."""
    box = game.box(options)
    view = game.deal(box, FastDice(random.Random(0))).view(None)
    names: list[list[str]] = [[] for _ in range(box.seats)]
    for part in view.values():
        for each in part if isinstance(part, list) else ():
            if isinstance(each, dict) and each.keys() >= {"seat", "name"}:
                names[each["seat"]].append(each["name"])
    return [" and ".join(held) or f"seat {seat}" for seat, held in enumerate(names, 1)]


def write_results(out: Path, result: Mapping[str, Any]) -> None:
    """The result as JSON and as a page that needs nothing else."""
    (out / "results.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (out / "results.html").write_text(page(result), encoding="utf-8")


def _open(planned: Plan, out: Path) -> list[dict[str, Any]]:
    """The games that a folder already holds; a folder of another arena is refused."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        header = out / "arena.json"
        if header.exists():
            if json.loads(header.read_text(encoding="utf-8")) != json.loads(json.dumps(planned.to_json())):
                raise LudiError(f"{out} holds another arena (see arena.json there); choose another folder.")
        else:
            header.write_text(json.dumps(planned.to_json(), indent=1) + "\n", encoding="utf-8")
        return _read_lines(out / "games.jsonl")
    except OSError as error:
        raise LudiError(f"{out} cannot be used: {error.strerror}.") from None
    except ValueError:
        raise LudiError(f"{out} holds no arena that can be read; choose another folder.") from None


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """All whole lines; a last one that was cut short by a crash is taken away, and its game is played again."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]
