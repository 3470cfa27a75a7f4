"""What a record teaches, in the process that reads it: a position to play on from, and why a decision was made."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.bots import hints
from ludi.core import Box, LudiError, Phrase, Phrasebook, Record, Table, registry
from ludi.server.lines import Frame, event_line
from ludi.server.refusals import Refused, from_game
from ludi.server.talk import game_talk
from ludi.server.wire import pack

TOO_SHORT = "The match did not last so long."


def begin(record: Record, at: int) -> bytes:
    """The position after ``at`` decisions with all that lies hidden in it, and who played."""
    if at > len(record.decisions):
        raise Refused("not_found", TOO_SHORT)
    try:
        state = Table.from_record(record, source="This record", to=at).state
    except LudiError as error:
        raise from_game(error) from None
    if not state.actors():
        raise Refused("invalid", "The game is over in this position.")
    names = [chair.name for chair in record.seats]
    return pack({"game": record.game, "options": state.box.options, "position": state.snapshot(), "seats": names})


def why(record: Record, at: int, language: str) -> bytes:
    """One decision of a finished game."""
    if not 1 <= at <= len(record.decisions):
        raise Refused("not_found", TOO_SHORT)
    try:
        told = hints.explain(record, at)
    except LudiError as error:
        raise from_game(error) from None
    return pack(_told(told, told.seat, *_box_and_book(record, language)))


def last_move(record: Record, seat: int, eyes: int | None, language: str) -> bytes:
    """The last move of a seat, as others saw it."""
    box, book = _box_and_book(record, language)
    spoken = book.addressing(eyes)
    moves = [_told(each, eyes, box, spoken) for each in hints.last_move(record, seat, eyes)]
    return pack({"seat": seat, "moves": moves})


def _box_and_book(record: Record, language: str) -> tuple[Box, Phrasebook]:
    try:
        game = registry.find(record.game)
        box = Table.from_record(record, to=0).box
    except LudiError as error:
        raise from_game(error) from None
    return box, game_talk(game, language, [chair.name for chair in record.seats], box)


def _told(told: hints.Told, eyes: int | None, box: Box, book: Phrasebook) -> Frame:
    return {
        "number": told.number,
        "seat": told.seat,
        "entries": [event_line(told.number, event, event.seen_by(eyes), book, box) for event in told.events],
        "reasons": said(told.reasons, book),
    }


def said(reasons: Iterable[Phrase], book: Phrasebook) -> list[Frame]:
    """Reasons as they go over the wire."""
    return [{"text": book.say(each), "rule": each.rule} for each in reasons]
