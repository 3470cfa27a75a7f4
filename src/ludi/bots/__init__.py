"""Computer opponents.

A bot gets the :class:`~ludi.core.Perspective` of its seat and a source of chance, and answers with an action. It never
sees the true State: what it does not know it can only imagine, by sampling.

>>> from ludi.core import registry
>>> names()
['greedy', 'random']
>>> find("greedy", registry.find("pax")).name
'greedy'
"""

from __future__ import annotations

import difflib
from collections.abc import Callable

from ludi.bots.base import Bot
from ludi.bots.greedy import GreedyBot
from ludi.bots.random import RandomBot
from ludi.core import Game, UnknownBot

_BOTS: dict[str, Callable[[Game], Bot]] = {"greedy": GreedyBot, "random": RandomBot}

DEFAULT = "greedy"


def names() -> list[str]:
    """The names of all bots."""
    return sorted(_BOTS)


def find(name: str, game: Game) -> Bot:
    """The bot of this name for a game, or :class:`UnknownBot`."""
    make = _BOTS.get(name)
    if make is None:
        close = difflib.get_close_matches(name, _BOTS, 1)
        hint = f" Did you mean '{close[0]}'?" if close else ""
        raise UnknownBot(f"There is no bot '{name}'; the bots are {', '.join(names())}.{hint}")
    return make(game)


__all__ = ["DEFAULT", "Bot", "GreedyBot", "RandomBot", "find", "names"]
