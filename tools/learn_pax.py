"""Learn how to judge a position of PAX, by self-play: ``python tools/learn_pax.py --players 2 --minutes 8 --out DIR``.

A small network says how likely a seat is to win by what it knows. Games are played by taking the action after which it
likes its chance best; it is taught what came of them (results blended with its own later judgements). Each process
plays many games side by side, so that the network judges all their actions at once. In two games of three some seats
are taken by guests of other kinds: who meets only himself misjudges what others do.
Needs PyTorch (a graphics card helps) and NumPy; the result, ``judgement-N.json``, belongs in
``src/ludi/games/pax/data`` and needs neither to be used.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from base64 import b64encode
from bisect import bisect
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.arena_results import interval
from ludi.bots.greedy import GreedyBot
from ludi.bots.levels import style_for
from ludi.bots.pool import Crew
from ludi.bots.search import Budget, SearchBot
from ludi.core import FastDice
from ludi.core.network import decode, whole_numbers
from ludi.games.pax import GAME
from ludi.games.pax.features import facts_among
from ludi.games.pax.insight import JUDGED, PaxInsight
from ludi.games.pax.judgement import Judgement
from ludi.games.pax.policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS, Policy
from ludi.games.pax.rules import PaxState

SCALE = 2048
"""The file has whole numbers: so many to 1."""
MANY = 96
"""Games that one process plays side by side."""
LESSONS_KEPT = 0.4
"""The part of the positions met that are taught: those of one game are much alike."""
OTHERS = 0.3
"""How often the others' view of a position is taught too."""
ALONE = 0.35
"""The part of the games that the network plays with itself alone; in the others each seat may be a guest's."""
GUESTS = (0.05, 0.25, 0.5, 0.65)
"""Who a guest is: greedy; one who only collects Intrigue; the policy; one who wants every category; else the policy
with its weights shaken."""

Net = tuple[Any, Any, Any, float]
"""Rows (with one of zeros at the end), bias, weights of the sum, last bias."""


def judge(net: Net, rows: list[list[int]]) -> Any:
    """The chances of many positions at once."""
    table, bias, out, last = net
    flat = np.fromiter((fact for row in rows for fact in row), dtype=np.int32)
    starts = np.cumsum([0, *[len(row) for row in rows[:-1]]])
    hidden = np.maximum(np.add.reduceat(table[flat], starts) + bias, 0.0)
    return 1.0 / (1.0 + np.exp(-(hidden @ out + last)))


INTRIGUER = Policy(
    # Intrigue is played, taken and bought whatever it costs, nothing else; what is left feeds Rome.
    [-9.0] * 6 + [9.0] + [0.1] * 6 + [9.0] + [-1.0] * 6 + [5.0] + [0.0] * 7 + [0.0, 0.0, 0.0, 0.0]
    + [0.0, 0.0, 0.2, 1.0, 0.1, 0.1, 0.0] + [-9.0, 0.0, 0.1] + [0.5, -9.0, 0.0]
    + [0.0, 0.0, 1.0, 0.0] + [0.0] * 18
)  # fmt: skip


class Match:
    """One game under way: the positions met, for each seat, and what it thought of them."""

    def __init__(self, players: int, rng: random.Random, guests: bool) -> None:
        options: dict[str, Any] = {"players": players}
        if players == 1:
            options["solo"] = rng.choice((1, 2, 3, 4, 4, 5, 5, 5))
        self.state: PaxState = GAME.deal(GAME.box(options), FastDice(rng))
        self.seen: list[list[tuple[list[int] | None, float]]] = [[] for _ in range(players)]
        self.guests = [invited(players, rng) if guests else None for _ in range(players)]
        if guests and (rng.random() < ALONE or None not in self.guests):
            self.guests = [None] * players

    def lessons(self, blend: float) -> list[tuple[list[int], float]]:
        outcome = self.state.outcome()
        assert outcome is not None
        returns = outcome.returns(len(self.seen))
        found: list[tuple[list[int], float]] = []
        for seat, seen in enumerate(self.seen):
            value = returns[seat]
            for row, worth in reversed(seen):
                if row is not None:
                    found.append((row, value))
                if worth >= 0.0:
                    value = blend * value + (1.0 - blend) * worth
        return found


POLICIES = (Policy(), Policy(SOLO_WEIGHTS))
GREEDY = GreedyBot(GAME, samples=1)
Guest = Callable[[PaxState, int, list[int], random.Random], int]


def invited(players: int, rng: random.Random) -> Guest | None:
    """A guest for a seat, or nobody."""
    if players == 1 or rng.random() < 0.5:
        return None
    kind = bisect(GUESTS, rng.random())
    if kind == 0:
        return lambda state, seat, legal, chance: GREEDY.choose(state.perspective(seat), chance)
    weights = SOLO_WEIGHTS if rng.random() < 0.3 else DEFAULT_WEIGHTS
    shaken = Policy([weight + rng.gauss(0.0, 1.0) for weight in weights])
    policy = (INTRIGUER, *POLICIES, shaken)[kind - 1]
    return lambda state, seat, legal, chance: policy.pick(state, seat, legal, chance.random)


class Task(NamedTuple):
    """Games for one process."""

    players: int
    net: Net | None
    seed: int
    seconds: float
    blend: float
    stray: float


_under_way: dict[int, list[Match]] = {}
"""Games that the last task of this process left unfinished: it goes on with them."""


def self_play(task: Task) -> tuple[Any, Any, Any, int]:
    """Games for some seconds: facts one after another, how many for each position, what to teach."""
    rng = random.Random(task.seed)
    facts = facts_among(task.players)
    matches = _under_way.setdefault(task.players, [])
    while len(matches) < MANY:
        matches.append(Match(task.players, rng, guests=True))
    lessons: list[tuple[list[int], float]] = []
    games = 0
    end = time.perf_counter() + task.seconds
    while time.perf_counter() < end:
        waiting: list[tuple[Match, int, list[int], int]] = []
        rows: list[list[int]] = []
        for place, match in enumerate(matches):
            while not go_on(match, rng):
                lessons += match.lessons(task.blend)
                games += 1
                matches[place] = match = Match(task.players, rng, guests=True)
            state = match.state
            seat = state.actors()[0]
            legal = state.legal(seat)
            waiting.append((match, seat, legal, len(rows)))
            rows += [facts.after(state, seat, action) for action in legal]
        worths = first_worths(waiting, rng) if task.net is None else judge(task.net, rows)
        for match, seat, legal, start in waiting:
            mine = worths[start : start + len(legal)]
            best = int(mine.argmax())
            worth = float(mine[best]) if task.net is not None else -1.0
            if rng.random() < task.stray:
                best = rng.randrange(len(legal))
            if rng.random() < LESSONS_KEPT:
                match.seen[seat].append((rows[start + best], -1.0))
                for other in range(task.players):
                    if other == seat or rng.random() < OTHERS:
                        match.seen[other].append((facts.of(match.state, other), worth if other == seat else -1.0))
            else:
                match.seen[seat].append((None, worth))
            match.state.play(seat, legal[best])
    flat: Any = np.fromiter((fact for row, _ in lessons for fact in row), dtype=np.int16)
    sizes: Any = np.fromiter((len(row) for row, _ in lessons), dtype=np.int32)
    return flat, sizes, np.array([value for _, value in lessons], dtype=np.float32), games


def first_worths(waiting: list[tuple[Match, int, list[int], int]], rng: random.Random) -> Any:
    """How the first games are played: by the policy and some chance."""
    found: list[float] = []
    for match, seat, legal, _ in waiting:
        policy = POLICIES[match.state.box.seats == 1]
        found += [points + 2.0 * rng.random() for points in policy.points(match.state, seat, legal)]
    return np.array(found)


def go_on(match: Match, rng: random.Random) -> bool:
    """Play on to the next decision of the network; False at the end of the game."""
    state = match.state
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        if len(legal) == 1:
            state.play(seat, legal[0])
        elif (guest := match.guests[seat]) is not None:
            state.play(seat, guest(state, seat, legal, rng))
        else:
            return True
    return False


class Duel(NamedTuple):
    """Games of the network, one action ahead, in one seat; the others are of another kind."""

    players: int
    net: Net
    seed: int
    games: int
    against: str


def duel(task: Duel) -> tuple[float, int]:
    """What the network won."""
    rng = random.Random(task.seed)
    facts = facts_among(task.players)
    greedy = GreedyBot(GAME)
    won = 0.0
    for number in range(task.games):
        options: dict[str, Any] = {"players": task.players}
        if task.players == 1:
            options["solo"] = 5
        state = GAME.deal(GAME.box(options), FastDice(rng))
        mine = number % task.players
        while actors := state.actors():
            seat = actors[0]
            legal = state.legal(seat)
            if len(legal) == 1:
                action = legal[0]
            elif seat == mine:
                worths = judge(task.net, [facts.after(state, seat, each) for each in legal])
                action = legal[int(worths.argmax())]
            elif task.against == "greedy":
                action = greedy.choose(state.perspective(seat), rng)
            else:
                policy = INTRIGUER if task.against == "intriguer" else POLICIES[0]
                action = policy.pick(state, seat, legal, rng.random)
            state.play(seat, action)
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.returns(task.players)[mine]
    return won, task.games


def encode(net: Net, source: str) -> str:
    """The file that :func:`ludi.core.network.decode` reads."""

    def numbers(values: Any) -> str:
        whole = np.clip(np.round(np.asarray(values) * SCALE), -32768, 32767).astype("<i2")
        return b64encode(whole.tobytes()).decode()

    table, bias, out, last = net
    data = {
        "source": source,
        "facts": len(table) - 1,
        "hidden": len(bias),
        "scale": SCALE,
        "table": numbers(table[:-1]),
        "bias": numbers(bias),
        "out": numbers(out),
        "last": round(last, 4),
    }
    return json.dumps(data, indent=1) + "\n"


class Trial(NamedTuple):
    """One game: one kind of player in one seat, another in the others."""

    players: int
    solo: int
    folder: str
    judged: dict[str, Any]
    mine: str
    against: str
    number: int


def trial(task: Trial) -> tuple[float, float, int]:
    """What it won, and how many seconds it took for how many decisions."""
    rng = random.Random(f"trial/{task.players}/{task.number}")
    mine = task.number % task.players
    bots = [player(task, task.against) for _ in range(task.players)]
    bots[mine] = player(task, task.mine)
    options: dict[str, Any] = {"players": task.players, **({"solo": task.solo} if task.players == 1 else {})}
    deal = random.Random(f"deal/{task.number // task.players}")
    state = GAME.deal(GAME.box(options), FastDice(deal))
    spent, decisions = 0.0, 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        begun = time.process_time()
        state.play(seat, legal[0] if len(legal) == 1 else bots[seat](state, seat, legal, rng))
        if seat == mine and len(legal) > 1:
            spent += time.process_time() - begun
            decisions += 1
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns(task.players)[mine], spent, decisions


def player(task: Trial, name: str) -> Callable[[PaxState, int, list[int], random.Random], int]:
    """A way to play: ``judged@N`` searches with the judgement, ``search@N`` without; greedy; intriguer; policy."""
    kind, _, iterations = name.partition("@")
    policies = {"intriguer": INTRIGUER, "policy": POLICIES[task.players == 1]}
    if kind in policies:
        return lambda state, seat, legal, rng: policies[kind].pick(state, seat, legal, rng.random)
    if kind == "greedy":
        bot: Any = GreedyBot(GAME)
    else:
        bot = SearchBot(GAME, Budget(int(iterations)), style=style_for(GAME))
        bot.insight = PaxInsight(partial(read, task.folder) if kind == "judged" else nothing, task.judged)
    return lambda state, seat, legal, rng: bot.choose(state.perspective(seat), rng)


def nothing(players: int) -> Judgement | None:
    return None


@cache
def read(folder: str, players: int) -> Judgement:
    """A judgement from a folder."""
    name = f"judgement-{players}.json"
    facts = facts_among(players)
    return Judgement(facts, decode(json.loads((Path(folder) / name).read_text()), facts.size, name))


def trials(given: argparse.Namespace, pool: Crew) -> None:
    """Games of the judgement in ``--out`` against others; the shares with their intervals."""
    for against in given.against.split(","):
        tasks = [
            Trial(given.players, given.solo, str(given.out), json.loads(given.judged), given.mine, against, number)
            for number in range(given.trials)
        ]
        results = pool.map(trial, tasks)
        won = sum(each for each, _, _ in results)
        low, high = interval(won, len(results))
        cost = 1000 * sum(spent for _, spent, _ in results) / max(1, sum(number for _, _, number in results))
        what = f"players {given.players} {given.mine} {given.judged} against {against}"
        print(f"{what}: {won:.1f} of {len(results)} ({low:.1%} to {high:.1%}), {cost:.0f} ms a decision", flush=True)


class Teacher:
    """The network while it learns, the average of its last steps, and the positions it learns from."""

    def __init__(self, players: int, hidden: int, rate: float, known: dict[str, Any] | None) -> None:
        import torch

        self.torch = torch
        torch.set_num_threads(2)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.size = facts_among(players).size
        self.rate = rate
        width = known["hidden"] if known else hidden
        self.table = torch.nn.EmbeddingBag(self.size + 1, width, mode="sum", padding_idx=self.size).to(self.device)
        torch.nn.init.normal_(self.table.weight, std=0.05)
        self.bias = torch.zeros(width, device=self.device, requires_grad=True)
        self.out = torch.nn.Linear(width, 1).to(self.device)
        with torch.no_grad():
            self.table.weight[self.size] = 0.0
            if known:
                self.table.weight[: self.size] = self._known(known, "table").reshape(self.size, -1)
                self.bias[:] = self._known(known, "bias")
                self.out.weight[0] = self._known(known, "out")
                self.out.bias[0] = known["last"]
        self.weights = [self.table.weight, self.bias, self.out.weight, self.out.bias]
        self.averages = [each.detach().clone() for each in self.weights]
        self.adam = torch.optim.Adam(self.weights, lr=rate)
        self.loss = torch.nn.BCEWithLogitsLoss()
        self.kept: list[tuple[Any, Any]] = []

    def _known(self, known: dict[str, Any], name: str) -> Any:
        return self.torch.tensor(whole_numbers(known[name]), device=self.device) / known["scale"]

    def net(self) -> Net:
        """The average of the last steps: a single one follows the luck of its games."""
        rows, shift, top, last = (each.detach().float().cpu().numpy().copy() for each in self.averages)
        return rows, shift, top[0], float(last[0])

    def add(self, flat: Any, sizes: Any, values: Any, keep: int) -> float:
        """New positions to learn from; how surprised the network is at them."""
        torch = self.torch
        width = int(sizes.max())
        index: Any = np.full((len(sizes), width), self.size, dtype=np.int16)
        index[np.arange(width) < sizes[:, None]] = flat
        rows, target = torch.tensor(index, device=self.device), torch.tensor(values, device=self.device)
        with torch.no_grad():
            table, shift, top, last = self.averages
            some = rows[:65536].long()
            summed = torch.nn.functional.embedding_bag(some, table, mode="sum", padding_idx=self.size)
            fresh = float(self.loss(torch.relu(summed + shift) @ top[0] + last[0], target[:65536]))
        self.kept = [*self.kept, (rows, target)][-keep:]
        return fresh

    def learn(self, seconds: float, passes: float, share: float) -> int:
        """Steps until the time is over or everything kept was seen so often."""
        torch = self.torch
        for group in self.adam.param_groups:
            group["lr"] = self.rate * (1.0 if share < 0.5 else 0.3 if share < 0.8 else 0.1)
        sizes = [len(rows) for rows, _ in self.kept]
        batch = 8192
        end = time.perf_counter() + seconds
        steps = 0
        while time.perf_counter() < end and steps * batch < passes * sum(sizes):
            rows, target = self.kept[random.choices(range(len(sizes)), sizes)[0]]
            pick = torch.randint(len(rows), (batch,), device=self.device)
            hidden = torch.relu(self.table(rows[pick].long()) + self.bias)
            loss = self.loss(self.out(hidden)[:, 0], target[pick])
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
            with torch.no_grad():
                for average, each in zip(self.averages, self.weights, strict=True):
                    average.lerp_(each, 0.003)
            steps += 1
        return steps


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--players", type=int, required=True)
    ask.add_argument("--minutes", type=float, default=8.0)
    ask.add_argument("--hidden", type=int, default=64, help="how wide a new network is")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    ask.add_argument("--seconds", type=float, default=8.0, help="play between two lessons")
    ask.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    ask.add_argument("--blend", type=float, default=0.95, help="how much of a result is what came later")
    ask.add_argument("--keep", type=int, default=8, help="generations learned from")
    ask.add_argument("--passes", type=float, default=1.0, help="how often a generation sees each position kept")
    ask.add_argument("--stray", type=float, default=0.02, help="how often an action is taken by chance")
    ask.add_argument("--duels", type=int, default=20, help="games against greedy at the end, for each process")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--resume", type=Path, help="a folder with a judgement to go on from")
    ask.add_argument("--out", type=Path, required=True, help="a folder for the judgement")
    ask.add_argument("--trials", type=int, default=0, help="do not learn: play so many games with the judgement there")
    ask.add_argument(
        "--against", default="greedy", help="greedy, intriguer, policy, search@N, judged@N; several with commas"
    )
    ask.add_argument("--mine", default="judged@300", help="who is on trial, named like those it plays against")
    ask.add_argument("--judged", default=json.dumps(dict(JUDGED)), help="the manner of the trial's search, as JSON")
    ask.add_argument("--solo", type=int, default=5, help="the level of a trial alone")
    given = ask.parse_args()
    random.seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    name = f"judgement-{given.players}.json"
    known = json.loads((given.resume / name).read_text()) if given.resume else None
    with Crew(given.jobs, given.ray) as pool:
        if given.trials:
            trials(given, pool)
            return
        played = learn(given, known, pool, given.out / name)
        print(f"players {given.players}: {played} games", flush=True)


def learn(given: argparse.Namespace, known: dict[str, Any] | None, pool: Crew, out: Path) -> int:
    teacher = Teacher(given.players, given.hidden, given.rate, known)
    start = time.perf_counter()
    length = given.minutes * 60
    played = 0
    generation = 0

    def play(own: Net | None) -> Any:
        tasks = [
            Task(given.players, own, random.getrandbits(60), given.seconds, given.blend, given.stray)
            for _ in range(pool.workers)
        ]
        return pool.begin(self_play, tasks)

    def say(own: Net, against: str, games: int) -> str:
        tasks = [Duel(given.players, own, random.getrandbits(60), games, against) for _ in range(pool.workers)]
        results = pool.map(duel, tasks)
        won, number = sum(each for each, _ in results), sum(each for _, each in results)
        return f"  wins {100 * won / number:.1f} % of {number} against {against}"

    under_way = play(teacher.net() if known else None)
    while (now := time.perf_counter() - start) < length:
        found = under_way()
        under_way = play(teacher.net() if known or generation else None)
        played += sum(each[3] for each in found)
        flat, sizes, values = (np.concatenate([each[part] for each in found]) for part in range(3))
        fresh = teacher.add(flat, sizes, values, given.keep if generation > 3 else 3) if len(sizes) else 0.0
        steps = teacher.learn(0.9 * given.seconds, given.passes, now / length) if teacher.kept else 0
        line = f"{now:5.0f} s  players {given.players}  generation {generation:3}  games {played}"
        print(f"{line}  positions {len(sizes)}  steps {steps}  loss on new games {fresh:.4f}", flush=True)
        generation += 1
    under_way()
    source = f"learned by self-play with tools/learn_pax.py: {played} games, seed {given.seed}"
    if known:
        source += f", going on from: {known['source']}"
    own = teacher.net()
    out.write_text(encode(own, source))
    if given.duels:
        for against in ("greedy", "policy", "intriguer") if given.players > 1 else ("nobody",):
            print(f"players {given.players}:{say(own, against, given.duels)}", flush=True)
    return played


if __name__ == "__main__":
    main()
