"""Chapter 10.2, steps 10 and 11: who lost; the beaten Defender may Retreat, or be stopped, or be forced (10.7)."""

from __future__ import annotations

from ludi.games.pax_romana.ch10_battle.battle import (
    BY_FORCE,
    CHOICE,
    NO_FORCING,
    OUTCOME,
    OWN_WILL,
    PRESS,
    PREVENT,
    Battle,
    BattleStage,
)
from ludi.games.pax_romana.ch10_battle.retreat_ways import army_at, onward, sea_retreats
from ludi.games.pax_romana.ch10_battle.step_12_losses import Toll
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.ch13_barbarians.rebels import rises_in_africa
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import NOBODY, REBELS
from ludi.games.pax_romana.world.words import FORCE, HOLD, KEEP, NO, RETREAT, YES


class Verdict(Battle):
    """Steps 10 and 11: who lost, and whether he Retreats."""

    __slots__ = ("edge", "yielded")

    name = "battle"
    saved_as = "battle-outcome"
    first = OUTCOME

    def begin(self) -> None:
        super().begin()
        self.edge = 0
        """The Attacker's Cavalry edge: 0, 1 (Superiority) or 3 (Supremacy)."""
        self.yielded = 0
        """OWN_WILL or BY_FORCE if the Defender Retreats."""


class Outcome(BattleStage[Verdict], of=Verdict, at=OUTCOME):
    """Step 10: the lower roll lost; may the Defender Retreat?"""

    def run(self, s: Position, p: Verdict) -> bool:
        if p.winner == ATTACKER and driven_out(s, p):
            p.yielded = BY_FORCE if p.runners(s) else 0
            to_the_losses(s, p)
        elif p.winner != ATTACKER or not may_retreat(s, p):
            to_the_losses(s, p)
        elif escape(s, p):
            p.stage = CHOICE
        else:
            press_or_not(s, p)
        return False


class ToRetreat(BattleStage[Verdict], of=Verdict, at=CHOICE):
    """Step 11: the beaten Defender goes of his own will, or does not (10.7.1)."""

    asks = "ask.battle-retreat"
    rule = "PR-10.7.1"

    def deciders(self, s: Position, p: Verdict) -> tuple[int, ...]:
        return (p.powers[DEFENDER],)

    @choice(RETREAT, "PR-10.7.1")
    def retreat(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        p.yielded = OWN_WILL
        if p.edge and p.powers[ATTACKER] != NOBODY:
            p.stage = PREVENT
        else:
            to_the_losses(s, p)

    @choice(HOLD, "PR-10.7.1")
    def hold(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        press_or_not(s, p)


class ToPrevent(BattleStage[Verdict], of=Verdict, at=PREVENT):
    """Step 11: winning Cavalry stops a voluntary Retreat on a 1, with Supremacy on 1 to 3 (10.7.6)."""

    asks = "ask.battle-prevent"
    rule = "PR-10.7.6a"

    @choice(YES)
    def pursue(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        if s.roll("pursuit") <= (3 if p.edge == 3 else 1):
            p.yielded = 0
        to_the_losses(s, p)

    @choice(NO)
    def let_go(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        to_the_losses(s, p)


class ToPress(BattleStage[Verdict], of=Verdict, at=PRESS):
    """Step 11: the Attacker may force a Retreat (10.7.2)."""

    asks = "ask.battle-force"
    rule = "PR-10.7.2a"

    @choice(FORCE, "PR-10.7.2b")
    def force(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        p.yielded = BY_FORCE
        to_the_losses(s, p)

    @choice(KEEP, "PR-10.7.2a")
    def keep(self, s: Position, p: Verdict, power: int, argument: int) -> None:
        to_the_losses(s, p)


def driven_out(s: Position, p: Verdict) -> bool:
    """Beaten by rebels in Africa, Carthaginians must leave the Space (13.3)."""
    return REBELS in p.attackers and rises_in_africa(s, p.node)


def may_retreat(s: Position, p: Verdict) -> bool:
    """Whether this kind of Army Retreats at all; a City or Town bars it, except by sea (7.3.6, 10.7.6 d)."""
    if p.powers[DEFENDER] == NOBODY or not p.runners(s):
        return False
    return not p.walls or bool(sea_retreats(s, p.runners(s), p.node, p.via))


def escape(s: Position, p: Verdict) -> bool:
    """Whether there is any way to Retreat."""
    sides = p.runners(s)
    if sea_retreats(s, sides, p.node, p.via):
        return True
    if p.walls:
        return False
    return bool(onward(s, sides, army_at(s, sides, p.node), p.node, p.node, p.barred, 0, p.via))


def press_or_not(s: Position, p: Verdict) -> None:
    """The attacker may force a Retreat for 1 MP, after an interception for nothing (10.7.2)."""
    if p.walls or p.powers[ATTACKER] == NOBODY or p.forcing == NO_FORCING:
        to_the_losses(s, p)
    else:
        p.stage = PRESS


def to_the_losses(s: Position, p: Verdict) -> None:
    p.hand_on(s, Toll).yielded = p.yielded
