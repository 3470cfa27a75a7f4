"""The one way of taking back with leave, whether it is asked for over HTTP or over a websocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludi.core import CannotUndo, Table
from ludi.server.deciding import Decided, seat_to_use
from ludi.server.hall import Hall
from ludi.server.pleas import Plea
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.rows import Change

_Work = Callable[[Room, float], Change]


class Asker(NamedTuple):
    """Who asks, or answers, in a match."""

    match: str
    player: str | None
    tokens: Sequence[str]
    seat: int | None
    """None: the one of this person's seats that must decide, or that is asked."""


async def ask(hall: Hall, asker: Asker, version: int) -> Decided:
    """A seat that has seen ``version`` wants to take back its last decision."""
    room = await hall.room(asker.match)
    async with room.lock:
        seat = seat_to_use(hall.eyes(room, asker.player, asker.tokens), room, asker.seat)
        alone = not Plea(seat).waits_for(room.chairs)
    return await _do(hall, asker, seat, seat if alone else None, lambda room, at: room.ask_leave(seat, version, at))


async def answer(hall: Hall, asker: Asker, agree: bool) -> Decided:
    """Another person agrees, or declines."""
    room = await hall.room(asker.match)
    async with room.lock:
        held = hall.eyes(room, asker.player, asker.tokens).seats
        plea = room.plea
        asked = [] if plea is None else plea.waits_for(room.chairs)
        mine = [each for each in asked if each in held and asker.seat in (None, each)]
        if plea is None or not mine:
            raise Refused("wrong_status", "Nobody asks this seat for leave.")
        last = agree and asked == mine[:1]
    done = plea.seat if last else None
    return await _do(hall, asker, mine[0], done, lambda room, at: room.answer_plea(mine[0], agree, at))


async def _do(hall: Hall, asker: Asker, seat: int, goes_back: int | None, work: _Work) -> Decided:
    """Carry it out. If a seat's decision is taken back by it, all before is dealt again first, where nobody waits."""
    room = await hall.room(asker.match)
    again = None if goes_back is None else await _dealt_again(room, goes_back)
    version = 0

    def carry_out(room: Room, at: float) -> Change:
        nonlocal version
        seat_to_use(hall.eyes(room, asker.player, asker.tokens), room, seat)  # it may have changed hands meanwhile
        room.dealt_again = again
        try:
            change = work(room, at)
        finally:
            room.dealt_again = None
        version, _ = room.shown(seat)
        return change

    return Decided(await hall.change(asker.match, carry_out), seat, version)


async def _dealt_again(room: Room, seat: int) -> Table | None:
    table = room.table
    if table is None:
        return None
    try:
        to = table.before_last(seat)
    except CannotUndo:
        return None
    return await asyncio.to_thread(table.dealt_again, to)
