"""Chapter 10.2, step 12: both sides lose Battle Points (10.3.2 to 10.3.4); how they are taken is in :mod:`losses`."""

from __future__ import annotations

from ludi.games.pax_romana.ch10_battle.battle import ATTACKER_LOSSES, DEFENDER_LOSSES, Battle, BattleStage
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, loss_points
from ludi.games.pax_romana.ch10_battle.step_13_to_15_aftermath import Aftermath
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position


class Toll(Battle):
    """Step 12: losses."""

    __slots__ = ("yielded",)

    name = "battle"
    saved_as = "battle-losses"
    first = DEFENDER_LOSSES

    def begin(self) -> None:
        super().begin()
        self.yielded = 0
        """OWN_WILL or BY_FORCE if the Defender Retreats."""


class DefenderLosses(BattleStage[Toll], of=Toll, at=DEFENDER_LOSSES):
    """The Defender first; who Retreats loses 10 per cent less (10.7.1)."""

    def run(self, s: Position, p: Toll) -> bool:
        p.stage = ATTACKER_LOSSES
        roll = p.dice[ATTACKER]
        lose(s, p, DEFENDER, max(0, roll - 1) if p.yielded else roll)
        return False


class AttackerLosses(BattleStage[Toll], of=Toll, at=ATTACKER_LOSSES):
    """Then the Attacker."""

    def run(self, s: Position, p: Toll) -> bool:
        p.hand_on(s, Aftermath).yielded = p.yielded
        lose(s, p, ATTACKER, p.dice[DEFENDER])
        return False


def lose(s: Position, p: Toll, side: int, roll: int) -> None:
    """A side takes the losses that the other's roll costs it."""
    amount = loss_points(p.field(s).bases()[side], roll)
    sides = (p.attackers, p.defenders)[side]
    if amount:
        horse = not p.walls and not s.box.atlas.is_mountain[p.node]
        manned = side == DEFENDER and p.walls
        s.push(Losses(sides, p.loss_taker(s, side), p.node, amount, IN_BATTLE, horse, manned))
    if s.listener is not None:
        word = s.box.side_word(sides[0])
        s.tell("losses", "PR-10.2-12", side=word, percent=roll * 10, points=amount, space=s.box.place(p.node))
