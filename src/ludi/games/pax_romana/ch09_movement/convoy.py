"""Who is on the move together: an Army, its leaders and the Galley Squadrons along (1.4)."""

from __future__ import annotations

from typing import Any

from ludi.games.pax_romana.ch08_leaders.leaders import leader_numbers
from ludi.games.pax_romana.ch10_battle.losses import LossesTaken
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, OCCUPY, common, first_squadrons, joined, squadrons


class Convoy(Procedure):
    """What a side has on the move, and where."""

    __slots__ = ("army", "leaders", "made", "node", "ships", "side")

    def __init__(self, side: int, node: int) -> None:
        self.side = side
        self.node = node
        self.army = 0
        self.leaders = 0
        self.ships = 0
        """The Galley Squadrons along, as a stack."""
        self.made = 0
        """Garrisons of the Army made where it stands: they have not moved (12.1.4)."""

    @property
    def galleys(self) -> int:
        """How many Galley Squadrons are along."""
        return squadrons(self.ships)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that move here."""
        return (self.side,)

    def parts(self) -> tuple[tuple[int, int, int], ...]:
        """Each side that moves here, with its Land Units and its Galley Squadrons."""
        return ((self.side, self.army, self.ships),)

    def sync(self, s: Position) -> None:
        """What is left of the Army after others had a hand in it."""
        self.army = joined(self.army, s.at(self.side, self.node) & LAND)
        for number in range(len(s.box.leaders)):
            if self.leaders >> number & 1 and s.leader_at[number] != self.node:
                self.leaders &= ~(1 << number)

    def muster(self, s: Position) -> None:
        """What is left of Army and escort after others had a hand in it."""
        self.sync(s)
        self.ships = common(self.ships, s.at(self.side, self.node))

    def lose_squadron(self, s: Position, side: int) -> None:
        """One Galley Squadron of a side goes down."""
        gone = first_squadrons(self.ships, 1)
        s.remove(side, self.node, gone)
        self.ships -= gone

    def founder(self) -> None:
        """All that moves here is lost."""
        self.army = self.ships = self.leaders = 0

    def resumed(self, s: Position, result: Any) -> None:
        if isinstance(result, LossesTaken):
            if result.among:
                self.endure(s, result.among)
        else:
            super().resumed(s, result)

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        self.army = self.army & GARRISONS | army[0]
        self.sync(s)

    def carry(self, s: Position, where: int) -> None:
        """Put the Army, its escort and leaders elsewhere."""
        units = self.army + self.ships
        origin = self.node
        if where != origin:
            if self.army & OCCUPY:
                s.visit(self.side, where)
            s.shift(self.side, origin, where, units)
            for number in self.leader_list(s):
                s.leader_at[number] = where
            self.node = where
            self.made = 0
            self.sync(s)
            s.tidy(self.side, origin)

    def leader_list(self, s: Position) -> list[int]:
        return leader_numbers(self.leaders)
