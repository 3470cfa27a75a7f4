"""Chapter 9.6: Attrition and Isolation, phase G of a Game-Turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.parting import part_allies
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch05_control.ports import friendly_harbour
from ludi.games.pax_romana.ch06_treasury.communication import communicating, only_by_rhodes
from ludi.games.pax_romana.ch06_treasury.treasury import pay_rhodes
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch11_naval.fleets import fleet_leaders
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import LAND_POINT
from ludi.games.pax_romana.world.pieces import COMBAT, ELEPHANTS, GALLEYS, PERGAMENES
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import NO, YES

PARTING, SURVEY, ATTRITION, FLEETS = "parting", "survey", "attrition", "fleets"
PAYING = "paying"

# 9.6.1, 9.6.2 Who is isolated


def isolated_spaces(s: Position, power: int) -> list[int]:
    """Spaces whose Units cannot trace a line of communication; Pergamenes need none (9.6.1, 9.6.2)."""
    home, spaces = s.box.home, s.box.atlas.spaces
    abroad = [
        node
        for node, stack in s.places_of(power)
        if node < spaces
        and stack & (COMBAT | ELEPHANTS) & ~PERGAMENES
        and s.site_owner(node) != power
        and not (home[node] == power and s.holder(node) == power)
    ]
    lines = communicating(s, power) if abroad else 0
    return sorted([node for node in abroad if not has(lines, node)])


# 9.6.3 Attrition


class Isolation(Procedure):
    """Phase G: allied Armies part, isolated Armies waste away, Fleets without a Port are lost (9.6)."""

    __slots__ = ("todo",)

    name = "isolation"
    rule = "PR-3.2-G"

    def __init__(self) -> None:
        self.stage = PARTING
        self.todo: list[int] = []
        """Isolated Armies whose turn is still to come, in pairs: Power, node."""


@dataclass(frozen=True, slots=True)
class LineTraced:
    """Whether Rhodes was paid for a line of communication."""

    paid: bool


class LineByRhodes(Question):
    """Who pays Rhodes 1T for a Space traces its line of communication there: it is not isolated (6.1.6, 9.6.1).

    Ends with :class:`LineTraced`.
    """

    __slots__ = ("node",)

    name = "line-by-rhodes"
    rule = "PR-6.1.6c"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.stage = PAYING
        self.node = node

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.line-by-rhodes", {"space": s.box.place(self.node)}, self.rule)


class AlliesPart(Stage[Isolation], of=Isolation, at=PARTING):
    """Allied Armies leave each other's Spaces before it is seen who is isolated (4.3.1).

    One who comes home may find a guest alone in his Capital, who then leaves as well.
    """

    def run(self, s: Position, p: Isolation) -> bool:
        if not part_allies(s):
            p.stage = SURVEY
        return False


class Survey(Stage[Isolation], of=Isolation, at=SURVEY):
    """It is seen who is isolated."""

    def run(self, s: Position, p: Isolation) -> bool:
        for power in range(len(s.box.powers)):
            for node in isolated_spaces(s, power):
                p.todo += [power, node]
        p.stage = ATTRITION
        return False


class Attrition(Stage[Isolation], of=Isolation, at=ATTRITION):
    """One isolated Army after another suffers attrition, unless Rhodes is paid for its line of communication."""

    def run(self, s: Position, p: Isolation) -> bool:
        if not p.todo:
            p.stage = FLEETS
            return False
        power, node = p.todo[:2]
        if s.treasury[power] and only_by_rhodes(s, power, node):
            s.push(LineByRhodes(power, node))
        else:
            self.waste(s, p)
        return False

    def resumed(self, s: Position, p: Isolation, result: object) -> None:
        if isinstance(result, LineTraced):
            if result.paid:
                del p.todo[:2]
            else:
                self.waste(s, p)

    def waste(self, s: Position, p: Isolation) -> None:
        power, node = p.todo[:2]
        del p.todo[:2]
        attrition(s, (power,), power, node, (s.at(power, node) & ~PERGAMENES,), "PR-9.6.3a")


class Paying(Stage[LineByRhodes], of=LineByRhodes, at=PAYING):
    """To pay Rhodes or to suffer attrition."""

    def facts(self, s: Position, p: LineByRhodes) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    @choice(YES)
    def pay(self, s: Position, p: LineByRhodes, power: int, argument: int) -> None:
        pay_rhodes(s, power, 1)
        s.pop(LineTraced(True))

    @choice(NO)
    def refuse(self, s: Position, p: LineByRhodes, power: int, argument: int) -> None:
        s.pop(LineTraced(False))


# 9.6.4 Fleets


class FleetsWithoutPort(Stage[Isolation], of=Isolation, at=FLEETS):
    """Fleets at sea or in Ports that are not friendly are lost."""

    def run(self, s: Position, p: Isolation) -> bool:
        for power in range(len(s.box.powers)):
            for node, stack in s.places_of(power):
                if stack & GALLEYS or not stack & COMBAT or node >= s.box.atlas.spaces:
                    lose_fleet(s, power, node, stack)
                    s.tidy(power, node)
        recount(s)
        s.pop()
        return False


def lose_fleet(s: Position, power: int, node: int, stack: int) -> None:
    """Whoever is at sea is lost, and Galley Squadrons in a Port that is not friendly (9.6.4)."""
    atlas = s.box.atlas
    if node >= atlas.spaces and atlas.kind[node] != LAND_POINT:
        s.remove(power, node, stack)
        for number in s.leaders_of(power, node):
            kill_leader(s, number, "PR-8.4.3")
    elif stack & GALLEYS and not friendly_harbour(s, power, node):
        s.remove(power, node, stack & GALLEYS)
        for number in fleet_leaders(s, power, node):
            kill_leader(s, number, "PR-8.4.3")
    else:
        return
    if s.listener is not None:
        s.tell("sunk", "PR-9.6.4", side=s.box.powers[power], space=s.box.place(node))
