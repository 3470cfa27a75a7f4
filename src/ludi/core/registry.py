"""The shelf: games are found by the entry point ``ludi.games``, so a new game needs no change here."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from ludi.core.errors import UnknownGame

if TYPE_CHECKING:
    from ludi.core.game import Game

GROUP = "ludi.games"


def names() -> list[str]:
    """The names of all installed games, in alphabetical order."""
    return sorted(_points())


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def find(name: str) -> Game:
    """The game of this name, or :class:`UnknownGame`."""
    point = _points().get(name)
    if point is not None:
        game: Game = point.load()
        return game
    known = names()
    close = difflib.get_close_matches(name, known, 1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    raise UnknownGame(f"There is no game '{name}'; the games are {', '.join(known)}.{hint}")
