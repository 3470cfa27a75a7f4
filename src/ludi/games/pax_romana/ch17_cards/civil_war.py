"""Chapter 17.2, STABILITY CHECK: Civil War in the Advanced Game."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch16_events.stability_check import new_government
from ludi.games.pax_romana.ch17_cards.segment import CardSegment, lose_marker
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import STABILITY_CHECK
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISON,
    LAND,
    NOBODY,
    ONE,
    kinds,
    size,
    squadrons,
)
from ludi.games.pax_romana.world.sets import plus
from ludi.games.pax_romana.world.words import LOSE

ROLLING, LOSING = "rolling", "losing"


def begin_civil_war(s: Position, victim: int) -> None:
    """The victim's current marker, or his next one, is used for nothing but Civil War."""
    if any(segment.power == victim for segment in s.under_way(CardSegment)):
        lose_marker(s, STABILITY_CHECK)
        s.push(CivilWar(s, victim))
    else:
        s.uprising = plus(s.uprising, victim)


class CivilWar(Question):
    """A die for each Space that the Power occupies: if odd, half of the Units there take the wrong side."""

    __slots__ = ("left", "lost", "node", "sunk")

    name = "civil-war"
    rule = "PR-17.2-STABILITY-CHECKd"

    def __init__(self, s: Position, power: int) -> None:
        super().__init__(power)
        self.stage = ROLLING
        self.left = sorted(node for node, _ in s.places_of(power))
        """Where the die is still to be rolled."""
        self.node = NOBODY
        """Where Units are being lost."""
        self.lost = 0
        """How many Land Units are still to go there."""
        self.sunk = 0
        """How many Galley Squadrons."""


class Rolling(Stage[CivilWar], of=CivilWar, at=ROLLING):
    """The die for the next Space; after the last one a new government takes over."""

    def run(self, s: Position, p: CivilWar) -> bool:
        if not p.left:
            s.retire(p)
            new_government(s, p.power, "PR-17.2-STABILITY-CHECKe")
            return False
        p.node = p.left.pop(0)
        if s.roll("civil-war") % 2:
            stack = s.at(p.power, p.node)
            p.lost = (size(stack & LAND) + 1) // 2
            p.sunk = (squadrons(stack & GALLEYS) + 1) // 2
            p.stage = LOSING
            if s.listener is not None:
                s.tell("wrong-side", p.rule, power=s.box.powers[p.power], space=s.box.place(p.node))
        return False


class Losing(Stage[CivilWar], of=CivilWar, at=LOSING):
    """The owner says which Land Units and Galley Squadrons go; where none is left a Garrison stays."""

    def facts(self, s: Position, p: CivilWar) -> Mapping[str, Fact]:
        return {"number": p.lost + p.sunk, "space": s.box.place(p.node)}

    def run(self, s: Position, p: CivilWar) -> bool:
        p.lost = give_up(s, p, LAND, p.lost)
        p.sunk = give_up(s, p, GALLEYS, p.sunk)
        if p.lost or p.sunk:
            return True
        s.tidy(p.power, p.node)
        hold_what_is_vacant(s, p.power, p.node)
        p.stage = ROLLING
        return False

    def present(self, s: Position, p: CivilWar, power: int) -> list[int]:
        at_stake = (LAND if p.lost else 0) | (GALLEYS if p.sunk else 0)
        return kinds(s.at(power, p.node) & at_stake)

    @choice(LOSE, "PR-17.2-STABILITY-CHECKd", exactly=present, otherwise="no-unit-there")
    def lose(self, s: Position, p: CivilWar, power: int, kind: int) -> None:
        s.remove(power, p.node, ONE[kind])
        if ONE[kind] & GALLEYS:
            p.sunk -= 1
        else:
            p.lost -= 1


def give_up(s: Position, p: CivilWar, of: int, number: int) -> int:
    """How many Units of a sort are still to be named; where there is no choice they go."""
    here = s.at(p.power, p.node) & of
    if number and (size(here) <= number or len(kinds(here)) == 1):
        s.remove(p.power, p.node, here if size(here) <= number else number * ONE[kinds(here)[0]])
        return 0
    return number


def hold_what_is_vacant(s: Position, power: int, node: int) -> None:
    """A Garrison in a Space that Civil War has emptied; none at sea, in a Mountain Fortress or among others."""
    space = node < s.box.atlas.spaces and not s.box.atlas.is_mountain[node]
    if space and not s.at(power, node) and s.occupier(node) in (NOBODY, power):
        s.add(power, node, ONE[GARRISON])
        if s.listener is not None:
            s.tell("settled", CivilWar.rule, power=s.box.powers[power], space=s.box.place(node))
