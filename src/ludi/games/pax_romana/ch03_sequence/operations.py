"""Chapters 3.4 and 3.5: Activations and Operations."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting, partners
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.manpower import Recruitment, heavy_limit_reached, hire, hiring_places
from ludi.games.pax_romana.ch06_treasury.treasury import own_places, pay
from ludi.games.pax_romana.ch07_cities.cities import (
    build_town,
    found_city,
    may_build_city,
    may_build_town,
    may_repair,
    repair,
)
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import MAJOR_MOVE, MINOR_MOVE
from ludi.games.pax_romana.ch09_movement.steps import reserve_waits, settlers
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_places
from ludi.games.pax_romana.ch13_barbarians.barbarians import german_army, invasion_move
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.events import conqueror_of, settle_pending
from ludi.games.pax_romana.ch16_events.stability_check import marker_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    COSTS,
    GALLEYS,
    GARRISONS,
    GERMANS,
    LAND,
    MERCENARY,
    NOBODY,
    NODE_BITS,
    NODES,
    SOF,
    points,
    squadrons,
)
from ludi.games.pax_romana.world.words import (
    CITY,
    CONQUER,
    CORVUS,
    DONE,
    EXPAND,
    HIRE,
    MAJOR,
    MEET,
    MINOR,
    PASS,
    RECRUIT,
    REPAIR,
    SOLDIER,
    SOLDIER_MINOR,
    TOWN,
    YES,
)

# F. Activations


class Activation(Procedure):
    """One Activation Marker: waiting Events, payment, one Operation (3.2-F)."""

    __slots__ = ("before", "drawn", "guard", "power", "slaves", "talked")

    name = "activation"
    rule = "PR-3.2-F1"
    tuples = ("guard",)

    def __init__(self, power: int, drawn: bool) -> None:
        self.stage = 0
        self.power = power
        self.before = NOBODY
        """The player of the marker played before this one."""
        self.drawn = drawn
        self.slaves = 0
        self.talked = 0
        """Who has called a Meeting, or does not want one, beside the Operation (4.5)."""
        self.guard: tuple[int, ...] = ()

    def run(self, s: Position) -> bool:
        power = self.power
        if any(s.pass_rights) or any(s.allies):
            s._reach = {}
        if self.stage == 0:
            s.streak = s.streak + 1 if s.active == power else 1
            s.civil_war &= ~(1 << power)
            self.before = s.active
            s.active = power
            s.activations += 1
            s.acted[power] += 1
            self.stage = 1
            if s.listener is not None:
                s.tell("activation", "PR-3.4.1", power=s.box.powers[power])
        if self.stage == 1:
            if self.drawn and s.pending:
                settle_pending(s, power, self.before)
                return False
            victim = self._rising(s)
            if victim != NOBODY:
                self.slaves |= 1 << victim
                s.push(SlaveTurn(power, victim))
                return False
            robbed = bool(s.civil_war >> power & 1)
            if self._envoy(s) != NOBODY and not robbed:
                return True
            self.guard = self._capital_points(s)
            s.guard_points &= ~(1 << power)
            self.stage = 3 if robbed else 2
        if self.stage == 2:
            return True
        self._guard_duty(s)
        recount(s)
        s.pop()
        return False

    def _rising(self, s: Position) -> int:
        """Against whom Slaves act at this marker, if it was drawn: never against its own player (12.7.1)."""
        if self.drawn:
            for victim in range(len(s.box.powers)):
                stranger = s.box.seat_of[victim] != s.box.seat_of[self.power]
                if stranger and s.slaves_due >> victim & 1 and not self.slaves >> victim & 1:
                    return victim
        return NOBODY

    def _envoy(self, s: Position) -> int:
        """Talking the Talk: who may call a Meeting now though it is not his Activation (4.5)."""
        if s.box.talking and self.stage == 1:
            for power in partners(s, self.power):
                if not self.talked >> power & 1:
                    return power
        return NOBODY

    def _capital_points(self, s: Position) -> tuple[int, ...]:
        return tuple(points(s.at(self.power, capital)) for capital in s.box.capitals[self.power])

    def _guard_duty(self, s: Position) -> None:
        """A Stability Check in Unrest: 3 BP more in a Capital, or 1 Stability and all Garrisons (16.2)."""
        power = self.power
        if not s.guard_duty >> power & 1:
            return
        s.guard_duty &= ~(1 << power)
        more = any(now >= before + 3 for now, before in zip(self._capital_points(s), self.guard, strict=True))
        if more and s.guard_points >> power & 1:
            return
        change_stability(s, power, -1, "PR-16.2-STABILITY-CHECKc")
        lost = 0
        for node, stack in own_places(s, power):
            lost |= stack & GARRISONS
            s.remove(power, node, stack & GARRISONS)
        if lost and s.listener is not None:
            s.tell("desertion", "PR-16.2-STABILITY-CHECKc", power=s.box.powers[power])

    def cost(self, s: Position) -> int:
        return marker_cost(s, self.power)

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power if self.stage == 2 else self._envoy(s),)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == 1:
            return [PASS, MEET]
        found = [PASS]
        if s.treasury[power] >= self.cost(s):
            found += [EXPAND, RECRUIT]
        if partners(s, power) and not self.talked >> power & 1:
            found.append(MEET)
        rule = s.box.special.get("corvus")
        turn = s.turn + s.box.first_turn
        if rule and s.box.powers[power] == "rome" and not s.corvus_used and turn in rule["turns"]:
            found.append(CORVUS)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == CORVUS:
            s.corvus_used = 1
            s.galley_technology |= 1 << power
            return
        if self.stage == 1 or (action == MEET and s.box.talking):
            self.talked |= 1 << power
            if action == MEET:
                s.push(Meeting(power))
            return
        self.stage = 3
        if action == EXPAND:
            pay(s, power, self.cost(s))
            s.push(Expansion(power, s))
        elif action == RECRUIT:
            pay(s, power, self.cost(s))
            s.push(Recruitment(power))
        elif action == MEET:
            s.push(Meeting(power))

    def ask(self, s: Position, power: int) -> Phrase:
        if self.stage == 1:
            return Phrase("ask.talk", {"power": s.box.powers[self.power]}, "PR-4.5")
        return Phrase("ask.activation", {"talents": s.treasury[power], "price": self.cost(s)}, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.activation", {"power": s.box.powers[self.power]}, self.rule)


def hold_reserve(s: Position, power: int) -> None:
    """Land Units that wait count as moved already."""
    for node, stack in own_places(s, power):
        if reserve_waits(s, power, node):
            s.mark_moved(power, node, stack & LAND)
    for number, where in enumerate(s.leader_at):
        if where >= 0 and s.box.leaders[number].side == power and reserve_waits(s, power, where):
            s.leaders_moved |= 1 << number


class Expansion(Procedure):
    """One Major Move and two Minor Moves in any order; construction and hiring in place of Minor Moves (3.5.1)."""

    __slots__ = ("conquest", "major", "minor", "power", "talked", "works")

    name = "expansion"
    rule = "PR-3.5.1b"

    def __init__(self, power: int, s: Position) -> None:
        self.stage = 0
        self.power = power
        self.major = True
        self.minor = 2
        self.conquest = conqueror_of(s, power) != NOBODY
        self.talked = 0
        self.works = 0
        """What a construction under way may go on with: HIRE, or REPAIR + node."""
        hold_reserve(s, power)

    def run(self, s: Position) -> bool:
        if self.stage == 1:
            s.pop()
            return False
        options = self.legal(s, self.power)
        if options == [DONE]:
            if self.works:
                self.works = 0
                return False
            s.pop()
            return False
        s._legal[self.power] = options
        return True

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.works == HIRE:
            return [DONE, *self._hires(s)]
        if self.works:
            node = self.works - REPAIR
            return [DONE] if may_repair(s, power, node) else [DONE, self.works]
        found = [DONE]
        places = sorted(own_places(s, power))
        lone = [
            where
            for number, where in enumerate(s.leader_at)
            if where >= 0 and s.box.leaders[number].side == power and not s.leaders_moved >> number & 1
        ]
        movable = []
        for node, _ in places:
            fresh = s.fresh(power, node)
            if s.mutiny == power << NODE_BITS | node:
                fresh &= ~GALLEYS
            if fresh:
                movable.append(node)
        movable += [node for node in sorted(set(lone)) if node not in movable]
        if self.major:
            found += [MAJOR + node for node in movable]
            found += [SOLDIER + node for node in self._hosts(s)]
        if self.conquest and conqueror_of(s, power) != NOBODY:
            place = s.leader_at[conqueror_of(s, power)]
            if s.at(power, place) & LAND and not reserve_waits(s, power, place):
                found.append(CONQUER + place)
        if self.minor:
            found += [MINOR + node for node in movable]
            found += [MINOR + node for node, _ in places if node not in movable and settlers(s, power, node)]
            found += [SOLDIER_MINOR + node for node in sof_places(s, power) if s.fresh(SOF, node)]
            self._works(s, found)
        if s.mutiny != NOBODY and self._ransom(s):
            found.append(YES)
        if s.box.talking and not self.talked and partners(s, power):
            found.append(MEET)
        return found

    def _ransom(self, s: Position) -> int:
        """Talents that end a Naval Mutiny in an own Fleet, 0 if there is none to pay (16.2)."""
        galleys = squadrons(s.at(self.power, s.mutiny & NODES - 1))
        owned = s.mutiny >> NODE_BITS == self.power
        return galleys if owned and galleys <= s.treasury[self.power] else 0

    def _hosts(self, s: Position) -> list[int]:
        """Armies of others for its Major Move: Soldier of Fortune; Germans, not again after they came (13.4)."""
        found = [node for node in sof_places(s, self.power) if s.fresh(SOF, node) & COMBAT]
        germans = german_army(s)
        if germans != NOBODY and s.fresh(GERMANS, germans) & COMBAT:
            found.append(germans)
        return sorted(set(found))

    def _works(self, s: Position, found: list[int]) -> None:
        power = self.power
        for node, stack in sorted(own_places(s, power)):
            if stack & GARRISONS and not may_build_town(s, power, node):
                found.append(TOWN + node)
        for node, site in sorted(s.sites.items()):
            if site.owner == power:
                if not may_build_city(s, power, node):
                    found.append(CITY + node)
                if not may_repair(s, power, node):
                    found.append(REPAIR + node)
        found += self._hires(s)

    def _hires(self, s: Position) -> list[int]:
        power = self.power
        if s.treasury[power] < COSTS[MERCENARY] or heavy_limit_reached(s, power, ()):
            return []
        return [HIRE + node for node in hiring_places(s, power)]

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, node = action // SPAN * SPAN, action % SPAN
        if action == DONE:
            if self.works:
                self.works = 0
            else:
                self.stage = 1
        elif verb == MAJOR:
            self.major = False
            s.push(Move(power, power, node, MAJOR_MOVE))
        elif verb == CONQUER:
            self._conquer(s, node)
        elif verb == MINOR:
            self.minor -= 1
            s.push(Move(power, power, node, MINOR_MOVE))
        elif verb == SOLDIER_MINOR:
            self.minor -= 1
            s.push(Move(SOF, power, node, MINOR_MOVE))
        elif verb == SOLDIER:
            self.major = False
            if s.sof_owner == power and s.at(SOF, node) & COMBAT:
                s.push(Move(SOF, power, node, MAJOR_MOVE))
            else:
                s.push(invasion_move(s, GERMANS, power, node))
        elif verb == MEET:
            self.talked = 1
            s.push(Meeting(power))
        elif action == YES:
            pay(s, power, self._ransom(s))
            s.mutiny = NOBODY
        else:
            self._work(s, verb, node)

    def _conquer(self, s: Position, node: int) -> None:
        """A conqueror's own Major Move: he and Units with him may have moved before (16.2)."""
        self.conquest = False
        leader = conqueror_of(s, self.power)
        move = Move(self.power, self.power, node, MAJOR_MOVE)
        move.led_by = leader
        key = self.power << NODE_BITS | node
        move.tired = s.moved.get(key, 0) & LAND
        s.moved[key] = s.moved.get(key, 0) - move.tired
        s.push(move)

    def _work(self, s: Position, verb: int, node: int) -> None:
        power = self.power
        if not self.works:
            self.minor -= 1
        if verb == TOWN:
            build_town(s, power, node)
        elif verb == CITY:
            found_city(s, power, node)
        elif verb == REPAIR:
            repair(s, power, node)
            self.works = REPAIR + node
        else:
            pay(s, power, COSTS[MERCENARY])
            hire(s, power, node)
            self.works = HIRE
        recount(s)

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"major": 1 if self.major else 0, "minor": self.minor, "talents": s.treasury[power]}
        return Phrase("ask.works" if self.works else "ask.expansion", facts, self.rule)
