"""A bot that looks to the end of its own turn and takes what its game's evaluation likes best."""

from __future__ import annotations

import random

from ludi.core import Game, Perspective, State


class GreedyBot:
    """A one-turn look ahead.

    For each legal action it imagines a few positions that it cannot tell from the true one, plays the action, finishes
    the turn one best step at a time, and asks the game's ``insight`` how that looks. The best average wins.
    """

    name = "greedy"

    def __init__(self, game: Game, samples: int = 3) -> None:
        self.insight = game.insight
        self.samples = samples

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        seat = perspective.seat
        totals = [0.0] * len(legal)
        for _ in range(self.samples):
            imagined = perspective.sample(rng)
            turn = self.insight.turn(imagined)
            for index, action in enumerate(legal):
                after = imagined.copy()
                after.play(seat, action)
                totals[index] += self._finish_turn(after, seat, turn)
        best = max(totals)
        return legal[totals.index(best)]

    def _finish_turn(self, state: State, seat: int, turn: int) -> float:
        """Play on while it is still this seat's turn; what the position is worth then."""
        evaluate = self.insight.evaluate
        value = evaluate(state, seat)
        while self.insight.turn(state) == turn:
            legal = state.legal(seat)
            if not legal:
                return value
            best, choice, value = state, legal[0], -1.0
            for action in legal:
                after = state.copy()
                after.play(seat, action)
                worth = evaluate(after, seat)
                if worth > value:
                    best, choice, value = after, action, worth
            if best.irrevocable != state.irrevocable:
                # Chance came in: let it fall again, or the luck of the best throw would pass for a good move.
                best = state.copy()
                best.play(seat, choice)
                value = evaluate(best, seat)
            state = best
        return value
