"""How to play Pax Romana without thinking ahead: points for every legal action, by the procedure that asks.

``greedy`` takes the action with the most points; a search uses them as its first guess and for its playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from types import MappingProxyType
from typing import Any

from ludi.core import Phrase, State
from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.advice import cards, fortunes, marches, mustering, parley, planning, reactions
from ludi.games.pax_romana.advice.deals import judged, speak
from ludi.games.pax_romana.advice.ideas import ideas
from ludi.games.pax_romana.advice.insight import PaxRomanaInsight
from ludi.games.pax_romana.advice.memory import refresh
from ludi.games.pax_romana.advice.reasons import reasons
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting
from ludi.games.pax_romana.ch05_control.control import recount

Judge = Callable[[Any, Any, int, Sequence[int]], "list[float] | None"]

JUDGES: MappingProxyType[str, Judge] = MappingProxyType(
    {
        "activation": cards.beside(cards.activation),
        "expansion": cards.beside(planning.expansion),
        "move": marches.move,
        "leader-selection": mustering.leader_selection,
        "maintenance": mustering.maintenance,
        "manpower": mustering.manpower,
        "recruitment": cards.beside(mustering.recruitment),
        "interception": reactions.interception,
        "withdrawal": cards.beside(reactions.withdrawal),
        "battle": reactions.battle,
        "losses": reactions.losses,
        "retreat": reactions.retreat,
        "encounter": reactions.encounter,
        "wreck": reactions.wreck,
        "capture": reactions.capture,
        "militia": reactions.militia,
        "line-by-rhodes": reactions.line_by_rhodes,
        "bribe": parley.bribe,
        "meeting": parley.meeting,
        "harbour": parley.harbour,
        "naval-withdrawal": parley.naval_withdrawal,
        "card-segment": cards.segment,
        "window": cards.window,
        "keeping": cards.keeping,
        "overfull": cards.overfull,
        "hiring": cards.hiring,
        "naval-ambush": cards.sally,
        "independent-expansion": cards.settling,
        "opportunity": cards.opportunity,
        "pontus": cards.beside(fortunes.pontus),
        **fortunes.FORTUNES,
    }
)
QUIET = frozenset(("activation", "expansion", "recruitment"))
"""Procedures that wait for a new Operation or step of it."""
NOISE = 0.12
"""How much a quick choice wavers."""
WARMTH = 4.0
"""How sharply the points become shares of 1."""


def points(s: PaxRomanaState, seat: int, legal: Sequence[int]) -> list[float]:
    """The points of each legal action of a seat."""
    refresh(s)
    power = s.decider(seat)
    procedure = s.stack[-1]
    judge = JUDGES.get(procedure.name)
    found = None
    if judge is not None:
        found = judge(s, procedure, power, legal)
    if found is None:
        found = look(s, seat, legal)
    return found


def look(s: PaxRomanaState, seat: int, legal: Sequence[int]) -> list[float]:
    """One decision ahead, by the evaluation: for what has no judge of its own."""
    insight = PaxRomanaInsight()
    found = []
    for action in legal:
        after = s.copy()
        after.play(seat, action)
        if after.dirty:
            recount(after)
        found.append(4.0 * insight.evaluate(after, seat))
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxRomanaPlayouts(PaxRomanaInsight):
    """Pax Romana's insight together with what greedy and a search may ask."""

    search_style = MappingProxyType({"turns": 0, "exploration": 0.4, "keep_priors": True, "breadth": 6})
    """The adviser's ideas are tried out to the end of the Activation or Phase, then a glance (docs/bots.md)."""

    iterations = MappingProxyType({"novice": 12, "regular": 16, "veteran": 24, "master": 40})
    """An iteration takes some 2 to 10 ms in plain Python, where much is going on more (docs/bots.md)."""

    temperatures = MappingProxyType({"novice": 0.7, "regular": 0.4, "veteran": 0.25})

    def unsettled(self, state: State) -> bool:
        """Between Operations a position is quiet."""
        assert isinstance(state, PaxRomanaState)
        return state.stack[-1].name not in QUIET

    def advise(self, state: State, seat: int, legal: Sequence[int]) -> int:
        """The action that the plan asks for."""
        assert isinstance(state, PaxRomanaState)
        found = points(state, seat, legal)
        return legal[found.index(max(found))]

    def ideas(self, state: State, seat: int, legal: Sequence[int]) -> Sequence[int]:
        assert isinstance(state, PaxRomanaState)
        if len(legal) == 1:
            return legal
        procedure = state.stack[-1]
        if isinstance(procedure, Meeting):
            return [speak(state, procedure, state.decider(seat), legal)]
        return ideas(state, state.decider(seat), legal, points(state, seat, legal))

    def carry_on(self, state: State, seat: int, legal: Sequence[int]) -> int:
        """As advised; but at a Meeting they talk."""
        assert isinstance(state, PaxRomanaState)
        procedure = state.stack[-1]
        if isinstance(procedure, Meeting):
            return speak(state, procedure, state.decider(seat), legal)
        return self.advise(state, seat, legal)

    def aim(self, state: State) -> int:
        """This Activation or Phase: a Move is judged with what the others of its Activation make of it."""
        assert isinstance(state, PaxRomanaState)
        return self._now(state)

    def reached(self, state: State, aim: int) -> bool:
        assert isinstance(state, PaxRomanaState)
        return self._now(state) != aim

    def _now(self, s: PaxRomanaState) -> int:
        """Which Activation and Phase it is."""
        return s.activations * 16 + s.phase

    def assess(self, state: State) -> list[float]:
        assert isinstance(state, PaxRomanaState)
        return judged(state)

    def weigh(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        assert isinstance(state, PaxRomanaState)
        if len(legal) == 1:
            return [1.0]
        found = points(state, seat, legal)
        top = max(found)
        weights = [exp(max(-30.0, WARMTH * (each - top))) for each in found]
        total = sum(weights)
        return [each / total for each in weights]

    def pick(self, state: State, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        assert isinstance(state, PaxRomanaState)
        if len(legal) == 1:
            return legal[0]
        best = -1e9
        action = legal[0]
        for each, worth in zip(legal, points(state, seat, legal), strict=True):
            worth += NOISE * chance()
            if worth > best:
                best = worth
                action = each
        return action

    def reasons(self, before: State, after: State, seat: int, action: int) -> Sequence[Phrase]:
        assert isinstance(before, PaxRomanaState)
        assert isinstance(after, PaxRomanaState)
        return reasons(before, after, seat, action)
