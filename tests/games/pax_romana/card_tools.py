"""Short ways to say what a test of the Event cards wants to say."""

from __future__ import annotations

from typing import Any

from games.pax_romana.helpers import Units, play
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.activation import OPERATION, Activation
from ludi.games.pax_romana.ch17_cards.playing import announce
from ludi.games.pax_romana.ch17_cards.segment import CardSegment
from ludi.games.pax_romana.world.cards import CARD_NAMES, title_of

SEA = {"scenario": "VI"}
"""Four Powers, and Objectives for sale."""


def cards(units: Units | None = None, hands: dict[str, list[str]] | None = None, **facts: Any) -> PaxRomanaState:
    """A position of scenario VI in which Rome has drawn a marker and may pay for it; ``hands`` are by Power."""
    options = facts.pop("options", SEA)
    facts.setdefault("active", "rome")
    facts.setdefault("treasury", dict.fromkeys(("rome", "carthage", "greece", "east"), 10))
    facts.setdefault("markers", {"rome": 1})
    numbers = {"activations": 5, **facts.pop("numbers", {})}
    return position(options, units=units or {}, numbers=numbers, hands=_by_power(options, hands or {}), **facts)


def _by_power(options: dict[str, Any], hands: dict[str, list[str]]) -> list[list[str]]:
    powers = position(options).box.powers
    return [hands.get(power, []) for power in powers]


def drawing(title: str, units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """The Active player pays, and this is the card on top of the deck."""
    return play(cards(units, deck=[title], **facts), "pay")


def choosing(units: Units | None = None, hands: dict[str, list[str]] | None = None, **facts: Any) -> PaxRomanaState:
    """The Active player chooses an Operation, the marker being paid for."""
    s = cards(units, hands, **facts)
    activation = s.stack[-1]
    assert isinstance(activation, Activation)
    activation.paid = True
    activation.stage = OPERATION
    s.run()
    return s


def put(s: PaxRomanaState, power: str, title: str) -> PaxRomanaState:
    """A Power has this card on the table."""
    if not any(isinstance(each, CardSegment) for each in s.stack):
        s.push(CardSegment(s.box.powers.index(power), draws=False))
    s.deck.remove(CARD_NAMES.index(title))
    announce(s, s.box.powers.index(power), CARD_NAMES.index(title))
    s.run()
    return s


def hand(s: PaxRomanaState, power: str) -> list[str]:
    """What a Power holds."""
    return [CARD_NAMES[title_of(card)] for card in s.hands[s.box.powers.index(power)]]


def names(titles: list[int]) -> list[str]:
    return [CARD_NAMES[title] for title in titles]


def seen(s: PaxRomanaState, power: str, by: str) -> list[str | None]:
    """A Power's Hand as the seat of another sees it."""
    seat = s.box.seat_of[s.box.powers.index(by)]
    found: list[str | None] = list(s.view(seat)["powers"][s.box.powers.index(power)]["hand"])
    return found
