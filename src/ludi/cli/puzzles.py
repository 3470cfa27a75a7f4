"""``ludi puzzles`` and ``ludi puzzle``: puzzles from games between bots, solved at the terminal, and mined."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ludi.cli import words
from ludi.cli.lessons import SHOW, Lecture
from ludi.cli.play import Leave
from ludi.cli.screen import Screen, command
from ludi.core import BadOption, registry
from ludi.core.lesson import say, solution_labels
from ludi.puzzles.mining.mine import mine
from ludi.puzzles.shelf import Puzzle, daily, find_puzzle, pool

MINE, NEXT, DAILY = "mine", "next", "daily"


class Attempt(Lecture):
    """One try at a puzzle. Nothing of it is kept."""

    def __init__(self, screen: Screen, puzzle: Puzzle, language: str) -> None:
        super().__init__(screen, puzzle.lesson, language)
        self.puzzle = puzzle

    def _welcome(self) -> None:
        self.screen.say()
        self.screen.say(f"{self.table.game.title}: {say(self.lesson.title, self.language)}", style="bold")
        self.screen.tell("puzzle.rated", id=self.puzzle.id, rating=self.puzzle.rating)
        self.screen.tell("puzzle.keys", style="dim")

    def _prompt(self, seat: int, only: list[int] | None = None) -> None:
        super(Lecture, self)._prompt(seat, only)
        self.screen.say(say(self.lesson.steps[0].text, self.language), style="bold")

    def _sit_down(self, seat: int) -> None:
        if self.table.learning.done or self.table.learning.failed:
            self._say_end()
            raise Leave

    def _answer(self, seat: int, line: str) -> None:
        if line.strip().lower() in SHOW:
            self.table.learning.given_up = True
            self._say_end()
            raise Leave
        super()._answer(seat, line)

    def _let_bot_decide(self, seat: int) -> None:
        if self.table.learning.done or self.table.learning.failed:
            self._say_end()
            raise Leave
        super()._let_bot_decide(seat)

    def _say_end(self) -> None:
        learning = self.table.learning
        if learning.done:
            self.screen.heading(self.screen.words("puzzle.solved"))
            self.screen.say(say(self.lesson.end, self.language), style="bold")
        else:
            self.screen.heading(
                self.screen.words("puzzle.solution" if learning.answer is None else "puzzle.not-solved")
            )
            if learning.answer is not None:
                self.screen.say(say(learning.answer, self.language), style="bold")
            for number, label in enumerate(solution_labels(self.lesson), 1):
                self.screen.say(f"  {number}. {self.book.say(label)}")
        self.screen.say_line(self.screen.words("puzzle.another"), command("puzzle", self.lesson.game, NEXT))

    def _quit(self) -> None:
        self.screen.tell("puzzle.left")
        raise Leave

    def _tell_where_left(self, why: str) -> None:
        self.screen.tell("puzzle.left-because", why=why)

    def _save(self, name: str = "") -> None:
        self.screen.tell("puzzle.not-saved")

    def _way_on(self, path: Path) -> str:
        return command("puzzle", self.lesson.game, self.puzzle.id)


def puzzles_command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, or 'mine'; without it, all.", show_default=False),
    ] = None,
    mined: Annotated[
        str | None, typer.Argument(metavar="MINED", help="After 'mine': the game.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With 'mine': the file to write to, or to go on with.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="With 'mine': how many the file shall hold.")] = 20,
    seed: Annotated[str, typer.Option(metavar="WORD", help="With 'mine': the seed of the bots' games.")] = "puzzles",
    jobs: Annotated[int, typer.Option(metavar="J", help="With 'mine': how many processes share the work.")] = 1,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With 'mine': a Ray cluster ('local': one made here).")
    ] = None,
) -> None:
    """The puzzles there are; or, with 'mine GAME', look for new ones in games between bots."""
    screen = Screen()
    if game == MINE:
        if mined is None:
            raise BadOption("Say in which game to look: ludi puzzles mine GAME.")
        _mine(screen, registry.find(mined).name, count, out, seed, jobs, ray)
        return
    if mined is not None or out is not None:
        raise BadOption("A second name and --out belong to 'ludi puzzles mine GAME'.")
    for name in registry.names() if game is None else [registry.find(game).name]:
        found = pool(name)
        language = words.language_for(registry.find(name))
        ratings = [puzzle.rating for puzzle in found]
        screen.say(f"{registry.find(name).title} ({name})", style="bold")
        if not found:
            screen.tell("puzzle.none")
            continue
        screen.tell(
            "puzzle.range", count=len(found), first=found[0].id, last=found[-1].id, low=min(ratings), high=max(ratings)
        )
        for title, number in Counter(say(puzzle.lesson.title, language) for puzzle in found).items():
            screen.say(f"  {number:4} {title}", style="dim")
    today = daily(None if game is None else registry.find(game).name, datetime.now(UTC).date())
    if today is not None:
        screen.say_line(screen.words("puzzle.today"), command("puzzle", today.game, today.id))
    screen.say_line(screen.words("puzzle.begin"), "ludi puzzle GAME next")


def _mine(screen: Screen, game: str, count: int, out: Path | None, seed: str, jobs: int, ray: str | None) -> None:
    path = out or Path(f"{game}-puzzles.jsonl")
    with screen.waiting(screen.words("puzzle.mining", title=registry.find(game).title)):
        mine(game, count, path, seed, jobs=jobs, cluster=ray)
    screen.say_line(screen.words("puzzle.mined", count=count), str(path))


def puzzle_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False)],
    which: Annotated[str, typer.Argument(metavar="PUZZLE", help="Its number, or 'next' for any, or 'daily'.")] = NEXT,
) -> None:
    """Solve a puzzle: a position in which one line is clearly best."""
    found = registry.find(game)
    Attempt(Screen(), _chosen(found.name, which), words.language_for(found)).run()


def _chosen(game: str, which: str) -> Puzzle:
    there = pool(game)
    if which not in (NEXT, DAILY) or not there:
        return find_puzzle(game, which)
    today = daily(game, datetime.now(UTC).date())
    return today if which == DAILY and today is not None else random.choice(there)


def register(app: typer.Typer) -> None:
    app.command("puzzles", epilog="Example: 'ludi puzzles roma'; 'ludi puzzles mine roma --count 5'.")(puzzles_command)
    app.command("puzzle", epilog="Example: 'ludi puzzle roma 001', 'ludi puzzle pax daily'.")(puzzle_command)
