"""Chapter 16.2, Stability Check: Civil War, guards for the Capital, Talents for peace."""

from __future__ import annotations

from ludi.core import SPAN
from ludi.games.pax_romana.ch04_diplomacy.bribery import CHECK, Bribed, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.treasury import own_places, pay
from ludi.games.pax_romana.ch08_leaders.leaders import draw_leaders, leave_map
from ludi.games.pax_romana.ch12_special.placing import Place, Placing
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.stability_track import TURMOIL, UNREST, stability_range
from ludi.games.pax_romana.world.words import AGAINST, BID

NEW_LEADER = "leader"
CHECK_LIMIT = 3
DUE = 8
"""In ``double_cost``: from this bit on those whose turn of dearer markers has begun; below it the turn is to come."""


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
        s.guard_duty |= 1 << power
    else:
        s.push(PayForPeace(power))


def civil_war(s: Position, power: int) -> None:
    """No more Activations, Units vanish, one new leader, Stability -1 (16.2)."""
    if s.pool[power] or power in s.order:
        s.pool[power] = 0
        s.order = [each for each in s.order if each != power]
    else:
        s.double_cost |= 1 << power
    s.civil_war |= 1 << power
    for node, stack in own_places(s, power):
        if s.roll("civil-war") % 2:
            s.remove(power, node, stack)
    for number, where in enumerate(s.leader_at):
        if where >= 0 and s.box.leaders[number].side == power:
            leave_map(s, number)
    recount(s)
    capitals = [capital for capital in s.box.capitals[power] if s.holder(capital) == power]
    for leader in draw_leaders(s, power, 1, []) if capitals else ():
        if len(capitals) == 1:
            s.leader_at[leader] = capitals[0]
        else:
            s.push(Placing(power, NEW_LEADER, capitals, leader))
    s.stability[power] = -1
    if s.listener is not None:
        s.tell("civil-war", "PR-16.2-STABILITY-CHECKe", power=s.box.powers[power])


def end_double_cost(s: Position) -> None:
    """A new Game-Turn: markers are dearer for those just struck by Civil War, and no longer for those before (16.2)."""
    s.double_cost = (s.double_cost & (1 << DUE) - 1) << DUE


def marker_cost(s: Position, power: int) -> int:
    """What playing an Activation Marker costs: 1T, in the Game-Turn after a Civil War 2T (3.4.4, 16.2)."""
    return 2 if s.double_cost >> power + DUE & 1 else 1


class ChooseVictim(Question):
    """A stable player turns the Stability Check on another, who may try to buy him off (16.2, 4.4)."""

    __slots__ = ("chosen", "targets")

    name = "check-victim"
    rule = "PR-16.2-STABILITY-CHECK"

    def __init__(self, power: int, targets: list[int]) -> None:
        super().__init__(power)
        self.targets = targets
        self.chosen = NOBODY

    def run(self, s: Position) -> bool:
        if self.chosen == NOBODY:
            return True
        s.pop()
        suffer_check(s, self.chosen)
        return False

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Bribed) and result.called_off:
            self.targets.remove(self.chosen)
            self.chosen = NOBODY

    def legal(self, s: Position, power: int) -> list[int]:
        return [AGAINST + target for target in self.targets]

    def decide(self, s: Position, power: int, action: int) -> None:
        self.chosen = action % SPAN
        if len(self.targets) > 1:
            offer_bribe(s, self.chosen, power, CHECK, s.box.capitals[self.chosen][0])


class PayForPeace(Question):
    """Pay 3T or lose 1 Stability for each Talent not paid (16.2)."""

    __slots__ = ()

    name = "check-payment"
    rule = "PR-16.2-STABILITY-CHECKb"

    def legal(self, s: Position, power: int) -> list[int]:
        return [BID + number for number in range(min(3, s.treasury[power]) + 1)]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop()
        paid = action % SPAN
        pay(s, power, paid)
        if paid < 3:
            change_stability(s, power, paid - 3, self.rule)


class NewLeader(Place, of=Placing, at=NEW_LEADER):
    """After a Civil War one new leader begins in a Capital; who has several chooses."""

    __slots__ = ()
    asks = "ask.place-leader"
    rule = "PR-16.2-STABILITY-CHECKf"

    def put(self, s: Position, p: Placing, power: int, node: int) -> None:
        s.leader_at[p.whose] = node
