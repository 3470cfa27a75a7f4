"""Everything a client may be told instead of what it asked for: a code, a sentence, the rule if a rule forbids it."""

from __future__ import annotations

import logging

from sqlalchemy.exc import DBAPIError

from ludi.core import (
    CannotUndo,
    IllegalAction,
    LudiError,
    MalformedAction,
    NotYourTurn,
    Phrasebook,
    UnknownGame,
    UnknownLesson,
)
from ludi.core.lesson import Text, say
from ludi.server.store import is_full

log = logging.getLogger("ludi.server")

STATUS = {
    "malformed": 400,
    "wrong_login": 401,
    "not_yours": 403,
    "forbidden_origin": 403,
    "not_found": 404,
    "not_allowed": 405,
    "too_slow": 408,
    "stale": 409,
    "not_your_turn": 409,
    "illegal": 409,
    "lesson": 409,
    "cannot_undo": 409,
    "wrong_status": 409,
    "taken": 409,
    "too_large": 413,
    "invalid": 422,
    "too_fast": 429,
    "internal": 500,
    "unavailable": 503,
}


class Refused(Exception):
    """Nothing has changed; ``message`` is a sentence for the person who asked."""

    def __init__(self, code: str, message: str, rule: str = "", retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.retry_after = retry_after
        self._message = message

    @property
    def message(self) -> str:
        return self._message

    def __str__(self) -> str:
        return self.message

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def to_json(self) -> dict[str, str]:
        return {"code": self.code, "message": plain(self.message), "rule": self.rule}


class RefusedByGame(Refused):
    """A rule forbids it. That can be said in every language of the game; it is English if nobody asks for another."""

    def __init__(self, code: str, error: IllegalAction) -> None:
        super().__init__(code, "", error.rule)
        self._error = error

    @property
    def message(self) -> str:
        return self._message or self._error.reason

    def said_by(self, book: Phrasebook) -> RefusedByGame:
        """The same, in the words of this book."""
        self._message = book.say(self._error.why)
        return self


class RefusedByLesson(Refused):
    """The lesson asks for something else. It says so in its own words; in English if nobody asks for another."""

    def __init__(self, text: Text) -> None:
        super().__init__("lesson", say(text, "en"))
        self._text = text

    def said_in(self, language: str) -> RefusedByLesson:
        self._message = say(self._text, language)
        return self


def plain(text: str) -> str:
    """Text that can be written as UTF-8, whatever somebody sent us to be quoted back."""
    return text.encode("utf-8", "replace").decode()


def from_game(error: LudiError) -> Refused:
    """What the engine refused, as an answer."""
    if isinstance(error, NotYourTurn):
        return RefusedByGame("not_your_turn", error)
    if isinstance(error, IllegalAction):
        return RefusedByGame("illegal", error)
    if isinstance(error, MalformedAction):
        return Refused("malformed", str(error))
    if isinstance(error, CannotUndo):
        return Refused("cannot_undo", str(error))
    if isinstance(error, (UnknownGame, UnknownLesson)):
        return Refused("not_found", str(error))
    return Refused("invalid", str(error))


def from_store(error: DBAPIError) -> Refused:
    """What could not be read or written, as an answer; the log says what the database said."""
    log.error("the store failed: %s", str(error.orig).splitlines()[0] if str(error.orig) else type(error.orig).__name__)
    if is_full(error):
        return Refused("unavailable", "The disk of the server is full; this was not kept.")
    return Refused("unavailable", "The tables cannot be reached now; try again in a moment.")
