"""Computer opponents.

A bot gets the :class:`~ludi.core.Perspective` of its seat and a source of chance, and answers with an action. It never
sees the true State: what it does not know it can only imagine, by sampling.

>>> from ludi.core import registry
>>> names()
['random', 'greedy', 'search', 'novice', 'regular', 'veteran', 'master']
>>> find("greedy", registry.find("pax")).name
'greedy'

A search can be given a budget by its name, in iterations or in seconds a decision:

>>> find("search@500", registry.find("pax")).name
'search@500'
>>> find("master@0.2s", registry.find("roma")).name
'master@0.2s'
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ludi.bots.base import Bot
from ludi.bots.greedy import GreedyBot
from ludi.bots.levels import DESCRIPTIONS, LEVELS, level, search
from ludi.bots.random import RandomBot
from ludi.bots.search import Budget, SearchBot
from ludi.core import Game, UnknownBot

DEFAULT = "greedy"
OFFERED: Sequence[str] = tuple(LEVELS)
"""The bots to offer to people, weakest first."""


def names() -> list[str]:
    """The names of all bots: two simple ones, the plain search, then the levels from weak to strong."""
    return list(DESCRIPTIONS)


def describe(name: str) -> str:
    """A bot in one line, for a menu."""
    return DESCRIPTIONS[name]


def find(name: str, game: Game) -> Bot:
    """The bot of this name for a game, or :class:`UnknownBot`."""
    kind, at, amount = name.partition("@")
    if kind == "random" and not at:
        return RandomBot(game)
    if kind == "greedy" and not at:
        return GreedyBot(game)
    if kind == "search":
        return search(game, name, _budget(name, amount) if at else Budget(iterations=1000))
    if kind in LEVELS:
        return level(game, name, _budget(name, amount) if at else None)
    close = difflib.get_close_matches(kind, names(), 1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    raise UnknownBot(f"There is no bot '{name}'; the bots are {', '.join(names())}.{hint}")


def _budget(name: str, amount: str) -> Budget:
    try:
        if amount.endswith("s"):
            seconds = float(amount[:-1])
            if 0.0 < seconds < 3600.0:
                return Budget(seconds=seconds)
        elif 0 < int(amount) < 10_000_000:
            return Budget(iterations=int(amount))
    except ValueError:
        pass
    raise UnknownBot(f"'{name}' has no valid budget: behind @ stand iterations (@500) or seconds (@0.5s).")


__all__ = [
    "DEFAULT",
    "OFFERED",
    "Bot",
    "Budget",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "describe",
    "find",
    "names",
]
