"""Where games are kept: the folder of saved games, and the autosave that survives a closed terminal."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import platformdirs

from ludi.core import BadRecord, LudiError, Table

FOLDER = "ludi-romani"


def home() -> Path:
    """The user's folder for Ludi Romani; the environment variable LUDI_HOME names another one."""
    chosen = os.environ.get("LUDI_HOME")
    return Path(chosen).expanduser() if chosen else platformdirs.user_data_path(FOLDER, appauthor=False)


def room(name: str) -> Path:
    """A folder in the user's folder, made when it is first needed."""
    path = home() / name
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudiError(f"The folder {path} cannot be made: {error.strerror}.") from None
    return path


def fresh_path(table: Table) -> Path:
    """A readable name for a saved game that no file has yet: ``pax-4-players-2025-03-15-2031.json``."""
    people = f"{table.box.seats}-players" if table.box.seats > 1 else "solitaire"
    stem = f"{table.game.name}-{people}-{time.strftime('%Y-%m-%d-%H%M')}"
    folder = room("saves")
    path = folder / f"{stem}.json"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.json"
        number += 1
    return path


def write(table: Table, path: Path, *, overwrite: bool = False) -> None:
    """Save a game; whatever goes wrong becomes one sentence."""
    try:
        table.save(path, overwrite=overwrite)
    except FileNotFoundError:
        raise BadRecord(f"{path} cannot be written: there is no folder {path.parent}.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, LudiError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "that is no name for a file"
        raise BadRecord(f"{path} cannot be written: {reason}.") from None


def unfinished() -> list[Path]:
    """The autosaved games, the latest first."""
    folder = home() / "autosave"
    try:
        files = [(path.stat().st_mtime, path) for path in folder.glob("*.json")]
    except OSError:
        return []
    return [path for _, path in sorted(files, reverse=True)]


class Autosave:
    """Writes the game down after every decision until it is finished or saved elsewhere."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.trouble: str | None = None
        """Why autosave does not work, told once."""

    def keep(self, table: Table) -> None:
        if self.trouble is not None:
            return
        try:
            folder = room("autosave")  # each time: it may have been cleared away during the game
            if self.path is None:
                stamp = time.strftime("%Y-%m-%d-%H%M%S")
                self.path = folder / f"{table.game.name}-{stamp}-{os.getpid()}.json"
            write(table, self.path, overwrite=True)
        except LudiError as error:
            self.trouble = f"The game is not autosaved: {error}"

    @property
    def kept(self) -> bool:
        return self.path is not None and self.trouble is None and self.path.exists()

    def drop(self) -> None:
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
