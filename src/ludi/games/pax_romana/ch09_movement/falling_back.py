"""Chapter 10.7.7 and its like: where an Army goes that was beaten or paid to go."""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.movement import FINISH, WALK, Move
from ludi.games.pax_romana.ch09_movement.ways import march_need
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import LAND_POINT


def regroup(s: Position, move: Move) -> None:
    """The Army is placed where it came from; on a Transit Point only if it can get off it (10.7.7)."""
    where = move.entered
    move.stage = WALK
    if s.box.atlas.kind[where] == LAND_POINT and way_off(s, move, where) > move.marching_mp:
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
