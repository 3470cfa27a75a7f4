"""Learn Roma by playing it against itself: ``python tools/learn_roma.py --seconds 330 --out DIR``.

Thousands of games side by side, stepped by as many processes as the machine has cores, and a network that says which
actions come to mind and how likely the seat is to win: what went better than it expected becomes likelier (proximal
policy optimisation). With ``--teacher`` a player learned before is imitated at first; so a smaller one, which plain
Python can ask, becomes as good. Then a small network is taught to judge the positions met: ``judgement.json`` and
``instinct.json`` belong in ``src/ludi/games/roma/data``. Needs PyTorch (a graphics card helps much) and NumPy; what
comes out needs neither. Chances to win are taught also of a turn just ended, before the next dice, and of a draw before
the cards are seen: that is where the search asks.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from ludi.bots.pool import Crew
from ludi.games.roma.components import DISCS
from ludi.games.roma.features import DRAWING, SIZE
from roma_duels import duel
from roma_tables import FIRST_DRAW, WIDTH, Tables

try:
    import torch
    from torch.nn import functional

    from roma_nets import DEVICE, Judge, Player, instinct_text, many_hot, player_from
except ImportError:
    sys.exit("Learning needs PyTorch: pip install torch")

NEAR = 0.2
"""By how much an action may become likelier or less likely in one window."""
KEPT = 160
"""Windows from which the judgement is taught."""
FOLLOWED = 0.45
"""So long, of the whole time, a teacher is followed, less and less."""


class Window(NamedTuple):
    """Decisions of all games of a table: what was seen, what was open, what was chosen and how likely it was, by how
    much it went better than expected, the chance to teach; and positions of which only that is taught."""

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
        self.teacher = player_from(given.teacher) if given.teacher else None
        self.player = Player(given.wide, given.deep, around=given.around)
        self.weights = list(self.player.parameters())
        self.averages = [each.detach().clone() for each in self.weights]
        """Of the last steps: a single one follows the luck of its games."""
        self.adam = torch.optim.Adam(self.weights, lr=given.rate, eps=1e-5)
        self.watches = [Watch(), Watch()]
        self.slots = torch.arange(given.games, device=DEVICE)
        self.games = 0
        self.decisions = 0
        self.kept: list[tuple[Any, Any]] = []

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
        place = opened.gather(1, chosen[:, None]).long()[:, 0] - FIRST_DRAW
        drawn = (place >= 0) & (place < DISCS)
        drawing = seen[drawn].clone()
        drawing[:, WIDTH - 1] = (DRAWING + place[drawn]).short()
        beside = torch.cat([after[ended], drawing])
        return Window(seen, opened, chosen, logs, better, aims, beside, torch.cat([aims[ended], aims[drawn]]))

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
                loss = functional.binary_cross_entropy_with_logits(lead, aims)
                if self.teacher is None:
                    loss = loss - policy - (0.01 * (1.0 - share) + 0.001) * curiosity
                else:
                    # At first it does not know what is good; it only follows.
                    loss = loss - (share > 0.06) * policy - (0.004 * (1.0 - share) + 0.0005) * curiosity
                    loss = loss + max(0.0, 1.0 - share / FOLLOWED) * self.apart(window.seen[part], opened, logs)
                self.adam.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
                self.adam.step()
                with torch.no_grad():
                    torch._foreach_lerp_(self.averages, self.weights, 0.002)
                yield

    def apart(self, seen: Any, opened: Any, logs: Any) -> Any:
        """How far its chances are from the teacher's."""
        assert self.teacher is not None
        with torch.no_grad():
            wise, _ = self.teacher.think(seen, opened)
        return (wise.exp() * (wise - logs).clamp(-30.0, 30.0)).sum(1).mean()

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
                if share > 0.25:
                    self.kept.append((torch.cat([both.seen, both.beside]), torch.cat([both.aims, both.beside_aims])))
                    self.kept = self.kept[-KEPT:]
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

    # Teaching

    def teach(self, judge: Judge) -> None:
        """The judge learns what came of the positions met and what the player thinks of them, half and half."""
        with torch.no_grad():
            for each, average in zip(self.weights, self.averages, strict=True):
                each.copy_(average)
        started = time.monotonic()
        while (share := (time.monotonic() - started) / self.given.teach) < 1.0:
            # The last windows most.
            rows, aims = self.kept[int(len(self.kept) * random.random() ** 0.6)]
            pick = torch.randint(len(rows), (2 * self.given.batch,), device=DEVICE)
            with torch.no_grad():
                _, lead = self.player.think(rows[pick], rows[:0])
            rate = 2e-3 * (1.0 if share < 0.4 else 0.3 if share < 0.7 else 0.1 if share < 0.9 else 0.03)
            judge.learn(many_hot(rows[pick], torch.float32), 0.5 * (torch.sigmoid(lead) + aims[pick]), rate)


def report(given: argparse.Namespace) -> None:
    """How often each of the players saved beats greedy, by its instinct alone; and the last one its teacher."""
    files = sorted(given.out.glob("player*.npz"), key=lambda file: file.stat().st_mtime)
    pairings = [(str(file), "greedy") for file in files]
    if given.teacher:
        pairings.append((str(files[-1]), str(given.teacher)))
    with Crew(given.workers) as crew:
        for one, other in pairings:
            results = crew.map(duel, [(one, other, f"duel {number}") for number in range(given.duels)])
            share = sum(results) / len(results)
            print(f"{Path(one).stem} against {Path(other).stem}: {share:.1%} of {2 * len(results)}", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=330.0, help="of playing and learning")
    ask.add_argument("--teach", type=float, default=25.0, help="seconds of teaching the judgement")
    ask.add_argument("--games", type=int, default=8192, help="so many side by side, twice")
    ask.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that step them")
    ask.add_argument("--length", type=int, default=32, help="decisions of each game in a window")
    ask.add_argument("--batch", type=int, default=16384)
    ask.add_argument("--rounds", type=int, default=2, help="how often a window is learned from")
    ask.add_argument("--rate", type=float, default=5e-4, help="how fast it learns at first")
    ask.add_argument("--trace", type=float, default=0.95, help="how far a result is traced back to earlier decisions")
    ask.add_argument("--stray", type=float, default=0.01, help="how often an action is taken by chance")
    ask.add_argument("--wide", type=int, default=768, help="places of the first layer")
    ask.add_argument("--deep", type=int, default=256, help="places of the others")
    ask.add_argument("--around", action="store_true", help="one layer more; not for the game's own files")
    ask.add_argument("--hidden", type=int, default=128, help="places of the judgement")
    ask.add_argument("--teacher", type=Path, help="a player.npz to follow at first")
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
    if not given.around:
        text = instinct_text(learner.player.arrays(learner.averages))
        (given.out / "instinct.json").write_text(text)
    if learner.kept:
        judge = Judge(given.hidden)
        learner.teach(judge)
        (given.out / "judgement.json").write_text(judge.text())
    report(given)


if __name__ == "__main__":
    main()
