"""Chapters 11.2.1, 11.4.4, 12.5 and 17.2: which of its Galley Squadrons a Fleet loses: own ones, or lent ones of Rhodes
or Pergamum, as its owner says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GALLEYS, NOBODY, ONE, first_squadrons, kinds, squadrons
from ludi.games.pax_romana.world.words import LOSE

RULE = "PR-11.4.4b"


@dataclass(frozen=True, slots=True)
class Wrecked:
    """Which of its Galley Squadrons a Fleet loses."""

    gone: int


def at_stake(fleet: int, number: int) -> list[int]:
    """The kinds of Galley Squadrons between which there is a choice if so many of a Fleet go down; none if there is
    no choice.
    """
    if not 0 < number < squadrons(fleet):
        return []
    found = kinds(fleet & GALLEYS)
    return found if len(found) > 1 else []


class Wreck(Question):
    """The owner of a Fleet says, one by one, which of its Galley Squadrons go down. Ends with :class:`Wrecked`."""

    __slots__ = ("fleet", "gone", "lost", "node")

    name = "wreck"
    rule = RULE

    def __init__(self, power: int, node: int, fleet: int, lost: int) -> None:
        super().__init__(power)
        self.node = node
        self.fleet = fleet
        """What is left of it."""
        self.lost = lost
        """How many are still to go."""
        self.gone = 0

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.wreck", {"space": s.box.place(self.node)}, self.rule)


class Wrecking(Stage[Wreck], of=Wreck, at=ASKED):
    """One Squadron, until there is nothing left to choose."""

    asks = "ask.encounter-spare"

    def facts(self, s: Position, p: Wreck) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def run(self, s: Position, p: Wreck) -> bool:
        if at_stake(p.fleet, p.lost):
            return True
        s.pop(Wrecked(p.gone + first_squadrons(p.fleet, p.lost)))
        return False

    def squadrons(self, s: Position, p: Wreck, power: int) -> list[int]:
        return at_stake(p.fleet, p.lost)

    @choice(LOSE, RULE, exactly=squadrons, otherwise="no-fleet-of-theirs")
    def lose(self, s: Position, p: Wreck, power: int, kind: int) -> None:
        p.fleet -= ONE[kind]
        p.gone += ONE[kind]
        p.lost -= 1


def wreck(s: Position, power: int, node: int, fleet: int, lost: int) -> bool:
    """Whether the owner of a Fleet is asked which Squadrons it loses; else :func:`first_squadrons` go."""
    if power == NOBODY or not at_stake(fleet, lost):
        return False
    s.push(Wreck(power, node, fleet, lost))
    return True
