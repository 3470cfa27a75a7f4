"""Learn how to judge a position of Roma, by self-play: ``python tools/learn_roma.py --minutes 20 --out DIR``.

As Tesauro's backgammon program did: a small network says how likely the seat is to win, games are played by taking the
action whose outcome it likes best, and it is taught what came of them (returns blended with its own later judgements).
The first games are played by the evaluation of insight.py. Needs PyTorch (a graphics card helps) and NumPy; the result,
``judgement.json``, belongs in ``src/ludi/games/roma/data`` and needs neither to be used.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludi.bots.greedy import GreedyBot
from ludi.core import FastDice
from ludi.games.roma import GAME
from ludi.games.roma.components import ACTIVATE, DRAW, END, RETHROW
from ludi.games.roma.features import DRAWING, SIZE, facts
from ludi.games.roma.insight import result
from ludi.games.roma.judgement import FACES, REPEATS, decode, whole_numbers
from ludi.games.roma.phases import OVER
from ludi.games.roma.rules import RomaState

WIDTH = 112
"""Room for the facts of one position; what is left points at the row of zeros at the end."""
SCALE = 2048
"""The file has whole numbers: so many to 1."""
LONGEST = 1500
"""Decisions after which a game is given up."""

Net = tuple[Any, Any, Any, float]


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


def first_guess(state: RomaState, seat: int, legal: list[int], rng: random.Random) -> int:
    """How the first games are played: one step ahead with the evaluation of ``insight.py``, and some chance."""
    if rng.random() < 0.1:
        return rng.choice(legal)
    best, action = -1.0, legal[0]
    sample = state.veil(seat).unveil(seat, rng)
    for each in legal:
        after = sample.copy()
        after.play(seat, each)
        worth = GAME.insight.evaluate(after, seat)
        if worth > best:
            best, action = worth, each
    return action


def play(net: Net | None, rng: random.Random, blend: float, stray: float) -> list[tuple[list[int], float]]:
    """One game: the positions with what to teach about them."""
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
            turn = state.turns
            state.play(seat, legal[0])
            if state.turns != turn and state.actors():
                seen[seat].append((facts(state, seat), -1.0))
            continue
        if net is None:
            action, worth = first_guess(state, seat, legal, rng), -1.0
        else:
            values = worths(net, state, seat, legal, rng)
            worth = max(values)
            action = legal[values.index(worth)] if rng.random() >= stray else rng.choice(legal)
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
    lessons: list[tuple[list[int], float]] = []
    for seat in range(2):
        value = returns[seat]
        for row, worth in reversed(seen[seat]):
            lessons.append((row, value))
            if worth >= 0:
                value = blend * value + (1.0 - blend) * worth
    return lessons


def self_play(task: tuple[Net | None, int, float, float, float]) -> tuple[Any, Any, int]:
    """Games for some seconds, as arrays."""
    net, seed, seconds, blend, stray = task
    rng = random.Random(seed)
    end = time.perf_counter() + seconds
    lessons: list[tuple[list[int], float]] = []
    games = 0
    while time.perf_counter() < end:
        lessons += play(net, rng, blend, stray)
        games += 1
    index: Any = np.full((len(lessons), WIDTH), SIZE, dtype=np.int16)
    for place, (row, _) in enumerate(lessons):
        index[place, : len(row)] = row[:WIDTH]
    return index, np.array([value for _, value in lessons], dtype=np.float32), games


def duel(task: tuple[Net, int, int]) -> float:
    """One step by the net against greedy."""
    net, seed, seat = task
    rng = random.Random(seed)
    greedy = GreedyBot(GAME)
    state = GAME.deal(GAME.box({}), FastDice(rng))
    while actors := state.actors():
        actor = actors[0]
        legal = state.legal(actor)
        if len(legal) == 1:
            action = legal[0]
        elif actor == seat:
            values = worths(net, state, actor, legal, rng)
            action = legal[values.index(max(values))]
        else:
            action = greedy.choose(state.perspective(actor), rng)
        state.play(actor, action)
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


def main() -> None:
    try:
        import torch
    except ImportError:
        sys.exit("Learning needs PyTorch: pip install torch")

    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--minutes", type=float, default=20.0)
    ask.add_argument("--hidden", type=int, default=64)
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--seconds", type=float, default=8.0, help="self-play between two lessons")
    ask.add_argument("--rate", type=float, default=1e-3, help="how fast it learns at first")
    ask.add_argument(
        "--blend", type=float, default=0.95, help="how much of a return is what came later, not the own judgement"
    )
    ask.add_argument("--keep", type=int, default=12, help="generations learned from")
    ask.add_argument("--stray", type=float, default=0.02, help="how often an action is taken by chance")
    ask.add_argument("--resume", type=Path, help="a judgement.json to go on from")
    ask.add_argument("--out", type=Path, required=True, help="a folder for judgement.json")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    start = time.perf_counter()
    table = torch.nn.EmbeddingBag(SIZE + 1, given.hidden, mode="sum", padding_idx=SIZE).to(device)
    torch.nn.init.normal_(table.weight, std=0.05)
    with torch.no_grad():
        table.weight[SIZE] = 0.0
    bias = torch.zeros(given.hidden, device=device, requires_grad=True)
    out = torch.nn.Linear(given.hidden, 1).to(device)
    if given.resume:
        known = json.loads(given.resume.read_text())
        decode(known)

        def numbers(name: str) -> Any:
            return torch.tensor(whole_numbers(known[name]), device=device) / known["scale"]

        with torch.no_grad():
            table.weight[:SIZE] = numbers("table").reshape(SIZE, -1)
            bias[:] = numbers("bias")
            out.weight[0] = numbers("out")
            out.bias[0] = known["last"]
    learner = torch.optim.Adam([*table.parameters(), bias, *out.parameters()], lr=given.rate)
    lose = torch.nn.BCEWithLogitsLoss()

    def net() -> Net:
        return (
            table.weight.detach().cpu().numpy().copy(),
            bias.detach().cpu().numpy().copy(),
            out.weight.detach().cpu().numpy()[0].copy(),
            float(out.bias.detach().cpu()[0]),
        )

    def save(name: str) -> None:
        rows, shift, top, last = net()
        (given.out / name).write_text(encode(rows[:SIZE], shift, top, last))

    kept: list[tuple[Any, Any]] = []
    generation = 0
    played = 0
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        while (now := time.perf_counter() - start) < given.minutes * 60:
            share = now / (given.minutes * 60)
            for group in learner.param_groups:
                group["lr"] = given.rate * (1.0 if share < 0.4 else 0.3 if share < 0.75 else 0.1)
            first = generation == 0 and not given.resume
            tasks = [
                (
                    None if first else net(),
                    random.getrandbits(60),
                    given.seconds,
                    given.blend,
                    given.stray,
                )
                for _ in range(given.jobs)
            ]
            games = 0
            fresh_rows, fresh_values = [], []
            for rows, values, number in pool.map(self_play, tasks, chunksize=1):
                fresh_rows.append(rows)
                fresh_values.append(values)
                games += number
            played += games
            kept.append((np.concatenate(fresh_rows), np.concatenate(fresh_values)))
            kept = kept[-given.keep :] if generation > 3 else kept[-2:]
            index = torch.tensor(np.concatenate([rows for rows, _ in kept]), device=device)
            target = torch.tensor(np.concatenate([values for _, values in kept]), device=device)
            losses = []
            batch = 4096
            steps = min(600, 2 * len(index) // batch) if generation else 4 * len(index) // batch
            for _ in range(steps):
                pick = torch.randint(len(index), (batch,), device=device)
                hidden = torch.relu(table(index[pick].long()) + bias)
                loss = lose(out(hidden)[:, 0], target[pick])
                learner.zero_grad()
                loss.backward()
                learner.step()
                losses.append(loss.detach())
            mean = float(torch.stack(losses).mean()) if losses else 0.0
            line = f"{now:6.0f} s  generation {generation:3}  games {played}  positions {len(index)}  loss {mean:.4f}"
            if generation % 8 == 0:
                size = 12 * given.jobs
                results = pool.map(duel, [(net(), random.getrandbits(60), n % 2) for n in range(size)], chunksize=1)
                line += f"  beats greedy {100 * sum(results) / size:.0f} % of {size}"
                save("judgement.json")
            print(line, flush=True)
            generation += 1
        size = 30 * given.jobs
        results = pool.map(duel, [(net(), random.getrandbits(60), n % 2) for n in range(size)], chunksize=1)
        print(f"at the end: beats greedy {100 * sum(results) / size:.1f} % of {size}", flush=True)
    save("judgement.json")


if __name__ == "__main__":
    main()
