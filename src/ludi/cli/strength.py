"""``ludi arena`` and ``ludi analyse``: who is stronger, and where a game was decided. The work is done in ludi.bots."""

from __future__ import annotations

import json as json_text
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from ludi.cli import complete, judged, setup
from ludi.cli.commands import GameCommand
from ludi.cli.complete import GameName
from ludi.cli.screen import Screen
from ludi.cli.words import bot_called, bot_typed
from ludi.core import BadOption, Game, Record, Table, registry
from ludi.core.text import capital
from ludi.research.dataset import write_parquet

Jobs = Annotated[int, typer.Option(metavar="J", help="How many processes share the work.")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster ('local': one made here).")]


def register(app: typer.Typer) -> None:
    app.command("arena", cls=GameCommand)(arena_command)
    app.command("analyse")(analyse_command)


@contextmanager
def ended_orderly() -> Iterator[Callable[[], None]]:
    """Whoever ends this process with SIGTERM finds no half-written files: what is open is put away first.

    Python drops what is raised while it starts another process, so the work asks now and then whether it should go on:
    by calling what this gives.
    """
    asked: list[int] = []

    def end(number: int, frame: object) -> None:
        asked.append(number)
        heed()

    def heed() -> None:
        if asked:
            raise SystemExit(128 + asked[0])

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield heed
    finally:
        signal.signal(signal.SIGTERM, before)


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
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME...",
            help="Who meets whom; fewer than seats: the last one fills up.",
            autocompletion=complete.bots,
        ),
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
        key = "arena.interrupted-kept" if out else "arena.interrupted"
        Console(stderr=True).print(Screen().words(key))
        raise
    if json:
        sys.stdout.write(json_text.dumps(result) + "\n")
        return
    screen = Screen()
    words = screen.words
    share = words.share(result["fair_share"], 0)
    screen.tell("arena.head", title=found.title, games=result["games"], share=share)
    rows = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    heads = ("simulate.bot", "simulate.games", "simulate.wins", "simulate.share")
    for head in (*heads, "arena.interval", "arena.rating", "arena.milliseconds"):
        rows.add_column(words(head), justify="left" if head == "simulate.bot" else "right")
    for name, row in sorted(result["bots"].items(), key=lambda item: -item[1]["share"]):
        rows.add_row(
            name,
            str(row["games"]),
            words.count(row["wins"]),
            words.share(row["share"]),
            words("arena.span", low=words.number(100 * row["low"], 0), high=words.share(row["high"], 0)),
            f"{words.number(row.get('rating', 0))} ± {words.number(2 * row.get('sigma', 0))}",
            words.number(row["milliseconds"], 0),
        )
    screen.say(rows)
    if len(result["bots"]) == 1 and result["seats"] > 1:
        screen.tell("arena.alone", name=capital(bot_called(words, next(iter(result["bots"])))))
    uneven = games % result["seatings"]
    if uneven and result["seats"] > 1:
        screen.tell("arena.uneven", seatings=result["seatings"], games=games)
    if out is not None:
        screen.say_path(words("arena.page", file=str(out / "results.html")))


def analyse_command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.", show_default=False)],
    level: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Who judges: a level, or a search (search@500).",
            autocompletion=complete.levels,
        ),
    ] = "master",
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Judge only every Nth decision.")] = 1,
    seat: Annotated[int | None, typer.Option(metavar="K", help="Judge only the decisions of seat K, from 1.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Judge the decisions of a recorded game: chances, better choices, turning points. Kept beside the record.

    A long game is looked at in outline first, so whoever stops after some time has an outline of all of it.
    """
    level = bot_typed(level)
    read = Record.load(record)
    table = Table.from_record(read, source=str(record))
    if seat is not None and not 1 <= seat <= table.box.seats:
        raise BadOption(f"There is no seat {seat}: the seats are 1 to {table.box.seats}.")
    found = analysis.load_analysis(record, read)
    sample = Sample(every, None if seat is None else seat - 1, seconds)
    if found is None or found["level"] != level or not (seconds or analysis.covers(found, read, sample)):
        with _bar() as progress:
            found = analysis.analyse(read, level, progress, jobs=jobs, cluster=ray, sample=sample)
        analysis.save_analysis(record, found)
    if json:
        sys.stdout.write(json_text.dumps(found) + "\n")
        return
    judged.tell(Screen(), found, read)


def write_decisions(
    screen: Screen,
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int,
    out: Path,
    as_json: bool,
    ray: str | None = None,
) -> None:
    """``ludi simulate --out``: decisions with observations as a Parquet file."""
    if out.suffix.lower() != ".parquet":
        raise BadOption(f"The decisions become a Parquet file: call it {out.name or 'games'}.parquet, say.")
    if out.exists():
        raise BadOption(f"{out} exists already; choose another name.")
    done = 0

    def advance(number: int) -> None:
        nonlocal done
        done += number
        progress(done, games)
        heed()

    with _bar() as progress, ended_orderly() as heed:
        written = write_parquet(game, options, bots, games, out, seed=seed, jobs=jobs, cluster=ray, progress=advance)
    if as_json:
        told = {"game": game.name, "seed": seed, "bots": list(bots), "out": str(out), **written}
        sys.stdout.write(json_text.dumps(told) + "\n")
        return
    counts = {"decisions": written["decisions"], "games": written["games"]}
    screen.say_path(screen.words("simulate.written", **counts, file=str(out)))
