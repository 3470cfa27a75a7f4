"""Hints at a table: who may ask, and what is told.

One who plays against bots alone may always ask; where several people play, only if the table was set up so, and then
the log tells of it. A hint is thought of in the processes of the bots, from the perspective of the seat alone.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from ludi.bots.hints import LEVEL, Hint
from ludi.core import Perspective
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.rows import Change, Header, Seat
from ludi.server.thinkers import BotFailed, Thinkers
from ludi.server.turns import Turn

KEPT = 200
"""So many hints are remembered: whoever asks again hears the same, and nobody thinks twice."""
NOT_HERE = "At this table there are no hints."
NOTHING_ASKED = "Nothing is asked of you now."
FAILED = "The hint could not be thought of; try again."


def open_to(header: Header, chairs: Sequence[Seat]) -> bool:
    """Whether those who play here may be helped; who solves a puzzle has the choice of asking for its solution."""
    if (header.lesson or {}).get("puzzle"):
        return False
    return header.hints or not among_people(chairs)


def among_people(chairs: Sequence[Seat]) -> bool:
    """Whether more than one person plays; those who sit at one screen are several."""
    return sum(chair.kind != "bot" for chair in chairs) > 1


def check(room: Room) -> None:
    if not open_to(room.header, room.chairs):
        raise Refused("not_yours", NOT_HERE)


def asked_by(room: Room, seat: int, version: int) -> Perspective:
    """What a seat that must decide knows; :class:`Refused` if it may not be helped, or looks at an older table."""
    check(room)
    if room.table is None or not room.live or seat not in room.actors() or room.chairs[seat].bot is not None:
        raise Refused("wrong_status", NOTHING_ASKED)
    if not room.due_since[seat] <= version <= room.shown(seat)[0]:
        raise Refused("stale", "The table has changed since; look again.")
    return room.table.state.perspective(seat)


def note(room: Room, seat: int, at: float) -> Change:
    """Among people the log tells that a hint was asked for."""
    return room.tell_of("hint", seat, at)


class Hints:
    """The hints that were given lately, and those that are being thought of."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._known: OrderedDict[tuple[str, int, int], asyncio.Task[Hint]] = OrderedDict()

    def given(self, match: str, seat: int, version: int) -> bool:
        return (match, seat, version) in self._known

    async def give(self, match: str, seat: int, version: int, perspective: Perspective, turn: Turn) -> Hint:
        """The hint for a seat that knows a version of its match."""
        key = (match, seat, version)
        task = self._known.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._thinkers.hint(LEVEL, perspective, turn))
            self._known[key] = task
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except BotFailed:
            self._known.pop(key, None)
            raise Refused("unavailable", FAILED) from None
