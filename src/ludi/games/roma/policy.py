"""What Roma lends to a search: which actions look promising, how to play on quickly, what a position is worth; and to
people, why.

The first three ask the learned judgement (:mod:`ludi.games.roma.judgement`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType

from ludi.core import Phrase, State
from ludi.core.native import mypyc_attr
from ludi.games.roma.components import DICE
from ludi.games.roma.insight import RomaInsight, result
from ludi.games.roma.judgement import judgement
from ludi.games.roma.phases import ACTIONS, OVER, TRIPLE
from ludi.games.roma.reasons import reasons
from ludi.games.roma.rules import RomaState

WITHIN_REACH = 12
"""Only where the other, or the stock, has no more points than these is it worth looking for an action that ends the
game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RomaPlayouts(RomaInsight):
    """Roma's insight together with what a search may ask."""

    search_style = MappingProxyType({"turns": 0, "horizon": 2, "exploration": 0.3, "keep_priors": True, "rash": True})
    """No playouts: the judgement says what a position is worth (docs/bots.md). So few actions are tried, and those so
    good, that who errs among them alone hardly errs."""
    iterations = MappingProxyType({"novice": 70, "regular": 80, "veteran": 90, "master": 100})
    """To ask the judgement takes a millisecond, and what comes to mind first is good already ..."""
    temperatures = MappingProxyType({"novice": 0.9, "regular": 0.42, "veteran": 0.27})
    """... so the levels differ by how often they err, not by how long they think (docs/bots.md)."""

    def __init__(self) -> None:
        self.judgement = judgement()

    def weigh(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        assert isinstance(state, RomaState)
        winning = self._winning(state, seat, legal)
        if winning is not None:
            return [1.0 if action == winning else 0.0 for action in legal]
        return self.judgement.weigh(state, seat, legal)

    def pick(self, state: State, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        weights = self.weigh(state, seat, legal)
        return legal[weights.index(max(weights))]

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, RomaState)
        seat = self._judging_seat(state)
        worth = self.judgement.chance(state, seat)
        return [worth, 1.0 - worth] if seat == 0 else [1.0 - worth, worth]

    def reasons(self, before: State, after: State, seat: int, action: int) -> Sequence[Phrase]:
        assert isinstance(before, RomaState)
        assert isinstance(after, RomaState)
        return reasons(before, after, seat, action)

    def _winning(self, state: RomaState, seat: int, legal: Sequence[int]) -> int | None:
        """An action that wins the game at once: no action that does so hangs on chance."""
        if state.phase >= ACTIONS and min(state.points[1 - seat], state.stock) <= WITHIN_REACH:
            for action in legal:
                after = state.copy()
                after.play(seat, action)
                if after.phase == OVER and result(after, seat) == 1.0:
                    return action
        return None

    def _judging_seat(self, state: RomaState) -> int:
        """At the beginning of a turn the other judges, who does not count the dice just thrown."""
        begins = state.phase in (TRIPLE, ACTIONS) and len(state.unused) == DICE
        return 1 - state.turn if begins else state.turn
