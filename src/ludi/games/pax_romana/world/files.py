"""The data files: those that come with the game, and those an owner of the game puts in their place.

Some of the files may be replaced under their own names (``spaces.csv``, ``tables.toml``,
``scenarios/02-punic-wars.toml``). The texts that replace them are an option of the match, so they travel with it
wherever it goes, and matches with different ones are played side by side.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ludi.core import BadOption, LudiError
from ludi.core.files import read_text

SCENARIOS = "scenarios"
MOST_BYTES = 400_000
"""What all files of an owner may have together: several times what comes with the game."""


LARGEST = 10_000
"""The largest number in a file of tables."""


class BadMap(LudiError, ValueError):
    """A data file that cannot be used: file, line, reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}" if line else f"{file}: {reason}")


def _built_in() -> Traversable:
    return resources.files("ludi.games.pax_romana") / "data"


@cache
def names() -> tuple[str, ...]:
    """All data files, scenarios last."""
    folder = _built_in()
    plain = sorted(each.name for each in folder.iterdir() if each.name.endswith((".csv", ".toml")))
    inner = sorted(each.name for each in (folder / SCENARIOS).iterdir() if each.name.endswith(".toml"))
    return (*plain, *(f"{SCENARIOS}/{name}" for name in inner))


@dataclass(frozen=True, slots=True)
class Files:
    """The data files of a match: the built-in ones, but for those that its owner replaced, by name and text."""

    own: tuple[tuple[str, str], ...] = ()

    def read(self, name: str) -> str:
        """The text of a data file."""
        for replaced, text in self.own:
            if replaced == name:
                return text
        if name not in names():
            raise BadMap(name, 0, "there is no such data file")
        return (_built_in() / name).read_text(encoding="utf-8")

    def read_toml(self, name: str) -> dict[str, Any]:
        """A data file of tables; what is no TOML is refused with its line."""
        text = self.read(name)
        try:
            found = tomllib.loads(text)
            _hold_to_limits(name, found)
            return found
        except RecursionError:
            raise BadMap(name, 0, "it is nested too deeply") from None
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            line = int(place[1]) if place else text.count("\n") + 1
            reason = str(error).split(" (at ")[0]
            raise BadMap(name, line, reason[:1].lower() + reason[1:]) from None


def _hold_to_limits(name: str, data: Any) -> None:
    """No number so large that to count to it would take for ever: files come from anybody."""
    todo = [data]
    while todo:
        each = todo.pop()
        if isinstance(each, Mapping):
            todo += each.values()
        elif isinstance(each, list):
            todo += each
        elif isinstance(each, (int, float)) and not -LARGEST <= each <= LARGEST:
            raise BadMap(name, 0, f"no number in it can be larger than {LARGEST}")


BUILT_IN = Files()


def files_of(own: Mapping[str, Any]) -> Files:
    """The files of a match with these of its owner's own."""
    if not isinstance(own, Mapping):
        raise BadOption("The option 'data' takes data files: their names and texts.")
    for name, text in own.items():
        if name not in names():
            raise BadOption(f"Pax Romana has no data file '{name}'; the files are {', '.join(names())}.")
        if not isinstance(text, str):
            raise BadMap(name, 0, "it is no text")
    if sum(len(text) for text in own.values()) > MOST_BYTES:
        raise BadOption(f"Data files of one's own may have {MOST_BYTES} characters together, not more.")
    return Files(tuple(sorted(_that_differ(own).items())))


def _that_differ(own: Mapping[str, str]) -> dict[str, str]:
    """Files that are not as they come with the game: equal ones are no data of one's own."""
    return {name: text for name, text in own.items() if text != BUILT_IN.read(name)}


def read_one(text: str, file: str) -> dict[str, str]:
    """The option for one file, as somebody uploads it: it is known by its name."""
    name = next((each for each in names() if file in (each, each.rpartition("/")[2])), file)
    return dict(files_of({name: text}).own)


def read_folder(folder: Path) -> dict[str, str]:
    """The option for all files in an owner's folder. A folder without any is refused: its names must be wrong."""
    if not folder.is_dir():
        raise BadOption(f"There is no folder {folder} with data for Pax Romana.")
    found = [name for name in names() if (folder / name).is_file()]
    if not found:
        raise BadOption(f"No file in {folder} replaces data of Pax Romana; the files are {', '.join(names())}.")
    own = {}
    for name in found:
        try:
            own[name] = read_text(folder / name)
        except UnicodeDecodeError:
            raise BadMap(name, 0, "it is no text in UTF-8") from None
        except OSError as error:
            raise BadMap(name, 0, f"it cannot be read ({error.strerror})") from None
    return dict(files_of(own).own)
