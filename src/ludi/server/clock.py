"""The time by which the players' clocks run.

It passes only while the tables can be reached, so nobody's time runs out while the server is down; and it is not the
time of the system, which somebody may set. A beat writes it down every two seconds. A server that starts goes on from
the last beat, and several processes over one database agree on it by the same beat.
"""

from __future__ import annotations

from time import monotonic

BEAT_SECONDS = 2.0
LOST_SECONDS = 10.0
"""So long after the last beat the time stands: the tables cannot be reached, or the process was stopped."""


class Clock:
    """Seconds since some moment; the store says which they are."""

    def __init__(self) -> None:
        self._beat = 0.0
        self._heard = monotonic()

    def now(self) -> float:
        return self._beat + min(monotonic() - self._heard, LOST_SECONDS)

    @property
    def due(self) -> bool:
        """Whether the time must be written down again."""
        return monotonic() - self._heard >= BEAT_SECONDS

    def take(self, beat: float) -> None:
        """What was written down now."""
        self._beat = beat
        self._heard = monotonic()
