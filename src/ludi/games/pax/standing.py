"""Who stands how far above Rome in PAX, how sure that is to last, and what symbols more or less are worth by it."""

from __future__ import annotations

from math import exp

from ludi.games.pax.components import ARMY, FLEET, KIND_BITS, KIND_MASK
from ludi.games.pax.rules import PaxState

MARGIN = 9
"""Symbols above or below Rome that are told apart."""
ROUNDS = 12
"""Rounds to come that are told apart."""


class Standing:
    """Who stands how far above Rome, as far as a seat knows Rome's cards."""

    __slots__ = ("best", "in_hand", "own", "sure", "whose")

    def __init__(self, state: PaxState, seat: int, sureness: list[list[float]]) -> None:
        self.sure = sureness[rounds_left(state)]
        """How sure so many symbols above Rome are to last."""
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

    def count_hand(self) -> None:
        """Take the seat's hand as played."""
        self.own = [above + held for above, held in zip(self.own, self.in_hand, strict=True)]
        self.best = [max(most, mine) for most, mine in zip(self.best, self.own, strict=True)]


def sureness(above: float, growth: float, spread: float, growing: float) -> list[list[float]]:
    """By the rounds to come and the symbols above Rome, how sure a category is."""
    table: list[list[float]] = []
    for rounds in range(ROUNDS + 1):
        width = 0.2 + abs(spread) + abs(growing) * rounds
        needed = 0.5 + above + growth * rounds
        table.append([1.0 / (1.0 + exp((needed - margin) / width)) for margin in range(-MARGIN, MARGIN + 1)])
    return table


def rounds_left(state: PaxState) -> int:
    """About how many more rounds the deck lasts, as an index."""
    if state.last_round:
        return 0
    rounds = int(state.deck_count() / (2.6 * state.box.seats + 1.0))
    return rounds if rounds < ROUNDS else ROUNDS


def _at(margin: int) -> int:
    """The place of a margin in a row of sureness."""
    return 0 if margin < -MARGIN else 2 * MARGIN if margin > MARGIN else margin + MARGIN


def gain(weights: tuple[float, ...], standing: Standing, own: int, best: int, number: int) -> float:
    """What so many more symbols are worth to a seat: in its own account, and to the revolt."""
    sure = standing.sure
    after = sure[_at(own + number)]
    worth = weights[0] * (after - sure[_at(own)])
    if own + number > best:
        worth += weights[standing.whose] * (after - sure[_at(best)])
    return worth


def loss(weights: tuple[float, ...], standing: Standing, own: int, best: int, number: int) -> float:
    """What so many more symbols of Rome's take away, by the same weights."""
    sure = standing.sure
    lost = weights[0] * (sure[_at(own)] - sure[_at(own - number)])
    return lost + weights[standing.whose] * (sure[_at(best)] - sure[_at(best - number)])
