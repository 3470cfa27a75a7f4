"""What a seat may know, as JSON-ready data: :mod:`ludi.games.pax.shape` says what each key means."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ludi.core import ViewPart
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
    PaxBox,
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
    return cast(
        PaxView,
        {
            "game": "pax",
            "you": seat,
            **_moment(state, seat),
            "players": [_player(state, each, seat) for each in range(box.seats)],
            "legions": [_legion(state, number, seat) for number in range(box.legions)],
            "rome": _rome(state, seat),
            **_deck(state, seat),
            **_choosing(state, seat),
            **_takings(state, seat),
            "outcome": _end(state),
        },
    )


def parts(box: PaxBox) -> list[ViewPart]:
    """The view in parts; :func:`keys` tells them apart."""
    found = [
        ViewPart((), ("phase", "actors"), _moment),
        ViewPart((), ("round",), _moment),
        ViewPart((), ("turn", "starter", "conspirator", "solo_level", "last_round"), _moment),
        ViewPart((), ("rome",), lambda state, seat: {"rome": _rome(state, seat)}),
        ViewPart((), ("deck",), _deck),
        ViewPart((), ("drawn", "picked", "places", "offer"), _choosing),
        ViewPart((), ("played", "income"), _takings),
    ]
    for number in range(box.legions):
        show = partial(_of, _legion, number)
        found.append(ViewPart(("legions", number), ("number", "cards", "value", "price"), show))
    for whose in range(box.seats):
        show = partial(_of, _player, whose)
        found.append(ViewPart(("players", whose), ("display", "limit", "discount", "sight", "bonus"), show))
        found.append(ViewPart(("players", whose), ("coins", "hand_count"), show))
        found.append(ViewPart(("players", whose), ("hand", "known_hand"), show))
    return found


def keys(state: PaxState, seat: int) -> list[Hashable] | None:
    """For each of the :func:`parts` what it depends on, as this seat knows it."""
    phase = state.phase
    if phase == OVER:
        return None
    box, turn = state.box, state.turn
    mine = phase == DRAW and turn == seat
    actors = state.actors()
    knows = _knows(seat)
    found: list[Hashable] = [
        (phase, actors),
        state.turns // box.seats,
        (phase == DRAFT, turn, state.starter, state.conspirator, state.last_round),
        (tuple(state.rome), tuple([card & KIND_MASK if card & knows else -1 for card in state.rome_hidden])),
        (state.deck_count(), tuple(_slipped_under(state, knows))),
        (tuple(state.drawn), state.picked, state.placed)
        if mine
        else tuple(state.offers[seat])
        if phase == DRAFT and seat in actors
        else None,
        (state.played, state.income(turn) if phase == ACT else None),
    ]
    discount = state.discount(seat)
    for number, group in enumerate(state.groups):
        found.append((number, discount, tuple(group)))
    open_counts = box.counts_open
    for whose, hand in enumerate(state.hands):
        found.append(tuple(state.shown[whose]))
        if whose == seat:
            found.append((state.coins[whose], len(hand)))
            found.append((True, tuple(hand)))
        else:
            found.append((state.coins[whose], len(hand)) if open_counts else None)
            found.append(tuple([card & KIND_MASK for card in hand if card & knows]))
    return found


def _of(show: Callable[[PaxState, int, int | None], Mapping[str, Any]], number: int, state: PaxState, seat: int) -> Any:
    return show(state, number, seat)


def _moment(state: PaxState, seat: int | None) -> dict[str, Any]:
    """When it is and who decides."""
    return {
        "phase": PHASES[state.phase],
        "actors": list(state.actors()),
        "round": state.turns // state.box.seats + (0 if state.phase == OVER else 1),
        "turn": None if state.phase in (DRAFT, OVER) else state.turn,
        "starter": state.starter,
        "conspirator": None if state.conspirator < 0 else state.conspirator,
        "solo_level": state.box.solo_level,
        "last_round": state.last_round,
    }


def _choosing(state: PaxState, seat: int | None) -> dict[str, Any]:
    """The cards this seat has before it that are not placed yet."""
    mine = state.phase == DRAW and state.turn == seat
    drafts = seat is not None and state.phase == DRAFT and seat in state.actors()
    return {
        "drawn": [_word(state, card) for card in state.drawn] if mine else [],
        "picked": _word(state, state.drawn[state.picked]) if mine and state.picked >= 0 else None,
        "places": [name for name, bit in PLACES if not state.placed & bit] if mine else [],
        "offer": [_word(state, card) for card in state.offers[seat]] if drafts and seat is not None else [],
    }


def _takings(state: PaxState, seat: int | None) -> dict[str, Any]:
    """What was played in this turn, and what it brings."""
    return {"played": state.played, "income": state.income(state.turn) if state.phase == ACT else None}


def _deck(state: PaxState, seat: int | None) -> dict[str, Any]:
    """The deck, with the cards that this seat has slipped under and how many lie on top of each."""
    known = [[place, state.box.words[kind]] for place, kind in _slipped_under(state, _knows(seat))]
    return {"deck": {"count": state.deck_count(), "known": known}}


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


def _slipped_under(state: PaxState, knows: int) -> list[tuple[int, int]]:
    """The places and kinds of the cards of the deck that one knows."""
    cards = state.deck_cards()
    if not cards or max(cards) <= KIND_MASK:  # nobody knows any
        return []
    return [(place, card & KIND_MASK) for place, card in enumerate(cards) if card & knows]


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
