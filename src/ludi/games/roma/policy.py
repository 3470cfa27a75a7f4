"""How to play Roma without thinking: a quick, sensible choice for playouts and a first guess for a search.

Every legal action gets points: what a card is good for on the table, in the hand and when it is activated, what an
unoccupied disc costs, what a Sestertius is worth. The numbers were found by letting policies with slightly different
numbers play each other (``docs/bots.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from types import MappingProxyType

from ludi.core import State
from ludi.games.roma.components import (
    ACTIVATE,
    ADD,
    ARCHITECTUS,
    BLANK,
    BLOCK,
    BUY,
    CENTURIO,
    COPY,
    DEFENCE,
    DISCS,
    DRAW,
    EMPTY,
    END,
    FORUM,
    GIVE,
    GLADIATOR,
    IS_PERSON,
    KEEP,
    KINDS,
    LAY,
    LEGAT,
    LEGIONARIUS,
    MERCATOR,
    MERCATUS,
    MONEY,
    NERO,
    ONAGER,
    PASS,
    POINTS,
    PRICE,
    RETHROW,
    SCAENICUS,
    SENATOR,
    SICARIUS,
    TAKE,
    TARGET,
    TURRIS,
    VELITES,
)
from ludi.games.roma.insight import RomaInsight
from ludi.games.roma.phases import (
    ACTIONS,
    BLOCK_DISC,
    BUY_POINTS,
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    CHOOSE_TARGET,
    COPY_PERSON,
    EXCHANGE,
    FORUM_DIE,
    LAY_FREELY,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
    TRIPLE,
)
from ludi.games.roma.rules import RomaState

# fmt: off
ON_TABLE = (
    0.95, 0.69, 0.1, -0.12, 4.4, 0.58, 0.73, 0.91, 2.39, 0.72, 1.48, 1.85, 0.94,
    1.06, 0.72, 4.58, 2.66, 1.0, 1.1, 0.46, 4.16, 0.62, 2.26, 0.25, 0.59,
)
IN_HAND = (
    0.51, 0.8, 0.26, 0.53, 1.22, 0.65, 1.18, 0.73, 0.54, 0.57, 0.49, 0.9, 0.93,
    1.01, 0.56, 0.94, 0.84, 0.25, 0.36, 0.17, 2.23, 1.01, 1.13, 0.18, 0.6,
)
ACTIVATED = (
    0.7, 1.07, 0.07, 0.76, 1.41, 1.59, 0.41, 0.63, 0.31, -0.59, 1.18, 1.29, 0.8,
    2.25, 0.27, 3.65, 0.7, 0.73, 0.49, 0.32, 0.81, 2.4, 0.76, -0.12, 1.57,
)
# unoccupied disc, a Sestertius gained, a Sestertius paid, a draw, a draw's pip, to end with dice unused per die,
# noise, points per pip at the Templum, a strike's target
NUMBERS = (3.69, 0.22, -0.22, 0.82, -0.01, -1.71, 0.43, 1.18, 2.12)
# fmt: on
DEFAULT_WEIGHTS: tuple[float, ...] = (*ON_TABLE, *IN_HAND, *ACTIVATED, *NUMBERS)


class Policy:
    """Weights, and the points they give."""

    __slots__ = (
        "act",
        "coin",
        "draw",
        "draw_pip",
        "gap",
        "hand",
        "idle",
        "laid",
        "noise",
        "price",
        "strike",
        "table",
        "templum",
    )

    def __init__(self, weights: Sequence[float] = DEFAULT_WEIGHTS) -> None:
        self.table = [*weights[:KINDS], 0.8, 0.0]
        self.hand = [*weights[KINDS : 2 * KINDS], 0.6]
        self.act = list(weights[2 * KINDS : 3 * KINDS])
        (
            self.gap,
            self.coin,
            self.price,
            self.draw,
            self.draw_pip,
            self.idle,
            self.noise,
            self.templum,
            self.strike,
        ) = weights[3 * KINDS :]
        self.laid = [self.table[kind] - self.hand[kind] for kind in range(KINDS)]
        assert len(self.table) == BLANK + 2

    def pick(self, state: RomaState, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        """The action with the most points, give or take some noise."""
        noise = self.noise
        best = -1e9
        action = legal[0]
        for each, points in zip(legal, self.points(state, seat, legal), strict=True):
            points += noise * chance()
            if points > best:
                best = points
                action = each
        return action

    def weigh(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        """The points as shares of 1."""
        points = self.points(state, seat, legal)
        top = max(points)
        weights = [exp(1.5 * (each - top)) for each in points]
        total = sum(weights)
        return [each / total for each in weights]

    def points(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        phase = state.phase
        if phase == ACTIONS:
            return self._actions(state, seat, legal)
        if phase in (LAY_FREELY, REARRANGE, PLACE):
            return self._free(state, seat, legal)
        if phase == CHOOSE_DRAWN:
            return [self.hand[action - KEEP] for action in legal]
        if phase == TAKE_CARD:
            return [self.hand[action - TAKE] for action in legal]
        if phase == EXCHANGE:
            return [-self.hand[action - GIVE] for action in legal]
        opposing = state.rows[DISCS - seat * DISCS : 2 * DISCS - seat * DISCS]
        if phase == CHOOSE_TARGET:
            return [self._target(state, state.effect, opposing, action - TARGET) for action in legal]
        if phase == FORUM_DIE:
            return [(1.0 - self.coin) * (action - POINTS + 1) for action in legal]
        if phase == TEMPLUM_DIE:
            return [0.0 if action == PASS else (self.templum - self.coin) * (action - ADD + 1) for action in legal]
        if phase == BUY_POINTS:
            return [0.5 * (action - BUY) for action in legal]
        if phase == BLOCK_DISC:
            return [self.table[opposing[action - BLOCK]] for action in legal]
        if phase == COPY_PERSON:
            return [self._activation(state, seat, action - COPY, state.disc, opposing) for action in legal]
        if phase == CENTURIO_DIE:
            return self._centurio(state, opposing, legal)
        if phase == TRIPLE:
            return [0.0 if action == RETHROW else 0.3 for action in legal]
        return [0.0] * len(legal)

    def _actions(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        points: list[float] = []
        row = state.rows[seat * DISCS : seat * DISCS + DISCS]
        opposing = state.rows[DISCS - seat * DISCS : 2 * DISCS - seat * DISCS]
        table, gap = self.table, self.gap
        covered = [gap if card == EMPTY else -table[card] for card in row]
        for action in legal:
            if action < MONEY:
                card, disc = divmod(action - LAY, DISCS)
                points.append(self.laid[card] - self.price * PRICE[card] + covered[disc])
            elif action < DRAW:
                points.append(self.coin * (action - MONEY + 1))
            elif action < ACTIVATE:
                points.append(self.draw + self.draw_pip * (action - DRAW + 1))
            elif action < END:
                disc = action - ACTIVATE
                points.append(self._activation(state, seat, row[disc], disc, opposing))
            else:
                points.append(self.idle * len(state.unused))
        return points

    def _free(self, state: RomaState, seat: int, legal: Sequence[int]) -> list[float]:
        row = state.rows[seat * DISCS : seat * DISCS + DISCS]
        covered = [self.gap if card == EMPTY else -self.table[card] for card in row]
        points: list[float] = []
        for action in legal:
            if action < RETHROW:
                card, disc = divmod(action - LAY, DISCS)
                points.append(self.laid[card] + covered[disc])
            else:
                points.append(0.0)
        return points

    def _activation(self, state: RomaState, seat: int, card: int, disc: int, opposing: list[int]) -> float:
        """What it brings to activate an own card."""
        weight = self.act[card]
        if card == FORUM:
            return weight * state.unused[-1] if len(state.unused) > 1 else 0.0
        if card == LEGAT:
            return weight * opposing.count(EMPTY)
        if card == MERCATUS:
            return weight * opposing.count(FORUM)
        if card == MERCATOR:
            return weight * min(state.sestertii[seat] // 2, state.points[1 - seat])
        if card in (LEGIONARIUS, CENTURIO):
            return weight * self._target(state, card, opposing, disc)
        if card in (SICARIUS, NERO, GLADIATOR, VELITES, ONAGER):
            best = 0.0
            person = card != NERO and card != ONAGER
            for place in range(DISCS):
                target = opposing[place]
                if target != EMPTY and IS_PERSON[target] == person:
                    best = max(best, self._target(state, card, opposing, place))
            return weight * best
        if card in (ARCHITECTUS, SENATOR):
            person = card == SENATOR
            return weight * sum([self.laid[each] + 0.8 for each in state.hands[seat] if IS_PERSON[each] == person])
        if card == SCAENICUS:
            row = state.rows[seat * DISCS : seat * DISCS + DISCS]
            persons = [each for each in row if each != EMPTY and IS_PERSON[each] and each != SCAENICUS]
            return weight * max([self._activation(state, seat, each, disc, opposing) for each in persons], default=0.0)
        return weight

    def _target(self, state: RomaState, card: int, opposing: list[int], disc: int) -> float:
        """What it brings to turn a card against the one at an opposing disc."""
        target = opposing[disc]
        if target == EMPTY:
            return 0.0
        worth = self.strike * (self.table[target] + self.gap)
        if card == GLADIATOR:
            return worth - self.hand[target]
        if card in (SICARIUS, NERO):
            return worth
        defence = DEFENCE[target] + opposing.count(TURRIS) - (target == TURRIS) - 2 * state.essedum
        return worth * max(0.0, min(1.0, (7.0 - defence) / 6.0))

    def _centurio(self, state: RomaState, opposing: list[int], legal: Sequence[int]) -> list[float]:
        """Add the smallest die that makes the throw a hit."""
        target = opposing[state.disc]
        defence = 0
        if target != EMPTY:
            defence = DEFENCE[target] + opposing.count(TURRIS) - (target == TURRIS) - 2 * state.essedum
        lacking = defence - state.number
        points: list[float] = []
        for action in legal:
            if action == PASS:
                points.append(1.0)
            else:
                face = action - ADD + 1
                points.append(2.0 - 0.1 * face if 0 < lacking <= face else 0.0)
        return points


class RomaPlayouts(RomaInsight):
    """Roma's insight together with what a search may ask."""

    search_style = MappingProxyType({"turns": 1, "exploration": 0.3})
    """Playouts to the end of the turn, then a glance (docs/bots.md)."""

    def __init__(self) -> None:
        self.policy = Policy()

    def weigh(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        assert isinstance(state, RomaState)
        return self.policy.weigh(state, seat, legal)

    def pick(self, state: State, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        assert isinstance(state, RomaState)
        return self.policy.pick(state, seat, legal, chance)

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, RomaState)
        # Only for the player on turn does the evaluation count what the unused dice are good for.
        mine = self.evaluate(state, state.turn)
        return [mine, 1.0 - mine] if state.turn == 0 else [1.0 - mine, mine]
