"""Can this position occur? Every check refuses with the reason.

Only what contradicts the rules is refused. A puzzle may leave things out: empty rows and hands, dice that nobody
mentions, a table that no sensible play would lead to.
"""

from __future__ import annotations

from ludi.core import BadPosition
from ludi.games.roma.battle import defence
from ludi.games.roma.cards import BASILICA_POINTS
from ludi.games.roma.components import (
    BASILICA,
    CENTURIO,
    CONSILIARIUS,
    COPIES,
    DICE,
    DISCS,
    EMPTY,
    ESSEDUM,
    FORUM,
    GIFTS,
    HARUSPEX,
    IS_PERSON,
    MACHINA,
    PRAETORIANUS,
    SCAENICUS,
    SEATS,
    SENATOR,
    STARTING_HAND,
    STARTING_POINTS,
    TEMPLUM,
    WORDS,
)
from ludi.games.roma.knowledge import without
from ludi.games.roma.needs import QUESTIONS
from ludi.games.roma.phases import (
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    EXCHANGE,
    LAY_FREELY,
    OVER,
    PHASES,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
    TRIPLE,
)
from ludi.games.roma.rules import RomaState

MOST_CREDITED = (13, 9, 5)
"""By the number of unused dice: a Forum with Basilica and Templum brings 6 + 2 + 6, one between two Basilicas 6 + 4, a
Legat 6, and the stock had at least one point."""

_LATER_QUESTIONS = {
    REARRANGE: (CONSILIARIUS, MACHINA),
    TAKE_CARD: (HARUSPEX,),
    TEMPLUM_DIE: (FORUM,),
    CENTURIO_DIE: (CENTURIO,),
}
"""Questions that do not open the action of a card, and the cards that come to them."""


def title(card: int) -> str:
    return WORDS[card].replace("-", " ").title()


def check(state: RomaState) -> None:
    """What has to be decided must fit what lies on the table."""
    _check_start(state)
    _check_knowledge(state)
    _check_points(state)
    if state.phase <= PLACE:
        _check_set_up(state)
    else:
        _check_turn(state)
        _check_question(state)
        _check_cards_aside(state)
        _check_dice(state)
        if state.phase == OVER:
            _check_end(state)
    if state.phase != OVER and not state.legal(state.actors()[0]):
        raise BadPosition(f"In the phase '{PHASES[state.phase]}' nothing could be decided here.")


def _check_start(state: RomaState) -> None:
    start = state.box.options["start"]
    if start not in ("random", str(state.starter + 1)):
        raise BadPosition(f"By the option 'start' player {start} begins, not player {state.starter + 1}.")


def _check_knowledge(state: RomaState) -> None:
    for seat in range(SEATS):
        if state.phase == EXCHANGE:
            if state.shown[seat]:
                raise BadPosition("In the exchange no card has been shown yet.")
            continue
        held = state.hands[seat] + (_row(state, seat) if state.phase == PLACE else [])
        if without(state.known[seat], held) or without(state.shown[seat], state.known[seat]):
            raise BadPosition("known cards must be in the hand, and shown cards must be known.")
    if state.reckoned:
        _check_reckoned(state)


def _check_reckoned(state: RomaState) -> None:
    """The pile ran out while cards were drawn: the other can reckon the hand and what was drawn before that."""
    hand = state.hands[state.turn]
    if state.phase != CHOOSE_DRAWN or without(state.reckoned, hand + state.aside):
        raise BadPosition("reckoned cards must be in the hand or drawn, while one of the drawn cards is chosen.")
    if without(hand, state.reckoned) or not len(hand) < len(state.reckoned) < len(hand) + len(state.aside):
        raise BadPosition(
            "reckoned cards are the whole hand and those drawn before the pile ran out, but not all drawn."
        )
    if state.discard:
        raise BadPosition("With reckoned cards there are no discards: they have just become the new draw pile.")


def _check_points(state: RomaState) -> None:
    ends = [*state.points, state.stock].count(0)
    if bool(ends) != (state.phase == OVER):
        raise BadPosition("The game is over when, and only when, a player or the stock has no victory points left.")
    if ends > 1:
        raise BadPosition("The game is over at once, so only one player or the stock can be without victory points.")
    if state.credited and state.stock:
        raise BadPosition("Points are credited only when the stock is empty.")


# The set-up


def _check_set_up(state: RomaState) -> None:
    if state.points != [STARTING_POINTS] * SEATS or any(state.sestertii):
        raise BadPosition(f"In the set-up everybody has {STARTING_POINTS} victory points and no money.")
    if state.discard or state.unused or state.used or state.turns:
        raise BadPosition("In the set-up nothing is discarded, no die is thrown and no turn has begun.")
    if state.blocked or state.blocking or state.essedum or state.number or state.relaid or state.aside:
        raise BadPosition("In the set-up no card has been activated.")
    if max(state.source, state.effect, state.disc) >= 0:
        raise BadPosition(f"In the phase '{PHASES[state.phase]}' source, effect and disc are not possible.")
    hands = [len(hand) for hand in state.hands]
    if state.phase == EXCHANGE:
        if any(hands[seat] + len(state.known[1 - seat]) != STARTING_HAND for seat in range(SEATS)):
            raise BadPosition("In the exchange everybody has four cards, in hand or put aside for the other.")
        if any(len(gifts) > GIFTS for gifts in state.known) or not state.actors():
            raise BadPosition(
                "In the exchange somebody must still have a card to give, and nobody gives more than two."
            )
        if any(card != EMPTY for card in state.rows) or state.turn != state.starter:
            raise BadPosition("In the exchange no card lies at a disc, and it is the turn of the one who starts.")
        return
    rows = [len(_row(state, seat)) for seat in range(SEATS)]
    if any(hands[seat] + rows[seat] != STARTING_HAND for seat in range(SEATS)) or not hands[state.turn]:
        raise BadPosition(
            "While cards are placed everybody has four cards, in hand or at a disc, and the one who places has some "
            "in hand."
        )
    if hands[1 - state.turn] != (STARTING_HAND if state.turn == state.starter else 0):
        raise BadPosition("First the one who starts places all four cards, then the other.")
    if any(len(cards) > GIFTS for cards in state.known) or any(state.shown):
        raise BadPosition("While cards are placed only the two cards given to the other are known.")


# The turn and the end


def _check_turn(state: RomaState) -> None:
    """ROMA-SETUP-11, ROMA-TURN-1: the one who starts has every odd turn."""
    if not state.turns:
        raise BadPosition("After the set-up at least one turn has begun.")
    if (state.turns % 2 == 1) != (state.turn == state.starter):
        raise BadPosition(
            f"Turn {state.turns} is not a turn of player {state.turn + 1}: player {state.starter + 1} began."
        )
    if state.blocked and state.turns == 1:
        raise BadPosition("In the first turn no disc is blocked.")


def _check_end(state: RomaState) -> None:
    """The game ended by a payment for unoccupied discs as the turn began, or by an action of the player on turn."""
    mover = state.turn
    if not state.points[mover]:
        if state.unused or state.used or state.blocking or state.essedum:
            raise BadPosition("Who loses the last point for unoccupied discs has not thrown dice in that turn.")
        if EMPTY not in state._own_row():
            raise BadPosition("Only unoccupied discs take the last point of the player on turn.")
        return
    if len(state.unused) == DICE:
        raise BadPosition("The game ended by an action of the player on turn, and that took a die.")
    if state.stock:
        return
    most = MOST_CREDITED[len(state.unused)]
    if state.credited > most:
        raise BadPosition(f"With {len(state.unused)} unused dice at most {most} points can be credited.")
    if state.points[mover] < state.credited + 2:
        raise BadPosition("The player on turn got the last point of the stock and all that is credited, and had some.")


# The question of a card


def _check_question(state: RomaState) -> None:
    phase, name = state.phase, PHASES[state.phase]
    asks = _asks(state)
    if asks != (state.source >= 0) or asks != (state.effect >= 0) or asks != (state.disc >= 0):
        raise BadPosition(f"In the phase '{name}' source, effect and disc are {'needed' if asks else 'not possible'}.")
    if state.number and phase not in (TEMPLUM_DIE, CENTURIO_DIE):
        raise BadPosition("number is the battle die of a Centurio or the points of a Forum so far.")
    if not asks:
        return
    source, effect = state.source, state.effect
    if QUESTIONS[effect] != phase and effect not in _LATER_QUESTIONS.get(phase, ()):
        raise BadPosition(f"{title(effect)} does not lead to the phase '{name}'.")
    if source != effect and (source != SCAENICUS or not IS_PERSON[effect]):
        raise BadPosition(f"{title(source)} cannot carry out the action of another card.")
    if state.blocked >> state.disc & 1:
        raise BadPosition(f"No card can have been activated at disc {state.disc + 1}: it is blocked.")
    if phase == REARRANGE:
        _check_taken_up(state)
    else:
        _check_source(state)
    if phase == CENTURIO_DIE:
        _check_battle_die(state)
    elif phase == TEMPLUM_DIE:
        _check_forum(state)


def _check_source(state: RomaState) -> None:
    """The source lies at its disc and a copied person in the row, unless they have been covered in free laying."""
    row = state._own_row()
    lies = row[state.disc] == state.source
    if not lies and state.phase == LAY_FREELY:
        cover = row[state.disc]
        lies = cover != EMPTY and IS_PERSON[cover] == (state.effect == SENATOR) and state.source in state.discard
    if not lies:
        raise BadPosition(f"No {title(state.source)} of the player on turn lies at disc {state.disc + 1}.")
    copied = row + (state.discard if state.phase == LAY_FREELY else [])
    if state.effect not in copied:
        raise BadPosition(f"There is no own {title(state.effect)} that the Scaenicus could copy.")


def _check_battle_die(state: RomaState) -> None:
    other = 1 - state.turn
    if state.rows[other * DISCS + state.disc] == EMPTY:
        raise BadPosition(f"There is no card opposite disc {state.disc + 1} that could be attacked.")
    if not 1 <= state.number <= 6 or state.number >= defence(state, other, state.disc):
        raise BadPosition("number is the battle die, from 1 to 6 and below the defence value that it faces.")
    if not state.unused:
        raise BadPosition("A Centurio asks for a further die only while there is one.")


def _check_forum(state: RomaState) -> None:
    beside = state._neighbours()
    if TEMPLUM not in beside:
        raise BadPosition("There is no Templum beside the Forum.")
    if not state.unused:
        raise BadPosition("A Templum asks for a further die only while there is one.")
    extra = BASILICA_POINTS * beside.count(BASILICA)
    if not 1 <= state.number - extra <= 6:
        raise BadPosition(f"number is what the Forum brings so far: a die and {extra} for the Basilicas beside it.")


# Dice


def _check_dice(state: RomaState) -> None:
    """Every card that was activated, every draw and every further die has taken one of the three dice."""
    if len(state.unused) + len(state.used) > DICE:
        raise BadPosition(f"A player has {DICE} action dice.")
    phase = state.phase
    if phase == TRIPLE and (len(state.unused) != DICE or len(set(state.unused)) != 1):
        raise BadPosition("A triple is three unused dice with the same number.")
    now = 2 if phase == TEMPLUM_DIE else 1 if _asks(state) or phase == CHOOSE_DRAWN else 0
    if len(state.unused) + now > DICE:
        raise BadPosition(f"In the phase '{PHASES[phase]}' at most {DICE - now} dice are unused.")
    _check_last_dice(state)
    before = state.used[: max(0, len(state.used) - now)]
    elsewhere = sum(state.blocked >> face - 1 & 1 for face in before)
    spent = DICE - len(state.unused) - now - elsewhere
    if state.essedum > spent:
        raise BadPosition(f"With the dice used so far an Essedum was activated at most {spent} times in this turn.")
    if state.essedum + state.blocking.bit_count() > spent:
        raise BadPosition("A Praetorianus blocks one disc for each die, and there are not so many.")
    for happened, card in ((state.essedum, ESSEDUM), (state.blocking, PRAETORIANUS)):
        if happened and _of_the_other(state, card) == COPIES[card]:
            raise BadPosition(f"The player on turn cannot have activated {title(card)}: the other has them all.")
    if state.blocked.bit_count() > DICE:
        raise BadPosition(f"At most {DICE} discs are blocked.")


def _check_last_dice(state: RomaState) -> None:
    """If used dice are named, the last of them are those that led to what is asked."""
    if not state.used:
        return
    last = state.used[-1]
    if state.phase == CHOOSE_DRAWN:
        drawn = len(state.aside)
        if drawn > last or (drawn < last and (state.deck or state.discard)):
            raise BadPosition(f"The last die used shows {last}, and {drawn} cards were drawn.")
    elif state.phase == TEMPLUM_DIE:
        points = state.number - BASILICA_POINTS * state._neighbours().count(BASILICA)
        if last != points or (len(state.used) > 1 and state.used[-2] != state.disc + 1):
            raise BadPosition(f"The last dice used must be {state.disc + 1} for the disc of the Forum and {points}.")
    elif _asks(state) and last != state.disc + 1:
        raise BadPosition(f"The last die used shows {last}, and the card that asks lies at disc {state.disc + 1}.")


def _of_the_other(state: RomaState, card: int) -> int:
    other = 1 - state.turn
    return (state.hands[other] + _row(state, other)).count(card)


# Cards aside


def _check_cards_aside(state: RomaState) -> None:
    phase = state.phase
    if bool(state.aside) != (phase in (CHOOSE_DRAWN, REARRANGE)):
        raise BadPosition("Cards lie aside while one of the drawn ones is chosen or taken-up ones are laid again.")
    if phase == CHOOSE_DRAWN and not 2 <= len(state.aside) <= 6:
        raise BadPosition("One is chosen of two to six drawn cards.")
    if state.relaid and phase != REARRANGE:
        raise BadPosition("Cards are laid again only after a Consiliarius or a Machina took them up.")


def _check_taken_up(state: RomaState) -> None:
    person = state.effect == CONSILIARIUS
    kind = "persons" if person else "buildings"
    row = state._own_row()
    again = state.laid_again()
    if any(card == EMPTY or IS_PERSON[card] != person for card in again + state.aside):
        raise BadPosition(f"{title(state.effect)} takes up {kind} and lays only them again.")
    if any(
        card != EMPTY and IS_PERSON[card] == person and not state.relaid >> disc & 1 for disc, card in enumerate(row)
    ):
        raise BadPosition(f"{title(state.effect)} takes up all {kind} of the player on turn.")
    if without([state.source] if state.source == state.effect else [state.source, state.effect], again + state.aside):
        raise BadPosition(f"{title(state.source)} is taken up with the others.")
    if row[state.disc] != EMPTY and not state.relaid >> state.disc & 1:
        raise BadPosition(f"{title(state.source)} lay at disc {state.disc + 1}, so no other card can lie there.")
    if not _fits_in_the_row(state, again):
        raise BadPosition(
            f"No more than {DISCS} cards lie in a row: those taken up cannot have lain beside the others, "
            f"with {title(state.source)} at disc {state.disc + 1}."
        )


def _fits_in_the_row(state: RomaState, again: list[int]) -> bool:
    """Whether the taken-up cards can have lain there from left to right, around the disc of the source."""
    free = [disc for disc, card in enumerate(state._own_row()) if card == EMPTY or state.relaid >> disc & 1]
    left = sum(disc < state.disc for disc in free)
    right = sum(disc > state.disc for disc in free)
    # Those laid again were the first, in an order that nobody can tell any more.
    places = list(range(len(again))) if state.source in again else []
    places += [len(again) + place for place, card in enumerate(state.aside) if card == state.source]
    last = len(again) + len(state.aside) - 1
    return any(place <= left and last - place <= right for place in places)


def _asks(state: RomaState) -> bool:
    """Whether a card has put a question."""
    return CHOOSE_DRAWN < state.phase < OVER


def _row(state: RomaState, seat: int) -> list[int]:
    return [card for card in state.rows[seat * DISCS : seat * DISCS + DISCS] if card != EMPTY]
