"""Chapter 10.7.7 and its like: where an Army goes that was beaten, paid to go or finds no way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.atlas import LAND_POINT
from ludi.games.pax_romana.leaders import kill_leader
from ludi.games.pax_romana.marching import IMPOSSIBLE, march_need, quick_foe
from ludi.games.pax_romana.move_stages import AT_SEA, FINISH, INVASION, SCATTERED, WALK, WITHDRAWAL
from ludi.games.pax_romana.state import Position

if TYPE_CHECKING:
    from ludi.games.pax_romana.movement import Move


def turn_back(s: Position, move: Move) -> None:
    if move.at_sea:
        move.legs = []
        move.stage = AT_SEA
    else:
        regroup(s, move)


def regroup(s: Position, move: Move) -> None:
    """The Army is placed where it came from; on a Transit Point only if it can get off it (10.7.7)."""
    where = move.entered
    move.stage = WALK
    if move.mode == INVASION and where == move.node:
        scatter_invaders(s, move)
        return
    if s.box.atlas.kind[where] == LAND_POINT:
        left = move.mp - (1 if move.lost else 0)
        best = min(
            (
                march_need(s, move.side, where, near, link, move.army, move.power)
                for near, link in s.box.atlas.land[where]
            ),
            default=IMPOSSIBLE,
        )
        if best > left:
            where = move.last_space
            move.stage = FINISH
    move.carry(s, where)


def scatter(s: Position, move: Move) -> None:
    """An Army that finds no way on: to a free Space beside, or lost."""
    free = [
        near
        for near, _ in s.box.atlas.land[move.node]
        if near < s.box.atlas.spaces and s.box.open[near] and not quick_foe(s, move.side, near, move.power)
        if near != move.barred
    ]
    if free:
        move.carry(s, free[0])
    else:
        s.remove(move.side, move.node, move.army)
        for number in move.leader_list(s):
            kill_leader(s, number, "PR-8.4.4")
        move.army = move.leaders = 0
    move.stage = FINISH


def scatter_invaders(s: Position, move: Move) -> None:
    """Invaders beaten where they were put go to a Space beside it, as their player chooses, or are lost."""
    from ludi.games.pax_romana.barbarians import Scatter

    move.stage = SCATTERED
    s.push(Scatter(move.side, move.power, move.node))


def step_back(s: Position, move: Move) -> None:
    """On a Transit Point with no way on: back to the last Space left; a Withdrawal takes any free Space."""
    move.stage = FINISH
    if move.mode == WITHDRAWAL and move.node != move.start:
        scatter(s, move)
    else:
        move.carry(s, move.last_space)
