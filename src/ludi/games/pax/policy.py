"""How to play PAX without thinking: a quick, sensible choice for playouts and a first guess for a search.

Every legal action gets points from a few things that can be seen at once (which category, how many symbols, is it new
in the display, what does it cost, where does Rome reap). The weights were found by letting policies with slightly
different weights play each other (``docs/bots.md``); they say nothing that the rules do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from ludi.games.pax.components import INTRIGUE, KIND_MASK, WEALTH
from ludi.games.pax.rules import BUY, DISPLAY, DONE, HAND, LAY, PASS, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, TURN

# fmt: off
DEFAULT_WEIGHTS: tuple[float, ...] = (
    # a symbol played: wealth, fleet, army, religion, senator, land, intrigue
    -1.06, 0.38, 0.4, -0.16, 1.41, -0.01, 1.21,
    # a symbol taken to the hand
    -0.43, 0.02, 0.55, -0.58, 0.46, -1.64, 2.59,
    # a symbol bought
    0.1, 0.5, 0.13, 0.13, 0.2, 0.33, 3.8,
    # played: first of its category, of income one more, an Aureus paid, late in the game, overtakes the conspirator,
    # the conspirator secures, Intrigue costs the income
    -1.01, -0.16, -0.72, 0.38, 1.55, 1.18, -0.19,
    # bought: an Aureus paid, a card, late in the game, out of Rome's next harvest
    -0.48, 0.07, -0.37, -0.53,
    # hand: any card, first of its category; under the deck; laid: on the best group, value so far, own value, symbols
    -0.41, -1.25, 0.98, -0.6, -0.14, 0.3, 0.24,
    # pass; done; noise
    -1.86, 0.24, 0.98,
    # laid where it makes the best group; laid: Intrigue; taken to the hand: Intrigue when behind
    -0.08, 0.25, 2.02,
)
SOLO_WEIGHTS: tuple[float, ...] = (
    # The same for the solitaire campaign, set by hand: there every category must be in the display.
    0.9, 1.0, 1.0, 0.9, 0.9, 0.9, 0.8,
    0.8, 0.7, 0.7, 0.8, 0.9, 0.8, 0.8,
    0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7,
    2.5, 0.3, -0.5, 0.5, 0.0, 0.0, -0.3,
    -0.4, 0.3, -0.5, 0.3,
    0.2, 2.0, 0.0, 0.0, -0.05, 0.0, -0.2,
    -1.5, 0.2, 0.8,
    -0.3, 0.0, 0.0,
)
# fmt: on


class Policy:
    """Weights, and the points they give."""

    __slots__ = (
        "best_group",
        "buy",
        "buy_aureus",
        "buy_card",
        "buy_late",
        "buy_rome",
        "done",
        "hand",
        "hand_behind",
        "hand_card",
        "hand_new",
        "lay_becomes_best",
        "lay_intrigue",
        "lay_so_far",
        "lay_symbols",
        "lay_value",
        "noise",
        "pass_",
        "play",
        "play_aureus",
        "play_income",
        "play_late",
        "play_new",
        "play_no_income",
        "play_overtake",
        "play_secure",
        "under",
    )

    def __init__(self, weights: Sequence[float] = DEFAULT_WEIGHTS) -> None:
        self.play = tuple(weights[0:7])
        self.hand = tuple(weights[7:14])
        self.buy = tuple(weights[14:21])
        (
            self.play_new,
            self.play_income,
            self.play_aureus,
            self.play_late,
            self.play_overtake,
            self.play_secure,
            self.play_no_income,
        ) = weights[21:28]
        self.buy_aureus, self.buy_card, self.buy_late, self.buy_rome = weights[28:32]
        (
            self.hand_card,
            self.hand_new,
            self.under,
            self.best_group,
            self.lay_so_far,
            self.lay_value,
            self.lay_symbols,
        ) = weights[32:39]
        self.pass_, self.done, self.noise = weights[39:42]
        self.lay_becomes_best, self.lay_intrigue, self.hand_behind = weights[42:45]

    def pick(self, state: PaxState, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
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

    def weigh(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        """The points as shares of 1."""
        points = self.points(state, seat, legal)
        top = max(points)
        weights = [exp(each - top) for each in points]
        total = sum(weights)
        return [each / total for each in weights]

    def points(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        phase = state.phase
        if phase == ACT:
            return self._act(state, seat, legal)
        if phase == DRAW:
            return self._draw(state, seat, legal)
        if phase == TURN:
            return [self.pass_ if action == PASS else 0.0 for action in legal]
        if phase == DRAFT:
            box = state.box
            verb = DISPLAY if legal[0] >= DISPLAY else 0
            return [self.hand[box.category[action - verb]] * box.symbols[action - verb] for action in legal]
        return [0.0] * len(legal)

    def _act(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        box = state.box
        category = box.category
        symbols = box.symbols
        lengths = state.lengths
        base = seat * 7
        played = state.played
        late = len(state.deck) - state.top < 2 * box.seats
        points: list[float] = []
        if played or state.bought:
            top = 0
        else:
            top = max(state.worth)
        income = state.income(seat) if played else 2
        for action in legal:
            if action >= DONE:
                points.append(self.done)
            elif action >= PLAY:
                kind = action - PLAY
                of = category[kind]
                worth = self.play[of] * symbols[kind] + self.play_aureus * played
                length = lengths[base + of]
                if not length:
                    worth += self.play_new
                if late:
                    worth += self.play_late
                elif of == INTRIGUE:
                    worth += self.play_no_income * income
                elif length + 1 > income:
                    worth += self.play_income * (length + 1 - income)
                if of == INTRIGUE:
                    holder = state.conspirator
                    if holder == seat:
                        worth += self.play_secure
                    elif (
                        holder == NOBODY
                        or state.symbols[base + INTRIGUE] + symbols[kind] > state.symbols[holder * 7 + INTRIGUE]
                    ):
                        worth += self.play_overtake
                points.append(worth)
            else:
                legion = action - BUY
                value = state.worth[legion]
                price = value - state.symbols[base + WEALTH] // 3
                worth = self.buy_aureus * price if price > 0 else 0.0
                for kind in state.groups[legion]:
                    worth += self.buy[category[kind]] * symbols[kind] + self.buy_card
                if late:
                    worth += self.buy_late
                if value == top:
                    worth += self.buy_rome
                points.append(worth)
        return points

    def _draw(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        box = state.box
        base = seat * 7
        if PICK <= legal[0] < HAND:
            # The card to place first goes away if it cannot go to the hand: the least wanted.
            sign = -1.0 if state.sight == 2 and not state.placed else 1.0
            return [sign * self.hand[box.category[action - PICK]] * box.symbols[action - PICK] for action in legal]
        kind = state.drawn[state.picked if state.picked > 0 else 0] & KIND_MASK
        of = box.category[kind]
        symbols = box.symbols[kind]
        points: list[float] = []
        top = max(state.worth)
        for action in legal:
            if action == HAND:
                worth = self.hand_card + self.hand[of] * symbols
                if not state.lengths[base + of]:
                    worth += self.hand_new
                if of == INTRIGUE and state.conspirator != seat:
                    worth += self.hand_behind
                points.append(worth)
            elif action == UNDER:
                points.append(self.under)
            else:
                so_far = state.worth[action - LAY]
                value = box.value[kind]
                worth = self.lay_so_far * so_far + self.lay_value * value + self.lay_symbols * symbols
                if so_far == top:
                    worth += self.best_group
                elif so_far + value > top:
                    worth += self.lay_becomes_best
                if of == INTRIGUE:
                    worth += self.lay_intrigue
                points.append(worth)
        return points
