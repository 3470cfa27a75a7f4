"""A campaign: levels that one person plays one after the other, each a match with one more value of an option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludi.core.text import Phrase

Level = Any
"""The value that the option has on a level."""


@dataclass(frozen=True, slots=True)
class Feat:
    """What a finished match came to: how good that was, and the same in words."""

    worth: tuple[float, ...]
    """Of two matches of one level the better one has more."""
    said: Phrase


@dataclass(frozen=True, slots=True)
class Campaign:
    """The campaign of a game.

    Its levels are the values of ``option``, in their order; ``beside`` are the other options that its matches need.
    ``feat`` tells from the account of a finished match (:attr:`Outcome.reckoning`) what it came to.
    """

    option: str
    levels: Sequence[Level]
    beside: Mapping[str, Any]
    feat: Callable[[Mapping[str, Any]], Feat]

    def options(self, level: Level) -> dict[str, Any]:
        """The options of a match on this level."""
        return {**self.beside, self.option: level}

    def level_of(self, options: Mapping[str, Any]) -> Level | None:
        """The level that a match with these options is played on; None if it does not belong to the campaign."""
        if any(options.get(name) != value for name, value in self.beside.items()):
            return None
        level = options.get(self.option)
        return level if level in self.levels else None

    def open_level(self, won: Iterable[Level]) -> Level:
        """The first level that was not won; the last when all were."""
        done = set(won)
        return next((level for level in self.levels if level not in done), self.levels[-1])
