"""All that can go wrong at a table, as one family.

Every error carries one clear sentence. The command line prints it and leaves with exit code 2, the server answers
with a 4xx; in both cases nothing has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludi.core.game import Box
    from ludi.core.text import Phrase


class LudiError(Exception):
    """Something was asked for that cannot be done; the message is a sentence for the person who asked."""


class MalformedAction(LudiError, ValueError):
    """The word is no action of this game at all."""


class IllegalAction(LudiError):
    """The action exists, but not here and now.

    ``why`` is the condition that fails, to be said in any language; its ``rule`` is the requirement that forbids the
    action. The message is in English, and put into words only for one who reads it.
    """

    def __init__(self, why: Phrase, box: Box) -> None:
        super().__init__(why, box)
        self.why = why
        self.box = box

    @property
    def rule(self) -> str:
        return self.why.rule

    @property
    def reason(self) -> str:
        return self.box.game.phrases("en", self.box).say(self.why)

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


class NotYourTurn(IllegalAction):
    """The seat has nothing to decide now."""


class CannotUndo(LudiError):
    """A decision cannot be taken back: chance, a secret or another seat has come in between."""


class UnknownGame(LudiError):
    """No game of that name is installed."""


class UnknownBot(LudiError):
    """No bot of that name exists for this game."""


class BadOption(LudiError, ValueError):
    """An option of a game has a value it cannot have."""


class BadInsight(LudiError, TypeError):
    """What a game offers to bots is not what they ask for."""


class BadPosition(LudiError, ValueError):
    """A position was described that cannot occur."""


class BadQuestion(LudiError, ValueError):
    """A question that the game does not answer, or about something that is not in this match."""


class BadLesson(LudiError, ValueError):
    """The file of a lesson is not what it should be, or its solution does not lead through it."""


class UnknownLesson(LudiError):
    """The game has no lesson of that name."""


class BadRecord(LudiError, ValueError):
    """A saved game is damaged, foreign or has been tampered with."""
