# %% [markdown]
# # A small agent learns PAX
#
# Two players, a linear softmax policy over what can be seen of each action, REINFORCE with a baseline, nothing but
# NumPy and PettingZoo. A few minutes on one core take it from random play to winning most games against a random
# player. Run it as a script (`python docs/examples/train_pax.py`) or cell by cell in any editor that knows `# %%`.

# %%
from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

from curves import curve
from ludi.research.pettingzoo import env

# %% [markdown]
# ## The agent
# For every legal action it has one weight per action and one per pair of (action's verb, slot of the observation). The
# action is drawn from the softmax of these sums.


# %%
class Agent:
    def __init__(self, table: Any, seed: int = 0) -> None:
        inner = table.unwrapped
        words = [inner.word(number) for number in range(len(inner.numbers))]
        verbs = sorted({word.partition(":")[0] for word in words})
        self.verb_of = np.array([verbs.index(word.partition(":")[0]) for word in words])
        self.by_action = np.zeros(len(words))
        self.by_view = np.zeros((len(verbs), inner.encoder.size))
        self.rng = np.random.default_rng(seed)

    def chances(self, vector: Any, legal: Any) -> Any:
        sums = self.by_action[legal] + (self.by_view @ vector)[self.verb_of[legal]]
        weights = np.exp(sums - sums.max())
        return weights / weights.sum()

    def choose(self, vector: Any, legal: Any) -> int:
        return int(self.rng.choice(legal, p=self.chances(vector, legal)))

    def learn(self, decisions: list[tuple[Any, Any, int]], advantage: float, rate: float) -> None:
        """Make what was done likelier if it went better than expected, and less likely if worse."""
        for vector, legal, action in decisions:
            step = -self.chances(vector, legal)
            step[np.flatnonzero(legal == action)[0]] += 1.0
            step *= rate * advantage
            self.by_action[legal] += step
            verbs = np.zeros(len(self.by_view))
            np.add.at(verbs, self.verb_of[legal], step)
            self.by_view += 0.1 * np.outer(verbs, vector)


# %% [markdown]
# ## One game
# The agent sits on one seat, a random player on the other.


# %%
def play(table: Any, agent: Agent, seat: str, seed: int, chance: random.Random) -> tuple[float, list[Any]]:
    table.reset(seed=seed)
    decisions: list[Any] = []
    worth = 0.0
    for who in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if who == seat:
            worth += reward
        if over:
            table.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        if who != seat:
            table.step(chance.choice(legal.tolist()))
        elif len(legal) == 1:
            table.step(int(legal[0]))
        else:
            vector = observation["observation"].astype(float)
            action = agent.choose(vector, legal)
            decisions.append((vector, legal, action))
            table.step(action)
    return worth, decisions


# %% [markdown]
# ## Training


# %%
def train(games: int, seed: int = 1, rate: float = 0.05, window: int = 50) -> list[float]:
    """The share of wins in each window of games; the steps become smaller, so that what was learned stays."""
    table = env("pax", players=2)
    agent = Agent(table, seed)
    chance = random.Random(seed)
    baseline = 0.5
    wins: list[float] = []
    for number in range(games):
        worth, decisions = play(table, agent, f"seat_{number % 2}", seed * 1_000_000 + number, chance)
        agent.learn(decisions, worth - baseline, rate / (1 + number / 300))
        baseline += 0.02 * (worth - baseline)
        wins.append(worth)
    return [sum(wins[first : first + window]) / window for first in range(0, games - window + 1, window)]


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent on PAX for two and draw its curve.")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--out", type=Path, default=Path("train_pax.svg"))
    arguments = parser.parse_args()
    window = max(1, min(100, arguments.games // 10))
    shares = train(arguments.games, window=window)
    told = f"games played; each point is the share of wins against a random player in the last {window}"
    points = [(window * number, share) for number, share in enumerate(shares, 1)]
    arguments.out.write_text(curve(points, told), encoding="utf-8")
    print(f"{arguments.games} games; wins in the first window {shares[0]:.0%}, in the last {shares[-1]:.0%}")


if __name__ == "__main__":
    main()
