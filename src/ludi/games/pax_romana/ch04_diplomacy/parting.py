"""Chapter 4.3.1 j: allied Armies in one Space part at the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch08_leaders.leaders import leave_map
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import LAND, NOBODY, OCCUPY
from ludi.games.pax_romana.world.words import PLACE

GOING_HOME = "going-home"


def part_allies(s: Position) -> bool:
    """Of allied Armies in one Space those who do not Control it must leave (4.3.1); whether there are any.

    So must guests of one host who are no allies, if he has left and there are no walls between them (5.1.2).
    """
    armies: dict[int, list[int]] = {}
    for power in range(len(s.box.powers)):
        for node, stack in s.places_of(power):
            if stack & OCCUPY:
                armies.setdefault(node, []).append(power)
    found = []
    for node, here in sorted(armies.items()):
        if len(here) == 1 and s.site_owner(node) in (NOBODY, *here):
            continue
        owner = s.holder(node)
        if len(here) > 1 or s.site_owner(node) == owner < len(s.box.powers):
            apart = node in s.sites
            found += [
                Parting(power, node)
                for power in here
                if not s.friends(power, owner) and (s.allied(power, owner) or not apart)
            ]
    for parting in reversed(found):
        s.push(parting)
    return bool(found)


class Parting(Question):
    """A guest's Army is placed in a Capital of its owner's choice (4.3.1).

    Without a Capital it goes where 8.1.5 would place a leader, and without such a Space it is removed.
    """

    __slots__ = ("node",)

    name = "parting"
    rule = "PR-4.3.1j"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.stage = GOING_HOME
        self.node = node


class GoingHome(Stage[Parting], of=Parting, at=GOING_HOME):
    """The owner chooses where the Army goes, if there is a choice."""

    def facts(self, s: Position, p: Parting) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def run(self, s: Position, p: Parting) -> bool:
        havens = self.havens(s, p, p.power)
        if len(havens) > 1:
            return True
        if havens:
            send_home(s, p, havens[0])
        else:
            disband(s, p)
        s.pop()
        return False

    def havens(self, s: Position, p: Parting, power: int) -> list[int]:
        capitals = [capital for capital in s.box.capitals[power] if s.holder(capital) == power]
        found = capitals or [node for node in range(s.box.atlas.spaces) if s.occupier(node) == power]
        return [node for node in found if node != p.node]

    @choice(PLACE, exactly=havens, otherwise="no-haven")
    def go_home(self, s: Position, p: Parting, power: int, home: int) -> None:
        send_home(s, p, home)
        s.pop()


def send_home(s: Position, p: Parting, home: int) -> None:
    s.shift(p.power, p.node, home, s.at(p.power, p.node) & LAND)
    for number in s.leaders_of(p.power, p.node):
        s.leader_at[number] = home
    if s.listener is not None:
        facts = {"space": s.box.place(p.node), "home": s.box.place(home)}
        s.report("army-returns", p.rule, {"power": s.box.powers[p.power], **facts})


def disband(s: Position, p: Parting) -> None:
    s.remove(p.power, p.node, s.at(p.power, p.node) & LAND)
    for number in s.leaders_of(p.power, p.node):
        leave_map(s, number)
    if s.listener is not None:
        s.tell("army-disbands", p.rule, power=s.box.powers[p.power], space=s.box.place(p.node))
