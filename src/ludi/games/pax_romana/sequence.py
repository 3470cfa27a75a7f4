"""Chapter 3: the course of a Game-Turn, phases A to I, Activations and Operations."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.atlas import LAND_POINT
from ludi.games.pax_romana.barbarians import german_army, invasion_move, remove_invaders, return_tribe
from ludi.games.pax_romana.cities import (
    build_city,
    build_town,
    may_build_city,
    may_build_town,
    may_repair,
    repair,
)
from ludi.games.pax_romana.control import communicating, friendly_port, recount
from ludi.games.pax_romana.diplomacy import Meeting, partners
from ludi.games.pax_romana.events import draw_event, settle_pending
from ludi.games.pax_romana.leaders import LeaderSelection, kill_leader
from ludi.games.pax_romana.losses import attrition
from ludi.games.pax_romana.movement import MAJOR_MOVE, MINOR_MOVE, Move
from ludi.games.pax_romana.pieces import (
    COMBAT,
    ELEPHANT,
    ELEPHANTS,
    GALLEY,
    GALLEYS,
    GARRISONS,
    GERMANS,
    INDEPENDENT,
    LAND,
    MERCENARIES,
    MERCENARY,
    MILITIAS,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    SOF,
    count,
    points,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.special_units import SlaveTurn, end_revolts, land_sof, remove_sof
from ludi.games.pax_romana.stability import change_stability
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.treasury import (
    Maintenance,
    Manpower,
    Recruitment,
    collect_income,
    heavy_units,
    manpower_maximum,
    may_hire,
    own_places,
    pay,
)
from ludi.games.pax_romana.victory import L, VictoryPhase, civilization, objective_worth
from ludi.games.pax_romana.words import (
    CITY,
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
    TOWN,
    YES,
)

PHASE_A, PHASE_B, PHASE_C, PHASE_D, PHASE_E, PHASE_F, PHASE_G, PHASE_H, PHASE_I = range(9)
PHASES = "ABCDEFGHI"


class GameTurn(Procedure):
    """One Game-Turn after another until the game is over; its stage is the phase (3.2)."""

    __slots__ = ()

    name = "game-turn"
    rule = "PR-3.2"

    def __init__(self, phase: int) -> None:
        self.stage = phase

    def run(self, s: Position) -> bool:
        phase = self.stage
        begins = s.phase != phase
        s.phase = phase
        if phase == PHASE_F:
            if begins:
                open_activations(s)
            if self._next_marker(s):
                return False
            self.stage = PHASE_G
            return False
        self.stage = phase + 1
        if phase == PHASE_A:
            collect_income(s)
            claim_richest(s)
        elif phase == PHASE_B:
            s.push(Maintenance())
        elif phase == PHASE_C:
            removal(s)
        elif phase == PHASE_D:
            s.push(LeaderSelection())
        elif phase == PHASE_E:
            s.push(Manpower())
        elif phase == PHASE_G:
            s.push(Isolation())
        elif phase == PHASE_H:
            s.push(VictoryPhase())
        else:
            self._next_turn(s)
        return False

    def _next_marker(self, s: Position) -> bool:
        """The next marker: from the fixed first set, then drawn from the pool (3.4)."""
        s.moved = {}
        s.leaders_moved = 0
        s.militia_raised = 0
        s.no_withdrawal = 0
        end_revolts(s)
        if s.order:
            s.push(Activation(s.order.pop(0), False))
            return True
        if not any(s.pool):
            return False
        marker = self._draw(s)
        s.pool[marker] -= 1
        if marker == len(s.box.powers):
            draw_event(s, max(s.active, 0))
        else:
            s.push(Activation(marker, True))
        return True

    def _draw(self, s: Position) -> int:
        """No third Activation in a row, unless all markers left are that player's (3.4.2)."""
        barred = s.active if s.streak >= 2 else NOBODY
        markers = [marker for marker, number in enumerate(s.pool) for _ in range(number) if marker != barred]
        if not any(marker < len(s.box.powers) for marker in markers):
            markers = [marker for marker, number in enumerate(s.pool) for _ in range(number)]
        s.irrevocable += 1
        return s.dice.choose(markers)

    def _next_turn(self, s: Position) -> None:
        """Phase I: the order of the first Activations, fewest Victory Points first (3.4.2)."""
        powers = range(len(s.box.powers))
        s.order = play_order(s)
        s.turn += 1
        s.pass_rights = [0] * len(s.box.powers)
        s.promises = []
        s.galley_technology = 0
        s.conqueror = NOBODY
        s.mutiny = NOBODY
        s.active = NOBODY
        s.streak = 0
        s.pool = [*(s.box.markers[power] for power in powers), s.box.event_markers]
        if s.box.random_order:
            s.order = s.order[:1]
        for power in s.order:
            s.pool[power] -= 1
        self.stage = PHASE_A
        if s.listener is not None:
            s.tell("turn", "PR-3.2", number=s.turn + s.box.first_turn)

    def deciders(self, s: Position) -> tuple[int, ...]:
        return ()

    def legal(self, s: Position, power: int) -> list[int]:
        return []

    def crumb(self, s: Position) -> Phrase:
        facts: dict[str, Fact] = {"turn": s.turn + s.box.first_turn, "phase": PHASES[s.phase]}
        return Phrase("crumb.game-turn", facts, f"PR-3.2-{PHASES[s.phase]}")


def play_order(s: Position) -> list[int]:
    """Fewest VP first; ties by lower Stability, lower CVP, lower die (3.4.2)."""
    powers = list(range(len(s.box.powers)))
    facts = {power: (s.vp[power], s.stability[power], civilization(s, power)) for power in powers}
    dice = dict.fromkeys(powers, 0)
    if len(set(facts.values())) < len(powers):
        while len({(facts[power], dice[power]) for power in powers}) < len(powers):
            dice = {power: s.roll() for power in powers}
    return sorted(powers, key=lambda power: (facts[power], dice[power]))


def claim_richest(s: Position) -> None:
    """Objective L: alone in having most Talents at the end of the Income Phase (15.4.9)."""
    for power in range(len(s.box.powers)):
        for marker in s.objectives[power][:]:
            if marker & 15 == L and objective_worth(s, power, L):
                s.gained[power] += 3
                s.objectives[power].remove(marker)
                s.objective_pool.append(L)
                if s.listener is not None:
                    s.tell("reveal", "PR-15.4.9-L", power=s.box.powers[power], letter="L")


def removal(s: Position) -> None:
    """Phase C: leaders, Militia, Mercenaries, the Soldier of Fortune and invaders leave the map."""
    on_map = [number for number, where in enumerate(s.leader_at) if where >= 0]
    s.held = tuple(on_map)
    s.elites_resting = 0
    for number in on_map:
        leader = s.box.leaders[number]
        if leader.elite and not leader.turns:
            s.elites_resting |= 1 << number
        s.leader_at[number] = NOBODY
    for power in range(len(s.box.powers)):
        for node, stack in own_places(s, power):
            s.remove(power, node, stack & (MILITIAS | MERCENARIES))
            s.tidy(power, node)
    remove_sof(s)
    remove_invaders(s)
    rhodes = s.box.atlas.index["rhodes"]
    owner = s.holder(rhodes)
    if owner < len(s.box.powers) and owner != NOBODY and "rhodes" in s.box.scenario["independents"]["standard"]:
        missing = 2 - count(s.at(owner, rhodes), GALLEY)
        if missing > 0:
            s.add(owner, rhodes, missing * ONE[GALLEY])
    recount(s)


def open_activations(s: Position) -> None:
    """What a scenario does at the start of an Activation Phase."""
    box = s.box
    turn = s.turn + box.first_turn
    index = box.atlas.index
    rule = box.special.get("galatians")
    if rule and rule["turn"] == turn:
        for space in rule["spaces"]:
            return_tribe(s, index[space])
    rule = box.special.get("mamertine-coup")
    if rule and rule["turn"] == turn:
        node = index[rule["space"]]
        if not any(s.at(side, node) & COMBAT for side in range(len(box.powers))):
            s.drop_site(node)
            for power in range(len(box.powers)):
                s.remove(power, node, s.at(power, node) & GARRISONS)
            s.add(INDEPENDENT, node, 2 * ONE[2])
    rule = box.special.get("pyrrhus")
    if rule and rule["turn"] == turn:
        power = box.powers.index(rule["power"])
        places = [index[space] for space in rule["places"]]
        places += [node for node in range(box.atlas.spaces) if friendly_port(s, power, node)]
        for node in places:
            if s.holder(node) == power:
                land_sof(s, power, node)
                break
    rule = box.special.get("indian-elephants")
    if rule and rule["turn"] == turn:
        power = box.powers.index(rule["power"])
        places = [*box.capitals[power], *(node for node, stack in sorted(own_places(s, power)) if stack & COMBAT)]
        for node in places:
            if s.holder(node) == power and s.at(power, node) & COMBAT:
                s.add(power, node, rule["elephants"] * ONE[ELEPHANT])
                break
    recount(s)


# F. Activations


class Activation(Procedure):
    """One Activation Marker: waiting Events, payment, one Operation (3.2-F)."""

    __slots__ = ("drawn", "guard", "power", "slaves")

    name = "activation"
    rule = "PR-3.2-F1"
    tuples = ("guard",)

    def __init__(self, power: int, drawn: bool) -> None:
        self.stage = 0
        self.power = power
        self.drawn = drawn
        self.slaves = 0
        self.guard: tuple[int, ...] = ()

    def run(self, s: Position) -> bool:
        power = self.power
        if self.stage == 0:
            s.streak = s.streak + 1 if s.active == power else 1
            s.active = power
            s.activations += 1
            s.acted[power] += 1
            self.stage = 1
            if s.listener is not None:
                s.tell("activation", "PR-3.4.1", power=s.box.powers[power])
        if self.stage == 1:
            if self.drawn and s.pending:
                settle_pending(s, power)
                return False
            for victim in range(len(s.box.powers)):
                if victim != power and s.slaves_due >> victim & 1 and not self.slaves >> victim & 1:
                    self.slaves |= 1 << victim
                    s.push(SlaveTurn(power, victim))
                    return False
            self.guard = self._capital_points(s)
            self.stage = 2
        if self.stage == 2:
            return True
        self._guard_duty(s)
        recount(s)
        end_revolts(s)
        s.pop()
        return False

    def _capital_points(self, s: Position) -> tuple[int, ...]:
        return tuple(points(s.at(self.power, capital)) for capital in s.box.capitals[self.power])

    def _guard_duty(self, s: Position) -> None:
        """A Stability Check in Unrest: 3 BP more in a Capital, or 1 Stability and all Garrisons (16.2)."""
        power = self.power
        if not s.guard_duty >> power & 1:
            return
        s.guard_duty &= ~(1 << power)
        if any(now >= before + 3 for now, before in zip(self._capital_points(s), self.guard, strict=True)):
            return
        change_stability(s, power, -1, "PR-16.2-STABILITY-CHECKc")
        for node, stack in own_places(s, power):
            s.remove(power, node, stack & GARRISONS)

    def cost(self, s: Position) -> int:
        return 2 if s.double_cost >> self.power & 1 else 1

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        found = [PASS]
        if s.treasury[power] >= self.cost(s):
            found += [EXPAND, RECRUIT]
        if partners(s, power):
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
        if action == MEET and s.box.talking and self.slaves >= 0:
            self.slaves = -1
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
        return Phrase("ask.activation", {"talents": s.treasury[power], "price": self.cost(s)}, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.activation", {"power": s.box.powers[self.power]}, self.rule)


class Expansion(Procedure):
    """One Major Move and two Minor Moves in any order; construction and hiring in place of Minor Moves (3.5.1)."""

    __slots__ = ("conquest", "major", "minor", "power", "works")

    name = "expansion"
    rule = "PR-3.5.1b"

    def __init__(self, power: int, s: Position) -> None:
        self.stage = 0
        self.power = power
        self.major = True
        self.minor = 2
        self.conquest = s.conqueror != NOBODY and s.box.leaders[s.conqueror].side == power
        self.works = 0
        """What a construction under way may go on with: HIRE, or REPAIR + node."""

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
            if not self._waits(s, where)
        ]
        movable = []
        for node, _ in places:
            if self._waits(s, node):
                continue
            fresh = s.fresh(power, node)
            if s.mutiny == node:
                fresh &= ~GALLEYS
            if fresh:
                movable.append(node)
        movable += [node for node in sorted(set(lone)) if node not in movable]
        if self.major:
            found += [MAJOR + node for node in movable]
            found += [SOLDIER + node for node in self._hosts(s)]
        elif self.conquest and s.leader_at[s.conqueror] >= 0:
            found.append(MAJOR + s.leader_at[s.conqueror])
        if self.minor:
            found += [MINOR + node for node in movable]
            self._works(s, found)
        if s.mutiny != NOBODY and self._ransom(s):
            found.append(YES)
        return found

    def _ransom(self, s: Position) -> int:
        """Talents that end a Naval Mutiny in an own Fleet, 0 if there is none to pay (16.2)."""
        galleys = count(s.at(self.power, s.mutiny), GALLEY)
        return galleys if galleys <= s.treasury[self.power] else 0

    def _waits(self, s: Position, node: int) -> bool:
        """Units held back by a scenario's rule (I: the Epirote reserve)."""
        rule = s.box.special.get("epirote-reserve")
        if rule is None or s.box.powers[self.power] != rule["power"] or node >= s.box.atlas.spaces:
            return False
        province = s.box.atlas.province_index[rule["province"]]
        return s.box.atlas.province_of[node] == province and s.acted[self.power] < rule["from_activation"]

    def _hosts(self, s: Position) -> list[int]:
        """Armies of others that this Power may use its Major Move for: Soldier of Fortune, Germans."""
        found = []
        if s.sof_owner == self.power:
            found += [key & NODES - 1 for key, stack in s.force.items() if key >> NODE_BITS == SOF and stack & COMBAT]
        germans = german_army(s)
        if germans != NOBODY:
            found.append(germans)
        return sorted(set(found))

    def _works(self, s: Position, found: list[int]) -> None:
        power = self.power
        for node, stack in sorted(own_places(s, power)):
            if stack & GARRISONS and not may_build_town(s, power, node):
                found.append(TOWN + node)
        for node, site in sorted(s.sites.items()):
            if site >> 6 == power:
                if not may_build_city(s, power, node):
                    found.append(CITY + node)
                if not may_repair(s, power, node):
                    found.append(REPAIR + node)
        found += self._hires(s)

    def _hires(self, s: Position) -> list[int]:
        power = self.power
        if s.treasury[power] < 2 or not s.box.mercenaries[power]:
            return []
        if s.box.kind[power] == "carthage" and heavy_units(s, power) >= manpower_maximum(s, power):
            return []
        return [HIRE + node for node, _ in sorted(own_places(s, power)) if not may_hire(s, power, node)]

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, node = action // SPAN * SPAN, action % SPAN
        if action == DONE:
            if self.works:
                self.works = 0
            else:
                self.stage = 1
        elif verb == MAJOR:
            if not self.major:
                self.conquest = False
                key = power << NODE_BITS | node
                s.moved.pop(key, None)
                s.leaders_moved &= ~(1 << s.conqueror)
            self.major = False
            s.push(Move(power, power, node, MAJOR_MOVE))
        elif verb == MINOR:
            self.minor -= 1
            s.push(Move(power, power, node, MINOR_MOVE))
        elif verb == SOLDIER:
            self.major = False
            if s.sof_owner == power and s.at(SOF, node) & COMBAT:
                s.push(Move(SOF, power, node, MAJOR_MOVE))
            else:
                s.push(invasion_move(s, GERMANS, power, node))
        elif action == YES:
            pay(s, power, self._ransom(s))
            s.mutiny = NOBODY
        else:
            self._work(s, verb, node)

    def _work(self, s: Position, verb: int, node: int) -> None:
        power = self.power
        if not self.works:
            self.minor -= 1
        if verb == TOWN:
            build_town(s, power, node)
        elif verb == CITY:
            build_city(s, power, node)
        elif verb == REPAIR:
            repair(s, power, node)
            self.works = REPAIR + node
        else:
            pay(s, power, 2)
            s.add(power, node, ONE[MERCENARY])
            s.mark_moved(power, node, 0)
            self.works = HIRE
        recount(s)

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"major": 1 if self.major else 0, "minor": self.minor, "talents": s.treasury[power]}
        return Phrase("ask.works" if self.works else "ask.expansion", facts, self.rule)


# G. Attrition and Isolation


def isolated_spaces(s: Position, power: int) -> list[int]:
    """Spaces whose Units cannot trace a line of communication (9.6.1, 9.6.2)."""
    reach = communicating(s, power)
    return [
        node
        for node, stack in sorted(own_places(s, power))
        if node < s.box.atlas.spaces
        and stack & (COMBAT | ELEPHANTS)
        and s.site_owner(node) != power
        and node not in reach
    ]


class Isolation(Procedure):
    """Phase G: allied Armies part, isolated Armies waste away, Fleets without a Port are lost (9.6)."""

    __slots__ = ("todo",)

    name = "isolation"
    rule = "PR-3.2-G"

    def __init__(self) -> None:
        self.stage = 0
        self.todo: list[int] = []

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            part_allies(s)
            for power in range(len(s.box.powers)):
                self.todo += [power << NODE_BITS | node for node in isolated_spaces(s, power)]
            self.stage = 1
        if self.todo:
            key = self.todo.pop(0)
            power, node = key >> NODE_BITS, key & NODES - 1
            attrition(s, power, power, node, s.at(power, node), "PR-9.6.3a")
            return False
        for power in range(len(s.box.powers)):
            for node, stack in own_places(s, power):
                _lose_fleet(s, power, node, stack)
                s.tidy(power, node)
        recount(s)
        s.pop()
        return False


def _lose_fleet(s: Position, power: int, node: int, stack: int) -> None:
    at_sea = node >= s.box.atlas.spaces
    if at_sea and s.box.atlas.kind[node] != LAND_POINT:
        s.remove(power, node, stack)
        for number in s.leaders_of(power, node):
            kill_leader(s, number, "PR-8.4.3")
    elif stack & GALLEYS and not friendly_port(s, power, node):
        s.remove(power, node, stack & GALLEYS)


def part_allies(s: Position) -> None:
    """Armies of two Powers in one Space: that of the one who does not Control it goes to its Capital (4.3.1)."""
    powers = range(len(s.box.powers))
    places = {key & NODES - 1 for key, stack in s.force.items() if key >> NODE_BITS < len(powers) and stack & OCCUPY}
    for node in sorted(places):
        here = [power for power in powers if s.at(power, node) & OCCUPY]
        owner = s.holder(node)
        if len(here) > 1 or (here and owner in powers and owner != here[0]):
            for power in here:
                if power != owner:
                    army = s.at(power, node) & LAND
                    s.remove(power, node, army)
                    home = [c for c in s.box.capitals[power] if s.holder(c) == power]
                    if home:
                        s.add(power, home[0], army)
                    for number in s.leaders_of(power, node):
                        s.leader_at[number] = home[0] if home else NOBODY
