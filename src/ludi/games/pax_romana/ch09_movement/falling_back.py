"""Chapter 10.7.7 and its like: where an Army goes that was beaten, paid to go or finds no way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.stages import AT_SEA, FINISH, INVASION, SCATTERED, WALK, WITHDRAWAL
from ludi.games.pax_romana.ch09_movement.steps import marching_mp
from ludi.games.pax_romana.ch09_movement.ways import march_need, quick_foe, step_ban
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import LAND_POINT

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move


def turn_back(s: Position, move: Move) -> None:
    if move.at_sea:
        move.legs = []
        move.stage = AT_SEA
    else:
        regroup(s, move)


def regroup(s: Position, move: Move) -> None:
    """The Army is placed where it came from; on a Transit Point only if it can get off it (10.7.7)."""
    if move.mode == INVASION and move.entered == move.node:
        scatter_invaders(s, move)
        return
    where = move.entered
    move.stage = WALK
    if s.box.atlas.kind[where] == LAND_POINT and way_off(s, move, where) > marching_mp(move):
        where = move.last_space
        move.stage = FINISH
    move.carry(s, where)


def regroups_at(s: Position, move: Move, leader_died: bool, lost: bool) -> int:
    """Where :func:`regroup` will put an Army, before what its Battle cost it has been reckoned."""
    if s.box.atlas.kind[move.entered] != LAND_POINT:
        return move.entered
    left = move.mp - leader_died - (move.lost or lost)
    return move.entered if way_off(s, move, move.entered) <= left else move.last_space


def way_off(s: Position, move: Move, point: int) -> int:
    """The least MP that bring the Army from a Land Transit Point to a Space."""
    steps = s.box.atlas.land[point]
    return min(march_need(s, move.side, point, near, link, move.army, move.power) for near, link in steps)


def scatter(s: Position, move: Move) -> None:
    """An Army that finds no way on: to a free Space beside, or lost."""
    free = [
        near
        for near, link in s.box.atlas.land[move.node]
        if near < s.box.atlas.spaces and near != move.barred and not quick_foe(s, move.side, near, move.power)
        if not step_ban(s, move.side, move.node, near, link, move.army)
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
    from ludi.games.pax_romana.ch13_barbarians.barbarians import Scatter

    move.stage = SCATTERED
    s.push(Scatter(move.side, move.power, move.node))


def step_back(s: Position, move: Move) -> None:
    """On a Transit Point with no way on: back to the last Space left; a Withdrawal takes any free Space."""
    move.stage = FINISH
    if move.mode == WITHDRAWAL and move.node != move.start:
        scatter(s, move)
    else:
        move.carry(s, move.last_space)
