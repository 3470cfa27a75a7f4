"""What a seat may know, as JSON-ready data: :mod:`ludi.games.roma.shape` says what each key means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ludi.core import OnDemand, ViewPart
from ludi.games.roma.battle import ESSEDUM_REDUCTION, defence, essedum_malus, turris_bonus
from ludi.games.roma.components import DEFENCE, DISCS, EMPTY, PRICE, SEATS, TURRIS, TYPES, WORDS
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


_NO_CARDS: list[int] = []
_DISCS_OF = [tuple(discs(bits)) for bits in range(1 << DISCS)]


def parts() -> list[ViewPart]:
    """The view in parts; :func:`keys` tells what they depend on."""
    found = [ViewPart((), (key,)) for key in ("phase", "actors", "turn", "turns", "starter")]
    for whose in range(SEATS):
        at = ("players", whose)
        found += [ViewPart(at, (key,)) for key in ("points", "sestertii", "hand_count")]
        found.append(ViewPart(at, ("hand", "known_hand"), tell=_hand_of, words=WORDS, item=whose))
        found.append(ViewPart(at, ("blocked",)))
        row = tuple(("row", disc) for disc in range(DISCS))
        show = partial(_places_of, whose)
        found.append(ViewPart(at, ("row",), show, tell=_row_of, leaves=row, item=whose, reads=3, public=True))
    found += [ViewPart((), ("stock",)), ViewPart((), ("credited",)), ViewPart((), ("deck_count",))]
    found.append(ViewPart((), ("discard",), words=WORDS))
    found += [ViewPart((), ("dice",), _throw, tell=_dice_of, reads=2, public=True), ViewPart((), ("essedum",))]
    found.append(ViewPart((), ("effect",), lambda state, seat: {"effect": _effect(state)}, public=True))
    aside = ("drawn", "drawn_count", "taken_up")
    found.append(ViewPart((), aside, tell=_aside_of, words=WORDS, reads=2, public=True))
    found.append(ViewPart((), ("pile",), tell=_pile_of, words=WORDS, public=True))
    found.append(ViewPart((), ("gifts",), lambda state, seat: {"gifts": _gifts(state, seat)}))
    return [*found, ViewPart((), ("outcome",))]


def keys(state: RomaState, seat: int) -> list[Any] | None:
    """For the :func:`parts` what they depend on, one after another, as this seat knows it."""
    phase, turn, rows, essedum = state.phase, state.turn, state.rows, state.essedum
    begun = phase not in (EXCHANGE, PLACE)
    found: list[Any] = [
        PHASES[phase],
        state.actors(),
        None if phase in (EXCHANGE, OVER) else turn,
        state.turns,
        state.starter,
    ]
    for whose, hand in enumerate(state.hands):
        found.append(state.points[whose])
        found.append(state.sestertii[whose])
        found.append(len(hand))
        found.append(hand if whose == seat else state.known[whose] if begun else _NO_CARDS)
        found.append(_DISCS_OF[state.blocked if whose == turn else state.blocking])
        found.append(rows)
        found.append(0 if whose == turn else essedum)
        found.append(whose == seat if phase == PLACE else None)
    drawing = phase == CHOOSE_DRAWN
    knows = phase == REARRANGE or (drawing and turn == seat)
    found += (
        state.stock,
        state.credited,
        len(state.deck),
        state.discard,
        state.used,
        state.unused,
        ESSEDUM_REDUCTION * essedum,
        (state.source, state.disc, state.effect, phase, state.number, state.relaid) if state.source >= 0 else None,
        phase if drawing or phase == REARRANGE else None,
        state.aside if knows else len(state.aside) if drawing else None,
        state.deck if searches(state, seat) else _NO_CARDS,
        None if begun else (phase, tuple(state.known[1 - seat]), len(state.known[seat]) if phase == EXCHANGE else 2),
        _outcome(state) if phase == OVER else None,
    )
    return found


# The values of parts, in the order of their leaves; cards by their numbers


def _hand_of(state: RomaState, seat: int, whose: int) -> list[Any]:
    if whose == seat:
        return [state.hands[whose][:], state.hands[whose][:]]
    return [None, [] if state.phase in (EXCHANGE, PLACE) else state.known[whose][:]]


def _row_of(state: RomaState, seat: int, whose: int) -> list[Any]:
    """For each disc a number that says all that its view depends on."""
    cards = state.rows[whose * DISCS : whose * DISCS + DISCS]
    towers = cards.count(TURRIS)
    malus = essedum_malus(state, whose)
    if state.phase == PLACE:
        seen = 1 if whose == seat else 2
        return [EMPTY if card == EMPTY else (seen, card if whose == seat else 0, towers, malus) for card in cards]
    return [EMPTY if card == EMPTY else (0, card, towers, malus) for card in cards]


def _dice_of(state: RomaState, seat: int, item: int) -> list[Any]:
    return [[(face, True) for face in state.used] + [(face, False) for face in state.unused]]


def _aside_of(state: RomaState, seat: int, item: int) -> list[Any]:
    drawing, aside = state.phase == CHOOSE_DRAWN, state.aside
    return [
        aside[:] if drawing and state.turn == seat else _NO_CARDS,
        len(aside) if drawing else 0,
        aside[:] if state.phase == REARRANGE else _NO_CARDS,
    ]


def _pile_of(state: RomaState, seat: int, item: int) -> list[Any]:
    return [sorted(state.deck) if searches(state, seat) else _NO_CARDS]


# The view


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


def _places_of(whose: int, state: RomaState, seat: int) -> dict[str, Any]:
    return {"row": OnDemand(lambda disc: _place(state, whose, disc, whose == seat))}


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
