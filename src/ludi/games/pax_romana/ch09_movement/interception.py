"""Chapter 9.3: an Interception from the question to its end; who may try, and how likely, is in :mod:`interceptors`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import INTERCEPT_ACT, Bribed, offer_bribe
from ludi.games.pax_romana.ch07_cities.cities import Capture, capture_campaign
from ludi.games.pax_romana.ch08_leaders.commanders import commander
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader, leader_numbers
from ludi.games.pax_romana.ch09_movement.interceptors import (
    NEEDED,
    fighters,
    friends_there,
    interception_modifiers,
    interceptors,
    own_site,
    player_of,
)
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.ways import foes, free_prize
from ludi.games.pax_romana.ch10_battle.battle import Battle, BattleResult
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GARRISONS,
    INDEPENDENT,
    LAND,
    NOBODY,
    OCCUPY,
    ONE,
    SOF,
    TRIBES,
    common,
    kinds,
    size,
)
from ludi.games.pax_romana.world.words import DETACH, FIELD, GO, INTERCEPT, NO, SOLDIER, TAKE, TAKE_LEADER, WALLS

ASK, CITY_CHOICE, ROLL, RESULT, PICK, INSIDE, SIEGE, TAKEN = range(1, 9)


@dataclass(frozen=True, slots=True)
class InterceptionResult:
    """What the attempts to intercept have done to the Army that entered."""

    gone: bool = False
    """It is no longer in the Space."""
    fled_to: int = NOBODY
    """Where its Retreat ended, if it is gone; NOBODY: nobody got away."""
    lost: bool = False
    """It lost a Battle."""
    leader_died: bool = False
    fought_here: bool = False
    """It beat off those whom it came to fight: the attack goes on at once (9.3.4)."""


UNTOUCHED = InterceptionResult()


class Interception(Procedure):
    """All attempts to intercept one entry. Ends with :class:`InterceptionResult`."""

    __slots__ = (
        "barred",
        "chosen",
        "entered",
        "fled_to",
        "fought_here",
        "from_node",
        "gone",
        "inside",
        "inside_leaders",
        "leader_died",
        "lost",
        "node",
        "power",
        "refused",
        "rest",
        "riders",
        "side",
        "tried_leaders",
        "who",
    )

    name = "interception"
    rule = "PR-9.3.1a"

    def __init__(self, side: int, power: int, node: int, entered: int, barred: int) -> None:
        self.stage = ASK
        self.side = side
        self.power = power
        self.node = node
        self.entered = entered
        """The Connection by which the Army came: a node, or :func:`by_sea_from` one."""
        self.barred = barred
        self.refused = 0
        self.rest: list[int] = []
        """Side, Space, Units that have not tried yet: each tries once."""
        self.tried_leaders = 0
        self.who = NOBODY
        self.from_node = NOBODY
        self.chosen = 0
        self.riders = 0
        """The leaders who go, as bits."""
        self.inside = 0
        """Units that stay in the City or Town (9.3.5); they are off the map meanwhile."""
        self.inside_leaders = 0
        self.gone = self.lost = self.leader_died = self.fought_here = False
        self.fled_to = NOBODY

    def result(self) -> InterceptionResult:
        return InterceptionResult(self.gone, self.fled_to, self.lost, self.leader_died, self.fought_here)

    # Who has not tried yet

    def units_left(self, s: Position, who: int, near: int) -> int:
        units = fighters(s, who, near, self.node)
        rest = self.rest
        for at in range(0, len(rest), 3):
            if rest[at] == who and rest[at + 1] == near:
                units = common(units, rest[at + 2])
        return units

    def leaders_left(self, s: Position, who: int, near: int) -> list[int]:
        return [number for number in s.leaders_of(who, near) if not self.tried_leaders >> number & 1]

    def open_to(self, s: Position) -> list[tuple[int, int]]:
        """Those that may still try: (side, from where)."""
        found = []
        busy = self._busy(s)
        for who, near, _ in interceptors(s, self.side, self.node, self.barred, self.power):
            if self.refused >> player_of(s, who) & 1 or (who, near) in busy:
                continue
            riding = self.leaders_left(s, who, near) and friends_there(s, who, self.node)
            if self.units_left(s, who, near) & COMBAT or riding:
                found.append((who, near))
        return found

    def _busy(self, s: Position) -> list[tuple[int, int]]:
        """Armies in the middle of a Move or an interception of their own: they do not intercept (9.4.5, 10.7.6)."""
        found = []
        for procedure in s.stack:
            if isinstance(procedure, Move):
                found.append((procedure.side, procedure.node))
            elif isinstance(procedure, Interception) and procedure is not self:
                found.append((procedure.who, procedure.node))
        return found

    # The engine

    def run(self, s: Position) -> bool:
        stage = self.stage
        if stage == ASK:
            still = self.open_to(s)
            if still:
                self.who = still[0][0]
                return True
            s.pop(self.result())
            return False
        if stage in (CITY_CHOICE, PICK, INSIDE):
            return True
        if stage == ROLL:
            self._attempt(s)
        else:
            s.pop(self.result())
        return False

    def resumed(self, s: Position, result: Any) -> None:
        if isinstance(result, Bribed):
            if result.called_off:
                self.stage = ASK
        elif self.stage == RESULT:
            self._fought(s, result)
        elif self.stage == SIEGE:
            self._siege(s, result)

    def _attempt(self, s: Position) -> None:
        who, start, node = self.who, self.from_node, self.node
        riders = leader_numbers(self.riders)
        total = (
            s.roll("interception")
            + s.roll("interception")
            + sum(each for _, each, _ in interception_modifiers(s, who, start, node, riders))
        )
        success = total >= NEEDED
        if s.listener is not None:
            facts = {"power": s.box.side_word(who), "start": s.box.place(start), "space": s.box.place(node)}
            s.report("intercept" if success else "intercept-fails", "PR-9.3.2e", {**facts, "total": total})
        self.stage = ASK
        if not success:
            self._come_out(s)
            return
        for number in riders:
            s.leader_at[number] = node
        if not self.chosen:
            return
        s.drive(who, start, node, self.chosen)
        s.tidy(who, start)
        defenders = self._defenders(s)
        if not any(s.at(side, node) & COMBAT for side in defenders):
            self._sweep(s, defenders)
            return
        below = s.stack[-2]
        if isinstance(below, Move) and node in s.sites:
            below.pay_attack()
        attackers = (who, *self._allies(s))
        leads = commander(s, attackers, node) if len(attackers) > 1 else player_of(s, who)
        self.stage = RESULT
        s.push(Battle(attackers, defenders, node, start, leads, 0, False, True, self.entered))

    def _allies(self, s: Position) -> list[int]:
        """Others in the Space that join the attack: Independents and allied Powers, outside walls (9.3.4, 9.3.6)."""
        if self.node in s.sites or self.who == SOF:
            return []
        own_foes = foes(s, self.who, self.node)
        allied = [p for p in range(len(s.box.powers)) if p != self.who and p not in own_foes]
        met = foes(s, self.side, self.node, self.power)
        return [side for side in (*allied, INDEPENDENT) if side in met and s.at(side, self.node) & COMBAT]

    def _defenders(self, s: Position) -> tuple[int, ...]:
        """The Army that entered, and all in the Space that stand by it (9.3.1)."""
        met = foes(s, self.side, self.node, self.power)
        others = [side for side in foes(s, self.who, self.node) if side != self.side and side not in met]
        here = [side for side in others if side in (*range(len(s.box.powers)), SOF) and s.at(side, self.node) & OCCUPY]
        return (self.side, *here)

    def _sweep(self, s: Position, defenders: tuple[int, ...]) -> None:
        """Garrisons alone fall without a Battle, and a leader with them (12.1.1, 8.4.6)."""
        for side in defenders:
            s.remove(side, self.node, s.at(side, self.node) & LAND)
            for number in s.leaders_of(side, self.node):
                kill_leader(s, number, "PR-8.4.6")
        self._won(s, NOBODY)

    def _come_out(self, s: Position) -> None:
        if self.inside:
            s.add(self.who, self.node, self.inside)
            self.inside = 0
        for number in leader_numbers(self.inside_leaders):
            s.leader_at[number] = self.node
        self.inside_leaders = 0

    def _fought(self, s: Position, battle: BattleResult) -> None:
        """After a Battle: the interceptor stays or goes back; the Army that entered may be gone (9.3.3 to 9.3.6)."""
        node = self.node
        self.stage = ASK
        self.lost = self.lost or battle.winner == ATTACKER
        self.leader_died = self.leader_died or battle.leader_died[DEFENDER]
        if battle.holds and not battle.attackers_gone:
            self._won(s, battle.fled_to)
            return
        if not battle.attackers_gone:
            self._regroup(s)
        self._come_out(s)
        if not s.at(self.side, node) & LAND:
            self.gone = True
            s.pop(self.result())
        elif any(s.friends(foe, self.who) or foe == INDEPENDENT for foe in foes(s, self.side, node, self.power)):
            self.fought_here = True

    def _won(self, s: Position, fled_to: int) -> None:
        """The Army that entered is gone; among strangers the interceptor goes back, against its walls it fights on."""
        who, node = self.who, self.node
        self.gone, self.fled_to = True, fled_to
        strangers = self.among_strangers(s)
        if strangers:
            self._regroup(s)
        self._come_out(s)
        if not strangers and foes(s, who, node) and node in s.sites:
            self.stage = SIEGE
            self._assault(s)
        else:
            s.pop(self.result())

    def among_strangers(self, s: Position) -> bool:
        """Whether others are here whom the Army that entered came to fight: the interceptor does not stay (9.3.6)."""
        met = foes(s, self.side, self.node, self.power)
        return any(foe == TRIBES or foe in met for foe in foes(s, self.who, self.node))

    def _assault(self, s: Position) -> None:
        """A City or Town of the Army driven off must be attacked at once (7.3.1)."""
        who, node = self.who, self.node
        player = player_of(s, who)
        if free_prize(s, who, node):
            self.stage = TAKEN
            s.push(Capture(who, player, node, capture_campaign(s, who, node, False)))
            return
        s.push(Battle((who,), tuple(foes(s, who, node)), node, self.from_node, player, 0, False, True))

    def _siege(self, s: Position, battle: BattleResult) -> None:
        self.stage = TAKEN
        if battle.attackers_gone:
            return
        if not battle.holds:
            self._regroup(s)
        elif foes(s, self.who, self.node):
            self._assault(s)

    def _regroup(self, s: Position) -> None:
        """Attackers are put back where the interceptor came from, with those who joined them (9.3.4, 10.7.7)."""
        who, node = self.who, self.node
        stack = s.at(who, node) & LAND
        if stack:
            s.drive(who, node, self.from_node, stack)
        for number in s.leaders_of(who, node):
            s.leader_at[number] = self.from_node

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (player_of(s, self.who),)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == PICK:
            return self._picking(s)
        if self.stage == CITY_CHOICE:
            units, leaders = s.at(self.who, self.node) & LAND, s.leaders_of(self.who, self.node)
            found = [WALLS, FIELD]
            if size(units) + len(leaders) > 1:
                found += [TAKE + kind for kind in kinds(units)]
            return found
        if self.stage == INSIDE:
            units = (s.at(self.who, self.node) & LAND) - self.inside
            leaders = [n for n in s.leaders_of(self.who, self.node) if not self.inside_leaders >> n & 1]
            return [GO, *(TAKE + kind for kind in kinds(units)), *(TAKE_LEADER + number for number in leaders)]
        whole, parts = [], []
        for who, near in sorted(self.open_to(s), key=lambda each: each[::-1]):
            if player_of(s, who) != power:
                continue
            whole.append((SOLDIER if who == SOF else INTERCEPT) + near)
            units = self.units_left(s, who, near) & ~GARRISONS
            if size(units) + len(self.leaders_left(s, who, near)) > 1 and DETACH + near not in parts:
                parts.append(DETACH + near)
        return [NO, *whole, *parts]

    def _picking(self, s: Position) -> list[int]:
        """Who goes: the same steps as in a Move. Garrisons and Elephants only with others, leaders also alone."""
        left = self.units_left(s, self.who, self.from_node) - self.chosen
        found = []
        if self.chosen or (self.riders and friends_there(s, self.who, self.node)):
            found.append(GO)
        if not self.chosen:
            left &= COMBAT
        found += [TAKE + kind for kind in kinds(left)]
        leaders = self.leaders_left(s, self.who, self.from_node)
        return found + [TAKE_LEADER + number for number in leaders if not self.riders >> number & 1]

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if self.stage == ASK:
            self._answer(s, power, verb, argument)
        elif self.stage == PICK:
            if verb == TAKE:
                self.chosen += ONE[argument]
            elif verb == TAKE_LEADER:
                self.riders |= 1 << argument
            else:
                self._set_out(s)
        elif verb == TAKE:
            self.inside += ONE[argument]
            self.stage = INSIDE
        elif verb == TAKE_LEADER:
            self.inside_leaders |= 1 << argument
        else:
            if verb == WALLS:
                self.inside = s.at(self.who, self.node) & LAND
                for number in s.leaders_of(self.who, self.node):
                    self.inside_leaders |= 1 << number
            self._go_in(s)

    def _answer(self, s: Position, power: int, verb: int, near: int) -> None:
        if verb == NO:
            self.refused |= 1 << power
            return
        sides = [who for who, place in self.open_to(s) if place == near and player_of(s, who) == power]
        self.who = SOF if verb == SOLDIER else sides[0]
        self.from_node = near
        self.inside = self.inside_leaders = self.chosen = self.riders = 0
        if verb == DETACH:
            self.stage = PICK
            return
        units = self.units_left(s, self.who, near)
        self.chosen = units & ~GARRISONS if units & COMBAT else 0
        for number in self.leaders_left(s, self.who, near):
            self.riders |= 1 << number
        self._set_out(s)

    def _set_out(self, s: Position) -> None:
        """They have been chosen; whoever stays in a City or Town at the goal is named before the dice (9.3.5)."""
        who, near = self.who, self.from_node
        self.rest += [who, near, self.units_left(s, who, near) - self.chosen]
        self.tried_leaders |= self.riders
        walls = own_site(s, player_of(s, who), self.node) and s.at(who, self.node) & COMBAT
        self.stage = CITY_CHOICE if walls and self.chosen else ROLL
        offer_bribe(s, self.power, player_of(s, who), INTERCEPT_ACT, self.node)

    def _go_in(self, s: Position) -> None:
        s.remove(self.who, self.node, self.inside)
        for number in leader_numbers(self.inside_leaders):
            s.leader_at[number] = NOBODY
        self.stage = ROLL

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.side)}
        if self.stage in (CITY_CHOICE, INSIDE):
            return Phrase("ask.interception-city", facts, "PR-9.3.5a")
        if self.stage == PICK:
            return Phrase("ask.interception-pick", {**facts, "start": s.box.place(self.from_node)}, self.rule)
        return Phrase("ask.interception", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.interception", {"space": s.box.place(self.node)}, self.rule)
