"""Chapters 11.2.1 and 11.4.6: Units on board go down with their Galley Squadrons."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, LossesTaken
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, OCCUPY, points
from ludi.games.pax_romana.world.sets import members

PAYING, PAID = "paying", "paid"


@dataclass(frozen=True, slots=True)
class Drowned:
    """What a loss on board has left of each side's Army, Garrisons apart, which cannot take it."""

    army: tuple[int, ...]


class Drowning(Procedure):
    """An Army on board loses so many BP (11.2.1, 11.4.6); leaders die when none of their side's is left (8.4.4).

    Ends with :class:`Drowned`.
    """

    __slots__ = ("amount", "army", "in_battle", "leaders", "node", "power", "sides")

    name = "drowning"
    rule = "PR-11.4.6b"
    tuples = ("army", "sides")

    def __init__(
        self,
        sides: tuple[int, ...],
        power: int,
        node: int,
        army: tuple[int, ...],
        amount: int,
        leaders: int,
        in_battle: bool,
    ) -> None:
        self.stage = PAYING
        self.sides = sides
        self.power = power
        self.node = node
        self.army = tuple(part & LAND for part in army)
        """What each side has on board."""
        self.amount = min(amount, sum(points(part) for part in army))
        self.leaders = leaders
        self.in_battle = in_battle

    def trained(self) -> tuple[int, ...]:
        """The Units that can take the loss: Garrisons cannot."""
        return tuple(part & ~GARRISONS for part in self.army)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.drowning", {"space": s.box.place(self.node)}, self.rule)


class Paying(Stage[Drowning], of=Drowning, at=PAYING):
    """Who commands says which Units are lost."""

    def run(self, s: Position, p: Drowning) -> bool:
        p.stage = PAID
        s.push(Losses(p.sides, p.power, p.node, p.amount, IN_BATTLE, True, False, p.trained()))
        return False


class Paid(Stage[Drowning], of=Drowning, at=PAID):
    """Leaders without an Army are lost with it."""

    def resumed(self, s: Position, p: Drowning, result: LossesTaken) -> None:
        p.army = tuple(part & GARRISONS | left for part, left in zip(p.army, result.among, strict=True))

    def run(self, s: Position, p: Drowning) -> bool:
        alive = {side for side, part in zip(p.sides, p.army, strict=True) if part & OCCUPY}
        for leader in members(p.leaders):
            if s.leader_side(leader) not in alive:
                kill_leader(s, leader, "PR-8.4.4", p.in_battle)
        s.pop(Drowned(p.trained()))
        return False


def drown(
    s: Position,
    sides: tuple[int, ...],
    power: int,
    node: int,
    armies: tuple[int, ...],
    amount: int,
    leaders: int,
    in_battle: bool,
) -> bool:
    """An Army on board loses so many BP, if there is one (11.2.1, 11.4.6)."""
    if not amount or not any(army & COMBAT for army in armies):
        return False
    s.push(Drowning(sides, power, node, armies, amount, leaders, in_battle))
    return True


def go_down(
    s: Position, parts: tuple[tuple[int, int, int], ...], node: int, leaders: int, rule: str, in_battle: bool
) -> None:
    """A whole Fleet is lost with Army and leaders: each side's Land Units and Galley Squadrons (8.4.3, 11.4.6)."""
    for side, army, ships in parts:
        s.remove(side, node, army + ships)
    for number in members(leaders):
        kill_leader(s, number, rule, in_battle)
    if s.listener is not None:
        s.tell("sunk", rule, side=s.box.side_word(parts[0][0]), space=s.box.place(node))
