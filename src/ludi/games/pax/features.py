"""What a learned judgement looks at: a position as the numbers of the facts that hold in it, as one seat knows them.

Only what ``seat`` may know counts: its own hand, of the others' hands their size and the cards known to be there, of
Rome's face-down cards those it has looked at. A card is told by its category and symbols, so that any card list will
do. What is most common (nothing there) has no fact of its own.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ludi.games.pax import scoring
from ludi.games.pax.components import ARMY, FLEET, INTRIGUE, KIND_BITS, KIND_MASK, PaxBox
from ludi.games.pax.rules import (
    DECLINE,
    DISPLAY,
    DONE,
    DRAW_CARDS,
    KEEP,
    PASS,
    PASS_INCOME,
    RESPONSE,
    RESPONSE_PRICE,
    PaxState,
)
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, RESPOND

SYMBOLS: Final = 15
LENGTHS: Final = 9
COINS: Final = 26
CARDS: Final = 13
SORTS: Final = 21
"""A card's category and symbols: 1, 2, or more."""
COPIES: Final = 3
MARGIN: Final = 6
MARGINS: Final = 2 * MARGIN + 1
LEAD: Final = 20
LEADS: Final = 2 * LEAD + 1
PURSE: Final = 12
PURSES: Final = 2 * PURSE + 1
POINTS: Final = 41
WORTH: Final = 21
GROUP: Final = 5
DECK: Final = 60
INCOME: Final = 9
VALUES: Final = 8
STAGES: Final = 3
"""The deck lasts; it may not last another round; it is the last round."""
ENDED: Final = 6
"""Beside the phases: the turn is over, but neither has Rome reaped nor the next begun."""
PHASES: Final = 7
LEVELS: Final = 6
MOST_JUDGED: Final = 4
"""Among more players nobody has learned to judge."""


class Facts:
    """The places of the facts among so many players."""

    __slots__ = (
        "_act",
        "_block",
        "_counts",
        "_deck",
        "_drawn",
        "_hand",
        "_intrigue",
        "_known",
        "_lead",
        "_legions",
        "_level",
        "_margins",
        "_open",
        "_phase",
        "_picked",
        "_points",
        "_primus",
        "_purse",
        "_rome",
        "_round",
        "_slot",
        "drawing",
        "passing",
        "players",
        "size",
    )

    def __init__(self, players: int) -> None:
        self.players = players
        legions = 3 if players == 1 else players + 1
        block = 7 * SYMBOLS + 7 * LENGTHS + COINS + CARDS
        slot = WORTH + 7 * GROUP + 1
        places = [0]

        def room(size: int) -> int:
            places[0] += size
            return places[0] - size

        self._block = block
        room(block * players)
        self._hand = room(SORTS * COPIES)
        self._known = room(SORTS * 2 * (players - 1))
        self._rome = room(7 * SYMBOLS)
        self._open = room(2)
        self._margins = room(2 * 7 * MARGINS)
        self._intrigue = room(MARGINS * STAGES)
        self._counts = room(2 * 8)
        self._points = room(POINTS)
        self._lead = room(LEADS * STAGES * 2)
        self._purse = room(PURSES * STAGES)
        self._primus = room(STAGES * 8 * 3)
        self._deck = room(DECK)
        self._round = room(3 * players + 1)
        self._phase = room(PHASES * players)
        self._drawn = room(SORTS * 2)
        self._picked = room(SORTS + VALUES + 3 * 8)
        self._act = room(INCOME + CARDS + 1)
        self._slot = slot
        self._legions = room(slot * legions)
        self._level = room(LEVELS)
        self.drawing = room(1)
        self.passing = room(1)
        self.size = places[0]

    def of(self, state: PaxState, seat: int, unseen: int = 0, ended: bool = False) -> list[int]:
        """The numbers of the facts that hold, each once. The last ``unseen`` of the drawn cards do not count."""
        found: list[int] = []
        self._players(state, seat, found)
        self._table(state, seat, found)
        self._standing(state, seat, found)
        self._turn(state, seat, unseen, ended, found)
        return found

    def after(self, state: PaxState, seat: int, action: int) -> list[int]:
        """The facts after an action, before chance has its say: no card newly drawn is seen, no round has ended."""
        if action == DRAW_CARDS:
            return [*self.of(state, seat), self.drawing]
        after = state.copy()
        if action == PASS:
            after.coins[seat] += PASS_INCOME
            return [*self.of(after, seat, 0, True), self.passing]
        if action == DONE:
            after._collect_income(seat)
            return self.of(after, seat, 0, True)
        if state.phase == RESPOND:
            if action != DECLINE:
                after._play_card(seat, action - RESPONSE, RESPONSE_PRICE)
            return self.of(after, seat, 0, True)
        if state.phase == DRAFT:
            kind = action - (DISPLAY if action >= DISPLAY else KEEP)
            card = kind | 1 << seat + KIND_BITS
            after.offers[seat].remove(card)
            if action >= DISPLAY:
                after._lay_open(seat, kind)
            else:
                after.hands[seat].append(card)
            return self.of(after, seat)
        after.play(seat, action)
        return self.of(after, seat, after.top if state.phase == DRAW else 0)

    def _players(self, state: PaxState, seat: int, found: list[int]) -> None:
        """Every player's display, money and number of cards; the cards in hand as far as they are known."""
        box = state.box
        players = self.players
        symbols = state.symbols
        lengths = state.lengths
        for order in range(players):
            whose = (seat + order) % players
            start = order * self._block
            base = whose * 7
            for category in range(7):
                length = lengths[base + category]
                if length:
                    number = symbols[base + category]
                    found.append(start + category * SYMBOLS + (number if number < SYMBOLS else SYMBOLS - 1))
                    place = length if length < LENGTHS else LENGTHS - 1
                    found.append(start + 7 * SYMBOLS + category * LENGTHS + place)
            start += 7 * SYMBOLS + 7 * LENGTHS
            coins = state.coins[whose]
            found.append(start + (coins if coins < COINS else COINS - 1))
            hand = state.hands[whose]
            cards = len(hand)
            found.append(start + COINS + (cards if cards < CARDS else CARDS - 1))
            if order:
                self._cards(box, hand, seat, self._known + (order - 1) * SORTS * 2, 2, found)
            else:
                self._cards(box, hand, seat, self._hand, COPIES, found)

    def _cards(self, box: PaxBox, cards: list[int], seat: int, start: int, copies: int, found: list[int]) -> None:
        """The cards a seat knows, by their sort and copy."""
        bit = 1 << seat + KIND_BITS
        seen: int = 0
        for card in cards:
            if card & bit:
                kind = card & KIND_MASK
                number = box.symbols[kind]
                sort = box.category[kind] * 3 + (number if number < 3 else 3) - 1
                copy = seen >> 2 * sort & 3
                if copy < copies:
                    seen += 1 << 2 * sort
                    found.append(start + sort * copies + copy)

    def _table(self, state: PaxState, seat: int, found: list[int]) -> None:
        """What lies below the Legions: the most valuable group first, which is Rome's next harvest."""
        box = state.box
        worth = state.worth
        groups = state.groups
        order = sorted([(-worth[legion], legion) for legion in range(len(groups)) if groups[legion]])
        purse = state.coins[seat] + state.discount(seat)
        start = self._legions
        for value, legion in order:
            number = -value
            found.append(start + (number if number < WORTH else WORTH - 1))
            if number <= purse:
                found.append(start + WORTH + 7 * GROUP)
            counts = [0] * 7
            for kind in groups[legion]:
                counts[box.category[kind]] += box.symbols[kind]
            for category in range(7):
                count = counts[category]
                if count:
                    place = count if count < GROUP else GROUP - 1
                    found.append(start + WORTH + category * GROUP + place)
            start += self._slot

    def _standing(self, state: PaxState, seat: int, found: list[int]) -> None:
        """Who stands where at the end: Rome or the revolt, points, money, Primus Conspiratus."""
        box = state.box
        players = self.players
        bit = 1 << seat + KIND_BITS
        romans = state.rome + [card & KIND_MASK for card in state.rome_hidden if card & bit]
        printed = scoring.count_symbols(box, romans)
        hidden = len(romans) - len(state.rome)
        if hidden:
            found.append(self._open)
        rome = scoring.with_bonus(printed)
        for category in range(7):
            number = printed[category]
            if number:
                found.append(self._rome + category * SYMBOLS + (number if number < SYMBOLS else SYMBOLS - 1))
        deck = state.deck_count()
        stage = 2 if state.last_round else 1 if deck < 3 * players + 1 else 0
        found.append(self._deck + (deck if deck < DECK else DECK - 1))
        strengths = [scoring.strength_of(state, each) for each in range(players)]
        mine = strengths[seat]
        best = [max([strength[category] for strength in strengths]) for category in range(7)]
        own = 0
        held = 0
        start = self._margins
        for category in range(7):
            if mine[category] > rome[category]:
                own += 1
            if best[category] > rome[category]:
                held += 1
            found.append(start + _within(mine[category] - rome[category], MARGIN))
            found.append(start + 7 * MARGINS + _within(best[category] - rome[category], MARGIN))
            start += MARGINS
        found.append(self._counts + own)
        found.append(self._counts + 8 + held)
        if players == 1:
            found.append(self._level + box.solo_level)
            return
        points = [_points(state, each, strengths[each], rome) for each in range(players)]
        number = points[seat]
        found.append(self._points + (number if number < POINTS else POINTS - 1))
        purses = [state.coins[each] + len(state.hands[each]) for each in range(players)]
        lead = number - max([points[each] for each in range(players) if each != seat])
        rich = purses[seat] - max([purses[each] for each in range(players) if each != seat])
        secret = max([state.symbols[each * 7 + INTRIGUE] for each in range(players) if each != seat])
        revolt = 1 if held >= scoring.MAJORITY else 0
        found.append(self._lead + (stage * 2 + revolt) * LEADS + _within(lead, LEAD))
        found.append(self._purse + stage * PURSES + _within(rich, PURSE))
        ahead = _within(state.symbols[seat * 7 + INTRIGUE] - secret, MARGIN)
        found.append(self._intrigue + stage * MARGINS + ahead)
        whose = 0 if state.conspirator == NOBODY else 1 if state.conspirator == seat else 2
        found.append(self._primus + (stage * 8 + held) * 3 + whose)

    def _turn(self, state: PaxState, seat: int, unseen: int, ended: bool, found: list[int]) -> None:
        """Whose turn it is, how far it is, and what is in hand for it."""
        box = state.box
        players = self.players
        phase = state.phase
        found.append(self._phase + (ENDED if ended else phase) * players + (state.turn - seat) % players)
        found.append(self._round + state.turns % players)
        found.append(self._round + players + (state.starter - seat) % players)
        conspirator = state.conspirator
        if conspirator != NOBODY:
            found.append(self._round + 2 * players + (conspirator - seat) % players)
        if state.last_round:
            found.append(self._round + 3 * players)
        if state.turn != seat or ended:
            return
        if phase == ACT:
            income = state.income(seat)
            found.append(self._act + (income if income < INCOME else INCOME - 1))
            played = state.played
            found.append(self._act + INCOME + (played if played < CARDS else CARDS - 1))
            if state.bought:
                found.append(self._act + INCOME + CARDS)
        elif phase == DRAW:
            drawn = state.drawn
            known = len(drawn) - unseen
            self._cards(box, drawn[:known], seat, self._drawn, 2, found)
            found.append(self._picked + SORTS + VALUES + (state.sight - 1) * 8 + state.placed)
            if state.picked >= 0 or known == 1:
                kind = drawn[state.picked if state.picked > 0 else 0] & KIND_MASK
                number = box.symbols[kind]
                value = box.value[kind]
                found.append(self._picked + box.category[kind] * 3 + (number if number < 3 else 3) - 1)
                found.append(self._picked + SORTS + (value if value < VALUES else VALUES - 1))


def _within(number: int, most: int) -> int:
    """A number from -most to most, counted from 0."""
    return 0 if number < -most else 2 * most if number > most else number + most


def _points(state: PaxState, seat: int, strength: list[int], rome: list[int]) -> int:
    """The points on the table, without those of the richest."""
    points = strength[FLEET] + strength[ARMY]
    for category in range(7):
        if state.lengths[seat * 7 + category]:
            points += scoring.POINTS_PER_CATEGORY
        if strength[category] > rome[category]:
            points += scoring.POINTS_PER_CATEGORY_ABOVE_ROME
    if state.conspirator == seat:
        points += scoring.POINTS_FOR_CONSPIRATOR
    return points


@cache
def facts_among(players: int) -> Facts:
    """The facts for so many players."""
    return Facts(players)
