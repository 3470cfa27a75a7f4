"""Drawings of a position, one module per game, found by the game's name; :mod:`plain` draws any other.

A board draws a view (what one seat may know) and nothing else, so it cannot show a secret. A module has two functions,
``draw(view, book, width)`` for the table and ``reckon(view, book, width)`` for the account at the end; whatever else
:class:`Board` offers it may have, else :mod:`plain` stands in.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence, Set
from types import ModuleType
from typing import Any, Protocol, cast

from rich.console import RenderableType

from ludi.cli.boards import plain
from ludi.core import Phrasebook, View


class Board(Protocol):
    """What a drawing offers."""

    CITES: bool
    """Whether the choices of the game are listed with their rules."""

    def draw(self, view: View, book: Phrasebook, width: int) -> RenderableType:
        """The table as the view shows it."""

    def focus(self, view: View, book: Phrasebook, width: int, words: Set[str]) -> RenderableType:
        """The part of a large table that matters where the choices and the news speak of ``words``."""

    def part(self, view: View, book: Phrasebook, width: int, text: str) -> RenderableType | None:
        """The part of the table that a typed name means; None if it means none."""

    def parts(self, view: View, book: Phrasebook) -> Sequence[str]:
        """The names of the parts, as :meth:`part` takes them; none of a table that is always drawn whole."""

    def reckon(self, view: View, book: Phrasebook, width: int) -> RenderableType:
        """The account of a finished game."""

    def holds(self, view: View, book: Phrasebook, seat: int) -> str:
        """What a seat plays, where seats differ: 'Rome and The East'."""

    def whose(self, view: View, book: Phrasebook, name: str | None) -> str:
        """The heading over the choices; where several share a screen, with the name of the one who decides."""

    def picture(self, view: View, book: Phrasebook) -> str | None:
        """The table as an SVG picture; None where there is none to draw."""

    def note(self, view: View, book: Phrasebook, word: str) -> str:
        """What is worth knowing beside the choice of this word."""

    def about(self, view: View, word: str) -> str:
        """The id of the thing that this word of an action speaks of without naming it; '' if there is none."""


class _Whole:
    """A module, with :mod:`plain` behind it."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def focus(self, view: View, book: Phrasebook, width: int, words: Set[str]) -> RenderableType:
        if hasattr(self._module, "focus"):
            return cast(RenderableType, self._module.focus(view, book, width, words))
        return cast(RenderableType, self._module.draw(view, book, width))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module if hasattr(self._module, name) else plain, name)


def find(game: str) -> Board:
    """The drawing for a game."""
    module = f"{__name__}.{game.replace('-', '_')}"
    found = plain if importlib.util.find_spec(module) is None else importlib.import_module(module)
    return cast(Board, _Whole(found))
