"""Whose bot thinks next: tables where people play come first, then everybody gets the same share of the time.

Those who wait are served in the order in which they came, but whatever was used lately for their table, for the person
who set it up (whatever the number of tables) and for that person's address (whatever the number of guests there) puts
them back. What was used is forgotten by and by, so it only matters while there are more bots than time; and as it puts
nobody back for ever, those who have used nothing yet cannot keep out those who have, however many there are.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

HALF_FORGOTTEN = 60.0
"""After so many seconds half of what was used is forgotten."""
PUT_BACK = 10.0
"""So many seconds one who waits is put back for each second that was used."""


@dataclass(frozen=True, slots=True)
class Turn:
    """For whom a bot is to think."""

    table: str = ""
    person: str = ""
    """Whoever set up the table."""
    people: bool = True
    """Whether a person plays there and waits for the bot."""
    address: str = ""
    """Where that person's requests come from."""

    def accounts(self) -> tuple[tuple[str, str], ...]:
        """Those for whom what this turn takes is counted."""
        return ("table", self.table), ("person", self.person), ("address", self.address or self.person)


@dataclass(slots=True)
class _Waiting:
    turn: Turn
    number: int
    since: float
    called: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class _Ledger:
    """Seconds used by each, forgotten by and by."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], tuple[float, float]] = {}

    def used(self, name: tuple[str, str], at: float) -> float:
        seconds, since = self._used.get(name, (0.0, at))
        return seconds * math.pow(2.0, (since - at) / HALF_FORGOTTEN)

    def charge(self, name: tuple[str, str], seconds: float, at: float) -> None:
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
        self._ledger = _Ledger()
        self._number = 0

    async def enter(self, turn: Turn) -> None:
        """Wait until it is this one's turn."""
        self._number += 1
        mine = _Waiting(turn, self._number, monotonic())
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
        for name in turn.accounts():
            self._ledger.charge(name, seconds, at)
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

        def claim(mine: _Waiting) -> tuple[bool, int, float, int]:
            turn = mine.turn
            used = sum(self._ledger.used(name, at) for name in turn.accounts())
            return not turn.people, self._thinking[turn.person], mine.since + PUT_BACK * used, mine.number

        room = {people: self._busy[people] < most for people, most in self._most.items()}
        able = [mine for mine in self._waiting if room[mine.turn.people] and not mine.called.cancelled()]
        return min(able, key=claim, default=None)
