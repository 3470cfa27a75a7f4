"""Whose bot thinks next: tables where people play come first, then everybody gets the same share of the time.

A share is a person's, whatever number of tables that person has set up, and within it each table's. What somebody's
bots have used is forgotten by and by, so it only matters while there are more bots than time.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

HALF_FORGOTTEN = 60.0
"""After so many seconds half of what was used is forgotten."""


@dataclass(frozen=True, slots=True)
class Turn:
    """For whom a bot is to think."""

    table: str = ""
    person: str = ""
    """Whoever set up the table."""
    people: bool = True
    """Whether a person plays there and waits for the bot."""


@dataclass(slots=True)
class _Waiting:
    turn: Turn
    number: int
    called: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class _Ledger:
    """Seconds used by each, forgotten by and by."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def used(self, name: str, at: float) -> float:
        seconds, since = self._used.get(name, (0.0, at))
        return seconds * math.pow(2.0, (since - at) / HALF_FORGOTTEN)

    def charge(self, name: str, seconds: float, at: float) -> None:
        self._used[name] = (self.used(name, at) + seconds, at)
        if len(self._used) > 1000:
            self._used = {each: entry for each, entry in self._used.items() if self.used(each, at) > 0.01}


class Turns:
    """Lets in as many at once as there are workers, the fairest first.

    One more place is kept for tables where people play (or, where there are several workers, one of these), so that a
    person waits for other people's bots at most, never for a table of bots.
    """

    def __init__(self, workers: int) -> None:
        self.places = max(2, workers)
        self._most = {True: workers, False: self.places - 1}
        self._busy = {True: 0, False: 0}
        self._waiting: list[_Waiting] = []
        self._thinking: Counter[str] = Counter()
        self._persons = _Ledger()
        self._tables = _Ledger()
        self._number = 0

    async def enter(self, turn: Turn) -> None:
        """Wait until it is this one's turn."""
        self._number += 1
        mine = _Waiting(turn, self._number)
        self._waiting.append(mine)
        self._call()
        try:
            await mine.called
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self.leave(turn, 0.0)
            raise

    def leave(self, turn: Turn, seconds: float) -> None:
        """It is done; it took so long."""
        at = monotonic()
        self._busy[turn.people] -= 1
        self._thinking -= Counter([turn.person])
        self._persons.charge(turn.person, seconds, at)
        self._tables.charge(turn.table, seconds, at)
        self._call()

    def _call(self) -> None:
        """Call in whoever may come in now."""
        while (mine := self._next()) is not None:
            self._waiting.remove(mine)
            self._busy[mine.turn.people] += 1
            self._thinking[mine.turn.person] += 1
            mine.called.set_result(None)

    def _next(self) -> _Waiting | None:
        if sum(self._busy.values()) >= self.places:
            return None
        at = monotonic()

        def claim(mine: _Waiting) -> tuple[bool, int, float, float, int]:
            turn = mine.turn
            used = self._persons.used(turn.person, at), self._tables.used(turn.table, at)
            return not turn.people, self._thinking[turn.person], *used, mine.number

        room = {people: self._busy[people] < most for people, most in self._most.items()}
        able = [mine for mine in self._waiting if room[mine.turn.people] and not mine.called.cancelled()]
        return min(able, key=claim, default=None)
