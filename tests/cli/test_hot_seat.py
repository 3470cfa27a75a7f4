"""Several people at one keyboard: nobody is shown what another holds."""

from __future__ import annotations

import io
import random
from pathlib import Path

from rich.console import Console, RenderableType

from ludi.cli.play import Play
from ludi.cli.screen import CLEAR_ALL, Screen
from ludi.core import Chair, Table, seed_from_text

from .test_play import typed_at_a_terminal

# Nearly every card is the only one of its kind, so that its name on the screen tells where it lies.
SINGLES = [["wealth", 1, value, 1] for value in range(8)] + [["wealth", 2, 1, 2]]
for _name, _number in (("fleet", 10), ("army", 10), ("religion", 10), ("senator", 10), ("land", 12), ("intrigue", 12)):
    SINGLES += [[_name, 1, value, 1] for value in range(_number - 4)] + [[_name, 2, 1, 2], [_name, 2, 2, 2]]

HIDDEN = ("deck", "aside", "rome_hidden", "drawn")


class Watched(Screen):
    """A screen that checks every line against the true position."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.play: Play | None = None
        self.handovers = 0
        self.checked = 0

    def say(self, what: RenderableType = "", style: str | None = None) -> None:
        text = io.StringIO()
        Console(file=text, width=100, markup=False, highlight=False).print(what)
        play = self.play
        if play is None or not play.table.state.actors():
            return
        shown = text.getvalue()
        for word in hidden_from(play.table, play.sitting):
            assert word not in shown
            assert play.book.name(word) not in shown
            self.checked += 1

    def ask(self, question: str = "") -> str:
        play = self.play
        assert play is not None
        if "press Enter" in question:
            self.handovers += 1
            return ""
        if "Save" in question:
            return "n"
        assert play.sitting is not None
        number = str(self.rng.randint(1, len(play.table.state.legal(play.sitting))))
        return self.rng.choices(["l", "?", "b", number], [1, 1, 1, 20])[0]


def hidden_from(table: Table, seat: int | None) -> list[str]:
    """The cards that are the only ones of their kind, lie hidden, and are not known to the seat."""
    position = table.state.snapshot()
    cards = [card for name in HIDDEN for card in position[name]]
    cards += [card for hand in position["hands"] + position["offers"] for card in hand]
    single = {f"{category}-{symbols}-{value}" for category, symbols, value, copies in SINGLES if copies == 1}
    split = [card.partition("@") for card in cards]
    return [word for word, _, knowers in split if word in single and (seat is None or str(seat) not in knowers)]


def test_a_seat_is_never_shown_a_card_it_does_not_know(home: Path) -> None:
    options = {"players": 3, "deck": SINGLES}
    table = Table.new("pax", options, [Chair("Livia"), Chair("Marcus"), Chair("Bot", "random")], seed_from_text("hide"))
    screen = Watched(random.Random(7))
    screen.play = Play(screen, table)
    screen.play.run()
    assert table.state.outcome() is not None
    assert screen.handovers > 10
    assert screen.checked > 10_000


def test_the_screen_is_cleared_between_people(home: Path) -> None:
    words = ["play", "pax", "--players", "2", "--hot-seat", "--seed", "x", "--name", "Livia", "--name", "Marcus"]
    shown = typed_at_a_terminal(words, ["", "1", "", "q", "n"])
    first, second = shown.index("Livia, press Enter when you sit"), shown.index("Marcus, press Enter when you sit")
    hand_of_livia = shown.index("Choose the one card you keep")
    assert first < hand_of_livia < second
    assert CLEAR_ALL in shown[hand_of_livia:second]
    between = shown[shown.rindex(CLEAR_ALL, 0, second) : second]
    assert "/" not in between


def test_a_person_alone_at_the_keyboard_is_not_asked_to_sit_down(home: Path) -> None:
    shown = typed_at_a_terminal(["play", "pax", "--players", "2", "--bots", "random"], ["", "1", "q", "n"])
    assert "press Enter when you sit" not in shown


def test_nobody_takes_back_what_another_decided(home: Path) -> None:
    table = Table.new("pax", {"players": 2}, [Chair("Livia"), Chair("Marcus")], seed_from_text("x"))

    class Typed(Screen):
        lines = iter(["", "1", "", "u", "q", "n"])
        said: list[str] = []  # noqa: RUF012

        def say(self, what: RenderableType = "", style: str | None = None) -> None:
            self.said.append(str(what))

        def ask(self, question: str = "") -> str:
            return next(self.lines)

    screen = Typed()
    Play(screen, table).run()
    assert "Only the player who made the last decision may take it back." in screen.said
