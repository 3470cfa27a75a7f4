"""``ludi data GAME``: how much of a game's data is printed fact, public report, reconstruction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from ludi.cli.screen import Screen
from ludi.cli.words import Words, status_of
from ludi.core import BadOption, Datum, Game, registry
from ludi.core.provenance import KINDS, MIXED, PRINTED, RECONSTRUCTED, REPORT, count

TITLES = {PRINTED: "data.printed", REPORT: "data.report", MIXED: "data.mixed", RECONSTRUCTED: "data.reconstructed"}


def show(screen: Screen, game: Game, file: str | None, kind: str | None, as_json: bool) -> None:
    """The table by files; with ``file`` or ``kind`` (or in JSON) also each entry with its source."""
    data = game.sources(options(game))
    known = list(dict.fromkeys(datum.file for datum in data))
    if kind is not None and kind not in KINDS:
        raise BadOption(f"There is no kind '{kind}'; the kinds are {', '.join(KINDS)}.")
    if file is not None:
        file = next((each for each in known if file in (each, each.rpartition("/")[2])), file)
        if file not in known:
            raise BadOption(f"{game.title} has no data file '{file}'; it has {', '.join(known)}.")
    chosen = [each for each in data if file in (None, each.file) and kind in (None, each.kind)]
    if as_json:
        screen.out.print(json.dumps(_object(game, chosen), indent=1, ensure_ascii=False), soft_wrap=True)
        return
    screen.heading(screen.words("data.title", title=game.title))
    screen.say(status_of(game))
    if not data:
        screen.tell("data.no-source")
        return
    screen.say()
    if file is None and kind is None:
        screen.say(_table(screen.words, data))
        screen.say()
        screen.tell("data.meaning", style="dim")
        screen.tell("data.each", style="dim", game=game.name, file=known[0])
        return
    screen.say(_entries(screen.words, chosen) if chosen else screen.words("data.no-entry"))


def _object(game: Game, data: Sequence[Datum]) -> dict[str, Any]:
    return {
        "game": game.name,
        "status": game.data_status,
        "counts": {"all": _sum(data), "files": count(data)},
        "entries": [
            {"file": each.file, "line": each.line, "what": each.what, "kind": each.kind, "source": each.source}
            for each in data
        ],
    }


def _sum(data: Sequence[Datum]) -> dict[str, int]:
    return {kind: sum(each.kind == kind for each in data) for kind in KINDS}


def _table(words: Words, data: Sequence[Datum]) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    grid.add_column(words("data.file"), no_wrap=True)
    grid.add_column(words("data.rows"), justify="right")
    for kind in KINDS:
        grid.add_column(words(TITLES[kind]), justify="right")
    for file, row in count(data).items():
        grid.add_row(file, str(sum(row.values())), *(str(row[kind] or "-") for kind in KINDS))
    total = _sum(data)
    grid.add_row(words("data.all"), str(len(data)), *(str(total[kind] or "-") for kind in KINDS), style="bold")
    grid.add_row(
        words("data.in-hundred"), "100", *(f"{100 * total[kind] / len(data):.0f}" for kind in KINDS), style="dim"
    )
    return grid


def _entries(words: Words, data: Sequence[Datum]) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(words("data.line"), justify="right")
    grid.add_column(words("data.what"), ratio=2)
    grid.add_column(words("data.kind"))
    grid.add_column(words("data.source"), ratio=3)
    several = len({each.file for each in data}) > 1
    last = ""
    for each in data:
        if several and each.file != last:
            grid.add_row("", Text(each.file, style="bold"))
            last = each.file
        grid.add_row(str(each.line or ""), Text(each.what), words(TITLES[each.kind]), Text(each.source))
    return grid


VARIABLE = "LUDI_PAX_ROMANA_DATA"
"""The environment variable that names a folder where no ``--data`` does."""
_own: dict[str, Mapping[str, Any]] = {}
"""The options that an owner's own data files make, for the games he named a folder for."""


def options(game: Game) -> Mapping[str, Any]:
    """The options that say which data files a match of this game is played with."""
    return _own.get(game.name, {})


def _use(folder: Path | None) -> Path | None:
    _own.clear()
    if folder is not None:
        _own["pax-romana"] = registry.find("pax-romana").own_data(folder.expanduser())
    return folder


DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        envvar=VARIABLE,
        show_envvar=False,
        help="Pax Romana: play with your own data files; those in FOLDER replace the built-in ones of the same names.",
        callback=_use,
        is_eager=True,
    ),
]


def data_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False)],
    file: Annotated[str | None, typer.Option(metavar="FILE", help="Each entry of this data file.")] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help=f"Each entry of this kind: {', '.join(KINDS)}.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    data: DataFolder = None,
) -> None:
    """How much of a game's data is printed fact, public report or reconstruction."""
    del data
    show(Screen(), registry.find(game), file, kind, json)


def register(app: typer.Typer) -> None:
    app.command(
        "data",
        epilog="Examples: 'ludi data pax-romana'. 'ludi data pax-romana --kind printed'. "
        "'ludi data pax-romana --file spaces.csv'. 'ludi data pax-romana --json'.",
    )(data_command)
