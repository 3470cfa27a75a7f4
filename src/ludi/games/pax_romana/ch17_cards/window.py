"""Chapter 17.1.5: the others may play a card now.

A window opens whenever somebody could hold a fitting card by what everybody sees, never only when he does: so that a
pause tells nothing. A Power may say that it is not to be asked again in this Activation, or not for a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch17_cards.deck import could_hold
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Procedure
from ludi.games.pax_romana.world.cards import MERCENARIES
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has, set_of

NO_CARDS_NOW = Phrase("why.not-at-this-point", {}, "PR-17.1.5a")
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

    __slots__ = ("about", "asked", "cards", "fitting", "place", "played")

    name = "window"
    rule = "PR-17.1.5a"
    tuples = ("cards",)

    def __init__(
        self, asked: list[int], fitting: list[int], cards: tuple[int, ...], about: int, place: int = NOBODY
    ) -> None:
        self.stage = ASKED
        self.asked = asked
        """Who is still to be asked, the next first."""
        self.fitting = fitting
        """For each of them which of the titles fit, as a set."""
        self.cards = cards
        """The titles that it is about; empty: whatever may be played in an Operations Segment."""
        self.about = about
        """The Power whose card, Army or Fleet it is about; NOBODY: none."""
        self.place = place
        """Where it happens; NOBODY: nowhere in particular."""
        self.played = NOBODY
        """The title just played."""

    def decider(self, s: Position) -> int:
        return self.asked[0]

    def fits(self, title: int) -> bool:
        """Whether whoever is asked may play a title now; of a window for anything the card itself says so."""
        return has(self.fitting[0], title)

    def next(self) -> None:
        """Whoever was asked has answered."""
        del self.asked[0], self.fitting[0]


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
    asked = [
        power
        for power in in_order(s)
        if among is None or power in among
        if not has(s.hushed, power) and s.hands[power] and (not cards or is_asked(s, power, cards))
    ]
    if asked:
        s.push(Window(asked, [set_of(cards)] * len(asked), cards, about, place))
    return bool(asked)


def offer_each(
    s: Position, fitting: Mapping[int, tuple[int, ...]], cards: tuple[int, ...], about: int, place: int
) -> bool:
    """Open a window in which each Power may play others of some cards; whether anybody is asked."""
    if not fitting or not s.takes_cards():
        return False
    asked = [
        power
        for power in in_order(s)
        if power in fitting and not has(s.hushed, power) and is_asked(s, power, fitting[power])
    ]
    if asked:
        s.push(Window(asked, [set_of(fitting[power]) for power in asked], cards, about, place))
    return bool(asked)


def is_asked(s: Position, power: int, cards: tuple[int, ...]) -> bool:
    """Whether a Power could hold one of some cards by what everybody sees, and wants to be asked for it."""
    return any(could_serve(s, power, title) and wants_to_be_asked(s, power, title) for title in cards)


def could_serve(s: Position, power: int, title: int) -> bool:
    """Whether by what everybody sees a Power could hold such a card; Carthage hires Mercenaries for any (17.1.6)."""
    if title == MERCENARIES and s.box.kind[power] == "carthage":
        return bool(s.hands[power])
    return could_hold(s, power, title)


def others(s: Position, power: int) -> list[int]:
    """The Powers that other people play."""
    seat_of = s.box.seat_of
    return [each for each in range(len(s.box.powers)) if seat_of[each] != seat_of[power]]


def facts_of(s: Position, window: Window) -> Mapping[str, Fact]:
    facts: dict[str, Fact] = {} if window.about == NOBODY else {"power": s.box.powers[window.about]}
    return facts if window.place == NOBODY else {**facts, "space": s.box.place(window.place)}
