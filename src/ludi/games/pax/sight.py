"""What a seat knows of a position, told as numbers of facts that hold, and the places of its actions (`habits.py`).

Nothing stands here that the seat may not know: of hidden cards those only that carry its mark. How many cards and Aurei
somebody has follows from counting along. Legions are told in the order of what lies there, so that nothing has to be
learned of each of them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ludi.games.pax import scoring
from ludi.games.pax.components import INTRIGUE, KIND_BITS, KIND_MASK
from ludi.games.pax.facts import (
    CARDS,
    COINS,
    COUNTS,
    DECK,
    GROUP,
    HELD,
    LEAD,
    LEADS,
    LENGTHS,
    MARGIN,
    MARGINS,
    PURSE,
    PURSES,
    ROME,
    STAGES,
    SYMBOLS,
    WORTH,
    ahead,
    deck_of,
    in_order,
    stage_of,
    within,
)
from ludi.games.pax.rules import BUY, DISPLAY, DONE, DRAW_CARDS, HAND, KEEP, LAY, PASS, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, TURN

KINDS: Final = 28
"""Of cards that are told apart: those of the deck that comes with the game."""
ALIKE: Final = 3
"""So many cards of one kind are counted."""
UNSEEN: Final = 20
LEFT: Final = 10
"""What a group leaves in the purse, and that it is too dear."""
PLAYED: Final = 6
STEPS: Final = 2 + 3 * 8 * 2 + 2 * PLAYED
"""The set-up; a turn begins; a card is looked at; cards are bought and played."""
OWN: Final = STAGES * 7 * MARGINS + 7 * (SYMBOLS + LENGTHS + HELD) + COINS + CARDS
"""Room for what one seat displays and has."""
AGAINST: Final = STAGES * (2 * LEADS + PURSES + 2 * MARGINS) + 2 * 7 * MARGINS
"""Room for how that compares with the best of the others."""
SLOT: Final = WORTH + KINDS * 2 + 7 * GROUP + LEFT


class Known:
    """The places of facts and actions at a table of so many."""

    __slots__ = (
        "_against",
        "_best",
        "_deck",
        "_hand",
        "_income",
        "_legions",
        "_offers",
        "_primus",
        "_rome",
        "_seats",
        "_slots",
        "_step",
        "_turn",
        "_unseen",
        "actions",
        "players",
        "size",
    )

    def __init__(self, players: int) -> None:
        self.players = players
        self._legions = 3 if players == 1 else players + 1
        places = [0]

        def room(size: int) -> int:
            places[0] += size
            return places[0] - size

        self._step = room(STEPS + STAGES)
        self._turn = room(2 * players + 1)
        self._seats = room(OWN * players)
        self._against = room(AGAINST)
        self._best = room(7 * MARGINS * STAGES)
        self._primus = room((players + 1) * COUNTS * STAGES)
        self._deck = room(DECK + KINDS)
        self._slots = room(SLOT * self._legions)
        self._hand = room(KINDS * (ALIKE + 2))
        self._offers = room(KINDS * (2 * ALIKE + 1))
        self._income = room(7 + 10)
        self._rome = room(7 * ROME + 4)
        self._unseen = room(7 * UNSEEN)
        self.size = places[0]
        self.actions = 3 * KINDS + 2 + 2 * self._legions + 3

    # Actions

    def places(self, state: PaxState, legal: Sequence[int]) -> list[int]:
        """The places of these actions."""
        ranks = [0] * self._legions
        for rank, legion in enumerate(in_order(state)):
            ranks[legion] = rank
        single = 3 * KINDS
        laid = single + 2
        bought = laid + self._legions
        rest = bought + self._legions
        found: list[int] = []
        for action in legal:
            if action >= DONE:
                found.append(rest)
            elif action >= PLAY:
                found.append(action - PLAY)
            elif action >= BUY:
                found.append(bought + ranks[action - BUY])
            elif action >= LAY:
                found.append(laid + ranks[action - LAY])
            elif action >= UNDER:
                found.append(single + 1)
            elif action >= HAND:
                found.append(single)
            elif action >= PICK:
                found.append(KINDS + action - PICK)
            elif action >= PASS:
                found.append(rest + 1)
            elif action >= DRAW_CARDS:
                found.append(rest + 2)
            elif action >= DISPLAY:
                found.append(2 * KINDS + action - DISPLAY)
            else:
                found.append(2 * KINDS + action - KEEP)
        return found

    # Facts

    def of(self, state: PaxState, seat: int) -> list[int]:
        """The numbers of the facts that hold for ``seat``, each once."""
        found: list[int] = []
        box = state._box
        stage = stage_of(state)
        knows = 1 << KIND_BITS + seat
        self._of_the_step(state, seat, stage, found)
        # Rome, as far as it is known
        cards = state.rome[:]
        seen = 0
        for card in state.rome_hidden:
            if card & knows:
                cards.append(card & KIND_MASK)
                seen += 1
        printed = scoring.count_symbols(box, cards)
        rome = scoring.with_bonus(printed)
        start = self._rome
        for category in range(7):
            number = rome[category]
            if number:
                found.append(start + category * ROME + (number if number < ROME else ROME - 1))
        found.append(start + 7 * ROME + seen)
        players = self.players
        order = [(seat + place) % players for place in range(players)]
        strengths = [scoring.strength_of(state, each) for each in order]
        hands = [[card & KIND_MASK for card in state.hands[each] if card & knows] for each in order]
        in_hand = [scoring.count_symbols(box, hand) for hand in hands]
        for place, each in enumerate(order):
            self._of_seat(state, each, place, stage, strengths[place], rome, in_hand[place], found)
        if players > 1:
            self._compare(state, order, stage, strengths, rome, in_hand, found)
        self._of_hands(hands, found)
        self._of_legions(state, seat, found)
        self._of_unseen(state, knows, printed, in_hand, found)
        return found

    def _of_the_step(self, state: PaxState, seat: int, stage: int, found: list[int]) -> None:
        """What is to be decided, and about which cards."""
        step = self._step
        phase = state.phase
        offers = self._offers
        if phase == DRAFT:
            found.append(step)
            tell_kinds([card & KIND_MASK for card in state.offers[seat]], offers, ALIKE, found)
        elif phase == TURN:
            found.append(step + 1)
        elif phase == DRAW:
            drawn = state.drawn
            asked = len(drawn) > 1 and state.picked < 0
            found.append(step + 2 + ((state.sight - 1) * 8 + state.placed) * 2 + (1 if asked else 0))
            kinds = [card & KIND_MASK for card in drawn]
            tell_kinds(kinds, offers + ALIKE * KINDS, ALIKE, found)
            if kinds and not asked:
                found.append(offers + 2 * ALIKE * KINDS + kinds[state.picked if state.picked > 0 else 0])
        else:
            played = state.played if state.played < PLAYED else PLAYED - 1
            found.append(step + 2 + 3 * 8 * 2 + (PLAYED if state.bought else 0) + played)
            extended = state.extended
            start = self._income
            for category in range(7):
                if extended >> category & 1:
                    found.append(start + category)
            income = state.income(seat) if phase == ACT else 0
            found.append(start + 7 + (income if income < 10 else 9))
        found.append(step + STEPS + stage)
        players = self.players
        found.append(self._turn + state.turns % players)
        found.append(self._turn + players + (state.starter - seat) % players)
        if state.last_round:
            found.append(self._turn + 2 * players)

    def _of_seat(
        self,
        state: PaxState,
        seat: int,
        place: int,
        stage: int,
        strength: list[int],
        rome: list[int],
        in_hand: list[int],
        found: list[int],
    ) -> None:
        start = self._seats + place * OWN
        base = seat * 7
        symbols = state.symbols
        lengths = state.lengths
        for category in range(7):
            found.append(start + (stage * 7 + category) * MARGINS + within(strength[category] - rome[category], MARGIN))
        start += STAGES * 7 * MARGINS
        for category in range(7):
            length = lengths[base + category]
            if length:
                number = symbols[base + category]
                found.append(start + category * SYMBOLS + (number if number < SYMBOLS else SYMBOLS - 1))
                most = length if length < LENGTHS else LENGTHS - 1
                found.append(start + 7 * SYMBOLS + category * LENGTHS + most)
            number = in_hand[category]
            if number:
                held = number if number < HELD else HELD - 1
                found.append(start + 7 * (SYMBOLS + LENGTHS) + category * HELD + held)
        start += 7 * (SYMBOLS + LENGTHS + HELD)
        coins = state.coins[seat]
        found.append(start + (coins if coins < COINS else COINS - 1))
        cards = len(state.hands[seat])
        found.append(start + COINS + (cards if cards < CARDS else CARDS - 1))

    def _compare(
        self,
        state: PaxState,
        order: list[int],
        stage: int,
        strengths: list[list[int]],
        rome: list[int],
        in_hand: list[list[int]],
        found: list[int],
    ) -> None:
        """How far the seat, and the best of all, is ahead: of the others and of Rome."""
        players = self.players
        mine = strengths[0]
        hand = in_hand[0]
        held = 0
        best = self._best + stage * 7 * MARGINS
        each_other = self._against
        with_hand = each_other + 7 * MARGINS
        for category in range(7):
            rival = -1
            for place in range(1, players):
                if strengths[place][category] > rival:
                    rival = strengths[place][category]
            own = mine[category]
            most = own if own > rival else rival
            if most > rome[category]:
                held += 1
            found.append(best + category * MARGINS + within(most - rome[category], MARGIN))
            found.append(each_other + category * MARGINS + within(own - rival, MARGIN))
            found.append(with_hand + category * MARGINS + within(own + hand[category] - rome[category], MARGIN))
        start = with_hand + 7 * MARGINS
        points = [
            sum(scoring.points_on_the_table(state, each, strengths[place], rome).values())
            for place, each in enumerate(order)
        ]
        revolt = 1 if held >= scoring.MAJORITY else 0
        found.append(start + (stage * 2 + revolt) * LEADS + within(ahead(points, 0), LEAD))
        start += STAGES * 2 * LEADS
        purses = [state.coins[each] + len(state.hands[each]) for each in order]
        found.append(start + stage * PURSES + within(ahead(purses, 0), PURSE))
        start += STAGES * PURSES
        shown = [state.symbols[each * 7 + INTRIGUE] for each in order]
        found.append(start + stage * MARGINS + within(ahead(shown, 0), MARGIN))
        start += STAGES * MARGINS
        secret = [number + in_hand[place][INTRIGUE] for place, number in enumerate(shown)]
        found.append(start + stage * MARGINS + within(ahead(secret, 0), MARGIN))
        holder = state.conspirator
        whose = players if holder == NOBODY else (holder - order[0]) % players
        found.append(self._primus + (stage * COUNTS + held) * (players + 1) + whose)

    def _of_hands(self, hands: list[list[int]], found: list[int]) -> None:
        tell_kinds(hands[0], self._hand, ALIKE, found)
        others: list[int] = []
        for hand in hands[1:]:
            others += hand
        tell_kinds(others, self._hand + ALIKE * KINDS, 2, found)

    def _of_legions(self, state: PaxState, seat: int, found: list[int]) -> None:
        box = state._box
        start = self._slots
        purse = state.coins[seat] + state.discount(seat)
        for legion in in_order(state):
            worth = state.worth[legion]
            group = state.groups[legion]
            found.append(start + (worth if worth < WORTH else WORTH - 1))
            tell_kinds(group, start + WORTH, 2, found)
            counts = scoring.count_symbols(box, group)
            for category in range(7):
                count = counts[category]
                if count:
                    at = start + WORTH + 2 * KINDS + category * GROUP
                    found.append(at + (count if count < GROUP else GROUP - 1))
            left = purse - worth
            place = LEFT - 1 if left < 0 else left if left < LEFT - 1 else LEFT - 2
            found.append(start + WORTH + 2 * KINDS + 7 * GROUP + place)
            start += SLOT

    def _of_unseen(
        self, state: PaxState, knows: int, rome: list[int], in_hand: list[list[int]], found: list[int]
    ) -> None:
        """What is left of the deck, and what of the game this seat has not seen."""
        box = state._box
        start = self._deck
        found.append(start + deck_of(state))
        under: list[int] = []
        for place in range(state.top, len(state.deck)):
            card = state.deck[place]
            if card & knows:
                under.append(card & KIND_MASK)
        tell_kinds(under, start + DECK, 1, found)
        slipped = scoring.count_symbols(box, under)
        shown = state.symbols
        lying: list[int] = []
        for group in state.groups:
            lying += group
        below = scoring.count_symbols(box, lying)
        start = self._unseen
        for category in range(7):
            seen = rome[category] + slipped[category] + below[category]
            for place in range(self.players):
                seen += shown[place * 7 + category] + in_hand[place][category]
            found.append(start + category * UNSEEN + (seen if seen < UNSEEN else UNSEEN - 1))


def tell_kinds(kinds: list[int], start: int, most: int, found: list[int]) -> None:
    """How many there are of each kind: one fact, for one or more, two or more and so on."""
    counts: dict[int, int] = {}
    for kind in kinds:
        number = counts.get(kind, 0)
        counts[kind] = number + 1
        if number < most:
            found.append(start + number * KINDS + kind)


@cache
def known_among(players: int) -> Known:
    """The facts and actions at a table of so many."""
    return Known(players)
