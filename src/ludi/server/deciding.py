"""The one way of a decision, whether it comes over HTTP or over a websocket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludi.server.frames import Eyes
from ludi.server.hall import Hall
from ludi.server.refusals import Refused, RefusedByGame
from ludi.server.room import Room
from ludi.server.rows import Change


class Decision(NamedTuple):
    """What somebody who has seen ``version`` wants to do in a match."""

    match: str
    player: str | None
    tokens: Sequence[str]
    seat: int | None
    """None: the one of this person's seats that must decide."""
    word: str | None
    """None: take back the last decision."""
    version: int
    language: str


class Decided(NamedTuple):
    """What came of it."""

    room: Room
    seat: int
    version: int
    """What the seat saw right after it. (The room may be further on by now: bots are quick.)"""


def seat_to_use(eyes: Eyes, room: Room, seat: int | None) -> int:
    """The seat that was named, if it is this person's; else the one that must decide."""
    if seat is not None and seat in eyes.seats:
        return seat
    if seat is not None or not eyes.seats:
        raise Refused("not_yours", "This seat is not yours.")
    due = [each for each in room.actors() if each in eyes.seats]
    return min(due or eyes.seats)


async def decide(hall: Hall, asked: Decision) -> Decided:
    """Carry it out; it is committed when this answers. Whoever is refused hears why in the language asked for."""
    seat = version = 0

    def work(room: Room, at: float) -> Change:
        nonlocal seat, version
        # Whose seat it is counts now: it may have changed hands since the person looked.
        seat = seat_to_use(hall.eyes(room, asked.player, asked.tokens), room, asked.seat)
        if asked.word is None:
            made = room.take_back(seat, asked.version, at)
        else:
            made = room.decide(seat, asked.word, asked.version, at)
        version, _ = room.shown(seat)
        return made

    try:
        return Decided(await hall.change(asked.match, work), seat, version)
    except RefusedByGame as refused:
        room = await hall.room(asked.match)
        raise refused.said_by(room.book(asked.language)) from None
