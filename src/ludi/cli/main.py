"""The command ``ludi``."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from ludi import bots as shelf
from ludi import compiled
from ludi.bots.ratings import ratings
from ludi.cli import (
    beginning,
    campaign,
    complete,
    guide,
    lessons,
    positions,
    puzzles,
    replay,
    setup,
    slots,
    strength,
    words,
)
from ludi.cli import data as data_sources
from ludi.cli.beginning import Asked
from ludi.cli.commands import GameCommand, Language, Plain
from ludi.cli.complete import GameName
from ludi.cli.data import DataFolder
from ludi.cli.screen import Screen
from ludi.core import BadOption, registry
from ludi.server import cli as server

app = typer.Typer(
    cls=Plain,
    pretty_exceptions_enable=False,
    help="Board games of ancient Rome at the terminal: play them, watch them again, verify and simulate them.",
    epilog="Start with: ludi play. The rules in short: ludi rules GAME",
)


server.register(app)
strength.register(app)
data_sources.register(app)
slots.register(app)
lessons.register(app)
puzzles.register(app)


def main() -> None:
    app(prog_name="ludi")


def _tell_version(wanted: bool) -> None:
    if wanted:
        Screen().say(f"Ludi Romani {version('ludi-romani')}, engines: {compiled.runs()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def ludi(
    ctx: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_tell_version, is_eager=True)
    ] = False,
    _language: Language = None,
) -> None:
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def games() -> None:
    """The games that are installed, and how sure their data are."""
    screen = Screen()
    width = max(map(len, registry.names()))
    for name in registry.names():
        game = registry.find(name)
        told = screen.words("games.line", title=game.title, designer=game.designer, counts=words.counts(game))
        screen.say(f"{name:{width}} {told}", style="bold")
        screen.say(Padding(Text(words.summary_of(game)), (0, 0, 0, 2)))
        screen.say(Padding(Text(words.status_of(game), style="dim"), (0, 0, 0, 2)))
    for name, why in registry.left_out().items():
        screen.tell("games.left-out", name=name, why=why, style="yellow")


Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Any option of the game, see below.")
]
BOTS = ", ".join(shelf.names())
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[,NAME...]",
        help=f"One bot for all seats, or one for each: {BOTS} (see 'ludi bots').",
        autocompletion=complete.bots,
    ),
]
Dice = Annotated[
    str | None, typer.Option(metavar="N,N,...", help="With a position: the coming throws, then chance goes on.")
]
Players = Annotated[int | None, typer.Option(metavar="N", help="How many play.")]


@app.command(
    cls=GameCommand,
    epilog="Examples: 'ludi play' asks for everything. 'ludi play pax --players 3' plays against two bots. "
    "'ludi play pax --players 4 --people 2' is for two people at one keyboard. 'ludi play pax --solo' goes on with "
    "the campaign. 'ludi play --resume' goes on with the game that was interrupted.",
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game; without it, a short menu.",
            show_default=False,
            autocompletion=complete.games,
        ),
    ] = None,
    players: Players = None,
    seat: Annotated[int | None, typer.Option(metavar="K", help="Your seat, from 1.")] = None,
    people: Annotated[
        int | None,
        typer.Option(metavar="N", help="So many people share this keyboard; hands are hidden between turns."),
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="Only people, no bots.")] = False,
    bots: Bots = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="Name of a person; may be repeated.")
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="WORD", help="Deal from this seed: any word.")] = None,
    powers: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="In a game of powers: those that people hold, like rome or rome+east (one person with both) or "
            "rome,carthage (two people); bots hold the others.",
        ),
    ] = None,
    option: Options = None,
    data: DataFolder = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game that was interrupted, or else saved last.")
    ] = False,
    position: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Begin from a position, as 'ludi show --write' writes it; or go on with a saved game, as --load does.",
        ),
    ] = None,
    dice: Dice = None,
    auto: Annotated[bool, typer.Option("--auto", help="Play a decision of itself where there is only one.")] = False,
) -> None:
    """Play a game against bots, with others at this keyboard, or alone."""
    del data
    asked = Asked(game, players, seat, people, hot_seat, bots, name, seed, powers, option, auto)
    screen = Screen()
    if load is not None or resume:
        if load is not None and resume:
            raise BadOption("--load and --resume name two games; choose one.")
        if position is not None:
            raise BadOption("--position and a saved game are two beginnings; choose one.")
        if resume and asked.sets_up():
            raise BadOption("A saved game brings its own set-up: leave the other options away.")
        if load is not None:
            beginning.from_file(screen, asked, load, dice, called="record")
        else:
            beginning.resume(screen, auto)
    elif position is not None:
        beginning.from_file(screen, asked, position, dice, called="position")
    elif dice is not None:
        raise BadOption("--dice is for a position (--position FILE); other games throw dice from their seed.")
    elif game is not None:
        beginning.deal(screen, registry.find(game), asked).run()
    elif asked.sets_up():
        raise BadOption(f"Name the game: 'ludi play GAME ...'; the games are {', '.join(registry.names())}.")
    else:
        beginning.from_menu(screen, auto)


@app.command(
    cls=GameCommand,
    epilog="Examples: 'ludi simulate pax --players 4 --games 1000 --seed ides'. "
    "'ludi simulate pax --players 2 --bots greedy,random --games 200 --jobs 4 --json'.",
)
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(metavar="K", help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(metavar="WORD", help="The same seed gives the same games.")] = "ludi",
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="One bot for all seats (default: random), or one for each.",
            autocompletion=complete.bots,
        ),
    ] = None,
    jobs: strength.Jobs = 1,
    ray: strength.Ray = None,
    option: Options = None,
    data: DataFolder = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.parquet", help="Write every decision with what was seen, for learning.")
    ] = None,
) -> None:
    """Let bots play many games and count how they end."""
    from ludi.cli.simulate import simulate as run

    found = registry.find(game)
    chosen = setup.options_of(found, option or [], {"players": players})
    del data
    campaign.choose_level(found, chosen, locks=False)
    processors = os.cpu_count() or 1
    if jobs > 8 * processors:
        raise BadOption(
            f"{jobs} jobs are too many for this machine; it has {processors} processor{'' if processors == 1 else 's'}."
        )
    if out is not None:
        names = setup.bot_names(bots or "random")
        strength.write_decisions(Screen(), found, chosen, names, games, seed, jobs, out, json, ray)
        return
    run(Screen(), found, chosen, setup.bot_names(bots or "random"), games, seed, jobs, json, ray)


@app.command()
def rules(
    game: GameName,
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="An id, like PR-9.3.1a: what it says.", show_default=False)
    ] = None,
) -> None:
    """The rules of a game in short, or what the id of a rule says and which tests prove it."""
    found = registry.find(game)
    language = words.language_for(found)
    if rule is None:
        guide.show(Screen(), found, found.phrases(language), cards=True)
    else:
        guide.show_rule(Screen(), found, rule, language)


@app.command(name="bots")
def bots_command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game; without it, the bots as they play all games.",
            show_default=False,
            autocompletion=complete.games,
        ),
    ] = None,
) -> None:
    """The computer opponents, and how strong they were found."""
    screen = Screen()
    asked = [registry.find(name) for name in (registry.names() if game is None else [game])]
    rated = {each.title: ratings(each.name) for each in asked if ratings(each.name)}
    for name in shelf.names():
        found = [f"{title} {known[name]}" for title, known in rated.items() if name in known]
        head = Text(words.bot_called(screen.words, name), style="bold")
        screen.say(head.append(f"  {', '.join(found)}", style="not bold") if found else head)
        screen.say(Padding(Text(screen.words(f"bot.{name}")), (0, 0, 0, 2)))
    screen.say()
    if rated:
        screen.tell("bots.ratings")
    for each in asked:
        if each.title not in rated:
            screen.tell("bots.unrated", title=each.title)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A position or a saved game.", show_default=False)],
    to: Annotated[int | None, typer.Option(metavar="N", help="Of a saved game: after N decisions.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="K", help="What the player on seat K sees.")] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Pax Romana: draw the map with the position into this file.")
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(metavar="OUT.json", help="Of a game that is over: write the position, to play on from it."),
    ] = None,
    dice: Dice = None,
    data: DataFolder = None,
) -> None:
    """Draw a position from a JSON file, or a saved game as it stands."""
    del data
    positions.show(Screen(), file, positions.rolls(dice), seat, to, svg, write)


@app.command(name="replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    to: Annotated[int | None, typer.Option(metavar="N", help="Print the position after N decisions and leave.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="K", help="What the player on seat K saw.")] = None,
) -> None:
    """Watch a recorded game again, decision by decision.

    A finished game is shown with all hands open, or with --seat as one player saw it. Of a game that is not over only
    what its person may know is shown.
    """
    shown = replay.Replay(Screen(), file, seat)
    if to is None:
        shown.step()
        return
    if not 0 <= to <= shown.length:
        raise BadOption(
            f"There is no position {to}: "
            f"the game has {shown.length} {'decision' if shown.length == 1 else 'decisions'}."
        )
    shown.go(to)
    shown.show()


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
) -> None:
    """Deal a recorded game again from its seed and check every decision and the result."""
    replay.verify(Screen(), file)
