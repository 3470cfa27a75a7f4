"""Chapter 10.7: Retreat."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.atlas import ALPINE, LAND_POINT, PORT
from ludi.games.pax_romana.control import friendly_port
from ludi.games.pax_romana.leaders import leaders_without_army
from ludi.games.pax_romana.marching import quick_foe, step_ban
from ludi.games.pax_romana.movement import GONE, PLACE_SHIFT
from ludi.games.pax_romana.pieces import COMBAT, GALLEYS, LAND, NOBODY, points
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import MARCH, SAIL


def _open(s: Position, side: int, node: int, near: int, link: int, army: int) -> bool:
    if link == ALPINE or step_ban(s, side, node, near, link, army):
        return False
    return near >= s.box.atlas.spaces or not quick_foe(s, side, near)


def retreat_spaces(s: Position, side: int, node: int, barred: int, via: int = NOBODY) -> dict[int, int]:
    """Where an Army may Retreat by land, and how many Battle Points Transit Points on the way cost it (10.7.4, 10.7.6).

    ``barred`` is where the Attacker came from; ``via``, if not NOBODY, the only first step (9.3.3: an intercepted Army
    goes back as it came; -2 when that was by sea).
    """
    atlas = s.box.atlas
    army = s.at(side, node) & LAND
    found: dict[int, int] = {}
    near_battle = {near for near, _ in atlas.land[node]}
    for near, link in atlas.land[node]:
        if near == barred or (via != NOBODY and near != via) or not _open(s, side, node, near, link, army):
            continue
        if atlas.kind[near] == LAND_POINT:
            _over_points(s, side, node, near, barred, army, found)
            continue
        found[near] = 0
        for beyond, other in atlas.land[near]:
            if beyond in (node, barred) or atlas.kind[beyond] == LAND_POINT or beyond in near_battle:
                continue
            if _open(s, side, near, beyond, other, army):
                found.setdefault(beyond, 0)
    return found


def _over_points(s: Position, side: int, node: int, point: int, barred: int, army: int, found: dict[int, int]) -> None:
    """Over Transit Points to the first Space beyond, 1 BP for each of them."""
    spent = {point: 1}
    todo = [point]
    while todo:
        here = todo.pop(0)
        for near, link in s.box.atlas.land[here]:
            if near in (node, barred) or near in spent or not _open(s, side, here, near, link, army):
                continue
            if s.box.atlas.kind[near] == LAND_POINT:
                spent[near] = spent[here] + 1
                todo.append(near)
            elif near not in found or found[near] > spent[here]:
                found[near] = spent[here]


def sea_retreats(s: Position, side: int, node: int) -> list[int]:
    """Ports one Naval Connection away for a Retreat by sea: an own Galley Squadron must be here (10.7.5)."""
    atlas = s.box.atlas
    if not atlas.flags[node] & PORT or not s.at(side, node) & GALLEYS:
        return []
    return [near for near in atlas.sea[node] if near < atlas.spaces and friendly_port(s, side, near)]


class Retreat(Procedure):
    """A beaten Defender leaves the Battle Space, all together. Answer: node + 1 in the upper bits, 0 if he is gone."""

    __slots__ = ("barred", "node", "power", "side", "to", "via", "walls")

    name = "retreat"
    rule = "PR-10.7.4a"

    def __init__(self, side: int, power: int, node: int, barred: int, via: int, walls: bool) -> None:
        self.stage = 0
        self.side = side
        self.power = power
        self.node = node
        self.barred = barred
        self.via = via
        self.walls = walls
        self.to = NOBODY

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            options = self.legal(s, self.power)
            if not options:
                s.remove(self.side, self.node, s.at(self.side, self.node) & LAND)
                leaders_without_army(s, self.side, self.node, "PR-10.7.4e")
                s.pop(0)
                return False
            if len(options) == 1:
                self.decide(s, self.power, options[0])
                return False
            return True
        if self.stage == 1:
            from ludi.games.pax_romana.interception import Interception

            self.stage = 2
            s.answer = 0
            if s.at(self.side, self.to) & COMBAT:
                s.push(Interception(self.side, self.power, self.to, self.node, self.node))
            return False
        where = self.to + 1
        if s.answer & GONE:
            where = s.answer >> PLACE_SHIFT
        s.pop(where)
        return False

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        found = []
        if not self.walls:
            lands = retreat_spaces(s, self.side, self.node, self.barred, self.via)
            found = [MARCH + near for near in sorted(lands)]
        if self.side < 4:
            found += [SAIL + near for near in sea_retreats(s, self.side, self.node)]
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, near = action // SPAN * SPAN, action % SPAN
        army = s.at(self.side, self.node) & LAND
        toll = 0
        if verb == SAIL:
            army |= s.at(self.side, self.node) & GALLEYS
        else:
            toll = retreat_spaces(s, self.side, self.node, self.barred, self.via)[near]
        s.shift(self.side, self.node, near, army)
        for number in s.leaders_of(self.side, self.node):
            s.leader_at[number] = near
        self.to = near
        self.stage = 1
        if s.listener is not None:
            s.tell("retreat", self.rule, side=s.box.side_word(self.side), space=s.box.place(near))
        if toll:
            from ludi.games.pax_romana.losses import IN_BATTLE, Losses

            toll = min(toll, points(army))
            s.push(Losses((self.side,), self.power, near, toll, IN_BATTLE, True, False))

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.retreat-to", {"space": s.box.place(self.node)}, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.retreat", {"space": s.box.place(self.node)}, self.rule)
