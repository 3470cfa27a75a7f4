"""What a seat may know, as JSON-ready data: :mod:`ludi.games.pax.shape` says what each key means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from ludi.games.pax.components import (
    ARMY,
    CATEGORIES,
    FLEET,
    INTRIGUE,
    KIND_BITS,
    KIND_MASK,
    LAND,
    RELIGION,
    SENATOR,
    WEALTH,
)
from ludi.games.pax.scoring import count_symbols, with_bonus
from ludi.games.pax.shape import Bonus, Display, End, Legion, PaxView, PlaceWord, Player, Rome, Row
from ludi.games.pax.state import ACT, DRAFT, DRAW, OVER, PHASES

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState

PLACES: tuple[tuple[PlaceWord, int], ...] = (("hand", 1), ("legion", 2), ("deck", 4))


def view(state: PaxState, seat: int | None) -> PaxView:
    """The position as ``seat`` (None: a spectator) knows it."""
    box = state.box
    over = state.phase == OVER
    mine = state.phase == DRAW and state.turn == seat
    return {
        "game": "pax",
        "phase": PHASES[state.phase],
        "you": seat,
        "actors": list(state.actors()),
        "round": state.turns // box.seats + (0 if over else 1),
        "turn": None if state.phase in (DRAFT, OVER) else state.turn,
        "starter": state.starter,
        "conspirator": None if state.conspirator < 0 else state.conspirator,
        "solo_level": box.solo_level,
        "last_round": state.last_round,
        "players": [_player(state, each, seat) for each in range(box.seats)],
        "legions": [_legion(state, number, seat) for number in range(box.legions)],
        "rome": _rome(state, seat),
        "deck": {"count": state.deck_count(), "known": _known_deck(state, seat)},
        "drawn": [_word(state, card) for card in state.drawn] if mine else [],
        "picked": _word(state, state.drawn[state.picked]) if mine and state.picked >= 0 else None,
        "places": [name for name, bit in PLACES if not state.placed & bit] if mine else [],
        "offer": [_word(state, card) for card in state.offers[seat]]
        if seat is not None and state.phase == DRAFT and seat in state.actors()
        else [],
        "played": state.played,
        "income": state.income(state.turn) if state.phase == ACT else None,
        "outcome": _end(state),
    }


def _end(state: PaxState) -> End | None:
    outcome = state.outcome()
    if outcome is None:
        return None
    return cast(End, {**outcome.heads(), **outcome.reckoning})


def _word(state: PaxState, card: int) -> str:
    return state.box.words[card & KIND_MASK]


def _knows(seat: int | None) -> int:
    """The bit of a hidden card that says whether this seat knows it; a spectator knows none."""
    return 0 if seat is None else 1 << KIND_BITS + seat


def _known_deck(state: PaxState, seat: int | None) -> list[list[int | str]]:
    """The cards of the deck that this seat has slipped under, and how many lie on top of each."""
    knows, words = _knows(seat), state.box.words
    return [[place, words[card & KIND_MASK]] for place, card in enumerate(state.deck_cards()) if card & knows]


def _rome(state: PaxState, seat: int | None) -> Rome:
    """Rome as far as this seat can tell: its open cards, and the face-down ones it has looked at."""
    over, knows = state.phase == OVER, _knows(seat)
    seen = [card if over or card & knows else -1 for card in state.rome_hidden]
    return {
        "display": _display(state, state.rome),
        "hidden": [None if card < 0 else _word(state, card) for card in seen],
        "bonus": _bonus(count_symbols(state.box, state.rome + [card for card in seen if card >= 0])),
    }


def _bonus(printed: list[int]) -> Bonus:
    """Bonus Fleets and Armies of so many printed symbols."""
    strength = with_bonus(printed)
    return {"fleet": strength[FLEET] - printed[FLEET], "army": strength[ARMY] - printed[ARMY]}


def _player(state: PaxState, whose: int, seat: int | None) -> Player:
    own = whose == seat
    over = state.phase == OVER
    counts_known = own or over or state.box.counts_open
    hand, words, knows = state.hands[whose], state.box.words, _knows(seat)
    return {
        "seat": whose,
        "display": _display(state, state.shown[whose]),
        "limit": state.limit(whose),
        "discount": state.discount(whose),
        "sight": state.sees(whose),
        "bonus": _bonus(state.symbols[whose * 7 : whose * 7 + 7]),
        "coins": state.coins[whose] if counts_known else None,
        "hand_count": len(hand) if counts_known else None,
        "hand": sorted([words[card & KIND_MASK] for card in hand]) if own or over else None,
        "known_hand": sorted([words[card & KIND_MASK] for card in hand if card & knows]),
    }


def _legion(state: PaxState, number: int, seat: int | None) -> Legion:
    words = state.box.words
    return {
        "number": number + 1,
        "cards": [words[card & KIND_MASK] for card in state.groups[number]],
        "value": state.worth[number],
        "price": None if seat is None else state.price(seat, number),
    }


def _display(state: PaxState, cards: Iterable[int]) -> Display:
    """Cards sorted by category, with their number and their symbols (PAX-PLAY-2, PAX-ROUND-2)."""
    box = state.box
    words: list[list[str]] = [[] for _ in CATEGORIES]
    symbols = [0] * len(CATEGORIES)
    for card in cards:
        category = box.category[card]
        words[category].append(box.words[card])
        symbols[category] += box.symbols[card]
    rows: list[Row[str]] = [
        {"cards": each, "symbols": number, "count": len(each)} for each, number in zip(words, symbols, strict=True)
    ]
    return {
        "wealth": rows[WEALTH],
        "fleet": rows[FLEET],
        "army": rows[ARMY],
        "religion": rows[RELIGION],
        "senator": rows[SENATOR],
        "land": rows[LAND],
        "intrigue": rows[INTRIGUE],
    }
