"""The reference of a game: what its box holds, thing by thing, in words, for whoever looks a card up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludi.core.text import Phrase, Phrasebook


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing of the box: a kind of card, say. Its ``word`` is the one that views and actions name it by."""

    word: str
    name: str
    text: str
    """What it does."""
    facts: Sequence[tuple[str, str]] = ()
    """Numbers that stand on it: what they are called, and what they say."""
    rules: Sequence[str] = ()
    """The rules that say so."""
    copies: int = 0
    """How many of it there are; 0 where that is not what matters."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Things of one kind."""

    id: str
    title: str
    entries: Sequence[Entry]
    about: str = ""
    rules: Sequence[str] = ()


def facts_of(book: Phrasebook, facts: Mapping[str, object]) -> list[tuple[str, str]]:
    """Numbers by the keys under which the book's table ``fact`` calls them."""
    return [(book.say(Phrase(f"fact.{name}")), str(value)) for name, value in facts.items()]
