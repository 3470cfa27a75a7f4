"""``ludi arena`` and ``ludi analyse``: who is stronger, and where a game was decided. The work is done in ludi.bots."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludi.bots import analysis
from ludi.bots.arena import arena
from ludi.bots.sample import Sample
from ludi.cli import setup
from ludi.cli.commands import GameCommand
from ludi.cli.screen import Screen
from ludi.core import BadOption, Game, Record, Table, registry
from ludi.research.dataset import write_parquet

Jobs = Annotated[int, typer.Option(metavar="J", help="How many processes share the work.")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster ('local': one made here).")]


def register(app: typer.Typer) -> None:
    app.command("arena", cls=GameCommand)(arena_command)
    app.command("analyse")(analyse_command)


@contextmanager
def _bar() -> Iterator[Any]:
    """A progress bar on stderr, only where somebody looks; gives what is told ``(done, of)``."""
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def arena_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False)],
    bots: Annotated[
        str, typer.Option(metavar="NAME,NAME...", help="Who meets whom; fewer than seats: the last one fills up.")
    ] = "master,greedy",
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    games: Annotated[int, typer.Option(metavar="K", help="Games at every table; the seatings take turns.")] = 100,
    seed: Annotated[str, typer.Option(metavar="WORD", help="The same seed gives the same games.")] = "arena",
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every game there, go on after an interruption, and write results."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Any option of the game, see below.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots meet on every seat and say who is stronger, and how sure that is."""
    found = registry.find(game)
    chosen = setup.options_of(found, option or [], {"players": players})
    try:
        with _bar() as progress:
            result = arena(
                found,
                chosen,
                setup.bot_names(bots),
                games,
                seed=seed,
                jobs=jobs,
                cluster=ray,
                out=out,
                progress=progress,
            )
    except KeyboardInterrupt:
        kept = "Its games are kept: the same command goes on with them." if out else "With --out its games are kept."
        Console(stderr=True).print(f"The arena was interrupted. {kept}")
        raise
    if json:
        sys.stdout.write(json_text.dumps(result) + "\n")
        return
    screen = Screen()
    screen.say(f"{found.title}: {result['games']} games; a fair share is {result['fair_share']:.0%}.")
    rows = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for head in ("bot", "games", "wins", "share", "95 % interval", "rating", "ms a decision"):
        rows.add_column(head, justify="left" if head == "bot" else "right")
    for name, row in sorted(result["bots"].items(), key=lambda item: -item[1]["share"]):
        rows.add_row(
            name,
            str(row["games"]),
            f"{row['wins']:g}",
            f"{row['share']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
            f"{row.get('rating', 0):.1f} ± {2 * row.get('sigma', 0):.1f}",
            f"{row['milliseconds']:.0f}",
        )
    screen.say(rows)
    uneven = games % result["seatings"]
    if uneven and result["seats"] > 1:
        screen.say(f"There are {result['seatings']} seatings, so {games} games favour some; a multiple is fair.")
    if out is not None:
        screen.say_path(f"The page with plots: {out / 'results.html'}")


def analyse_command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.", show_default=False)],
    level: Annotated[
        str, typer.Option(metavar="NAME", help="Who judges: a level, or a search (search@500).")
    ] = "master",
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Judge only every Nth decision.")] = 1,
    seat: Annotated[int | None, typer.Option(metavar="K", help="Judge only the decisions of seat K.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Judge the decisions of a recorded game: chances, better choices, turning points. Kept beside the record.

    A long game is looked at in outline first, so whoever stops after some time has an outline of all of it.
    """
    read = Record.load(record)
    Table.from_record(read, source=str(record))
    found = analysis.load_analysis(record, read)
    sample = Sample(every, seat, seconds)
    if found is None or found["level"] != level or not (seconds or analysis.covers(found, read, sample)):
        with _bar() as progress:
            found = analysis.analyse(read, level, progress, jobs=jobs, cluster=ray, sample=sample)
        analysis.save_analysis(record, found)
    if json:
        sys.stdout.write(json_text.dumps(found) + "\n")
        return
    _tell(Screen(), found, read)


def write_decisions(
    screen: Screen,
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int,
    out: Path,
) -> None:
    """``ludi simulate --out``: decisions with observations as a Parquet file."""
    if out.exists():
        raise BadOption(f"{out} exists already; choose another name.")
    done = 0

    def advance(number: int) -> None:
        nonlocal done
        done += number
        progress(done, games)

    with _bar() as progress:
        written = write_parquet(game, options, bots, games, out, seed=seed, jobs=jobs, progress=advance)
    screen.say_path(f"{written['decisions']} decisions of {written['games']} games: {out}")


def _tell(screen: Screen, found: Mapping[str, Any], record: Record) -> None:
    names = [chair.name for chair in record.seats]
    judged = len(found["moves"])
    part = "" if judged == found["decisions"] else f" of {found['decisions']}"
    screen.say(f"{judged}{part} decisions, judged by {found['level']}.")
    for name, seat in zip(names, found["seats"], strict=True):
        screen.say(
            f"  {name}: {seat['choices']} free choices, {seat['blunders']} blunders, {seat['loss']:.0%} given away."
        )
    screen.say("Turning points:" if found["turning_points"] else "No turning points.")
    for point in found["turning_points"]:
        move = next(each for each in found["moves"] if each["number"] == point["number"])
        better = next((each["word"] for each in move["best"] if each["word"] != move["played"]), None)
        hint = f"; better {better}" if point["cause"] == "decision" and better else ""
        cause = f"somewhere up to {point['through']}" if point["cause"] == "between" else f"by {point['cause']}"
        screen.say(
            f"  {point['number']}. {names[move['seat']]}: {move['played']}{hint} "
            f"({names[point['seat']]} {point['change']:+.0%}, {cause})"
        )
