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

from ludi.games.pax.components import ARMY, FLEET, INTRIGUE, KIND_BITS, KIND_MASK, LAND, WEALTH
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


MARGIN = 9
"""Symbols above or below Rome that are told apart."""
ROUNDS = 12
"""Rounds to come that are told apart."""
_NONE = [0] * 7
_UNSURE = [0.0] * (2 * MARGIN + 1)
KEPT = 3
"""What an action leaves in the purse without being thought rich."""


class Standing:
    """Who stands how far above Rome, as far as a seat knows Rome's cards."""

    __slots__ = ("best", "in_hand", "own", "whose")

    def __init__(self, state: PaxState, seat: int) -> None:
        box = state.box
        category = box.category
        printed = box.symbols
        rome = [0] * 7
        for kind in state.rome:
            rome[category[kind]] += printed[kind]
        bit = 1 << seat + KIND_BITS
        for card in state.rome_hidden:
            if card & bit:
                kind = card & KIND_MASK
                rome[category[kind]] += printed[kind]
        fleet, army = rome[FLEET], rome[ARMY]
        rome[ARMY] += fleet // 3
        rome[FLEET] += army // 3
        symbols = state.symbols
        own = symbols[seat * 7 : seat * 7 + 7]
        fleet, army = own[FLEET], own[ARMY]
        own[ARMY] += fleet // 3
        own[FLEET] += army // 3
        best = own.copy()
        for other in range(box.seats):
            if other != seat:
                base = other * 7
                fleet, army = symbols[base + FLEET], symbols[base + ARMY]
                for of in range(7):
                    number = symbols[base + of]
                    if of == ARMY:
                        number += fleet // 3
                    elif of == FLEET:
                        number += army // 3
                    if number > best[of]:
                        best[of] = number
        self.own = [mine - romes for mine, romes in zip(own, rome, strict=True)]
        """By category, the seat's symbols less Rome's."""
        self.best = [most - romes for most, romes in zip(best, rome, strict=True)]
        """The same for whoever has most."""
        self.in_hand = [0] * 7
        """Symbols in the seat's hand."""
        for card in state.hands[seat]:
            kind = card & KIND_MASK
            self.in_hand[category[kind]] += printed[kind]
        self.whose = 2 if state.conspirator == seat and box.seats > 1 else 1
        """Which weight says what the revolt is worth: that of a conspirator, or that of all others."""


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
        self.sure = _sureness(*weights[45:49])
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
        minds = self.minds
        own = best = in_hand = _NONE
        sure = _UNSURE
        whose = 1
        limit = 0
        if minds:
            standing = Standing(state, seat)
            sure = self.sure[_rounds(state)]
            own = standing.own
            best = standing.best
            in_hand = standing.in_hand
            whose = standing.whose
            limit = state.limit(seat)
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
                if minds:
                    worth += _gain(self.play_sure, sure, own[of], best[of], whose, number)
                length = lengths[base + of]
                if not length:
                    worth += self.play_new
                if late:
                    worth += self.play_late
                elif of == INTRIGUE:
                    worth += self.play_no_income * income
                elif length + 1 > income:
                    worth += self.play_income * (length + 1 - income)
                if minds and of in (LAND, INTRIGUE):
                    lifted = state.symbols[base + of] + number - limit
                    if lifted > 0:
                        barred = max(0, state.symbols[base + ARMY] + in_hand[ARMY] - limit)
                        barred += max(0, state.symbols[base + FLEET] + in_hand[FLEET] - limit)
                        worth += self.play_unlock * min(lifted, barred)
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
                legion = action - BUY
                value = state.worth[legion]
                price = max(0, value - state.symbols[base + WEALTH] // 3)
                worth = self.buy_aureus * price
                for kind in state.groups[legion]:
                    worth += self.buy[category[kind]] * symbols[kind] + self.buy_card
                if minds:
                    worth += self.buy_purse * max(0, state.coins[seat] - price - KEPT)
                    for kind in state.groups[legion]:
                        of = category[kind]
                        number = symbols[kind]
                        mine = own[of] + in_hand[of]
                        most = max(mine, best[of])
                        worth += _gain(self.buy_sure, sure, mine, most, whose, number)
                        if legion == reaped:
                            worth += _loss(self.buy_deny, sure, mine, most, whose, number)
                        if not lengths[base + of] and not in_hand[of]:
                            worth += self.buy_new
                if late:
                    worth += self.buy_late
                if value == top:
                    worth += self.buy_rome
                points.append(worth)
        return points

    def _draw(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        box = state.box
        base = seat * 7
        minds = self.minds
        own = best = in_hand = _NONE
        sure = _UNSURE
        whose = 1
        if minds:
            standing = Standing(state, seat)
            sure = self.sure[_rounds(state)]
            in_hand = standing.in_hand
            own = [above + held for above, held in zip(standing.own, in_hand, strict=True)]
            best = [max(most, mine) for most, mine in zip(standing.best, own, strict=True)]
            whose = standing.whose
        if PICK <= legal[0] < HAND:
            # The card to place first goes away if it cannot go to the hand: the least wanted.
            sign = -1.0 if state.sight == 2 and not state.placed else 1.0
            wanted: list[float] = []
            for action in legal:
                of = box.category[action - PICK]
                number = box.symbols[action - PICK]
                worth = self.hand[of] * number
                if minds:
                    worth += _gain(self.hand_sure, sure, own[of], best[of], whose, number)
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
                if minds:
                    worth += _gain(self.hand_sure, sure, own[of], best[of], whose, symbols)
                if not state.lengths[base + of] and not in_hand[of]:
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
                if minds:
                    worth += self._reaped(state, legion, kind, sure, own, best, whose)
                points.append(worth)
        return points

    def _reaped(
        self,
        state: PaxState,
        legion: int,
        kind: int,
        sure: list[float],
        own: list[int],
        best: list[int],
        whose: int,
    ) -> float:
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
            worth += _loss(self.lay_reaped, sure, own[of], best[of], whose, box.symbols[card])
        return worth


def _sureness(above: float, growth: float, spread: float, growing: float) -> list[list[float]]:
    """By the rounds to come and the symbols above Rome, how sure a category is."""
    table: list[list[float]] = []
    for rounds in range(ROUNDS + 1):
        width = 0.2 + abs(spread) + abs(growing) * rounds
        needed = 0.5 + above + growth * rounds
        table.append([1.0 / (1.0 + exp((needed - margin) / width)) for margin in range(-MARGIN, MARGIN + 1)])
    return table


def _rounds(state: PaxState) -> int:
    """About how many more rounds the deck lasts, as an index."""
    if state.last_round:
        return 0
    rounds = int(state.deck_count() / (2.6 * state.box.seats + 1.0))
    return rounds if rounds < ROUNDS else ROUNDS


def _at(margin: int) -> int:
    """The place of a margin in a row of sureness."""
    return 0 if margin < -MARGIN else 2 * MARGIN if margin > MARGIN else margin + MARGIN


def _gain(weights: tuple[float, ...], sure: list[float], own: int, best: int, whose: int, number: int) -> float:
    """What so many more symbols are worth to a seat: in its own account, and to the revolt."""
    after = sure[_at(own + number)]
    worth = weights[0] * (after - sure[_at(own)])
    if own + number > best:
        worth += weights[whose] * (after - sure[_at(best)])
    return worth


def _loss(weights: tuple[float, ...], sure: list[float], own: int, best: int, whose: int, number: int) -> float:
    """What so many more symbols of Rome's take away, by the same weights."""
    lost = weights[0] * (sure[_at(own)] - sure[_at(own - number)])
    return lost + weights[whose] * (sure[_at(best)] - sure[_at(best - number)])
