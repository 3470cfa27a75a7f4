"""Chapters 10.7.5 and 11.4.1: a beaten Army comes by sea into a friendly Port where an enemy Fleet lies."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch11_naval.afloat import AMBUSHED, MEET, WATCHED, Afloat
from ludi.games.pax_romana.ch11_naval.meeting import Meet
from ludi.games.pax_romana.ch11_naval.naval_ambush import Watched, watch
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import LAND, NOBODY, OCCUPY, common, joined


@dataclass(frozen=True, slots=True)
class Landed:
    """How the last leg of a Retreat by sea ended."""

    to: int
    """Where the Army is now; NOBODY: it is lost."""
    army: tuple[int, ...]
    """What is left of each side's Land Units."""


class Landfall(Afloat):
    """The last leg of a Retreat by sea, as one Fleet, of allies too, that the enemy meets (4.3.1, 10.7.5, 11.4.1).

    Ends with :class:`Landed`.
    """

    __slots__ = ("armies", "escorts", "met", "sides")

    name = "landfall"
    rule = "PR-10.7.5"
    tuples = ("armies", "escorts", "met", "sides")

    met: tuple[int, ...]
    sides: tuple[int, ...]
    """The Retreating ones, then who only sends Galley Squadrons."""

    def __init__(
        self,
        sides: tuple[int, ...],
        power: int,
        port: int,
        armies: tuple[int, ...],
        escorts: tuple[int, ...],
        leaders: int,
    ) -> None:
        super().__init__(sides[0], power, port)
        self.stage = MEET
        self.sides = sides
        self.armies = (*armies, *(0 for _ in sides[len(armies) :]))
        """What each side has on board."""
        self.escorts = escorts
        """Each side's Galley Squadrons."""
        self.leaders = leaders
        self.met = ()

    @property
    def army(self) -> int:
        return sum(self.armies)

    @property
    def ships(self) -> int:
        return sum(self.escorts)

    def parts(self) -> tuple[tuple[int, int, int], ...]:
        return tuple(zip(self.sides, self.armies, self.escorts, strict=True))

    def sync(self, s: Position) -> None:
        super().sync(s)
        self.armies = tuple(joined(army, s.at(side, self.node) & LAND) for side, army, _ in self.parts())
        self.escorts = tuple(common(ships, s.at(side, self.node)) for side, _, ships in self.parts())

    def muster(self, s: Position) -> None:
        self.sync(s)

    def founder(self) -> None:
        self.armies = self.escorts = tuple(0 for _ in self.sides)
        self.leaders = 0

    def survive(self, s: Position, armies: tuple[int, ...], escorts: tuple[int, ...]) -> None:
        self.armies, self.escorts = armies, escorts
        self.sync(s)

    def carry(self, s: Position, where: int) -> None:
        origin, self.node = self.node, where
        for side, army, ships in self.parts():
            if army & OCCUPY:
                s.visit(side, where)
            s.drive(side, origin, where, army + ships)
        for number in self.leader_list():
            s.leader_at[number] = where
        self.sync(s)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.landfall", {"space": s.box.place(self.node)}, self.rule)


class MeetAtLandfall(Meet[Landfall], of=Landfall, at=MEET):
    """The Fleets in the Port to which a beaten Army Retreats (10.7.5)."""


class LandfallWatched(Watched[Landfall], of=Landfall, at=WATCHED):
    """Somebody lies in wait for it (17.2, NAVAL AMBUSH)."""


class LandfallAmbushed(MeetAtLandfall, of=Landfall, at=AMBUSHED):
    """Beaten it is put into another Port; else it comes into this one, unless somebody falls upon it again."""

    def run(self, s: Position, p: Landfall) -> bool:
        p.stage = MEET
        watch(s, p)
        return False


class FinishLandfall(Stage[Landfall], of=Landfall, at=FINISH):
    """The Army is ashore, or lost; the Retreat is told what is left of it."""

    def run(self, s: Position, p: Landfall) -> bool:
        for side in p.sides:
            s.tidy(side, p.node)
        p.sync(s)
        s.pop(Landed(p.node if p.army else NOBODY, p.armies))
        return False
