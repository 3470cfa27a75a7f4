"""Sentences as data, and the phrasebooks that say them in a language.

A game never builds a sentence. It gives a :class:`Phrase`: a key, the facts to fill in, and the rule it rests on. A
:class:`Phrasebook`, one TOML file per game and language, turns it into words. So the log, the prompts, the help and
the refusals speak every language the game has a phrasebook for.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from ludi.core.errors import LudiError

Fact = int | str | Sequence[str] | Sequence[int]
"""What a phrase may be filled with: a number, an id that the phrasebook can name, or a list of either."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to be said: ``key`` in a phrasebook, the ``facts`` to fill in, the id of the ``rule`` it rests on."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""


class Phrasebook(string.Formatter):
    """The sentences of one game in one language.

    In a template ``{card}`` is replaced by the name of the id given for ``card``, ``{seat:seat}`` by the player's name,
    ``{price:aureus}`` by a count with its unit in the right number ("1 Aureus", "4 Aurei"), ``{side:loses/lose}`` by
    the first word, or by the second where several are named or the book's table ``plural`` lists the name.
    """

    def __init__(self, language: str, tables: Mapping[str, Any]) -> None:
        self.language = language
        self._phrases: dict[str, str] = {}
        self._units: dict[str, tuple[str, str]] = {name: (one, many) for name, (one, many) in tables["unit"].items()}
        self._names: dict[str, str] = dict(tables["name"])
        self._plural = frozenset(tables.get("plural", {}).get("names", ()))
        for table, entries in tables.items():
            if table not in ("unit", "name", "plural"):
                for key, template in entries.items():
                    self._phrases[f"{table}.{key}"] = template
        self.seats: Sequence[str] = ()

    @classmethod
    def load(cls, package: str, language: str) -> Phrasebook:
        """Read ``text/<language>.toml`` of a game's package."""
        file = resources.files(package) / "text" / f"{language}.toml"
        if not file.is_file():
            raise LudiError(f"There is no phrasebook for the language '{language}'.")
        return cls(language, tomllib.loads(file.read_text(encoding="utf-8")))

    def keys(self) -> set[str]:
        """The keys of all phrases, for the tests that compare languages."""
        return set(self._phrases)

    def section(self, table: str) -> list[str]:
        """The keys of one table of the book, in the order they stand in."""
        return [key for key in self._phrases if key.startswith(f"{table}.")]

    def names(self) -> set[str]:
        """The ids that have a name here."""
        return set(self._names)

    def template(self, key: str) -> str:
        """A phrase before it is filled in."""
        return self._phrases[key]

    def name(self, word: str) -> str:
        """What people call the thing with this id."""
        return self._names.get(word, word)

    def add_names(self, names: Mapping[str, str]) -> None:
        """Teach the book names that depend on the match (the cards of an owner's own deck)."""
        self._names.update(names)

    def has(self, key: str) -> bool:
        return key in self._phrases

    def say(self, phrase: Phrase) -> str:
        """The phrase in this language, without its rule id."""
        return self.vformat(self._phrases[phrase.key], (), dict(phrase.facts))

    def format_field(self, value: Any, format_spec: str) -> str:
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
        return self.name(value) if isinstance(value, str) else str(value)
