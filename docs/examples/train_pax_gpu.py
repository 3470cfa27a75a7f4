# %% [markdown]
# # An agent learns PAX on a graphics card
#
# Thousands of games side by side, stepped by as many processes as the machine has cores (`ludi.research.vector`), and
# a learner that reads whole batches of them: proximal policy optimisation (PPO) against itself, in PyTorch, on the
# graphics card if there is one. The curve shows how often the agent beats `greedy` meanwhile.
#
# This needs PyTorch beside the doors. Compiled engines (`make fast`) step several times as fast. Run it as a script,
# `python docs/examples/train_pax_gpu.py`, or cell by cell in any editor that knows `# %%`; with `--speed` it learns for
# some seconds only with each number of workers and says how many decisions a second that makes.

# %%
from __future__ import annotations

import argparse
import os
import random
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from curves import curve
from ludi.bots import find
from ludi.core import SeededDice, registry, seed_from_text
from ludi.research.encoding import Encoder
from ludi.research.vector import Many, table

try:
    import torch
except ImportError:
    sys.exit("This example needs PyTorch: pip install torch")

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


# %% [markdown]
# ## The agent
# Two hidden layers, a number for each action and one for the position: the share of the win that the seat on turn
# expects, as a logarithm of odds.


# %%
class Agent(torch.nn.Module):
    def __init__(self, slots: int, actions: int, hidden: int = 512) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Linear(slots, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, hidden), torch.nn.ReLU()
        )
        self.policy = torch.nn.Linear(hidden, actions)
        self.worth = torch.nn.Linear(hidden, 1)
        torch.nn.init.normal_(self.policy.weight, std=0.01)
        self.to(DEVICE)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithm of each action's chance, and the expected share of the win."""
        inner = self.body(seen)
        logs = torch.log_softmax(self.policy(inner).masked_fill(~masks, -1e9), 1)
        return logs, self.worth(inner)[:, 0]


# %% [markdown]
# ## A window of every game
# So many decisions of each game, whoever makes them. What a decision was worth is reckoned backwards, seat by seat:
# from the seat's own next decision, or from the result where the game ended before.


# %%
class Window(NamedTuple):
    seen: Any
    masks: Any
    actions: Any
    logs: Any
    better: Any
    aims: Any

    def decisions(self) -> int:
        return len(self.actions)


class Player:
    def __init__(self, many: Many, agent: Agent) -> None:
        self.many = many
        self.agent = agent
        self.finished = 0

    def look(self) -> tuple[Any, Any, Any]:
        seen = torch.from_numpy(self.many.observations).to(DEVICE)
        masks = torch.from_numpy(self.many.masks).to(DEVICE).bool()
        return seen, masks, torch.from_numpy(self.many.to_play.astype(np.int64)).to(DEVICE)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def window(self, length: int, trace: float = 0.95) -> Window:
        kept: list[tuple[Any, ...]] = []
        rows = torch.arange(self.many.games, device=DEVICE)
        for _ in range(length):
            seen, masks, seats = self.look()
            logs, odds = self.agent(seen, masks)
            actions = torch.multinomial(logs.exp(), 1)[:, 0]
            self.many.step(actions.cpu().numpy())
            self.finished += int(self.many.over.sum())
            over = torch.from_numpy(self.many.over.copy()).to(DEVICE)
            returns = torch.from_numpy(self.many.returns.copy()).to(DEVICE)
            kept.append((seen.half(), masks, seats, actions, logs[rows, actions], torch.sigmoid(odds), over, returns))
        seen, masks, seats = self.look()
        expected = torch.sigmoid(self.agent(seen, masks)[1])
        # Two players share one win: what one does not expect, the other does.
        ahead = (1.0 - expected)[:, None].repeat(1, 2)
        ahead[rows, seats] = expected
        gain = torch.zeros_like(ahead)
        gains: list[Any] = []
        for _, _, seats, _, _, worth, over, returns in reversed(kept):
            ahead = torch.where(over[:, None], returns, ahead)
            gain = torch.where(over[:, None], torch.zeros_like(gain), gain)
            gain[rows, seats] = ahead[rows, seats] - worth + trace * gain[rows, seats]
            ahead[rows, seats] = worth
            gains.append(gain[rows, seats].clone())
        gains.reverse()
        seen, masks, _, actions, logs, worth, _, _ = (torch.cat(part) for part in zip(*kept, strict=True))
        better = torch.cat(gains)
        free = masks.sum(1) > 1
        return Window(*(part[free] for part in (seen, masks, actions, logs, better, (better + worth).clamp(0.0, 1.0))))


# %% [markdown]
# ## Learning
# What went better than expected becomes likelier, but never by much in one window.


# %%
def learn(agent: Agent, adam: Any, window: Window, batch: int, rounds: int = 2, near: float = 0.2) -> None:
    mean, spread = window.better.mean(), window.better.std() + 1e-6
    for _ in range(rounds):
        for part in torch.randperm(window.decisions(), device=DEVICE).split(batch):
            logs, odds = agent(window.seen[part].float(), window.masks[part])
            ratio = torch.exp(logs.gather(1, window.actions[part, None])[:, 0] - window.logs[part])
            better = (window.better[part] - mean) / spread
            policy = torch.minimum(ratio * better, ratio.clamp(1.0 - near, 1.0 + near) * better).mean()
            curiosity = -(logs.exp() * logs).sum(1).mean()
            worth = torch.nn.functional.binary_cross_entropy_with_logits(odds, window.aims[part])
            adam.zero_grad()
            (worth - policy - 0.01 * curiosity).backward()
            torch.nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


# %% [markdown]
# ## Against another bot
# The agent takes what it finds likeliest, from either seat.


# %%
@torch.no_grad()  # type: ignore[untyped-decorator]
def wins(agent: Agent, opponent: str, games: int, seed: int) -> float:
    """Its share of so many games."""
    game = registry.find("pax")
    box = game.box({"players": 2})
    encoder = Encoder.of("pax", {"players": 2})
    numbers = list(box.vocabulary)
    places = {number: place for place, number in enumerate(numbers)}
    bot, rng = find(opponent, game), random.Random(seed)
    score = 0.0
    for number in range(games):
        state = game.deal(box, SeededDice(seed_from_text(f"{seed}-{number // 2}")))
        while actors := state.actors():
            seat = actors[0]
            if seat != number % 2:
                state.play(seat, bot.choose(state.perspective(seat), rng))
                continue
            legal = state.legal(seat)
            masks = torch.zeros(1, len(numbers), dtype=torch.bool)
            masks[0, [places[action] for action in legal]] = True
            seen = torch.tensor(encoder.encode(state.view(seat)))[None]
            logs, _ = agent(seen.to(DEVICE), masks.to(DEVICE))
            state.play(seat, numbers[int(logs.argmax())])
        outcome = state.outcome()
        assert outcome is not None
        score += outcome.returns(2)[number % 2]
    return score / games


# %% [markdown]
# ## Training


# %%
def train(
    seconds: float,
    games: int = 4096,
    workers: int | None = None,
    length: int = 64,
    tried: int = 100,
    every: float = 60.0,
    opponent: str = "greedy",
    hidden: int = 512,
) -> tuple[list[tuple[float, float]], int, int, float]:
    """After so many seconds of learning such a share of wins; games and decisions seen; how long it learned."""
    with table("pax", games=games, workers=workers, players=2) as many:
        many.reset(seed=1)
        torch.manual_seed(1)
        agent = Agent(many.encoder.size, many.masks.shape[1], hidden)
        adam = torch.optim.Adam(agent.parameters(), lr=3e-4)
        player = Player(many, agent)
        shares = [(0.0, wins(agent, opponent, tried, 0))] if tried else []
        decisions, learned = 0, 0.0
        while learned < seconds:
            began = time.monotonic()
            for group in adam.param_groups:
                group["lr"] = 3e-4 * max(0.1, 1.0 - learned / seconds)
            window = player.window(length)
            decisions += length * games
            learn(agent, adam, window, batch=min(16384, max(64, window.decisions() // 8)))
            learned += time.monotonic() - began
            if tried and (learned - shares[-1][0] >= every or learned >= seconds):
                shares.append((learned, wins(agent, opponent, tried, len(shares))))
        return shares, player.finished, decisions, learned


# %%
def speeds(seconds: float, games: int, upto: int) -> None:
    """Decisions a second with 1, 2, 4 ... workers: stepped by chance alone, and with the learner."""
    workers = 1
    while workers <= upto:
        with table("pax", games=games, workers=workers, players=2) as many:
            many.reset(seed=1)
            actions = many.sample()
            steps, spent, until = 0, 0.0, time.monotonic() + seconds / 2
            while time.monotonic() < until:
                began = time.monotonic()
                many.step(actions)
                spent += time.monotonic() - began
                steps += games
                actions = many.sample()
        _, _, decisions, learned = train(seconds / 2, games, workers, length=16, tried=0)
        print(
            f"{workers:2} workers: {steps / spent:9,.0f} steps a second, {decisions / learned:9,.0f} with the learner",
            flush=True,
        )
        workers *= 2


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="Train an agent for PAX on a graphics card and draw its curve.")
    parser.add_argument("--seconds", type=float, default=300.0, help="of learning")
    parser.add_argument("--games", type=int, default=4096, help="so many side by side")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes that step them")
    parser.add_argument("--opponent", default="greedy", help="the bot that the curve is about")
    parser.add_argument("--tried", type=int, default=100, help="games for each point of the curve")
    parser.add_argument("--speed", action="store_true", help="no training: how fast it is with 1, 2, 4 ... workers")
    parser.add_argument("--out", type=Path, default=Path("train_pax_gpu.svg"))
    arguments = parser.parse_args()
    print(f"learner on {DEVICE}, {arguments.games} games")
    if arguments.speed:
        speeds(arguments.seconds, arguments.games, arguments.workers)
        return
    shares, finished, decisions, _ = train(
        arguments.seconds,
        arguments.games,
        arguments.workers,
        tried=arguments.tried,
        every=arguments.seconds / 6,
        opponent=arguments.opponent,
    )
    told = f"seconds of learning; each point is the share of wins against {arguments.opponent}"
    arguments.out.write_text(curve(shares, told), encoding="utf-8")
    print(f"{finished:,} games, {decisions:,} decisions; wins against {arguments.opponent}:", end=" ")
    print(", ".join(f"{share:.0%} after {at:.0f} s" for at, share in shares))


if __name__ == "__main__":
    main()
