"""The shelf: games are found by the entry point ``ludi.games``, so a new game needs no change here.

A game of another package that cannot be loaded, or lacks something every game must have, is left out, and
:func:`left_out` says why: it brings nobody else down.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from ludi.core.errors import UnknownGame

if TYPE_CHECKING:
    from ludi.core.game import Game

GROUP = "ludi.games"
OURS = "ludi.games."
"""The modules of the games that come with this package: they are taken as they are, and loaded when they are needed."""


def names() -> list[str]:
    """The names of all games that can be played here, in alphabetical order."""
    return sorted(_points().keys() - left_out().keys())


@cache
def left_out() -> Mapping[str, str]:
    """The installed games of other packages that cannot be played, each with the reason."""
    found = {}
    for name, point in sorted(_points().items()):
        if not point.value.startswith(OURS) and (why := _fault(name, point)):
            found[name] = why
    return found


def _fault(name: str, point: EntryPoint) -> str | None:
    """Why a game cannot be put on the shelf; None if it can."""
    from ludi.core.complete import lacking

    try:
        game = point.load()
        return lacking(game, name)
    except Exception as error:  # whatever another package does wrong
        told = " ".join(str(error).split()) or "it says no more"
        return f"'{point.value}' cannot be loaded: {type(error).__name__}, {told}"


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def find(name: str) -> Game:
    """The game of this name, or :class:`UnknownGame`."""
    point = _points().get(name)
    if name in left_out():
        raise UnknownGame(f"The game '{name}' is installed, but left out: {left_out()[name]}")
    if point is not None:
        game: Game = point.load()
        return game
    known = names()
    close = difflib.get_close_matches(name, known, 1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    raise UnknownGame(f"There is no game '{name}'; the games are {', '.join(known)}.{hint}")
