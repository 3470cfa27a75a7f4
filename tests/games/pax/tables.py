"""The words in which the rule tests of PAX speak: deal, do, look."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ludi.core import Event, FastDice
from ludi.games.pax import GAME, PaxState

SEVEN = ("wealth", "fleet", "army", "religion", "senator", "land", "intrigue")
"""The categories as the rulebook lists them, not as the engine does."""


def deal(players: int, seed: int = 1, **options: Any) -> PaxState:
    """A freshly set-up match: everybody still has to choose a card."""
    box = GAME.box({"players": players, **options})
    return GAME.deal(box, FastDice(random.Random(seed)))


def begun(players: int, seed: int = 1, **options: Any) -> PaxState:
    """A match after the set-up; everybody kept some card."""
    state = deal(players, seed, **options)
    while state.view(None)["phase"] == "draft":
        seat = state.actors()[0]
        state.play(seat, state.legal(seat)[0])
    return state


def do(state: PaxState, *words: str) -> PaxState:
    """Let the one seat that must decide say each word in turn."""
    for word in words:
        (seat,) = state.actors()
        state.play(seat, state.unspell(word))
    return state


def words(state: PaxState, seat: int | None = None) -> list[str]:
    """What is open to a seat (or to the one that must decide)."""
    if seat is None:
        (seat,) = state.actors()
    return [state.spell(action) for action in state.legal(seat)]


def verbs(state: PaxState, seat: int | None = None) -> set[str]:
    return {word.partition(":")[0] for word in words(state, seat)}


def names(cards: Iterable[str]) -> list[str]:
    """Cards without the seats that know them."""
    return [card.partition("@")[0] for card in cards]


def hand(state: PaxState, seat: int) -> list[str]:
    return sorted(names(state.snapshot()["hands"][seat]))


def display(state: PaxState, seat: int) -> list[str]:
    return sorted(names(state.snapshot()["displays"][seat]))


def group(state: PaxState, legion: int) -> list[str]:
    """The cards below the Legion of this number (I = 1)."""
    return names(state.snapshot()["legions"][legion - 1])


def deck(state: PaxState) -> list[str]:
    """The deck, top card first."""
    return names(state.snapshot()["deck"])


def in_play(state: PaxState) -> list[str]:
    """Every card that takes part in the match."""
    whole = state.snapshot()
    cards = [*whole["deck"], *whole["rome"], *whole["rome_hidden"], *whole["drawn"]]
    for place in ("legions", "hands", "displays", "offers"):
        for some in whole[place]:
            cards += some
    return sorted(names(cards))


def category_of(card: str) -> str:
    return card.split("-")[0]


def bits(*categories: str) -> int:
    """The categories extended this turn, as the builder wants them."""
    return sum(1 << SEVEN.index(category) for category in categories)


def listen(state: PaxState) -> list[Event]:
    """The events from now on."""
    heard: list[Event] = []
    state.listener = heard.append
    return heard


def why(state: PaxState, seat: int, word: str) -> tuple[str, str]:
    """The key of the reason and the rule for which a word is refused."""
    phrase = state.why_not(seat, word)
    assert phrase is not None, f"{word} is open to seat {seat}"
    return phrase.key, phrase.rule
