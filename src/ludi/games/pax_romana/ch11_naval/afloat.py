"""Chapter 11: who is at sea, as data: a voyage, the crossing of a Withdrawal.

What happens there is written in the stages: :mod:`transport`, :mod:`voyage`, :mod:`perils`, :mod:`meeting` and
:mod:`landing`; the last leg of a Retreat by sea is in :mod:`landfall`.
"""

from __future__ import annotations

from typing import Self

from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.movement import March, Move, OwnMove, WithdrawalMarch, taken_over
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY

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
