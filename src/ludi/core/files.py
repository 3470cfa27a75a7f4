"""Files that people bring: saved games, positions, card lists, data of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "upright strokes"}


def read_text(path: Path) -> str:
    """The text of a file, without the byte order mark that some editors put before it."""
    return path.read_text(encoding="utf-8-sig")


class NamedTwice(ValueError):
    """A JSON object names one of its parts twice, so one of them would be lost."""


def read_json(text: str) -> Any:
    """The data in a text; :class:`ValueError` if it is no JSON, :class:`NamedTwice` if a name is given twice."""
    return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_each_once)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NamedTwice(name)
        found[name] = value
    return found


def other_separator(line: str, columns: int) -> str:
    """What is said of a line of a CSV file that has so many columns, but something else than commas between them; ''
    if that is not what is wrong."""
    for sign, name in SEPARATORS.items():
        if line.count(sign) >= columns - 1:
            return (
                f"the columns are parted by {name}; write commas (a spreadsheet asks for the separator when it saves)"
            )
    return ""
