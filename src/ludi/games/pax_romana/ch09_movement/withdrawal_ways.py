"""Chapters 9.4.4 and 9.4.5: where an Army that Withdraws may go."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.games.pax_romana.ch05_control.ports import harbour_for_armies
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE, step_ban, unit_ban, way_cost
from ludi.games.pax_romana.ch13_barbarians.rebels import closed_harbour
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY

LEAST_BY_SEA = 3
"""The MP of a Withdrawal by sea (9.4.5)."""


@dataclass(frozen=True, slots=True)
class Marched:
    """How the march of a Withdrawal ended."""

    to: int = NOBODY
    """Where the Army is now; NOBODY: where it was."""


def withdrawal_cost(s: Position, move: WithdrawalMarch, node: int, near: int, link: int) -> int:
    """MP of a step of a Withdrawal; a Garrison may be passed for 1 MP more, nobody else (9.4.4)."""
    if near == move.barred or step_ban(s, move.side, node, near, link, move.army):
        return IMPOSSIBLE
    cost = way_cost(s, near, link)
    if near < s.box.atlas.spaces and quick_foe(s, move.side, near):
        other = s.occupier(near)
        if near in s.sites or near in s.tribes or other < 0 or s.at(other, near) & COMBAT:
            return IMPOSSIBLE
        cost += 1
    return cost


def can_rest(s: Position, move: WithdrawalMarch, node: int, left: int) -> bool:
    """Whether a Withdrawal that has come so far can end in a Space without enemies."""
    if node < s.box.atlas.spaces and node != move.start and not quick_foe(s, move.side, node):
        return True
    for near, link in s.box.atlas.land[node]:
        cost = withdrawal_cost(s, move, node, near, link)
        if cost <= left and can_rest(s, move, near, left - cost):
            return True
    return False


def ports_next(s: Position, power: int, node: int, army: int) -> list[int]:
    """Friendly Ports one Naval Connection away, enemy Galleys in them or not (9.4.5); none for Militia (12.3.3).

    Cyprus may be closed (13.3).
    """
    if unit_ban(s, power, army) or not s.box.atlas.is_port[node]:
        return []
    sea = s.box.atlas.sea[node]
    ports = [near for near in sea if near < s.box.atlas.spaces and harbour_for_armies(s, power, near)]
    return [near for near in ports if not closed_harbour(s, power, near)]


def sea_mp(move: WithdrawalMarch) -> int:
    """The MP of a Withdrawal by sea: Cavalry does not hinder it from the Battle Space (9.4.3)."""
    return move.marching_mp + (move.hindered if move.node == move.start else 0)


def may_leave_by_sea(move: WithdrawalMarch) -> bool:
    """Whether its MP are enough to embark, sail and debark (9.4.5, 11.3)."""
    return sea_mp(move) >= LEAST_BY_SEA
