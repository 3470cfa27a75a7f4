"""The 25 kinds of cards of Roma in words."""

from __future__ import annotations

from ludi.core import Chapter, Entry, Phrase, Phrasebook, capital
from ludi.core.reference import facts_of
from ludi.games.roma.components import COPIES, DEFENCE, DICE_NEEDED, KINDS, PRICE, TYPES, WORDS, rule_of

CITED = {"person": ("ROMA-COMP-7", "ROMA-DECK-1"), "building": ("ROMA-COMP-8", "ROMA-COMP-9", "ROMA-DECK-2")}


def chapters(book: Phrasebook) -> list[Chapter]:
    return [
        Chapter(
            id=type,
            title=book.say(Phrase(f"reference.{type}")),
            rules=CITED[type],
            entries=sorted(
                (_entry(kind, book) for kind in range(KINDS) if TYPES[kind] == type), key=lambda entry: entry.name
            ),
        )
        for type in ("person", "building")
    ]


def _entry(kind: int, book: Phrasebook) -> Entry:
    name = book.name(WORDS[kind])
    dice = DICE_NEEDED[kind] or book.say(Phrase("reference.no-dice"))
    facts = {"price": PRICE[kind], "defence": DEFENCE[kind], "dice": dice}
    text = capital(book.say(Phrase(f"explain.{WORDS[kind]}")).removeprefix(f"{name}: "))
    return Entry(WORDS[kind], name, text, facts_of(book, facts), (rule_of(kind),), COPIES[kind])
