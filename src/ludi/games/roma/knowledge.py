"""Who knows what: veiling a position for one seat, drawing one that the seat cannot tell from the true one, and what
players learn when a card comes to or leaves a hand.

Two things tell a player the other's whole hand, because every other card is then accounted for: a look through the draw
pile (Haruspex), and the moment the discards become the new draw pile.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from ludi.core import FastDice, NoDice
from ludi.games.roma.components import BLANK, COPIES, DISCS, EMPTY, HARUSPEX
from ludi.games.roma.phases import CHOOSE_DRAWN, EXCHANGE, PLACE, TAKE_CARD

if TYPE_CHECKING:
    import random

    from ludi.games.roma.state import Position


def hide(position: Position, seat: int) -> None:
    """Take out of a position all that ``seat`` does not know."""
    other = 1 - seat
    position.dice = NoDice()
    position._legal = None
    position.irrevocable = 0
    hand = position.hands[other]
    if position.phase == EXCHANGE:
        position.hands[other] = [BLANK] * len(hand)
        position.known[seat] = [BLANK] * len(position.known[seat])
    elif position.phase == PLACE:
        position.hands[other] = [BLANK] * len(hand)
        for place in range(other * DISCS, other * DISCS + DISCS):
            if position.rows[place] != EMPTY:
                position.rows[place] = BLANK
    else:
        known = position.known[other]
        position.hands[other] = known + [BLANK] * (len(hand) - len(known))
    if position.phase == CHOOSE_DRAWN and position.turn == other:
        position.aside = [BLANK] * len(position.aside)
    # One who searches the pile sees its cards, but not the order in which they will lie once it is shuffled.
    if searches(position, seat):
        position.deck.sort()
    else:
        position.deck = [BLANK] * len(position.deck)


def hide_from_spectators(position: Position) -> None:
    """Take out of a position all that not everybody knows."""
    begun = position.phase not in (EXCHANGE, PLACE)
    shown = [cards[:] if begun else [] for cards in position.shown]
    exchanged = [[BLANK] * len(cards) for cards in position.known]
    for seat in (0, 1):
        hide(position, seat)
    for seat, cards in enumerate(shown):
        position.hands[seat] = cards + [BLANK] * (len(position.hands[seat]) - len(cards))
    position.known = shown if begun else exchanged
    position.reckoned = []
    position.deck = [BLANK] * len(position.deck)
    if position.phase == CHOOSE_DRAWN:
        position.aside = [BLANK] * len(position.aside)


def searches(position: Position, seat: int) -> bool:
    """Whether ``seat`` is looking through the draw pile."""
    return position.phase == TAKE_CARD and position.effect == HARUSPEX and position.turn == seat


def imagine(position: Position, seat: int, rng: random.Random) -> None:
    """Fill the blanks of a position that is veiled for ``seat``, each possible way being as likely as another."""
    other = 1 - seat
    dice = FastDice(rng)
    position.dice = dice
    certain = position.known[other]
    pool = _unseen(position, seat)
    dice.shuffle(pool)
    hand = position.hands[other]
    if position.phase == EXCHANGE:
        position.hands[other] = sorted(_deal(pool, len(hand)))
        position.known[seat] = sorted(_deal(pool, len(position.known[seat])))
    elif position.phase == PLACE:
        # Of the other's four cards two are known, but not where they lie.
        hidden = [place for place in range(other * DISCS, other * DISCS + DISCS) if position.rows[place] == BLANK]
        cards = certain + _deal(pool, len(hidden) + len(hand) - len(certain))
        dice.shuffle(cards)
        for place in hidden:
            position.rows[place] = cards.pop()
        position.hands[other] = sorted(cards)
    elif position.reckoned and position.turn == other:
        # The pile ran out during this draw: all cards held or drawn before that are known, but not which are which.
        loose = without(position.reckoned, certain)
        dice.shuffle(loose)
        position.hands[other] = sorted(certain + _deal(loose, len(hand) - len(certain)))
        position.aside = sorted(loose + _deal(pool, len(position.aside) - len(loose)))
    else:
        position.hands[other] = sorted(certain + _deal(pool, len(hand) - len(certain)))
        if BLANK in position.aside:
            position.aside = sorted(_deal(pool, len(position.aside)))
    if BLANK in position.deck:
        position.deck = _deal(pool, len(position.deck))
    else:
        dice.shuffle(position.deck)


def _deal(pool: list[int], number: int) -> list[int]:
    """Take ``number`` cards off the pool."""
    rest = len(pool) - number
    cards = pool[rest:]
    del pool[rest:]
    return cards


def _unseen(position: Position, seat: int) -> list[int]:
    """The cards of which a veiled position does not say where they are."""
    left = [*COPIES, 52]
    sure = position.reckoned if position.turn != seat and position.reckoned else position.known[1 - seat]
    for cards in (position.rows, position.hands[seat], position.discard, position.aside, position.deck, sure):
        for card in cards:
            if card != EMPTY:
                left[card] -= 1
    return [kind for kind in range(BLANK) for _ in range(left[kind])]


# What the players learn


def comes_openly(position: Position, seat: int, card: int) -> None:
    """A card goes to the hand of ``seat`` before everybody's eyes."""
    insort(position.hands[seat], card)
    insort(position.known[seat], card)
    insort(position.shown[seat], card)


def leaves_hand(position: Position, seat: int, card: int) -> None:
    """``seat`` plays a card: one certain copy fewer is in the hand."""
    position.hands[seat].remove(card)
    if card in position.known[seat]:
        position.known[seat].remove(card)
        if card in position.shown[seat]:
            position.shown[seat].remove(card)


def hand_is_clear(position: Position, seat: int) -> None:
    """The other can tell the whole hand of ``seat``, for he has seen every card that is not in it."""
    position.known[seat] = position.hands[seat][:]


def draw_is_settled(position: Position, seat: int, discarded: list[int]) -> None:
    """After a draw during which the pile ran out: of the cards that the other reckoned with, those not discarded now
    certainly are in the hand."""
    certain = without(position.reckoned, discarded)
    certain += without(position.known[seat], certain)
    certain.sort()
    position.known[seat] = certain
    position.reckoned = []


def without(cards: list[int], others: list[int]) -> list[int]:
    """``cards`` less those of ``others``, copy by copy."""
    rest = cards[:]
    for card in others:
        if card in rest:
            rest.remove(card)
    return rest
