"""All that can go wrong at a table, as one family.

Every error carries one clear sentence. The command line prints it and leaves with exit code 2, the server answers
with a 4xx; in both cases nothing has changed.
"""


class LudiError(Exception):
    """Something was asked for that cannot be done; the message is a sentence for the person who asked."""


class MalformedAction(LudiError, ValueError):
    """The word is no action of this game at all."""


class IllegalAction(LudiError):
    """The action exists, but not here and now. ``rule`` is the id of the requirement that forbids it."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.reason = reason
        self.rule = rule


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


class BadPosition(LudiError, ValueError):
    """A position was described that cannot occur."""


class BadRecord(LudiError, ValueError):
    """A saved game is damaged, foreign or has been tampered with."""
