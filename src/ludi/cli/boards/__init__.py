"""Drawings of a position, one module per game, found by the game's name; :mod:`plain` draws any other.

A board draws a view (what one seat may know) and nothing else, so it cannot show a secret. It has two functions:
``draw(view, book, width)`` for the table and ``reckon(view, book, width)`` for the account at the end.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Protocol, cast

from rich.console import RenderableType

from ludi.cli.boards import plain
from ludi.core import Phrasebook, View


class Board(Protocol):
    """What a drawing module offers."""

    def draw(self, view: View, book: Phrasebook, width: int) -> RenderableType:
        """The table as the view shows it."""

    def reckon(self, view: View, book: Phrasebook, width: int) -> RenderableType:
        """The account of a finished game."""


def find(game: str) -> Board:
    """The drawing for a game."""
    module = f"{__name__}.{game.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        return cast(Board, plain)
    return cast(Board, importlib.import_module(module))
