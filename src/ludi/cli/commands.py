"""How the command line behaves when it is misused: one sentence, exit code 2, no traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from ludi.cli import flags, words
from ludi.cli.misuse import sentence
from ludi.cli.screen import Screen, complain
from ludi.core import LudiError, registry

FLAGS = (
    "The games have options of their own. Each is a flag as well: --start 2 is short for --option start=2, "
    "--last-harvest for --option last_harvest=true. Owners of PAX play with their own cards: --deck FILE. "
    "Where the data come from: ludi data GAME."
)
WRONG = 2
"""The exit code for whatever was asked wrongly."""


class Plain(TyperGroup):
    """A group of commands that turns every error of its users into one sentence."""

    def main(self, *args: Any, **settings: Any) -> Any:
        settings["standalone_mode"] = False
        typed = settings.get("args", args[0] if args else None)
        words.hear(sys.argv[1:] if typed is None else list(typed))
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # A terminal with another alphabet gets question marks, not an error.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(*args, **settings)
        except LudiError as error:
            complain(error)
            code = WRONG
        except Exception as error:
            # What the parser of the command line raises is known by its format_message.
            if not hasattr(error, "format_message"):
                raise
            complain(sentence(error))
            code = WRONG
        except SystemExit as end:
            # Whoever reads the output may stop reading (ludi slots pax | head -1): nothing went wrong.
            code = 0 if isinstance(end.__context__, BrokenPipeError) else end.code
        sys.exit(code if _all_said() and isinstance(code, int) else 0)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            _speaks(found)
            _name_types(found, ctx)
        return found

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _name_types(self, ctx)
        super().format_help(ctx, formatter)


def _all_said() -> bool:
    """Hand over the last of the output; False if nobody reads it any more."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


Language = Annotated[
    str | None,
    typer.Option(
        words.FLAG,
        metavar="LANGUAGE",
        help=f"{', '.join(words.LANGUAGES)}; without it, the language of this machine.",
        show_default=False,
        expose_value=False,
        callback=words.check,
    ),
]


def _speaks(command: Any) -> None:
    """Every command can be asked to speak a language; what was asked is heard before it runs (:func:`words.hear`)."""
    if any(words.FLAG in each.opts for each in command.params):
        return

    def asked(language: Language = None) -> None:
        del language

    one = typer.Typer(add_completion=False)
    one.command()(asked)
    command.params += typer.main.get_command(one).params


def _name_types(command: Any, ctx: Any) -> None:
    """The help shows names for values ('N', 'FILE') and nothing for a flag, never the names of types."""
    for each in command.get_params(ctx):
        if each.param_type_name == "argument":
            each.display_type_rich = lambda ctx: None
        elif each.metavar is None:
            each.metavar = "" if each.is_flag else str(each.name).upper()


class GameCommand(TyperCommand):
    """A command that sets up a game, with the games' own flags.

    Its help lists the games, their options and how sure their data are.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {flag for each in self.get_params(ctx) for flag in each.opts}
        return super().parse_args(ctx, flags.as_options(args, own))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        super().format_help(ctx, formatter)
        screen = Screen()
        screen.say(Padding(Text(FLAGS), (0, 1)))
        screen.say()
        for name in registry.names():
            game = registry.find(name)
            lines = Grid.grid(padding=(0, 2, 0, 1))
            for option in game.options:
                lines.add_row(f"  --option {option.name}={_shown(option.default)}", Text(option.help))
            screen.say(Padding(Text(f"{game.title} ({name})", style="bold"), (0, 1)))
            screen.say(Padding(Text(game.data_status), (0, 1)))
            screen.say(lines)
            screen.say()


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
