"""What a seat may know, as JSON-ready data: :mod:`ludi.games.roma.shape` says what each key means."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ludi.core import ViewPart
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
from ludi.games.roma.shape import Die, Effect, End, Gifts, Place, Player, RomaView
from ludi.games.roma.state import discs, word

if TYPE_CHECKING:
    from ludi.games.roma.rules import RomaState


def view(state: RomaState, seat: int | None) -> RomaView:
    """The position as ``seat`` (None: a spectator) knows it."""
    return cast(
        RomaView,
        {
            "game": "roma",
            "you": seat,
            **_moment(state, seat),
            "players": [_player(state, each, seat) for each in range(SEATS)],
            **_stocks(state, seat),
            **_throw(state, seat),
            "effect": _effect(state),
            **_aside(state, seat),
            "pile": _words(sorted(state.deck)) if seat is not None and searches(state, seat) else [],
            "gifts": _gifts(state, seat),
            "outcome": _outcome(state),
        },
    )


def parts() -> list[ViewPart]:
    """The view in parts; :func:`keys` tells them apart."""
    found = [
        ViewPart((), ("phase", "actors", "turn"), _moment),
        ViewPart((), ("turns",), _moment),
        ViewPart((), ("starter",), _moment),
        ViewPart((), ("stock", "credited"), _stocks),
        ViewPart((), ("deck_count",), _stocks),
        ViewPart((), ("discard",), _stocks),
        ViewPart((), ("dice", "essedum"), _throw),
        ViewPart((), ("effect",), lambda state, seat: {"effect": _effect(state)}),
        ViewPart((), ("drawn", "drawn_count", "taken_up"), _aside),
        ViewPart((), ("pile", "gifts"), view),
    ]
    for whose in range(SEATS):
        show = partial(_player_of, whose)
        found.append(ViewPart(("players", whose), ("points", "sestertii", "hand_count"), show))
        found.append(ViewPart(("players", whose), ("hand", "known_hand"), show))
        found.append(ViewPart(("players", whose), ("blocked", "row"), show))
    return found


def keys(state: RomaState, seat: int) -> list[Hashable] | None:
    """For each of the :func:`parts` what it depends on, as this seat knows it."""
    phase = state.phase
    if phase == OVER:
        return None
    turn = state.turn
    aside: Hashable = None
    if phase == CHOOSE_DRAWN:
        aside = (phase, tuple(state.aside) if turn == seat else len(state.aside))
    elif phase == REARRANGE:
        aside = (phase, tuple(state.aside))
    gifts: Hashable = None
    if phase == EXCHANGE:
        gifts = (phase, tuple(state.known[1 - seat]), len(state.known[seat]))
    elif phase == PLACE:
        gifts = (phase, tuple(state.known[1 - seat]))
    elif searches(state, seat):
        gifts = (phase, tuple(sorted(state.deck)))
    found: list[Hashable] = [
        (phase, state.actors(), turn),
        state.turns,
        state.starter,
        (state.stock, state.credited),
        len(state.deck),
        tuple(state.discard),
        (tuple(state.used), tuple(state.unused), state.essedum),
        (state.source, state.disc, state.effect, phase, state.number, state.relaid) if state.source >= 0 else None,
        aside,
        gifts,
    ]
    begun = phase not in (EXCHANGE, PLACE)
    for whose, hand in enumerate(state.hands):
        own = whose == seat
        rows = tuple(state.rows[whose * DISCS : whose * DISCS + DISCS])
        found.append((state.points[whose], state.sestertii[whose], len(hand)))
        found.append((True, tuple(hand)) if own else tuple(state.known[whose]) if begun else ())
        if whose == turn:
            found.append((state.blocked, rows, 0, phase == PLACE, own))
        else:
            found.append((state.blocking, rows, state.essedum, phase == PLACE, own))
    return found


def _moment(state: RomaState, seat: int | None) -> dict[str, Any]:
    """When it is and who decides."""
    return {
        "phase": PHASES[state.phase],
        "actors": list(state.actors()),
        "turn": None if state.phase in (EXCHANGE, OVER) else state.turn,
        "turns": state.turns,
        "starter": state.starter,
    }


def _stocks(state: RomaState, seat: int | None) -> dict[str, Any]:
    """What lies on the table for both."""
    return {
        "stock": state.stock,
        "credited": state.credited,
        "deck_count": len(state.deck),
        "discard": _words(state.discard),
    }


def _throw(state: RomaState, seat: int | None) -> dict[str, Any]:
    """The dice of the turn, and by how much defences are lowered."""
    return {
        "dice": [*_dice(state.used, True), *_dice(state.unused, False)],
        "essedum": ESSEDUM_REDUCTION * state.essedum,
    }


def _aside(state: RomaState, seat: int | None) -> dict[str, Any]:
    """The cards that are drawn and not chosen yet, or taken up and not laid again."""
    drawing = state.phase == CHOOSE_DRAWN
    return {
        "drawn": _words(state.aside) if drawing and state.turn == seat else [],
        "drawn_count": len(state.aside) if drawing else 0,
        "taken_up": _words(state.aside) if state.phase == REARRANGE else [],
    }


def _player_of(whose: int, state: RomaState, seat: int) -> Player:
    return _player(state, whose, seat)


def _player(state: RomaState, whose: int, seat: int | None) -> Player:
    own = whose == seat
    blocked = state.blocked if whose == state.turn else state.blocking
    return {
        "seat": whose,
        "points": state.points[whose],
        "sestertii": state.sestertii[whose],
        "hand_count": len(state.hands[whose]),
        "hand": _words(state.hands[whose]) if own else None,
        "known_hand": _known_hand(state, whose, seat),
        "blocked": discs(blocked),
        "row": [_place(state, whose, disc, own) for disc in range(DISCS)],
    }


def _known_hand(state: RomaState, whose: int, seat: int | None) -> list[str]:
    """What ``seat`` can tell of a hand: all of its own; of the other's, what it has seen or can reckon."""
    if whose == seat:
        return _words(state.hands[whose])
    if state.phase in (EXCHANGE, PLACE):
        return []
    return _words(state.shown[whose] if seat is None else state.known[whose])


def _place(state: RomaState, whose: int, disc: int, own: bool) -> Place:
    card = state.rows[whose * DISCS + disc]
    face_down = state.phase == PLACE and card != EMPTY
    if card == EMPTY or (face_down and not own):
        return {
            "disc": disc + 1,
            "face_down": face_down,
            "card": None,
            "type": None,
            "price": None,
            "defence": None,
            "defence_by": None,
        }
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


def _dice(faces: Iterable[int], used: bool) -> list[Die]:
    return [{"face": face, "used": used} for face in faces]


def _effect(state: RomaState) -> Effect | None:
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


def _gifts(state: RomaState, seat: int | None) -> Gifts | None:
    if state.phase == EXCHANGE:
        counts = [len(state.known[1 - giver]) for giver in range(SEATS)]
        return {"yours": [] if seat is None else _words(state.known[1 - seat]), "counts": counts}
    if state.phase == PLACE:
        return {"yours": [] if seat is None else _words(state.known[1 - seat]), "counts": [2, 2]}
    return None


def _outcome(state: RomaState) -> End | None:
    outcome = state.outcome()
    if outcome is None:
        return None
    return cast(End, {**outcome.heads(), **outcome.reckoning})


def _words(cards: Iterable[int]) -> list[str]:
    """Cards that the viewer knows."""
    return [WORDS[card] for card in cards]
