"""What a learned eye sees of a whole position as a turn begins, told as numbers of facts that hold (`prospects.py`).

Nothing is hidden from it: a search imagines such positions. Each kind of fact has its room, and a number beyond what is
told apart counts as the last one that is.
"""

from __future__ import annotations

from typing import Final

from ludi.games.pax import scoring
from ludi.games.pax.components import INTRIGUE
from ludi.games.pax.rules import PaxState

SYMBOLS: Final = 12
LENGTHS: Final = 7
HELD: Final = 7
COINS: Final = 26
CARDS: Final = 13
MARGIN: Final = 7
MARGINS: Final = 2 * MARGIN + 1
LEAD: Final = 18
LEADS: Final = 2 * LEAD + 1
PURSE: Final = 8
PURSES: Final = 2 * PURSE + 1
ROME: Final = 16
DECK: Final = 60
WORTH: Final = 16
GROUP: Final = 5
COUNTS: Final = 8
STAGES: Final = 5
"""The last round; less than one more to come after this; less than two; less than four; more."""

COMPARED: Final = STAGES * (2 * LEADS + PURSES + 2 * MARGINS)
SEAT: Final = STAGES * 7 * MARGINS + COMPARED + 7 * (SYMBOLS + LENGTHS + HELD) + COINS + CARDS
"""Room for what one seat displays and has, and how that compares with the others."""
SLOT: Final = WORTH + 7 * GROUP + 1


class Sight:
    """A position reckoned through: strengths, margins, hands of all seats, from the one at turn."""

    __slots__ = (
        "best",
        "held",
        "in_hand",
        "order",
        "points",
        "purses",
        "rome",
        "secret",
        "shown",
        "stage",
        "strengths",
    )

    def __init__(self, state: PaxState) -> None:
        box = state.box
        players = len(state.hands)
        self.stage = stage_of(state)
        self.rome: list[int] = scoring.strength_of_rome(state)
        self.order = [(state.turn + place) % players for place in range(players)]
        self.strengths = [scoring.strength_of(state, seat) for seat in self.order]
        self.best = [max([strength[category] for strength in self.strengths]) for category in range(7)]
        self.held = 0
        """Categories in which somebody is above Rome."""
        for category in range(7):
            if self.best[category] > self.rome[category]:
                self.held += 1
        self.in_hand = [scoring.count_symbols(box, state.hands[seat]) for seat in self.order]
        self.points: list[int] = []
        self.purses: list[int] = []
        self.shown: list[int] = []
        self.secret: list[int] = []
        if players > 1:
            self.points = [
                sum(scoring.points_on_the_table(state, seat, self.strengths[place], self.rome).values())
                for place, seat in enumerate(self.order)
            ]
            self.purses = [state.coins[seat] + len(state.hands[seat]) for seat in self.order]
            self.shown = [state.symbols[seat * 7 + INTRIGUE] for seat in self.order]
            self.secret = [
                number + held_back[INTRIGUE] for number, held_back in zip(self.shown, self.in_hand, strict=True)
            ]

    def of_seat(self, state: PaxState, place: int, start: int, found: list[int]) -> None:
        """What a seat displays and has, how far that is above Rome and above the best of the others."""
        seat = self.order[place]
        stage = self.stage
        strength = self.strengths[place]
        for category in range(7):
            margin = strength[category] - self.rome[category]
            found.append(start + (stage * 7 + category) * MARGINS + within(margin, MARGIN))
        start += STAGES * 7 * MARGINS
        if self.points:
            self._compared(place, start, found)
        start += COMPARED
        base = seat * 7
        for category in range(7):
            length = state.lengths[base + category]
            if length:
                number = state.symbols[base + category]
                found.append(start + category * SYMBOLS + (number if number < SYMBOLS else SYMBOLS - 1))
                most = length if length < LENGTHS else LENGTHS - 1
                found.append(start + 7 * SYMBOLS + category * LENGTHS + most)
        start += 7 * (SYMBOLS + LENGTHS)
        in_hand = self.in_hand[place]
        for category in range(7):
            number = in_hand[category]
            if number:
                found.append(start + category * HELD + (number if number < HELD else HELD - 1))
        start += 7 * HELD
        coins = state.coins[seat]
        found.append(start + (coins if coins < COINS else COINS - 1))
        cards = len(state.hands[seat])
        found.append(start + COINS + (cards if cards < CARDS else CARDS - 1))

    def _compared(self, place: int, start: int, found: list[int]) -> None:
        """How far a seat is ahead of the best of the others: in points, money, Intrigue."""
        stage = self.stage
        revolt = 1 if self.held >= scoring.MAJORITY else 0
        found.append(start + (stage * 2 + revolt) * LEADS + within(ahead(self.points, place), LEAD))
        start += STAGES * 2 * LEADS
        found.append(start + stage * PURSES + within(ahead(self.purses, place), PURSE))
        start += STAGES * PURSES
        found.append(start + stage * MARGINS + within(ahead(self.shown, place), MARGIN))
        start += STAGES * MARGINS
        found.append(start + stage * MARGINS + within(ahead(self.secret, place), MARGIN))

    def of_rome(self, start: int, found: list[int]) -> None:
        """How strong Rome is."""
        for category in range(7):
            number = self.rome[category]
            if number:
                found.append(start + category * ROME + (number if number < ROME else ROME - 1))

    def of_best(self, start: int, found: list[int]) -> None:
        """How far the best of all is above Rome."""
        for category in range(7):
            margin = self.best[category] - self.rome[category]
            found.append(start + (self.stage * 7 + category) * MARGINS + within(margin, MARGIN))


def deck_of(state: PaxState) -> int:
    """How many cards are left, as far as that is told apart."""
    deck = state.deck_count()
    return deck if deck < DECK else DECK - 1


def in_order(state: PaxState) -> list[int]:
    """The Legions, the most valuable group first: that is Rome's next harvest."""
    worth = state.worth
    order = sorted([(-worth[legion], legion) for legion in range(len(worth))])
    return [legion for _, legion in order]


def by_worth(state: PaxState) -> list[int]:
    """Those with cards below them, in this order."""
    groups = state.groups
    return [legion for legion in in_order(state) if groups[legion]]


def of_group(state: PaxState, legion: int, start: int, found: list[int]) -> None:
    """What lies below a Legion."""
    number = state.worth[legion]
    found.append(start + (number if number < WORTH else WORTH - 1))
    counts = scoring.count_symbols(state.box, state.groups[legion])
    for category in range(7):
        count = counts[category]
        if count:
            found.append(start + WORTH + category * GROUP + (count if count < GROUP else GROUP - 1))


def ahead(numbers: list[int], place: int) -> int:
    """How much more one has than the best of the others."""
    most = -1
    for other, number in enumerate(numbers):
        if other != place and number > most:
            most = number
    return numbers[place] - most


def within(number: int, most: int) -> int:
    """A number from -most to most, counted from 0."""
    return 0 if number < -most else 2 * most if number > most else number + most


def stage_of(state: PaxState) -> int:
    """How much of the game is left."""
    if state.last_round:
        return 0
    rounds = state.deck_count() / (2.6 * state.box.seats + 1.0)
    return 1 if rounds < 1.0 else 2 if rounds < 2.0 else 3 if rounds < 4.0 else 4
