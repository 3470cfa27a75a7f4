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
    # Each choice stands by its number in the list of choices.
    numbers = {action: number for number, action in enumerate(table.state.legal(seat), 1)}
    best, *others = hint.choices
    text = Text(f"{words('hint.best')} ")
    text.append(f"{numbers[best.action]}  {clean(book.say(table.state.label(best.action)))}", style="bold")
    screen.say(text.append(f" ({words('hint.chance', chance=_chance(best))})", style="dim"))
    for reason in hint.reasons:
        screen.say(telling.with_rule(reason, book))
    if others:
        screen.tell("hint.beside", style="dim")
        grid = Grid.grid(padding=(0, 2))
        for each in others:
            label = Text(clean(book.say(table.state.label(each.action))))
            grid.add_row(f"  {numbers[each.action]}", label, _chance(each))
        screen.say(grid)


def _chance(choice: hints.Advised) -> str:
    return f"{round(100 * choice.chance)} % ± {round(100 * choice.plus_minus)} %"


def take_back(screen: Screen, table: Table, seat: int, *, several: bool) -> None:
    """``back``: beyond what can be undone. Bots always agree; several people are asked whether they do."""
    if table.can_undo(seat):
        table.undo(seat)
        return
    table.before_last(seat)
    if several and not screen.ask_yes(screen.words("hint.leave")):
        return
    table.take_back(seat)
