"""``ludi slots``: what every number of an observation means. The layout is made in ludi.research."""

from __future__ import annotations

from typing import Annotated

import typer

from ludi.cli import setup
from ludi.cli.commands import GameCommand
from ludi.cli.complete import GameName
from ludi.cli.data import DataFolder
from ludi.cli.screen import Screen
from ludi.core import registry
from ludi.research.encoding import Encoder


def slots_command(
    game: GameName,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.", show_default=False)
    ] = None,
    outline: Annotated[bool, typer.Option("--outline", help="Only where each part of the view begins.")] = False,
    data: DataFolder = None,
) -> None:
    """The slots of the vectors that researchers get: each by its number and name."""
    del data
    found = registry.find(game)
    encoder = Encoder.of(game, setup.options_of(found, option or [], {"players": players}))
    screen = Screen()
    for line in encoder.outline() if outline else encoder.describe():
        screen.say_path(line)


def register(app: typer.Typer) -> None:
    app.command(
        "slots",
        cls=GameCommand,
        epilog="Examples: 'ludi slots pax --players 2'. 'ludi slots pax-romana --scenario V --outline'.",
    )(slots_command)
