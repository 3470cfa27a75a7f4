"""What a quarry brings to light, and how hard that is: who finds it, and how many lines there are besides."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludi.bots import Bot
from ludi.bots import find as find_bot
from ludi.core import FastDice, Game, LudiError, Perspective, State
from ludi.core.dice import SEED_BYTES
from ludi.core.goals import Moment
from ludi.core.lesson import BEGUN, Learning
from ludi.puzzles.shelf import Puzzle, read_puzzle

TRIES = 300
"""Turns played by chance, to tell how often the goal is met so."""
JUDGES = ("quick", "greedy", "search@30")
"""Bots that are asked whether they find it: none of them thinks by the clock, so a rating is the same everywhere."""
EASIEST = 600
A_DECISION, MOST_DECISIONS = 100, 8
A_HALVING = 60
A_MISS = 100


@dataclass(slots=True)
class Find:
    """A puzzle as a quarry found it, before it is rated."""

    kind: str
    me: int
    state: State
    goal: Mapping[str, Any]
    last: Sequence[str]
    solution: Sequence[str]
    facts: Mapping[str, Any] = field(default_factory=dict)
    dice: Sequence[int] = ()
    without: Sequence[str] = ()
    """Parts of the position that are left out: nothing hangs on them."""
    answers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    chance: float | None = None
    """How often chance alone finds it; None to have that tried."""
    judges: Sequence[str] = JUDGES
    more: int = 0
    """What the quarry adds to the rating."""
    idea: str = ""
    """What it takes in a few words; puzzles of one idea are alike."""


class Quarry(Protocol):
    """Where the puzzles of one game are found."""

    game: Game

    def table(self, number: int) -> tuple[Mapping[str, Any], Sequence[str]]:
        """The options of the bots' game of this number, and who plays it."""

    def look(self, state: State, seat: int, rng: random.Random) -> Find | None:
        """What there is to find where this seat is to decide."""


def written(game: Game, found: Find) -> dict[str, Any]:
    """A find as a line of the file, still without number and rating."""
    line: dict[str, Any] = {"kind": found.kind, "seats": found.state.box.seats, "me": found.me}
    line["facts"] = dict(found.facts)
    line["position"] = short(game, found.state.snapshot(), found.without)
    if found.dice:
        line["dice"] = list(found.dice)
    line |= {"goal": dict(found.goal), "last": list(found.last), "solution": list(found.solution)}
    if found.answers:
        line["answers"] = {word: dict(facts) for word, facts in found.answers.items()}
    return line | {"idea": found.idea}


def short(game: Game, whole: Mapping[str, Any], without: Sequence[str]) -> dict[str, Any]:
    """A position without those parts, and without all that it has anyway."""
    data = {name: part for name, part in whole.items() if name not in without}
    if "options" in data:
        usual = game.settle({})
        data["options"] = {name: value for name, value in data["options"].items() if value != usual.get(name)}
    meant = _built(game, data)
    for name in list(data):
        rest = {other: part for other, part in data.items() if other != name}
        if _built(game, rest) == meant:
            data = rest
    return data


def _built(game: Game, data: Mapping[str, Any]) -> dict[str, Any] | None:
    try:
        return game.position(data, FastDice(random.Random(0))).snapshot()
    except LudiError:
        return None


# How hard it is


def rate(
    game: Game, line: Mapping[str, Any], chance: float | None = None, judges: Sequence[str] = JUDGES, more: int = 0
) -> dict[str, Any]:
    """The line with its rating, and what that was made from."""
    puzzle = read_puzzle(game.name, {"id": "0", "rating": 0, **line})
    rng = random.Random(0)
    start = puzzle.lesson.table(bytes(SEED_BYTES)).state
    if chance is None:
        chance = sum(attempt(puzzle, start, lambda state: _any(puzzle, state, rng)) for _ in range(TRIES)) / TRIES
    missed = [name for name in judges if not attempt(puzzle, start, _bot(game, puzzle, name))]
    decisions = min(len(puzzle.lesson.steps[0].solution), MOST_DECISIONS)
    hard = A_DECISION * decisions + A_HALVING * math.log2(1 / max(chance, 1 / TRIES)) + A_MISS * len(missed)
    return {**line, "rating": round(EASIEST + hard + more), "chance": round(chance, 3), "missed": missed}


def attempt(puzzle: Puzzle, start: State, choose: Callable[[State], int]) -> bool:
    """Whether the goal is met by one who decides so."""
    state = start.copy()
    state.dice = FastDice(random.Random(0))
    learning, me = Learning(puzzle.lesson), puzzle.lesson.me
    standing = BEGUN
    while me in state.actors() and not standing.failed:
        action = choose(state)
        word = state.spell(action)
        state.play(me, action)
        standing = learning.lesson.after(standing, Moment(me, word, (), state))
        if standing.step:
            return True
    return False


def _any(puzzle: Puzzle, state: State, rng: random.Random) -> int:
    """Any decision that does not end the attempt, as long as there is one."""
    step, legal = puzzle.lesson.steps[0], state.legal(puzzle.lesson.me)
    return rng.choice([action for action in legal if not step.ends(state.spell(action))] or legal)


def _bot(game: Game, puzzle: Puzzle, name: str) -> Callable[[State], int]:
    bot, rng = _player(game, name), random.Random(0)
    return lambda state: bot.choose(state.perspective(puzzle.lesson.me), rng)


# Games between bots


class Quick:
    """A bot that takes what looks sensible at a glance: for games of which there must be many."""

    name = "quick"

    def __init__(self, game: Game) -> None:
        self.insight = game.insight

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        state = perspective.sample(rng)
        return self.insight.pick(state, perspective.seat, state.legal(perspective.seat), rng.random)


def _player(game: Game, name: str) -> Bot:
    return Quick(game) if name == Quick.name else find_bot(name, game)


def positions(quarry: Quarry, number: int, seed: str) -> Iterator[tuple[State, int, random.Random]]:
    """Every position of the bots' game of this number, with the seat that is to decide in it."""
    options, names = quarry.table(number)
    box = quarry.game.box(options)
    bots = [_player(quarry.game, name) for name in names]
    rng = random.Random(f"{seed}/{number}")
    state = quarry.game.deal(box, FastDice(rng))
    while actors := state.actors():
        seat = actors[0]
        yield state, seat, random.Random(f"{seed}/{number}/look")
        state.play(seat, bots[seat % len(bots)].choose(state.perspective(seat), rng))
