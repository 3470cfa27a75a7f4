"""Chapter 12.3: Militia."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from ludi.core import Fact
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch10_battle.battle import Defeat
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import MILITIA, NOBODY, ONE
from ludi.games.pax_romana.world.sets import has, plus
from ludi.games.pax_romana.world.stability_track import TURMOIL, UNREST, stability_range
from ludi.games.pax_romana.world.words import LEVY, NO, YES

CALLING, LEVYING = "calling", "levying"


def militia_raised(die: int, level: int) -> int:
    """How many Militia a roll brings (12.3.2).

    >>> militia_raised(5, -2), militia_raised(5, 3), militia_raised(1, -1)
    (2, 3, 0)
    """
    spread = stability_range(level)
    if spread == TURMOIL:
        return 0
    return (die + 1) // 2 - (1 if spread == UNREST else 0)


def may_raise_militia(s: Position, power: int, node: int, lost: int, to_slaves: bool) -> str:
    """The rule that forbids raising Militia after a lost Battle, '' if it is allowed (12.3)."""
    if power == NOBODY or s.box.home[node] != power or lost <= 0:
        return "PR-12.3.1"
    if to_slaves:
        return "PR-12.7.4a"
    if stability_range(s.stability[power]) == TURMOIL:
        return "PR-12.3.2c"
    return "PR-12.3.3c" if has(s.militia_raised, power) else ""


def offer_militia(s: Position, defeat: Defeat, back: int) -> None:
    """After a lost Battle; ``back`` is where an attacker who did not win the Space Regroups, NOBODY if he does not."""
    power = defeat.power
    if defeat.so_far.attackers_gone or defeat.so_far.attacker_lost:
        back = NOBODY
    forbidden = may_raise_militia(s, power, defeat.node, defeat.lost, defeat.to_slaves)
    if not forbidden and levy_spaces(s, power, back):
        s.push(RaiseMilitia(power, back))


def levy_spaces(s: Position, power: int, back: int = NOBODY) -> list[int]:
    """Home Spaces without enemy Units (12.3.2): an attacker who did not win the Space is back where he came from."""
    return [
        node
        for node in range(s.box.atlas.spaces)
        if s.box.home[node] == s.holder(node) == power and not foes(s, power, node)
        if node != back
    ]


class RaiseMilitia(Question):
    """A Power that lost a Battle at home may raise Militia at once."""

    __slots__ = ("back", "left")

    name = "militia"
    rule = "PR-12.3.1"

    def __init__(self, power: int, back: int) -> None:
        super().__init__(power)
        self.stage = CALLING
        self.back = back
        """Where the enemy Regroups; NOBODY: nowhere."""
        self.left = 0
        """How many Militia are still to be placed."""

    @classmethod
    def called(cls, power: int, number: int) -> Self:
        """So many have come already."""
        new = cls(power, NOBODY)
        new.stage = LEVYING
        new.left = number
        return new


class Calling(Stage[RaiseMilitia], of=RaiseMilitia, at=CALLING):
    """The Power raises Militia or does not; to call them costs Stability (14.2.1)."""

    @choice(YES)
    def call(self, s: Position, p: RaiseMilitia, power: int, argument: int) -> None:
        p.left = militia_raised(s.roll("militia"), s.stability[power])
        p.stage = LEVYING
        s.militia_raised = plus(s.militia_raised, power)
        change_stability(s, power, -1, "PR-14.2.1g")

    @choice(NO)
    def let_be(self, s: Position, p: RaiseMilitia, power: int, argument: int) -> None:
        s.pop()


class Levying(Stage[RaiseMilitia], of=RaiseMilitia, at=LEVYING):
    """Each of those who come is placed (12.3.2)."""

    asks = "ask.militia-place"
    rule = "PR-12.3.2d"

    def run(self, s: Position, p: RaiseMilitia) -> bool:
        if p.left:
            return True
        s.pop()
        return False

    def facts(self, s: Position, p: RaiseMilitia) -> Mapping[str, Fact]:
        return {"number": p.left}

    def homes(self, s: Position, p: RaiseMilitia, power: int) -> list[int]:
        return levy_spaces(s, power, p.back)

    @choice(LEVY, "PR-12.3.2d", exactly=homes, otherwise="no-levy-there")
    def place(self, s: Position, p: RaiseMilitia, power: int, node: int) -> None:
        s.add(power, node, ONE[MILITIA])
        p.left -= 1
