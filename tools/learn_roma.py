"""Learn how to judge a position of Roma, by self-play: ``python tools/learn_roma.py --minutes 20 --out DIR``.

As Tesauro's backgammon program did: a small network says how likely the seat is to win, games are played by taking the
action whose outcome it likes best (or by a search with it, and against greedy), and it is taught what came of them
(returns blended with its own later judgements). The first games are played by the evaluation of insight.py.
Needs PyTorch (a graphics card helps) and NumPy; the result, ``judgement.json``, belongs in
``src/ludi/games/roma/data`` and needs neither to be used.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.greedy import GreedyBot
from ludi.bots.levels import style_for
from ludi.bots.pool import Crew
from ludi.bots.search import Budget, SearchBot
from ludi.core import FastDice
from ludi.core.network import whole_numbers
from ludi.games.roma import GAME
from ludi.games.roma.components import ACTIVATE, DRAW, END, RETHROW
from ludi.games.roma.features import DRAWING, SIZE, facts
from ludi.games.roma.insight import result
from ludi.games.roma.judgement import FACES, REPEATS, decode
from ludi.games.roma.phases import OVER
from ludi.games.roma.policy import RomaPlayouts
from ludi.games.roma.rules import RomaState

WIDTH = 112
"""Room for the facts of one position; what is left points at the row of zeros at the end."""
SCALE = 2048
"""The file has whole numbers: so many to 1."""
LONGEST = 1500
"""Decisions after which a game is given up."""

Net = tuple[Any, Any, Any, float]
Lesson = tuple[list[int], float]
"""The facts of a position and the chance to teach."""


def judge(net: Net, rows: list[list[int]]) -> Any:
    """The chances of many positions at once."""
    table, bias, out, last = net
    flat = [fact for row in rows for fact in row]
    starts = np.cumsum([0, *[len(row) for row in rows[:-1]]])
    hidden = np.maximum(np.add.reduceat(table[flat], starts) + bias, 0.0)
    return 1.0 / (1.0 + np.exp(-(hidden @ out + last)))


def worths(net: Net, state: RomaState, seat: int, legal: list[int], rng: random.Random) -> list[float]:
    """What each action is worth by the net, as :meth:`Judgement.worths` reckons it, for all outcomes at once."""
    rows: list[list[int]] = []
    owners: list[tuple[int, float]] = []
    total = [0.0] * len(legal)
    sample = state.veil(seat).unveil(seat, rng)
    before = sample.irrevocable
    here: list[int] | None = None

    def look(after: RomaState, number: int, share: float) -> None:
        if after.phase == OVER:
            total[number] += share * result(after, seat)
        else:
            rows.append(facts(after, seat))
            owners.append((number, share))

    for number, action in enumerate(legal):
        if DRAW <= action < ACTIVATE:
            if here is None:
                here = facts(state, seat)
            rows.append([*here, DRAWING + action - DRAW])
            owners.append((number, 1.0))
            continue
        after = sample.copy()
        after.play(seat, action)
        if after.irrevocable == before or action == END:
            look(after, number, 1.0)
        elif action == RETHROW:
            for _ in range(REPEATS):
                after = sample.copy()
                after.play(seat, action)
                look(after, number, 1 / REPEATS)
        else:
            for face in FACES:
                after = sample.copy()
                after.dice = face
                after.play(seat, action)
                look(after, number, 1 / len(FACES))
    if rows:
        for (owner, share), value in zip(owners, judge(net, rows), strict=True):
            total[owner] += share * float(value)
    return total


Player = Callable[[RomaState, int, list[int], random.Random], tuple[int, float]]
"""How a seat decides: the action, and its chance to win as the player sees it (-1: he does not say)."""


def beginner(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> tuple[int, float]:
    """How the first games are played: one action ahead with the evaluation of ``insight.py``, and some chance."""
    if rng.random() < 0.1:
        return rng.choice(legal), -1.0
    best, action = -1.0, legal[0]
    sample = state.veil(seat).unveil(seat, rng)
    for each in legal:
        after = sample.copy()
        after.play(seat, each)
        worth = GAME.insight.evaluate(after, seat)
        if worth > best:
            best, action = worth, each
    return action, -1.0


def one_ahead(net: Net) -> Player:
    """Takes the action whose outcome the net likes best."""

    def decide(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> tuple[int, float]:
        values = worths(net, state, seat, legal, rng)
        worth = max(values)
        return legal[values.index(worth)], worth

    return decide


def searcher(net: Net, iterations: int) -> Player:
    """Searches with the net."""
    bot = SearchBot(GAME, Budget(iterations), style=style_for(GAME))
    playouts = RomaPlayouts()
    playouts.judgement = decode(json.loads(encode(net[0][:SIZE], net[1], net[2], net[3])))
    bot.insight = playouts

    def decide(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> tuple[int, float]:
        best = bot.think(state.perspective(seat), rng).judgements[0]
        return best.action, best.chances[seat]

    return decide


def greedy() -> Player:
    bot = GreedyBot(GAME)

    def decide(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> tuple[int, float]:
        return bot.choose(state.perspective(seat), rng), -1.0

    return decide


def learner(net: Net, iterations: int) -> Player:
    return searcher(net, iterations) if iterations else one_ahead(net)


def play(players: tuple[Player, Player], rng: random.Random, blend: float, stray: float) -> list[Lesson]:
    """One game: the positions with what to teach about them. Both stray now and then: an action by chance."""
    state = GAME.deal(GAME.box({}), FastDice(rng))
    seen: list[list[tuple[list[int], float]]] = [[], []]
    decisions = 0
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        decisions += 1
        if decisions > LONGEST:
            return []
        if len(legal) == 1:
            action, worth = legal[0], -1.0
        else:
            action, worth = players[seat](state, seat, legal, rng)
            if rng.random() < stray:
                action = rng.choice(legal)
            here = facts(state, seat)
            seen[seat].append((here, worth))
            if DRAW <= action < ACTIVATE:
                seen[seat].append(([*here, DRAWING + action - DRAW], worth))
        turn = state.turns
        state.play(seat, action)
        if state.turns != turn and state.actors():
            seen[seat].append((facts(state, seat), worth))
    outcome = state.outcome()
    assert outcome is not None
    returns = outcome.returns(2) if outcome.winners else [0.5, 0.5]
    lessons: list[Lesson] = []
    for seat in range(2):
        value = returns[seat]
        for row, worth in reversed(seen[seat]):
            lessons.append((row, value))
            if worth >= 0:
                value = blend * value + (1.0 - blend) * worth
    return lessons


class Task(NamedTuple):
    """Games for one process."""

    net: Net | None
    seed: int
    seconds: float
    blend: float
    stray: float
    iterations: int
    greedy: float


def self_play(task: Task) -> tuple[Any, Any, int]:
    """Games for some seconds, as arrays: against itself, and now and then against greedy."""
    rng = random.Random(task.seed)
    end = time.perf_counter() + task.seconds
    lessons: list[Lesson] = []
    games = 0
    own = beginner if task.net is None else learner(task.net, task.iterations)
    other = greedy()
    while time.perf_counter() < end:
        players = (own, own) if rng.random() >= task.greedy else (own, other) if games % 2 else (other, own)
        lessons += play(players, rng, task.blend, task.stray)
        games += 1
    index: Any = np.full((len(lessons), WIDTH), SIZE, dtype=np.int16)
    for place, (row, _) in enumerate(lessons):
        index[place, : len(row)] = row[:WIDTH]
    return index, np.array([value for _, value in lessons], dtype=np.float32), games


def duel(task: tuple[Net, int, int, int]) -> float:
    """The net, one action ahead or by a search, against greedy."""
    net, seed, seat, iterations = task
    rng = random.Random(seed)
    own, other = learner(net, iterations), greedy()
    state = GAME.deal(GAME.box({}), FastDice(rng))
    while actors := state.actors():
        actor = actors[0]
        legal = state.legal(actor)
        player = own if actor == seat else other
        state.play(actor, legal[0] if len(legal) == 1 else player(state, actor, legal, rng)[0])
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns(2)[seat]


def encode(table: Any, bias: Any, out: Any, last: float) -> str:
    """The file that :func:`ludi.games.roma.judgement.decode` reads."""

    def numbers(values: Any) -> str:
        whole = np.clip(np.round(np.asarray(values) * SCALE), -32768, 32767).astype("<i2")
        return b64encode(whole.tobytes()).decode()

    data = {
        "source": "learned by self-play with tools/learn_roma.py",
        "facts": SIZE,
        "hidden": len(bias),
        "scale": SCALE,
        "table": numbers(table),
        "bias": numbers(bias),
        "out": numbers(out),
        "last": round(last, 4),
    }
    return json.dumps(data, indent=1) + "\n"


def averaged(first: dict[str, Any], second: dict[str, Any], share: float) -> str:
    """Two networks side by side as one: its lead is ``share`` of the first's and the rest of the second's."""

    def numbers(known: dict[str, Any], name: str) -> Any:
        return np.array(whole_numbers(known[name])) / known["scale"]

    tables = [numbers(known, "table").reshape(SIZE, -1) for known in (first, second)]
    return encode(
        np.hstack(tables),
        np.concatenate([numbers(first, "bias"), numbers(second, "bias")]),
        np.concatenate([share * numbers(first, "out"), (1.0 - share) * numbers(second, "out")]),
        share * first["last"] + (1.0 - share) * second["last"],
    )


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--minutes", type=float, default=20.0)
    ask.add_argument("--hidden", type=int, default=64, help="how wide a new network is")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    ask.add_argument("--seconds", type=float, default=8.0, help="play between two lessons")
    ask.add_argument("--iterations", type=int, default=0, help="play by a search of so many; 0: one action ahead")
    ask.add_argument("--greedy", type=float, default=0.0, help="the share of games that are played against greedy")
    ask.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    ask.add_argument(
        "--blend", type=float, default=0.95, help="how much of a return is what came later, not the own judgement"
    )
    ask.add_argument("--keep", type=int, default=12, help="generations learned from")
    ask.add_argument("--passes", type=float, default=2.0, help="how often a generation sees each position kept")
    ask.add_argument("--stray", type=float, default=0.02, help="how often an action is taken by chance")
    ask.add_argument("--duels", type=int, default=30, help="games against greedy at the end, for each process")
    ask.add_argument("--resume", type=Path, help="a judgement.json to go on from")
    ask.add_argument("--out", type=Path, required=True, help="a folder for judgement.json")
    ask.add_argument("--average", type=Path, help="do not learn: write the average of --resume and this one")
    ask.add_argument("--share", type=float, default=0.5, help="how much --resume counts in the average")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    known = json.loads(given.resume.read_text()) if given.resume else None
    if given.average:
        if known is None:
            ask.error("--average needs --resume: the other of the two")
        (given.out / "judgement.json").write_text(averaged(known, json.loads(given.average.read_text()), given.share))
        return
    try:
        import torch
    except ImportError:
        sys.exit("Learning needs PyTorch: pip install torch")
    width = known["hidden"] if known else given.hidden
    device = "cuda" if torch.cuda.is_available() else "cpu"
    start = time.perf_counter()
    table = torch.nn.EmbeddingBag(SIZE + 1, width, mode="sum", padding_idx=SIZE).to(device)
    torch.nn.init.normal_(table.weight, std=0.05)
    with torch.no_grad():
        table.weight[SIZE] = 0.0
    bias = torch.zeros(width, device=device, requires_grad=True)
    out = torch.nn.Linear(width, 1).to(device)
    if known:
        decode(known)

        def numbers(name: str) -> Any:
            return torch.tensor(whole_numbers(known[name]), device=device) / known["scale"]

        with torch.no_grad():
            table.weight[:SIZE] = numbers("table").reshape(SIZE, -1)
            bias[:] = numbers("bias")
            out.weight[0] = numbers("out")
            out.bias[0] = known["last"]
    weights = [table.weight, bias, out.weight, out.bias]
    averages = [each.detach().clone() for each in weights]
    teacher = torch.optim.Adam(weights, lr=given.rate)
    lose = torch.nn.BCEWithLogitsLoss()

    def net() -> Net:
        """The average of the last steps: a single one follows the luck of its games."""
        rows, shift, top, last = (each.cpu().numpy().copy() for each in averages)
        return rows, shift, top[0], float(last[0])

    def save() -> None:
        rows, shift, top, last = net()
        (given.out / "judgement.json").write_text(encode(rows[:SIZE], shift, top, last))

    def duels(pool: Crew, number: int, iterations: int) -> str:
        own = net()
        tasks = [(own, random.getrandbits(60), each % 2, iterations) for each in range(number)]
        results = pool.map(duel, tasks)
        how = f"a search of {iterations}" if iterations else "one action ahead"
        return f"  {how} beats greedy in {100 * sum(results) / number:.1f} % of {number}"

    kept: list[tuple[Any, Any]] = []
    generation = 0
    played = 0
    with Crew(given.jobs, given.ray) as pool:
        while (now := time.perf_counter() - start) < given.minutes * 60:
            share = now / (given.minutes * 60)
            for group in teacher.param_groups:
                group["lr"] = given.rate * (1.0 if share < 0.4 else 0.3 if share < 0.75 else 0.1)
            own = None if generation == 0 and not given.resume else net()
            tasks = [
                Task(
                    own,
                    random.getrandbits(60),
                    given.seconds,
                    given.blend,
                    given.stray,
                    given.iterations,
                    given.greedy,
                )
                for _ in range(pool.workers)
            ]
            found = pool.map(self_play, tasks)
            played += sum(games for _, _, games in found)
            index = torch.tensor(np.concatenate([rows for rows, _, _ in found]), device=device)
            target = torch.tensor(np.concatenate([values for _, values, _ in found]), device=device)
            with torch.no_grad():
                rows, shift, top, last = averages
                hidden = torch.relu(table_sum(torch, index, rows) + shift)
                fresh = float(lose(hidden @ top[0] + last[0], target))
            kept.append((index, target))
            kept = kept[-given.keep :] if generation > 3 else kept[-2:]
            sizes = [len(rows) for rows, _ in kept]
            batch = 4096
            steps = min(600, int(given.passes * sum(sizes)) // batch)
            for place in random.choices(range(len(kept)), sizes, k=steps):
                index, target = kept[place]
                pick = torch.randint(len(index), (batch,), device=device)
                hidden = torch.relu(table(index[pick].long()) + bias)
                loss = lose(out(hidden)[:, 0], target[pick])
                teacher.zero_grad()
                loss.backward()
                teacher.step()
                with torch.no_grad():
                    for average, each in zip(averages, weights, strict=True):
                        average.lerp_(each, 0.005)
            line = f"{now:6.0f} s  generation {generation:3}  games {played}  positions {sum(sizes)}"
            line += f"  loss on new games {fresh:.4f}"
            if generation % 8 == 0:
                line += duels(pool, 12 * pool.workers, 0)
                save()
            print(line, flush=True)
            generation += 1
        save()
        if given.duels:
            print(f"at the end:{duels(pool, given.duels * pool.workers, given.iterations)}", flush=True)


def table_sum(torch: Any, index: Any, rows: Any) -> Any:
    """The rows of every position added up."""
    return torch.nn.functional.embedding_bag(index.long(), rows, mode="sum", padding_idx=SIZE)


if __name__ == "__main__":
    main()
