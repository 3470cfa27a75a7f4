"""Chapter 16.2, Revenues and Stability."""

from __future__ import annotations

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position

POOR, RICH = 3, 12


def revenues(s: Position) -> None:
    """Whoever has less than 3 Talents loses Stability, whoever has more than 12 gains some."""
    for power in range(len(s.box.powers)):
        revenue(s, power, "PR-16.2-REVENUES-AND-STABILITY")


def revenue(s: Position, power: int, rule: str) -> None:
    """A poor Power loses Stability, a rich one gains some."""
    talents = s.treasury[power]
    if talents < POOR:
        change_stability(s, power, -1, rule)
    elif talents > RICH:
        change_stability(s, power, 1, rule)
