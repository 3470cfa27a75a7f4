"""Who is on the move together: leaders, Galley Squadrons, an Army (1.4)."""

from __future__ import annotations

from typing import Self

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, NOBODY, OCCUPY, common, joined, squadrons
from ludi.games.pax_romana.world.sets import has, members, minus, plus


class Convoy(Procedure):
    """What a side has on the move, and where."""

    __slots__ = ("leaders", "node", "power", "side")

    def __init__(self, side: int, power: int, node: int) -> None:
        self.side = side
        self.power = power
        """Who decides for it."""
        self.node = node
        self.leaders = 0
        """The leaders along, as a set."""

    @classmethod
    def taken_over(cls, move: Convoy) -> Self:
        """The same Move as this kind, once it goes to sea or comes ashore: whatever both have."""
        new = cls.__new__(cls)
        known = move.fields()
        for field in cls.fields():
            if field in known:
                setattr(new, field, getattr(move, field))
        return new

    @property
    def army(self) -> int:
        """The Land Units along, as a stack."""
        return 0

    @property
    def ships(self) -> int:
        """The Galley Squadrons along, as a stack."""
        return 0

    @property
    def mp(self) -> int:
        """The Movement Points left; Galley Squadrons alone have none and need none (11.1.1)."""
        return 0

    @property
    def minor(self) -> bool:
        """Whether it is a Minor Move, of one Unit (9.1.1 b)."""
        return False

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
        """Who is left of those ashore or on board after others had a hand in it."""
        for number in self.leader_list():
            if s.leader_at[number] != self.node:
                self.leave_leader(number)

    def carry(self, s: Position, where: int) -> None:
        """Put all that move here elsewhere."""
        units = self.army + self.ships
        origin = self.node
        if where != origin:
            if self.army & OCCUPY:
                s.visit(self.side, where)
            s.shift(self.side, origin, where, units)
            for number in self.leader_list():
                s.leader_at[number] = where
            self.node = where
            self.sync(s)
            s.tidy(self.side, origin)


class Expedition(Convoy):
    """An Army on the move by land or sea, with its leaders and the Galley Squadrons along; or a leader alone."""

    __slots__ = ("army", "made", "mp", "parted", "ships", "start")

    army: int
    mp: int
    ships: int

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(side, power, node)
        self.start = node
        self.mp = 0
        self.army = 0
        self.ships = 0
        self.made = 0
        """Garrisons of the Army made where it stands: they have not moved (12.1.4)."""
        self.parted: list[int] = []
        """Leaders left on the way: they do not join again."""

    def engaged(self) -> tuple[int, int]:
        return self.side, self.node

    @property
    def led_by(self) -> int:
        """The leader who makes this Move with an Army stacked with him, and does not leave it (16.2, Conqueror)."""
        return NOBODY

    def available(self, s: Position) -> int:
        """Units in the place that may still join the Move."""
        units = s.fresh(self.side, self.node)
        return units - common(units, self.army + self.ships)

    def idle_leaders(self, s: Position) -> list[int]:
        """Leaders in the place who may still join the Move."""
        here = s.leaders_of(self.side, self.node)
        return [number for number in here if not self.has_leader(number) and number not in self.parted]

    def part_with(self, s: Position, number: int) -> None:
        """A leader stays behind."""
        self.leave_leader(number)
        self.parted.append(number)

    def wear_out(self, s: Position, units: int) -> None:
        """Units of the Army have moved."""
        s.mark_moved(self.side, self.node, units)

    def sync(self, s: Position) -> None:
        self.army = joined(self.army, s.at(self.side, self.node) & LAND)
        super().sync(s)

    def muster(self, s: Position) -> None:
        """What is left of Army and escort after others had a hand in it."""
        self.sync(s)
        self.ships = common(self.ships, s.at(self.side, self.node))

    def survive(self, s: Position, armies: tuple[int, ...], escorts: tuple[int, ...]) -> None:
        """A meeting with another Fleet has left so much of it."""
        (self.army,), (self.ships,) = armies, escorts
        self.muster(s)

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        """Losses have left so much of the Army, Garrisons apart."""
        self.army = self.army & GARRISONS | army[0]
        self.sync(s)

    def founder(self) -> None:
        """All that moves here is lost."""
        self.army = self.ships = self.leaders = 0

    def leave_ships(self) -> None:
        """The Galley Squadrons along go no further with it."""
        self.ships = 0

    def perish(self) -> None:
        """Nobody is left of the Army, and of its leaders."""
        self.army = self.leaders = 0

    def carry(self, s: Position, where: int) -> None:
        if where != self.node:
            self.made = 0
        super().carry(s, where)
