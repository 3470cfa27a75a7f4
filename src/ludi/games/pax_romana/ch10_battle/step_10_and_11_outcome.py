"""Chapter 10.2, steps 10 and 11: who lost; the beaten Defender may Retreat, or be stopped, or be forced (10.7)."""

from __future__ import annotations

from ludi.games.pax_romana.ch10_battle.battle import (
    BY_FORCE,
    CHOICE,
    DEFENDER_LOSSES,
    OUTCOME,
    OWN_WILL,
    PRESS,
    PREVENT,
    Battle,
    BattleStage,
)
from ludi.games.pax_romana.ch10_battle.retreat_ways import army_at, onward, sea_retreats
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY, SOF
from ludi.games.pax_romana.world.words import FORCE, HOLD, KEEP, NO, RETREAT, YES


class Outcome(BattleStage, of=Battle, at=OUTCOME):
    """Step 10: the lower roll lost; may the Defender Retreat?"""

    __slots__ = ()

    def run(self, s: Position, p: Battle) -> bool:
        if p.attack_die > p.defence_die:
            p.winner = ATTACKER
        elif p.attack_die < p.defence_die:
            p.winner = DEFENDER
        p.stage = DEFENDER_LOSSES
        if p.winner == ATTACKER and may_retreat(s, p):
            p.stage = CHOICE if escape(s, p) else pressing(s, p)
        return False


class ToRetreat(BattleStage, of=Battle, at=CHOICE):
    """Step 11: the beaten Defender goes of his own will, or does not (10.7.1)."""

    __slots__ = ()
    asks = "ask.battle-retreat"
    rule = "PR-10.7.1"

    def deciders(self, s: Position, p: Battle) -> tuple[int, ...]:
        return (p.powers[DEFENDER],)

    @choice(RETREAT, "PR-10.7.1")
    def retreat(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.yielded = OWN_WILL
        p.stage = PREVENT if p.edges[ATTACKER] and p.powers[ATTACKER] != NOBODY else DEFENDER_LOSSES

    @choice(HOLD, "PR-10.7.1")
    def hold(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.stage = pressing(s, p)


class ToPrevent(BattleStage, of=Battle, at=PREVENT):
    """Step 11: winning Cavalry stops a voluntary Retreat on a 1, with Supremacy on 1 to 3 (10.7.6)."""

    __slots__ = ()
    asks = "ask.battle-prevent"
    rule = "PR-10.7.6a"

    @choice(YES)
    def pursue(self, s: Position, p: Battle, power: int, argument: int) -> None:
        if s.roll("pursuit") <= (3 if p.edges[ATTACKER] == 3 else 1):
            p.yielded = 0
        p.stage = DEFENDER_LOSSES

    @choice(NO)
    def let_go(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.stage = DEFENDER_LOSSES


class ToPress(BattleStage, of=Battle, at=PRESS):
    """Step 11: the Attacker may force a Retreat (10.7.2)."""

    __slots__ = ()
    asks = "ask.battle-force"
    rule = "PR-10.7.2a"

    @choice(FORCE, "PR-10.7.2b")
    def force(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.yielded = BY_FORCE
        p.stage = DEFENDER_LOSSES

    @choice(KEEP, "PR-10.7.2a")
    def keep(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.stage = DEFENDER_LOSSES


def runners(s: Position, p: Battle) -> tuple[int, ...]:
    """The Defenders that Retreat, all together: Powers and Soldiers of Fortune (10.7.2 c, 12.4.4)."""
    return tuple(side for side in p.defenders if side in (SOF, *range(4)) and s.at(side, p.node) & COMBAT)


def may_retreat(s: Position, p: Battle) -> bool:
    """Whether this kind of Army Retreats at all; a City or Town bars it, except by sea (7.3.6, 10.7.6 d)."""
    if p.powers[DEFENDER] == NOBODY or not runners(s, p):
        return False
    return not p.walls or bool(sea_retreats(s, runners(s, p), p.node, p.via))


def escape(s: Position, p: Battle) -> bool:
    """Whether there is any way to Retreat."""
    sides = runners(s, p)
    if sea_retreats(s, sides, p.node, p.via):
        return True
    if p.walls:
        return False
    return bool(onward(s, sides, army_at(s, sides, p.node), p.node, p.node, p.barred, 0, p.via))


def pressing(s: Position, p: Battle) -> str:
    """The attacker may force a Retreat for 1 MP, after an interception for nothing (10.7.2)."""
    if p.walls or p.powers[ATTACKER] == NOBODY:
        return DEFENDER_LOSSES
    return PRESS if p.intercepting or p.mp >= 1 else DEFENDER_LOSSES
