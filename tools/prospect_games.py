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
from ludi.games.pax.prospects import MOST_PLAYERS, RIVAL, OfRivals, OfTheTurn, Prospects, facts_among, of_rivals
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import DRAFT, TURN

SCALE = 2048
"""The numbers are whole: so many to 1."""
HELD_OUT = 16
"""One game of so many is not learned from."""
SOLO_LEVELS = (1, 2, 3, 4, 4, 4, 5, 5, 5)
SHAKEN = (0.0, 0.4, 0.8)
"""By how much the weights of a policy are changed in quick games."""
OTHERS = ("learned",) * 3 + ("greedy",) * 4 + ("as it was", "intriguer", "shaken")
OF_RIVALS = ("greedy",) * 6 + ("learned", "as it was", "mixed", "mixed")
"""Who meets the search in its games, for two and among more."""
Numbers = tuple[Any, Any, Any, Any]
"""Rows, bias, weights of the sums, last bias: whole numbers but the last."""

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

    players: tuple[int, ...]
    """How many play, in one game and another."""
    numbers: Numbers | None
    """What has been learned so far; without, quick games are played."""
    blend: float
    """How much of what a position is taught comes from the search at the next turn, and so on to the result."""
    iterations: int
    turns: tuple[int, ...]
    exploration: tuple[float, ...]
    """How the search goes about it, one way in one game and another in the next."""
    compare: int
    """One game of so many the search plays as it was, to be compared."""
    seed: int
    seconds: float


class Found(NamedTuple):
    """What games of so many players showed."""

    players: int
    flat: Any
    sizes: Any
    targets: Any
    glances: Any
    held_out: Any
    """Facts one after another, how many for each position; what to teach of each seat, what was thought at a glance
    before; and whether it is not to be learned from."""
    results: list[tuple[str, str, float, float, int]]
    """Against whom, how, what was won, seconds spent and decisions."""
    games: int


def quick_seat(players: int, rng: random.Random) -> Choice:
    """Who plays in a quick game."""
    kind = rng.random()
    many = 0.15 if players > 2 else 0.0
    if players > 1 and kind < 0.2 + many:
        return greedy
    if players > 1 and kind < 0.25 + many:
        return policy_choice(INTRIGUER)
    return shaken_policy(players, rng, rng.choice(SHAKEN))


def shaken_policy(players: int, rng: random.Random, width: float) -> Choice:
    weights = SOLO_WEIGHTS if players == 1 or rng.random() < 0.2 else DEFAULT_WEIGHTS
    return policy_choice(
        Policy([weight + rng.gauss(0.0, width) * (place < 45) for place, weight in enumerate(weights)])
    )


def greedy(state: PaxState, seat: int, legal: list[int], chance: random.Random) -> int:
    return GREEDY.choose(state.perspective(seat), chance)


def policy_choice(policy: Policy) -> Choice:
    return lambda state, seat, legal, chance: policy.pick(state, seat, legal, chance.random)


def prospects_of(players: int, numbers: Numbers) -> Prospects:
    """The network as the game has it."""
    table, bias, out, last = numbers
    if players > 2:
        return OfRivals(Network(table.tolist(), bias.tolist(), out.tolist(), last, SCALE, MOST_PLAYERS))
    return OfTheTurn(facts_among(players), Network(table.tolist(), bias.tolist(), out.tolist(), last, SCALE))


def facts_of(state: PaxState) -> list[int]:
    """The facts of a position, all in one row: among three and more those of each seat, then those of the table."""
    players = len(state.hands)
    if players < 3:
        return facts_among(players).of(state)
    return [fact + place * RIVAL for place, facts in enumerate(of_rivals(state)) for fact in facts]


class Searcher:
    """A search that remembers what it thought."""

    def __init__(self, insight: PaxInsight, style: Style, iterations: int) -> None:
        self.bot = SearchBot(GAME, Budget(iterations), style=style)
        self.bot.insight = insight
        self.thought: Thought | None = None

    def __call__(self, state: PaxState, seat: int, legal: list[int], chance: random.Random) -> int:
        self.thought = self.bot.think(state.perspective(seat), chance)
        return self.thought.judgements[0].action


class Match:
    """One game under way: the positions in which turns began, and what was thought there."""

    def __init__(self, players: int, rng: random.Random) -> None:
        options: dict[str, Any] = {"players": players}
        if players == 1:
            options["solo"] = rng.choice(SOLO_LEVELS)
        self.options = options
        self.state: PaxState = GAME.deal(GAME.box(options), FastDice(rng))
        self.met: list[tuple[int, list[int], list[float], list[float] | None]] = []
        self.turn = -1

    def notice(self) -> None:
        """Keep the position if a turn begins."""
        state = self.state
        if state.phase == TURN and state.turns != self.turn:
            self.turn = state.turns
            glance = [solo_chance(state)] if len(state.hands) == 1 else chances_to_win(state)
            self.met.append((state.turn, facts_of(state), glance, None))

    def think(self, chances: tuple[float, ...]) -> None:
        """Keep what was first thought in this turn."""
        if self.met and self.met[-1][3] is None and self.state.phase != DRAFT:
            seat, facts, glance, _ = self.met[-1]
            self.met[-1] = (seat, facts, glance, list(chances))

    def lessons(self, blend: float) -> list[tuple[list[int], list[float], list[float]]]:
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
                value = [blend * each + (1.0 - blend) * late for each, late in zip(thought, value, strict=True)]
        return found


class Played:
    """What the games of so many players showed so far."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.lessons: list[tuple[list[int], list[float], list[float]]] = []
        self.held_out: list[bool] = []
        self.results: list[tuple[str, str, float, float, int]] = []
        self.games = 0

    def add(self, match: Match, blend: float) -> None:
        found = match.lessons(blend)
        self.lessons += found
        self.held_out += [self.games % HELD_OUT == HELD_OUT - 1] * len(found)
        self.games += 1

    def found(self) -> Found:
        flat: Any = np.fromiter((fact for row, _, _ in self.lessons for fact in row), dtype=np.int16)
        sizes: Any = np.fromiter((len(row) for row, _, _ in self.lessons), dtype=np.int32)
        targets, glances = (np.array([each[part] for each in self.lessons], dtype=np.float32) for part in (1, 2))
        held_out = np.array(self.held_out, dtype=bool)
        return Found(self.players, flat, sizes, targets, glances, held_out, self.results, self.games)


def play(task: Task) -> list[Found]:
    """Games for some seconds."""
    rng = random.Random(task.seed)
    played = {players: Played(players) for players in task.players}
    prospects = None if task.numbers is None else prospects_of(task.players[0], task.numbers)
    end = time.perf_counter() + task.seconds
    while time.perf_counter() < end:
        players = rng.choice(task.players)
        match = Match(players, rng)
        if prospects is None:
            finish(match, [quick_seat(players, rng) for _ in range(players)], None, rng)
        else:
            played[players].results.append(searched(task, match, prospects, rng))
        played[players].add(match, task.blend)
    return [each.found() for each in played.values() if each.games]


def searched(task: Task, match: Match, prospects: Prospects, rng: random.Random) -> tuple[str, str, float, float, int]:
    """A game of the search, with the learned prospects in one seat and others in the others."""
    players = len(match.state.hands)
    style = Style(turns=rng.choice(task.turns), exploration=rng.choice(task.exploration))
    learned = Searcher(PaxInsight(foreseen=lambda _: prospects, style={}), style, task.iterations)
    before = Searcher(PaxInsight(foreseen=lambda _: None), style_for(GAME), task.iterations)
    kinds: dict[str, Choice] = {"learned": learned, "as it was": before, "greedy": greedy}
    kinds |= {"intriguer": policy_choice(INTRIGUER), "shaken": shaken_policy(players, rng, 0.6)}
    others = rng.choice(OF_RIVALS if players > 2 else OTHERS) if players > 1 else "nobody"
    mine = rng.randrange(players)
    seats: list[Choice] = []
    for _ in range(players):
        seats.append(kinds[rng.choice(tuple(kinds)) if others == "mixed" else others] if players > 1 else learned)
    how = f"turns {style.turns} exploration {style.exploration}"
    seats[mine] = learned
    if not rng.randrange(task.compare):
        seats[mine] = before
        how = "as it was"
    spent, decisions = finish(match, seats, mine, rng)
    outcome = match.state.outcome()
    assert outcome is not None
    against = others if players > 1 else f"level {match.options['solo']}"
    return against, how, outcome.returns(players)[mine], spent, decisions


def finish(match: Match, seats: list[Choice], mine: int | None, rng: random.Random) -> tuple[float, int]:
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
        state.play(seat, action)
    return spent, decisions
