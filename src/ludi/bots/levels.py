"""How strong an opponent should be, in words that people understand; the same in every game.

All levels are the same search with more or less time to think; the lower ones also do not always take what they found
best. The number of iterations is fixed, so that a level plays alike on every machine; the seconds only keep a slow
machine from letting people wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from ludi.bots.base import insight_of
from ludi.bots.search import Budget, SearchBot, Style
from ludi.core import BadInsight, Game, Insight

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength."""

    name: str
    description: str
    """One line for a menu."""
    budget: Budget
    temperature: float = 0.0
    first_look: bool = True
    """Whether it has the habits of one who has played much (``Insight.first_look``)."""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("novice", "Knows the rules and often sees a good move.", Budget(16, 1.9), 0.6, first_look=False),
        Level("regular", "Plays soundly and now and then lets you off.", Budget(150, 1.9), 0.1),
        Level("veteran", "Thinks ahead and makes few mistakes.", Budget(800, 1.9)),
        Level("master", "Thinks longest and plays to win.", Budget(3000, 1.9)),
    )
}
"""Weakest first."""

DESCRIPTIONS: Mapping[str, str] = {
    "random": "Plays any legal move; for tests and for measuring others.",
    "greedy": "Looks to the end of its own turn and takes what looks best there.",
    "search": "The search behind the levels with a budget of your choice: search@2000, search@0.5s.",
    **{name: level.description for name, level in LEVELS.items()},
}
"""One line for every bot."""


def style_for(game: Game) -> Style:
    """How to search in this game: what its insight recommends, or the default."""
    return style_of(insight_of(game))


def style_of(insight: Insight) -> Style:
    known = [each.name for each in fields(Style)]
    for name in insight.search_style:
        if name not in known:
            raise BadInsight(f"'{name}' is nothing of a search's style; that has {', '.join(known)}.")
    return Style(**insight.search_style)


def search(game: Game, name: str, budget: Budget) -> SearchBot:
    """A search with a budget of one's own."""
    return SearchBot(game, budget, name=name, style=style_for(game))


def level(game: Game, name: str, budget: Budget | None = None) -> SearchBot:
    """A level, with its own budget or (for measuring) another."""
    found = LEVELS[name.partition("@")[0]]
    insight = insight_of(game)
    style = replace(style_of(insight), temperature=temperature(found, insight), first_look=found.first_look)
    return SearchBot(game, budget or budget_of(found, insight), name=name, style=style)


def temperature(level: Level, insight: Insight) -> float:
    """How often a level errs in this game."""
    return _own(insight.temperatures, level, level.temperature)


def budget_of(level: Level, insight: Insight) -> Budget:
    """How long a level thinks in this game."""
    assert level.budget.iterations is not None
    return replace(level.budget, iterations=_own(insight.iterations, level, level.budget.iterations))


def _own(numbers: Mapping[str, Number], level: Level, usual: Number) -> Number:
    """A level's number in a game that may have its own for some levels."""
    for name in numbers:
        if name not in LEVELS:
            raise BadInsight(f"'{name}' is no level; there are {', '.join(LEVELS)}.")
    return numbers.get(level.name, usual)


def at_most(name: str) -> float:
    """How many seconds a decision can take a level, the iteration in which its time runs out included."""
    return 1.1 * (LEVELS[name].budget.seconds or 0.0)
