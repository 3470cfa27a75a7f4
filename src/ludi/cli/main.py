"""The command ``ludi``."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from ludi.cli import campaign, menus, replay, saves, setup
from ludi.cli.commands import GameCommand, Plain
from ludi.cli.play import Play
from ludi.cli.screen import Closed, Screen
from ludi.core import BadOption, BadRecord, Game, Table, new_seed, registry

app = typer.Typer(
    cls=Plain,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Board games of ancient Rome at the terminal: play them, watch them again, verify and simulate them.",
    epilog="Start with: ludi play",
)


def main() -> None:
    app(prog_name="ludi")


def _tell_version(wanted: bool) -> None:
    if wanted:
        Screen().say(f"Ludi Romani {version('ludi-romani')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def ludi(
    ctx: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def games() -> None:
    """The games that are installed, and how sure their data are."""
    screen = Screen()
    for name in registry.names():
        game = registry.find(name)
        screen.say(f"{name:8} {game.title} by {game.designer}, {setup.counts(game)} players", style="bold")
        screen.say(Padding(Text(game.summary), (0, 0, 0, 2)))
        screen.say(Padding(Text(game.data_status, style="dim"), (0, 0, 0, 2)))


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False)]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Any option of the game, see below.")
]
Deck = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="PAX: play with your own card list. The values of the built-in cards are reconstructed; write the printed "
        "ones into a CSV file with the columns category,symbols,value,copies.",
    ),
]
Bots = Annotated[str | None, typer.Option(metavar="NAME[,NAME...]", help="One bot for all seats, or one for each.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="How many play.")]
Solo = Annotated[
    str | None,
    typer.Option(
        metavar="LEVEL", help="The solitaire campaign at this level; to play, --solo alone takes the next one."
    ),
]


@app.command(
    cls=GameCommand,
    epilog="Examples: 'ludi play' asks for everything. 'ludi play pax --players 3' plays against two bots. "
    "'ludi play pax --players 4 --people 2' is for two people at one keyboard. 'ludi play pax --solo' goes on with "
    "the campaign. 'ludi play --resume' goes on with the game that was interrupted.",
)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; without it, a short menu.", show_default=False)
    ] = None,
    players: Players = None,
    seat: Annotated[int | None, typer.Option(metavar="K", help="Your seat, from 1.")] = None,
    people: Annotated[
        int | None,
        typer.Option(metavar="N", help="So many people share this keyboard; hands are hidden between turns."),
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="Only people, no bots.")] = False,
    bots: Bots = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="Name of a person; may be repeated.")] = None,
    solo: Solo = None,
    seed: Annotated[str | None, typer.Option(metavar="WORD", help="Deal from this seed: any word.")] = None,
    start: Annotated[
        str | None, typer.Option(metavar="WHO", help="PAX: who starts, 'random' or the number of a player.")
    ] = None,
    last_harvest: Annotated[
        bool, typer.Option("--last-harvest", help="PAX: Rome takes a group after the last round too.")
    ] = False,
    open_counts: Annotated[
        bool, typer.Option("--open-counts", help="PAX: all see how many cards and Aurei the others hold.")
    ] = False,
    deck: Deck = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game that was interrupted.")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="Play a decision of itself where there is only one.")] = False,
) -> None:
    """Play a game against bots, with others at this keyboard, or alone."""
    screen = Screen()
    flags: dict[str, Any] = {
        "players": players,
        "start": start,
        "last_harvest": last_harvest or None,
        "open_counts": open_counts or None,
        "deck": deck,
    }
    set_up = (game, seat, people, bots, name, solo, seed, option, hot_seat or None, *flags.values())
    if load is not None or resume:
        if load is not None and resume:
            raise BadOption("--load and --resume name two games; choose one.")
        if any(each is not None for each in set_up):
            raise BadOption("A saved game brings its own set-up: leave the other options away.")
        _go_on(screen, load or _latest(), auto, resumed=resume)
        return
    wish = None
    if game is None:
        if any(each is not None for each in set_up):
            raise BadOption(f"Name the game: 'ludi play GAME ...'; the games are {', '.join(registry.names())}.")
        try:
            wish = menus.menu(screen)
        except Closed:
            screen.say("The input has ended before a game was chosen.")
            return
        if wish.load is not None or wish.resume is not None:
            path = wish.load or wish.resume
            assert path is not None
            _go_on(screen, path, auto, resumed=wish.resume is not None)
            return
        assert wish.game is not None
        found = wish.game
        flags["players"], people, name, bots = wish.players, wish.people, wish.names, wish.bots
        solo = None if wish.level is None else str(wish.level)
    else:
        found = registry.find(game)
    chosen = setup.options_of(found, option or [], flags)
    _choose_level(found, chosen, solo, locks=True)
    box = found.box(chosen)
    if hot_seat:
        if people is not None or seat is not None:
            raise BadOption("--hot-seat gives every seat to a person: leave --people and --seat away.")
        people = box.seats
    seats = setup.people_seats(box.seats, people, seat)
    chairs = setup.chairs_for(found, box.seats, seats, setup.bot_names(bots), name or [])
    table = Table(found, chosen, chairs, setup.seed_of(seed) or new_seed())
    Play(screen, table, auto=auto).run()


def _choose_level(game: Game, chosen: dict[str, Any], solo: str | None, *, locks: bool) -> None:
    """Settle the level of the solitaire campaign; with ``locks``, only a level that is open."""
    all_levels = campaign.levels(game)
    if solo is not None:
        if not all_levels:
            raise BadOption(f"{game.title} has no solitaire campaign.")
        if chosen.setdefault("players", 1) != 1:
            raise BadOption(f"The solitaire campaign is for one player, not for {chosen['players']}.")
        if "solo" in chosen:
            raise BadOption("The option 'solo' is given twice.")
        if solo != "next":
            declared = next(each for each in game.options if each.name == "solo")
            chosen["solo"] = setup.value_of(declared, solo)
    if chosen.get("players") != 1 or not all_levels:
        return
    if not locks:
        return
    progress = campaign.Campaign()
    chosen.setdefault("solo", progress.open_level(game))
    game.settle(chosen)
    progress.check(game, chosen["solo"])


def _latest() -> Path:
    waiting = saves.unfinished()
    if not waiting:
        raise BadRecord("There is no interrupted game to go on with.")
    return waiting[0]


def _go_on(screen: Screen, path: Path, auto: bool, *, resumed: bool) -> None:
    table = Table.load(path)
    if not table.state.actors():
        raise BadRecord(f"{path} is a finished game; look at it with 'ludi replay'.")
    if all(chair.player != "person" for chair in table.seats):
        raise BadRecord(f"{path} is a game among bots; look at it with 'ludi replay'.")
    Play(screen, table, auto=auto, resumed=path if resumed else None).run()


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
    bots: Bots = None,
    jobs: Annotated[int, typer.Option(metavar="J", help="How many processes share the work.")] = 1,
    solo: Solo = None,
    deck: Deck = None,
    option: Options = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play many games and count how they end."""
    from ludi.cli.simulate import simulate as run

    found = registry.find(game)
    chosen = setup.options_of(found, option or [], {"players": players, "deck": deck})
    _choose_level(found, chosen, solo, locks=False)
    if jobs > 8 * (os.cpu_count() or 1):
        raise BadOption(f"{jobs} jobs are too many for this machine; it has {os.cpu_count()} processors.")
    run(Screen(), found, chosen, setup.bot_names(bots), games, seed, jobs, json)


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
        raise BadOption(f"There is no position {to}: the game has {shown.length} decisions.")
    shown.go(to)
    shown.show()


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
) -> None:
    """Deal a recorded game again from its seed and check every decision and the result."""
    replay.verify(Screen(), file)
