"""What Roma answers about a position: the battles that could be fought, and how likely each is won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from ludi.core import Asked, Question
from ludi.core.shape import Seat
from ludi.games.roma.battle import defence
from ludi.games.roma.components import (
    CENTURIO,
    DISCS,
    EMPTY,
    IS_PERSON,
    LEGIONARIUS,
    ONAGER,
    SEATS,
    VELITES,
    WORDS,
    rule_of,
)
from ludi.games.roma.phases import EXCHANGE, OVER, PLACE
from ludi.games.roma.rules import RomaState
from ludi.games.roma.shape import Card, Face

FACES = 6


class Nothing(TypedDict):
    """A question about the position as a whole."""


class Attack(TypedDict):
    """A battle that a card could fight if it were activated now."""

    seat: Seat
    """Whose card attacks."""
    card: Card
    disc: Face
    target: Card
    target_disc: Face
    defence: int
    """The defence value that counts now."""
    chance: float
    """With the battle die alone."""
    chance_with_die: float | None
    """Of a Centurio, if the highest die that would be left is added; None if there is none, and for other cards."""
    rule: str


class Battles(TypedDict):
    """All battles that the cards on the table could fight."""

    attacks: list[Attack]


def battles(asked: Asked[RomaState], arguments: Nothing) -> Battles:
    """Every attack that lies on the table, with its chance."""
    state = asked.state
    if state.phase in (EXCHANGE, PLACE, OVER):
        return {"attacks": []}
    return {"attacks": [attack for seat in range(SEATS) for attack in _attacks(state, seat)]}


def _attacks(state: RomaState, seat: int) -> Iterator[Attack]:
    for disc in range(DISCS):
        card = state.rows[seat * DISCS + disc]
        for target_disc in _targets(state, seat, disc, card):
            needed = defence(state, 1 - seat, target_disc)
            added = _die_left(state, seat, disc) if card == CENTURIO else 0
            yield {
                "seat": seat,
                "card": WORDS[card],
                "disc": disc + 1,
                "target": WORDS[state.rows[(1 - seat) * DISCS + target_disc]],
                "target_disc": target_disc + 1,
                "defence": needed,
                "chance": chance(needed),
                "chance_with_die": chance(needed - added) if added else None,
                "rule": rule_of(card),
            }


def _targets(state: RomaState, seat: int, disc: int, card: int) -> list[int]:
    """The opposing cards that a card may attack: the one opposite, or any person or building."""
    row = state.rows[(1 - seat) * DISCS : (2 - seat) * DISCS]
    if card in (LEGIONARIUS, CENTURIO):
        return [disc] if row[disc] != EMPTY else []
    if card in (VELITES, ONAGER):
        persons = card == VELITES
        return [place for place, other in enumerate(row) if other != EMPTY and IS_PERSON[other] == persons]
    return []


def _die_left(state: RomaState, seat: int, disc: int) -> int:
    """The highest die that is left once one of the disc's number is used; 0 if none is."""
    if seat != state.turn or disc + 1 not in state.unused:
        return 0
    left = list(state.unused)
    left.remove(disc + 1)
    return max(left, default=0)


def chance(needed: int) -> float:
    """That one die comes to so much."""
    return min(FACES, max(0, FACES + 1 - needed)) / FACES


QUESTIONS = {"battles": Question(battles)}
