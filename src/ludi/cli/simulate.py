"""``ludi simulate``: many games between bots, and what came of them. The games themselves run in ludi.bots."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from ludi.bots.simulation import SimulationResult
from ludi.bots.simulation import simulate as play_many
from ludi.cli.screen import Screen
from ludi.core import Game


def simulate(
    screen: Screen,
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int,
    as_json: bool,
    ray: str | None = None,
) -> None:
    # One game of strong bots may take minutes: the wheel and the clock go on meanwhile.
    bar = Progress(
        SpinnerColumn("line"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=games)
        result = play_many(game, options, bots, games, seed, jobs, lambda done: bar.advance(task, done), cluster=ray)
    if as_json:
        sys.stdout.write(json.dumps({"game": game.name, "seed": seed, "bots": list(bots), **result.to_json()}) + "\n")
    else:
        report(screen, game, bots, result)


def report(screen: Screen, game: Game, bots: Sequence[str], result: SimulationResult) -> None:
    data = result.to_json()
    words = screen.words
    names = list(bots) * result.seats if len(bots) == 1 else list(bots)
    screen.tell(
        "simulate.head", title=game.title, games=result.games, decisions=words.count(data["decisions_per_game"])
    )
    seats = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    seats.add_column(words("simulate.seat"), justify="right")
    seats.add_column(words("simulate.bot"))
    seats.add_column(words("simulate.wins"), justify="right")
    seats.add_column(words("simulate.share"), justify="right")
    scored = any(data["mean_scores"])
    if scored:
        seats.add_column(words("simulate.points"), justify="right")
    for seat, wins in enumerate(result.wins_by_seat):
        row = [str(seat + 1), names[seat], words.count(wins)]
        row.append(words.share(wins / result.games))
        if scored:
            row.append(words.count(data["mean_scores"][seat]))
        seats.add_row(*row)
    screen.say()
    screen.say(seats)
    ends = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    ends.add_column(words("simulate.how-ended"))
    ends.add_column(words("simulate.games"), justify="right")
    ends.add_column(words("simulate.share"), justify="right")
    for reason, number in result.outcomes.most_common():
        key = f"ending.{reason}"
        told = words(key) if words.has(key) else reason.replace("-", " ")
        ends.add_row(Text(told), str(number), words.share(number / result.games))
    screen.say()
    screen.say(ends)
    screen.say()
    speed = {each: words.number(data[f"{each}_per_second"]) for each in ("games", "decisions")}
    screen.say(words("simulate.speed", **speed), style="dim")
