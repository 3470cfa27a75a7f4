"""Chapter 3: the course of a Game-Turn, phases A to I, Activations and Operations."""

from __future__ import annotations

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch03_sequence.operations import Activation
from ludi.games.pax_romana.ch04_diplomacy.meeting import end_alliances, part_allies
from ludi.games.pax_romana.ch05_control.control import (
    communicating,
    friendly_harbour,
    friendly_port,
    only_by_rhodes,
    recount,
)
from ludi.games.pax_romana.ch06_treasury.manpower import Manpower
from ludi.games.pax_romana.ch06_treasury.treasury import Maintenance, collect_income, own_places, pay_rhodes
from ludi.games.pax_romana.ch08_leaders.leaders import LeaderSelection, kill_leader, rest_elites
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch11_naval.fleets import muster_rhodians
from ludi.games.pax_romana.ch11_naval.withdrawal import fleet_leaders
from ludi.games.pax_romana.ch12_special.elephants import elephants_come
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import pyrrhus_comes, remove_sof
from ludi.games.pax_romana.ch13_barbarians.barbarians import remove_invaders, return_tribe
from ludi.games.pax_romana.ch15_victory.markers import Discarding, Richest
from ludi.games.pax_romana.ch15_victory.points import civilization
from ludi.games.pax_romana.ch15_victory.victory import VictoryPhase
from ludi.games.pax_romana.ch16_events.events import draw_event
from ludi.games.pax_romana.ch16_events.stability_check import end_double_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.world.atlas import LAND_POINT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    ELEPHANTS,
    GALLEYS,
    GARRISONS,
    INDEPENDENT,
    MERCENARIES,
    MILITIAS,
    NOBODY,
    NODE_BITS,
    NODES,
    ONE,
)
from ludi.games.pax_romana.world.words import NO, YES

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
            elif not self._next_marker(s):
                self.stage = PHASE_G
            return False
        self.stage = phase + 1
        if phase == PHASE_A:
            collect_income(s)
            s.push(Richest())
        elif phase == PHASE_B:
            s.push(Maintenance())
        elif phase == PHASE_C:
            removal(s)
            s.push(Discarding())
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
        s.escorted = {}
        s.leaders_moved = 0
        s.militia_raised = 0
        s.no_withdrawal = 0
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
        end_alliances(s)
        muster_rhodians(s)
        s._reach = {}
        s.galley_technology = 0
        s.conqueror = 0
        end_double_cost(s)
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
            dice = {power: s.roll("order") for power in powers}
    return sorted(powers, key=lambda power: (facts[power], dice[power]))


def removal(s: Position) -> None:
    """Phase C: leaders, Militia, Mercenaries, the Soldier of Fortune and invaders leave the map."""
    rest_elites(s)
    for power in range(len(s.box.powers)):
        for node, stack in own_places(s, power):
            s.remove(power, node, stack & (MILITIAS | MERCENARIES))
            s.tidy(power, node)
    remove_sof(s)
    remove_invaders(s)
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
        ports = [node for node in range(box.atlas.spaces) if friendly_port(s, power, node)]
        pyrrhus_comes(s, power, ports)
    rule = box.special.get("indian-elephants")
    if rule and rule["turn"] == turn:
        power = box.powers.index(rule["power"])
        elephants_come(s, power)
    recount(s)


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
            self.stage = 1
            if part_allies(s):
                return False
        if self.stage == 1:
            for power in range(len(s.box.powers)):
                self.todo += [power << NODE_BITS | node for node in isolated_spaces(s, power)]
            self.stage = 2
        if self.todo:
            key = self.todo.pop(0)
            power, node = key >> NODE_BITS, key & NODES - 1
            if s.treasury[power] and only_by_rhodes(s, power, node):
                s.push(LineByRhodes(power, node))
            else:
                attrition(s, (power,), power, node, (s.at(power, node),), "PR-9.6.3a")
            return False
        for power in range(len(s.box.powers)):
            for node, stack in own_places(s, power):
                _lose_fleet(s, power, node, stack)
                s.tidy(power, node)
        recount(s)
        s.pop()
        return False


class LineByRhodes(Question):
    """Who pays Rhodes 1T for a Space traces its line of communication there: it is not isolated (6.1.6, 9.6.1)."""

    __slots__ = ("node",)

    name = "line-by-rhodes"
    rule = "PR-6.1.6c"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.node = node

    def legal(self, s: Position, power: int) -> list[int]:
        return [YES, NO]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop()
        if action == YES:
            pay_rhodes(s, power, 1)
        else:
            attrition(s, (power,), power, self.node, (s.at(power, self.node),), "PR-9.6.3a")

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.line-by-rhodes", {"space": s.box.place(self.node)}, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.line-by-rhodes", {"space": s.box.place(self.node)}, self.rule)


def _lose_fleet(s: Position, power: int, node: int, stack: int) -> None:
    at_sea = node >= s.box.atlas.spaces
    if at_sea and s.box.atlas.kind[node] != LAND_POINT:
        s.remove(power, node, stack)
        for number in s.leaders_of(power, node):
            kill_leader(s, number, "PR-8.4.3")
    elif stack & GALLEYS and not friendly_harbour(s, power, node):
        s.remove(power, node, stack & GALLEYS)
        for number in fleet_leaders(s, power, node):
            kill_leader(s, number, "PR-8.4.3")
    else:
        return
    if s.listener is not None:
        s.tell("sunk", "PR-9.6.4", side=s.box.powers[power], space=s.box.place(node))
