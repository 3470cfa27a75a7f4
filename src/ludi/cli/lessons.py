"""``ludi lessons`` and ``ludi lesson``: the lessons of the games, taught at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from ludi.bots.romans import roman
from ludi.cli import words
from ludi.cli.play import Leave, Play
from ludi.cli.screen import Screen, command
from ludi.core import Chair, LudiError, Table, UnknownLesson, new_seed, registry
from ludi.core.lesson import Learning, Lesson, say
from ludi.core.lesson_file import ME, find_lesson, lessons

SHOW = ("show", "show me")
"""What one types who is stuck."""


class NotAsked(LudiError):
    """The lesson asks for something else."""


class Taught(Table):
    """A table at which a lesson decides what is played."""

    def __init__(self, lesson: Lesson, seats: Sequence[Chair], seed: bytes, language: str) -> None:
        super().__init__(registry.find(lesson.game), {}, seats, seed, lesson.start)
        self.learning = Learning(lesson)
        self._language = language

    def play(self, seat: int, action: int | str) -> None:
        word = action if isinstance(action, str) else self.state.spell(action)
        refused = self.learning.lesson.refusal(self.learning.standing, self.state, seat, word)
        if refused is not None:
            raise NotAsked(say(refused, self._language))
        told = len(self.events)
        super().play(seat, action)
        self.learning.follow(self, told)

    def undo(self, seat: int) -> None:
        super().undo(seat)
        self.learning.go_back(self)


class Lecture(Play):
    """One sitting at a lesson. Nothing of it is kept."""

    table: Taught

    def __init__(self, screen: Screen, lesson: Lesson, language: str) -> None:
        chairs: list[Chair] = []
        for who in lesson.seats:
            chairs.append(Chair(roman([chair.name for chair in chairs]), "person" if who == ME else who))
        super().__init__(screen, Taught(lesson, chairs, new_seed(), language))
        self.language = language
        self.book = self.table.phrases(language)

    @property
    def lesson(self) -> Lesson:
        return self.table.learning.lesson

    def _keep(self) -> None:
        return

    def _welcome(self) -> None:
        self.screen.say()
        self.screen.say(f"{self.table.game.title}: {say(self.lesson.title, self.language)}", style="bold")
        self.screen.say(say(self.lesson.about, self.language))
        self.screen.tell("lesson.keys", style="dim")

    def _sit_down(self, seat: int) -> None:
        if self.table.learning.done and not self.lesson.goes_on:
            self._say_end()
            raise Leave

    def _prompt(self, seat: int, only: list[int] | None = None) -> None:
        super()._prompt(seat, only)
        learning = self.table.learning
        step = self.lesson.step(learning.standing)
        made, of = learning.standing.step, len(self.lesson.steps)
        said = self.screen.words
        head = said("lesson.done") if step is None else said("lesson.step", number=made + 1, of=of)
        text = self.lesson.end if step is None else step.text
        cited = "" if step is None or not step.rules else f" [{', '.join(step.rules)}]"
        self.screen.heading(head)
        self.screen.say(say(text, self.language) + cited, style="bold")

    def _answer(self, seat: int, line: str) -> None:
        if line.strip().lower() in SHOW:
            word = self.lesson.hint(self.table.learning.standing)
            if word is None:
                self.screen.tell("lesson.nothing")
            else:
                self.screen.tell("lesson.type", word=word)
            return
        try:
            super()._answer(seat, line)
        except NotAsked as refused:
            self.screen.say(str(refused))

    def _let_bot_decide(self, seat: int) -> None:
        word = self.lesson.reply(self.table.learning.standing, self.table.state, seat)
        if word is None:
            super()._let_bot_decide(seat)
        else:
            self.table.play(seat, word)

    def _finish(self) -> None:
        view = self.table.state.view(self.lesson.me)
        self.screen.say(self.board.draw(view, self.book, self.screen.width))
        self.screen.heading(self.screen.words("table.reckoning"))
        self.screen.say(self.board.reckon(view, self.book, self.screen.width))
        self._say_end()

    def _say_end(self) -> None:
        self.screen.heading(self.screen.words("lesson.done"))
        self.screen.say(say(self.lesson.end, self.language), style="bold")
        ids = list(lessons(self.lesson.game))
        following = ids[ids.index(self.lesson.id) + 1 :]
        if following:
            self.screen.say_line(self.screen.words("lesson.next"), command("lesson", self.lesson.game, following[0]))

    def _quit(self) -> None:
        self.screen.tell("lesson.left")
        raise Leave

    def _tell_where_left(self, why: str) -> None:
        self.screen.tell("lesson.left-because", why=why)

    def _save(self, name: str = "") -> None:
        self.screen.tell("lesson.not-saved")

    def _way_on(self, path: Path) -> str:
        return command("lesson", self.lesson.game, self.lesson.id)


def lessons_command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; without it, of all games.", show_default=False)
    ] = None,
) -> None:
    """The lessons there are."""
    screen = Screen()
    for name in registry.names() if game is None else [registry.find(game).name]:
        found = lessons(name)
        language = words.language_for(registry.find(name))
        screen.say(f"{registry.find(name).title} ({name})", style="bold")
        if not found:
            screen.say(Padding(Text(screen.words("lesson.none")), (0, 0, 0, 2)))
        for lesson in found.values():
            screen.say(Padding(Text(f"{lesson.id}  {say(lesson.title, language)}"), (0, 0, 0, 2)))
            screen.say(Padding(Text(say(lesson.about, language), style="dim"), (0, 0, 0, 6)))
    screen.say_line(screen.words("lesson.begin"), "ludi lesson GAME LESSON")


def lesson_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as 'ludi games' names it.", show_default=False)],
    lesson: Annotated[
        str | None,
        typer.Argument(metavar="LESSON", help="A lesson, as 'ludi lessons GAME' names it.", show_default=False),
    ] = None,
) -> None:
    """Learn a game at the table: a position, and what to do in it step by step."""
    found = registry.find(game)
    language = words.language_for(found)
    if lesson is None:
        known = ", ".join(lessons(game))
        if not known:
            raise UnknownLesson(f"{found.title} has no lessons yet.")
        raise UnknownLesson(f"Name the lesson: 'ludi lesson {game} LESSON'; the lessons of {found.title} are {known}.")
    Lecture(Screen(), find_lesson(game, lesson), language).run()


def register(app: typer.Typer) -> None:
    app.command("lessons")(lessons_command)
    app.command("lesson", epilog="Example: 'ludi lesson roma 01-first-game'.")(lesson_command)
