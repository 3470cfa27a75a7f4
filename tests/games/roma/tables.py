"""Short ways to write a test: play words, ask what is open, ask why not."""

from __future__ import annotations

from ludi.core import IllegalAction
from ludi.games.roma import RomaState


def play(state: RomaState, *words: str) -> RomaState:
    """Play words one after another, each by the seat that must decide."""
    for word in words:
        state.play(state.actors()[0], state.unspell(word))
    return state


def choices(state: RomaState, verb: str = "") -> list[str]:
    """The words open to the seat that must decide; only those of one verb, if given."""
    words = [state.spell(action) for action in state.legal(state.actors()[0])]
    return [word for word in words if not verb or word.partition(":")[0] == verb]


def refused(state: RomaState, word: str) -> str:
    """Check that a word is refused, that this changes nothing, and give the rule that forbids it."""
    before = state.snapshot()
    seat = state.actors()[0]
    try:
        state.play(seat, state.unspell(word))
    except IllegalAction as error:
        assert state.snapshot() == before
        return error.rule
    raise AssertionError(f"{word} was allowed")


def row(state: RomaState, seat: int) -> list[str | None]:
    cards: list[str | None] = state.snapshot()["rows"][seat]
    return cards


def hand(state: RomaState, seat: int) -> list[str]:
    cards: list[str] = state.snapshot()["hands"][seat]
    return cards


def discards(state: RomaState) -> list[str]:
    cards: list[str] = state.snapshot()["discard"]
    return cards


FULL = ["turris", "turris", "basilica", "basilica", "templum", "templum"]
"""A full row of cards that do nothing when activated (but for the towers' protection)."""
HARMLESS = ["consul", "consul", "haruspex", "haruspex", "praetorianus", "praetorianus"]
"""A full row without towers."""
