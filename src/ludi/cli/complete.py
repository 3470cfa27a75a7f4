"""What the shell offers when somebody types half a word and presses Tab (``ludi --install-completion``)."""

from __future__ import annotations

from typing import Annotated

import typer

from ludi import bots as shelf
from ludi.core import registry


def games(incomplete: str) -> list[str]:
    return [name for name in registry.names() if name.startswith(incomplete)]


def bots(incomplete: str) -> list[str]:
    """The bots for the last name of a list like ``greedy,ran``."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in shelf.names() if name.startswith(last)]


def levels(incomplete: str) -> list[str]:
    """Who can judge a game."""
    return [name for name in (*shelf.OFFERED, "search") if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False, autocompletion=games),
]
