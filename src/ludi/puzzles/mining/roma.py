"""Roma: win, or gain the most points this turn, with the dice as they lie.

Every line of the turn is tried out but for those that draw unknown cards; a battle is worth what its worst roll is
worth. A puzzle's coming rolls are all 1, so that luck does not solve it.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, cast

from ludi.core import Game, State, registry
from ludi.games.roma.components import DISCS, DRAW, EMPTY
from ludi.games.roma.components import END as ENDING
from ludi.games.roma.phases import ACTIONS
from ludi.games.roma.rules import RomaState
from ludi.puzzles.mining.find import Find
from ludi.puzzles.mining.turns import TooManyLines, Turn

POSITIONS = 5_000
SAMPLES = 3
"""So many positions that the seat cannot tell apart are tried out as well."""
MARGIN = 2
"""By so many points the best line is better than the next."""
LEAST_GAIN = 5
FEWEST = 3
"""Decisions of the best line."""
DICE, FACES = 3, 6
WON, LOST = 1000.0, -1000.0
UNLUCKY = (1,) * 6
END = "end"
LOOKS_INTO_THE_PILE = "haruspex"


class Roma:
    """Games of bots that take what looks sensible, every other one against one that looks to the end of its turn."""

    def __init__(self) -> None:
        self.game: Game = registry.find("roma")

    def table(self, number: int) -> tuple[Mapping[str, Any], Sequence[str]]:
        return {}, ("quick",) if number % 2 else ("greedy", "quick")

    def look(self, state: State, seat: int, rng: random.Random) -> Find | None:
        assert isinstance(state, RomaState)
        if state.phase != ACTIONS or len(state.unused) != DICE:
            return None
        view = state.view(seat)
        mine = view["players"][seat]
        if LOOKS_INTO_THE_PILE in mine["hand"] or any(each["card"] == LOOKS_INTO_THE_PILE for each in mine["row"]):
            return None
        start = mine["points"]

        first = best_of_turn(state, seat)
        if first is None or not _clear(first, start):
            return None
        for _ in range(SAMPLES):
            again = best_of_turn(cast("RomaState", state.perspective(seat).sample(rng)), seat)
            if again is None or again.worths != first.worths:
                return None
        best, line = max(first.worths), first.known[next(iter(first.known))].line
        won = best == WON
        goal = {"over": "won"} if won else {"view": f"players.{seat}.points", "compare": ">=", "value": int(best)}
        return Find(
            kind="win" if won else "gain",
            me=seat,
            state=state.copy(),
            goal=goal,
            last=(END,),
            solution=line,
            facts={} if won else {"number": int(best) - start, "start": start},
            dice=UNLUCKY,
            without=("deck",),
            idea=_idea(mine["row"], line),
        )


def _idea(row: Sequence[Mapping[str, Any]], line: Sequence[str]) -> str:
    """The cards that are laid and activated."""
    lies = {str(place["disc"]): place["card"] for place in row}
    cards: list[str] = []
    for word in line:
        verb, _, what = word.partition(":")
        if verb == "lay":
            card, _, disc = what.rpartition("-")
            lies[disc] = card
            cards.append(f"+{card}")
        elif verb == "activate":
            cards.append(str(lies[what]))
        elif verb == "money":
            cards.append(verb)
    return " ".join(cards)


def _worth(state: RomaState, seat: int) -> float:
    outcome = state.outcome()
    if outcome is not None:
        return WON if outcome.winners == (seat,) else LOST
    return float(state.points[seat])


def _matters(state: RomaState) -> Hashable:
    """All that the rest of a turn hangs on, as long as nobody draws."""
    return (
        (state.phase, state.source, state.effect, state.disc, state.number, state.relaid, state.essedum),
        (*state.rows, *state.points, *state.sestertii),
        tuple(state.unused),
        tuple(state.aside),
        *map(tuple, state.hands),
        tuple(sorted(state.discard)),
    )


def _choices(state: RomaState, seat: int) -> list[int]:
    """All but to draw cards, and to end a turn that leaves the other a point."""
    legal = state.legal(seat)
    if state.phase != ACTIONS:
        return legal
    other = 1 - seat
    gaps = state.rows[other * DISCS : other * DISCS + DISCS].count(EMPTY)
    ends = gaps >= state.points[other]
    return [each for each in legal if not DRAW <= each < DRAW + FACES and (ends or each != ENDING)]


def best_of_turn(state: RomaState, seat: int) -> Turn | None:
    """All that a seat can come to for certain from here on; None if there are too many lines."""
    turn = Turn(
        seat,
        lambda now: _worth(cast("RomaState", now), seat),
        lambda now: _matters(cast("RomaState", now)),
        lambda now: _choices(cast("RomaState", now), seat),
        POSITIONS,
    )
    try:
        turn.explore(state)
    except TooManyLines:
        return None
    return turn


def _clear(turn: Turn, start: int) -> bool:
    """Whether there is something to find, and the next best is worse by enough."""
    found = next(iter(turn.known.values()))
    best, *rest = sorted(turn.worths, reverse=True)
    if len(found.line) < FEWEST or found.best != best or not rest:
        return False
    return best == WON or (best - start >= LEAST_GAIN and best - rest[0] >= MARGIN)
