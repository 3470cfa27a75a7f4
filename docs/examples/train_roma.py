# %% [markdown]
# # MaskablePPO learns Roma
#
# One seat of the PettingZoo table becomes a Gymnasium environment: the learner decides there, a bot on the other side
# of the board. MaskablePPO of sb3-contrib asks the environment which actions are legal and never tries another.
#
# This needs more than the doors themselves: `pip install 'ludi-romani[research]' sb3-contrib`, which brings
# Stable-Baselines3 and PyTorch (a build for the CPU is enough, and quickest for a network as small as this one).
# Run it as a script, `python docs/examples/train_roma.py`, or cell by cell in any editor that knows `# %%`.

# %%
from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any

import gymnasium

from ludi.bots import find
from ludi.research.pettingzoo import env

# %% [markdown]
# ## One seat of a table
# The reward is the game's own: 1 for a win, 0.5 for half of one, at the end. The seat changes from game to game.


# %%
class Seat(gymnasium.Env[Any, Any]):
    """One learner at a table of Roma, against a bot (``ludi bots`` lists them)."""

    def __init__(self, opponent: str = "random", seed: int = 0) -> None:
        self.table = env("roma")
        space: Any = self.table.observation_space("seat_0")
        self.observation_space = space["observation"]
        self.action_space = self.table.action_space("seat_0")
        self.rng = random.Random(seed)
        self.opponent = find(opponent, self.table.box.game)
        self.me = "seat_0"

    def action_masks(self) -> Any:
        """What MaskablePPO asks for: which actions are legal."""
        return self.mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.rng.seed(seed)
        self.me = self.rng.choice(self.table.possible_agents)
        self.table.reset(seed=self.rng.getrandbits(32))
        return self._look(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.table.step(int(action))
        seen = self._look()
        return seen, self.table.rewards[self.me], self.table.terminations[self.me], False, {}

    def _look(self) -> Any:
        """Let the other play until it is the learner's turn or the game is over."""
        table = self.table
        while table.agent_selection != self.me and not table.terminations[self.me]:
            state = table.state_of_play
            assert state is not None
            seat = table.seat_of[table.agent_selection]
            table.step(table.places[self.opponent.choose(state.perspective(seat), self.rng)])
        seen = table.observe(self.me)
        self.mask = seen["action_mask"].astype(bool)
        return seen["observation"]


# %% [markdown]
# ## Learning
# A small network and few passes: the games are quick, so it is better to see many of them.


# %%
def train(steps: int, opponent: str = "random", seed: int = 1, envs: int = 8) -> Any:
    """The trained model, and how many steps a second that was, by the clock and by processor time."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)  # a network as small as this is slower on several
    tables = DummyVecEnv([lambda number=number: Seat(opponent, seed + number) for number in range(envs)])
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 64]},
        seed=seed,
        device="cpu",
    )
    clock, processor = time.perf_counter(), time.process_time()
    model.learn(steps)
    taken = model.num_timesteps
    return model, taken / (time.perf_counter() - clock), taken / (time.process_time() - processor)


def wins(model: Any, games: int, opponent: str = "random", seed: int = 7_000) -> float:
    """The share of games the model wins when it plays what it thinks best."""
    seat, won = Seat(opponent, seed), 0.0
    for _ in range(games):
        seen, _ = seat.reset()
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=seat.action_masks(), deterministic=True)
            seen, reward, over, _, _ = seat.step(action)
        won += reward
    return won / games


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="MaskablePPO learns Roma.")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200, help="to see what it has learned")
    parser.add_argument("--opponent", default="random", help="a bot: random, greedy, novice ...")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the trained model")
    given = parser.parse_args()
    try:
        model, by_clock, by_processor = train(given.steps, given.opponent, given.seed)
    except ModuleNotFoundError as error:
        sys.exit(f"This example needs {error.name}: pip install sb3-contrib (which brings PyTorch).")
    share = wins(model, given.games, given.opponent)
    print(f"{model.num_timesteps:,} steps, {by_clock:,.0f} a second, {by_processor:,.0f} a second of processor time")
    print(f"won {share:.0%} of {given.games} games against {given.opponent}")
    if given.save:
        model.save(given.save)


if __name__ == "__main__":
    main()
