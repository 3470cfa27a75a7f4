"""Chapters 9.4.1 to 9.4.3: who Withdraws before a Battle, the die, and what it costs at home (9.4.5).

Who was intercepted is not asked (:mod:`interception_battle`). Where to and by which way: :mod:`withdrawal_ways`,
:mod:`withdrawal_march`, :mod:`withdrawal_crossing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch09_movement.movement import WALK, WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.ways import kept_back
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import (
    Marched,
    can_rest,
    may_leave_by_sea,
    ports_next,
    withdrawal_cost,
)
from ludi.games.pax_romana.ch10_battle.sums import edge_over, legionary_cavalry
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.ch17_cards.window import Answer, is_asked, offer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import CUNCTATOR
from ludi.games.pax_romana.world.pieces import CAVALRIES, COMBAT, LAND, NOBODY, SOF, cavalry_in
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import NO, STAND, WITHDRAW, YES

TIRED, RESTED = "tired", "rested"
OFFER, HINDER, ROLL, GOING = "offer", "hinder", "roll", "going"
MOST_MP = 6


def withdrawal_spaces(s: Position, side: int, node: int, barred: int) -> list[int]:
    """The first steps open to a Withdrawal, MP apart (9.4.4)."""
    power = s.sof_owner if side == SOF else side
    return land_ways(s, side, node, barred, MOST_MP) + ports_next(s, power, node, whoever_may_go(s, side, node))


def land_ways(s: Position, side: int, node: int, barred: int, mp: int) -> list[int]:
    """The first steps by land with so many MP (9.4.4)."""
    found = []
    move = WithdrawalMarch(side, side, node, barred=barred)
    move.army = whoever_may_go(s, side, node)
    for near, link in s.box.atlas.land[node]:
        cost = withdrawal_cost(s, move, node, near, link)
        if cost <= mp and can_rest(s, move, near, mp - cost):
            found.append(near)
    return found


def hindrance(s: Position, attacker: int, origin: int, side: int, node: int, amphibious: bool) -> int:
    """The attacker's Cavalry Superiority (1) or Supremacy (3), with which he may hinder a Withdrawal (9.4.3); he is
    in the Space, or still where he comes from."""
    if s.box.atlas.is_mountain[node] or amphibious:
        return 0
    stacks = (attacker, origin), (side, node)
    return edge_over(*((cavalry_in(s.at(who, at)), legionary_cavalry(s, who, at)) for who, at in stacks))


def costs_stability(s: Position, power: int, node: int) -> bool:
    """Whether a Withdrawal from there costs a Power Stability: at home, unless CUNCTATOR is played (9.4.5, 17.2)."""
    return s.box.home[node] == power and not has(s.cunctators, power)


def stranded(s: Position, side: int, node: int) -> bool:
    """Cavalry without Infantry in a Mountain Fortress cannot fight there: it leaves or is lost (10.4.3)."""
    stack = s.at(side, node) & COMBAT
    return bool(stack) and not stack & ~CAVALRIES and s.box.atlas.is_mountain[node]


def may_be_rested(s: Position, side: int, node: int) -> bool:
    """Whether an Army that has Withdrawn in this Move may do so again by CUNCTATOR, or could by what all see (17.2)."""
    power = s.player_of(side)
    if power == s.active or not s.at(side, node) & COMBAT or not s.takes_cards():
        return False
    return has(s.cunctators, power) or (
        not Effect.all[CUNCTATOR].no_use(s, power) and is_asked(s, power, (CUNCTATOR,)) and not has(s.hushed, power)
    )


def whoever_may_go(s: Position, side: int, node: int) -> int:
    """An Army without the Units that could not go everywhere: they may stay behind (9.4.5)."""
    army = s.at(side, node) & LAND
    free = army - kept_back(s, side, army)
    return free if free & COMBAT else army


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """How a Withdrawal ended."""

    to: int = NOBODY
    """Where the Army is now; NOBODY: it has not gone."""


STAYED = Withdrawn()


class Withdrawal(Procedure):
    """The Army in an entered Space may leave it before Battle (10.2 step 2). Ends with :class:`Withdrawn`."""

    __slots__ = ("amphibious", "attacker", "entered", "foe", "forced", "hindered", "node", "power", "side")

    name = "withdrawal"
    rule = "PR-9.4.1a"

    def __init__(
        self,
        power: int,
        node: int,
        entered: int,
        attacker: int,
        foe: int,
        amphibious: bool,
        side: int = NOBODY,
        tired: bool = False,
    ) -> None:
        self.stage = TIRED if tired else OFFER
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

    @property
    def barred(self) -> int:
        """Where the attacker came from by land (9.4.4)."""
        return NOBODY if self.amphibious else self.entered

    def edge(self, s: Position) -> int:
        """What the attacker's Cavalry may take from the roll (9.4.3)."""
        return hindrance(s, self.attacker, self.node, self.side, self.node, self.amphibious)

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.withdrawal", {"space": s.box.place(self.node), "mp": 0}, self.rule)


class AtWithdrawal(Stage[Withdrawal]):
    """What the questions of a Withdrawal have in common."""

    def facts(self, s: Position, p: Withdrawal) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": s.box.side_word(p.attacker)}


class Tired(AtWithdrawal, of=Withdrawal, at=TIRED):
    """It has Withdrawn in this Move: only CUNCTATOR lets it do so again (9.4.1, 17.2)."""

    def run(self, s: Position, p: Withdrawal) -> bool:
        if has(s.cunctators, p.power):
            s.refresh(p.side, p.node, LAND)
            p.stage = OFFER
        else:
            p.stage = RESTED
            if not offer(s, (CUNCTATOR,), p.foe, [p.power], p.node):
                s.pop(STAYED)
        return False


class Rested(AtWithdrawal, of=Withdrawal, at=RESTED):
    """The card was played, or was not."""

    def resumed(self, s: Position, p: Withdrawal, result: Answer | None) -> None:
        if result is None:
            s.pop(STAYED)
        else:
            p.stage = TIRED


class Offer(AtWithdrawal, WithHand[Withdrawal], of=Withdrawal, at=OFFER):
    """To stand or to Withdraw (9.4.1); Cavalry without Infantry in a Mountain Fortress must go (10.4.3)."""

    asks = "ask.withdrawal"
    rule = "PR-9.4.1a"

    def run(self, s: Position, p: Withdrawal) -> bool:
        way = withdrawal_spaces(s, p.side, p.node, p.barred)
        if stranded(s, p.side, p.node):
            p.forced = True
            p.stage = ROLL
            if not way:
                fall(s, p, STAYED)
            return False
        if not way:
            s.pop(STAYED)
            return False
        return True

    def no_way(self, s: Position, p: Withdrawal, power: int, argument: int) -> Reason:
        way = withdrawal_spaces(s, p.side, p.node, p.barred)
        return "" if way else Phrase("why.no-way-out", {}, "PR-9.4.4b")

    @choice(STAND, "PR-9.4.4e")
    def stand(self, s: Position, p: Withdrawal, power: int, argument: int) -> None:
        s.pop(STAYED)

    @choice(WITHDRAW, "PR-9.4.1a", unless=no_way)
    def withdraw(self, s: Position, p: Withdrawal, power: int, argument: int) -> None:
        p.stage = HINDER if p.edge(s) and p.foe != NOBODY else ROLL


class Hinder(AtWithdrawal, of=Withdrawal, at=HINDER):
    """The attacker's better Cavalry may take MP from the Withdrawal (9.4.3)."""

    asks = "ask.withdrawal-hinder"
    rule = "PR-9.4.3a"

    def deciders(self, s: Position, p: Withdrawal) -> tuple[int, ...]:
        return (p.foe,)

    @choice(YES)
    def hinder(self, s: Position, p: Withdrawal, power: int, argument: int) -> None:
        p.hindered = p.edge(s)
        p.stage = ROLL

    @choice(NO)
    def let_go(self, s: Position, p: Withdrawal, power: int, argument: int) -> None:
        p.stage = ROLL


class Roll(Stage[Withdrawal], of=Withdrawal, at=ROLL):
    """The die gives the MP of the Withdrawal; leaving home costs Stability (9.4.1, 9.4.5).

    Whom Cavalry or terrain keeps from using any MP has not Withdrawn: he fights, and it costs him nothing.
    """

    def run(self, s: Position, p: Withdrawal) -> bool:
        die = s.roll("withdrawal")
        mp = max(0, die - p.hindered)
        march = WithdrawalMarch(p.side, p.power, p.node, mp, die - mp, p.barred)
        leaves = gets_away(s, march)
        if leaves and costs_stability(s, p.power, p.node):
            change_stability(s, p.power, -1, "PR-14.2.1f")
        if s.listener is not None:
            facts = {"power": s.box.powers[p.power], "space": s.box.place(p.node)}
            s.report("withdrawal", "PR-9.4.1a", {**facts, "mp": mp})
        p.stage = GOING
        if mp == 0 and not leaves:
            fall(s, p, STAYED)
            return False
        if stranded(s, p.side, p.node):
            march.army = s.at(p.side, p.node) & CAVALRIES
            march.stage = WALK
        s.push(march)
        return False


def gets_away(s: Position, march: WithdrawalMarch) -> bool:
    """Whether the MP rolled are enough for a way out of the Space (9.4.1)."""
    side, node = march.side, march.node
    if land_ways(s, side, node, march.barred, march.mp):
        return True
    return may_leave_by_sea(march) and bool(ports_next(s, march.power, node, whoever_may_go(s, side, node)))


class Going(Stage[Withdrawal], of=Withdrawal, at=GOING):
    """The Army is on its way."""

    def resumed(self, s: Position, p: Withdrawal, result: Marched) -> None:
        fall(s, p, Withdrawn(result.to))


def fall(s: Position, p: Withdrawal, ended: Withdrawn) -> None:
    """The Withdrawal is over; Cavalry that had to leave a Mountain Fortress and could not is lost (10.4.3)."""
    if p.forced and stranded(s, p.side, p.node):
        s.remove(p.side, p.node, s.at(p.side, p.node) & CAVALRIES)
        s.tidy(p.side, p.node)
    s.pop(ended)
