"""Chapter 13.4.5: invaders who are beaten where they were put."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import LAND, NOBODY
from ludi.games.pax_romana.world.words import MARCH


@dataclass(frozen=True, slots=True)
class Scattered:
    """Where they have gone."""

    to: int
    """NOBODY: they are lost."""


class Scatter(Question):
    """Invaders beaten where they were put leave the Space, as there is none they came from.

    Ends with :class:`Scattered`.
    """

    __slots__ = ("node", "side")

    name = "scatter"
    rule = "PR-13.4.5a"

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(power)
        self.side = side
        self.node = node


class Leaving(Stage[Scatter], of=Scatter, at=ASKED):
    """Their player chooses a free Space beside; where there is none they are lost."""

    def run(self, s: Position, p: Scatter) -> bool:
        free = self.free(s, p, p.power)
        if len(free) > 1:
            return True
        if free:
            leave(s, p, free[0])
        else:
            s.remove(p.side, p.node, s.at(p.side, p.node) & LAND)
            for number in s.leaders_of(p.side, p.node):
                kill_leader(s, number, "PR-8.4.4")
            s.pop(Scattered(NOBODY))
        return False

    def facts(self, s: Position, p: Scatter) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def free(self, s: Position, p: Scatter, power: int) -> list[int]:
        spaces, is_open = s.box.atlas.spaces, s.box.open
        beside = {near for near, _ in s.box.atlas.land[p.node] if near < spaces and is_open[near]}
        return [near for near in sorted(beside) if not quick_foe(s, p.side, near, p.power)]

    @choice(MARCH, exactly=free, otherwise="scatter-beside")
    def go(self, s: Position, p: Scatter, power: int, near: int) -> None:
        leave(s, p, near)


def leave(s: Position, p: Scatter, near: int) -> None:
    s.shift(p.side, p.node, near, s.at(p.side, p.node) & LAND)
    for number in s.leaders_of(p.side, p.node):
        s.leader_at[number] = near
    s.pop(Scattered(near))
