"""The cards of PAX in words, category by category, and what a match of the solitaire campaign came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludi.core import Campaign, Chapter, Entry, Fact, Feat, Phrase, Phrasebook
from ludi.core.reference import facts_of
from ludi.games.pax.components import CATEGORIES, Kind, PaxBox
from ludi.games.pax.scoring import CAMPAIGN_LEVELS

RULES = {
    "wealth": ("PAX-WEALTH-1",),
    "fleet": ("PAX-FLEET-1", "PAX-FLEET-2", "PAX-LIMIT-1"),
    "army": ("PAX-ARMY-1", "PAX-ARMY-2", "PAX-LIMIT-1"),
    "religion": ("PAX-RELIGION-1", "PAX-RELIGION-2"),
    "senator": ("PAX-SENATOR-1", "PAX-58-6"),
    "land": ("PAX-LAND-1",),
    "intrigue": ("PAX-INTRIGUE-1", "PAX-INTRIGUE-2", "PAX-INTRIGUE-3"),
}
"""What a category does stands in these requirements."""


def chapters(box: PaxBox, book: Phrasebook) -> list[Chapter]:
    return [
        Chapter(
            id=category,
            title=book.name(category),
            about=book.say(Phrase(f"explain.play-{category}")),
            rules=RULES[category],
            entries=[_entry(kind, book) for kind in box.kinds if CATEGORIES[kind.category] == category],
        )
        for category in CATEGORIES
    ]


def _entry(kind: Kind, book: Phrasebook) -> Entry:
    facts = facts_of(book, {"symbols": kind.symbols, "value": kind.value})
    return Entry(kind.word, book.name(kind.word), "", facts, copies=kind.copies)


def _feat(reckoning: Mapping[str, Any]) -> Feat:
    """PAX-SOLO-8: all seven categories count first, then in how many one is stronger than Rome."""
    beaten, missing = len(reckoning["beaten"]), list(reckoning["missing"])
    facts: dict[str, Fact] = {"beaten": beaten, "missing": missing}
    return Feat((-len(missing), beaten), Phrase("feat.missing" if missing else "feat.all", facts))


CAMPAIGN = Campaign("solo", tuple(CAMPAIGN_LEVELS), {"players": 1}, _feat)
