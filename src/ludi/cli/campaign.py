"""The solitaire campaign: levels unlocked one by one, remembered in one small file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludi.cli import saves
from ludi.core import BadOption, Game, LudiError
from ludi.core.files import read_text

FORMAT = "ludi-romani campaign 1"
SOLO = "solo"
NEXT = "next"
"""Instead of a level: the highest that is open."""


def levels(game: Game) -> Sequence[int]:
    """The levels of a game's campaign, none if it has no campaign."""
    return [] if game.campaign is None else list(game.campaign.levels)


class Campaign:
    """Which levels were won. A damaged file is reported and left as it is."""

    def __init__(self) -> None:
        self.path = saves.home() / "campaign.json"
        self.won: dict[str, list[int]] = {}
        try:
            text = read_text(self.path)
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError):
            raise self._damaged("cannot be read") from None
        try:
            data: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged("is damaged") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise self._damaged(f"is not of the format '{FORMAT}'")
        won = data.get("won")
        if not isinstance(won, dict) or not all(
            isinstance(each, list) and all(type(level) is int for level in each) for each in won.values()
        ):
            raise self._damaged("is damaged")
        self.won = won

    def _damaged(self, what: str) -> LudiError:
        return LudiError(
            f"The file of the campaign {what} and was left as it is: repair it or move it away ({self.path})."
        )

    def open_level(self, game: Game) -> int:
        """The highest level that may be played."""
        all_levels = levels(game)
        won = self.won.get(game.name, [])
        for level in all_levels:
            if level not in won:
                return level
        return all_levels[-1]

    def check(self, game: Game, level: int) -> None:
        """Refuse a level that is still locked."""
        highest = self.open_level(game)
        if level > highest:
            raise LudiError(
                f"Level {level} of the solitaire campaign is locked: win level {highest} first (--solo {highest})."
            )

    def win(self, game: Game, level: int) -> int | None:
        """Write down a win; the level it unlocks, if any."""
        before = self.open_level(game)
        won = self.won.setdefault(game.name, [])
        if level > before or level in won:
            return None
        won.append(level)
        won.sort()
        self._write()
        after = self.open_level(game)
        return after if after > before else None

    def status(self, game: Game) -> list[tuple[int, str]]:
        """Each level with 'won', 'open' or 'locked'."""
        won = self.won.get(game.name, [])
        highest = self.open_level(game)
        return [(level, "won" if level in won else "open" if level <= highest else "locked") for level in levels(game)]

    def _write(self) -> None:
        text = json.dumps({"format": FORMAT, "won": self.won}, indent=1) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, scratch = tempfile.mkstemp(dir=self.path.parent, prefix=".campaign.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(scratch).replace(self.path)
        except OSError as error:
            raise LudiError(f"The campaign cannot be written to {self.path}: {error.strerror}.") from None


def choose_level(game: Game, chosen: dict[str, Any], *, locks: bool) -> None:
    """Settle the level of the solitaire campaign; with ``locks``, only a level that is open."""
    if SOLO in chosen:
        if not levels(game):
            raise BadOption(f"{game.title} has no solitaire campaign.")
        if chosen.setdefault("players", 1) != 1:
            raise BadOption(f"The solitaire campaign is for one player, not for {chosen['players']}.")
        if chosen[SOLO] == NEXT:
            del chosen[SOLO]
    if chosen.get("players") != 1 or not levels(game) or not locks:
        return
    progress = Campaign()
    chosen.setdefault(SOLO, progress.open_level(game))
    game.settle(chosen)
    progress.check(game, chosen[SOLO])
