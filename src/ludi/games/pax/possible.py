"""Can this position occur? Every check refuses with the reason.

Only what contradicts the rules is refused. A puzzle may leave things out: few cards, empty Legions, a Rome without the
three open cards with which it begins among five to eight players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import BadPosition
from ludi.games.pax.components import ARMY, CATEGORIES, FLEET, INTRIGUE, KIND_BITS
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, OVER, PHASES, RESPOND

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState


def check(state: PaxState) -> None:
    _check_turn(state)
    _check_conspirator(state)
    _check_limits(state)
    if state.phase == DRAFT:
        _check_draft(state)
    elif any(state.offers) or state.to_display:
        raise BadPosition("Cards are on offer, or go straight to the display, only in the phase 'draft'.")
    _check_draw(state)
    _check_played(state)
    if state.phase == RESPOND:
        _check_response(state)
    _check_last_round(state)


def _check_turn(state: PaxState) -> None:
    seats = state.box.seats
    if (state.starter + state.turns - state.turn) % seats and state.phase not in (DRAFT, OVER):
        raise BadPosition(
            f"With {state.turns} turns done and player {state.starter} starting it cannot be the turn of player "
            f"{state.turn}."
        )
    if state.phase not in (DRAFT, OVER):
        if (state.actor == state.turn) == (state.phase == RESPOND):
            raise BadPosition(f"Player {state.actor} cannot be the one to decide in the phase '{PHASES[state.phase]}'.")
    elif state.actor != NOBODY:
        raise BadPosition(f"In the phase '{PHASES[state.phase]}' there is no one player to decide.")


def _check_conspirator(state: PaxState) -> None:
    if state.conspirator not in conspirators(state):
        raise BadPosition(
            f"Player {state.conspirator} cannot be Primus Conspiratus: most Intrigue symbols decide."
            if state.conspirator != NOBODY
            else "Somebody with the most Intrigue symbols must be Primus Conspiratus."
        )


def conspirators(state: PaxState) -> list[int]:
    """PAX-INTRIGUE-3: those with the most Intrigue symbols; nobody if there are none."""
    seats = range(state.box.seats)
    symbols = [state.symbols[seat * 7 + INTRIGUE] for seat in seats]
    return [seat for seat in seats if symbols[seat] == max(symbols)] if any(symbols) else [NOBODY]


def _check_limits(state: PaxState) -> None:
    """PAX-LIMIT-1. Over it can only be a category all of whose cards were laid in the solitaire set-up."""
    free = max(0, state.box.solo_level - 2 - state.to_display)
    for seat in range(state.box.seats):
        over = [of for of in (FLEET, ARMY) if state.symbols[seat * 7 + of] > state.limit(seat)]
        if sum(state.lengths[seat * 7 + of] for of in over) > free:
            raise BadPosition(
                f"Player {seat} cannot have so many symbols of {' and '.join(CATEGORIES[of] for of in over)}: the "
                f"limit is {state.limit(seat)}."
            )


def _check_draft(state: PaxState) -> None:
    box = state.box
    actors = state.actors()
    if not actors:
        raise BadPosition("In the set-up somebody must have cards on offer and an empty hand.")
    if any(len(hand) > 1 for hand in state.hands):
        raise BadPosition("In the set-up nobody keeps more than one card.")
    if any(state.groups) or state.turns or state.turn != state.starter:
        raise BadPosition("In the set-up no turn has begun and no card lies below a Legion.")
    if state.to_display > max(0, box.solo_level - 2):
        raise BadPosition("Cards go straight to the display only in the solitaire game, from its third level on.")
    if any(len(cards) > max(0, box.solo_level - 2) - state.to_display for cards in state.shown):
        raise BadPosition("In the set-up there are no more cards in a display than the solitaire level says.")
    for seat, cards in enumerate(state.offers):
        if seat in actors and len(cards) <= state.to_display:
            raise BadPosition("Of the cards on offer one must be left to keep.")
        if any(card >> KIND_BITS != 1 << seat for card in cards):
            raise BadPosition("Cards on offer are known to the one who chooses, and to nobody else.")
    left = state.deck_count() + sum(len(cards) for cards in state.offers) - len(actors) - state.to_display
    if left <= box.legions:
        raise BadPosition("After the set-up there must be a card for each Legion, and a deck.")


def _check_draw(state: PaxState) -> None:
    """PAX-DRAW-1 to 3, PAX-RELIGION-1 and 2: what is drawn, placed and still to draw makes up three cards."""
    if state.phase != DRAW:
        if state.drawn or state.picked != NOBODY:
            raise BadPosition("There are drawn cards only in the phase 'draw'.")
        return
    drawn = len(state.drawn)
    places = state.placed.bit_count()
    if not drawn:
        raise BadPosition("In the phase 'draw' there must be drawn cards.")
    if state.sight != state.sees(state.turn):
        raise BadPosition(f"With this display the player on turn sees {state.sees(state.turn)} cards at once.")
    if drawn + places + state.draws_left != 3:
        raise BadPosition("Cards drawn, cards placed and draws left make up three.")
    if drawn > state.sight or (drawn < state.sight and state.draws_left and state.deck_count()):
        raise BadPosition(f"The player on turn sees {state.sight} cards at once, if there are as many to draw.")
    if state.sight == 2 and state.placed == 1:
        raise BadPosition("Of two cards seen together the first one placed does not go to the hand.")
    if state.picked != NOBODY and (drawn < 2 or not 0 <= state.picked < drawn):
        raise BadPosition(f"picked is the place of one of several drawn cards, or {NOBODY}.")


def _check_played(state: PaxState) -> None:
    if bool(state.played) != bool(state.extended):
        raise BadPosition("played counts the cards played this turn, extended has a bit for each category they are of.")
    if state.phase not in (ACT, RESPOND) and (state.played or state.bought):
        raise BadPosition("Cards are bought and played only after drawing.")
    categories = [of for of in range(len(CATEGORIES)) if state.extended >> of & 1]
    lengths = [state.lengths[state.turn * 7 + of] for of in categories]
    if 0 in lengths or state.played > sum(lengths):
        raise BadPosition("The cards played in this turn must lie in the display of the player on turn.")
    if state.played < len(categories):
        raise BadPosition("Not so many categories can have been extended with so few cards.")


def _check_response(state: PaxState) -> None:
    """PAX-58-6 to 8."""
    from ludi.games.pax.rules import RESPONSE_PRICE, SENATOR_BIT

    if state.box.seats < 5 or not state.extended & SENATOR_BIT:
        raise BadPosition("The others respond only among five to eight players, and only to a Senator.")
    if not state.hands[state.actor] or state.coins[state.actor] < RESPONSE_PRICE:
        raise BadPosition(f"Player {state.actor} cannot respond without a card in hand and an Aureus.")


def _check_last_round(state: PaxState) -> None:
    """PAX-END-2 and 3: the last round is on from the moment the deck is empty; while one draws it is not yet."""
    if state.last_round != (not state.deck_count() and state.phase != DRAW):
        raise BadPosition("It is the last round when, and only when, the deck is empty and nobody is drawing.")
