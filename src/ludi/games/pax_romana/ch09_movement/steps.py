"""Chapter 9, the choices of a Move by land: who goes along, where to, and what to do on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch05_control.ports import harbour_for_armies
from ludi.games.pax_romana.ch07_cities.cities import may_raze
from ludi.games.pax_romana.ch09_movement.stages import INVASION, MAJOR_MOVE, MINOR_MOVE, WITHDRAWAL
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE, march_need, quick_foe, step_ban, step_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import PORT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEYS,
    LAND,
    MILITIAS,
    NOBODY,
    NODE_BITS,
    OCCUPY,
    SETTLERS,
    SOF,
    TRIBES,
    kinds,
    size,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    SAIL,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move


def reserve_waits(s: Position, power: int, node: int) -> bool:
    """Whether a scenario holds Land Units in a Space back (I: those in Macedonia until a later Greek Activation)."""
    rule = s.box.special.get("epirote-reserve")
    if rule is None or s.box.powers[power] != rule["power"] or node >= s.box.atlas.spaces:
        return False
    province = s.box.atlas.province_index[rule["province"]]
    return s.box.atlas.province_of[node] == province and s.acted[power] < rule["from_activation"]


def settlers(s: Position, power: int, node: int) -> int:
    """The Units that a Minor Move may break down here, moved or not, for that is no movement (12.1.4, 9.1.4)."""
    if node >= s.box.atlas.spaces or reserve_waits(s, power, node):
        return 0
    return s.at(power, node) & SETTLERS


def selection(s: Position, move: Move) -> list[int]:
    units = move.available(s)
    found = []
    if move.mode == MINOR_MOVE:
        if s.mutiny == move.side << NODE_BITS | move.node:
            units &= ~GALLEYS
        found = [TAKE + kind for kind in kinds(units)]
        if move.side < len(s.box.powers):
            found += [BREAK + kind for kind in kinds(settlers(s, move.side, move.node))]
        return found + [TAKE_LEADER + number for number in move.idle_leaders(s)]
    if move.mode == WITHDRAWAL and not move.army & COMBAT:
        if not move.army and not move.leaders:
            found.append(TAKE_ALL)
    elif not (move.army or move.leaders or move.ships):
        found.append(TAKE_ALL)
    elif move.led_by == NOBODY or (move.army and move.leaders >> move.led_by & 1):
        found.append(GO)
    if s.mutiny == move.side << NODE_BITS | move.node:
        units &= ~GALLEYS
    if move.fleet:
        units &= GALLEYS
    elif move.army or move.mode == WITHDRAWAL or move.side == SOF or move.led_by != NOBODY:
        units &= LAND
    found += [TAKE + kind for kind in kinds(units)]
    return found + [TAKE_LEADER + number for number in move.idle_leaders(s)]


def steps(s: Position, move: Move) -> list[int]:
    node, mp = move.node, move.mp
    box = s.box
    atlas = box.atlas
    space = node < atlas.spaces
    found = []
    if space and may_stay(s, move):
        found.append(HALT)
    left = marching_mp(move)
    if left > 0:
        for near, link in atlas.land[node]:
            if need(s, move, near, link) <= left:
                found.append(MARCH + near)
    if not space:
        return found
    if (mp > 0 or move.mode == WITHDRAWAL) and move.mode != INVASION:
        pauses(s, move, found)
    elif mp > 0 and move.army & COMBAT:
        from ludi.games.pax_romana.ch13_barbarians.barbarians import ravages

        found += ravages(s, move)
    elif move.broke_at == node:
        found += breakdowns(move)
    if mp > 0 and move.mode != INVASION and may_stay(s, move):
        if move.army and (size(move.army) > 1 or (move.leaders and move.led_by == NOBODY)):
            found += [DROP + kind for kind in kinds(move.army)]
        if move.army or move.leaders & (move.leaders - 1):
            found += [DROP_LEADER + number for number in move.leader_list(s) if number != move.led_by]
    return found


def breakdowns(move: Move) -> list[int]:
    """The Units of the Army that may become Garrisons, as many as one likes for 1 MP (9.2.1 e, 12.1.4)."""
    return [BREAK + kind for kind in kinds(move.army & SETTLERS)]


def pauses(s: Position, move: Move, found: list[int]) -> None:
    """What an Army may do in a Space besides marching on."""
    node, side, mp, box = move.node, move.side, move.mp, s.box
    gathers = move.mode == MAJOR_MOVE or (move.mode == WITHDRAWAL and node != move.start)
    if gathers and mp - move.bonus >= 1 and move.available(s) & LAND:
        found.append(PICK_UP)
    if move.idle_leaders(s) and move.army:
        found += [TAKE_LEADER + number for number in move.idle_leaders(s)]
    if move.mode == MAJOR_MOVE and side != SOF:
        found += breakdowns(move)
    if move.mode != WITHDRAWAL and move.army & OCCUPY and not may_raze(s, move.power, node, mp):
        found.append(RAZE)
    if not box.atlas.flags[node] & PORT:
        return
    if move.mode == WITHDRAWAL:
        if sea_mp(move) >= 3 and node not in move.visited:
            found += [SAIL + near for near in ports_next(s, move.power, node, move.army)]
    elif box.atlas.sea[node] and not embark_ban(move):
        found.append(EMBARK)


def embark_ban(move: Move) -> str:
    """The rule that forbids embarking in a Port, '' if it is allowed (9.2.1 d, h; 12.3.3)."""
    if move.army & MILITIAS:
        return "PR-12.3.3b"
    if not move.army and move.node in move.visited:
        return "PR-11.1.1a"
    return "PR-9.2.1n" if move.army and marching_mp(move) < 3 else ""


def marching_mp(move: Move) -> int:
    """The MP left to move on: after a lost Battle it costs 1 to begin again (9.2.1 h)."""
    return move.mp - (1 if move.lost else 0)


def sea_mp(move: Move) -> int:
    """The MP of a Withdrawal by sea: Cavalry does not hinder it from the Battle Space (9.4.3)."""
    return marching_mp(move) + (move.modifier if move.node == move.start else 0)


def ports_next(s: Position, power: int, node: int, army: int) -> list[int]:
    """Friendly Ports one Naval Connection away, enemy Galleys in them or not (9.4.5); none for Militia (12.3.3)."""
    if army & MILITIAS or not s.box.atlas.flags[node] & PORT:
        return []
    sea = s.box.atlas.sea[node]
    return [near for near in sea if near < s.box.atlas.spaces and harbour_for_armies(s, power, near)]


def may_stay(s: Position, move: Move) -> bool:
    """No Army ends its Move among those it may only pass (9.4.4, 13.4.2)."""
    if move.mode == WITHDRAWAL:
        return move.node != move.start and not quick_foe(s, move.side, move.node)
    if move.mode == INVASION:
        other = s.occupier(move.node)
        return other in (NOBODY, move.side, TRIBES) or move.mp == 0 or move.node == move.start
    return True


def withdrawal_cost(s: Position, move: Move, node: int, near: int, link: int) -> int:
    """MP of a step of a Withdrawal; a Garrison may be passed for 1 MP more, nobody else (9.4.4)."""
    if near == move.barred or step_ban(s, move.side, node, near, link, move.army):
        return IMPOSSIBLE
    cost = step_cost(s.box.atlas, near, link)
    if near < s.box.atlas.spaces and quick_foe(s, move.side, near):
        other = s.occupier(near)
        if near in s.sites or near in s.tribes or other < 0 or s.at(other, near) & COMBAT:
            return IMPOSSIBLE
        cost += 1
    return cost


def can_rest(s: Position, move: Move, node: int, left: int) -> bool:
    """Whether a Withdrawal that has come so far can end in a Space without enemies."""
    if node < s.box.atlas.spaces and node != move.start and not quick_foe(s, move.side, node):
        return True
    for near, link in s.box.atlas.land[node]:
        cost = withdrawal_cost(s, move, node, near, link)
        if cost <= left and can_rest(s, move, near, left - cost):
            return True
    return False


def need(s: Position, move: Move, near: int, link: int) -> int:
    if move.mode == WITHDRAWAL:
        cost = withdrawal_cost(s, move, move.node, near, link)
        left = marching_mp(move)
        return cost if cost <= left and can_rest(s, move, near, left - cost) else IMPOSSIBLE
    need = march_need(s, move.side, move.node, near, link, move.army, move.power)
    if move.mode == INVASION:
        from ludi.games.pax_romana.ch13_barbarians.barbarians import barred_to_germans

        if barred_to_germans(s, move.side, move.node if move.node < s.box.atlas.spaces else move.last_space, near):
            return IMPOSSIBLE
    return need
