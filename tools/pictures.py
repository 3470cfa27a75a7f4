"""Draws the pictures of the README anew: a table position of PAX as the terminal shows it.

Run it after a change of the drawings: ``python tools/pictures.py``. The same code gives the same picture.
"""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.terminal_theme import TerminalTheme

from ludi import bots
from ludi.cli import boards, telling
from ludi.cli.screen import CleanConsole, Screen
from ludi.core import Chair, Table, seed_from_text

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
WIDTH = 94

INK, PAPER = (40, 36, 30), (250, 247, 240)
RED, GREEN, YELLOW, BLUE = (176, 58, 46), (74, 124, 62), (160, 120, 20), (46, 96, 150)
PURPLE, CYAN, GREY = (120, 70, 130), (40, 120, 120), (110, 104, 96)
THEME = TerminalTheme(PAPER, INK, [INK, RED, GREEN, YELLOW, BLUE, PURPLE, CYAN, GREY])


def pax_table() -> Table:
    """A game of three, some rounds in, with the person of the first seat to decide what to buy and play."""
    table = Table.new(
        "pax",
        {"players": 3, "start": "1"},
        [Chair("Julia"), Chair("Livia", "greedy"), Chair("Marcus", "greedy")],
        seed_from_text("a picture for the README"),
    )
    bot = bots.find("greedy", table.game)
    rng = random.Random(1)
    rounds = 6
    while True:
        seat = table.state.actors()[0]
        view = table.state.view(0)
        if seat == 0 and view["round"] == rounds and view["phase"] == "act":
            return table
        table.play(seat, bot.choose(table.state.perspective(seat), rng))


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    screen = Screen()
    screen.out = CleanConsole(
        record=True, width=WIDTH, force_terminal=True, color_system="truecolor", file=io.StringIO(), highlight=False
    )
    table = pax_table()
    state, book = table.state, table.phrases()
    screen.say(boards.find("pax").draw(state.view(0), book, WIDTH))
    screen.heading("Your decision")
    screen.say(telling.with_rule(state.prompt(0), book))
    telling.choices(screen, state, state.legal(0), book)
    # No fonts from elsewhere: the reader's own fixed-width font does.
    form = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")
    target = IMAGES / "pax-terminal.svg"
    screen.out.save_svg(str(target), title="ludi play pax", theme=THEME, code_format=form, unique_id="pax")
    print(f"wrote {target.relative_to(Path.cwd()) if target.is_relative_to(Path.cwd()) else target}")


if __name__ == "__main__":
    main()
