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


@cache
def _refusals() -> dict[str, str]:
    """The sentences with which the server itself refuses, in English, and their keys."""
    english = Phrasebook.load("ludi.server", "en")
    return {english.template(key): key for key in english.section("refusal")}


def refused_in(language: str, message: str) -> str:
    """What the server itself refuses with, in another language; a sentence that it has no words for stays English."""
    key = _refusals().get(message)
    return message if key is None else table_talk(language).template(key)


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
