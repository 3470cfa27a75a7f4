"""What a seat may know, as JSON-ready data.

- ``game``, ``phase``, ``round``, ``actors`` (seats to decide), ``turn`` (whose turn it is), ``you`` (a seat or None)
- ``players``: for each ``seat``, ``display`` (by category ``cards``, ``symbols``, ``count``), what it brings (``limit``
  of Armies and of Fleets, ``discount`` on a group, ``sight`` of drawn cards, ``bonus`` Fleets and Armies at the end),
  ``coins`` and ``hand_count`` (None where hidden), ``hand`` (only one's own), ``known_hand`` (cards known to be in it)
- ``legions``: ``number``, ``cards``, ``value``, ``price`` (for you)
- ``rome``: ``display``, ``hidden`` (a card or None for each face-down one), ``bonus`` (of the cards you know)
- ``deck``: ``count``, and ``known`` (``[cards above it, card]`` for each card you slipped under)
- ``drawn``: cards you have drawn and not placed; ``picked``: the one you are placing; ``places``: still open to them
- ``offer``: the cards you choose from at set-up
- ``starter``, ``conspirator``, ``solo_level``, ``last_round``; ``played`` and ``income`` of this turn
- ``outcome`` once the game is over
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ludi.core import View
from ludi.games.pax.components import ARMY, CATEGORIES, FLEET, KIND_BITS, KIND_MASK
from ludi.games.pax.scoring import count_symbols, with_bonus
from ludi.games.pax.state import ACT, DRAFT, DRAW, OVER, PHASES

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState

PLACES = (("hand", 1), ("legion", 2), ("deck", 4))


def view(state: PaxState, seat: int | None) -> View:
    """The position as ``seat`` (None: a spectator) knows it."""
    box = state.box
    over = state.phase == OVER
    outcome = state.outcome()
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
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "rule": outcome.rule,
            "scores": list(outcome.scores),
            **outcome.reckoning,
        },
    }


def _word(state: PaxState, card: int) -> str:
    return state.box.words[card & KIND_MASK]


def _knows(seat: int | None) -> int:
    """The bit of a hidden card that says whether this seat knows it; a spectator knows none."""
    return 0 if seat is None else 1 << KIND_BITS + seat


def _known_deck(state: PaxState, seat: int | None) -> list[list[Any]]:
    """The cards of the deck that this seat has slipped under, and how many lie on top of each."""
    knows, words = _knows(seat), state.box.words
    return [[place, words[card & KIND_MASK]] for place, card in enumerate(state.deck_cards()) if card & knows]


def _rome(state: PaxState, seat: int | None) -> dict[str, Any]:
    """Rome as far as this seat can tell: its open cards, and the face-down ones it has looked at."""
    over, knows = state.phase == OVER, _knows(seat)
    seen = [card if over or card & knows else -1 for card in state.rome_hidden]
    return {
        "display": _display(state, state.rome),
        "hidden": [None if card < 0 else _word(state, card) for card in seen],
        "bonus": _bonus(count_symbols(state.box, state.rome + [card for card in seen if card >= 0])),
    }


def _bonus(printed: list[int]) -> dict[str, int]:
    """Bonus Fleets and Armies of so many printed symbols."""
    strength = with_bonus(printed)
    return {"fleet": strength[FLEET] - printed[FLEET], "army": strength[ARMY] - printed[ARMY]}


def _player(state: PaxState, whose: int, seat: int | None) -> dict[str, Any]:
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


def _legion(state: PaxState, number: int, seat: int | None) -> dict[str, Any]:
    words = state.box.words
    return {
        "number": number + 1,
        "cards": [words[card & KIND_MASK] for card in state.groups[number]],
        "value": state.worth[number],
        "price": None if seat is None else state.price(seat, number),
    }


def _display(state: PaxState, cards: Iterable[int]) -> dict[str, Any]:
    """Cards sorted by category, with their number and their symbols (PAX-PLAY-2, PAX-ROUND-2)."""
    box = state.box
    words: list[list[str]] = [[] for _ in CATEGORIES]
    symbols = [0] * len(CATEGORIES)
    for card in cards:
        category = box.category[card]
        words[category].append(box.words[card])
        symbols[category] += box.symbols[card]
    return {
        name: {"cards": words[category], "symbols": symbols[category], "count": len(words[category])}
        for category, name in enumerate(CATEGORIES)
    }
