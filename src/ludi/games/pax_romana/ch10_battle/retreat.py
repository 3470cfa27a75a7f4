"""Chapter 10.7: Retreat, Space by Space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import harbour_for_armies
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader, leader_numbers
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from, quick_foe, ready_galleys, step_ban
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import ALPINE, LAND_POINT, PORT
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, MILITIAS, NOBODY, SOF, joined
from ludi.games.pax_romana.world.words import HALT, MARCH, SAIL

CHOOSE, ENTER, ENTERED, LANDED = range(4)


def army_at(s: Position, sides: tuple[int, ...], node: int) -> tuple[int, ...]:
    """The Land Units of each side in a place."""
    return tuple(s.at(side, node) & LAND for side in sides)


def _open(s: Position, sides: tuple[int, ...], army: tuple[int, ...], node: int, near: int, link: int) -> bool:
    """Whether all of a beaten Army may go over a Connection: no enemies there, no closed Strait (10.7.4)."""
    for side, part in zip(sides, army, strict=True):
        if step_ban(s, side, node, near, link, part):
            return False
        if near < s.box.atlas.spaces and quick_foe(s, side, near):
            return False
    return True


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
    atlas = s.box.atlas
    found = []
    for near, link in atlas.land[here]:
        if near in (battle, barred) or near in found or (via != NOBODY and near != via):
            continue
        if not _open(s, sides, army, here, near, link):
            continue
        if atlas.kind[near] != LAND_POINT:
            if _may_end(s, battle, near, spaces):
                found.append(near)
        elif _beyond(s, sides, army, battle, here, near, barred, spaces):
            found.append(near)
    return found


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
            if near in (battle, barred, here) or near in crossed or not _open(s, sides, army, at, near, link):
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
    """The Powers to which the parts of an Army belong."""
    return [s.sof_owner if side == SOF else side for side in sides if side < 4 or side == SOF]


def sea_retreats(s: Position, sides: tuple[int, ...], node: int, via: int = NOBODY) -> list[int]:
    """Ports one Naval Connection away for a Retreat by sea: an own Galley Squadron must be here (10.7.5).

    An intercepted Army goes back as it came: by sea only if it came by sea, and only there (9.3.3). Militia do not go
    to sea (12.3.3).
    """
    atlas = s.box.atlas
    owners = players(s, sides)
    if not owners or not atlas.flags[node] & PORT or not any(ready_galleys(s, power, node) for power in owners):
        return []
    if (via != NOBODY and via >= 0) or any(part & MILITIAS for part in army_at(s, sides, node)):
        return []
    return [
        near
        for near in atlas.sea[node]
        if near < atlas.spaces
        and (via == NOBODY or near == by_sea_from(via))
        and any(harbour_for_armies(s, power, near) for power in owners)
        and not any(quick_foe(s, side, near) for side in sides)
    ]


@dataclass(frozen=True, slots=True)
class Retreated:
    """How a Retreat ended."""

    to: int = NOBODY
    """Where the Army is now; NOBODY: nobody got away."""


class Retreat(Procedure):
    """A beaten Defender leaves the Battle Space, all together. Ends with :class:`Retreated`."""

    __slots__ = ("army", "barred", "crossed", "here", "leaders", "node", "power", "sides", "spaces", "via", "walls")

    name = "retreat"
    rule = "PR-10.7.4a"
    tuples = ("army", "sides")

    def __init__(self, sides: tuple[int, ...], power: int, node: int, barred: int, via: int, walls: bool) -> None:
        self.stage = CHOOSE
        self.sides = sides
        self.army: tuple[int, ...] = ()
        """What each side has in the Retreat, once it is under way: others in a Space it comes to are no part of it."""
        self.leaders = 0
        self.power = power
        self.node = self.here = node
        self.barred = barred
        self.via = via
        self.walls = walls
        self.spaces = 0
        """How many Spaces were entered."""
        self.crossed = False
        """Whether a Transit Point was crossed: the first Space beyond is the end."""

    def run(self, s: Position) -> bool:
        if self.stage == CHOOSE:
            return self._go_on(s)
        if self.stage == ENTER:
            self._enter(s)
        elif self.stage == LANDED:
            self._landed(s)
        return False

    def _go_on(self, s: Position) -> bool:
        if not self.army:
            self.army = army_at(s, self.sides, self.here)
            self.leaders = sum(1 << number for side in self.sides for number in s.leaders_of(side, self.here))
        self._sync(s)
        if not any(part & COMBAT for part in self.army):
            if any(s.at(side, self.here) & COMBAT for side in self.sides):
                s.pop(Retreated(self.here))
            else:
                self._lost(s)
            return False
        options = self.legal(s, self.power)
        if not options:
            self._lost(s)
            return False
        if len(options) == 1:
            self.decide(s, self.power, options[0])
            return False
        s._legal[self.power] = options
        return True

    def _sync(self, s: Position) -> None:
        """What is left of the Army after losses on the way."""
        self.army = tuple(
            joined(part, s.at(side, self.here) & LAND) for side, part in zip(self.sides, self.army, strict=True)
        )

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        self.army = tuple(part & GARRISONS | left for part, left in zip(self.army, army, strict=True))
        self._sync(s)

    def _lost(self, s: Position) -> None:
        """Nowhere to go, or nobody left to go there (10.7.4)."""
        for side, part in zip(self.sides, self.army, strict=True):
            s.remove(side, self.here, part)
        for number in leader_numbers(self.leaders):
            if s.leader_at[number] == self.here:
                kill_leader(s, number, "PR-10.7.4e", in_battle=True)
        s.pop(Retreated())

    def _enter(self, s: Position) -> None:
        """Losses on the way are taken; now others may intercept (10.7.6)."""
        self.stage = CHOOSE
        if s.box.atlas.kind[self.here] == LAND_POINT:
            return
        from ludi.games.pax_romana.ch09_movement.interception import Interception

        self._sync(s)
        first = next((side for side, part in zip(self.sides, self.army, strict=True) if part & COMBAT), NOBODY)
        if first != NOBODY:
            self.stage = ENTERED
            s.push(Interception(first, self.power, self.here, self.via, self.node))

    def _landed(self, s: Position) -> None:
        """After a meeting of Fleets in the Port: the Army is there, was driven elsewhere, or is lost."""
        if s.answer == self.here + 1:
            self.stage = ENTER
        else:
            s.pop(Retreated(s.answer - 1 if s.answer else NOBODY))

    def resumed(self, s: Position, result: Any) -> None:
        if self.stage == ENTERED:
            if result.gone:
                s.pop(Retreated(result.fled_to))
            else:
                self.stage = CHOOSE

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        found = []
        if self.here == self.node:
            if not self.walls:
                steps = onward(s, self.sides, self.army, self.node, self.node, self.barred, 0, self.via)
                found = [MARCH + near for near in steps]
            return found + [SAIL + near for near in sea_retreats(s, self.sides, self.node, self.via)]
        resting = s.box.atlas.kind[self.here] != LAND_POINT
        if resting:
            found.append(HALT)
            if self.crossed or self.spaces > 1:
                return found
        steps = onward(s, self.sides, self.army, self.node, self.here, self.barred, self.spaces)
        if not resting:
            steps = [near for near in steps if near != self.via]
        return found + [MARCH + near for near in steps]

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, near = action // SPAN * SPAN, action % SPAN
        if action == HALT:
            s.pop(Retreated(self.here))
            return
        origin = self.here
        links = dict(reversed(s.box.atlas.land[origin]))
        for side, part in zip(self.sides, self.army, strict=True):
            s.visit(side, near)
            s.drive(side, origin, near, part)
        for number in leader_numbers(self.leaders):
            if s.leader_at[number] == origin:
                s.leader_at[number] = near
        self.here = near
        self._sync(s)
        self.via = origin
        self.stage = ENTER
        if s.listener is not None:
            s.tell("retreat", self.rule, side=s.box.side_word(self.sides[0]), space=s.box.place(near))
        if verb == SAIL:
            self.via = by_sea_from(origin)
            self.spaces = 2
            self._sail(s, near)
            return
        from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, attrition

        if s.box.atlas.kind[near] == LAND_POINT:
            self.crossed = True
            s.push(Losses(self.sides, self.power, near, 1, IN_BATTLE, True, False))
        else:
            self.spaces += 1
        if links[near] == ALPINE:
            attrition(s, self.sides, self.power, near, self.army, "PR-9.5.2a")

    def _sail(self, s: Position, port: int) -> None:
        """The Galley Squadrons go along; allies are one Fleet, which meets those of an enemy there (10.7.5, 11.4.1)."""
        from ludi.games.pax_romana.ch11_naval.landfall import Landfall

        owners = dict.fromkeys(players(s, self.sides))
        sides = (*self.sides, *(owner for owner in owners if owner not in self.sides))
        escorts = tuple(ready_galleys(s, side, self.node) if side in owners else 0 for side in sides)
        for side, ships in zip(sides, escorts, strict=True):
            s.drive(side, self.node, port, ships)
        if any(s.foes_galleys(owner, port) != NOBODY for owner in owners):
            self.stage = LANDED
            s.push(Landfall(self, sides, escorts))

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.retreat-to", {"space": s.box.place(self.here)}, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.retreat", {"space": s.box.place(self.node)}, self.rule)
