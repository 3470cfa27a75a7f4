"""What the table and the games say, in the languages they have."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from ludi.core import Box, Game, Phrasebook, registry
from ludi.core.refusals import refusals_of

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


def refused_in(language: str, message: str) -> str:
    """What somebody here refuses with, in another language; a sentence that has no words there stays English."""
    return refusals_of("ludi.server", "ludi.core").said(message, _spoken(language, LANGUAGES))


def asked_in(accepted: str) -> str:
    """The first language of the header Accept-Language that is spoken here, else English."""
    wanted = (each.strip()[:2].lower() for each in accepted[:100].split(","))
    return next((each for each in wanted if each in LANGUAGES), "en")


def guest_name(language: str, number: int) -> str:
    """How a stranger is called until he says how."""
    return f"{table_talk(language).name('guest')} {number}"


def is_guest_name(name: str) -> bool:
    """Whether somebody is still called as he was when he came."""
    word, _, number = name.rpartition(" ")
    return number.isdigit() and word in {table_talk(language).name("guest") for language in LANGUAGES}


def game_talk(game: Game, language: str, names: Collection[str] = (), box: Box | None = None) -> Phrasebook:
    """What a game says."""
    book = game.phrases(_spoken(language, game.languages), box)
    book.seats = list(names)
    return book
