"""Chapters 10.7.4 to 10.7.6: the ways that are open to a Retreat, by land and by sea."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.ports import harbour_for_armies
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.ways import (
    port_of,
    step_ban,
    unit_ban,
)
from ludi.games.pax_romana.ch11_naval.fleets import ready_galleys
from ludi.games.pax_romana.ch13_barbarians.rebels import closed_harbour
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.atlas import LAND_POINT
from ludi.games.pax_romana.world.pieces import LAND, NOBODY, PLAYED, SOF


def army_at(s: Position, sides: tuple[int, ...], node: int) -> tuple[int, ...]:
    """The Land Units of each side in a place."""
    return tuple(s.at(side, node) & LAND for side in sides)


NO_WAY = Phrase("why.no-land-way", {}, "PR-10.7.4a")
BARRED = Phrase("why.enemy-came-from-there", {}, "PR-10.7.4c")
INTERCEPTED = Phrase("why.back-as-it-came", {}, "PR-9.3.3c")
ENEMIES = Phrase("why.enemy-there", {}, "PR-10.7.4a")
TOO_NEAR = Phrase("why.too-near", {}, "PR-10.7.4b")
NO_END = Phrase("why.retreat-without-end", {}, "PR-10.7.4a")


def _closed(s: Position, sides: tuple[int, ...], army: tuple[int, ...], node: int, near: int, link: int) -> Reason:
    """Why not all of a beaten Army may go over a Connection: enemies there, or a closed Strait (10.7.4)."""
    for side, part in zip(sides, army, strict=True):
        ban = step_ban(s, side, node, near, link, part)
        if ban:
            return ban
        if near < s.box.atlas.spaces and quick_foe(s, side, near):
            return ENEMIES
    return ""


def onward(
    s: Position,
    sides: tuple[int, ...],
    army: tuple[int, ...],
    battle: int,
    here: int,
    barred: int,
    spaces: int,
    via: int = NOBODY,
) -> list[int]:
    """The next steps of a Retreat from ``here`` that can still lead to a lawful end (10.7.4, 10.7.6).

    ``army`` is what each of the sides has in it, ``spaces`` how many Spaces were entered before, ``barred`` where the
    Attacker came from, and ``via``, if not NOBODY, the only first step (9.3.3).
    """
    found = []
    for near, link in s.box.atlas.land[here]:
        if near not in found and not no_step(s, sides, army, battle, here, near, link, barred, spaces, via):
            found.append(near)
    return found


def no_step(
    s: Position,
    sides: tuple[int, ...],
    army: tuple[int, ...],
    battle: int,
    here: int,
    near: int,
    link: int,
    barred: int,
    spaces: int,
    via: int = NOBODY,
) -> Reason:
    """Why a Retreat does not lead over a Connection, or nothing."""
    if near == battle:
        return TOO_NEAR
    if near == barred:
        return BARRED
    if via not in (NOBODY, near):
        return INTERCEPTED
    closed = _closed(s, sides, army, here, near, link)
    if closed:
        return closed
    if s.box.atlas.kind[near] != LAND_POINT:
        return "" if _may_end(s, battle, near, spaces) else TOO_NEAR
    return "" if _beyond(s, sides, army, battle, here, near, barred, spaces) else NO_END


def _may_end(s: Position, battle: int, node: int, spaces: int) -> bool:
    """A Retreat of two Spaces does not end beside the Battle Space."""
    return spaces == 0 or all(near != battle for near, _ in s.box.atlas.land[node])


def _beyond(
    s: Position,
    sides: tuple[int, ...],
    army: tuple[int, ...],
    battle: int,
    here: int,
    point: int,
    barred: int,
    spaces: int,
) -> dict[int, int]:
    """The first Spaces beyond a Transit Point, and how many Points are crossed on the way to each."""
    crossed = {point: 1}
    todo = [point]
    found: dict[int, int] = {}
    while todo:
        at = todo.pop(0)
        for near, link in s.box.atlas.land[at]:
            if near in (battle, barred, here) or near in crossed or _closed(s, sides, army, at, near, link):
                continue
            if s.box.atlas.kind[near] == LAND_POINT:
                crossed[near] = crossed[at] + 1
                todo.append(near)
            elif _may_end(s, battle, near, spaces):
                found.setdefault(near, crossed[at])
    return found


def retreat_spaces(s: Position, sides: tuple[int, ...], node: int, barred: int, via: int = NOBODY) -> dict[int, int]:
    """Where an Army may Retreat by land, and how many Battle Points Transit Points on the way cost it."""
    found: dict[int, int] = {}
    kind = s.box.atlas.kind
    army = army_at(s, sides, node)
    for near in onward(s, sides, army, node, node, barred, 0, via):
        if kind[near] == LAND_POINT:
            found.update(_beyond(s, sides, army, node, node, near, barred, 0))
            continue
        found[near] = 0
        for beyond in onward(s, sides, army, node, near, barred, 1):
            if kind[beyond] == LAND_POINT:
                for end, toll in _beyond(s, sides, army, node, near, beyond, barred, 1).items():
                    found.setdefault(end, toll)
            else:
                found[beyond] = 0
    return found


def players(s: Position, sides: tuple[int, ...]) -> list[int]:
    """Whose Galley Squadrons and Ports serve the parts of an Army; Pontus has its own (12.5.5)."""
    return [s.sof_owner if side == SOF else side for side in sides if side in PLAYED]


def sea_retreats(s: Position, sides: tuple[int, ...], node: int, via: int = NOBODY) -> list[int]:
    """Ports one Naval Connection away for a Retreat by sea: an own Galley Squadron must be here (10.7.5).

    An intercepted Army goes back as it came: by sea only if it came by sea, and only there (9.3.3). Militia do not go
    to sea (12.3.3). Cyprus may be closed (13.3).
    """
    atlas = s.box.atlas
    owners = players(s, sides)
    if not owners or not atlas.is_port[node] or not any(ready_galleys(s, power, node) for power in owners):
        return []
    if (via != NOBODY and via >= 0) or any(
        unit_ban(s, side, part) for side, part in zip(sides, army_at(s, sides, node), strict=True)
    ):
        return []
    return [
        near
        for near in atlas.sea[node]
        if near < atlas.spaces
        and (via == NOBODY or near == port_of(via))
        and not all(closed_harbour(s, power, near) for power in owners)
        and any(harbour_for_armies(s, power, near) for power in owners)
        and not any(quick_foe(s, side, near) for side in sides)
    ]
