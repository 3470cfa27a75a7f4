"""How the tests of Event cards set up an Activation of the Advanced Game and play it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.pax_romana.helpers import Units, choices, play
from ludi.games.pax_romana import PaxRomanaState, position

POWERS = ["greece", "east", "carthage", "rome"]
GREECE, EAST, CARTHAGE, ROME = range(4)
ADVANCED = {"scenario": "V", "format": "advanced"}


def table(units: Units, **facts: Any) -> PaxRomanaState:
    """A position of scenario V in the Advanced Game; Rome is about to pay for its marker."""
    facts.setdefault("active", "rome")
    facts.setdefault("markers", {"rome": 1})
    facts.setdefault("treasury", {"rome": 10, "carthage": 10, "greece": 10, "east": 10})
    facts["numbers"] = {"activations": 2, **facts.get("numbers", {})}
    return position(facts.pop("options", ADVANCED), units=units, **facts)


def draw(units: Units, card: str, dice: Sequence[int] = (), **facts: Any) -> PaxRomanaState:
    """Rome, or who is active, draws a card that must be played at once, and these dice fall."""
    s = table(units, deck=[card], dice=dice, **facts)
    return play(s, "pay")


def hold(units: Units, card: str, **facts: Any) -> PaxRomanaState:
    """Whoever is active has a card in Hand and has drawn nothing that matters."""
    power = facts.get("active", "rome")
    cards = [card, *facts.pop("also", ())]
    hands = [cards if each == power else [] for each in POWERS]
    facts.setdefault("deck", ["spies"])
    return play(table(units, hands=hands, **facts), "pay")


def unasked(s: PaxRomanaState) -> PaxRomanaState:
    """Nobody answers with a card."""
    while s.stack and s.stack[-1].name == "window":
        play(s, "pass")
    return s


BEFORE = ("ask.window-archimedes-effect", "ask.window-galley-tech-artillery")
"""What is asked just before a Battle on land and at sea."""


def unprepared(s: PaxRomanaState) -> PaxRomanaState:
    """Nobody plays a card just before a Battle."""
    while s.stack and s.stack[-1].name == "window" and s.prompt(s.actors()[0]).key in BEFORE:
        play(s, "pass")
    return s


def to_operation(s: PaxRomanaState) -> PaxRomanaState:
    """The Card Segment ends, and nobody answers."""
    unasked(s)
    if s.stack[-1].name == "card-segment":
        play(s, "done")
    return unasked(s)


def words(s: PaxRomanaState, verb: str) -> set[str]:
    """The arguments with which a verb is open to whoever decides."""
    return {word.partition(":")[2] for word in choices(s) if word.partition(":")[0] == verb}
