"""What a bot may ask: how a position looks to a seat.

There are two ways to win: lead the revolt that beats Rome in four categories, or hold Primus Conspiratus when it does
not. The evaluation guesses both chances from the symbols on the table and adds them up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from types import MappingProxyType
from typing import Any

from ludi.core import Box, Insight, Phrase, State
from ludi.core.native import mypyc_attr
from ludi.games.pax.components import ARMY, FLEET, INTRIGUE, KIND_MASK, LAND, PaxBox
from ludi.games.pax.habits import Habits, habits_for
from ludi.games.pax.policy import SOLO_WEIGHTS, Policy
from ludi.games.pax.prospects import Prospects, prospects_among
from ludi.games.pax.reasons import reasons
from ludi.games.pax.rules import PaxState
from ludi.games.pax.scoring import MAJORITY, categories_to_beat
from ludi.games.pax.state import DRAFT, OVER, TURN

OPEN = 0.05
"""So much of the first look goes to all actions alike: nothing is so unusual that it is not tried."""
NO_MANNER: Mapping[str, Any] = MappingProxyType({})

FORESEEN: Mapping[str, Any] = MappingProxyType({"turns": 2, "exploration": 0.4})
FORESEEN_ALONE: Mapping[str, Any] = MappingProxyType({"turns": 1, "exploration": 0.4})
FORESEEN_AMONG_RIVALS: Mapping[str, Any] = MappingProxyType({"turns": 1, "exploration": 0.5})
"""Where the prospects are learned the playouts are shorter."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxInsight(Insight):
    """PAX's own evaluation."""

    search_style = MappingProxyType({"turns": 4, "exploration": 0.4})
    """Playouts of four turns, then a glance: whole playouts are too noisy (docs/bots.md)."""
    temperatures = MappingProxyType({"novice": 4.0, "regular": 0.42, "veteran": 0.2})
    """Who thinks longer hardly wins more often, so the levels differ by how often they err (docs/bots.md)."""

    def __init__(
        self,
        foreseen: Callable[[int], Prospects | None] = prospects_among,
        style: Mapping[str, Any] | None = None,
        habits: Callable[[PaxBox], Habits | None] = habits_for,
    ) -> None:
        self.policy = Policy()
        self.solo_policy = Policy(SOLO_WEIGHTS)
        self.foreseen = foreseen
        """The learned prospects among so many players, where there are any."""
        self.style = style
        """How to search with the prospects, if not as the game does."""
        self.habits = habits
        """What was learned of decisions at such a table, if anything."""

    def turn(self, state: State) -> int:
        assert isinstance(state, PaxState)
        return -1 if state.phase == DRAFT else state.turns

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, PaxState)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns(state.box.seats)[seat]
        return solo_chance(state) if state.box.solo_level else chances_to_win(state)[seat]

    # What a search may ask

    def manner(self, box: Box) -> Mapping[str, Any]:
        if self.foreseen(box.seats) is None:
            return NO_MANNER
        if self.style is not None:
            return self.style
        if box.seats == 1:
            return FORESEEN_ALONE
        return FORESEEN if box.seats == 2 else FORESEEN_AMONG_RIVALS

    def weigh(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        assert isinstance(state, PaxState)
        policy = self.solo_policy if state.box.solo_level else self.policy
        return policy.weigh(state, seat, legal)

    def first_look(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        assert isinstance(state, PaxState)
        habits = self.habits(state._box)
        if habits is None:
            return []
        even = OPEN / len(legal)
        return [even + (1.0 - OPEN) * share for share in habits.shares(state, seat, legal)]

    def pick(self, state: State, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        assert isinstance(state, PaxState)
        policy = self.solo_policy if state.box.solo_level else self.policy
        return policy.pick(state, seat, legal, chance)

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, PaxState)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns(state.box.seats)
        prospects = self.foreseen(state.box.seats) if state.phase == TURN else None
        if prospects is not None:
            return prospects.chances(state)
        return [solo_chance(state)] if state.box.solo_level else chances_to_win(state)

    # For a person who asks why

    def reasons(self, before: State, after: State, seat: int, action: int) -> Sequence[Phrase]:
        assert isinstance(before, PaxState)
        assert isinstance(after, PaxState)
        return reasons(before, after, seat, action)


def rounds_left(state: PaxState) -> float:
    """About how many more rounds the deck lasts: a turn takes two cards out of it, a purchase often a third."""
    if state.last_round:
        return 0.0
    return state.deck_count() / (2.6 * state.box.seats + 1.0)


def _sure(margin: float, spread: float) -> float:
    """The chance that a lead of ``margin`` holds when the end may still shift it by about ``spread``."""
    x = margin / spread
    return 0.0 if x < -30.0 else 1.0 / (1.0 + exp(-x))


def _strength(symbols: list[int], base: int) -> list[float]:
    """Symbols with bonus Armies and Fleets; parts of a bonus count a little."""
    strength = [float(number) for number in symbols[base : base + 7]]
    army, fleet = symbols[base + ARMY], symbols[base + FLEET]
    strength[ARMY] += fleet // 3
    strength[FLEET] += army // 3
    return strength


def rome_at_end(state: PaxState, rounds: float) -> list[float]:
    """Rome's symbols by category as they may be at the end."""
    box = state.box
    symbols = [0] * 7
    for card in state.rome:
        symbols[box.category[card]] += box.symbols[card]
    for card in state.rome_hidden:
        kind = card & KIND_MASK
        symbols[box.category[kind]] += box.symbols[kind]
    strength = _strength(symbols, 0)
    # The most valuable group on the table is Rome's next harvest.
    harvests = rounds if rounds > 0.5 else 0.0
    if harvests:
        best = state.worth.index(max(state.worth))
        for kind in state.groups[best]:
            strength[box.category[kind]] += 0.6 * box.symbols[kind]
        for category in range(7):
            strength[category] += 0.16 * harvests
    return strength


def _at_least(chances: list[float], number: int) -> float:
    """The chance that at least ``number`` of independent things happen."""
    some = [1.0] + [0.0] * len(chances)
    for count, chance in enumerate(chances, 1):
        for k in range(count, 0, -1):
            some[k] += (some[k - 1] - some[k]) * chance
        some[0] *= 1.0 - chance
    return sum(some[number:])


def chances_to_win(state: PaxState) -> list[float]:
    """Every seat's chance to win."""
    players = state.box.seats
    rounds = rounds_left(state)
    spread = 0.35 + 0.45 * sqrt(rounds)
    rome = rome_at_end(state, rounds)
    strengths = [_strength(state.symbols, each * 7) for each in range(players)]
    growth = 0.13 * rounds
    # Will the revolt hold four categories?
    above = []
    for category in range(7):
        best = max([strength[category] for strength in strengths])
        above.append(_sure(best + growth - rome[category] - 0.5, spread))
    revolt = _at_least(above, MAJORITY)
    # Who leads it?
    richest = max([state.coins[each] + len(state.hands[each]) for each in range(players)])
    softness = 1.2 + 0.9 * sqrt(rounds)
    weights = [
        exp(_points(state, seat, strengths[seat], rome, growth, spread, richest, rounds) / softness)
        for seat in range(players)
    ]
    total = sum(weights)
    conspiracy = _conspiracies(state, rounds)
    return [
        revolt * weight / total + (1.0 - revolt) * secret for weight, secret in zip(weights, conspiracy, strict=True)
    ]


def _points(
    state: PaxState,
    seat: int,
    strength: list[float],
    rome: list[float],
    growth: float,
    spread: float,
    richest: int,
    rounds: float,
) -> float:
    base = seat * 7
    points = strength[ARMY] + strength[FLEET]
    lengths = state.lengths
    for category in range(7):
        if lengths[base + category]:
            points += 2.0
        margin = strength[category] + growth - rome[category] - 0.5
        if margin > -2.0:
            points += 3.0 * _sure(margin, spread)
    if state.conspirator == seat:
        points += 1.0
    purse = state.coins[seat] + len(state.hands[seat])
    points += 4.0 * _sure(purse - richest + 0.5, 0.4 + rounds)
    if rounds > 0.0:
        points += _promise(state, seat, rounds)
    return points


def _promise(state: PaxState, seat: int, rounds: float) -> float:
    """What coins, hand cards and room for Armies and Fleets may still become."""
    box = state.box
    base = seat * 7
    turns = min(rounds, 3.0) / 3.0
    promise = 0.22 * min(state.coins[seat], 8) * turns
    lengths = state.lengths
    seen = 0
    for card in state.hands[seat]:
        kind = card & KIND_MASK
        category = box.category[kind]
        worth = 0.55 * box.symbols[kind]
        if not lengths[base + category] and not seen >> category & 1:
            worth += 1.2
        seen |= 1 << category
        promise += worth * turns
    room = max(state.symbols[base + LAND], state.symbols[base + INTRIGUE])
    promise += 0.15 * min(room, 6) * turns
    return promise


def _conspiracies(state: PaxState, rounds: float) -> list[float]:
    """Every seat's chance to hold Primus Conspiratus at the end."""
    symbols = state.symbols
    spread = 0.3 + 0.5 * sqrt(rounds)
    weights = []
    for each in range(state.box.seats):
        lead = float(symbols[each * 7 + INTRIGUE])
        if each == state.conspirator:
            lead += 0.6
        weights.append(exp(min(lead / spread, 60.0)))
    total = sum(weights)
    return [weight / total for weight in weights]


def solo_chance(state: PaxState) -> float:
    """The lone player's chance: all seven categories displayed, and enough of them above Rome."""
    rounds = rounds_left(state)
    spread = 0.35 + 0.45 * sqrt(rounds)
    rome = rome_at_end(state, rounds)
    strength = _strength(state.symbols, 0)
    box = state.box
    in_hand = 0
    for card in state.hands[0]:
        in_hand |= 1 << box.category[card & KIND_MASK]
    complete = 1.0
    above = []
    growth = 0.3 * rounds
    limit = max(state.symbols[LAND], state.symbols[INTRIGUE])
    for category in range(7):
        if not state.lengths[category]:
            turns = rounds + (1.0 if state.phase != OVER else 0.0)
            if in_hand >> category & 1:
                missing = 0.25 ** min(turns, 3.0)
            else:
                missing = 0.72**turns
            if category in (ARMY, FLEET) and not limit:
                missing = min(1.0, missing * 1.25)
            complete *= 1.0 - missing
        above.append(_sure(strength[category] + growth - rome[category] - 0.5, spread))
    needed = _at_least(above, categories_to_beat(box.solo_level))
    expected = sum(above) / 7.0
    coins = min(state.coins[0], 10) * 0.004 * min(rounds, 3.0)
    cards = len(state.hands[0]) * 0.006 * min(rounds, 3.0)
    return complete * (0.85 * needed + 0.1 * expected) + coins + cards
