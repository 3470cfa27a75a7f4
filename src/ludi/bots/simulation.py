"""Many games between bots, as fast as the engines go."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludi.bots import find
from ludi.bots.base import Bot
from ludi.bots.pool import spread
from ludi.bots.random import RandomBot
from ludi.core import BadOption, Box, FastDice, Game, State, registry

BATCH = 50
"""Games between random bots that one job plays before it reports."""
SLOW_BATCH = 1
"""The same where somebody thinks: such a game may take seconds."""

Progress = Callable[[int], None]
"""Told how many games have been finished since it was last told."""


@dataclass(slots=True)
class SimulationResult:
    """What came out of many games."""

    seats: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins_by_seat: list[float] = field(default_factory=list)
    """Wins of each seat; a shared victory counts as a part for each winner."""
    outcomes: Counter[str] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)
    """Sum of the points of each seat over the games in which points were counted."""
    scored: int = 0
    """How many games that were."""

    def __post_init__(self) -> None:
        self.wins_by_seat = self.wins_by_seat or [0.0] * self.seats
        self.scores = self.scores or [0] * self.seats

    def add(self, other: SimulationResult) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.wins_by_seat = [a + b for a, b in zip(self.wins_by_seat, other.wins_by_seat, strict=True)]
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.scored += other.scored
        self.outcomes.update(other.outcomes)

    def to_json(self) -> dict[str, Any]:
        seconds = max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / seconds, 1),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "decisions_per_game": round(self.decisions / max(self.games, 1), 1),
            "wins_by_seat": [round(wins, 3) for wins in self.wins_by_seat],
            "mean_scores": [round(score / max(self.scored, 1), 2) for score in self.scores],
            "outcomes": dict(sorted(self.outcomes.items())),
        }


def simulate(
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    cluster: str | None = None,
) -> SimulationResult:
    """Play ``games`` games; ``bots`` names one bot for every seat, or one for all.

    Game number *n* depends on the seed and on *n* only, so the result is the same for any number of jobs.
    """
    box = game.box(options)
    if games < 1 or jobs < 1:
        raise BadOption("The numbers of games and of jobs must be 1 or more.")
    if len(bots) not in (1, box.seats):
        raise BadOption(f"Name one bot for all seats or one for each of the {box.seats}; {len(bots)} are named.")
    names = list(bots) * box.seats if len(bots) == 1 else list(bots)
    for name in names:
        find(name, game)
    result = SimulationResult(box.seats)
    started = time.perf_counter()
    batch = BATCH if set(names) == {RandomBot.name} else SLOW_BATCH
    spans = [(first, min(first + batch, games)) for first in range(0, games, batch)]
    if jobs == 1 and cluster is None:
        for first, last in spans:
            _tally(result, play_games(game, box, names, range(first, last), seed), progress)
    else:
        tasks = [(game.name, dict(options), names, first, last, seed) for first, last in spans]
        for part in spread(_play_span, tasks, jobs, cluster):
            _tally(result, part, progress)
    result.seconds = time.perf_counter() - started
    return result


def _tally(result: SimulationResult, part: SimulationResult, progress: Progress | None) -> None:
    result.add(part)
    if progress is not None:
        progress(part.games)


def _play_span(task: tuple[str, dict[str, Any], list[str], int, int, str]) -> SimulationResult:
    name, options, bots, first, last, seed = task
    game = registry.find(name)
    return play_games(game, game.box(options), bots, range(first, last), seed)


def play_games(game: Game, box: Box, names: Sequence[str], numbers: Sequence[int], seed: str) -> SimulationResult:
    """Play the games with these numbers, one after another."""
    bots = [find(name, game) for name in names]
    blind = all(isinstance(bot, RandomBot) for bot in bots)
    result = SimulationResult(box.seats)
    for number in numbers:
        rng = random.Random(f"{seed}/{number}")
        state = game.deal(box, FastDice(rng))
        result.decisions += play_at_random(state, rng) if blind else play_out(state, bots, rng)
        outcome = state.outcome()
        assert outcome is not None
        result.games += 1
        result.outcomes[outcome.reason] += 1
        for seat, share in enumerate(outcome.returns(box.seats)):
            result.wins_by_seat[seat] += share
        result.scored += bool(outcome.scores)
        for seat, score in enumerate(outcome.scores):
            result.scores[seat] += score
    return result


def play_at_random(state: State, rng: random.Random) -> int:
    """Play to the end by chance alone; how many decisions that took."""
    chance = rng.random
    decisions = 0
    while True:
        actors = state.actors()
        if not actors:
            return decisions
        seat = actors[0]
        legal = state.legal(seat)
        state.play(seat, legal[int(chance() * len(legal))])
        decisions += 1


def play_out(state: State, bots: Sequence[Bot], rng: random.Random) -> int:
    """Let bots play to the end; how many decisions that took."""
    decisions = 0
    while True:
        actors = state.actors()
        if not actors:
            return decisions
        seat = actors[0]
        bot = bots[seat]
        if isinstance(bot, RandomBot):
            action = rng.choice(state.legal(seat))
        else:
            action = bot.choose(state.perspective(seat), rng)
        state.play(seat, action)
        decisions += 1
