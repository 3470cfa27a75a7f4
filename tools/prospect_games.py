"""The games from which PAX's prospects are learned (``tools/learn_prospects.py``): quick ones, and such of the search.

Of each game the positions are kept in which a turn begins, each with the facts as the seat at turn sees them and what
came of the game for every seat from there on, blended with what the search thought on the way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ludi.bots.greedy import GreedyBot
from ludi.bots.levels import style_for
from ludi.bots.search import Budget, SearchBot, Style, Thought
from ludi.core import FastDice
from ludi.core.network import Network
from ludi.games.pax import GAME
from ludi.games.pax.insight import PaxInsight, chances_to_win, solo_chance
from ludi.games.pax.policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS, Policy
from ludi.games.pax.prospects import Prospects, facts_among
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import DRAFT, TURN

SCALE = 2048
"""The numbers are whole: so many to 1."""
BLEND = 0.1
"""How much of what a position is taught comes from the search at the next turn, and so on to the result."""
HELD_OUT = 16
"""One game of so many is not learned from."""
CHOICES_KEPT = 0.2
"""The part of the search's choices that the policy learns from."""
SOLO_LEVELS = (1, 2, 3, 4, 4, 4, 5, 5, 5)
SHAKEN = (0.0, 0.4, 0.8)
"""By how much the weights of a policy are changed in quick games."""
OTHERS = ("learned", "learned", "learned", "greedy", "greedy", "greedy", "greedy", "as it was", "intriguer", "shaken")
"""Who meets the search in its games."""

Numbers = tuple[Any, Any, Any, Any]
"""Rows, bias, weights of the sums, last biases: whole numbers but the last."""

INTRIGUER = Policy(
    # Intrigue is played, taken and bought whatever it costs, nothing else; what is left feeds Rome.
    [-9.0] * 6 + [9.0] + [0.1] * 6 + [9.0] + [-1.0] * 6 + [5.0] + [0.0] * 7 + [0.0, 0.0, 0.0, 0.0]
    + [0.0, 0.0, 0.2, 1.0, 0.1, 0.1, 0.0] + [-9.0, 0.0, 0.1] + [0.5, -9.0, 0.0]
    + [0.0, 0.0, 1.0, 0.0] + [0.0] * 18
)  # fmt: skip
GREEDY = GreedyBot(GAME)

Choice = Callable[[PaxState, int, list[int], random.Random], int]


class Task(NamedTuple):
    """Games for one process."""

    players: int
    numbers: Numbers | None
    """What has been learned so far; without, quick games are played."""
    weights: tuple[float, ...] | None
    """A policy that has learned from the search."""
    iterations: int
    turns: tuple[int, ...]
    exploration: tuple[float, ...]
    """How the search goes about it, one way in one game and another in the next."""
    seed: int
    seconds: float


class Found(NamedTuple):
    """What games showed."""

    flat: Any
    sizes: Any
    targets: Any
    glances: Any
    held_out: Any
    """Facts one after another, how many for each position; what to teach of each seat, what was thought at a glance
    before; and whether it is not to be learned from."""
    choices: Any
    shares: Any
    options: Any
    """Of the search's choices: what the policy looks at, how much each action was tried, how many there were."""
    results: list[tuple[str, str, float, float, int]]
    """Against whom, how, what was won, seconds spent and decisions."""
    games: int


def quick_seat(players: int, taught: tuple[float, ...] | None, rng: random.Random) -> Choice:
    """Who plays in a quick game."""
    kind = rng.random()
    if players > 1 and kind < 0.2:
        return lambda state, seat, legal, chance: GREEDY.choose(state.perspective(seat), chance)
    if players > 1 and kind < 0.25:
        return policy_choice(INTRIGUER)
    weights = SOLO_WEIGHTS if players == 1 or rng.random() < 0.2 else DEFAULT_WEIGHTS
    if taught is not None and rng.random() < 0.6:
        weights = taught
    width = rng.choice(SHAKEN)
    return policy_choice(
        Policy([weight + rng.gauss(0.0, width) * (place < 45) for place, weight in enumerate(weights)])
    )


def policy_choice(policy: Policy) -> Choice:
    return lambda state, seat, legal, chance: policy.pick(state, seat, legal, chance.random)


def prospects_of(players: int, numbers: Numbers) -> Prospects:
    """The network as the game has it."""
    table, bias, outs, lasts = (part.tolist() for part in numbers)
    networks = [Network(table, bias, out, last, SCALE) for out, last in zip(outs, lasts, strict=True)]
    return Prospects(facts_among(players), networks)


class Searcher:
    """A search that remembers what it thought."""

    def __init__(self, insight: PaxInsight, style: Style, iterations: int) -> None:
        self.bot = SearchBot(GAME, Budget(iterations), style=style)
        self.bot.insight = insight
        self.thought: Thought | None = None

    def __call__(self, state: PaxState, seat: int, legal: list[int], chance: random.Random) -> int:
        self.thought = self.bot.think(state.perspective(seat), chance)
        return self.thought.judgements[0].action


def insight_with(
    prospects: Prospects | None, weights: tuple[float, ...] | None, both: bool, players: int
) -> PaxInsight:
    """The game's insight with other prospects and another policy, as prior alone or in the playouts too."""
    if weights is None:
        return PaxInsight(foreseen=lambda _: prospects, style={})

    class Taught(PaxInsight):
        def weigh(self, state: Any, seat: int, legal: Any) -> list[float]:
            return policy.weigh(state, seat, legal)

    policy = Policy(weights)
    found = Taught(foreseen=lambda _: prospects, style={})
    if both:
        if players == 1:
            found.solo_policy = policy
        else:
            found.policy = policy
    return found


class Match:
    """One game under way: the positions in which turns began, and what was thought there."""

    def __init__(self, players: int, rng: random.Random) -> None:
        options: dict[str, Any] = {"players": players}
        if players == 1:
            options["solo"] = rng.choice(SOLO_LEVELS)
        self.options = options
        self.state: PaxState = GAME.deal(GAME.box(options), FastDice(rng))
        self.facts = facts_among(players)
        self.met: list[tuple[int, list[int], list[float], list[float] | None]] = []
        self.turn = -1

    def notice(self) -> None:
        """Keep the position if a turn begins."""
        state = self.state
        if state.phase == TURN and state.turns != self.turn:
            self.turn = state.turns
            glance = [solo_chance(state)] if len(state.hands) == 1 else chances_to_win(state)
            self.met.append((state.turn, self.facts.of(state), glance, None))

    def think(self, chances: tuple[float, ...]) -> None:
        """Keep what was first thought in this turn."""
        if self.met and self.met[-1][3] is None and self.state.phase != DRAFT:
            seat, facts, glance, _ = self.met[-1]
            self.met[-1] = (seat, facts, glance, list(chances))

    def lessons(self) -> list[tuple[list[int], list[float], list[float]]]:
        """Positions with what is to be taught of the seats, from the one at turn, and what the glance said."""
        outcome = self.state.outcome()
        assert outcome is not None
        value = outcome.returns(len(self.state.hands))
        players = len(value)
        found = []
        for seat, facts, glance, thought in reversed(self.met):
            found.append(
                (
                    facts,
                    [value[(seat + k) % players] for k in range(players)],
                    [glance[(seat + k) % players] for k in range(players)],
                )
            )
            if thought is not None:
                value = [BLEND * each + (1.0 - BLEND) * late for each, late in zip(thought, value, strict=True)]
        return found


class Chosen:
    """What the policy looks at in the search's choices, and how much the search tried each action."""

    def __init__(self, players: int) -> None:
        base = SOLO_WEIGHTS if players == 1 else DEFAULT_WEIGHTS
        self.size = len(base)
        self.looks = []
        for place in range(self.size):
            weights = [0.0] * self.size
            weights[45:49] = base[45:49]
            if not 45 <= place < 49:
                weights[place] = 1.0
            self.looks.append(Policy(weights))
        self.rows: list[list[float]] = []
        self.shares: list[float] = []
        self.options: list[int] = []

    def keep(self, state: PaxState, seat: int, legal: list[int], thought: Thought) -> None:
        """What the search tried of these."""
        tried = {each.action: each.visits for each in thought.judgements}
        total = sum(tried.values())
        columns = [look.points(state, seat, legal) for look in self.looks]
        self.rows += [list(row) for row in zip(*columns, strict=True)]
        self.shares += [tried.get(action, 0) / total for action in legal]
        self.options.append(len(legal))


def play(task: Task) -> Found:
    """Games for some seconds."""
    rng = random.Random(task.seed)
    lessons: list[tuple[list[int], list[float], list[float]]] = []
    held_out: list[bool] = []
    results: list[tuple[str, str, float, float, int]] = []
    chosen = Chosen(task.players)
    prospects = None if task.numbers is None else prospects_of(task.players, task.numbers)
    games = 0
    end = time.perf_counter() + task.seconds
    while time.perf_counter() < end:
        match = Match(task.players, rng)
        if prospects is None:
            seats = [quick_seat(task.players, task.weights, rng) for _ in range(task.players)]
            finish(match, seats, None, chosen, rng)
        else:
            results.append(searched(task, match, prospects, chosen, rng))
        found = match.lessons()
        lessons += found
        held_out += [games % HELD_OUT == HELD_OUT - 1] * len(found)
        games += 1
    flat: Any = np.fromiter((fact for row, _, _ in lessons for fact in row), dtype=np.int16)
    sizes: Any = np.fromiter((len(row) for row, _, _ in lessons), dtype=np.int32)
    return Found(
        flat,
        sizes,
        np.array([each for _, each, _ in lessons], dtype=np.float32).reshape(len(lessons), task.players),
        np.array([each for _, _, each in lessons], dtype=np.float32).reshape(len(lessons), task.players),
        np.array(held_out, dtype=bool),
        np.array(chosen.rows, dtype=np.float32).reshape(-1, chosen.size),
        np.array(chosen.shares, dtype=np.float32),
        np.array(chosen.options, dtype=np.int32),
        results,
        games,
    )


def searched(
    task: Task, match: Match, prospects: Prospects, chosen: Chosen, rng: random.Random
) -> tuple[str, str, float, float, int]:
    """A game of the search, with the learned prospects in one seat and others in the others."""
    players = task.players
    taught = rng.choice((0, 1, 2, 2)) if task.weights is not None else 0
    style = Style(turns=rng.choice(task.turns), exploration=rng.choice(task.exploration))
    others = rng.choice(OTHERS) if players > 1 else rng.choice(("nobody",) * 15 + ("as it was",))
    mine = rng.randrange(players)
    seats: list[Choice] = []
    for seat in range(players):
        kind = others if seat != mine else "as it was" if players == 1 and others == "as it was" else "learned"
        if kind == "learned":
            insight = insight_with(prospects, task.weights if taught else None, taught == 2, players)
            seats.append(Searcher(insight, style, task.iterations))
        elif kind == "as it was":
            seats.append(Searcher(PaxInsight(foreseen=lambda _: None), style_for(GAME), task.iterations))
        elif kind == "greedy":
            seats.append(lambda state, seat, legal, chance: GREEDY.choose(state.perspective(seat), chance))
        else:
            policies = {"policy": Policy(), "intriguer": INTRIGUER}
            shaken = [weight + rng.gauss(0.0, 0.6) * (place < 45) for place, weight in enumerate(DEFAULT_WEIGHTS)]
            seats.append(policy_choice(policies.get(kind) or Policy(shaken)))
    spent, decisions = finish(match, seats, mine, chosen, rng)
    outcome = match.state.outcome()
    assert outcome is not None
    how = f"turns {style.turns} exploration {style.exploration} policy {('as it was', 'prior', 'both')[taught]}"
    against = others if players > 1 else f"level {match.options['solo']}"
    if players == 1 and others == "as it was":
        how = "as it was"
    return against, how, outcome.returns(players)[mine], spent, decisions


def finish(
    match: Match, seats: list[Choice], mine: int | None, chosen: Chosen, rng: random.Random
) -> tuple[float, int]:
    """Play a game to its end; how long one seat thought and how often."""
    state = match.state
    spent, decisions = 0.0, 0
    while actors := state.actors():
        match.notice()
        seat = actors[0]
        legal = state.legal(seat)
        if len(legal) == 1:
            state.play(seat, legal[0])
            continue
        bot = seats[seat]
        begun = time.process_time() if seat == mine else 0.0
        action = bot(state, seat, legal, rng)
        if seat == mine:
            spent += time.process_time() - begun
            decisions += 1
        if isinstance(bot, Searcher) and bot.thought is not None:
            match.think(bot.thought.chances)
            if rng.random() < CHOICES_KEPT:
                chosen.keep(state, seat, legal, bot.thought)
        state.play(seat, action)
    return spent, decisions
