"""Chapter 16.2, Slave Revolt."""

from __future__ import annotations

from ludi.games.pax_romana.ch12_special.slave_turn import slaves_rise
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.sets import has


def slave_revolt(s: Position, victim: int) -> None:
    """The next player in order who has no alliance with the victim places the Slaves (12.7.1)."""
    if not slave_spaces(s, victim) or has(s.slaves_due, victim):
        return
    change_stability(s, victim, -1, "PR-14.2.1i")
    order = s.box.play_order
    after = order.index(victim) + 1
    others = [*order[after:], *order[: after - 1]]
    others = [power for power in others if s.box.seat_of[power] != s.box.seat_of[victim]]
    strangers = [power for power in others if not has(s.allies[victim], power)]
    slaves_rise(s, (strangers or others)[0], victim)
