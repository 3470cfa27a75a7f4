"""What PAX answers about a position: what everybody would score if the game ended now, as far as one can tell."""

from __future__ import annotations

from typing import Literal, TypedDict, get_args

from ludi.core import Asked, Question
from ludi.core.shape import Seat
from ludi.games.pax.components import BLANK, KIND_MASK
from ludi.games.pax.rules import PaxState
from ludi.games.pax.scoring import (
    MAJORITY,
    POINTS_FOR_MONEY,
    beats_rome,
    count_symbols,
    held_by_rome,
    points_on_the_table,
    strength_of,
    wealth_at_end,
    with_bonus,
)
from ludi.games.pax.shape import Category
from ludi.games.pax.state import OVER

NAMES: tuple[Category, ...] = get_args(Category)
"""The categories in their order."""


class Nothing(TypedDict):
    """A question about the position as a whole."""


class Account(TypedDict):
    """One player's points, item by item (PAX-SCORE)."""

    seat: Seat
    categories: int
    above_rome: int
    fleets: int
    armies: int
    conspirator: int
    money: int | None
    """None while it is not known who is the richest."""
    total: int
    """Of all that is known."""


class Score(TypedDict):
    """What it would come to now; what lies face-down and nobody has shown you is not reckoned in."""

    wins: Literal["rome", "revolt"]
    held_by_rome: list[Category]
    rome: dict[Category, int]
    """Its symbols, of the face-down cards only those you know."""
    unknown: int
    """How many face-down cards of Rome you do not know."""
    accounts: list[Account]
    """Of every player; empty for one who plays alone, where no points are counted."""
    rule: str


def score(asked: Asked[PaxState], arguments: Nothing) -> Score:
    """Who would win now, and with how many points."""
    state = asked.state
    players = range(state.box.seats)
    seen = [card for card in state.rome_hidden if card & KIND_MASK != BLANK]
    rome = with_bonus(count_symbols(state.box, state.rome + seen))
    strengths = [strength_of(state, each) for each in players]
    best = [max(strength[category] for strength in strengths) for category in range(len(NAMES))]
    romes = held_by_rome(rome, best)
    solo = state.box.solo_level
    counted = _wealth(state)
    accounts: list[Account] = []
    for each in () if solo else players:
        points = points_on_the_table(state, each, strengths[each], rome)
        money = None if counted is None else POINTS_FOR_MONEY if counted[each] == max(counted) else 0
        accounts.append(
            {
                "seat": each,
                "categories": points["categories"],
                "above_rome": points["above_rome"],
                "fleets": points["fleets"],
                "armies": points["armies"],
                "conspirator": points["conspirator"],
                "money": money,
                "total": sum(points.values()) + (money or 0),
            }
        )
    rome_wins = len(romes) >= MAJORITY if not solo else not beats_rome(state, rome, strengths[0])
    return {
        "wins": "rome" if rome_wins else "revolt",
        "held_by_rome": [NAMES[category] for category in romes],
        "rome": dict(zip(NAMES, rome, strict=True)),
        "unknown": len(state.rome_hidden) - len(seen),
        "accounts": accounts,
        "rule": "PAX-SOLO-8" if solo else "PAX-WIN-2" if rome_wins else "PAX-WIN-3",
    }


def _wealth(state: PaxState) -> list[int] | None:
    """What each would have, if everybody may know it."""
    known = state.box.counts_open or state.phase == OVER
    return [wealth_at_end(state, each) for each in range(state.box.seats)] if known else None


QUESTIONS = {"score": Question(score)}
