"""The one way of a decision, whether it comes over HTTP or over a websocket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludi.core import LudiError, Phrase
from ludi.server.frames import Eyes
from ludi.server.hall import Hall
from ludi.server.refusals import Refused, RefusedByGame, RefusedByLesson, from_game
from ludi.server.room import Room
from ludi.server.rows import Change
from ludi.server.talk import table_talk


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
    done, _ = await _decide(hall, asked, ())
    return done


class Halt(NamedTuple):
    """Why a row of decisions stopped before its end."""

    code: str
    text: str
    rule: str = ""


class Walked(NamedTuple):
    """What came of a row of decisions."""

    last: Decided
    """The last that was made."""
    left: Sequence[str]
    """The words that were not played."""
    halt: Halt | None


HALTED_BY = {"illegal": "illegal", "not_your_turn": "others", "stale": "stale"}
"""What is said of a row of which the next decision was refused, by the code of the refusal."""


async def walk(hall: Hall, asked: Decision, words: Sequence[str]) -> Walked:
    """A row of decisions of one seat, as a march over several Spaces: each is made and stored by itself.

    The first is made or refused like any other. Each further one is made only if its seat is still asked, the word is
    open, and the one before it has brought nothing that cannot be taken back.
    """
    last, halt = await _decide(hall, asked._replace(word=words[0]), words)
    played = 1
    while halt is None and played < len(words):
        step = asked._replace(word=words[played], seat=last.seat, version=last.version)
        try:
            last, halt = await _decide(hall, step, words[played:])
        except Refused as refused:
            halt = Halt(HALTED_BY.get(refused.code, "refused"), refused.message, refused.rule)
            break
        played += 1
    return Walked(last, words[played:], halt)


async def _decide(hall: Hall, asked: Decision, words: Sequence[str]) -> tuple[Decided, Halt | None]:
    """Make a decision, the first of some words that are to follow each other; what keeps the second from following."""
    seat = version = 0
    halt: Halt | None = None

    def work(room: Room, at: float) -> Change:
        nonlocal seat, version, halt
        # Whose seat it is counts now: it may have changed hands since the person looked.
        seat = seat_to_use(hall.eyes(room, asked.player, asked.tokens), room, asked.seat)
        before = _unspelt(room, words)
        if asked.word is None:
            made = room.take_back(seat, asked.version, at)
        else:
            made = room.decide(seat, asked.word, asked.version, at)
        version, _ = room.shown(seat)
        halt = _halt(room, seat, before, words[1], asked.language) if len(words) > 1 else None
        return made

    try:
        return Decided(await hall.change(asked.match, work), seat, version), halt
    except RefusedByGame as refused:
        room = await hall.room(asked.match)
        raise refused.said_by(room.book(asked.language)) from None
    except RefusedByLesson as refused:
        raise refused.said_in(asked.language) from None


def _unspelt(room: Room, words: Sequence[str]) -> int:
    """How many moments could not be taken back so far; :class:`Refused` if one of the words is no action at all."""
    if room.table is None:
        return 0
    try:
        for word in words:
            room.table.state.unspell(word)
    except LudiError as error:
        raise from_game(error) from None
    return room.table.state.irrevocable


def _halt(room: Room, seat: int, irrevocable: int, word: str, language: str) -> Halt | None:
    """Why the next word does not follow at once."""
    assert room.table is not None
    state = room.table.state
    code = ""
    if not room.live:
        code = "over"
    elif state.irrevocable != irrevocable:
        code = "chance"
    elif seat not in state.actors():
        code = "others"
    if code:
        return Halt(code, table_talk(language).say(Phrase(f"halt.{code}")))
    why = state.why_not(seat, word)
    return None if why is None else Halt("illegal", room.book(language).say(why), why.rule)
