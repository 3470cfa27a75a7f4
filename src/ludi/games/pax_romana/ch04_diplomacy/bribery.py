"""Chapter 4.4: Bribery. At the instant of a move against him a player may pay the other to do otherwise."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.ways import foes, hostile
from ludi.games.pax_romana.engine.outcomes import BRIBED
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import NOBODY, OCCUPY
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    DONE,
    GIVE_TALENTS,
    MAX_NUMBER,
    NO,
    PROMISE_ATTACK,
    REJECT,
    YES,
)

ATTACK, INTERCEPT_ACT, SEA_FIGHT, CHECK, MUTINY, REVOLT, INVADE = range(7)
"""The moves against a player that he may try to buy off: the entry of an Army into a Space of his, an interception, a
Naval Battle, the choice of a victim of a Stability Check or a Naval Mutiny, where Slaves rise or march, where invaders
come in."""
ACTS = ("attack", "intercept", "fleet", "check", "mutiny", "slaves", "invasion")
OFFER, WISH, ANSWER, WORD = range(4)
TRIES = 3
"""How often a refused offer may be raised."""

PEACE, WAR, SHUN, SPARE = range(4)
PROMISE_KINDS = ("peace", "attack", "shun", "spare")
"""Promises are (who, to whom, kind, Power, Province or place). They are shown and not enforced (4.3.2, 4.4)."""


def offer_bribe(s: Position, payer: int, taker: int, act: int, node: int) -> bool:
    """Let the threatened Power try to buy the other off; False if it cannot."""
    s.answer = 0
    powers = range(len(s.box.powers))
    if payer not in powers or taker not in powers or not s.treasury[payer]:
        return False
    if s.box.seat_of[payer] == s.box.seat_of[taker]:
        return False
    s.push(Bribe(payer, taker, act, node))
    return True


def threatened(s: Position, move: Move, node: int) -> int:
    """The Power against which an Army moves that enters a Space: whom it would attack, else who Controls the Space."""
    if not move.army & OCCUPY:
        return NOBODY
    powers = len(s.box.powers)
    for side in foes(s, move.side, node, move.power):
        if side < powers:
            return side
    owner = s.box.home[node]
    others = s.at(move.side, node) & OCCUPY != move.army & OCCUPY or s.site_owner(node) == move.side
    if owner in (NOBODY, move.power) or others or s.occupier(node) != move.side:
        return NOBODY
    if not hostile(s, move.side, owner, move.power):
        return NOBODY
    return NOBODY if move.side < powers and s.lets_in(owner, move.side, node) else owner


def menaced(s: Position, enemies: list[int], node: int) -> int:
    """The Power against which Slaves or invaders come to a Space: whom they would attack, else who Controls it."""
    powers = range(len(s.box.powers))
    for side in (*enemies, s.holder(node)):
        if side in powers:
            return side
    return NOBODY


class Bribe(Procedure):
    """An offer of Talents at the moment of a threatened move. Answer: BRIBED if it is called off."""

    __slots__ = ("act", "node", "offered", "payer", "taker", "tries", "wish")

    name = "bribe"
    rule = "PR-4.4"

    def __init__(self, payer: int, taker: int, act: int, node: int) -> None:
        self.stage = OFFER
        self.payer = payer
        self.taker = taker
        self.act = act
        self.node = node
        self.offered = 0
        self.tries = 0
        self.wish = NOBODY
        """The Power that the taker is to attack instead, if any."""

    def run(self, s: Position) -> bool:
        return True

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.payer if self.stage in (OFFER, WISH) else self.taker,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == OFFER:
            most = min(MAX_NUMBER, s.treasury[power])
            return [NO, *(GIVE_TALENTS + number for number in range(self.offered + 1, most + 1))]
        if self.stage == WISH:
            return [DONE, *(PROMISE_ATTACK + other for other in self._others(s))]
        return [REJECT, ACCEPT] if self.stage == ANSWER else [YES, NO]

    def _others(self, s: Position) -> list[int]:
        return [power for power in range(len(s.box.powers)) if power not in (self.payer, self.taker)]

    def decide(self, s: Position, power: int, action: int) -> None:
        if self.stage == OFFER:
            if action == NO:
                s.pop()
                return
            self.offered = action % SPAN
            self.tries += 1
            self.stage = WISH if self._others(s) else ANSWER
        elif self.stage == WISH:
            self.wish = NOBODY if action == DONE else action % SPAN
            self.stage = ANSWER
        elif self.stage == ANSWER:
            self._answer(s, action)
        else:
            s.pop(BRIBED if action == YES else 0)

    def _answer(self, s: Position, action: int) -> None:
        if action == REJECT:
            self.stage = OFFER
            if self.tries >= TRIES or s.treasury[self.payer] <= self.offered:
                s.pop()
            return
        self.stage = WORD
        s.treasury[self.payer] -= self.offered
        s.treasury[self.taker] += self.offered
        s.promises.append((self.taker, self.payer, SPARE, self.node))
        if self.wish != NOBODY:
            s.promises.append((self.taker, self.payer, WAR, self.wish))
        if s.listener is not None:
            powers = s.box.powers
            s.tell("bribe", self.rule, power=powers[self.payer], other=powers[self.taker], talents=self.offered)

    def ask(self, s: Position, power: int) -> Phrase:
        facts: dict[str, Fact] = {"space": s.box.place(self.node), "talents": self.offered}
        if self.stage == OFFER:
            return Phrase(f"ask.bribe-{ACTS[self.act]}", {**facts, "power": s.box.powers[self.taker]}, self.rule)
        facts["power"] = s.box.powers[self.payer]
        if self.stage == WISH:
            return Phrase("ask.bribe-wish", {**facts, "power": s.box.powers[self.taker]}, self.rule)
        if self.stage == ANSWER:
            if self.wish != NOBODY:
                return Phrase("ask.bribe-against", {**facts, "other": s.box.powers[self.wish]}, self.rule)
            return Phrase("ask.bribe", facts, self.rule)
        return Phrase("ask.bribe-word", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.bribe", {"space": s.box.place(self.node)}, self.rule)
