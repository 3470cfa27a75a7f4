"""What happened, as data: for the log, the animation and the translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ludi.core.text import Fact, Phrase

Role = Literal["", "aside", "turn", "between", "round", "moment"]
"""How a kind of event is told: like the others; in passing, without time of its own; it opens a player's turn; it is
told when the last of the turns is over, and belongs to none; it opens a round; it is what one talks about afterwards (a
battle, Rome's harvest) and gets a moment of its own."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    ``facts`` may be known to everybody. ``secret`` holds further facts that only the seats in ``seers`` may know: a
    card drawn is an event for the whole table, which card it was only for the one who drew it.
    """

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""
    secret: Mapping[str, Fact] = field(default_factory=dict)
    seers: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> Phrase:
        """The event as a seat (or, with None, a spectator) may know it.

        The key is ``event.<kind>``, or ``event.<kind>-secret`` for one who sees the secret part.
        """
        if self.secret and seat in self.seers:
            return Phrase(f"event.{self.kind}-secret", {**self.facts, **self.secret}, self.rule)
        return Phrase(f"event.{self.kind}", self.facts, self.rule)

    def opened(self) -> Phrase:
        """The event with its secret told, for the replay of a finished game."""
        if self.secret:
            return Phrase(f"event.{self.kind}-secret", {**self.facts, **self.secret}, self.rule)
        return Phrase(f"event.{self.kind}", self.facts, self.rule)


Listener = Callable[[Event], None]
