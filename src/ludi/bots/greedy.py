"""A bot that looks to the end of its own turn and takes what its game's evaluation likes best."""

from __future__ import annotations

import random

from ludi.bots.base import insight_of
from ludi.core import Game, Insight, Perspective, State


class GreedyBot:
    """A one-turn look ahead.

    For each legal action it imagines a few positions that it cannot tell from the true one, plays the action, finishes
    the turn one best step at a time, and asks the game's ``insight`` how that looks. The best average wins. Where the
    insight makes plans of its own (``advise``), it asks that instead, in one imagined position.
    """

    name = "greedy"

    def __init__(self, game: Game, samples: int = 3) -> None:
        self.insight = insight_of(game)
        self.samples = samples

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        if self.insight.makes_plans:
            return self.insight.advise(perspective.sample(rng), perspective.seat, legal)
        worths = look_ahead(self.insight, perspective, self.samples, rng)
        return legal[worths.index(max(worths))]


def look_ahead(insight: Insight, perspective: Perspective, samples: int, rng: random.Random) -> list[float]:
    """What each legal action leads to by the end of the turn, on average over some imagined positions."""
    seat = perspective.seat
    legal = perspective.legal()
    totals = [0.0] * len(legal)
    for _ in range(samples):
        imagined = perspective.sample(rng)
        turn = insight.turn(imagined)
        for index, action in enumerate(legal):
            after = imagined.copy()
            after.play(seat, action)
            totals[index] += _finish_turn(insight, after, seat, turn)
    return [total / samples for total in totals]


def _finish_turn(insight: Insight, state: State, seat: int, turn: int) -> float:
    """Play on while it is still this seat's turn; what the position is worth then."""
    evaluate = insight.evaluate
    value = evaluate(state, seat)
    while insight.turn(state) == turn:
        legal = state.legal(seat)
        if not legal:
            return value
        best = None
        for action in legal:
            after = state.copy()
            after.play(seat, action)
            worth = evaluate(after, seat)
            if best is None or worth > value:
                best, value = after, worth
        assert best is not None
        state = best
    return value
