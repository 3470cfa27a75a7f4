"""Chapter 9: a Move has ended: who has moved, and what that changes."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch09_movement.convoy import Expedition
from ludi.games.pax_romana.ch09_movement.movement import FINISH, March, OwnMove
from ludi.games.pax_romana.ch11_naval.afloat import release_escort
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import GALLIC_REBELS, GARRISON, GERMANS, ONE, SOF, count, is_power, points
from ludi.games.pax_romana.world.sets import plus


class Finish(Stage[OwnMove], of=March, at=FINISH):
    """A Major or Minor Move is over."""

    def run(self, s: Position, p: OwnMove) -> bool:
        wear_out_army(s, p)
        release_escort(s, p)
        p.retire(s, p.leaders)
        if s.guard_duty:
            guard(s, p)
        rest_others(s, (p.side, p.power))
        settle(s, p.side, p.node, p.start)
        s.pop()
        return False


def wear_out_army(s: Position, move: Expedition) -> None:
    """The Army has moved, but for Garrisons made where it ends (12.1.4)."""
    move.wear_out(s, move.army - min(move.made, count(move.army, GARRISON)) * ONE[GARRISON])


def settle(s: Position, side: int, node: int, start: int) -> None:
    """What is left alone and who Controls what, where an Army or Fleet is and where it came from."""
    s.tidy(side, node)
    s.tidy(side, start)
    recount(s)


def guard(s: Position, move: Expedition) -> None:
    """An Army of 3 BP has come to a Capital (16.2, Stability Check)."""
    came = is_power(move.side) and move.node != move.start and points(move.army) >= 3
    if came and move.node in s.box.capitals[move.side]:
        s.guard_points = plus(s.guard_points, move.side)


def rest_others(s: Position, movers: tuple[int, ...]) -> None:
    """Whoever Withdrew before this Move may do so again before the next one (9.4.1)."""
    movers += (s.active, GERMANS, GALLIC_REBELS)
    if s.sof_owner in movers:
        movers += (SOF,)
    s.rest_all_but(movers)
