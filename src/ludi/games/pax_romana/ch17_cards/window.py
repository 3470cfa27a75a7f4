"""Chapter 17.1.5: the others may play a card now.

A window opens whenever somebody could hold a fitting card by what everybody sees, never only when he does: so that a
pause tells nothing. A Power may say that it is not to be asked again in this Activation, or not for a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludi.core import Fact
from ludi.games.pax_romana.ch17_cards.deck import could_hold
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Procedure
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has

ANSWERED = "answered"
ANYTHING: tuple[int, ...] = ()
"""A window for whatever a Power may play in an Operations Segment."""


class Answer(NamedTuple):
    """A card was played in answer and took effect."""

    power: int
    title: int


class Window(Procedure):
    """Powers are asked one after another, from the Active player on, whether they play a card. Ends with
    :class:`Answer`, or None."""

    __slots__ = ("about", "asked", "cards", "place", "played")

    name = "window"
    rule = "PR-17.1.5a"
    tuples = ("cards",)

    def __init__(self, asked: list[int], cards: tuple[int, ...], about: int, place: int = NOBODY) -> None:
        self.stage = ASKED
        self.asked = asked
        """Who is still to be asked, the next first."""
        self.cards = cards
        """The titles that fit; empty: whatever may be played in an Operations Segment."""
        self.about = about
        """The Power whose card, Army or Fleet it is about; NOBODY: none."""
        self.place = place
        """Where it happens; NOBODY: nowhere in particular."""
        self.played = NOBODY
        """The title just played."""

    def decider(self, s: Position) -> int:
        return self.asked[0]


def in_order(s: Position) -> list[int]:
    """All Powers in play order from the Active player on."""
    order = s.box.play_order
    first = order.index(s.active) if s.active in order else 0
    return order[first:] + order[:first]


def wants_to_be_asked(s: Position, power: int, title: int) -> bool:
    return not has(s.silent[power], title)


def offer(
    s: Position,
    cards: tuple[int, ...],
    about: int = NOBODY,
    among: list[int] | None = None,
    place: int = NOBODY,
) -> bool:
    """Open a window for some cards among some Powers (all unless told); whether anybody is asked."""
    if not s.takes_cards():
        return False
    asked = []
    for power in in_order(s):
        if (among is not None and power not in among) or has(s.hushed, power) or not s.hands[power]:
            continue
        if not cards or any(could_hold(s, power, title) and wants_to_be_asked(s, power, title) for title in cards):
            asked.append(power)
    if asked:
        s.push(Window(asked, cards, about, place))
    return bool(asked)


def others(s: Position, power: int) -> list[int]:
    """The Powers that other people play."""
    seat_of = s.box.seat_of
    return [each for each in range(len(s.box.powers)) if seat_of[each] != seat_of[power]]


def facts_of(s: Position, window: Window) -> Mapping[str, Fact]:
    facts: dict[str, Fact] = {} if window.about == NOBODY else {"power": s.box.powers[window.about]}
    return facts if window.place == NOBODY else {**facts, "space": s.box.place(window.place)}
