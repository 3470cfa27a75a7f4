"""Chapters 9.2.1 and 9.4.1: an Army enters a Space: interception, a bribe, Withdrawal of those there, attack.

By land it is a march or an invasion that enters. An Amphibious Attack does so from the sea: its own stages, made of
these, are in :mod:`ludi.games.pax_romana.ch11_naval.amphibious_attack` (11.3.3).
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, Bribed, offer_bribe, threatened
from ludi.games.pax_romana.ch07_cities.capture import Capture, CaptureResult, capture_campaign
from ludi.games.pax_romana.ch07_cities.prizes import free_prize, open_prize
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader, leaders_without_army
from ludi.games.pax_romana.ch09_movement.ambush import lie_in_wait
from ludi.games.pax_romana.ch09_movement.enemies import foes, hostile, lets_by, quick_foe
from ludi.games.pax_romana.ch09_movement.falling_back import regroup, regroups_at
from ludi.games.pax_romana.ch09_movement.interception import UNTOUCHED, Intercepted, Interception, InterceptionResult
from ludi.games.pax_romana.ch09_movement.movement import (
    ARRIVE,
    AT_HOME,
    CAPTURED,
    CONFRONT,
    ENTERED,
    FINISH,
    FOUGHT,
    PASSING,
    PRESS_ON,
    THREAT,
    TURNED_BACK,
    WALK,
    Entering,
    InvasionMarch,
    March,
    Move,
    WithdrawalMarch,
)
from ludi.games.pax_romana.ch09_movement.ways import attack_cost, came_by_sea
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal, may_be_rested, stranded
from ludi.games.pax_romana.ch10_battle.battle import FORCES_FOR_MP, NO_FORCING, BattleResult, Defeat, Onset
from ludi.games.pax_romana.ch10_battle.losses import LossesTaken
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER
from ludi.games.pax_romana.ch12_special.militia import offer_militia
from ludi.games.pax_romana.ch17_cards.eve import enemy_at_home
from ludi.games.pax_romana.ch17_cards.window import Answer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import CAVALRIES, COMBAT, LAND, NOBODY, OCCUPY, PLAYED, TRIBES, is_played

KINDS = (March, InvasionMarch)
"""The Moves by land that attack whom they find."""
E = TypeVar("E", bound=Entering)


class Arrive(Stage[E], Generic[E], of=KINDS, at=ARRIVE):
    """The Army is there; others may intercept it (9.3.1)."""

    invades: ClassVar[bool] = True
    """Whether it comes to fight."""

    def run(self, s: Position, p: E) -> bool:
        p.sync(s)
        if p.node >= s.box.atlas.spaces:
            ambushed = lie_in_wait(s, (p.side,), p.power, p.node, (p.army,), p.leaders)
            p.stage = PASSING if ambushed else WALK
            return False
        if self.invades and enemy_at_home(s, p):
            p.stage = AT_HOME
            return False
        return self.step_in(s, p)

    def step_in(self, s: Position, p: E) -> bool:
        """It is in the Space; whose home that is has had his say."""
        p.stage = ENTERED
        p.enter(owes=bool(attack_cost(s, p.side, p.node, p.power)))
        if p.army & LAND:
            s.push(Interception(p.side, p.power, p.node, p.came, p.shunned))
        else:
            p.resumed(s, UNTOUCHED)
        return False

    def resumed(self, s: Position, p: E, result: LossesTaken) -> None:
        """On the way it lost Units (9.5.2)."""
        p.endure(s, result.among)


class AtHome(Arrive[E], Generic[E], of=KINDS, at=AT_HOME):
    """In his Home Territory somebody has played RAISE THE MILITIA against the Army, or has not (17.2)."""

    def run(self, s: Position, p: E) -> bool:
        return self.step_in(s, p)

    def resumed(self, s: Position, p: E, result: LossesTaken | Answer | None) -> None:
        """What was played has taken effect already; he may play another card (17.1.5b)."""
        if isinstance(result, Answer):
            p.stage = ARRIVE


class Passing(Stage[Move], of=(March, InvasionMarch, WithdrawalMarch), at=PASSING):
    """On a Land Transit Point others may have fallen upon the Army (17.2, AMBUSH)."""

    def resumed(self, s: Position, p: Move, result: LossesTaken) -> None:
        p.endure(s, result.among)
        p.stage = WALK


class Entered(Stage[E], Generic[E], of=KINDS, at=ENTERED):
    """After the attempts at interception; an Army that beat off those whom it came to fight goes on at once (9.3.4)."""

    unharmed: ClassVar[str] = THREAT
    victorious: ClassVar[str] = PRESS_ON
    driven_off: ClassVar[str] = WALK

    def meanwhile(self, s: Position, p: E, news: Intercepted) -> None:
        """Intercepted before a City or Town the Army pays for its attack at once (7.3.2)."""
        if news.at_walls:
            p.pay_attack()

    def resumed(self, s: Position, p: E, result: InterceptionResult) -> None:
        if result.leader_died:
            p.mp = max(0, p.mp - 1)
        p.lost = p.lost or result.lost
        if not result.gone:
            p.sync(s)
            p.stage = self.victorious if result.fought_here else self.unharmed
            return
        move = p.landed(s)
        if result.fled_to == NOBODY:
            move.perish()
            move.stage = FINISH
            return
        move.node = result.fled_to
        move.sync(s)
        move.stage = self.driven_off


class Threat(Stage[Move], of=(March, InvasionMarch), at=THREAT):
    """Whoever the Army moves against may try to buy it off (4.4), unless it debarked here."""

    def run(self, s: Position, p: Move) -> bool:
        victim = NOBODY if came_by_sea(p.entered) else threatened(s, p.side, p.power, p.army, p.node)
        if not offer_bribe(s, victim, p.power, ATTACK, p.node):
            p.stage = CONFRONT
        return False

    def resumed(self, s: Position, p: Move, result: Bribed) -> None:
        p.stage = TURNED_BACK if result.called_off else CONFRONT


class Confront(Stage[E], Generic[E], of=KINDS, at=CONFRONT):
    """Who is in the Space entered must be attacked (9.2.1 k, l); he may Withdraw first (9.4)."""

    def enemies(self, s: Position, p: E) -> list[int]:
        """The sides that the Army must attack where it is."""
        return foes(s, p.side, p.node, p.power)

    def run(self, s: Position, p: E) -> bool:
        node, enemies = p.node, self.enemies(s, p)
        if not enemies:
            p.landed(s).stage = WALK
        elif not p.army & COMBAT:
            p.stage = TURNED_BACK
        elif TRIBES not in enemies and not any(s.at(enemy, node) & COMBAT for enemy in enemies):
            if s.site_owner(node) not in enemies:
                sweep(s, p, enemies)
            elif free_prize(s, p.side, node, p.power):
                take_prize(s, p, self.may_leave_it(s, p))
            else:
                self.meet(s, p, enemies)
        else:
            self.meet(s, p, enemies)
        return False

    def may_leave_it(self, s: Position, p: E) -> bool:
        """Whether a City or Town that was unoccupied may be left alone (7.4.2)."""
        return is_played(s.owner_of(p.side)) and open_prize(s, p.side, p.node, p.power)

    def meet(self, s: Position, p: E, enemies: list[int]) -> None:
        """Those who do not Withdraw are attacked."""
        if not offer_withdrawal(s, p, enemies):
            attack(s, p, enemies)


class PressOn(Confront[E], Generic[E], of=KINDS, at=PRESS_ON):
    """After a Battle here the attack goes on at once: nobody is asked before it."""

    def may_leave_it(self, s: Position, p: E) -> bool:
        return False

    def meet(self, s: Position, p: E, enemies: list[int]) -> None:
        attack(s, p, enemies)


def take_prize(s: Position, move: Entering, optional: bool) -> None:
    """A City at 3 or Town at 1 Wall Point falls (7.3.5), unless it is left alone."""
    move.pay_attack()
    move.stage = CAPTURED
    campaign = capture_campaign(s, move.side, move.node, move.minor)
    s.push(Capture(move.side, move.power, move.node, campaign, optional))


def attack(s: Position, move: Entering, enemies: list[int]) -> None:
    move.pay_attack()
    move.stage = FOUGHT
    enemies = outside_walls(s, move.node, enemies) or enemies
    forcing = FORCES_FOR_MP if move.mp else NO_FORCING
    s.push(Onset((move.side,), tuple(enemies), move.node, move.entered, move.power, forcing, move.amphibious))


def outside_walls(s: Position, node: int, enemies: list[int]) -> list[int]:
    """Armies before a City or Town that they left alone: no friends of its owner, they fight before it (7.4.2)."""
    owner = s.site_owner(node)
    if owner not in enemies:
        return []
    return [
        side
        for side in enemies
        if is_played(side) and s.at(side, node) & COMBAT and hostile(s, side, owner)
        if not lets_by(s, side, owner, node)
    ]


def offer_withdrawal(s: Position, move: Entering, enemies: list[int]) -> bool:
    """Every Army in the Space may Withdraw, once each and not those that did so before this Move (9.4.1)."""
    for defender in enemies:
        must = stranded(s, defender, move.node)
        if must and not s.fresh(defender, move.node) & COMBAT:
            s.remove(defender, move.node, s.at(defender, move.node) & CAVALRIES)
            leaders_without_army(s, defender, move.node, "PR-8.4.4", in_battle=False)
            return True
        if (defender in move.asked and not must) or defender not in PLAYED:
            continue
        tired = not s.fresh(defender, move.node) & COMBAT
        if tired and not may_be_rested(s, defender, move.node):
            continue
        move.asked.append(defender)
        player = s.player_of(defender)
        s.push(Withdrawal(player, move.node, move.entered, move.side, move.power, move.amphibious, defender, tired))
        return True
    return False


def sweep(s: Position, move: Entering, enemies: list[int]) -> None:
    """Garrisons alone are eliminated without a Battle; a leader with them dies (12.1.1, 8.4.6)."""
    move.pay_attack()
    for enemy in enemies:
        s.remove(enemy, move.node, s.at(enemy, move.node) & LAND)
        for number in s.leaders_of(enemy, move.node):
            kill_leader(s, number, "PR-8.4.6")
    if s.listener is not None:
        s.tell("sweep", "PR-12.1.1a", side=s.box.side_word(move.side), space=s.box.place(move.node))
    move.landed(s).stage = WALK


class Captured(Stage[E], Generic[E], of=KINDS, at=CAPTURED):
    """A City or Town has fallen; the Army may be kept from going on (7.5.3)."""

    def resumed(self, s: Position, p: E, result: CaptureResult) -> None:
        p.sync(s)
        p.landed(s).stage = FINISH if result.army_stays else WALK


class Fought(Stage[E], Generic[E]):
    """After a Battle in which this Army attacked (10.2 steps 13 to 15)."""

    def goes_back_to(self, s: Position, p: E, so_far: BattleResult) -> int:
        """Where the Army Regroups if it has not won; NOBODY: it stays, or is on board."""
        return NOBODY

    def meanwhile(self, s: Position, p: E, news: Defeat) -> None:
        offer_militia(s, news, self.goes_back_to(s, p, news.so_far))

    def resumed(self, s: Position, p: E, result: BattleResult) -> None:
        p.sync(s)
        p.mp = max(0, p.mp - result.leader_died[ATTACKER] - result.forced)
        p.lost = p.lost or result.attacker_lost
        if result.attackers_gone or not p.army & OCCUPY:
            move = p.landed(s)
            move.perish()
            move.stage = FINISH
        elif result.holds:
            move = p.landed(s)
            move.stage = PRESS_ON if quick_foe(s, move.side, move.node, move.power) else WALK
        else:
            p.stage = TURNED_BACK


class FoughtOnTheMarch(Fought[Move], of=(March, InvasionMarch), at=FOUGHT):
    """After a Battle by land the Army that has not won goes back as it came (10.7.7)."""

    def goes_back_to(self, s: Position, p: Move, so_far: BattleResult) -> int:
        return NOBODY if so_far.holds else regroups_at(s, p, so_far.leader_died[ATTACKER], so_far.attacker_lost)


class TurnedBack(Stage[Move], of=March, at=TURNED_BACK):
    """The Army goes back to where it came from (10.7.7)."""

    def run(self, s: Position, p: Move) -> bool:
        regroup(s, p)
        return False
