"""What the box of Pax Romana holds, in words: Event cards, the events of the Standard Game, Units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludi.core import Chapter, Entry, Phrase, Phrasebook, Rule, capital
from ludi.core.reference import facts_of
from ludi.games.pax_romana.world.cards import CARD_NAMES, rule_of

UNITS = {
    "legion": ("legion", "PR-6.2.7a", "PR-10.6.1a"),
    "heavy": ("heavy_infantry", "PR-6.2.7b"),
    "light": ("light_infantry", "PR-6.2.7c", "PR-12.1.6a"),
    "cavalry": ("cavalry", "PR-6.2.7d", "PR-10.4.1c"),
    "elephant": ("elephant", "PR-6.2.7e", "PR-10.4.6a"),
    "galley": ("galley", "PR-6.2.7f", "PR-6.4.1a"),
    "garrison": ("garrison", "PR-6.2.7g", "PR-12.1.2", "PR-12.1.6a"),
    "militia": ("militia", "PR-12.3.1", "PR-12.3.3a", "PR-12.3.3d"),
}
"""Units that a Power raises, with their names in the tables and the requirements that speak of them."""

PRICES = "PR-6.2.7"
"""What the requirements of this number say stands there as a number."""


def chapters(tables: Mapping[str, Any], rules: Mapping[str, Rule], book: Phrasebook) -> list[Chapter]:
    return [
        Chapter("cards", book.say(Phrase("reference.cards")), _cards(tables, book), rules=("PR-17.1.1", "PR-17.1.2")),
        Chapter("events", book.say(Phrase("reference.events")), _events(tables, rules, book), rules=("PR-16.1.2",)),
        Chapter("units", book.say(Phrase("reference.units")), _units(tables, rules, book), rules=("PR-6.2.7h",)),
    ]


def _cards(tables: Mapping[str, Any], book: Phrasebook) -> list[Entry]:
    entries = [
        Entry(
            word,
            book.name(word),
            book.say(Phrase(f"card.{word}")),
            rules=(rule_of(title),),
            copies=tables["cards"][word]["copies"],
        )
        for title, word in enumerate(CARD_NAMES)
    ]
    return sorted(entries, key=lambda entry: entry.name)


def _events(tables: Mapping[str, Any], rules: Mapping[str, Rule], book: Phrasebook) -> list[Entry]:
    found = []
    for roll, event in tables["events"].items():
        if roll != "source":
            cited = [rule for rule in rules if rule.rstrip("bcdef") == f"PR-16.2-{event.upper()}"]
            text = " ".join(rules[rule].requirement for rule in cited)
            found.append(Entry(event, book.name(event), text, facts_of(book, {"roll": roll}), cited))
    return found


def _units(tables: Mapping[str, Any], rules: Mapping[str, Rule], book: Phrasebook) -> list[Entry]:
    found = []
    for word, (row, *cited) in UNITS.items():
        unit = tables["units"][row]
        price = {"talents": unit["cost"]} if "cost" in unit else {}
        facts = {**price, "points": unit.get("bp", unit.get("naval_bp"))}
        text = " ".join(rules[rule].requirement for rule in cited if not rule.startswith(PRICES))
        found.append(Entry(word, capital(book.name(word)), text, facts_of(book, facts), cited))
    return found
