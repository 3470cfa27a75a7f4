"""Help for one who plays: what a master would do and why, and taking back with leave of all."""

from __future__ import annotations

import random

from rich.table import Table as Grid
from rich.text import Text

from ludi.bots import hints
from ludi.cli import telling
from ludi.cli.screen import Screen
from ludi.core import Phrasebook, Table, clean


def show(screen: Screen, table: Table, seat: int, book: Phrasebook, level: str = hints.LEVEL) -> None:
    """``hint``: the choice, its chance beside that of others, and why. Asked again, it is the same."""
    words = screen.words
    rng = random.Random(f"{table.seed.hex()}/{len(table.decisions)}/{seat}/hint")
    with screen.waiting(words("hint.thinks")):
        hint = hints.hint(table.state.perspective(seat), rng, level)
    best, *others = hint.choices
    text = Text(f"{words('hint.best')} ")
    text.append(clean(book.say(table.state.label(best.action))), style="bold")
    chance = words("hint.chance", chance=round(100 * best.chance), margin=round(100 * best.plus_minus))
    screen.say(text.append(f" ({chance})", style="dim"))
    for reason in hint.reasons:
        screen.say(telling.with_rule(reason, book))
    if others:
        screen.tell("hint.beside", style="dim")
        grid = Grid.grid(padding=(0, 2))
        for each in others:
            grid.add_row(
                Text(clean(book.say(table.state.label(each.action)))),
                f"{round(100 * each.chance)} % ± {round(100 * each.plus_minus)} %",
            )
        screen.say(grid)


def take_back(screen: Screen, table: Table, seat: int, *, several: bool) -> None:
    """``back``: beyond what can be undone. Bots always agree; several people are asked whether they do."""
    if table.can_undo(seat):
        table.undo(seat)
        return
    table.before_last(seat)
    if several and not screen.ask_yes(screen.words("hint.leave")):
        return
    table.take_back(seat)
