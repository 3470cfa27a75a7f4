"""Chapter 9.4: Pre-Battle Withdrawal."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.entering import stranded
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import WITHDRAWAL
from ludi.games.pax_romana.ch09_movement.steps import can_rest, ports_next, withdrawal_cost
from ludi.games.pax_romana.ch10_battle.sums import edge_over, legionary_cavalry
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import CAVALRIES, CAVALRY, COMBAT, LAND, MILITIAS, NOBODY, SOF, count
from ludi.games.pax_romana.world.words import NO, STAND, WITHDRAW, YES

OFFER, HINDER, ROLL, GOING, OVER = range(5)
MOST_MP = 6


def withdrawal_spaces(s: Position, side: int, node: int, barred: int) -> list[int]:
    """The first steps open to a Withdrawal, MP apart (9.4.4)."""
    found = []
    army = whoever_may_go(s, side, node)
    move = Move(side, side, node, WITHDRAWAL)
    move.barred, move.army = barred, army
    for near, link in s.box.atlas.land[node]:
        cost = withdrawal_cost(s, move, node, near, link)
        if cost <= MOST_MP and can_rest(s, move, near, MOST_MP - cost):
            found.append(near)
    return found + ports_next(s, s.sof_owner if side == SOF else side, node, army)


def whoever_may_go(s: Position, side: int, node: int) -> int:
    """An Army without its Militia, which may stay behind (9.4.5) when the way leads from home (12.3.3)."""
    army = s.at(side, node) & LAND
    return army & ~MILITIAS if army & COMBAT & ~MILITIAS else army


class Withdrawal(Procedure):
    """The Army in an entered Space may leave it before Battle (10.2 step 2)."""

    __slots__ = ("amphibious", "attacker", "entered", "foe", "forced", "hindered", "node", "power", "side")

    name = "withdrawal"
    rule = "PR-9.4.1a"

    def __init__(
        self, power: int, node: int, entered: int, attacker: int, foe: int, amphibious: bool, side: int = NOBODY
    ) -> None:
        self.stage = OFFER
        self.power = power
        self.side = power if side == NOBODY else side
        """Whose Army it is: the Power's own, or its Soldier of Fortune's (12.4.4)."""
        self.node = node
        self.entered = entered
        self.attacker = attacker
        self.foe = foe
        """The Power that decides for the attacker."""
        self.amphibious = amphibious
        self.hindered = 0
        self.forced = False
        """Cavalry alone in the mountains, which must go (10.4.3)."""

    def run(self, s: Position) -> bool:
        if self.stage == OFFER:
            barred = NOBODY if self.amphibious else self.entered
            way = withdrawal_spaces(s, self.side, self.node, barred)
            if self._only_cavalry(s):
                self.forced = True
                self.stage = ROLL if way else GOING
                s.answer = 0
                return False
            if not way and self.legal(s, self.power) == [STAND]:
                s.pop()
                return False
            return True
        if self.stage == HINDER:
            return True
        if self.stage == ROLL:
            self._roll(s)
            return False
        where = s.answer if self.stage == GOING else 0
        if self.stage == GOING:
            self._must_fall(s)
        s.pop(where)
        return False

    def _only_cavalry(self, s: Position) -> bool:
        """Cavalry without Infantry in a Mountain Fortress withdraws of itself (10.4.3)."""
        return stranded(s, self.side, self.node)

    def _must_fall(self, s: Position) -> None:
        if self.forced and self._only_cavalry(s):
            s.remove(self.side, self.node, s.at(self.side, self.node) & CAVALRIES)
            s.tidy(self.side, self.node)

    def _edge(self, s: Position) -> int:
        if s.box.atlas.flags[self.node] & MOUNTAIN or self.amphibious:
            return 0
        horse = [
            (count(s.at(side, self.node), CAVALRY), legionary_cavalry(s, side, self.node))
            for side in (self.attacker, self.side)
        ]
        return edge_over(*horse)

    def _roll(self, s: Position) -> None:
        die = s.roll()
        mp = max(0, die - self.hindered)
        if s.box.home[self.node] == self.power:
            change_stability(s, self.power, -1, "PR-14.2.1f")
        if s.listener is not None:
            facts = {"power": s.box.powers[self.power], "space": s.box.place(self.node)}
            s.report("withdrawal", "PR-9.4.1a", {**facts, "mp": mp})
        self.stage = GOING
        s.answer = 0
        if mp == 0 and (die < 3 or not ports_next(s, self.power, self.node, whoever_may_go(s, self.side, self.node))):
            return
        move = Move(self.side, self.power, self.node, WITHDRAWAL)
        move.mp = mp
        move.modifier = self.hindered
        move.barred = NOBODY if self.amphibious else self.entered
        if self._only_cavalry(s):
            move.army = s.at(self.side, self.node) & CAVALRIES
            move.stage = 1
        s.push(move)

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.foe if self.stage == HINDER else self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == HINDER:
            return [YES, NO]
        found = [STAND]
        if withdrawal_spaces(s, self.side, self.node, NOBODY if self.amphibious else self.entered):
            found.append(WITHDRAW)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        if self.stage == HINDER:
            self.hindered = self._edge(s) if action == YES else 0
            self.stage = ROLL
        elif action == STAND:
            self.stage = OVER
        else:
            self.stage = HINDER if self._edge(s) and self.foe != NOBODY else ROLL

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.attacker)}
        if self.stage == HINDER:
            return Phrase("ask.withdrawal-hinder", facts, "PR-9.4.3a")
        return Phrase("ask.withdrawal", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.withdrawal", {"space": s.box.place(self.node), "mp": 0}, self.rule)
