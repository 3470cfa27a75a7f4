"""Chapter 10.2, steps 1 to 3: cards come first (17.1.5), the Armies meet; walls (7.3.1) and Siege Expertise (10.5)."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.commanders import commander
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch10_battle.battle import (
    BIDDING,
    CITY_USE,
    EVE,
    MEET,
    READY,
    Battle,
    BattleStage,
    Onset,
    may_use_walls,
    must_use_walls,
)
from ludi.games.pax_romana.ch10_battle.step_04_elephants import ElephantCharge
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import to_the_dice
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.ch17_cards.eve import before_battle
from ludi.games.pax_romana.ch17_cards.window import Answer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.counters import tribe_strength
from ludi.games.pax_romana.world.pieces import BARBARIAN, COMBAT, NOBODY, ONE, SOF, TRIBES, is_played
from ludi.games.pax_romana.world.sets import set_of
from ludi.games.pax_romana.world.words import BID, FIELD, MAX_NUMBER, WALLS


class Eve(BattleStage[Onset], of=Onset, at=EVE):
    """Before anything else cards may be played for which this is the moment (17.1.5)."""

    def run(self, s: Position, p: Onset) -> bool:
        p.stage = READY if before_battle(s, p) else MEET
        return False


class Ready(BattleStage[Onset], of=Onset, at=READY):
    """A card was played, to which others may answer with their own, or none was."""

    def resumed(self, s: Position, p: Onset, result: Answer | None) -> None:
        p.stage = MEET if result is None else EVE


class Meet(BattleStage[Onset], of=Onset, at=MEET):
    """The Armies are told off, a Tribe is revealed (13.1.2); walls without an Army are used in any case (7.3.1)."""

    def run(self, s: Position, p: Onset) -> bool:
        stand_by_the_captain(s, p)
        p.powers = (p.powers[ATTACKER], commander(s, p.defenders, p.node))
        if TRIBES in p.defenders and p.node in s.tribes:
            reveal_tribe(s, p)
        p.began = (p.units(s, ATTACKER) & COMBAT, p.units(s, DEFENDER) & COMBAT)
        p.led = (set_of(p.leaders(s, ATTACKER)), set_of(p.leaders(s, DEFENDER)))
        if not may_use_walls(s, p):
            p.hand_on(s, ElephantCharge)
            return False
        if must_use_walls(s, p):
            man_walls(s, p)
            return False
        p.stage = CITY_USE
        return True


def stand_by_the_captain(s: Position, p: Onset) -> None:
    """Mercenaries just hired beside a Soldier of Fortune who stood alone defend with him (12.4.4)."""
    owner = s.sof_owner
    if SOF not in p.defenders or owner in p.defenders or not s.at(owner, p.node) & COMBAT:
        return
    if owner in foes(s, p.attackers[0], p.node, p.powers[ATTACKER]):
        p.defenders = (*p.defenders, owner)


class CityUse(BattleStage[Onset], of=Onset, at=CITY_USE):
    """Step 3: behind the walls or in the open field (7.3.1)."""

    asks = "ask.battle-city"
    rule = "PR-7.3.1b"

    def deciders(self, s: Position, p: Onset) -> tuple[int, ...]:
        return (p.powers[DEFENDER],)

    @choice(WALLS, "PR-7.3.1c")
    def behind_walls(self, s: Position, p: Onset, power: int, argument: int) -> None:
        man_walls(s, p)

    @choice(FIELD, "PR-7.3.1d")
    def in_the_field(self, s: Position, p: Onset, power: int, argument: int) -> None:
        p.hand_on(s, ElephantCharge)


OPEN, SEALED = -1, -3
"""A bid not made yet; a bid that this position does not know."""


class SiegeExpertise(Battle):
    """Step 3, where walls are used: Powers bid in secret for Siege Expertise (10.5)."""

    __slots__ = ("bids",)

    name = "battle"
    saved_as = "battle-siege"
    tuples = (*Battle.tuples, "bids")
    first = BIDDING

    def begin(self) -> None:
        super().begin()
        self.bids: tuple[int, int] = (OPEN, OPEN)

    def may_bid(self, s: Position, side: int) -> bool:
        power = self.powers[side]
        if power == NOBODY or (side == ATTACKER and self.amphibious):
            return False
        return is_played((self.attackers, self.defenders)[side][0]) and s.treasury[power] > 0

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        bids = [
            SEALED if self.powers[side] not in own and bid >= 0 and self.may_bid(s, side) else bid
            for side, bid in enumerate(self.bids)
        ]
        self.bids = (bids[0], bids[1])

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        bids = [0 if bid == SEALED else bid for bid in self.bids]
        self.bids = (bids[0], bids[1])


class Bidding(BattleStage[SiegeExpertise], of=SiegeExpertise, at=BIDDING):
    """Step 3: Powers bid in secret for Siege Expertise, an amphibious attacker and nobody's Armies do not (10.5)."""

    asks = "ask.battle-bid"
    rule = "PR-10.5.1a"

    def run(self, s: Position, p: SiegeExpertise) -> bool:
        bids = list(p.bids)
        for side in (ATTACKER, DEFENDER):
            if bids[side] == OPEN and not p.may_bid(s, side):
                bids[side] = 0
        p.bids = (bids[0], bids[1])
        if OPEN in bids or SEALED in bids:
            return True
        for side, power in enumerate(p.powers):
            if bids[side]:
                s.treasury[power] -= bids[side]
        s.reveal()
        if s.listener is not None and max(bids):
            s.tell("bids", "PR-10.5.1a", space=s.box.place(p.node), attacker=bids[0], defender=bids[1])
        to_the_dice(s, p).bids = p.bids
        return False

    def deciders(self, s: Position, p: SiegeExpertise) -> tuple[int, ...]:
        return tuple(power for side, power in enumerate(p.powers) if p.bids[side] == OPEN)

    def talents(self, s: Position, p: SiegeExpertise, power: int) -> range:
        return range(min(MAX_NUMBER, s.treasury[power]) + 1)

    @choice(BID, exactly=talents, otherwise="no-talents")
    def bid(self, s: Position, p: SiegeExpertise, power: int, talents: int) -> None:
        attacks = p.powers[ATTACKER] == power and p.bids[ATTACKER] == OPEN
        p.bids = (talents, p.bids[DEFENDER]) if attacks else (p.bids[ATTACKER], talents)


def man_walls(s: Position, p: Onset) -> None:
    p.walls = True
    p.began_walls = s.walls(p.node)
    p.hand_on(s, SiegeExpertise)


def reveal_tribe(s: Position, p: Onset) -> None:
    p.tribe = tribe_strength(s.tribes[p.node])
    s.reveal()
    s.set_tribe(p.node, 0)
    s.add(TRIBES, p.node, p.tribe * ONE[BARBARIAN])
    if s.listener is not None:
        s.tell("tribe", "PR-13.1.2a", space=s.box.place(p.node), strength=p.tribe)
