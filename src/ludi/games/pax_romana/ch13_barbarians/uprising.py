"""Chapter 13.3: rebels rise, and attack whoever shares their Space."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import leaders_without_army
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, BattleResult, Onset
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import BARBARIAN, COMBAT, LAND, NOBODY, ONE, REBELS

NEXT, FOUGHT = "next", "fought"


def rebels_rise(s: Position, node: int, number: int, area: str) -> None:
    """Barbarian Infantry of a Rebellion is on the map."""
    s.add(REBELS, node, number * ONE[BARBARIAN])
    if s.listener is not None:
        s.tell("rebels-rise", f"PR-13.3-{area.upper()}", number=number, space=s.box.place(node))


class Uprising(Question):
    """Rebels in some Spaces attack whoever is there with them, one Battle after another (13.3, Africa, Gaul)."""

    __slots__ = ("beaten_die", "node", "nodes")

    name = "uprising"
    rule = "PR-13.3a"

    def __init__(self, power: int, nodes: list[int], beaten_die: bool) -> None:
        super().__init__(power)
        self.stage = NEXT
        self.nodes = nodes
        """Where there is still to fight."""
        self.node = NOBODY
        self.beaten_die = beaten_die
        """Whether rebels who lose their Battle are eliminated (Africa)."""


class NextBattle(Stage[Uprising], of=Uprising, at=NEXT):
    """Garrisons alone are swept away."""

    def run(self, s: Position, p: Uprising) -> bool:
        if not p.nodes:
            recount(s)
            s.pop()
            return False
        p.node = p.nodes.pop(0)
        others = [side for side in s.occupying(p.node) if side != REBELS]
        if any(s.at(side, p.node) & COMBAT for side in others):
            p.stage = FOUGHT
            s.push(Onset((REBELS,), tuple(others), p.node, NOBODY, NOBODY, NO_FORCING))
            return False
        for side in others:
            s.remove(side, p.node, s.at(side, p.node) & LAND)
            leaders_without_army(s, side, p.node, "PR-8.4.6", in_battle=False)
        return False


class Fought(Stage[Uprising], of=Uprising, at=FOUGHT):
    """Rebels never go: beaten ones are eliminated, or stay with those who beat them."""

    def resumed(self, s: Position, p: Uprising, result: BattleResult) -> None:
        p.stage = NEXT
        if p.beaten_die and result.attacker_lost:
            s.remove(REBELS, p.node, s.at(REBELS, p.node))
