# %% [markdown]
# # An agent learns PAX from hundreds of games at once
#
# Two players, a small network with a policy and a judgement, many games side by side (`ludi.research.vector`), nothing
# but NumPy. The agent plays both seats of every game against itself; the curve shows how often it beats a random
# player meanwhile. Run it as a script (`python docs/examples/train_pax_many.py`) or cell by cell in any editor that
# knows `# %%`.

# %%
from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from curves import curve
from ludi.research.vector import Many, table

# %% [markdown]
# ## The network
# One hidden layer; from it one number for every action and one for the position. Adam makes the steps.


# %%
class Network:
    def __init__(self, slots: int, actions: int, hidden: int = 128, seed: int = 0) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = {
            "in": self.rng.normal(0.0, (2.0 / slots) ** 0.5, (slots, hidden)),
            "bias": np.zeros(hidden),
            "policy": self.rng.normal(0.0, 0.01, (hidden, actions)),
            "worth": np.zeros((hidden, 1)),
        }
        self.weights = {name: each.astype(np.float32) for name, each in self.weights.items()}
        self.first = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.steps = 0

    def look(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """What lies in the hidden layer, the chance of each legal action, and the share of the win that is expected."""
        inner = np.maximum(seen @ self.weights["in"] + self.weights["bias"], 0.0)
        sums = np.where(masks, inner @ self.weights["policy"], np.float32(-1e9))
        chances = np.exp(sums - sums.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return inner, chances, 1.0 / (1.0 + np.exp(-(inner @ self.weights["worth"])[:, 0]))

    def choose(self, seen: Any, masks: Any) -> Any:
        """An action for each game, drawn from the policy."""
        summed = self.look(seen, masks)[1].cumsum(1)
        return (summed > self.rng.random((len(summed), 1), np.float32) * summed[:, -1:]).argmax(1)

    def learn(self, seen: Any, masks: Any, actions: Any, returns: Any, rate: float, curiosity: float = 0.01) -> None:
        """Make what was done likelier if it went better than expected, and less likely if worse."""
        inner, chances, expected = self.look(seen, masks)
        better = returns - expected
        number = len(seen)
        towards = -chances * (better / (better.std() + 1e-6))[:, None]
        towards[np.arange(number), actions] += better / (better.std() + 1e-6)
        logs = np.log(np.maximum(chances, 1e-9))
        towards -= curiosity * chances * (logs - (chances * logs).sum(1, keepdims=True))
        judged = better[:, None]
        back = (towards @ self.weights["policy"].T + judged @ self.weights["worth"].T) * (inner > 0.0)
        sums = {"in": seen.T @ back, "bias": back.sum(0), "policy": inner.T @ towards, "worth": inner.T @ judged}
        self._step({name: each / number for name, each in sums.items()}, rate)

    def _step(self, towards: dict[str, Any], rate: float) -> None:
        self.steps += 1
        for name, gradient in towards.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            mean, spread = self.first[name] / (1 - 0.9**self.steps), self.second[name] / (1 - 0.999**self.steps)
            self.weights[name] += (rate * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)


# %% [markdown]
# ## Games against itself
# Each decision is kept until its game ends; then it is worth what its seat got.


# %%
class Games:
    def __init__(self, many: Many, network: Network) -> None:
        self.many = many
        self.network = network
        self.kept: list[list[Any]] = [[] for _ in range(many.games)]
        self.finished = 0

    def batch(self, size: int) -> tuple[Any, Any, Any, Any]:
        """So many decisions of games that have ended: what was seen, legal and done, and what it was worth."""
        many = self.many
        found: list[Any] = []
        while len(found) < size:
            seen, masks, seats = many.observations.copy(), many.masks.astype(bool), many.to_play.copy()
            actions = self.network.choose(seen, masks)
            many.step(actions)
            for game in range(many.games):
                if masks[game].sum() > 1:
                    self.kept[game].append((seen[game], masks[game], actions[game], seats[game]))
            for game in np.flatnonzero(many.over).tolist():
                found += [(*each[:3], many.returns[game, each[3]]) for each in self.kept[game]]
                self.kept[game] = []
                self.finished += 1
        seen, masks, actions, returns = (np.array(part) for part in zip(*found, strict=True))
        return seen, masks, actions, returns.astype(np.float32)


def wins(network: Network, games: int, seed: int) -> float:
    """The share of games that it wins against a random player, on either seat."""
    with table("pax", games=games, workers=0, players=2) as many:
        many.reset(seed=seed)
        own: Any = np.arange(games) % 2
        got = np.full(games, np.nan)
        while np.isnan(got).any():
            chosen = np.where(many.to_play == own, network.choose(many.observations, many.masks), many.sample())
            many.step(chosen)
            ended = many.over & np.isnan(got)
            got[ended] = many.returns[np.arange(games), own][ended]
        return float(got.mean())


# %% [markdown]
# ## Training


# %%
def train(
    seconds: float, games: int = 256, workers: int = 0, size: int = 8192, tried: int = 400
) -> tuple[list[tuple[int, float]], int]:
    """After so many games such a share of wins, and how many decisions were seen; ``seconds`` of processor time."""
    with table("pax", games=games, workers=workers, players=2) as many:
        many.reset(seed=1)
        network = Network(many.encoder.size, many.masks.shape[1], seed=1)
        played = Games(many, network)
        shares = [(0, wins(network, tried, 0))]
        decisions, until = 0, time.process_time() + seconds
        while (left := until - time.process_time()) > 0:
            seen, masks, actions, returns = played.batch(size)
            decisions += len(seen)
            order = network.rng.permutation(len(seen))
            for part in np.array_split(order, max(1, len(order) // 1024)):
                network.learn(seen[part], masks[part], actions[part], returns[part], 1e-3 * max(0.1, left / seconds))
            if played.finished - shares[-1][0] >= 1000 or until < time.process_time():
                shares.append((played.finished, wins(network, tried, len(shares))))
        return shares, decisions


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="Train an agent on many games of PAX at once and draw its curve.")
    parser.add_argument("--seconds", type=float, default=180.0, help="processor time of this process")
    parser.add_argument("--games", type=int, default=256, help="so many side by side")
    parser.add_argument("--workers", type=int, default=0, help="processes that step them")
    parser.add_argument("--out", type=Path, default=Path("train_pax_many.svg"))
    arguments = parser.parse_args()
    shares, decisions = train(arguments.seconds, arguments.games, arguments.workers)
    told = "games played against itself; each point is the share of wins against a random player"
    arguments.out.write_text(curve(shares, told), encoding="utf-8")
    print(f"{shares[-1][0]:,} games, {decisions:,} decisions; wins against random {shares[0][1]:.0%}, then", end=" ")
    print(", ".join(f"{share:.0%}" for _, share in shares[1:]))


if __name__ == "__main__":
    main()
