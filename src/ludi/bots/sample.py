"""Which decisions of a game are judged, and in which order: a long game is looked at in outline first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ludi.core import BadOption

STRIDES = (32, 16, 8, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Sample:
    """All decisions, or those of one seat; each of them, or every so many; for as long as it may take."""

    every: int = 1
    seat: int | None = None
    seconds: float | None = None
    """When so much time was spent, it is enough."""

    def __post_init__(self) -> None:
        if self.every < 1:
            raise BadOption(f"Every {self.every}th decision cannot be judged; name 1 or more.")

    def numbers(self, decisions: Sequence[tuple[int, str]]) -> list[int]:
        """The decisions to judge, counted from 1, those first that show the whole game in outline."""
        mine = [number for number, (seat, _) in enumerate(decisions, 1) if self.seat is None or seat == self.seat]
        left = mine[:: self.every]
        found: dict[int, None] = {}
        for stride in STRIDES:
            found |= dict.fromkeys(left[::stride])
        return list(found)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
