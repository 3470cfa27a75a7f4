"""Looking at a recorded game, decision by decision, and verifying it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludi.cli import boards, telling
from ludi.cli.screen import Closed, Screen
from ludi.cli.words import language_of
from ludi.core import BadOption, Record, State, Table, View


class Replay:
    """A record opened at one decision.

    A finished game is shown with all hands open. While a game is not over, only what one person may know is shown: the
    person's seat, or, if several people play, what a spectator sees.
    """

    def __init__(self, screen: Screen, path: Path, seat: int | None) -> None:
        self.screen = screen
        self.source = str(path)
        self.record = Record.load(path)
        self.table = Table.from_record(self.record, source=self.source)
        self.board = boards.find(self.table.game.name)
        self.book = self.table.phrases(language_of(self.table.game))
        over = not self.table.state.actors()
        self.opened = over and seat is None
        self.seat = self._seat(seat, over)

    def _seat(self, seat: int | None, over: bool) -> int | None:
        people = [number for number, chair in enumerate(self.table.seats) if chair.player == "person"]
        if seat is None:
            return people[0] if len(people) == 1 else None
        if not 1 <= seat <= self.table.box.seats:
            raise BadOption(f"There is no seat {seat}: the seats are 1 to {self.table.box.seats}.")
        if not over and seat - 1 not in people:
            raise BadOption(
                f"The game is not over: the cards of {self.table.seats[seat - 1].name} stay hidden until then."
            )
        return seat - 1

    @property
    def length(self) -> int:
        return len(self.record.decisions)

    @property
    def at(self) -> int:
        return len(self.table.decisions)

    def go(self, number: int) -> None:
        """To the position after so many decisions."""
        number = max(0, min(number, self.length))
        if number < self.at:
            self.table = Table.from_record(self.record, source=self.source, to=number)
        while self.at < number:
            self.table.play(*self.record.decisions[self.at])

    def view(self) -> View:
        """What is shown: everything, or what one seat knows."""
        return open_view(self.table.state) if self.opened else self.table.state.view(self.seat)

    def show(self) -> None:
        screen, table, view = self.screen, self.table, self.view()
        screen.clear()
        screen.say(self.board.draw(view, self.book, screen.width))
        key = "replay.decision" if self.at else "replay.deal"
        screen.heading(screen.words(key, number=self.at, of=self.length))
        if self.at and self.board.CITES:
            seat, word = self.record.decisions[self.at - 1]
            screen.say(f"{self.table.seats[seat].name}: {word}", style="dim")
        events = [event for number, event in table.events if number == self.at]
        telling.tell(screen, telling.paragraphs(events, self.book, self.seat, opened=self.opened))
        outcome = table.state.outcome()
        if outcome is not None:
            screen.heading(screen.words("table.reckoning"))
            screen.say(self.board.reckon(view, self.book, screen.width))
            screen.say()
            screen.say(telling.with_rule(outcome.phrase(), self.book), style="bold")
            screen.say()
            telling.seed(screen, table)

    def step(self) -> None:
        """Let the person walk through the game."""
        self.go(0)
        self.show()
        try:
            while True:
                line = self.screen.ask(self.screen.words("replay.keys")).lower()
                word, _, rest = line.partition(" ")
                if word in ("q", "quit"):
                    return
                self._walk(word, rest.strip())
        except Closed:
            return

    def _walk(self, word: str, rest: str) -> None:
        if word == "g":
            if not (rest.isascii() and rest.isdigit() and len(rest) < 9 and int(rest) <= self.length):
                self.screen.tell("replay.go-where", last=self.length)
                return
            self.go(int(rest))
        elif word == "p":
            self.go(self.at - 1)
        elif word in ("", "n"):
            if self.at == self.length:
                self.screen.tell("replay.last")
                return
            self.go(self.at + 1)
        elif word == "l":
            events = (event for _, event in self.table.events)
            telling.tell(self.screen, telling.paragraphs(events, self.book, self.seat, opened=self.opened))
            return
        else:
            self.screen.tell("replay.help")
            return
        self.show()


def open_view(state: State) -> View:
    """All that any seat knows, put together: for a finished game, where nothing is secret any more."""
    actors = state.actors()
    first = actors[0] if actors else 0
    view = dict(state.view(first))
    for seat in range(state.box.seats):
        if seat != first:
            view = _together(view, state.view(seat))
    view["you"] = None
    return view


def _together(mine: Any, theirs: Any) -> Any:
    """Two views as one: what one does not know the other fills in."""
    if mine is None:
        return theirs
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return {key: _together(value, theirs.get(key)) for key, value in mine.items()}
    if isinstance(mine, list) and isinstance(theirs, list):
        if _is_numbered(mine) and _is_numbered(theirs):
            return sorted({*map(tuple, mine), *map(tuple, theirs)})
        if len(mine) != len(theirs):
            return max(mine, theirs, key=len)
        return [_together(a, b) for a, b in zip(mine, theirs, strict=True)]
    return mine


def _is_numbered(items: list[Any]) -> bool:
    """Whether it is a list of places and what lies there, of which each seat may know other ones."""
    return all(
        isinstance(each, (list, tuple)) and len(each) == 2 and type(each[0]) is int and isinstance(each[1], str)
        for each in items
    )


def verify(screen: Screen, path: Path) -> None:
    """Deal and play the whole game again, and say what was checked."""
    record = Record.load(path)
    table = Table.from_record(record, source=str(path))
    outcome = table.state.outcome()
    number = len(record.decisions)
    words, book = screen.words, table.phrases(language_of(table.game))
    telling.tell(
        screen,
        [
            words("verify.seed"),
            words("verify.dealt", number=number, title=table.game.title, version=record.rules),
            words("verify.not-over") if outcome is None else words("verify.result", result=book.say(outcome.phrase())),
        ],
    )
    screen.say_line(words("verify.commitment"), record.commitment)
    screen.say_line(words("verify.in-order"), str(path))
