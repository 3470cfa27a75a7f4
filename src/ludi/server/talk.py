"""What the table and the games say, in the languages they have."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from ludi.core import Box, Game, Phrasebook, registry

LANGUAGES = ("de", "en", "nl")
"""What the table itself speaks."""


@cache
def _known() -> frozenset[str]:
    return frozenset(LANGUAGES).union(*(registry.find(name).languages for name in registry.names()))


def _spoken(language: str, offered: Collection[str]) -> str:
    return language if language in offered else "en"


def heard(language: str) -> str:
    """The language asked for; English where nobody here speaks it, so that nothing is kept for a made-up one."""
    return _spoken(language, _known())


def table_talk(language: str, names: Collection[str] = ()) -> Phrasebook:
    """What the table itself says."""
    book = Phrasebook.load("ludi.server", _spoken(language, LANGUAGES))
    book.seats = list(names)
    return book


def game_talk(game: Game, language: str, names: Collection[str] = (), box: Box | None = None) -> Phrasebook:
    """What a game says."""
    book = game.phrases(_spoken(language, game.languages), box)
    book.seats = list(names)
    return book
