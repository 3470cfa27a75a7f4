"""Learn the prospects of PAX's positions from games: ``python tools/learn_prospects.py --out DIR``.

First policies play quick games, many and of all kinds; then the search plays, judging the ends of its playouts by what
has been learned so far, against itself, against `greedy`, the policies and the search as it was. A small network learns
every seat's chance as a turn begins; a policy learns what the search tries most. The tables (two, four, one alone) take
turns, so that one is learned from while another is played. Part of the games is held out: on them the surprise at the
result is told, beside that of the glance by hand, and the network that was least surprised is kept.
Needs PyTorch (a graphics card helps) and NumPy; the results, ``prospects-N.json``, belong in
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
from ludi.games.pax.policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS
from ludi.games.pax.prospects import facts_among
from prospect_games import SCALE, Found, Numbers, Task, play

BATCH = 8192
SEARCHED = 0.7
"""The part of a lesson that comes from games of the search, once there are some."""
EVERY = 250
"""Steps between two looks at the games held out."""
HELD = 16
"""One choice of so many is not learned from."""
PATIENCE = 6
"""Looks without anything better before a lesson ends early."""


class Pile:
    """Positions of one kind of games."""

    def __init__(self, torch: Any, device: str, size: int) -> None:
        self.torch, self.device, self.size = torch, device, size
        self.rows: list[Any] = []
        self.targets: list[Any] = []
        self.sizes: list[int] = []

    def add(self, index: Any, targets: Any) -> None:
        if len(index):
            self.rows.append(self.torch.tensor(index, device=self.device))
            self.targets.append(self.torch.tensor(targets, device=self.device))
            self.sizes.append(len(index))

    def some(self, number: int) -> tuple[Any, Any]:
        place = random.choices(range(len(self.sizes)), self.sizes)[0]
        pick = self.torch.randint(self.sizes[place], (number,), device=self.device)
        return self.rows[place][pick].int(), self.targets[place][pick]


class Teacher:
    """The network of one table while it learns, and the positions it learns from."""

    def __init__(self, players: int, hidden: int, rate: float, decay: float, known: Path | None) -> None:
        import torch

        torch.set_num_threads(1)
        self.torch = torch
        self.players = players
        self.rate = rate
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.size = facts_among(players).size
        self.table = torch.nn.EmbeddingBag(self.size + 1, hidden, mode="sum", padding_idx=self.size).to(self.device)
        torch.nn.init.normal_(self.table.weight, std=0.03)
        with torch.no_grad():
            self.table.weight[self.size] = 0.0
        self.bias = torch.zeros(hidden, device=self.device, requires_grad=True)
        self.out = torch.nn.Linear(hidden, players).to(self.device)
        self.weights = [self.table.weight, self.bias, self.out.weight, self.out.bias]
        self.before = ""
        self.policy: tuple[float, ...] | None = None
        if known is not None:
            self.resume(known)
        self.averages = [each.detach().clone() for each in self.weights]
        self.best = [each.clone() for each in self.averages]
        self.adam = torch.optim.AdamW(self.weights, lr=rate, weight_decay=decay)
        self.piles = {name: Pile(torch, self.device, self.size) for name in ("quick", "searched")}
        self.aside: dict[str, list[tuple[Any, Any, Any]]] = {"quick": [], "searched": []}
        self.choices: list[tuple[Any, Any, Any]] = []
        self.games = {"quick": 0, "searched": 0}
        self.rounds = 0
        self.results: dict[tuple[str, str, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])

    def resume(self, folder: Path) -> None:
        """Go on from what was learned before."""
        torch = self.torch
        known = json.loads((folder / f"prospects-{self.players}.json").read_text())
        self.before = known["source"]

        def numbers(name: str) -> Any:
            return torch.tensor(whole_numbers(known[name]), device=self.device) / known["scale"]

        with torch.no_grad():
            self.table.weight[: self.size] = numbers("table").reshape(self.size, -1)
            self.bias[:] = numbers("bias")
            outs = numbers("outs").reshape(len(known["lasts"]), -1)
            lasts = torch.tensor(known["lasts"], device=self.device)
            half = 0.5 if self.players == 2 else 1.0
            self.out.weight.copy_(torch.cat([half * outs, -half * outs])[: self.players])
            self.out.bias.copy_(torch.cat([half * lasts, -half * lasts])[: self.players])
        policy = json.loads((folder / f"games-{self.players}.json").read_text())["policy"]
        self.policy = None if policy is None else tuple(policy)

    def add(self, found: list[Found], kind: str) -> None:
        """New positions to learn from."""
        self.rounds += 1
        for each in found:
            self.games[kind] += each.games
            for against, how, won, spent, decisions in each.results:
                line = self.results[against, how, self.rounds]
                for place, number in enumerate((won, 1, spent, decisions)):
                    line[place] += number
            if len(each.options):
                self.choices.append((each.choices, each.shares, each.options))
        sizes = np.concatenate([each.sizes for each in found])
        width = int(sizes.max())
        index: Any = np.full((len(sizes), width), self.size, dtype=np.int16)
        index[np.arange(width) < sizes[:, None]] = np.concatenate([each.flat for each in found])
        targets, glances, out = (
            np.concatenate([getattr(each, name) for each in found]) for name in ("targets", "glances", "held_out")
        )
        self.piles[kind].add(index[~out], targets[~out])
        held = tuple(self.torch.tensor(part[out], device=self.device) for part in (index, targets, glances))
        self.aside[kind].append((held[0], held[1], held[2]))

    def leads(self, weights: list[Any], rows: Any) -> Any:
        table, bias, out, last = weights
        summed = self.torch.nn.functional.embedding_bag(rows, table, mode="sum", padding_idx=self.size)
        return self.torch.relu(summed + bias) @ out.T + last

    def surprise(self, leads: Any, targets: Any) -> Any:
        functional = self.torch.nn.functional
        if self.players == 1:
            return functional.binary_cross_entropy_with_logits(leads, targets)
        return -(targets * functional.log_softmax(leads, 1)).sum(1).mean()

    def of_glance(self, kind: str) -> float:
        """The surprise of the glance by hand at the games held out."""
        torch = self.torch
        total, number = 0.0, 0
        for _, targets, glances in self.aside[kind]:
            sure = glances.clamp(0.002, 0.998)
            loss = targets * torch.log(sure)
            if self.players == 1:
                loss = loss + (1.0 - targets) * torch.log(1.0 - sure)
            total -= float(loss.sum())
            number += len(targets)
        return total / max(1, number)

    def held_out(self, weights: list[Any], kind: str) -> float:
        total, number = 0.0, 0
        with self.torch.no_grad():
            for rows, targets, _ in self.aside[kind]:
                if len(rows):
                    total += float(self.surprise(self.leads(weights, rows.int()), targets)) * len(rows)
                    number += len(rows)
        return total / max(1, number)

    def learn(self, seconds: float, share: float) -> str:
        """Steps until the time is over or nothing gets better."""
        torch = self.torch
        for group in self.adam.param_groups:
            group["lr"] = self.rate * (1.0 if share < 0.4 else 0.4 if share < 0.75 else 0.15)
        kind = "searched" if self.games["searched"] else "quick"
        least = self.held_out(self.best, kind)
        end = time.perf_counter() + seconds
        steps, waited = 0, 0
        while time.perf_counter() < end and waited < PATIENCE:
            for _ in range(EVERY):
                if time.perf_counter() >= end:
                    break
                parts = [(kind, BATCH)]
                if kind == "searched":
                    parts = [("searched", int(BATCH * SEARCHED)), ("quick", BATCH - int(BATCH * SEARCHED))]
                loss = torch.zeros((), device=self.device)
                for name, number in parts:
                    rows, targets = self.piles[name].some(number)
                    loss = loss + self.surprise(self.leads(self.weights, rows), targets) * (number / BATCH)
                self.adam.zero_grad()
                loss.backward()
                self.adam.step()
                steps += 1
                with torch.no_grad():
                    self.weights[0][self.size] = 0.0
                    for average, each in zip(self.averages, self.weights, strict=True):
                        average.lerp_(each, 0.005)
            now = self.held_out(self.averages, kind)
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
            f"{name} {self.held_out(self.best, name):.4f} (glance {self.of_glance(name):.4f})" for name in self.piles
        ]
        return f"steps {steps}  held out: {', '.join(told)}"

    def learn_policy(self, seconds: float) -> str:
        """Fit the policy's points to what the search tried."""
        torch = self.torch
        base = SOLO_WEIGHTS if self.players == 1 else DEFAULT_WEIGHTS
        looks, shares, options = (
            torch.tensor(np.concatenate([each[part] for each in self.choices]), device=self.device) for part in range(3)
        )
        whose = torch.repeat_interleave(torch.arange(len(options), device=self.device), options)
        first = torch.tensor(base, device=self.device)
        weights = torch.tensor(self.policy or base, device=self.device).requires_grad_(True)
        adam = torch.optim.Adam([weights], lr=0.02)
        end = time.perf_counter() + seconds
        taught = whose % HELD == 0

        def surprise(of: Any, some: Any) -> Any:
            points = looks @ of
            top = torch.full((len(options),), -1e9, device=self.device).scatter_reduce(0, whose, points, "amax")
            total = torch.zeros(len(options), device=self.device).scatter_add(0, whose, (points - top[whose]).exp())
            log = points - top[whose] - total.log()[whose]
            return -(shares * log * some).sum() / (shares * some).sum()

        with torch.no_grad():
            before = float(surprise(first, taught))
        while time.perf_counter() < end:
            loss = surprise(weights, ~taught) + 1e-4 * ((weights - first) ** 2).sum()
            adam.zero_grad()
            loss.backward()
            adam.step()
        with torch.no_grad():
            after = float(surprise(weights, taught))
        self.policy = tuple(round(float(each), 3) for each in weights.detach().cpu())
        return f"policy: {len(options)} choices, surprise {before:.4f}, learned {after:.4f}"

    def numbers(self) -> Numbers:
        """The best network so far, in whole numbers."""
        table, bias, out, last = (each.detach().float().cpu().numpy() for each in self.best)
        if self.players == 2:  # what speaks for one speaks against the other
            out, last = out[:1] - out[1:], last[:1] - last[1:]
        table, bias, out = (np.clip(np.round(each * SCALE), -32768, 32767).astype("<i2") for each in (table, bias, out))
        return table[: self.size], bias, out, last

    def file(self, source: str) -> str:
        """What :func:`ludi.games.pax.prospects.prospects_from` reads."""
        table, bias, outs, lasts = self.numbers()
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
            "lasts": [round(float(each), 4) for each in lasts],
        }
        return json.dumps(data, indent=1) + "\n"


class School:
    """All tables, by turns."""

    def __init__(self, given: argparse.Namespace, crew: Crew) -> None:
        self.given, self.crew = given, crew
        self.teachers = {
            players: Teacher(players, given.hidden, given.rate, given.decay, given.resume)
            for players in map(int, given.players.split(","))
        }
        self.begun = time.perf_counter()

    def say(self, teacher: Teacher, line: str) -> None:
        games = " ".join(f"{number} {name}" for name, number in teacher.games.items())
        print(f"{time.perf_counter() - self.begun:5.0f} s  players {teacher.players}  {games}  {line}", flush=True)

    def run(self) -> None:
        given = self.given
        rounds: list[tuple[Teacher, str, float]] = []
        for number in range(given.rounds + 1):
            for teacher in self.teachers.values():
                rounds.append((teacher, "searched" if number else "quick", given.seconds if number else given.quick))
        pending: tuple[Teacher, str, list[Found]] | None = None
        for number, (teacher, kind, seconds) in enumerate(rounds):
            if pending is not None and pending[0] is teacher:
                self.teach(*pending, 0.5 * seconds, number / len(rounds))
                pending = None
            searched = kind == "searched"
            tasks = [
                Task(
                    teacher.players,
                    teacher.numbers() if searched else None,
                    teacher.policy,
                    given.iterations,
                    tuple(map(int, given.turns.split(","))),
                    tuple(map(float, given.exploration.split(","))),
                    random.getrandbits(60),
                    seconds,
                )
                for _ in range(self.crew.workers)
            ]
            answers = self.crew.begin(play, tasks)
            if pending is not None:
                self.teach(*pending, 0.85 * seconds, number / len(rounds))
            pending = (teacher, kind, answers())
        assert pending is not None
        self.teach(*pending, given.seconds / 2, 1.0)
        for teacher in self.teachers.values():
            if teacher is not pending[0]:
                self.teach(teacher, "", [], given.seconds / 8, 1.0)
        for teacher in self.teachers.values():
            self.report(teacher)

    def teach(self, teacher: Teacher, kind: str, found: list[Found], seconds: float, share: float) -> None:
        begun = time.perf_counter()
        if found:
            teacher.add(found, kind)
        seconds = max(1.0, seconds - (time.perf_counter() - begun))
        line = teacher.learn(seconds * 0.8, share)
        if teacher.choices:
            line += "  " + teacher.learn_policy(seconds * 0.15)
        self.say(teacher, line)
        source = (
            f"learned with tools/learn_prospects.py: {teacher.games['quick']} quick games and "
            f"{teacher.games['searched']} of a search of {self.given.iterations} iterations, seed {self.given.seed}"
        )
        if teacher.before:
            source += f", going on from: {teacher.before}"
        (self.given.out / f"prospects-{teacher.players}.json").write_text(teacher.file(source))
        lines = [[*key, *line] for key, line in sorted(teacher.results.items())]
        text = json.dumps({"policy": teacher.policy, "results": lines})
        (self.given.out / f"games-{teacher.players}.json").write_text(text + "\n")

    def report(self, teacher: Teacher) -> None:
        """What the search won while it learned, by whom it met and by how it searched."""
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
        for (against, how, round_), line in teacher.results.items():
            if round_ > 2:
                for name in [against] if against == "learned" else [against, how]:
                    for place, number in enumerate(line):
                        sums[name][place] += number
        for name, (won, games, spent, decisions) in sorted(sums.items()):
            cost = f"{1000 * spent / max(1, decisions):.1f} ms a decision"
            self.say(teacher, f"{name}: {won:.0f} of {games:.0f} ({100 * won / games:.1f} %), {cost}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--players", default="4,2,1", help="the tables")
    ask.add_argument("--rounds", type=int, default=4, help="how often the search plays at each table")
    ask.add_argument("--seconds", type=float, default=31.0, help="how long it plays then")
    ask.add_argument("--quick", type=float, default=10.0, help="how long the quick games take at each table")
    ask.add_argument("--iterations", type=int, default=100, help="of the search")
    ask.add_argument("--turns", default="1,2", help="of a playout, one number in one game and another in the next")
    ask.add_argument("--exploration", default="0.3,0.5,0.8", help="of the search, likewise")
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
