"""Chapters 10.7.5 and 11.4.1: a beaten Army comes by sea into a friendly Port where an enemy Fleet lies."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import SEA_AFTER, SEA_MET, WITHDRAWAL
from ludi.games.pax_romana.ch11_naval.meeting import after_meeting, meet_fleets
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, NOBODY, OCCUPY, common, first_squadrons, joined


@dataclass(frozen=True, slots=True)
class Landed:
    """How the last leg of a Retreat by sea ended."""

    to: int
    """Where the Army is; NOBODY: it is lost."""
    army: tuple[int, ...]
    """What is left of each side's Land Units."""


class Landfall(Move):
    """The last leg of a Retreat by sea, as one Fleet, of allies too, that the enemy meets (4.3.1, 10.7.5).

    Ends with :class:`Landed`.
    """

    __slots__ = ("armies", "escorts", "sides")

    name = "landfall"
    rule = "PR-10.7.5"
    tuples = ("armies", "escorts", "sides")

    sides: tuple[int, ...]
    """The Retreating ones, then who only sends Galley Squadrons."""

    def __init__(
        self,
        power: int,
        start: int,
        port: int,
        sides: tuple[int, ...],
        army: tuple[int, ...],
        escorts: tuple[int, ...],
        leaders: int,
    ) -> None:
        super().__init__(sides[0], power, port, WITHDRAWAL)
        self.start = self.last_port = self.sailed_from = start
        self.sides = sides
        self.armies = (*army, *(0 for _ in sides[len(army) :]))
        self.escorts = escorts
        self.leaders = leaders
        self.at_sea = True
        self.stage = SEA_MET
        self._add_up()

    def _add_up(self) -> None:
        self.army, self.ships = sum(self.armies), sum(self.escorts)

    def parts(self) -> tuple[tuple[int, int, int], ...]:
        return tuple(zip(self.sides, self.armies, self.escorts, strict=True))

    def run(self, s: Position) -> bool:
        if self.stage == SEA_MET:
            meet_fleets(s, self)
        elif self.stage == SEA_AFTER:
            after_meeting(s, self)
        else:
            for side in self.sides:
                s.tidy(side, self.node)
            self.sync(s)
            s.pop(Landed(self.node if self.army else NOBODY, self.armies))
        return False

    def sync(self, s: Position) -> None:
        super().sync(s)
        self.armies = tuple(joined(army, s.at(side, self.node) & LAND) for side, army, _ in self.parts())
        self.escorts = tuple(common(ships, s.at(side, self.node)) for side, _, ships in self.parts())
        self._add_up()

    def muster(self, s: Position) -> None:
        self.sync(s)

    def lose_squadron(self, s: Position, side: int) -> None:
        place = self.sides.index(side)
        gone = first_squadrons(self.escorts[place], 1)
        s.remove(side, self.node, gone)
        self.escorts = tuple(ships - gone if each == place else ships for each, ships in enumerate(self.escorts))
        self._add_up()

    def founder(self) -> None:
        super().founder()
        self.armies = self.escorts = tuple(0 for _ in self.sides)

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        self.armies = tuple(part & GARRISONS | left for part, left in zip(self.armies, army, strict=True))
        self.sync(s)

    def carry(self, s: Position, where: int) -> None:
        origin, self.node = self.node, where
        for side, army, ships in self.parts():
            if army & OCCUPY:
                s.visit(side, where)
            s.drive(side, origin, where, army + ships)
        for number in self.leader_list(s):
            s.leader_at[number] = where
        self.sync(s)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.landfall", {"space": s.box.place(self.node)}, self.rule)
