"""Who is on the move together: an Army, its leaders and the Galley Squadrons along (1.4)."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, OCCUPY, common, joined, squadrons
from ludi.games.pax_romana.world.sets import has, members, minus, plus


class Convoy(Procedure):
    """What a side has on the move, and where."""

    __slots__ = ("army", "leaders", "made", "mp", "node", "power", "ships", "side")

    def __init__(self, side: int, power: int, node: int) -> None:
        self.side = side
        self.power = power
        """Who decides for it."""
        self.node = node
        self.mp = 0
        self.army = 0
        self.leaders = 0
        """The leaders along, as a set."""
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

    @property
    def empty(self) -> bool:
        """Whether nobody is left on the move."""
        return not (self.army or self.ships or self.leaders)

    def parts(self) -> tuple[tuple[int, int, int], ...]:
        """Each side that moves here, with its Land Units and its Galley Squadrons."""
        return ((self.side, self.army, self.ships),)

    def decider(self, s: Position) -> int:
        return self.power

    # Leaders

    def leader_list(self) -> list[int]:
        return members(self.leaders)

    def has_leader(self, number: int) -> bool:
        return has(self.leaders, number)

    def take_leader(self, number: int) -> None:
        self.leaders = plus(self.leaders, number)

    def leave_leader(self, number: int) -> None:
        self.leaders = minus(self.leaders, number)

    # Moving and losing

    def sync(self, s: Position) -> None:
        """What is left of the Army after others had a hand in it."""
        self.army = joined(self.army, s.at(self.side, self.node) & LAND)
        for number in self.leader_list():
            if s.leader_at[number] != self.node:
                self.leave_leader(number)

    def muster(self, s: Position) -> None:
        """What is left of Army and escort after others had a hand in it."""
        self.sync(s)
        self.ships = common(self.ships, s.at(self.side, self.node))

    def survive(self, s: Position, armies: tuple[int, ...], escorts: tuple[int, ...]) -> None:
        """A meeting with another Fleet has left so much of each side's part."""
        self.army, self.ships = armies[0], escorts[0]
        self.muster(s)

    def founder(self) -> None:
        """All that moves here is lost."""
        self.army = self.ships = self.leaders = 0

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        """Losses have left so much of each side's part of the Army, Garrisons apart."""
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
            for number in self.leader_list():
                s.leader_at[number] = where
            self.node = where
            self.made = 0
            self.sync(s)
            s.tidy(self.side, origin)
