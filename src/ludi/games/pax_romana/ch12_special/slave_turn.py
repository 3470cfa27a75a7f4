"""Chapter 12.7.1: where Slaves rise, and how they march before each Activation of others."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy import bribery
from ludi.games.pax_romana.ch04_diplomacy.bribery import menaced, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch07_cities.prizes import free_prize
from ludi.games.pax_romana.ch08_leaders.leaders import leaders_without_army
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.finishing import rest_others
from ludi.games.pax_romana.ch09_movement.interception import Interception, InterceptionResult
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal, Withdrawn
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, BattleResult, Onset
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch12_special.placing import Place, Placing
from ludi.games.pax_romana.ch12_special.slaves import raise_slaves, slave_army, slave_foes, slave_spaces, slave_steps
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import ALPINE
from ludi.games.pax_romana.world.pieces import BARBARIAN, COMBAT, LAND, NOBODY, ONE, SLAVES, SOF, count, is_played
from ludi.games.pax_romana.world.words import HOLD, MARCH, PLACE

GROWING, CHOOSING, BARGAIN, ARRIVING = "growing", "choosing", "bargain", "arriving"
INTERCEPTED, WITHDRAWING, FIGHTING, OVER = "intercepted", "withdrawing", "fighting", "over"
REVOLT, REVOLT_BARGAIN = "revolt", "revolt-bargain"

# Where they rise


def slaves_rise(s: Position, power: int, victim: int) -> None:
    """A player chooses a Space of the victim's where Slaves rise."""
    s.push(Placing(power, REVOLT, slave_spaces(s, victim), victim))


class Rising(Place, of=Placing, at=REVOLT):
    """Another player chooses where Slaves rise, and may be bought off (12.7.1, 4.4)."""

    asks = "ask.place-slaves"
    rule = "PR-12.7.1b"
    nowhere = "why.no-revolt-there"

    @choice(PLACE, "PR-12.7.1b", exactly=Place.places, otherwise=Place.not_there)
    def place(self, s: Position, p: Placing, power: int, node: int) -> None:
        p.chosen = node
        if len(p.options) > 1 and offer_bribe(s, p.whose, power, bribery.REVOLT, node):
            p.stage = REVOLT_BARGAIN
        else:
            rise(s, p)


class OtherRising(bribery.Bargain[Placing], of=Placing, at=REVOLT_BARGAIN):
    """The victim tries to buy the player off; then it is another Space."""

    choosing = REVOLT

    def spare(self, s: Position, p: Placing) -> None:
        p.options.remove(p.chosen)
        p.chosen = NOBODY

    def go_on(self, s: Position, p: Placing) -> None:
        rise(s, p)


def rise(s: Position, p: Placing) -> None:
    raise_slaves(s, p.whose, p.chosen)
    s.pop()


# How they march


class SlaveTurn(Question):
    """Before his Activation another player adds 1 BI to a Slave Army and must move it one Space (12.7.1)."""

    __slots__ = ("asked", "held", "node", "spared", "to", "victim")

    name = "slaves"
    rule = "PR-12.7.1d"
    no_cards = True

    def __init__(self, power: int, victim: int) -> None:
        super().__init__(power)
        self.stage = GROWING
        self.victim = victim
        self.node = self.to = NOBODY
        self.held = False
        """Whether Slaves stood in the Space before this Army came."""
        self.spared: list[int] = []
        """Spaces that the player was paid to leave alone."""
        self.asked: list[int] = []
        """The sides in the Space entered that have been asked whether they Withdraw."""

    @property
    def side(self) -> int:
        return SLAVES + self.victim

    def foes(self, s: Position) -> list[int]:
        """Whom they must attack where they have come to."""
        return slave_foes(s, self.side, self.to, self.held)


class Growing(Stage[SlaveTurn], of=SlaveTurn, at=GROWING):
    """The largest Slave Army gets 1 BI."""

    def run(self, s: Position, p: SlaveTurn) -> bool:
        p.node = slave_army(s, p.victim)
        if p.node == NOBODY:
            s.pop()
        else:
            s.add(p.side, p.node, ONE[BARBARIAN])
            p.stage = CHOOSING
        return False


class Choosing(Stage[SlaveTurn], of=SlaveTurn, at=CHOOSING):
    """It goes to a Space one step away; it may stay only if enemies are wherever it could go."""

    def facts(self, s: Position, p: SlaveTurn) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "power": s.box.powers[p.victim]}

    def steps(self, s: Position, p: SlaveTurn, power: int) -> list[int]:
        return [near for near in slave_steps(s, p.side, p.node) if near not in p.spared]

    def no_step(self, s: Position, p: SlaveTurn, power: int, node: int) -> Reason:
        return Phrase("why.paid-to-spare" if node in p.spared else "why.slaves-one-step", {}, p.rule)

    def no_stay(self, s: Position, p: SlaveTurn, power: int, argument: int) -> Reason:
        if all(slave_foes(s, p.side, near, s.at(p.side, near) > 0) for near in self.steps(s, p, power)):
            return ""
        return Phrase("why.slaves-must-go", {}, p.rule)

    @choice(MARCH, "PR-12.7.1d", exactly=steps, otherwise=no_step)
    def march(self, s: Position, p: SlaveTurn, power: int, node: int) -> None:
        p.to = node
        p.held = s.at(p.side, node) > 0
        if offer_bribe(s, menaced(s, p.foes(s), node), power, bribery.REVOLT, node):
            p.stage = BARGAIN
        else:
            set_out(s, p)

    @choice(HOLD, "PR-12.7.1d", unless=no_stay)
    def hold(self, s: Position, p: SlaveTurn, power: int, argument: int) -> None:
        p.stage = OVER


class OtherStep(bribery.Bargain[SlaveTurn], of=SlaveTurn, at=BARGAIN):
    """Whom they come against may buy the player off (4.4)."""

    choosing = CHOOSING

    def spare(self, s: Position, p: SlaveTurn) -> None:
        p.spared.append(p.to)
        p.to = NOBODY

    def go_on(self, s: Position, p: SlaveTurn) -> None:
        set_out(s, p)


def set_out(s: Position, p: SlaveTurn) -> None:
    """They march, and leave 1 BI in a City or Town."""
    army = s.at(p.side, p.node) & LAND
    if p.node in s.sites and count(army, BARBARIAN) > 1:
        army -= ONE[BARBARIAN]
    link = slave_steps(s, p.side, p.node)[p.to]
    s.shift(p.side, p.node, p.to, army)
    p.stage = ARRIVING
    if link == ALPINE:
        attrition(s, (p.side,), p.power, p.to, (army,), "PR-9.5.2a")


class Arriving(Stage[SlaveTurn], of=SlaveTurn, at=ARRIVING):
    """Whoever is left of them may be intercepted (9.3)."""

    def run(self, s: Position, p: SlaveTurn) -> bool:
        p.stage = OVER
        if s.at(p.side, p.to):
            p.stage = INTERCEPTED
            s.push(Interception(p.side, p.power, p.to, p.node, NOBODY))
        return False


class Intercepted(Stage[SlaveTurn], of=SlaveTurn, at=INTERCEPTED):
    """Who was there before them may Withdraw, unless it came to a Battle there already."""

    def resumed(self, s: Position, p: SlaveTurn, result: InterceptionResult) -> None:
        p.stage = OVER
        if not result.gone and (result.fought_here or not offer_withdrawal(s, p)):
            attack(s, p)


class Withdrawing(Stage[SlaveTurn], of=SlaveTurn, at=WITHDRAWING):
    """One has stayed or gone; the next one is asked, then they attack."""

    def resumed(self, s: Position, p: SlaveTurn, result: Withdrawn) -> None:
        p.stage = OVER
        if not offer_withdrawal(s, p):
            attack(s, p)


class Fighting(Stage[SlaveTurn], of=SlaveTurn, at=FIGHTING):
    """Slaves that did not win the Space go back to where they came from (10.2 step 13)."""

    def resumed(self, s: Position, p: SlaveTurn, result: BattleResult) -> None:
        p.stage = OVER
        if result.attackers_gone or result.holds:
            return
        rest = s.at(p.side, p.to) & LAND
        if rest and foes(s, p.side, p.to):
            s.shift(p.side, p.to, p.node, rest)


class Over(Stage[SlaveTurn], of=SlaveTurn, at=OVER):
    """The Activation itself begins."""

    def run(self, s: Position, p: SlaveTurn) -> bool:
        rest_others(s, (p.power,))
        recount(s)
        s.pop()
        return False


def offer_withdrawal(s: Position, p: SlaveTurn) -> bool:
    """Slaves on the march are a moving Army: each Army in the Space may Withdraw before them (9.4.1)."""
    for enemy in p.foes(s):
        if not is_played(enemy) or enemy in p.asked:
            continue
        if s.fresh(enemy, p.to) & COMBAT:
            p.asked.append(enemy)
            p.stage = WITHDRAWING
            player = s.sof_owner if enemy == SOF else enemy
            s.push(Withdrawal(player, p.to, p.node, p.side, p.power, False, enemy))
            return True
    return False


def attack(s: Position, p: SlaveTurn) -> None:
    """They fight for the Space; what nobody defends is swept away."""
    enemies = p.foes(s)
    if not enemies:
        return
    defended = any(s.at(enemy, p.to) & COMBAT for enemy in enemies) or p.to in s.tribes
    if not defended and (p.to not in s.sites or free_prize(s, p.side, p.to)):
        for enemy in enemies:
            s.remove(enemy, p.to, s.at(enemy, p.to) & LAND)
            leaders_without_army(s, enemy, p.to, "PR-8.4.6", in_battle=False)
        return
    p.stage = FIGHTING
    s.push(Onset((p.side,), tuple(enemies), p.to, p.node, p.power, NO_FORCING))
