"""Chapter 11: who is at sea, as data. A voyage, the crossing of a Withdrawal, the landfall of a Retreat.

What happens there is written in the stages: :mod:`transport`, :mod:`voyage`, :mod:`perils`, :mod:`meeting` and
:mod:`landing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.movement import March, Move, OwnMove, WithdrawalMarch, taken_over
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, NOBODY, OCCUPY, common, first_squadrons, joined

ESCORTING, ENTER, STORM, MEET, IN_HARBOUR, TOLL = "escorting", "enter", "storm", "meet", "in-harbour", "toll"
AT_SEA, STOPPED, LANDING = "at-sea", "stopped", "landing"


class Afloat(Convoy):
    """Galley Squadrons at sea and whom they carry: a Fleet that may meet others (11.4.1)."""

    __slots__ = ()

    met: list[int]
    """The sides whose Fleets in this place have been met."""
    waved_by: list[int]
    """Those of them that let the Fleet pass."""
    stopped: bool
    modifier: int


class Voyage(OwnMove, Afloat):
    """A Major or Minor Move at sea: Galley Squadrons alone, or a Naval Transport (11.1, 11.3)."""

    __slots__ = (
        "fleet",
        "foreign",
        "host",
        "last_port",
        "may_strike",
        "met",
        "sailed",
        "sailed_from",
        "waved_by",
    )

    name = "move"
    saved_as = "voyage"
    at_sea = True

    fleet: bool
    """Galley Squadrons alone: no MP (11.1.1)."""
    sailed: bool
    sailed_from: int
    last_port: int
    foreign: bool
    """Whether the Port just entered makes this Fleet Stop (11.1.2)."""
    host: int
    """The Power that may wave it on there (11.1.6); NOBODY: none."""
    may_strike: bool
    """The Fleet may start a Naval Battle here (11.4.5)."""

    @classmethod
    def of(cls, move: OwnMove, fleet: bool = False) -> Self:
        """A Move that goes to sea."""
        new = taken_over(move, cls)
        new.fleet = fleet
        new.sailed = False
        new.begin()
        return new

    def begin(self) -> None:
        """It is about to leave the place where it is: the Fleets there are met."""
        self.last_port = self.sailed_from = self.node
        self.stay(may_strike=True)

    def stay(self, *, may_strike: bool) -> None:
        """It is in a place anew: nobody has been met."""
        self.met, self.waved_by = [], []
        self.may_strike = may_strike
        self.foreign, self.host = False, NOBODY

    @property
    def came(self) -> int:
        return by_sea_from(self.sailed_from)

    def landed(self, s: Position) -> Move:
        release_escort(s, self)
        ashore = taken_over(self, March)
        s.become(ashore)
        return ashore


class Crossing(WithdrawalMarch, Afloat):
    """A Withdrawal by sea, as it comes into the Port (9.4.5)."""

    __slots__ = ("met", "modifier", "stopped", "waved_by")

    name = "move"
    saved_as = "withdrawal-crossing"
    at_sea = True

    @classmethod
    def of(cls, march: WithdrawalMarch) -> Self:
        new = taken_over(march, cls)
        new.met, new.waved_by = [], []
        new.stopped = False
        new.modifier = 0
        return new

    def landed(self, s: Position) -> Move:
        release_escort(s, self)
        ashore = taken_over(self, WithdrawalMarch)
        s.become(ashore)
        return ashore


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

    __slots__ = ("armies", "escorts", "met", "modifier", "sides", "stopped", "waved_by")

    name = "landfall"
    rule = "PR-10.7.5"
    tuples = ("armies", "escorts", "sides")

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
        self.met, self.waved_by = [], []
        self.stopped = False
        self.modifier = 0
        self._add_up()

    def _add_up(self) -> None:
        self.army, self.ships = sum(self.armies), sum(self.escorts)

    def parts(self) -> tuple[tuple[int, int, int], ...]:
        return tuple(zip(self.sides, self.armies, self.escorts, strict=True))

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
        for number in self.leader_list():
            s.leader_at[number] = where
        self.sync(s)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.landfall", {"space": s.box.place(self.node)}, self.rule)


def release_escort(s: Position, convoy: Convoy) -> None:
    """The voyage is over, the escort stays; in a Port one lent to a Soldier of Fortune goes back (12.4.4)."""
    owner = flag(s, convoy.side)
    if owner != convoy.side and convoy.ships and convoy.node < s.box.atlas.spaces:
        s.remove(convoy.side, convoy.node, convoy.ships)
        s.add(owner, convoy.node, convoy.ships)
        s.mark_escort(owner, convoy.node, convoy.ships)
    else:
        s.mark_escort(convoy.side, convoy.node, convoy.ships)
    convoy.ships = 0
