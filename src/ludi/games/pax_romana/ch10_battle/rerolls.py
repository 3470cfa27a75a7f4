"""Chapter 10.3.5, an option: Battle re-rolls, after step 7 of 10.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import LOWER, NO, RAISE, YES

OFFER, WHICH, COUNTER, COUNTER_WHICH = "offer", "which", "counter", "counter-which"


def reroll_side(points: tuple[int, int], dice: tuple[int, int]) -> int:
    """The side with at least twice the BP and the lower unmodified roll; NOBODY if there is none (10.3.5)."""
    (mine, theirs), (attack, defence) = points, dice
    if mine >= 2 * theirs and attack < defence:
        return ATTACKER
    if theirs >= 2 * mine and defence < attack:
        return DEFENDER
    return NOBODY


@dataclass(frozen=True, slots=True)
class Rerolled:
    """Whose die was rolled again, and what it shows now."""

    side: int = NOBODY
    """ATTACKER or DEFENDER; NOBODY: none was."""
    number: int = 0


AS_ROLLED = Rerolled()


class Reroll(Procedure):
    """The larger Army tries for a re-roll; if it fails the smaller one may try. Ends with :class:`Rerolled`."""

    __slots__ = ("chiefs", "node", "powers", "side")

    name = "reroll"
    rule = "PR-10.3.5a"
    tuples = ("chiefs", "powers")

    def __init__(self, side: int, node: int, powers: tuple[int, int], chiefs: tuple[int, int]) -> None:
        self.stage = OFFER
        self.side = side
        """The larger Army."""
        self.node = node
        self.powers = powers
        """Who decides for attacker and defender."""
        self.chiefs = chiefs
        """Their leaders; NOBODY: there is none."""


class AtReroll(Stage[Reroll]):
    """What the questions of a re-roll have in common."""

    def side(self, p: Reroll) -> int:
        """The side that decides now."""
        return p.side

    def deciders(self, s: Position, p: Reroll) -> tuple[int, ...]:
        return (p.powers[self.side(p)],)

    def facts(self, s: Position, p: Reroll) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}


class Trying(AtReroll):
    """2d6 not above the leader's Tactical plus Campaign Rating bring a re-roll."""

    asks = "ask.reroll"
    bonus = 0

    @choice(NO)
    def leave(self, s: Position, p: Reroll, power: int, argument: int) -> None:
        s.pop(AS_ROLLED)

    @choice(YES)
    def attempt(self, s: Position, p: Reroll, power: int, argument: int) -> None:
        leader = p.chiefs[self.side(p)]
        ratings = 0 if leader == NOBODY else s.box.leaders[leader].tactical + s.box.leaders[leader].campaign
        if s.roll("re-roll") + s.roll("re-roll") - self.bonus <= ratings:
            self.succeed(s, p)
        else:
            self.fail(s, p)

    def succeed(self, s: Position, p: Reroll) -> None:
        raise NotImplementedError

    def fail(self, s: Position, p: Reroll) -> None:
        raise NotImplementedError


class Naming(AtReroll):
    """Which die is rolled again: the own or the other's."""

    asks = "ask.reroll-which"

    @choice(RAISE)
    def own(self, s: Position, p: Reroll, power: int, argument: int) -> None:
        self.roll_again(s, p, True)

    @choice(LOWER)
    def other(self, s: Position, p: Reroll, power: int, argument: int) -> None:
        self.roll_again(s, p, False)

    def roll_again(self, s: Position, p: Reroll, own: bool) -> None:
        side = self.side(p) if own else 1 - self.side(p)
        number = s.roll("re-rolled") + self.change(s, p, side)
        s.pop(Rerolled(side, max(0, min(10, number))))

    def change(self, s: Position, p: Reroll, side: int) -> int:
        """What is added to the new roll of a side."""
        return 0


class Offer(Trying, of=Reroll, at=OFFER):
    """The larger Army may try (10.3.5 a)."""

    def succeed(self, s: Position, p: Reroll) -> None:
        p.stage = WHICH

    def fail(self, s: Position, p: Reroll) -> None:
        """The smaller Army may try; without a leader the ratings are 0: then only a 2 will do (8.2.2)."""
        if p.powers[1 - p.side] != NOBODY:
            p.stage = COUNTER
        else:
            s.pop(AS_ROLLED)


class Which(Naming, of=Reroll, at=WHICH):
    """The larger Army's own die counts 1 less, a forced one 1 more; an Elite adds 1 to the die of his own side."""

    rule = "PR-10.3.5b"

    def change(self, s: Position, p: Reroll, side: int) -> int:
        leader = p.chiefs[side]
        elite = leader != NOBODY and s.box.leaders[leader].elite
        return (-1 if side == p.side else 1) + (1 if elite else 0)


class Counter(Trying, of=Reroll, at=COUNTER):
    """The smaller Army may try, with 2 less on its dice (10.3.5 c)."""

    rule = "PR-10.3.5c"
    bonus = 2

    def side(self, p: Reroll) -> int:
        return 1 - p.side

    def succeed(self, s: Position, p: Reroll) -> None:
        p.stage = COUNTER_WHICH

    def fail(self, s: Position, p: Reroll) -> None:
        s.pop(AS_ROLLED)


class CounterWhich(Naming, of=Reroll, at=COUNTER_WHICH):
    """The smaller Army's choice, without changes to the die."""

    rule = "PR-10.3.5c"

    def side(self, p: Reroll) -> int:
        return 1 - p.side
