"""The data files: those that come with the game, and those an owner of the game puts in their place.

A folder named by the environment variable ``LUDI_PAX_ROMANA_DATA`` may hold some of the files under their own names
(``spaces.csv``, ``tables.toml``, ``scenarios/02-punic-wars.toml``); they are read instead of the built-in ones.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ludi.core import LudiError
from ludi.core.files import read_text

VARIABLE = "LUDI_PAX_ROMANA_DATA"
SCENARIOS = "scenarios"


class BadMap(LudiError, ValueError):
    """A data file that cannot be used: file, line, reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}" if line else f"{file}: {reason}")


def _built_in() -> Traversable:
    return resources.files("ludi.games.pax_romana") / "data"


def names() -> list[str]:
    """All data files, scenarios last."""
    folder = _built_in()
    plain = sorted(each.name for each in folder.iterdir() if each.name.endswith((".csv", ".toml")))
    inner = sorted(each.name for each in (folder / SCENARIOS).iterdir() if each.name.endswith(".toml"))
    return [*plain, *(f"{SCENARIOS}/{name}" for name in inner)]


def own_folder() -> Path | None:
    """The folder of an owner's own files, if one is named."""
    named = os.environ.get(VARIABLE, "")
    if not named:
        return None
    folder = Path(named).expanduser()
    if not folder.is_dir():
        raise LudiError(f"There is no folder {folder} with data for Pax Romana.")
    return folder


def replaced() -> list[str]:
    """The files that an owner's folder replaces. A folder without any is refused: its names must be wrong."""
    folder = own_folder()
    if folder is None:
        return []
    known = names()
    found = [name for name in known if (folder / name).is_file()]
    if not found:
        raise LudiError(f"No file in {folder} replaces data of Pax Romana; the files are {', '.join(known)}.")
    return found


def read(name: str) -> str:
    """The text of a data file."""
    folder = own_folder()
    if folder is not None and name in replaced():
        try:
            return read_text(folder / name)
        except UnicodeDecodeError:
            raise BadMap(name, 0, "it is no text in UTF-8") from None
        except OSError as error:
            raise BadMap(name, 0, f"it cannot be read ({error.strerror})") from None
    return (_built_in() / name).read_text(encoding="utf-8")


def read_toml(name: str) -> dict[str, Any]:
    """A data file of tables; what is no TOML is refused with its line."""
    text = read(name)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise BadMap(name, line, str(error).split(" (at ")[0][:1].lower() + str(error).split(" (at ")[0][1:]) from None


def fingerprint() -> str:
    """A short word for the files that differ from the built-in ones; empty if none do.

    It is part of the version of the rules, so a record that was played on another map is never read as if it were not.
    """
    digest = hashlib.sha256()
    differs = False
    for name in replaced():
        text = read(name)
        if text != (_built_in() / name).read_text(encoding="utf-8"):
            differs = True
            digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()[:8] if differs else ""
