"""What is refused, in other languages.

Whoever refuses something (the core, a bot, the command line, the server) says so in one English sentence and need not
know who listens. Here that sentence is found again in a phrasebook's table ``refusal``, with what stands in its gaps,
and said in the language of the one who asked. A sentence that no phrasebook has stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ludi.core.text import Phrasebook, parts_of

TABLE = "refusal"
LONGEST = 500
"""A longer sentence is not looked for: it quotes what somebody sent, and would take long."""
Units = Mapping[str, tuple[str, str]]


def _pattern(template: str, units: Units) -> str:
    """What a sentence made from a template looks like."""
    pattern, seen = "", set()
    for words, name, unit in parts_of(template):
        pattern += re.escape(words)
        if name is None:
            continue
        counted = rf"-?\d+) (?:{'|'.join(map(re.escape, units[unit]))})" if unit else ".*?)"
        pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{counted}"
        seen.add(name)
    return pattern


class Refusals:
    """The sentences of some packages' phrasebooks."""

    def __init__(self, *packages: str) -> None:
        self._packages = packages
        self._exact: dict[str, tuple[str, str]] = {}
        self._open: list[tuple[re.Pattern[str], str, str]] = []
        for package in packages:
            english = Phrasebook.load(package, "en")
            for key in english.section(TABLE):
                template = english.template(key)
                if english.facts_of(key):
                    found = re.compile(_pattern(template, english.units()), re.DOTALL)
                    self._open.append((found, package, key))
                else:
                    self._exact["".join(words for words, _, _ in parts_of(template))] = (package, key)
        # What says more by itself is tried first: "There is no file {path}." before "There is no {thing}."
        self._open.sort(key=lambda each: -len(re.sub(r"\(\?P.*?\)", "", each[0].pattern)))

    def said(self, message: str, language: str) -> str:
        """A refusal in this language, as far as there are words for it."""
        if language == "en" or len(message) > LONGEST:
            return message
        exact = self._exact.get(message)
        if exact is not None:
            return self._fill(*exact, language, {})
        for pattern, package, key in self._open:
            found = pattern.fullmatch(message)
            if found is not None:
                return self._fill(package, key, language, found.groupdict())
        return message

    def knows(self, message: str) -> bool:
        return message in self._exact or any(pattern.fullmatch(message) for pattern, _, _ in self._open)

    def _fill(self, package: str, key: str, language: str, gaps: Mapping[str, str]) -> str:
        book = Phrasebook.load(package, language)
        said = ""
        for words, name, unit in parts_of(book.template(key)):
            said += words
            if name is not None:
                # What stands in a gap may be a sentence of its own: the reason of another refusal.
                gap = gaps[name]
                said += book.format_field(int(gap), unit) if unit else self.said(gap, language)
        return said


@cache
def refusals_of(*packages: str) -> Refusals:
    """Read once; every one who asks shares them."""
    return Refusals(*packages)
