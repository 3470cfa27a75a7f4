"""How to play PAX without thinking: a quick, sensible choice for playouts and a first guess for a search.

Every legal action gets points from a few things that can be seen at once (which category, how many symbols, is it new
in the display, what does it cost, where does Rome reap), and from who stands above Rome in which category: a game is
won by the revolt or by the conspirator, so what a symbol is worth depends on who holds Primus Conspiratus. The weights
were found by letting policies with slightly different weights play each other (``docs/bots.md``); they say nothing that
the rules do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from ludi.games.pax.components import ARMY, FLEET, INTRIGUE, KIND_MASK, LAND, WEALTH
from ludi.games.pax.rules import BUY, DISPLAY, DONE, HAND, LAY, PASS, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.standing import Standing, gain, loss, sureness
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
    # sure of a category: how far above Rome, and more for each round to come; how gently it grows, and more so
    0.0, 0.0, 1.0, 0.15,
    # played: surer of the own category; of the revolt's while another conspires, while the player does; lifts a limit
    0.0, 0.0, 0.0, 0.0,
    # taken to the hand: the same three
    0.0, 0.0, 0.0,
    # bought: the same three; kept from Rome: the same three; an Aureus left over; first of its category
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    # laid: what Rome then reaps takes from the same three
    0.0, 0.0, 0.0,
)
SOLO_WEIGHTS: tuple[float, ...] = (
    # The same for the solitaire campaign, found by playing its levels 4 and 5 without any search.
    1.19, 0.88, 1.25, 1.82, 1.09, 1.62, 0.72,
    1.22, 0.85, 0.7, 1.03, 0.78, 1.18, 0.53,
    1.0, 0.96, 0.75, 1.1, 0.88, 0.97, 0.09,
    0.52, 0.3, -0.5, 0.85, -0.13, -0.1, -1.05,
    -0.58, 0.65, -1.15, 0.34,
    -0.43, 1.08, -0.21, -0.64, -0.05, -0.25, 0.34,
    -2.04, -0.03, 0.43,
    -0.32, -0.25, 0.13,
    0.05, 0.34, 0.6, 0.23,
    7.35, -0.19, 0.06, 0.1,
    5.62, -0.01, -0.12,
    13.67, 0.01, -0.16, 2.46, -0.26, -0.07, 0.36, 1.43,
    -3.98, 0.23, -0.02,
)
# fmt: on


KEPT = 3
"""What an action leaves in the purse without being thought rich."""


class Policy:
    """Weights, and the points they give."""

    __slots__ = (
        "best_group",
        "buy",
        "buy_aureus",
        "buy_card",
        "buy_deny",
        "buy_late",
        "buy_new",
        "buy_purse",
        "buy_rome",
        "buy_sure",
        "done",
        "hand",
        "hand_behind",
        "hand_card",
        "hand_new",
        "hand_sure",
        "lay_becomes_best",
        "lay_intrigue",
        "lay_reaped",
        "lay_so_far",
        "lay_symbols",
        "lay_value",
        "minds",
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
        "play_sure",
        "play_unlock",
        "sure",
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
        self.sure = sureness(*weights[45:49])
        """By the rounds to come and the symbols above Rome, how sure that is to last."""
        self.play_sure = tuple(weights[49:52])
        self.play_unlock = weights[52]
        self.hand_sure = tuple(weights[53:56])
        self.buy_sure = tuple(weights[56:59])
        self.buy_deny = tuple(weights[59:62])
        self.buy_purse, self.buy_new = weights[62:64]
        self.lay_reaped = tuple(weights[64:67])
        self.minds = any(weights[49:])
        """Whether it minds who stands above Rome; to look costs as much time as all else together."""

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
        standing = Standing(state, seat, self.sure) if self.minds else None
        points: list[float] = []
        top = 0
        reaped = -1
        if not played and not state.bought:
            top = max(state.worth)
            reaped = state.worth.index(top)
        income = state.income(seat) if played else 2
        for action in legal:
            if action >= DONE:
                points.append(self.done)
            elif action >= PLAY:
                kind = action - PLAY
                of = category[kind]
                number = symbols[kind]
                worth = self.play[of] * number + self.play_aureus * played
                length = lengths[base + of]
                if standing is not None:
                    worth += gain(self.play_sure, standing, standing.own[of], standing.best[of], number)
                    worth += self._unlocks(state, seat, standing, of, number)
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
                        or state.symbols[base + INTRIGUE] + number > state.symbols[holder * 7 + INTRIGUE]
                    ):
                        worth += self.play_overtake
                points.append(worth)
            else:
                worth = self._bought(state, seat, action - BUY, reaped, standing)
                if late:
                    worth += self.buy_late
                if state.worth[action - BUY] == top:
                    worth += self.buy_rome
                points.append(worth)
        return points

    def _unlocks(self, state: PaxState, seat: int, standing: Standing, of: int, number: int) -> float:
        """What it is worth that Land or Intrigue played makes room for Armies and Fleets."""
        if of not in (LAND, INTRIGUE):
            return 0.0
        base = seat * 7
        symbols = state.symbols
        limit = state.limit(seat)
        lifted = symbols[base + of] + number - limit
        if lifted <= 0:
            return 0.0
        barred = max(0, symbols[base + ARMY] + standing.in_hand[ARMY] - limit)
        barred += max(0, symbols[base + FLEET] + standing.in_hand[FLEET] - limit)
        return self.play_unlock * min(lifted, barred)

    def _bought(self, state: PaxState, seat: int, legion: int, reaped: int, standing: Standing | None) -> float:
        """What a group is worth for its cards and its price."""
        box = state.box
        category = box.category
        symbols = box.symbols
        base = seat * 7
        price = max(0, state.worth[legion] - state.symbols[base + WEALTH] // 3)
        worth = self.buy_aureus * price
        group = state.groups[legion]
        for kind in group:
            worth += self.buy[category[kind]] * symbols[kind] + self.buy_card
        if standing is None:
            return worth
        worth += self.buy_purse * max(0, state.coins[seat] - price - KEPT)
        for kind in group:
            of = category[kind]
            number = symbols[kind]
            held = standing.in_hand[of]
            mine = standing.own[of] + held
            most = max(mine, standing.best[of])
            worth += gain(self.buy_sure, standing, mine, most, number)
            if legion == reaped:
                worth += loss(self.buy_deny, standing, mine, most, number)
            if not state.lengths[base + of] and not held:
                worth += self.buy_new
        return worth

    def _draw(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        box = state.box
        base = seat * 7
        standing: Standing | None = None
        if self.minds:
            standing = Standing(state, seat, self.sure)
            standing.count_hand()
        if PICK <= legal[0] < HAND:
            # The card to place first goes away if it cannot go to the hand: the least wanted.
            sign = -1.0 if state.sight == 2 and not state.placed else 1.0
            wanted: list[float] = []
            for action in legal:
                of = box.category[action - PICK]
                number = box.symbols[action - PICK]
                worth = self.hand[of] * number
                if standing is not None:
                    worth += gain(self.hand_sure, standing, standing.own[of], standing.best[of], number)
                wanted.append(sign * worth)
            return wanted
        kind = state.drawn[state.picked if state.picked > 0 else 0] & KIND_MASK
        of = box.category[kind]
        symbols = box.symbols[kind]
        points: list[float] = []
        top = max(state.worth)
        for action in legal:
            if action == HAND:
                worth = self.hand_card + self.hand[of] * symbols
                if standing is not None:
                    worth += gain(self.hand_sure, standing, standing.own[of], standing.best[of], symbols)
                if not state.lengths[base + of] and (standing is None or not standing.in_hand[of]):
                    worth += self.hand_new
                if of == INTRIGUE and state.conspirator != seat:
                    worth += self.hand_behind
                points.append(worth)
            elif action == UNDER:
                points.append(self.under)
            else:
                legion = action - LAY
                so_far = state.worth[legion]
                value = box.value[kind]
                worth = self.lay_so_far * so_far + self.lay_value * value + self.lay_symbols * symbols
                if so_far == top:
                    worth += self.best_group
                elif so_far + value > top:
                    worth += self.lay_becomes_best
                if of == INTRIGUE:
                    worth += self.lay_intrigue
                if standing is not None:
                    worth += self._reaped(state, legion, kind, standing)
                points.append(worth)
        return points

    def _reaped(self, state: PaxState, legion: int, kind: int, standing: Standing) -> float:
        """What Rome's next harvest takes if a card is laid there: this group, or the most valuable of the others."""
        box = state.box
        category = box.category
        most = state.worth[legion] + box.value[kind]
        reaped = legion
        for other, group in enumerate(state.worth):
            if other != legion and (group > most or (group == most and other < reaped)):
                reaped = other
                most = group
        cards = state.groups[reaped]
        worth = 0.0
        for card in [*cards, kind] if reaped == legion else cards:
            of = category[card]
            worth += loss(self.lay_reaped, standing, standing.own[of], standing.best[of], box.symbols[card])
        return worth
