"""What a bot may ask: how a position looks to a seat."""

from __future__ import annotations

from ludi.core import State
from ludi.games.pax.rules import PaxState


class PaxInsight:
    """PAX's own evaluation."""

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, PaxState)
        del seat
        return 0.5

    def turn(self, state: State) -> int:
        assert isinstance(state, PaxState)
        return state.turns
