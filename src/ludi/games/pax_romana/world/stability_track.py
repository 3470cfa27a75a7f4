"""The Stability Track as it is printed (14.1.3)."""

from __future__ import annotations

HIGHEST, LOWEST = 8, -6
STABLE, UNREST, TURMOIL = range(3)
RANGES = ("stable", "unrest", "turmoil")


def stability_range(level: int) -> int:
    """Stable from 0 up, Unrest -1 to -4, Turmoil -5 and -6 (14.1.3)."""
    if level >= 0:
        return STABLE
    return UNREST if level >= -4 else TURMOIL
