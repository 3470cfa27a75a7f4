"""Chapters 13.2.6 and 13.4: the march of an Invasion Army."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.entering import Arrive, PressOn, attack
from ludi.games.pax_romana.ch09_movement.falling_back import regroup
from ludi.games.pax_romana.ch09_movement.finishing import rest_others, settle, wear_out_army
from ludi.games.pax_romana.ch09_movement.march import destroy_site
from ludi.games.pax_romana.ch09_movement.movement import (
    ALARM,
    ARRIVE,
    CONFRONT,
    FINISH,
    PRESS_ON,
    READY,
    SCATTERED,
    TURNED_BACK,
    WALK,
    InvasionMarch,
)
from ludi.games.pax_romana.ch09_movement.setting_out import roll_mp
from ludi.games.pax_romana.ch09_movement.walking import Walk, short_of
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE
from ludi.games.pax_romana.ch13_barbarians.invaders import barred_to_invaders, scare_capitals
from ludi.games.pax_romana.ch13_barbarians.scatter import Scatter, Scattered
from ludi.games.pax_romana.ch17_cards.window import ANYTHING, offer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import COMBAT, GALLIC_REBELS, INDEPENDENT, NOBODY, TRIBES
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    FIGHT,
    PICK_UP,
    RAZE,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)


def tribe_here(s: Position, march: InvasionMarch) -> bool:
    return march.node in s.tribes or bool(s.at(TRIBES, march.node) & COMBAT)


def to_attack(s: Position, march: InvasionMarch) -> list[int]:
    """Whom invaders must attack where they are; those just placed also Tribes, which they may pass later (13.4.5)."""
    enemies = foes(s, march.side, march.node, march.power)
    if march.placed and tribe_here(s, march):
        enemies.append(TRIBES)
    return enemies


class Alarm(Stage[InvasionMarch], of=InvasionMarch, at=ALARM):
    """Before they set out everybody may play cards, whoever moves them too (13.4.3)."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        p.stage = READY
        offer(s, ANYTHING, p.power)
        return False


class ReadyToInvade(Stage[InvasionMarch], of=InvasionMarch, at=READY):
    """The MP; whoever occupies the Space where they were put is attacked at once, for 2 MP (13.4.5).

    Before Gallic rebels he may Withdraw (13.3).
    """

    def run(self, s: Position, p: InvasionMarch) -> bool:
        if not p.rooted:
            roll_mp(s, p, best_campaign(s, p.leader_list()), 1)
        if to_attack(s, p):
            p.mp = max(0, p.mp - 2)
            p.stage = CONFRONT if p.side == GALLIC_REBELS else PRESS_ON
        else:
            p.placed = False
            p.stage = WALK
        return False


class Invading(Walk[InvasionMarch], of=InvasionMarch, at=WALK):
    """On the march: past Tribes, or against them; a City or Town taken may be destroyed (13.2.6, 13.2.7)."""

    def may_stay(self, s: Position, p: InvasionMarch) -> bool:
        """No Invasion Army ends its Move among those it may only pass (13.4.2)."""
        other = s.occupier(p.node)
        return other in (NOBODY, p.side, TRIBES) or p.mp == 0 or p.node == p.start

    def not_asked(self, s: Position, p: InvasionMarch, power: int, verb: int, argument: int) -> Phrase | None:
        if verb in (EMBARK, BREAK, PICK_UP, TAKE, TAKE_ALL, TAKE_LEADER, DROP, DROP_LEADER):
            return Phrase("why.invading", {}, "PR-13.2.6")
        return super().not_asked(s, p, power, verb, argument)

    def turns_back(self, s: Position, p: InvasionMarch, near: int) -> bool:
        """Whether a step would lead Germans back to where they came from, or Gallic rebels out of Gaul."""
        origin = p.node if p.node < s.box.atlas.spaces else p.last_space
        return barred_to_invaders(s, p.side, origin, near)

    def need(self, s: Position, p: InvasionMarch, near: int, link: int) -> int:
        return IMPOSSIBLE if self.turns_back(s, p, near) else super().need(s, p, near, link)

    def no_way(self, s: Position, p: InvasionMarch, near: int, link: int) -> Phrase:
        if self.turns_back(s, p, near):
            if p.side == GALLIC_REBELS:
                return Phrase("why.gauls-stay", {}, "PR-13.3-GAULg")
            return Phrase("why.germans-turn-back", {}, "PR-13.4-GERMANSb")
        return super().no_way(s, p, near, link)

    def no_ravage(self, s: Position, p: InvasionMarch) -> Reason:
        """Why they can do nothing more to whoever is here, or nothing."""
        if not p.army & COMBAT:
            return Phrase("why.no-attackers", {}, "PR-9.2.1k")
        return "" if p.mp > 0 else short_of(1, p.mp, "PR-9.2.1g")

    def no_tribe(self, s: Position, p: InvasionMarch, power: int, argument: int) -> Reason:
        if p.node >= s.box.atlas.spaces or not tribe_here(s, p):
            return Phrase("why.no-tribe-here", {}, "PR-13.2.6")
        return self.no_ravage(s, p)

    def not_taken(self, s: Position, p: InvasionMarch, power: int, argument: int) -> Reason:
        """A City or Town that is theirs is Independent, and nobody defends it."""
        site = s.sites.get(p.node)
        if site is None or site.owner != INDEPENDENT or s.at(INDEPENDENT, p.node) & COMBAT:
            return Phrase("why.not-taken", {}, "PR-13.2.7")
        if p.mp < site.walls:
            return short_of(site.walls, p.mp, "PR-7.4.3a")
        return self.no_ravage(s, p)

    @choice(FIGHT, "PR-13.2.6", unless=no_tribe)
    def fight(self, s: Position, p: InvasionMarch, power: int, argument: int) -> None:
        p.owes = True
        attack(s, p, [TRIBES])

    @choice(RAZE, "PR-7.4.3a", unless=not_taken)
    def raze(self, s: Position, p: InvasionMarch, power: int, argument: int) -> None:
        destroy_site(s, p, power)


class InvadersArrive(Arrive[InvasionMarch], of=InvasionMarch, at=ARRIVE):
    """Next to a Capital they frighten its owner (13.4.4)."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        scare_capitals(s, p.side)
        return super().run(s, p)


class InvadersPressOn(PressOn[InvasionMarch], of=InvasionMarch, at=PRESS_ON):
    """Where they were placed they attack Tribes too (13.4.5)."""

    def enemies(self, s: Position, p: InvasionMarch) -> list[int]:
        found = to_attack(s, p)
        p.placed = False
        return found


class InvadersTurnBack(Stage[InvasionMarch], of=InvasionMarch, at=TURNED_BACK):
    """They go back as they came; from where they were put, to a Space beside it, as their player chooses."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        if p.entered == p.node:
            p.stage = SCATTERED
            s.push(Scatter(p.side, p.power, p.node))
        else:
            regroup(s, p)
        return False


class AfterScatter(Stage[InvasionMarch], of=InvasionMarch, at=SCATTERED):
    """They have left, or are lost."""

    def resumed(self, s: Position, p: InvasionMarch, result: Scattered) -> None:
        if result.to != NOBODY:
            p.node = result.to
        p.sync(s)
        p.stage = FINISH


class FinishInvasion(Stage[InvasionMarch], of=InvasionMarch, at=FINISH):
    """Their Move is over."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        wear_out_army(s, p)
        s.leaders_moved |= p.leaders
        rest_others(s, (p.side, p.power))
        settle(s, p.side, p.node, p.start)
        scare_capitals(s, p.side)
        s.pop()
        return False
