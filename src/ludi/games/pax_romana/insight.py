"""What a bot may ask: how a position looks to a seat."""

from __future__ import annotations

from math import exp

from ludi.core import State
from ludi.games.pax_romana.pieces import GALLEY, GALLEYS, NODE_BITS, count, points
from ludi.games.pax_romana.rules import PaxRomanaState
from ludi.games.pax_romana.victory import civilization, geography


class PaxRomanaInsight:
    """Pax Romana's own evaluation: points in hand, points to come, and the means to earn them."""

    def turn(self, state: State) -> int:
        assert isinstance(state, PaxRomanaState)
        return state.activations * 16 + state.phase

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, PaxRomanaState)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns(state.box.seats)[seat]
        worth = [power_worth(state, power) for power in range(len(state.box.powers))]
        mine = max(worth[power] for power in state.box.seat_powers[seat])
        total = sum(exp(min(30.0, max(-30.0, (each - mine) / 12.0))) for each in worth)
        return 1.0 / max(1.0, total)


def power_worth(s: PaxRomanaState, power: int) -> float:
    """A Power's standing in about the unit of Victory Points."""
    left = s.box.turns - s.turn
    worth = float(s.vp[power])
    worth += left * (0.9 * geography(s, power) + 0.8 * civilization(s, power))
    worth += 0.5 * s.stability[power] + 0.35 * min(s.treasury[power], 20)
    low, high = power << NODE_BITS, power + 1 << NODE_BITS
    for key, stack in s.force.items():
        if low <= key < high:
            worth += 0.35 * points(stack)
            if stack & GALLEYS:
                worth += 0.5 * count(stack, GALLEY)
    return worth
