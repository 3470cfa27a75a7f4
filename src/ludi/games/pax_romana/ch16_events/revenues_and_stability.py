"""Chapter 16.2, Revenues and Stability."""

from __future__ import annotations

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position

POOR, RICH = 3, 12


def revenues(s: Position) -> None:
    """Whoever has less than 3 Talents loses Stability, whoever has more than 12 gains some."""
    for power, talents in enumerate(s.treasury):
        if talents < POOR:
            change_stability(s, power, -1, "PR-16.2-REVENUES-AND-STABILITY")
        elif talents > RICH:
            change_stability(s, power, 1, "PR-16.2-REVENUES-AND-STABILITY")
