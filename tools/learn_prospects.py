"""Learn the prospects of PAX's positions from games: ``python tools/learn_prospects.py --out DIR``.

First policies play quick games, many and of all kinds; then the search plays, judging the ends of its playouts by what
has been learned so far, against itself, against `greedy`, the policies and the search as it was. A small network learns
every seat's chance as a turn begins. The tables take turns, so that one is learned from while another is played: one
alone, two, three and more (``--players 4,3,5`` is one table, and one network for all its numbers of players). Part of
the games is held out: on them the surprise at the result is told, beside that of the glance by hand, and the network
that was least surprised is kept.
Needs PyTorch (a graphics card helps) and NumPy; the results, ``prospects-1.json``, ``-2`` and ``-many``, belong in
``src/ludi/games/pax/data`` and need neither to be used. How they were made stands in docs/bots.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from base64 import b64encode
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from ludi.bots.pool import Crew
from ludi.core.network import whole_numbers
from ludi.games.pax.prospects import RIVAL, TABLE, size_among
from prospect_games import SCALE, Found, Numbers, Task, play

BATCH = 8192
SEARCHED = 0.7
"""The part of a lesson that comes from games of the search, once there are some."""
EVERY = 250
"""Steps between two looks at the games held out."""
PATIENCE = 6
"""Looks without anything better before a lesson ends early."""


class Pile:
    """Positions of one kind of games of so many players."""

    def __init__(self, torch: Any, device: str) -> None:
        self.torch, self.device = torch, device
        self.rows: list[Any] = []
        self.targets: list[Any] = []
        self.sizes: list[int] = []
        self.aside: list[tuple[Any, Any, Any]] = []
        """Those held out: facts, what came of them, what the glance by hand said."""

    def add(self, index: Any, targets: Any, glances: Any, out: Any) -> None:
        given = [self.torch.tensor(part, device=self.device) for part in (index, targets, glances, out)]
        index, targets, glances, out = given
        self.rows.append(index[~out])
        self.targets.append(targets[~out])
        self.sizes.append(len(self.rows[-1]))
        if bool(out.any()):
            self.aside.append((index[out], targets[out], glances[out]))

    def some(self, number: int) -> tuple[Any, Any]:
        place = random.choices(range(len(self.sizes)), self.sizes)[0]
        pick = self.torch.randint(self.sizes[place], (number,), device=self.device)
        return self.rows[place][pick].int(), self.targets[place][pick]


class Teacher:
    """The network of one table while it learns, and the positions it learns from."""

    def __init__(self, players: tuple[int, ...], given: argparse.Namespace) -> None:
        import torch

        torch.set_num_threads(1)
        self.torch = torch
        self.players = players
        self.most = max(players)
        self.name = str(self.most) if self.most < 3 else "many"
        self.rate: float = given.rate
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.size = size_among(self.most)
        table = torch.randn(self.size, given.hidden, device=self.device) * 0.03
        out = torch.nn.Linear(given.hidden, 1).to(self.device)
        bias = torch.zeros(given.hidden, device=self.device)
        self.weights = [each.detach().requires_grad_(True) for each in (table, bias, out.weight[0], out.bias[0])]
        self.before = ""
        if given.resume is not None:
            self.resume(given.resume)
        self.averages = [each.detach().clone() for each in self.weights]
        self.best = [each.clone() for each in self.averages]
        self.adam = torch.optim.AdamW(self.weights, lr=given.rate, weight_decay=given.decay)
        self.piles: dict[tuple[str, int], Pile] = defaultdict(lambda: Pile(torch, self.device))
        self.games = {"quick": 0, "searched": 0}
        self.rounds = 0
        self.results: dict[tuple[int, str, str, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])

    def resume(self, folder: Path) -> None:
        """Go on from what was learned before."""
        known = json.loads((folder / f"prospects-{self.name}.json").read_text())
        self.before = known["source"]
        with self.torch.no_grad():
            for each, name in zip(self.weights, ("table", "bias", "outs"), strict=False):
                numbers = self.torch.tensor(whole_numbers(known[name]), device=self.device) / known["scale"]
                each.copy_(numbers.reshape(each.shape))
            self.weights[3].fill_(known["lasts"][0])

    def add(self, found: list[Found], kind: str) -> None:
        """New positions to learn from."""
        self.rounds += 1
        for players in self.players:
            some = [each for each in found if each.players == players]
            for each in some:
                self.games[kind] += each.games
                for against, how, *numbers in each.results:
                    line = self.results[players, against, how, self.rounds]
                    for place, number in enumerate((numbers[0], 1, numbers[1], numbers[2])):
                        line[place] += number
            if some:
                index = self.index(some, players)
                parts = [
                    np.concatenate([getattr(each, name) for each in some])
                    for name in ("targets", "glances", "held_out")
                ]
                self.piles[kind, players].add(index, *parts)

    def index(self, found: list[Found], players: int) -> Any:
        """The facts of all positions in rows; what is left of a row points at nothing."""
        sizes = np.concatenate([each.sizes for each in found])
        width = int(sizes.max())
        nothing = self.size if players < 3 else players * RIVAL + TABLE
        index: Any = np.full((len(sizes), width), nothing, dtype=np.int16)
        index[np.arange(width) < sizes[:, None]] = np.concatenate([each.flat for each in found])
        return index

    def leads(self, weights: list[Any], rows: Any, players: int) -> Any:
        """What speaks for each seat: among two, for the one at turn what speaks against the other."""
        torch = self.torch
        table, bias, out, last = weights
        bag = torch.nn.functional.embedding_bag
        if players > 2:
            # A row for each place at the table: what its facts are to itself, and to each of the others.
            own, rival, common = table[:RIVAL], table[RIVAL : 2 * RIVAL], table[2 * RIVAL :]
            blocks = [torch.cat([own if k == j else rival for j in range(players)], 1) for k in range(players)]
            table = torch.cat([*blocks, common.repeat(1, players)])
        table = torch.cat([table, torch.zeros_like(table[:1])])
        summed = bag(rows, table, mode="sum", padding_idx=len(table) - 1)
        summed = summed.reshape(len(rows), players if players > 2 else 1, -1)
        leads = torch.relu(summed + bias) @ out + last
        return torch.cat([leads / 2, -leads / 2], 1) if players == 2 else leads

    def surprise(self, leads: Any, targets: Any) -> Any:
        functional = self.torch.nn.functional
        if self.most == 1:
            return functional.binary_cross_entropy_with_logits(leads, targets)
        return -(targets * functional.log_softmax(leads, 1)).sum(1).mean()

    def of_glance(self, kind: str, players: int) -> float:
        """The surprise of the glance by hand at the games held out."""
        torch = self.torch
        total, number = 0.0, 0
        for _, targets, glances in self.piles[kind, players].aside:
            sure = glances.clamp(0.002, 0.998)
            loss = targets * torch.log(sure)
            if players == 1:
                loss = loss + (1.0 - targets) * torch.log(1.0 - sure)
            total -= float(loss.sum())
            number += len(targets)
        return total / max(1, number)

    def held_out(self, weights: list[Any], kind: str, players: int) -> float:
        total, number = 0.0, 0
        with self.torch.no_grad():
            for rows, targets, _ in self.piles[kind, players].aside:
                total += float(self.surprise(self.leads(weights, rows.int(), players), targets)) * len(rows)
                number += len(rows)
        return total / max(1, number)

    def lesson(self, kind: str) -> tuple[str, int]:
        """From which positions to learn in a step: mostly from games of the search, if there are any."""
        kinds = [kind] if kind == "quick" else ["searched", "quick"]
        name = kinds[0] if len(kinds) == 1 or random.random() < SEARCHED else kinds[1]
        there = [key for key in self.piles if key[0] == name]
        return random.choices(there, [sum(self.piles[key].sizes) for key in there])[0]

    def learn(self, seconds: float, share: float) -> str:
        """Steps until the time is over or nothing gets better."""
        torch = self.torch
        for group in self.adam.param_groups:
            group["lr"] = self.rate * (1.0 if share < 0.4 else 0.4 if share < 0.75 else 0.15)
        kind = "searched" if self.games["searched"] else "quick"
        least = self.held_out(self.best, kind, self.players[0])
        end = time.perf_counter() + seconds
        steps, waited = 0, 0
        while time.perf_counter() < end and waited < PATIENCE:
            for _ in range(EVERY):
                if time.perf_counter() >= end:
                    break
                pile = self.lesson(kind)
                rows, targets = self.piles[pile].some(BATCH)
                loss = self.surprise(self.leads(self.weights, rows, pile[1]), targets)
                self.adam.zero_grad()
                loss.backward()
                self.adam.step()
                steps += 1
                with torch.no_grad():
                    for average, each in zip(self.averages, self.weights, strict=True):
                        average.lerp_(each, 0.005)
            now = self.held_out(self.averages, kind, self.players[0])
            waited = 0 if now < least else waited + 1
            if now < least:
                least = now
                self.best = [each.clone() for each in self.averages]
        if waited >= PATIENCE:
            with torch.no_grad():
                for each, average, best in zip(self.weights, self.averages, self.best, strict=True):
                    each.copy_(best)
                    average.copy_(best)
        told = [
            f"{name} {players}: {self.held_out(self.best, name, players):.4f} "
            f"(glance {self.of_glance(name, players):.4f})"
            for name, players in sorted(self.piles)
        ]
        return f"steps {steps}  held out: {', '.join(told)}"

    def numbers(self) -> Numbers:
        """The best network so far, in whole numbers."""
        table, bias, out, last = (each.detach().float().cpu().numpy() for each in self.best)
        table, bias, out = (np.clip(np.round(each * SCALE), -32768, 32767).astype("<i2") for each in (table, bias, out))
        return table, bias, out, float(last)

    def file(self, source: str) -> str:
        """What :func:`ludi.games.pax.prospects.prospects_from` reads."""
        table, bias, outs, last = self.numbers()
        text = {
            name: b64encode(part.tobytes()).decode()
            for name, part in (("table", table), ("bias", bias), ("outs", outs))
        }
        data = {
            "source": source,
            "facts": self.size,
            "hidden": len(bias),
            "scale": SCALE,
            **text,
            "lasts": [round(last, 4)],
        }
        return json.dumps(data, indent=1) + "\n"


class School:
    """All tables, by turns."""

    def __init__(self, given: argparse.Namespace, crew: Crew) -> None:
        self.given, self.crew = given, crew
        players = [int(each) for each in given.players.split(",")]
        tables = [tuple(each for each in players if each > 2), *((each,) for each in players if each < 3)]
        self.teachers = [Teacher(tuple(dict.fromkeys(table)), given) for table in tables if table]
        self.tables = {teacher.name: table for teacher, table in zip(self.teachers, filter(None, tables), strict=True)}
        self.begun = time.perf_counter()

    def say(self, teacher: Teacher, line: str) -> None:
        games = " ".join(f"{number} {name}" for name, number in teacher.games.items())
        print(f"{time.perf_counter() - self.begun:5.0f} s  players {teacher.name}  {games}  {line}", flush=True)

    def run(self) -> None:
        """While one table plays, what was played before is learned from; a table alone plays by what it knew then."""
        given = self.given
        rounds: list[tuple[Teacher, str, float]] = []
        for number in range(given.rounds + 1):
            for teacher in self.teachers:
                rounds.append((teacher, "searched" if number else "quick", given.seconds if number else given.quick))
        pending: tuple[Teacher, str, list[Found]] | None = None
        for number, (teacher, kind, seconds) in enumerate(rounds):
            if pending is not None and pending[0] is teacher and teacher.rounds == 0:
                self.teach(*pending, 0.5 * seconds, number / len(rounds))
                pending = None
            answers = self.crew.begin(play, self.tasks(teacher, kind == "searched", seconds))
            if pending is not None:
                self.teach(*pending, 0.85 * seconds, number / len(rounds))
            pending = (teacher, kind, [each for found in answers() for each in found])
        assert pending is not None
        self.teach(*pending, given.seconds / 2, 1.0)
        for teacher in self.teachers:
            if teacher is not pending[0]:
                self.teach(teacher, "", [], given.seconds / 8, 1.0)
        for teacher in self.teachers:
            self.report(teacher)

    def tasks(self, teacher: Teacher, searched: bool, seconds: float) -> list[Task]:
        given = self.given
        return [
            Task(
                self.tables[teacher.name],
                teacher.numbers() if searched else None,
                given.blend,
                given.iterations,
                tuple(map(int, given.turns.split(","))),
                tuple(map(float, given.exploration.split(","))),
                given.compare,
                random.getrandbits(60),
                seconds,
            )
            for _ in range(self.crew.workers)
        ]

    def teach(self, teacher: Teacher, kind: str, found: list[Found], seconds: float, share: float) -> None:
        begun = time.perf_counter()
        if found:
            teacher.add(found, kind)
        line = teacher.learn(max(1.0, seconds - (time.perf_counter() - begun)), share)
        self.say(teacher, line)
        source = (
            f"learned with tools/learn_prospects.py: {teacher.games['quick']} quick games and "
            f"{teacher.games['searched']} of a search of {self.given.iterations} iterations, seed {self.given.seed}"
        )
        if teacher.before:
            source += f", going on from: {teacher.before}"
        (self.given.out / f"prospects-{teacher.name}.json").write_text(teacher.file(source))
        lines = [[*key, *line] for key, line in sorted(teacher.results.items())]
        (self.given.out / f"games-{teacher.name}.json").write_text(json.dumps({"results": lines}) + "\n")

    def report(self, teacher: Teacher) -> None:
        """What the search won while it learned, by whom it met and by how it searched."""
        sums: dict[tuple[int, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
        for (players, against, how, round_), line in teacher.results.items():
            if round_ > 2:
                for name in dict.fromkeys((how, "as it was" if how == "as it was" else "with the prospects")):
                    for place, number in enumerate(line):
                        sums[players, against, name][place] += number
        for (players, against, name), (won, games, spent, decisions) in sorted(sums.items()):
            cost = f"{1000 * spent / max(1, decisions):.1f} ms a decision"
            told = f"{won:.0f} of {games:.0f} ({100 * won / games:.1f} %), {cost}"
            self.say(teacher, f"{players} players, against {against}, {name}: {told}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--players", default="4,2,1", help="the tables; 4,4,3: four twice as often as three")
    ask.add_argument("--rounds", type=int, default=4, help="how often the search plays at each table")
    ask.add_argument("--seconds", type=float, default=31.0, help="how long it plays then")
    ask.add_argument("--quick", type=float, default=10.0, help="how long the quick games take at each table")
    ask.add_argument("--iterations", type=int, default=100, help="of the search")
    ask.add_argument("--turns", default="1,2", help="of a playout, one number in one game and another in the next")
    ask.add_argument("--exploration", default="0.3,0.5,0.8", help="of the search, likewise")
    ask.add_argument("--compare", type=int, default=16, help="in one game of so many it plays as it was")
    ask.add_argument("--blend", type=float, default=0.1, help="how much the search's own thoughts count beside results")
    ask.add_argument("--hidden", type=int, default=64)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--decay", type=float, default=0.02)
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--resume", type=Path, help="a folder with what was learned before, to go on from")
    ask.add_argument("--out", type=Path, required=True, help="a folder for what is learned")
    given = ask.parse_args()
    random.seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    with Crew(given.jobs, given.ray) as crew:
        School(given, crew).run()


if __name__ == "__main__":
    main()
