"""The boards of the terminal as plain text and as pictures, for those who have no terminal (``render`` in research)."""

from __future__ import annotations

import importlib
from typing import Any

from rich.console import Console
from rich.segment import Segment

from ludi.cli import boards, telling
from ludi.cli.replay import open_view
from ludi.core import LudiError, State

WIDTH = 100
SIZE = 14
"""Of the letters, in pixels."""
INK, PAPER = (232, 228, 220), (24, 24, 28)


def _console() -> Console:
    return Console(
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )


def _drawn(state: State) -> list[list[Segment]]:
    """The board as the seat on turn sees it, and what is asked; everything lies open when the game is over."""
    console, game = _console(), state.box.game
    book, board = game.phrases("en", state.box), boards.find(game.name)
    actors = state.actors()
    view = state.view(actors[0]) if actors else open_view(state)
    said = telling.with_rule(state.prompt(actors[0]), book) if actors else "The game is over."
    lines = console.render_lines(board.draw(view, book, WIDTH), pad=False)
    return [*lines, [], *console.render_lines(said, pad=False)]


def as_text(state: State) -> str:
    """The board as plain text."""
    rows = ("".join(part.text for part in line if not part.control).rstrip() for line in _drawn(state))
    return "\n".join(rows) + "\n"


def as_pixels(state: State) -> Any:
    """The board as a picture: an array of rows, columns and red, green, blue."""
    try:
        numpy: Any = importlib.import_module("numpy")
        image: Any = importlib.import_module("PIL.Image")
        draw: Any = importlib.import_module("PIL.ImageDraw")
        fonts: Any = importlib.import_module("PIL.ImageFont")
        manager: Any = importlib.import_module("matplotlib.font_manager")
    except ImportError:
        raise LudiError("Pictures need Matplotlib: pip install 'ludi-romani[research]'.") from None
    found = {
        bold: manager.findfont(manager.FontProperties(family="DejaVu Sans Mono", weight=bold)) for bold in (400, 700)
    }
    letters = {bold: fonts.truetype(path, SIZE) for bold, path in found.items()}
    across, down = round(letters[400].getlength("M")), SIZE + 4
    lines = _drawn(state)
    picture = image.new("RGB", (across * (WIDTH + 2), down * (len(lines) + 1)), PAPER)
    pen = draw.Draw(picture)
    for row, line in enumerate(lines):
        column, top = 1, down * row + down // 2
        for part in line:
            if part.control:
                continue
            ink, paper, bold = _colours(part)
            if paper is not None:
                left = across * column
                pen.rectangle((left, top, left + across * part.cell_length - 1, top + down - 1), paper)
            for letter in part.text:
                if letter.strip():
                    pen.text((across * column, top), letter, ink, letters[700 if bold else 400])
                column += 1
    return numpy.asarray(picture)


def _colours(part: Segment) -> tuple[tuple[int, ...], tuple[int, ...] | None, bool]:
    """Ink, paper and whether it is bold."""
    style = part.style
    if style is None:
        return INK, None, False
    ink = INK if style.color is None or style.color.is_default else tuple(style.color.get_truecolor())
    paper = None if style.bgcolor is None or style.bgcolor.is_default else tuple(style.bgcolor.get_truecolor())
    if style.reverse:
        ink, paper = paper or PAPER, ink
    if style.dim:
        ink = tuple((one + two) // 2 for one, two in zip(ink, paper or PAPER, strict=True))
    return ink, paper, bool(style.bold)


def shown(picture: Any, window: Any) -> Any:
    """A picture in a window, the one given if it is open already; gives the window."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    if window is None:
        pyplot.ion()
        figure, axes = pyplot.subplots(figsize=(picture.shape[1] / 100, picture.shape[0] / 100), layout="tight")
        axes.axis("off")
        window = (figure, axes)
    figure, axes = window
    axes.clear()
    axes.axis("off")
    axes.imshow(picture)
    figure.canvas.draw_idle()
    figure.canvas.flush_events()
    return window
