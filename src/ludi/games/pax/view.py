"""What a seat may know, as JSON-ready data: :mod:`ludi.games.pax.shape` says what each key means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
from ludi.games.pax.scoring import bonus_armies, bonus_fleets, count_symbols
from ludi.games.pax.shape import Bonus, Display, End, Legion, PaxView, PlaceWord, Player, Rome, Row
from ludi.games.pax.state import ACT, DRAFT, DRAW, OVER, PHASES

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState

PLACES: tuple[tuple[PlaceWord, int], ...] = (("hand", 1), ("legion", 2), ("deck", 4))
_PLACES_OPEN = [tuple(name for name, bit in PLACES if not placed & bit) for placed in range(8)]
"""The names of the places still open, by those already used."""


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


DISPLAY_LEAVES = tuple(("display", category, key) for category in CATEGORIES for key in ("cards", "symbols", "count"))
_NO_CARDS: list[int] = []


def parts(box: PaxBox) -> list[ViewPart]:
    """The view in parts; :func:`keys` tells what they depend on."""
    moment = ("phase", "actors", "round", "turn", "starter", "conspirator")
    found = [ViewPart((), (key,)) for key in moment]
    found += [ViewPart((), ("solo_level",), _moment, reads=0, public=True), ViewPart((), ("last_round",))]
    for whose in range(box.seats):
        at = ("players", whose)
        own = (*DISPLAY_LEAVES, ("limit",), ("discount",), ("sight",), ("bonus", "fleet"), ("bonus", "army"))
        keys_of_display = ("display", "limit", "discount", "sight", "bonus")
        shown = ViewPart(at, keys_of_display, tell=_table_of, leaves=own, words=box.words, item=whose, public=True)
        found.append(shown)
        found += [ViewPart(at, ("coins",)), ViewPart(at, ("hand_count",))]
        found.append(ViewPart(at, ("hand", "known_hand"), tell=_hand_of, words=box.words, item=whose))
    for number in range(box.legions):
        at = ("legions", number)
        found.append(ViewPart(at, ("number",), partial(_of, _legion, number), reads=0, public=True))
        found.append(ViewPart(at, ("cards",), words=box.words))
        found += [ViewPart(at, ("value",)), ViewPart(at, ("price",))]
    rome = (*DISPLAY_LEAVES, ("hidden",), ("bonus", "fleet"), ("bonus", "army"))
    keys_of_rome = ("display", "hidden", "bonus")
    found.append(ViewPart(("rome",), keys_of_rome, tell=_rome_of, leaves=rome, words=box.words, reads=2, public=True))
    found += [ViewPart(("deck",), ("count",)), ViewPart(("deck",), ("known",), words=box.words)]
    found += [ViewPart((), ("drawn",), words=box.words), ViewPart((), ("picked",), words=box.words)]
    found += [ViewPart((), ("places",)), ViewPart((), ("offer",), words=box.words)]
    return [*found, *(ViewPart((), (key,)) for key in ("played", "income", "outcome"))]


def keys(state: PaxState, seat: int) -> list[Any] | None:
    """For the :func:`parts` what they depend on, one after another, as this seat knows it."""
    phase = state.phase
    over = phase == OVER
    box, turn, conspirator = state._box, state.turn, state.conspirator
    draws = phase == DRAW and turn == seat
    open_counts, actors = box.counts_open or over, state.actors()
    found: list[Any] = [
        PHASES[phase],
        actors,
        state.turns // box.seats + (0 if over else 1),
        None if phase == DRAFT or over else turn,
        state.starter,
        None if conspirator < 0 else conspirator,
        state.last_round,
    ]
    shown, coins = state.shown, state.coins
    for whose, hand in enumerate(state.hands):
        found.append(shown[whose])
        if open_counts or whose == seat:
            found.append(coins[whose])
            found.append(len(hand))
        else:
            found.append(None)
            found.append(None)
        found.append(tuple(hand) if over else hand)  # which are never equal: now it lies open
    for number, group in enumerate(state.groups):
        found.append(group)
        found.append(state.worth[number])
        found.append(state.price(seat, number))
    knows = _knows(seat)
    seen = [card & KIND_MASK if over or card & knows else -1 for card in state.rome_hidden]
    found += (
        state.rome,
        seen,
        state.deck_count(),
        _slipped_under(state, knows),
        [card & KIND_MASK for card in state.drawn] if draws else _NO_CARDS,
        state.drawn[state.picked] & KIND_MASK if draws and state.picked >= 0 else -1,
        _PLACES_OPEN[state.placed] if draws else (),
        [card & KIND_MASK for card in state.offers[seat]] if phase == DRAFT and seat in actors else _NO_CARDS,
        state.played,
        state.income(turn) if phase == ACT else None,
        _end(state) if over else None,
    )
    return found


def _of(told: Callable[[PaxState, int, int], Any], number: int, state: PaxState, seat: int) -> Any:
    return told(state, number, seat)


# The values of parts, in the order of their leaves; cards by the numbers of their kinds


def _table_of(state: PaxState, seat: int, whose: int) -> list[Any]:
    """What lies before a player, and what that brings him."""
    symbols = state.symbols[whose * 7 : whose * 7 + 7]
    found = _sorted_out(state._box, state.shown[whose], symbols)
    found += (state.limit(whose), state.discount(whose), state.sees(whose))
    found += (bonus_fleets(symbols), bonus_armies(symbols))
    return found


def _rome_of(state: PaxState, seat: int, item: int) -> list[Any]:
    """What lies in Rome: the open cards, the face-down ones as far as this seat knows them, and what these bring."""
    box, over, knows = state._box, state.phase == OVER, _knows(seat)
    symbols = count_symbols(box, state.rome)
    found = _sorted_out(box, state.rome, symbols)
    hidden = [card & KIND_MASK if over or card & knows else -1 for card in state.rome_hidden]
    printed = count_symbols(box, state.rome + [card for card in hidden if card >= 0])
    found += (hidden, bonus_fleets(printed), bonus_armies(printed))
    return found


def _sorted_out(box: PaxBox, cards: list[int], symbols: list[int]) -> list[Any]:
    """Cards by category, with their symbols and their number."""
    rows: list[list[int]] = [[], [], [], [], [], [], []]
    category = box.category
    for card in cards:
        rows[category[card]].append(card)
    found: list[Any] = []
    for number, row in enumerate(rows):
        found.append(row)
        found.append(symbols[number])
        found.append(len(row))
    return found


def _hand_of(state: PaxState, seat: int, whose: int) -> list[Any]:
    hand, knows = state.hands[whose], _knows(seat)
    known = [card & KIND_MASK for card in hand if card & knows]
    lies_open = whose == seat or state.phase == OVER
    return [[card & KIND_MASK for card in hand] if lies_open else None, known]


# The view


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
    return [(place, card & KIND_MASK) for place, card in enumerate(state.deck_cards()) if card & knows]


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
    return {"fleet": bonus_fleets(printed), "army": bonus_armies(printed)}


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
