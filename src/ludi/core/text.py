"""Sentences as data, and the phrasebooks that say them in a language.

A game never builds a sentence. It gives a :class:`Phrase`: a key, the facts to fill in, and the rule it rests on. A
:class:`Phrasebook`, one TOML file per game and language, turns it into words. So the log, the prompts, the help and
the refusals speak every language the game has a phrasebook for.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Self

from ludi.core.errors import LudiError

Fact = int | str | Sequence[str] | Sequence[int]
"""What a phrase may be filled with: a number, an id that the phrasebook can name, or a list of either."""


GAP = "…"
"""Stands for the thing that a phrase leaves open."""


def clean(text: str) -> str:
    """Text from outside (a file, a typed line) without anything that could steer a terminal or hide in a line."""
    return text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)


def capital(text: str) -> str:
    """As it is written at the beginning of a line: "the East" is "The East" there."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to be said: ``key`` in a phrasebook, the ``facts`` to fill in, the id of the ``rule`` it rests on."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class _Pages:
    """What is printed in a phrasebook; all copies of the book share it."""

    phrases: Mapping[str, str]
    units: Mapping[str, tuple[str, str]]
    names: Mapping[str, str]
    plural: frozenset[str]

    @classmethod
    def printed(cls, tables: Mapping[str, Any]) -> _Pages:
        missing = [f"[{table}]" for table in ("unit", "name") if table not in tables]
        if missing:
            raise LudiError(f"A phrasebook must have the table {' and the table '.join(missing)}, empty if need be.")
        return cls(
            {
                f"{table}.{key}": template
                for table, entries in tables.items()
                if table not in ("unit", "name", "plural")
                for key, template in entries.items()
            },
            {name: (one, many) for name, (one, many) in tables["unit"].items()},
            dict(tables["name"]),
            frozenset(tables.get("plural", {}).get("names", ())),
        )


@cache
def _read(package: str, language: str) -> _Pages:
    file = resources.files(package) / "text" / f"{language}.toml"
    if not file.is_file():
        raise LudiError(f"There is no phrasebook for the language '{language}'.")
    return _Pages.printed(tomllib.loads(file.read_text(encoding="utf-8")))


@lru_cache(maxsize=20_000)
def parts_of(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template taken apart: words, the name of the fact that follows them, and how it is to be said."""
    return tuple((words, name, spec or "") for words, name, spec, _ in string.Formatter().parse(template))


class Phrasebook:
    """The sentences of one game in one language.

    In a template ``{card}`` is replaced by the name of the id given for ``card``, ``{seat:seat}`` by the player's name,
    ``{price:aureus}`` by a count with its unit in the right number ("1 Aureus", "4 Aurei"), ``{side:loses/lose}`` by
    the first word, or by the second where several are named or the book's table ``plural`` lists the name. In a book
    that addresses a player (:meth:`addressing`), ``{seat:seat} {seat:draws/draw}`` says "You draw" of that player.
    """

    def __init__(self, language: str, tables: Mapping[str, Any]) -> None:
        self._open(language, _Pages.printed(tables))

    def _open(self, language: str, pages: _Pages) -> None:
        self.language = language
        self._phrases = pages.phrases
        self._units = pages.units
        self._plural = pages.plural
        self._names = [pages.names]
        self.seats: Sequence[str] = ()
        self._you: int | None = None
        self.box: object = None
        """The box of the match it speaks of, if it speaks of one."""

    @classmethod
    def load(cls, package: str, language: str) -> Self:
        """A copy of ``text/<language>.toml`` of a game's package. The file is read once, so a copy is cheap."""
        book = cls.__new__(cls)
        book._open(language, _read(package, language))
        return book

    def keys(self) -> set[str]:
        """The keys of all phrases, for the tests that compare languages."""
        return set(self._phrases)

    def section(self, table: str) -> list[str]:
        """The keys of one table of the book, in the order they stand in."""
        return [key for key in self._phrases if key.startswith(f"{table}.")]

    def names(self) -> set[str]:
        """The ids that have a name here."""
        return set().union(*self._names)

    def template(self, key: str) -> str:
        """A phrase before it is filled in."""
        return self._phrases[key]

    def units(self) -> Mapping[str, tuple[str, str]]:
        """What is counted: the word for one and for many."""
        return self._units

    def facts_of(self, key: str) -> set[str]:
        """The names of the facts that a phrase is filled with."""
        return {name for _, name, _ in parts_of(self._phrases[key]) if name}

    def name(self, word: str) -> str:
        """What people call the thing with this id."""
        for names in self._names:
            if word in names:
                return names[word]
        return word

    def add_names(self, names: Mapping[str, str]) -> None:
        """Teach the book names that depend on the match (the cards of an owner's own deck); they are not copied."""
        self._names.insert(0, names)

    def addressing(self, seat: int | None) -> Self:
        """A copy that speaks to the player of a seat; the sentences that cannot still call him by name."""
        book = copy(self)
        book._you = seat if "you" in self.names() else None
        return book

    def has(self, key: str) -> bool:
        return key in self._phrases

    def say(self, phrase: Phrase) -> str:
        """The phrase in this language, without its rule id. A name at its beginning is written with a capital."""
        (words, name, spec), *_ = parts_of(self._phrases[phrase.key]) or (("", None, ""),)
        said = self.fill(phrase)
        return capital(said) if name is not None and not words and (not spec or self._you is not None) else said

    def fill(self, phrase: Phrase) -> str:
        """The phrase as part of another, or as a name: it begins as the name at its beginning does."""
        facts = phrase.facts
        parts = parts_of(self._phrases[phrase.key])
        yours = () if self._you is None else self._addressed(parts, facts)
        said = ""
        for words, name, spec in parts:
            if name in yours:
                said += words + (self.name("you") if spec == "seat" else spec.partition("/")[2])
            else:
                said += words if name is None else words + self.format_field(facts[name], spec)
        return said

    def _addressed(self, parts: Sequence[tuple[str, str | None, str]], facts: Mapping[str, Fact]) -> Collection[str]:
        """The facts that are the player spoken to, in a template that has the verb for it."""
        verbs = {name for _, name, spec in parts if "/" in spec}
        named = (name for _, name, spec in parts if name and name in verbs and spec == "seat")
        return {name for name in named if facts[name] == self._you}

    def say_apart(self, phrase: Phrase) -> tuple[str, str]:
        """The phrase with a gap for the thing it names (its fact ``what``), and that thing; empty if it has none."""
        what = phrase.facts.get("what")
        if what is None:
            return "", ""
        gap = self.say(Phrase(phrase.key, {**phrase.facts, "what": GAP}))
        return (gap, self.format_field(what, "")) if GAP in gap else ("", "")

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact as a template wants it said."""
        if not format_spec and isinstance(value, str):
            return self.name(value)
        one, several, many = format_spec.partition("/")
        if several:
            if isinstance(value, (list, tuple)):
                return one if len(value) == 1 and value[0] not in self._plural else many
            return many if value in self._plural else one
        if isinstance(value, (list, tuple)):
            if not value:
                return self.name("nobody" if format_spec == "seat" else "nothing")
            return ", ".join(self.format_field(each, format_spec) for each in value)
        if format_spec == "seat":
            if value < 0:
                return self.name("nobody")
            return self.seats[value] if value < len(self.seats) else f"{self.name('player')} {value + 1}"
        if format_spec:
            one, many = self._units[format_spec]
            return f"{value} {one if value == 1 else many}"
        return str(value)
