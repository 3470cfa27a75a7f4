"""Learn Roma by playing it against itself: ``python tools/learn_roma.py --seconds 330 --out DIR``.

Thousands of games side by side, stepped by as many processes as the machine has cores, and a network that says which
actions come to mind and how likely the seat is to win: what went better than it expected becomes likelier (proximal
policy optimisation). The chance to win is taught also of a turn just ended, before the next dice, where the search
asks. ``judgement.bin`` belongs in ``src/ludi/games/roma/data``; it needs neither PyTorch nor NumPy, learning needs both
(and a graphics card helps much).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from ludi.bots.pool import Crew
from ludi.games.roma.features import SIZE
from roma_duels import duel
from roma_tables import Tables

try:
    import torch
    from torch.nn import functional

    from roma_nets import DEVICE, Player, judgement_file
except ImportError:
    sys.exit("Learning needs PyTorch: pip install torch")

NEAR = 0.2
"""By how much an action may become likelier or less likely in one window."""


class Window(NamedTuple):
    """Decisions of all games of a table: what was seen, what was open, what was chosen and how likely it was, by how
    much it went better than expected, the chance to teach; and turns just ended, of which only that is taught."""

    seen: Any
    open: Any
    chosen: Any
    logs: Any
    better: Any
    aims: Any
    beside: Any
    beside_aims: Any


class Watch:
    """One table's decisions since the last window."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self.pending: dict[str, Any] = {}


class Learner:
    """The player, and how it learns."""

    def __init__(self, given: argparse.Namespace, tables: Tables) -> None:
        self.given = given
        self.tables = tables
        self.player = Player(given.wide, given.deep)
        self.weights = list(self.player.parameters())
        self.averages = [each.detach().clone() for each in self.weights]
        """Of the last steps: a single one follows the luck of its games."""
        self.adam = torch.optim.Adam(self.weights, lr=given.rate, eps=1e-5)
        self.watches = [Watch(), Watch()]
        self.slots = torch.arange(given.games, device=DEVICE)
        self.games = 0
        self.decisions = 0

    # Playing

    def visit(self, number: int) -> Window | None:
        """Choose for all games of a table, and have them stepped."""
        watch, arrays = self.watches[number], self.tables.arrays[number]
        self.tables.wait(number)
        seen, opened = (torch.tensor(each, device=DEVICE) for each in (arrays.seen, arrays.open))
        seats = torch.tensor(arrays.seats, device=DEVICE).long()
        with torch.no_grad():
            logs, lead = self.player.think(seen, opened)
        free = (opened >= 0).float()
        chances = (1.0 - self.given.stray) * logs.exp() + self.given.stray * free / free.sum(1, keepdim=True)
        chosen = torch.multinomial(chances, 1)[:, 0]
        if watch.pending:
            self.games += int(arrays.over.sum())
            for name in ("over", "returns", "after"):
                watch.pending[name] = torch.tensor(getattr(arrays, name), device=DEVICE)
            watch.kept.append(watch.pending)
        self.tables.order(number, chosen.cpu().numpy())
        worth = torch.sigmoid(lead)
        behaved = chances[self.slots, chosen].log()
        watch.pending = {
            "seen": seen,
            "open": opened,
            "seats": seats,
            "chosen": chosen,
            "logs": behaved,
            "worth": worth,
        }
        if len(watch.kept) < self.given.length:
            return None
        kept, watch.kept = watch.kept, []
        return self.reckoned(kept, seats, worth)

    def reckoned(self, kept: list[dict[str, Any]], seats: Any, expected: Any) -> Window:
        """What each decision was worth, backwards: from the seat's own next one, or from the result."""
        slots = self.slots
        # Two players share one win: what one does not expect, the other does.
        ahead = (1.0 - expected)[:, None].repeat(1, 2)
        ahead[slots, seats] = expected
        gain = torch.zeros_like(ahead)
        gains: list[Any] = []
        for each in reversed(kept):
            over, at, worth = each["over"], each["seats"], each["worth"]
            ahead = torch.where(over[:, None], each["returns"], ahead)
            gain = torch.where(over[:, None], torch.zeros_like(gain), gain)
            gain[slots, at] = ahead[slots, at] - worth + self.given.trace * gain[slots, at]
            ahead[slots, at] = worth
            gains.append(gain[slots, at].clone())
        gains.reverse()
        names = ("seen", "open", "chosen", "logs", "worth", "after")
        seen, opened, chosen, logs, worth, after = (torch.cat([each[name] for each in kept]) for name in names)
        better = torch.cat(gains)
        aims = (better + worth).clamp(0.0, 1.0)
        ended = after[:, 0] != SIZE
        return Window(seen, opened, chosen, logs, better, aims, after[ended], aims[ended])

    # Learning

    def lessons(self, window: Window, share: float) -> Iterator[None]:
        """Step by step, so that games go on between them; ``share`` of the time is over."""
        batch = self.given.batch
        better = (window.better - window.better.mean()) / (window.better.std() + 1e-6)
        for _ in range(self.given.rounds):
            for part in torch.randperm(len(better), device=DEVICE).split(batch):
                beside = torch.randint(len(window.beside), (batch // 3,), device=DEVICE)
                opened = window.open[part]
                logs, lead = self.player.think(torch.cat([window.seen[part], window.beside[beside]]), opened)
                ratio = torch.exp(logs.gather(1, window.chosen[part, None])[:, 0] - window.logs[part])
                gain = better[part]
                policy = torch.minimum(ratio * gain, ratio.clamp(1.0 - NEAR, 1.0 + NEAR) * gain).mean()
                curiosity = -(logs.exp() * logs.clamp(min=-30.0)).sum(1).mean()
                aims = torch.cat([window.aims[part], window.beside_aims[beside]])
                loss = functional.binary_cross_entropy_with_logits(lead, aims) - policy
                loss = loss - (0.01 * (1.0 - share) + 0.001) * curiosity
                self.adam.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
                self.adam.step()
                with torch.no_grad():
                    torch._foreach_lerp_(self.averages, self.weights, 0.002)
                yield

    def run(self) -> None:
        given, started = self.given, time.monotonic()
        windows: list[Window] = []
        lesson: Iterator[None] = iter(())
        saved, told = 0.0, 0.0
        steps = 2 * given.games * given.length * given.rounds // given.batch
        each_visit = max(1, -(-steps // (2 * given.length)))
        while (now := time.monotonic() - started) < given.seconds:
            share = now / given.seconds
            for group in self.adam.param_groups:
                group["lr"] = given.rate * max(0.04, 1.0 - share)
            for number in range(2):
                window = self.visit(number)
                if window is not None:
                    windows.append(window)
                for _ in range(each_visit):
                    next(lesson, None)
            if len(windows) == 2:
                for _ in lesson:
                    pass
                both = Window(*(torch.cat(parts) for parts in zip(*windows, strict=True)))
                windows = []
                self.decisions += len(both.aims)
                lesson = self.lessons(both, share)
            if now - told >= 10.0:
                told = now
                print(f"{now:5.0f} s {self.games:10,} games {self.decisions:12,} decisions", flush=True)
            if now - saved >= given.every:
                saved = now
                self.save(f"player-{now:.0f}.npz")
        self.save("player.npz")

    def save(self, name: str) -> None:
        np.savez(self.given.out / name, **self.player.arrays(self.averages))


def report(given: argparse.Namespace) -> None:
    """How often each of the players kept beats greedy by what comes to its mind alone, without any search."""
    with Crew(given.workers) as crew:
        for file in sorted(given.out.glob("player*.npz"), key=lambda file: file.stat().st_mtime):
            results = crew.map(duel, [(str(file), f"duel {number}") for number in range(given.duels)])
            print(f"{file.stem}: {sum(results) / given.duels:.1%} of {2 * given.duels} against greedy", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=330.0, help="of playing and learning")
    ask.add_argument("--games", type=int, default=8192, help="so many side by side, twice")
    ask.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that step them")
    ask.add_argument("--length", type=int, default=32, help="decisions of each game in a window")
    ask.add_argument("--batch", type=int, default=16384)
    ask.add_argument("--rounds", type=int, default=2, help="how often a window is learned from")
    ask.add_argument("--rate", type=float, default=5e-4, help="how fast it learns at first")
    ask.add_argument("--trace", type=float, default=0.95, help="how far a result is traced back to earlier decisions")
    ask.add_argument("--stray", type=float, default=0.01, help="how often an action is taken by chance")
    ask.add_argument("--wide", type=int, default=1024, help="places of the first layer")
    ask.add_argument("--deep", type=int, default=512, help="places of the others")
    ask.add_argument("--every", type=float, default=40.0, help="seconds between players kept for the report")
    ask.add_argument("--duels", type=int, default=200, help="pairs of games for each line of the report")
    ask.add_argument("--seed", default="roma", help="for deals and dice; what is learned also hangs on the clock")
    ask.add_argument("--out", type=Path, required=True, help="a folder for the files")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    tables = Tables(given.games, given.workers, given.seed)
    learner = Learner(given, tables)
    try:
        learner.run()
    finally:
        tables.close()
    (given.out / "judgement.bin").write_bytes(judgement_file(learner.player.arrays(learner.averages)))
    report(given)


if __name__ == "__main__":
    main()
