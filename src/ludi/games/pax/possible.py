"""Can this position occur? Every check refuses with the reason.

Only what contradicts the rules is refused. A puzzle may leave things out: few cards, empty Legions, a Rome without the
three open cards with which it begins among five to eight players.
"""

from __future__ import annotations

from ludi.core import BadPosition
from ludi.games.pax.components import ARMY, CATEGORIES, FLEET, INTRIGUE, KIND_BITS, KIND_MASK
from ludi.games.pax.rules import RESPONSE_PRICE, SENATOR_BIT, STARTING_COINS, PaxState, offered
from ludi.games.pax.scoring import cards_on_display
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, OVER, PHASES, RESPOND


def check(state: PaxState) -> None:
    _check_removed(state)
    _check_turn(state)
    _check_starter(state)
    _check_known_romans(state)
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


def _check_removed(state: PaxState) -> None:
    """PAX-SETUP-3, PAX-SOLO-4, PAX-58-2: so many cards leave the game; a puzzle may leave out more."""
    box = state.box
    if len(state.aside) < box.aside:
        raise BadPosition(f"{box.aside} cards leave the game before it begins, not only {len(state.aside)}.")
    if box.seats > 4 and len(state.aside) == box.aside:
        for kind, number in enumerate(box.copies):
            if state.aside.count(kind) > number:
                raise BadPosition(
                    f"So many {box.kinds[kind].word} cannot lie aside: all cards of the first copy are in the game."
                )


def _check_starter(state: PaxState) -> None:
    """PAX-SETUP-8, PAX-NEW-1: who began keeps that part until a Primus Conspiratus takes it over."""
    start = state.box.options["start"]
    if start == "random" or start == str(state.starter + 1):
        return
    if state.conspirator == NOBODY or (state.turns < state.box.seats and state.phase != OVER):
        raise BadPosition(f"By the option 'start' player {int(start) - 1} starts, not player {state.starter}.")


def _check_known_romans(state: PaxState) -> None:
    """PAX-SOLO-6: alone nobody passes, so nobody looks at Rome's face-down cards."""
    if state.phase == OVER:
        return
    if state.box.solo_level and any(card > KIND_MASK for card in state.rome_hidden):
        raise BadPosition("In the solitaire game nobody looks at Rome's face-down cards.")
    if not had_a_look_by(state, state.turns):
        raise BadPosition("Only who has had a turn can have looked at Rome's face-down cards.")


def had_a_look_by(state: PaxState, turns: int) -> bool:
    """PAX-TURN-3: whether all who know a face-down card of Rome have had one of so many turns."""
    seats = state.box.seats
    if turns >= seats or state.phase == OVER:
        return True
    waiting = [seat for seat in range(seats) if (seat - state.starter) % seats >= turns]
    return not any(card >> seat + KIND_BITS & 1 for card in state.rome_hidden for seat in waiting)


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
    if state.phase == OVER and (not state.turns or state.turns % seats):
        raise BadPosition("The game ends with a round, when all have had as many turns.")


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
    free = max(0, cards_on_display(state.box.solo_level) - state.to_display)
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
    if state.to_display > cards_on_display(box.solo_level):
        raise BadPosition("Cards go straight to the display only in the solitaire game, from its third level on.")
    if any(len(cards) > cards_on_display(box.solo_level) - state.to_display for cards in state.shown):
        raise BadPosition("In the set-up there are no more cards in a display than the solitaire level says.")
    if any(coins != STARTING_COINS for coins in state.coins):
        raise BadPosition(f"In the set-up everybody has {STARTING_COINS} Aurei.")
    if len(state.rome) > (3 if box.seats > 4 else 0):
        raise BadPosition("In the set-up Rome has three open cards among five to eight players, and otherwise none.")
    if any(card > KIND_MASK for card in state.deck_cards()):
        raise BadPosition("In the set-up nobody knows a card of the deck.")
    for seat, hand in enumerate(state.hands):
        if any(card >> KIND_BITS != 1 << seat for card in hand):
            raise BadPosition("In the set-up a card in hand is known to its owner, and to nobody else.")
    for seat, cards in enumerate(state.offers):
        most = offered(box, (seat - state.starter) % box.seats)
        if len(cards) + len(state.hands[seat]) + len(state.shown[seat]) > most:
            raise BadPosition(f"Player {seat} is offered {most} cards in the set-up, not more.")
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
    if state.bought and all(state.groups):
        raise BadPosition("Who has bought a group leaves a Legion without cards.")
    categories = [of for of in range(len(CATEGORIES)) if state.extended >> of & 1]
    lengths = [state.lengths[state.turn * 7 + of] for of in categories]
    if 0 in lengths or state.played > sum(lengths):
        raise BadPosition("The cards played in this turn must lie in the display of the player on turn.")
    if state.played < len(categories):
        raise BadPosition("Not so many categories can have been extended with so few cards.")


def _check_response(state: PaxState) -> None:
    """PAX-58-6 to 8."""
    if state.box.seats < 5 or not state.extended & SENATOR_BIT:
        raise BadPosition("The others respond only among five to eight players, and only to a Senator.")
    if not state.hands[state.actor] or state.coins[state.actor] < RESPONSE_PRICE:
        raise BadPosition(f"Player {state.actor} cannot respond without a card in hand and an Aureus.")


def _check_last_round(state: PaxState) -> None:
    if state.last_round != is_last_round(state):
        raise BadPosition("It is the last round when, and only when, the deck is empty and nobody is drawing.")


def is_last_round(state: PaxState) -> bool:
    """PAX-END-2 and 3: the last round is on from the moment the deck is empty; while one draws it is not yet."""
    return not state.deck_count() and state.phase not in (DRAFT, DRAW)
