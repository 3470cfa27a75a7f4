"""What a bot may ask: how a position looks to a seat."""

from __future__ import annotations

from ludi.core import State
from ludi.games.roma.rules import RomaState


class RomaInsight:
    """Roma's own evaluation."""

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, RomaState)
        return 0.5 + (state.points[seat] - state.points[1 - seat]) / 100

    def turn(self, state: State) -> int:
        assert isinstance(state, RomaState)
        return state.turns
