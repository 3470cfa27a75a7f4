"""Chapter 11.4.1: a Fleet meets an enemy Fleet, as data; what happens is in :mod:`battle`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludi.core import Phrase
from ludi.games.pax_romana.ch11_naval.afloat import Afloat
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure

CHOICE, FIGHTING, LEAVING, LOSING, BOARD, OVER = "choice", "fighting", "leaving", "losing", "board", "over"


class How(StrEnum):
    """How a meeting ended for the moving Fleet."""

    PASSED = "passed"
    WITHDREW = "withdrew"
    """The other Fleet Withdrew."""
    WON = "won"
    BEATEN = "beaten"
    DRAWN = "drawn"
    SUNK = "sunk"


@dataclass(frozen=True, slots=True)
class Encountered:
    """How a meeting of Fleets ended for the one that moves."""

    how: How


class Encounter(Procedure):
    """A Fleet meets an enemy Fleet: it is let pass, the other Withdraws, or they fight (11.4.1).

    Ends with :class:`Encountered`.
    """

    __slots__ = ("ended", "fallen", "lost", "node", "other", "owed", "side", "stuck", "totals")

    name = "encounter"
    rule = "PR-11.4.1a"
    tuples = ("totals",)

    def __init__(self, side: int, other: int, node: int) -> None:
        self.stage = CHOICE
        self.side = side
        self.other = other
        self.node = node
        self.stuck = False
        """The other Fleet found no way to Withdraw."""
        self.totals: tuple[int, int] = (0, 0)
        self.owed = 0
        """The BP of Galley Squadrons that the moving Fleet has still to lose."""
        self.lost = 0
        """How many it has lost."""
        self.fallen = 0
        """How many the other loses."""
        self.ended = ""
        """How the Naval Battle ended, once it has been fought."""

    def fleet(self, s: Position) -> Afloat:
        """The Fleet that moves."""
        below = s.stack[s.stack.index(self) - 1]
        assert isinstance(below, Afloat)
        return below

    def owners(self, s: Position) -> list[int]:
        """The sides that have Galley Squadrons in the moving Fleet."""
        return [side for side, _, ships in self.fleet(s).parts() if ships]

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.encounter", {"space": s.box.place(self.node)}, self.rule)
