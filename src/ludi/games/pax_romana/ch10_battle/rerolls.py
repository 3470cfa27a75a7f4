"""Chapter 10.3.5, an option: Battle re-rolls."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import LOWER, NO, RAISE, YES

OFFER, NAME, COUNTER, COUNTER_NAME = range(4)


def reroll_leader(s: Position, battle: Battle, side: int) -> int:
    """The leader whose Tactical Rating counts in the Battle; NOBODY if there is none."""
    return battle.chief(s, side)


def reroll_side(s: Position, battle: Battle) -> int:
    """The side that may try: at least twice the BP and the lower unmodified roll; NOBODY if none may (10.3.5)."""
    mine, theirs = battle.field(s).points()
    side = NOBODY
    if mine >= 2 * theirs and battle.attack_die < battle.defence_die:
        side = 0
    elif theirs >= 2 * mine and battle.defence_die < battle.attack_die:
        side = 1
    if side == NOBODY or battle.powers[side] == NOBODY or reroll_leader(s, battle, side) == NOBODY:
        return NOBODY
    return side


class Reroll(Procedure):
    """The larger Army tries for a re-roll; if it fails the smaller one may try."""

    __slots__ = ("side",)

    name = "reroll"
    rule = "PR-10.3.5a"

    def __init__(self, side: int) -> None:
        self.stage = OFFER
        self.side = side

    def battle(self, s: Position) -> Battle:
        battle = s.stack[-2]
        assert isinstance(battle, Battle)
        return battle

    def run(self, s: Position) -> bool:
        return True

    def who(self) -> int:
        """The side that decides now."""
        return self.side if self.stage in (OFFER, NAME) else 1 - self.side

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.battle(s).powers[self.who()],)

    def legal(self, s: Position, power: int) -> list[int]:
        return [NO, YES] if self.stage in (OFFER, COUNTER) else [RAISE, LOWER]

    def decide(self, s: Position, power: int, action: int) -> None:
        battle = self.battle(s)
        if self.stage in (NAME, COUNTER_NAME):
            self._roll_again(s, battle, action == RAISE)
            s.stack.pop()
        elif action == NO:
            s.stack.pop()
        elif self._succeeds(s, battle):
            self.stage += 1
        elif self.stage == OFFER and self._may_counter(s, battle):
            self.stage = COUNTER
        else:
            s.stack.pop()

    def _succeeds(self, s: Position, battle: Battle) -> bool:
        """2d6 (the smaller Army: less 2) not above Tactical plus Campaign Rating."""
        leader = reroll_leader(s, battle, self.who())
        ratings = 0 if leader == NOBODY else s.box.leaders[leader].tactical + s.box.leaders[leader].campaign
        return s.roll("re-roll") + s.roll("re-roll") - (2 if self.stage == COUNTER else 0) <= ratings

    def _may_counter(self, s: Position, battle: Battle) -> bool:
        """Without a leader the ratings are 0: then only a 2 will do (8.2.2)."""
        return battle.powers[1 - self.side] != NOBODY

    def _roll_again(self, s: Position, battle: Battle, own: bool) -> None:
        """The larger Army's own die counts 1 less, a forced one 1 more; an Elite adds 1 to the die of his own side."""
        number = s.roll("re-rolled")
        if self.stage == NAME:
            number += -1 if own else 1
            leader = reroll_leader(s, battle, self.side if own else 1 - self.side)
            if leader != NOBODY and s.box.leaders[leader].elite:
                number += 1
        number = max(0, min(10, number))
        if (self.who() == ATTACKER) == own:
            battle.attack_die = number
        else:
            battle.defence_die = number

    def ask(self, s: Position, power: int) -> Phrase:
        battle = self.battle(s)
        facts = {"space": s.box.place(battle.node)}
        key = "ask.reroll" if self.stage in (OFFER, COUNTER) else "ask.reroll-which"
        return Phrase(key, facts, "PR-10.3.5c" if self.stage >= COUNTER else "PR-10.3.5b" if self.stage else self.rule)
