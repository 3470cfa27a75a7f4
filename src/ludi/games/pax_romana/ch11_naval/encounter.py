"""Chapter 11.4.1: a Fleet meets an enemy Fleet, as data; what happens is in :mod:`battle`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludi.core import Phrase
from ludi.games.pax_romana.ch11_naval.afloat import Afloat
from ludi.games.pax_romana.ch11_naval.drowning import go_down
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import NOBODY

CHOICE, FIGHTING, ARMED, LEAVING, SPARING, SPARED = "choice", "fighting", "armed", "leaving", "sparing", "spared"
LOSING, NAMING, BOARD, OVER = "losing", "naming", "board", "over"


class How(StrEnum):
    """How a meeting ended for the moving Fleet."""

    PASSED = "passed"
    """It was let pass."""
    BOUGHT_OFF = "bought-off"
    """Its player paid the other not to fight (4.4)."""
    WITHDREW = "withdrew"
    """The other Fleet Withdrew."""
    WON = "won"
    BEATEN = "beaten"
    DRAWN = "drawn"
    SUNK = "sunk"


@dataclass(frozen=True, slots=True)
class Encountered:
    """How a meeting of Fleets ended for the one that moves, and what it has left of each of its sides."""

    how: How
    armies: tuple[int, ...]
    escorts: tuple[int, ...]


class Encounter(Procedure):
    """A Fleet meets an enemy Fleet: it is let pass, the other Withdraws, or they fight (11.4.1).

    Ends with :class:`Encountered`.
    """

    __slots__ = (
        "armies",
        "ended",
        "escorts",
        "fallen",
        "lair",
        "leaders",
        "lost",
        "node",
        "other",
        "owed",
        "paying",
        "power",
        "sides",
        "sinking",
        "stuck",
        "totals",
    )

    name = "encounter"
    rule = "PR-11.4.1a"
    tuples = ("armies", "escorts", "sides", "totals")

    def __init__(self, fleet: Afloat, other: int) -> None:
        self.stage = CHOICE
        self.sides = fleet.sides
        """The sides of the Fleet that moves."""
        self.armies = tuple(army for _, army, _ in fleet.parts())
        """What each of them has on board."""
        self.escorts = tuple(ships for _, _, ships in fleet.parts())
        """The Galley Squadrons of each."""
        self.leaders = fleet.leaders
        self.power = fleet.power
        """Who decides for it."""
        self.node = fleet.node
        self.other = other
        """The side that it meets."""
        self.lair = fleet.node
        """Where that side's Fleet lies: elsewhere if it fell upon the other out of a NAVAL AMBUSH (17.2)."""
        self.stuck = False
        """The other Fleet found no way to Withdraw."""
        self.totals: tuple[int, int] = (0, 0)
        self.owed = 0
        """The BP of Galley Squadrons that the moving Fleet has still to lose."""
        self.lost = 0
        """How many it has lost."""
        self.fallen = 0
        """How many the other loses."""
        self.sinking = 0
        """Those, as a stack."""
        self.paying = NOBODY
        """Whose Squadron of the moving Fleet goes down next, while it is open of which kind."""
        self.ended = ""
        """How the Naval Battle ended, once it has been fought."""

    @property
    def ships(self) -> int:
        """The Galley Squadrons of the moving Fleet."""
        return sum(self.escorts)

    def owners(self) -> list[int]:
        """The sides that have Galley Squadrons in the moving Fleet."""
        return [side for side, ships in zip(self.sides, self.escorts, strict=True) if ships]

    def escort_of(self, side: int) -> int:
        """The Galley Squadrons of a side in the moving Fleet."""
        return self.escorts[self.sides.index(side)]

    def lose_squadron(self, s: Position, side: int, gone: int) -> None:
        """One Galley Squadron of a side of the moving Fleet goes down."""
        place = self.sides.index(side)
        s.remove(side, self.node, gone)
        self.escorts = tuple(ships - gone if each == place else ships for each, ships in enumerate(self.escorts))

    def sink(self, s: Position, rule: str) -> None:
        """The moving Fleet is lost, with all on board."""
        go_down(s, tuple(zip(self.sides, self.armies, self.escorts, strict=True)), self.node, self.leaders, rule, True)
        self.armies = self.escorts = tuple(0 for _ in self.sides)
        self.leaders = 0

    def result(self, how: How) -> Encountered:
        return Encountered(how, self.armies, self.escorts)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.encounter", {"space": s.box.place(self.node)}, self.rule)
