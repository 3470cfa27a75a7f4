"""Any view of any game, as panels: plain, but complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.box import SQUARE
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ludi.cli.words import beside
from ludi.core import Phrasebook, View

CITES = False


def draw(view: View, book: Phrasebook, width: int) -> RenderableType:
    """Single facts on top, then one panel for each part of the view."""
    del width
    single = [f"{_title(key)}: {_say(value, book)}" for key, value in view.items() if _is_single(value)]
    parts: list[RenderableType] = [Text(" · ".join(single))]
    for key, value in view.items():
        if not _is_single(value) and value and key != "outcome":
            parts.append(Panel(Text("\n".join(_lines(value, book))), title=_title(key), title_align="left", box=SQUARE))
    return Group(*parts)


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    """The account as it is written in the outcome."""
    del width
    return Panel(
        Text("\n".join(_lines(view.get("outcome") or {}, book))), title=beside(book)("table.reckoning"), box=SQUARE
    )


def part(view: View, book: Phrasebook, width: int, text: str) -> RenderableType | None:
    """A table that is drawn whole has no parts."""
    del view, book, width, text
    return None


def parts(view: View, book: Phrasebook) -> Sequence[str]:
    del view, book
    return ()


def holds(view: View, book: Phrasebook, seat: int) -> str:
    """All seats play alike."""
    del view, book, seat
    return ""


def whose(view: View, book: Phrasebook, name: str | None) -> str:
    del view
    words = beside(book)
    return words("table.your-decision") if name is None else words("table.decides", name=name)


def picture(view: View, book: Phrasebook) -> str | None:
    """Cards are not drawn."""
    del view, book
    return None


def note(view: View, book: Phrasebook, word: str) -> str:
    """The choices say it all."""
    del view, book, word
    return ""


def about(view: View, word: str) -> str:
    """Every word names its thing itself."""
    del view, word
    return ""


def _title(key: str) -> str:
    return key.replace("_", " ")


def _is_single(value: object) -> bool:
    return not isinstance(value, (dict, list, tuple))


def _say(value: Any, book: Phrasebook) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return beside(book)("word.yes" if value else "word.no")
    return book.name(value) if isinstance(value, str) else str(value)


def _lines(value: Any, book: Phrasebook, depth: int = 0) -> list[str]:
    """Nested data as indented lines; what is short stands on one line."""
    indent = "  " * depth
    if _is_single(value):
        return [indent + _say(value, book)]
    if isinstance(value, dict):
        lines = []
        for key, each in value.items():
            if _is_short(each):
                lines.append(f"{indent}{_title(str(key))}: {_short(each, book)}")
            else:
                lines += [f"{indent}{_title(str(key))}:", *_lines(each, book, depth + 1)]
        return lines
    if _is_short(value):
        return [indent + _short(value, book)]
    lines = []
    for number, each in enumerate(value, 1):
        lines += (
            [f"{indent}{number}. {_short(each, book)}"]
            if _is_short(each)
            else [f"{indent}{number}.", *_lines(each, book, depth + 1)]
        )
    return lines


def _is_short(value: Any) -> bool:
    """Whether it fits on one line: single facts, a list of them, or a few of those with names."""
    if isinstance(value, dict):
        return len(value) <= 8 and all(_is_single(each) or _is_flat(each) for each in value.values())
    return _is_single(value) or _is_flat(value)


def _is_flat(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return all(_is_single(each) for each in parts)


def _short(value: Any, book: Phrasebook) -> str:
    if _is_single(value):
        return _say(value, book)
    if isinstance(value, dict):
        told = [
            f"{_title(str(key))} {_say(each, book)}"
            if _is_single(each)
            else f"{_title(str(key))} ({_short(each, book)})"
            for key, each in value.items()
            if each is not None
        ]
        return ", ".join(told) or "-"
    return ", ".join(_say(each, book) for each in value) or "-"
