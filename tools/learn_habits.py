"""Learn habits for PAX among two, from self-play alone: ``python tools/learn_habits.py --out DIR``.

Proximal policy optimisation (Schulman and others, 2017): thousands of games at once, every seat decided by the same
network, which sees what the seat knows (``ludi.games.pax.sight``) and says how good each action is and how likely the
seat will win. What went better than expected becomes likelier, never by much at once. In some of the games one seat is
an older self, so that nobody learns to beat only the habits of the day. In the last seconds it plays against other
bots, without any search.
Needs PyTorch (a graphics card helps) and NumPy; compiled engines (``make fast``) play several times as many games. The
result, ``habits-2.json``, belongs in ``src/ludi/games/pax/data`` and needs neither to be used (docs/bots.md).
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from habit_games import WIDTH, Tables, Trial, trial, whole
from ludi.bots.pool import spread
from ludi.games.pax.sight import known_among

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
OLD = 0.2
"""In this part of the games one seat is decided by an older self."""
OLDER = 30.0
"""So many seconds until the next older self is kept."""
NEAR = 0.2
"""By how much an action may become likelier in one window."""


class Net(torch.nn.Module):  # type: ignore[misc]
    """Layers over the facts that hold: points of all actions, and last the logarithm of the odds."""

    def __init__(self, facts: int, hidden: list[int], actions: int) -> None:
        super().__init__()
        self.facts = facts
        self.first = torch.nn.Parameter(torch.randn(facts, hidden[0]) * 0.06)
        self.shift = torch.nn.Parameter(torch.zeros(hidden[0]))
        sizes = [*hidden, actions + 1]
        self.rest = torch.nn.ModuleList(torch.nn.Linear(*pair) for pair in pairwise(sizes))
        torch.nn.init.normal_(self.rest[-1].weight, std=0.01)
        self.to(DEVICE)

    def forward(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithm of each action's chance, and that of the odds."""
        seen = torch.zeros(len(rows), self.facts + 1, device=DEVICE, dtype=torch.bfloat16)
        seen.scatter_(1, rows.long(), 1.0)
        with torch.autocast(DEVICE, torch.bfloat16):
            inner = seen[:, :-1] @ self.first + self.shift
            for layer in self.rest:
                inner = layer(torch.relu(inner))
        inner = inner.float()
        return torch.log_softmax(inner[:, :-1].masked_fill(~masks, -1e9), 1), inner[:, -1]

    def layers(self) -> list[tuple[Any, Any]]:
        """Each layer's weights and biases."""
        parts = [(self.first, self.shift), *((each.weight.T, each.bias) for each in self.rest)]
        return [
            (weights.detach().float().cpu().numpy(), bias.detach().float().cpu().numpy()) for weights, bias in parts
        ]


class Window(NamedTuple):
    rows: Any
    masks: Any
    actions: Any
    logs: Any
    better: Any
    aims: Any


class Learner:
    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        known = known_among(2)
        assert known.size < 1 << 15
        torch.manual_seed(given.seed)
        sizes = [int(each) for each in given.hidden.split(",")]
        self.net = Net(known.size, sizes, known.actions)
        self.mean = copy.deepcopy(self.net)
        """The average of the last steps: what is kept and played with."""
        self.older = [copy.deepcopy(self.net)]
        self.old = self.older[0]
        self.adam = torch.optim.Adam(self.net.parameters(), lr=given.rate, eps=1e-5)
        self.decisions = 0
        self.games = 0
        self.told: dict[str, float] = {}

    # Playing

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, tables: Tables, length: int) -> Window:
        kept: list[list[tuple[Any, ...]]] = [[], []]
        games = tables.games
        place = torch.arange(games, device=DEVICE)
        olds = place % 100 < OLD * 100
        for step in range(length + 1):
            for table, arrays in enumerate(tables.arrays):
                if step:
                    tables.wait()
                    over = torch.from_numpy(arrays.over.copy()).to(DEVICE)
                    kept[table][-1] += (over, torch.from_numpy(arrays.returns.copy()).to(DEVICE))
                    self.games += int(arrays.over.sum())
                rows = torch.from_numpy(arrays.rows).to(DEVICE, copy=True)
                masks = torch.from_numpy(arrays.masks).to(DEVICE, copy=True).bool()
                seats = torch.from_numpy(arrays.seats).to(DEVICE, copy=True)
                logs, odds = self.net(rows, masks)
                if step == length:
                    kept[table].append((rows, masks, seats, odds))
                    continue
                theirs = olds & (seats == place % 2)
                which = theirs.nonzero()[:, 0]
                drawn = logs.clone()
                drawn[which] = self.old(rows[which], masks[which])[0]
                actions = torch.multinomial(drawn.exp(), 1)[:, 0]
                arrays.actions[:] = actions.cpu().numpy()
                tables.step(table)
                chosen = logs.gather(1, actions[:, None])[:, 0]
                kept[table].append((rows, masks, seats, actions, chosen, torch.sigmoid(odds), ~theirs))
                self.decisions += games
        parts = [self.reckon(each) for each in kept]
        return Window(*(torch.cat(pair) for pair in zip(*parts, strict=True)))

    def reckon(self, kept: list[tuple[Any, ...]]) -> Window:
        """What each decision was worth, reckoned backwards from the seat's next one or from the result."""
        _, _, seats, odds = kept.pop()
        trace = self.given.trace
        games = torch.arange(len(seats), device=DEVICE)
        expected = torch.sigmoid(odds)
        # Two players share one win: what one does not expect, the other does.
        ahead = (1.0 - expected)[:, None].repeat(1, 2)
        ahead[games, seats] = expected
        gain = torch.zeros_like(ahead)
        gains = []
        for _, _, seats, _, _, worth, _, over, returns in reversed(kept):
            ahead = torch.where(over[:, None], returns, ahead)
            gain = torch.where(over[:, None], torch.zeros_like(gain), gain)
            gain[games, seats] = ahead[games, seats] - worth + trace * gain[games, seats]
            ahead[games, seats] = worth
            gains.append(gain[games, seats].clone())
        gains.reverse()
        rows, masks, _, actions, logs, worth, mine, _, _ = (torch.cat(part) for part in zip(*kept, strict=True))
        better = torch.cat(gains)
        aims = (better + worth).clamp(0.0, 1.0)
        return Window(*(part[mine] for part in (rows, masks, actions, logs, better, aims)))

    # Learning

    def learn(self, window: Window, share: float) -> None:
        given = self.given
        for group in self.adam.param_groups:
            group["lr"] = given.rate * max(0.01, 1.0 - share)
        curious = given.entropy * (1.0 - 0.8 * share)
        mean, spread_ = window.better.mean(), window.better.std() + 1e-6
        sums = torch.zeros(4, device=DEVICE)
        number = 0
        for _ in range(given.rounds):
            for part in torch.randperm(len(window.actions), device=DEVICE).split(given.batch):
                logs, odds = self.net(window.rows[part], window.masks[part])
                chosen = logs.gather(1, window.actions[part, None])[:, 0]
                ratio = torch.exp(chosen - window.logs[part])
                better = (window.better[part] - mean) / spread_
                policy = torch.minimum(ratio * better, ratio.clamp(1.0 - NEAR, 1.0 + NEAR) * better).mean()
                curiosity = -(logs.exp() * logs).sum(1).mean()
                worth = torch.nn.functional.binary_cross_entropy_with_logits(odds, window.aims[part])
                self.adam.zero_grad()
                (worth - policy - curious * curiosity).backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.adam.step()
                with torch.no_grad():
                    for average, each in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                        average.lerp_(each, 0.002 if share > 0.1 else 0.02)
                    far = (ratio - 1.0).abs().mean()
                    sums += torch.stack([worth.detach(), curiosity.detach(), policy.detach(), far])
                number += 1
        self.told = dict(zip(("surprise", "curiosity", "policy", "moved"), (sums / number).tolist(), strict=True))

    def keep_old(self) -> None:
        self.older = [*self.older[-7:], copy.deepcopy(self.net)]

    def save(self) -> Path:
        """What :func:`ludi.games.pax.habits.learned_habits` reads."""
        given = self.given
        how = f"--seconds {given.seconds:.0f} --rounds {given.rounds} --hidden {given.hidden} --seed {given.seed}"
        told = f"learned with tools/learn_habits.py {how}: {self.games} games, {self.decisions} decisions"
        path: Path = given.out / "habits-2.json"
        path.write_text(json.dumps({"source": told, **whole(self.mean.layers())}, indent=1) + "\n", encoding="utf-8")
        return path


def train(given: argparse.Namespace) -> Path:
    """Learn for so many seconds; what was learned is in the file."""
    begun = time.monotonic()
    tables = Tables(given.games // 2, given.workers, given.seed)
    learner = Learner(given)
    said = kept = saved = time.monotonic()
    playing = learning = 0.0
    start = time.monotonic()
    while (spent := time.monotonic() - start) < given.seconds:
        learner.old = random.choice(learner.older)
        at = time.monotonic()
        window = learner.play(tables, given.length)
        playing += time.monotonic() - at
        at = time.monotonic()
        share = spent / given.seconds
        learner.learn(window, share)
        learning += time.monotonic() - at
        now = time.monotonic()
        if now - kept > OLDER:
            kept = now
            learner.keep_old()
        if now - saved > 60.0:
            saved = now
            learner.save()
        if now - said > 10.0:
            said = now
            told = "  ".join(f"{name} {number:.4f}" for name, number in learner.told.items())
            line = f"{now - begun:4.0f} s  {learner.games:,} games  {learner.decisions:,} decisions  {told}"
            print(f"{line}  played {playing:.0f} s, learned {learning:.0f} s", flush=True)
    tables.close()
    return learner.save()


def show(given: argparse.Namespace, path: Path) -> None:
    """What it wins without any search."""
    opponents = ("greedy", "search@150")
    tasks = [
        Trial(path, opponents[number % len(opponents)], f"habits-{number}", given.tried)
        for number in range(given.workers)
    ]
    sums = dict.fromkeys(opponents, (0.0, 0))
    for opponent, won, games in spread(trial, tasks, given.workers):
        sums[opponent] = (sums[opponent][0] + won, sums[opponent][1] + games)
    for opponent, (won, games) in sums.items():
        print(f"against {opponent}: {won} of {games} ({100 * won / max(1, games):.1f} %)", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=400.0, help="of learning")
    ask.add_argument("--games", type=int, default=8192, help="side by side")
    ask.add_argument("--length", type=int, default=64, help="decisions of each game in a window")
    ask.add_argument("--batch", type=int, default=16384)
    ask.add_argument("--rounds", type=int, default=3, help="how often a window is learned from")
    ask.add_argument("--rate", type=float, default=5e-4)
    ask.add_argument("--entropy", type=float, default=0.01)
    ask.add_argument("--trace", type=float, default=0.97)
    ask.add_argument("--hidden", default="320,256", help="places of its layers")
    ask.add_argument("--tried", type=float, default=30.0, help="seconds of games at the end")
    ask.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", type=Path, required=True)
    given = ask.parse_args()
    random.seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    print(f"on {DEVICE}, {known_among(2).size} facts in rows of {WIDTH}", flush=True)
    show(given, train(given))


if __name__ == "__main__":
    main()
