"""Chapter 10.2, step 12: both sides lose Battle Points (10.3.2 to 10.3.4); how they are taken is in :mod:`losses`."""

from __future__ import annotations

from ludi.games.pax_romana.ch10_battle.battle import AFTERMATH, ATTACKER_LOSSES, DEFENDER_LOSSES, Battle, BattleStage
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, loss_points
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import MOUNTAIN


class DefenderLosses(BattleStage, of=Battle, at=DEFENDER_LOSSES):
    """The Defender first; who Retreats loses 10 per cent less (10.7.1)."""

    __slots__ = ()

    def run(self, s: Position, p: Battle) -> bool:
        p.stage = ATTACKER_LOSSES
        lose(s, p, DEFENDER, max(0, p.attack_die - 1) if p.yielded else p.attack_die)
        return False


class AttackerLosses(BattleStage, of=Battle, at=ATTACKER_LOSSES):
    """Then the Attacker."""

    __slots__ = ()

    def run(self, s: Position, p: Battle) -> bool:
        p.stage = AFTERMATH
        lose(s, p, ATTACKER, p.defence_die)
        return False


def lose(s: Position, p: Battle, side: int, roll: int) -> None:
    """A side takes the losses that the other's roll costs it."""
    amount = loss_points(p.field(s).bases()[side], roll)
    sides = (p.attackers, p.defenders)[side]
    if amount:
        horse = not p.walls and not s.box.atlas.flags[p.node] & MOUNTAIN
        manned = side == DEFENDER and p.walls
        s.push(Losses(sides, p.loss_taker(s, side), p.node, amount, IN_BATTLE, horse, manned))
    if s.listener is not None:
        word = s.box.side_word(sides[0])
        s.tell("losses", "PR-10.2-12", side=word, percent=roll * 10, points=amount, space=s.box.place(p.node))
