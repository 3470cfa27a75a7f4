"""Chapter 16.2, Stability Check: Civil War, guards for the Capital, Talents for peace."""

from __future__ import annotations

from typing import ClassVar

from ludi.core import Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import CHECK, Bargain, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch08_leaders.leaders import leave_map
from ludi.games.pax_romana.ch08_leaders.selection import draw_leaders
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has, plus, set_of
from ludi.games.pax_romana.world.stability_track import TURMOIL, UNREST, stability_range
from ludi.games.pax_romana.world.words import AGAINST, BID, PLACE

CHECK_LIMIT = 3
PEACE = 3
"""The Talents that a stable Power pays."""
CHOOSING, BARGAIN = "choosing", "bargain"
DUE = 8
"""In ``double_cost``: from this number on those whose turn of dearer markers has begun; below it, it is to come."""


def stability_check(s: Position, player: int) -> None:
    if s.stability[player] <= CHECK_LIMIT:
        suffer_check(s, player)
        return
    targets = [power for power, level in enumerate(s.stability) if power != player and level <= CHECK_LIMIT]
    if not targets:
        change_stability(s, player, -1, "PR-16.2-STABILITY-CHECK")
    else:
        s.push(ChooseVictim(player, targets))


def suffer_check(s: Position, power: int) -> None:
    spread = stability_range(s.stability[power])
    if spread == TURMOIL:
        civil_war(s, power)
    elif spread == UNREST:
        s.guard_duty = plus(s.guard_duty, power)
    else:
        s.push(PayForPeace(power))


def civil_war(s: Position, power: int) -> None:
    """No more Activations, Units vanish, one new leader, Stability -1 (16.2)."""
    if s.pool[power] or power in s.order:
        s.pool[power] = 0
        s.order = [each for each in s.order if each != power]
    else:
        s.double_cost = plus(s.double_cost, power)
    s.civil_war = plus(s.civil_war, power)
    for node, stack in s.places_of(power):
        if s.roll("civil-war") % 2:
            s.remove(power, node, stack)
    new_government(s, power, "PR-16.2-STABILITY-CHECKe")


def new_government(s: Position, power: int, rule: str) -> None:
    """All leaders go, one new one begins in a Capital, and Stability is -1."""
    for number, where in enumerate(s.leader_at):
        if where >= 0 and s.box.leaders[number].side == power:
            leave_map(s, number)
    recount(s)
    capitals = held_capitals(s, power)
    for leader in draw_leaders(s, power, 1, []) if capitals else ():
        if len(capitals) == 1:
            s.leader_at[leader] = capitals[0]
        else:
            s.push(NewLeader(power, leader))
    s.stability[power] = -1
    if s.listener is not None:
        s.tell("civil-war", rule, power=s.box.powers[power])


def held_capitals(s: Position, power: int) -> list[int]:
    return [capital for capital in s.box.capitals[power] if s.holder(capital) == power]


def end_double_cost(s: Position) -> None:
    """A new Game-Turn: markers are dearer for those just struck by Civil War, and no longer for those before (16.2)."""
    struck = [power for power in range(len(s.box.powers)) if markers_will_be_dear(s, power)]
    s.double_cost = set_of(power + DUE for power in struck)


def markers_are_dear(s: Position, power: int) -> bool:
    """Whether a Power pays double for its Activation Markers in this Game-Turn (16.2)."""
    return has(s.double_cost, power + DUE)


def markers_will_be_dear(s: Position, power: int) -> bool:
    """Whether it will in the next one."""
    return has(s.double_cost, power)


def marker_cost(s: Position, power: int) -> int:
    """What playing an Activation Marker costs: 1T, in the Game-Turn after a Civil War 2T (3.4.4, 16.2)."""
    return 2 if markers_are_dear(s, power) else 1


class ChooseVictim(Question):
    """A stable player turns the Stability Check on another, who may try to buy him off (16.2, 4.4)."""

    __slots__ = ("chosen", "targets")

    name = "check-victim"
    rule = "PR-16.2-STABILITY-CHECK"

    def __init__(self, power: int, targets: list[int]) -> None:
        super().__init__(power)
        self.stage = CHOOSING
        self.targets = targets
        self.chosen = NOBODY

    def strike(self, s: Position, victim: int) -> None:
        """It comes over the victim."""
        suffer_check(s, victim)


class Choosing(Stage[ChooseVictim], of=ChooseVictim, at=CHOOSING):
    """A victim is named; where there are others, it may pay for one of them to be named instead."""

    def victims(self, s: Position, p: ChooseVictim, power: int) -> list[int]:
        return p.targets

    @choice(AGAINST, "PR-16.2-STABILITY-CHECK", exactly=victims, otherwise="no-victim")
    def against(self, s: Position, p: ChooseVictim, power: int, victim: int) -> None:
        p.chosen = victim
        if victim != power and len(p.targets) > 1 and offer_bribe(s, victim, power, CHECK, s.box.capitals[victim][0]):
            p.stage = BARGAIN
        else:
            strike(s, p)


class OtherVictim(Bargain[ChooseVictim], of=ChooseVictim, at=BARGAIN):
    """The victim tries to buy the player off."""

    choosing = CHOOSING

    def spare(self, s: Position, p: ChooseVictim) -> None:
        p.targets.remove(p.chosen)
        p.chosen = NOBODY

    def go_on(self, s: Position, p: ChooseVictim) -> None:
        strike(s, p)


def strike(s: Position, p: ChooseVictim) -> None:
    p.strike(s, p.chosen)
    s.retire(p)


class PayForPeace(Question):
    """Pay 3T or lose 1 Stability for each Talent not paid (16.2)."""

    __slots__ = ()

    name = "check-payment"
    rule = "PR-16.2-STABILITY-CHECKb"
    price: ClassVar[int] = PEACE


class Paying(Stage[PayForPeace], of=PayForPeace, at=ASKED):
    """The Power says how much it pays."""

    def payable(self, s: Position, p: PayForPeace, power: int) -> range:
        return range(min(p.price, s.treasury[power]) + 1)

    def unpayable(self, s: Position, p: PayForPeace, power: int, talents: int) -> Reason:
        if talents > p.price:
            return Phrase("why.peace-price", {"talents": p.price}, p.rule)
        return Phrase("why.no-talents", {}, p.rule)

    @choice(BID, exactly=payable, otherwise=unpayable)
    def pay(self, s: Position, p: PayForPeace, power: int, talents: int) -> None:
        pay(s, power, talents)
        if talents < p.price:
            change_stability(s, power, talents - p.price, p.rule)
        s.pop()


class NewLeader(Question):
    """After a Civil War one new leader begins in a Capital; who has several chooses (16.2)."""

    __slots__ = ("leader",)

    name = "placing"
    saved_as = "new-leader"
    rule = "PR-16.2-STABILITY-CHECK"

    def __init__(self, power: int, leader: int) -> None:
        super().__init__(power)
        self.leader = leader


class InCapital(Stage[NewLeader], of=NewLeader, at=ASKED):
    """The Capital is chosen."""

    asks = "ask.place-leader"
    rule = "PR-16.2-STABILITY-CHECKf"

    def capitals(self, s: Position, p: NewLeader, power: int) -> list[int]:
        return held_capitals(s, power)

    @choice(PLACE, exactly=capitals, otherwise="new-leader-capital")
    def place(self, s: Position, p: NewLeader, power: int, node: int) -> None:
        s.leader_at[p.leader] = node
        s.pop()
