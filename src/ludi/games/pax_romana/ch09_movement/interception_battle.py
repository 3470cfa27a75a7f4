"""Chapters 9.3.2 to 9.3.6: the dice of an Interception, the Battle it brings, and who is where after it."""

from __future__ import annotations

from ludi.games.pax_romana.ch07_cities.capture import Capture, capture_campaign
from ludi.games.pax_romana.ch07_cities.prizes import free_prize
from ludi.games.pax_romana.ch08_leaders.commanders import commander
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.interception import (
    ASK,
    BATTLE,
    ROLL,
    SIEGE,
    TAKEN,
    Intercepted,
    Interception,
    Waiting,
)
from ludi.games.pax_romana.ch09_movement.interceptors import NEEDED, interception_modifiers, player_of
from ludi.games.pax_romana.ch10_battle.battle import FORCES_FREE, BattleResult, Defeat, Onset
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.ch12_special.militia import offer_militia
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import COMBAT, INDEPENDENT, LAND, NOBODY, OCCUPY, SOF, is_played
from ludi.games.pax_romana.world.sets import members


class Roll(Waiting, of=Interception, at=ROLL):
    """2d6 with modifiers of 12 or more bring them there (9.3.2); then there is a Battle."""

    def run(self, s: Position, p: Interception) -> bool:
        p.stage = ASK
        riders = members(p.riders)
        if not succeeds(s, p, riders):
            come_out(s, p)
            return False
        for number in riders:
            s.leader_at[number] = p.node
        if not p.chosen:
            return False
        s.drive(p.who, p.from_node, p.node, p.chosen)
        s.tidy(p.who, p.from_node)
        defenders = defenders_of(s, p)
        if not any(s.at(side, p.node) & COMBAT for side in defenders):
            sweep(s, p, defenders)
            return False
        s.meanwhile(p, Intercepted(at_walls=p.node in s.sites))
        attackers = (p.who, *allies_of(s, p))
        leads = commander(s, attackers, p.node) if len(attackers) > 1 else player_of(s, p.who)
        p.stage = BATTLE
        s.push(Onset(attackers, defenders, p.node, p.from_node, leads, FORCES_FREE, via=p.entered))
        return False


class AfterBattle(Stage[Interception]):
    """What the stages that wait for a Battle of the interceptor's have in common."""

    def meanwhile(self, s: Position, p: Interception, news: Defeat) -> None:
        stays = news.so_far.holds and not p.among_strangers(s)
        offer_militia(s, news, NOBODY if stays else p.from_node)


class Fought(AfterBattle, of=Interception, at=BATTLE):
    """The interceptor stays or goes back; the Army that entered may be gone (9.3.3 to 9.3.6)."""

    def resumed(self, s: Position, p: Interception, result: BattleResult) -> None:
        p.stage = ASK
        lost = p.so_far.lost or result.winner == ATTACKER
        died = p.so_far.leader_died or result.leader_died[DEFENDER]
        p.so_far = p.so_far._replace(lost=lost, leader_died=died)
        if result.holds and not result.attackers_gone:
            won(s, p, result.fled_to)
            return
        if not result.attackers_gone:
            regroup(s, p)
        come_out(s, p)
        if not s.at(p.side, p.node) & LAND:
            s.pop(p.so_far._replace(gone=True))
        elif any(s.friends(foe, p.who) or foe == INDEPENDENT for foe in foes(s, p.side, p.node, p.power)):
            p.so_far = p.so_far._replace(fought_here=True)


class Siege(AfterBattle, of=Interception, at=SIEGE):
    """The City or Town of the Army driven off has been attacked (7.3.1)."""

    def resumed(self, s: Position, p: Interception, result: BattleResult) -> None:
        p.stage = TAKEN
        if result.attackers_gone:
            return
        if not result.holds:
            regroup(s, p)
        elif foes(s, p.who, p.node):
            assault(s, p)


class Taken(Stage[Interception], of=Interception, at=TAKEN):
    """All is over."""

    def run(self, s: Position, p: Interception) -> bool:
        s.pop(p.so_far)
        return False


def succeeds(s: Position, p: Interception, riders: list[int]) -> bool:
    total = (
        s.roll("interception")
        + s.roll("interception")
        + sum(each for _, each, _ in interception_modifiers(s, p.who, p.from_node, p.node, riders))
    )
    success = total >= NEEDED
    if s.listener is not None:
        facts = {"power": s.box.side_word(p.who), "start": s.box.place(p.from_node), "space": s.box.place(p.node)}
        s.report("intercept" if success else "intercept-fails", "PR-9.3.2e", {**facts, "total": total})
    return success


def allies_of(s: Position, p: Interception) -> list[int]:
    """Others in the Space that join the attack: Independents and allied Powers, outside walls (9.3.4, 9.3.6)."""
    if p.who == SOF:
        return []
    if p.node in s.sites:
        return [INDEPENDENT] if p.townsmen(s) == INDEPENDENT and s.at(INDEPENDENT, p.node) & COMBAT else []
    own_foes = foes(s, p.who, p.node)
    allied = [power for power in range(len(s.box.powers)) if power != p.who and power not in own_foes]
    met = foes(s, p.side, p.node, p.power)
    return [side for side in (*allied, INDEPENDENT) if side in met and s.at(side, p.node) & COMBAT]


def defenders_of(s: Position, p: Interception) -> tuple[int, ...]:
    """The Army that entered, and all in the Space that stand by it (9.3.1)."""
    met = foes(s, p.side, p.node, p.power)
    others = [side for side in foes(s, p.who, p.node) if side != p.side and side not in met]
    here = [side for side in others if is_played(side) and s.at(side, p.node) & OCCUPY]
    return (p.side, *here)


def sweep(s: Position, p: Interception, defenders: tuple[int, ...]) -> None:
    """Garrisons alone fall without a Battle, and a leader with them (12.1.1, 8.4.6)."""
    for side in defenders:
        s.remove(side, p.node, s.at(side, p.node) & LAND)
        for number in s.leaders_of(side, p.node):
            kill_leader(s, number, "PR-8.4.6")
    won(s, p, NOBODY)


def won(s: Position, p: Interception, fled_to: int) -> None:
    """The Army that entered is gone; among strangers the interceptor goes back, against its walls it fights on."""
    p.so_far = p.so_far._replace(gone=True, fled_to=fled_to)
    strangers = p.among_strangers(s)
    if strangers:
        regroup(s, p)
    come_out(s, p)
    if not strangers and foes(s, p.who, p.node) and p.node in s.sites:
        p.stage = SIEGE
        assault(s, p)
    else:
        s.pop(p.so_far)


def assault(s: Position, p: Interception) -> None:
    """A City or Town of the Army driven off must be attacked at once (7.3.1)."""
    player = player_of(s, p.who)
    if free_prize(s, p.who, p.node):
        p.stage = TAKEN
        s.push(Capture(p.who, player, p.node, capture_campaign(s, p.who, p.node, False)))
        return
    s.push(Onset((p.who,), tuple(foes(s, p.who, p.node)), p.node, p.from_node, player, FORCES_FREE))


def regroup(s: Position, p: Interception) -> None:
    """Attackers are put back where the interceptor came from (9.3.4, 10.7.7)."""
    stack = s.at(p.who, p.node) & LAND
    if stack:
        s.drive(p.who, p.node, p.from_node, stack)
    for number in s.leaders_of(p.who, p.node):
        s.leader_at[number] = p.from_node


def come_out(s: Position, p: Interception) -> None:
    """Those behind the walls are on the map again."""
    if p.inside:
        s.add(p.townsmen(s), p.node, p.inside)
        p.inside = 0
    for number in members(p.inside_leaders):
        s.leader_at[number] = p.node
    p.inside_leaders = 0
