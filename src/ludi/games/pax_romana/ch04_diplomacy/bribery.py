"""Chapter 4.4: Bribery. At the instant of a move against him a player may pay the other to do otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch09_movement.enemies import foes, hostile
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.promises import SPARE, WAR, Promise
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import NOBODY, OCCUPY, is_power
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

P = TypeVar("P", bound=Procedure)

ATTACK, INTERCEPT_ACT, SEA_FIGHT, CHECK, MUTINY, REVOLT, INVADE, UPRISING = range(8)
"""The moves against a player that he may try to buy off: the entry of an Army into a Space of his, an interception, a
Naval Battle, the choice of a victim of a Stability Check or a Naval Mutiny, where Slaves rise or march, where invaders
come in, where a Rebellion strikes."""
ACTS = ("attack", "intercept", "fleet", "check", "mutiny", "slaves", "invasion", "rebellion")
OFFER, WISH, ANSWER, WORD = "offer", "wish", "answer", "word"
TRIES = 3
"""How often a refused offer may be raised."""


@dataclass(frozen=True, slots=True)
class Bribed:
    """How the attempt to buy off a move ended."""

    called_off: bool
    """Whether the move is not made."""


CALLED_OFF, GOES_ON = Bribed(True), Bribed(False)


class Bribe(Procedure):
    """An offer of Talents at the moment of a threatened move (4.4). Ends with :class:`Bribed`."""

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

    def others(self, s: Position) -> list[int]:
        """The Powers that have no part in it."""
        return [power for power in range(len(s.box.powers)) if power not in (self.payer, self.taker)]

    def decider(self, s: Position) -> int:
        return self.payer if self.stage in (OFFER, WISH) else self.taker

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.bribe", {"space": s.box.place(self.node)}, self.rule)


# Who is threatened


def offer_bribe(s: Position, payer: int, taker: int, act: int, node: int) -> bool:
    """Let the threatened Power try to buy the other off; False if it cannot."""
    if not is_power(payer) or not is_power(taker) or not s.treasury[payer]:
        return False
    if s.box.seat_of[payer] == s.box.seat_of[taker]:
        return False
    s.push(Bribe(payer, taker, act, node))
    return True


def threatened(s: Position, side: int, power: int, army: int, node: int) -> int:
    """The Power against which an Army moves that has entered a Space: whom it would attack, else who Controls it.

    The Army is one of ``side``, led by the player of ``power``.
    """
    if not army & OCCUPY:
        return NOBODY
    for foe in foes(s, side, node, power):
        if is_power(foe):
            return foe
    owner = s.box.home[node]
    others = s.at(side, node) & OCCUPY != army & OCCUPY or s.site_owner(node) == side
    if owner in (NOBODY, power) or others or s.occupier(node) != side:
        return NOBODY
    if not hostile(s, side, owner, power):
        return NOBODY
    return NOBODY if is_power(side) and s.lets_in(owner, side, node) else owner


def menaced(s: Position, enemies: list[int], node: int) -> int:
    """The Power against which Slaves or invaders come to a Space: whom they would attack, else who Controls it."""
    for side in (*enemies, s.holder(node)):
        if is_power(side):
            return side
    return NOBODY


class Bargain(Stage[P]):
    """Whoever is threatened tries to buy the player off, who then has to choose anew; else it goes on as he chose."""

    choosing: ClassVar[str]
    """The stage at which he chooses."""

    def resumed(self, s: Position, p: P, result: Bribed) -> None:
        if result.called_off:
            self.spare(s, p)
            p.stage = self.choosing
        else:
            self.go_on(s, p)

    def spare(self, s: Position, p: P) -> None:
        """What was chosen cannot be chosen again."""
        raise NotImplementedError

    def go_on(self, s: Position, p: P) -> None:
        """It happens as chosen."""
        raise NotImplementedError


# The course of a bribe


class AtBribe(Stage[Bribe]):
    """What the questions of a bribe have in common."""

    def told(self, s: Position, p: Bribe, power: int) -> dict[str, Fact]:
        """The place, the Talents, and the other Power."""
        return {"space": s.box.place(p.node), "talents": p.offered, "power": s.box.powers[power]}


class Offer(AtBribe, of=Bribe, at=OFFER):
    """The threatened Power offers Talents, each time more than before, or lets it be."""

    def ask(self, s: Position, p: Bribe, power: int) -> Phrase:
        return Phrase(f"ask.bribe-{ACTS[p.act]}", self.told(s, p, p.taker), p.rule)

    def affordable(self, s: Position, p: Bribe, power: int) -> Iterable[int]:
        return range(p.offered + 1, min(MAX_NUMBER, s.treasury[power]) + 1)

    def no_offer(self, s: Position, p: Bribe, power: int, talents: int) -> Reason:
        if talents > s.treasury[power]:
            return Phrase("why.no-talents", {}, p.rule)
        return Phrase("why.offer-more", {"talents": p.offered}, p.rule)

    @choice(NO)
    def let_be(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        s.pop(GOES_ON)

    @choice(GIVE_TALENTS, exactly=affordable, otherwise=no_offer)
    def offer(self, s: Position, p: Bribe, power: int, talents: int) -> None:
        p.offered = talents
        p.tries += 1
        p.stage = WISH if p.others(s) else ANSWER


class Wish(AtBribe, of=Bribe, at=WISH):
    """It may ask the other to attack somebody else instead."""

    def ask(self, s: Position, p: Bribe, power: int) -> Phrase:
        return Phrase("ask.bribe-wish", self.told(s, p, p.taker), p.rule)

    def bystanders(self, s: Position, p: Bribe, power: int) -> Iterable[int]:
        return p.others(s)

    @choice(DONE)
    def nobody(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        p.wish = NOBODY
        p.stage = ANSWER

    @choice(PROMISE_ATTACK, exactly=bystanders, otherwise="part-of-the-bargain")
    def instead(self, s: Position, p: Bribe, power: int, other: int) -> None:
        p.wish = other
        p.stage = ANSWER


class Answer(AtBribe, of=Bribe, at=ANSWER):
    """The other takes the Talents and gives its word, or wants more."""

    def ask(self, s: Position, p: Bribe, power: int) -> Phrase:
        facts = self.told(s, p, p.payer)
        if p.wish != NOBODY:
            return Phrase("ask.bribe-against", {**facts, "other": s.box.powers[p.wish]}, p.rule)
        return Phrase("ask.bribe", facts, p.rule)

    @choice(REJECT)
    def reject(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        p.stage = OFFER
        if p.tries >= TRIES or s.treasury[p.payer] <= p.offered:
            s.pop(GOES_ON)

    @choice(ACCEPT)
    def accept(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        p.stage = WORD
        s.treasury[p.payer] -= p.offered
        s.treasury[p.taker] += p.offered
        s.promises.append(Promise(p.taker, p.payer, SPARE, p.node))
        if p.wish != NOBODY:
            s.promises.append(Promise(p.taker, p.payer, WAR, p.wish))
        if s.listener is not None:
            powers = s.box.powers
            s.tell("bribe", p.rule, power=powers[p.payer], other=powers[p.taker], talents=p.offered)


class Word(AtBribe, of=Bribe, at=WORD):
    """Whoever has been paid keeps the word or breaks it: nothing compels anybody (4.4)."""

    def ask(self, s: Position, p: Bribe, power: int) -> Phrase:
        return Phrase("ask.bribe-word", self.told(s, p, p.payer), p.rule)

    @choice(YES)
    def keep(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        s.pop(CALLED_OFF)

    @choice(NO)
    def break_it(self, s: Position, p: Bribe, power: int, argument: int) -> None:
        s.pop(GOES_ON)
