"""Chapter 10.2, step 4: Elephants (10.4.6 to 10.4.9)."""

from __future__ import annotations

from typing import ClassVar

from ludi.core import Phrase
from ludi.games.pax_romana.ch10_battle.battle import CHARGE, ELEPHANTS_IN, ELEPHANTS_OUT, Battle, BattleStage
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, OF_ELEPHANTS, Losses
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import to_the_dice
from ludi.games.pax_romana.ch10_battle.step_13_to_15_aftermath import Aftermath
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import COMBAT, ELEPHANT, NOBODY, count
from ludi.games.pax_romana.world.words import COMMIT, MAX_NUMBER


class ElephantCharge(Battle):
    """Step 4, where no walls are used: Elephants are committed and charge."""

    __slots__ = ("committed", "hits", "negated")

    name = "battle"
    saved_as = "battle-elephants"
    tuples = (*Battle.tuples, "committed", "hits", "negated")
    first = ELEPHANTS_OUT

    def begin(self) -> None:
        super().begin()
        self.committed: tuple[int, int] = (0, 0)
        self.hits: tuple[int, int] = (0, 0)
        """Battle Points each side must still take off because of Elephants."""
        self.negated: tuple[int, int] = (0, 0)
        """Cavalry of each side that does not fight."""


class Elephants(BattleStage[ElephantCharge]):
    """One side commits Elephants, none in a Mountain Fortress (10.4.6, 10.4.8)."""

    asks = "ask.battle-elephants"
    rule = "PR-10.4.6a"
    side: ClassVar[int] = ATTACKER

    def run(self, s: Position, p: ElephantCharge) -> bool:
        if self.may_charge(s, p) and p.powers[self.side] != NOBODY and count(p.units(s, self.side), ELEPHANT):
            return True
        self.send(s, p, 0)
        return False

    def may_charge(self, s: Position, p: ElephantCharge) -> bool:
        return not s.box.atlas.is_mountain[p.node]

    def deciders(self, s: Position, p: ElephantCharge) -> tuple[int, ...]:
        return (p.powers[self.side],)

    def numbers(self, s: Position, p: ElephantCharge, power: int) -> range:
        return range(min(MAX_NUMBER, count(p.units(s, self.side), ELEPHANT)) + 1)

    def too_many(self, s: Position, p: ElephantCharge, power: int, number: int) -> Reason:
        return Phrase("why.fewer-elephants", {"number": count(p.units(s, self.side), ELEPHANT)}, self.rule)

    @choice(COMMIT, "PR-10.4.6a", exactly=numbers, otherwise=too_many)
    def commit(self, s: Position, p: ElephantCharge, power: int, number: int) -> None:
        self.send(s, p, number)

    def send(self, s: Position, p: ElephantCharge, number: int) -> None:
        """So many Elephants are committed."""
        raise NotImplementedError


class AttackingElephants(Elephants, of=ElephantCharge, at=ELEPHANTS_OUT):
    """The Attacker's, none from the sea."""

    def may_charge(self, s: Position, p: ElephantCharge) -> bool:
        return not p.amphibious and super().may_charge(s, p)

    def send(self, s: Position, p: ElephantCharge, number: int) -> None:
        p.committed = (number, 0)
        p.stage = ELEPHANTS_IN


class DefendingElephants(Elephants, of=ElephantCharge, at=ELEPHANTS_IN):
    """The Defender's; then all charge."""

    side = DEFENDER

    def send(self, s: Position, p: ElephantCharge, number: int) -> None:
        p.committed = (p.committed[ATTACKER], number)
        p.stage = CHARGE
        roll_elephants(s, p)


class Charge(BattleStage[ElephantCharge], of=ElephantCharge, at=CHARGE):
    """Battle Points that Elephants cost are taken off before step 5, the Defender's first."""

    def run(self, s: Position, p: ElephantCharge) -> bool:
        for side in (DEFENDER, ATTACKER):
            amount = p.hits[side]
            if amount:
                rest = list(p.hits)
                rest[side] = 0
                p.hits = (rest[0], rest[1])
                sides = (p.attackers, p.defenders)[side]
                s.push(Losses(sides, p.loss_taker(s, side), p.node, amount, IN_BATTLE, True, False))
                return False
        if p.units(s, ATTACKER) & COMBAT and p.units(s, DEFENDER) & COMBAT:
            to_the_dice(s, p).negated = p.negated
        else:
            p.hand_on(s, Aftermath)
        return False


def roll_elephants(s: Position, p: ElephantCharge) -> None:
    """A die for each: it negates Cavalry, costs either side a Battle Point, or is lost (10.4.6)."""
    negated = [0, 0]
    hits = [0, 0]
    lost = [0, 0]
    for side in (ATTACKER, DEFENDER):
        other = 1 - side
        for _ in range(p.committed[side]):
            die = s.roll("elephants")
            if die <= 3:
                negated[other] += 1
            if die == 1:
                hits[other] += 1
            elif die == 6:
                hits[side] += 1
            if die in (3, 5, 6):
                lost[side] += 1
            if s.listener is not None:
                s.tell("elephant", f"PR-10.4.6{'abcdefg'[die]}", space=s.box.place(p.node), die=die)
    p.negated = (negated[0], negated[1])
    p.hits = (hits[0], hits[1])
    for side, sides in ((DEFENDER, p.defenders), (ATTACKER, p.attackers)):
        if lost[side]:
            s.push(Losses(sides, p.powers[side], p.node, lost[side], OF_ELEPHANTS, False, False))
