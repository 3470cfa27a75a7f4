"""What a seat may know, as JSON-ready data.

- ``game``, ``phase``, ``actors`` (seats to decide), ``turn`` (whose turn it is), ``turns`` (turns begun), ``starter``,
  ``you`` (a seat or None)
- ``players``: for each ``seat`` its ``points``, ``sestertii``, ``hand_count``, ``hand`` (only one's own),
  ``known_hand`` (cards you know to be in that hand), ``blocked`` (discs on which this player may put no die in his
  turn), and ``row``, six places, each with its ``disc`` from 1 to 6 and

  - ``card``: its word; None if there is none, or if it lies face-down and is not yours
  - ``face_down``: whether it lies face-down (only while cards are placed)
  - ``type``, ``price``, ``defence`` (the value that counts now) and ``defence_by``: what it is made up of, ``printed``,
    ``turris``, ``essedum``; all None without a card

- ``stock``: victory points in it; ``credited``: points paid out beyond it
- ``deck_count``; ``discard``: the cards of the discard pile, the last on top
- ``dice``: the action dice of the turn, each ``face`` and ``used``
- ``essedum``: by how much the defence of the cards that do not belong to ``turn`` is lowered
- ``effect``: None, or the card being carried out: ``card`` that was activated, its ``disc``, the ``action`` it carries
  out (another card's, for a Scaenicus), ``battle_die`` (Centurio), ``points`` so far (Forum), ``relaid`` (discs taken
  by cards laid again)
- ``drawn``: the cards drawn of which one is to be kept (only your own); ``drawn_count``: how many they are
- ``taken_up``: the cards taken up to be laid again, the next first
- ``pile``: the cards of the draw pile while you look through it, sorted
- ``gifts``: in the exchange, ``yours`` (the cards you have put aside for the other) and ``counts`` by seat
- ``outcome`` once the game is over
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludi.core import View
from ludi.games.roma.battle import ESSEDUM_REDUCTION, defence, essedum_malus, turris_bonus
from ludi.games.roma.components import DEFENCE, DISCS, EMPTY, PRICE, SEATS, TYPES, WORDS
from ludi.games.roma.knowledge import searches
from ludi.games.roma.phases import (
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    EXCHANGE,
    OVER,
    PHASES,
    PLACE,
    REARRANGE,
    TEMPLUM_DIE,
)
from ludi.games.roma.state import discs, word, words

if TYPE_CHECKING:
    from ludi.games.roma.rules import RomaState


def view(state: RomaState, seat: int | None) -> View:
    """The position as ``seat`` (None: a spectator) knows it."""
    phase = state.phase
    drawing = phase == CHOOSE_DRAWN
    return {
        "game": "roma",
        "phase": PHASES[phase],
        "you": seat,
        "actors": list(state.actors()),
        "turn": None if phase in (EXCHANGE, OVER) else state.turn,
        "turns": state.turns,
        "starter": state.starter,
        "players": [_player(state, each, seat) for each in range(SEATS)],
        "stock": state.stock,
        "credited": state.credited,
        "deck_count": len(state.deck),
        "discard": words(state.discard),
        "dice": [{"face": face, "used": True} for face in state.used]
        + [{"face": face, "used": False} for face in state.unused],
        "essedum": ESSEDUM_REDUCTION * state.essedum,
        "effect": _effect(state),
        "drawn": words(state.aside) if drawing and state.turn == seat else [],
        "drawn_count": len(state.aside) if drawing else 0,
        "taken_up": words(state.aside) if phase == REARRANGE else [],
        "pile": words(sorted(state.deck)) if seat is not None and searches(state, seat) else [],
        "gifts": _gifts(state, seat),
        "outcome": _outcome(state),
    }


def _player(state: RomaState, whose: int, seat: int | None) -> dict[str, Any]:
    own = whose == seat
    blocked = state.blocked if whose == state.turn else state.blocking
    return {
        "seat": whose,
        "points": state.points[whose],
        "sestertii": state.sestertii[whose],
        "hand_count": len(state.hands[whose]),
        "hand": words(state.hands[whose]) if own else None,
        "known_hand": _known_hand(state, whose, seat),
        "blocked": discs(blocked),
        "row": [_place(state, whose, disc, own) for disc in range(DISCS)],
    }


def _known_hand(state: RomaState, whose: int, seat: int | None) -> list[str | None]:
    """What ``seat`` can tell of a hand: all of its own; of the other's, what it has seen or can reckon."""
    if whose == seat:
        return words(state.hands[whose])
    if state.phase in (EXCHANGE, PLACE):
        return []
    return words(state.shown[whose] if seat is None else state.known[whose])


def _place(state: RomaState, whose: int, disc: int, own: bool) -> dict[str, Any]:
    card = state.rows[whose * DISCS + disc]
    face_down = state.phase == PLACE and card != EMPTY
    if card == EMPTY or (face_down and not own):
        nothing = {"card": None, "type": None, "price": None, "defence": None, "defence_by": None}
        return {"disc": disc + 1, "face_down": face_down, **nothing}
    return {
        "disc": disc + 1,
        "face_down": face_down,
        "card": WORDS[card],
        "type": TYPES[card],
        "price": PRICE[card],
        "defence": defence(state, whose, disc),
        "defence_by": {
            "printed": DEFENCE[card],
            "turris": turris_bonus(state, whose, disc),
            "essedum": -essedum_malus(state, whose),
        },
    }


def _effect(state: RomaState) -> dict[str, Any] | None:
    if state.source < 0:
        return None
    return {
        "card": WORDS[state.source],
        "disc": state.disc + 1,
        "action": word(state.effect),
        "battle_die": state.number if state.phase == CENTURIO_DIE else None,
        "points": state.number if state.phase == TEMPLUM_DIE else None,
        "relaid": discs(state.relaid),
    }


def _gifts(state: RomaState, seat: int | None) -> dict[str, Any] | None:
    if state.phase == EXCHANGE:
        counts = [len(state.known[1 - giver]) for giver in range(SEATS)]
        return {"yours": [] if seat is None else words(state.known[1 - seat]), "counts": counts}
    if state.phase == PLACE:
        return {"yours": [] if seat is None else words(state.known[1 - seat]), "counts": [2, 2]}
    return None


def _outcome(state: RomaState) -> dict[str, Any] | None:
    outcome = state.outcome()
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "rule": outcome.rule,
        "scores": list(outcome.scores),
        **outcome.reckoning,
    }
