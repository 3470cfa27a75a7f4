"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludi.core.text import Phrase


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why.

    ``reason`` is a key of the phrasebook (``outcome.<reason>``), ``rule`` the requirement behind it. ``winners`` may be
    empty (nobody won) or several (a shared victory). ``scores`` is empty where no points are compared. ``reckoning``
    holds the full account as JSON-ready data, for the page that shows it.
    """

    winners: tuple[int, ...]
    reason: str
    rule: str
    scores: tuple[int, ...] = ()
    reckoning: Mapping[str, Any] = field(default_factory=dict)

    def returns(self, seats: int) -> list[float]:
        """What the game was worth to each seat: 1 for a win (shared out among equals), else 0."""
        worth = [0.0] * seats
        for seat in self.winners:
            worth[seat] = 1.0 / len(self.winners)
        return worth

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON-ready data."""
        return {**self.heads(), "reckoning": dict(self.reckoning)}

    def heads(self) -> dict[str, Any]:
        """All but the account, as JSON-ready data."""
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "rule": self.rule,
            "scores": list(self.scores),
        }

    def phrase(self) -> Phrase:
        return Phrase(f"outcome.{self.reason}", {"winners": self.winners}, self.rule)
