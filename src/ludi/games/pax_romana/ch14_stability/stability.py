"""Chapter 14: Stability."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.stability_track import HIGHEST, LOWEST


def change_stability(s: Position, power: int, change: int, rule: str) -> None:
    """Move a Power's marker, within +8 and -6 (14.1.4)."""
    before = s.stability[power]
    after = max(LOWEST, min(HIGHEST, before + change))
    s.stability[power] = after
    if s.listener is not None and after != before:
        s.tell("stability", rule, power=s.box.powers[power], change=f"{after - before:+d}", level=f"{after:+d}")
