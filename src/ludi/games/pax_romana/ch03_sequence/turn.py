"""Chapter 3.2: the course of a Game-Turn, phases A to I."""

from __future__ import annotations

from collections.abc import Hashable

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.phases import PHASE_F, PHASES
from ludi.games.pax_romana.ch04_diplomacy.agreements import end_alliances
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch05_control.ports import friendly_port
from ludi.games.pax_romana.ch06_treasury.income import collect_income
from ludi.games.pax_romana.ch06_treasury.maintenance import Maintenance
from ludi.games.pax_romana.ch06_treasury.manpower import Manpower
from ludi.games.pax_romana.ch08_leaders.leaders import rest_elites
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection
from ludi.games.pax_romana.ch09_movement.isolation import Isolation
from ludi.games.pax_romana.ch11_naval.fleets import muster_rhodians
from ludi.games.pax_romana.ch12_special.elephants import elephants_come
from ludi.games.pax_romana.ch12_special.mercenaries import keep_riders
from ludi.games.pax_romana.ch12_special.pontus import PONTIC_MARKER, PonticActivation, pontus_lives
from ludi.games.pax_romana.ch12_special.rhodes import replace_rhodians
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import pyrrhus_comes, remove_sof
from ludi.games.pax_romana.ch13_barbarians.invaders import remove_invaders
from ludi.games.pax_romana.ch13_barbarians.invasion import come_in
from ludi.games.pax_romana.ch13_barbarians.tribes import return_tribe
from ludi.games.pax_romana.ch15_victory.markers import Discarding, Richest
from ludi.games.pax_romana.ch15_victory.points import civilization
from ludi.games.pax_romana.ch15_victory.victory import VictoryPhase
from ludi.games.pax_romana.ch16_events.events import draw_event
from ludi.games.pax_romana.ch16_events.stability_check import end_double_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.play_book.appointed import galatians_cross, markers_of, will_of_attalus
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    ELEPHANTS,
    GARRISONS,
    HEAVY,
    INDEPENDENT,
    MERCENARIES,
    MERCENARY_FOOT,
    MILITIAS,
    NOBODY,
    ONE,
)


class GameTurn(Procedure):
    """One Game-Turn after another until the game is over; its stages are the phases, by their letters (3.2)."""

    __slots__ = ()

    name = "game-turn"
    rule = "PR-3.2"

    def __init__(self, phase: int) -> None:
        self.stage = PHASES[phase]

    def crumb(self, s: Position) -> Phrase:
        facts: dict[str, Fact] = {"turn": s.turn + s.box.first_turn, "phase": PHASES[s.phase]}
        return Phrase("crumb.game-turn", facts, f"PR-3.2-{PHASES[s.phase]}")

    def trail(self, s: Position) -> Hashable:
        return (s.turn, s.phase)


class Phase(Stage[GameTurn]):
    """A phase that is one step: what it begins is over before the next one."""

    def run(self, s: Position, p: GameTurn) -> bool:
        s.phase = PHASES.index(p.stage)
        p.stage = PHASES[(s.phase + 1) % len(PHASES)]
        self.begin(s)
        return False

    def begin(self, s: Position) -> None:
        raise NotImplementedError

    def deciders(self, s: Position, p: GameTurn) -> tuple[int, ...]:
        return ()


class PhaseA(Phase, of=GameTurn, at="A"):
    """Income (6.1)."""

    def begin(self, s: Position) -> None:
        collect_income(s)
        s.push(Richest())


class PhaseB(Phase, of=GameTurn, at="B"):
    """Maintenance (6.4)."""

    def begin(self, s: Position) -> None:
        s.push(Maintenance())


class PhaseC(Phase, of=GameTurn, at="C"):
    """Removal."""

    def begin(self, s: Position) -> None:
        removal(s)
        s.push(Discarding())


class PhaseD(Phase, of=GameTurn, at="D"):
    """Leader Selection (8.1)."""

    def begin(self, s: Position) -> None:
        s.push(LeaderSelection())


class PhaseE(Phase, of=GameTurn, at="E"):
    """Manpower (6.2, 6.3)."""

    def begin(self, s: Position) -> None:
        replace_rhodians(s)
        recount(s)
        s.push(Manpower())


class PhaseF(Phase, of=GameTurn, at="F"):
    """Activations: marker after marker until none is left (3.4)."""

    def run(self, s: Position, p: GameTurn) -> bool:
        if s.phase != PHASE_F:
            s.phase = PHASE_F
            open_activations(s)
        elif not next_marker(s):
            p.stage = "G"
        return False


class PhaseG(Phase, of=GameTurn, at="G"):
    """Attrition and Isolation (9.6)."""

    def begin(self, s: Position) -> None:
        s.push(Isolation())


class PhaseH(Phase, of=GameTurn, at="H"):
    """Victory (15)."""

    def begin(self, s: Position) -> None:
        s.push(VictoryPhase())


class PhaseI(Phase, of=GameTurn, at="I"):
    """The end of the Game-Turn."""

    def begin(self, s: Position) -> None:
        next_turn(s)


# C. Removal


def removal(s: Position) -> None:
    """Phase C: leaders, Militia, Mercenaries, the Soldier of Fortune and invaders leave the map."""
    rest_elites(s)
    for power in range(len(s.box.powers)):
        for node, stack in s.places_of(power):
            if stack & (MILITIAS | MERCENARIES | ELEPHANTS | GARRISONS):
                s.remove(power, node, stack & (MILITIAS | MERCENARY_FOOT))
                keep_riders(s, power, node)
                s.tidy(power, node)
    remove_sof(s)
    remove_invaders(s)
    recount(s)


# F. Activations


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
            s.add(INDEPENDENT, node, 2 * ONE[HEAVY])
    rule = box.special.get("pyrrhus")
    if rule and rule["turn"] == turn:
        power = box.powers.index(rule["power"])
        ports = [node for node in range(box.atlas.spaces) if friendly_port(s, power, node)]
        pyrrhus_comes(s, power, ports)
    rule = box.special.get("indian-elephants")
    if rule and rule["turn"] == turn:
        power = box.powers.index(rule["power"])
        elephants_come(s, power)
    will_of_attalus(s)
    recount(s)


def next_marker(s: Position) -> bool:
    """The next marker: from the fixed first set, then drawn from the pool (3.4)."""
    s.moved = {}
    s.escorted = {}
    s.leaders_moved = 0
    s.militia_raised = 0
    s.no_withdrawal = 0
    pontus_lives(s)
    if s.order:
        activate(s, s.order.pop(0), drawn=False)
        return True
    if not any(s.pool) and not s.pontus_marker:
        return False
    marker = draw_marker(s)
    if marker == PONTIC_MARKER:
        s.pontus_marker = 0
        s.push(PonticActivation(s))
        return True
    s.pool[marker] -= 1
    if marker == len(s.box.powers):
        draw_event(s, max(s.active, 0))
    else:
        activate(s, marker, drawn=True)
    return True


def activate(s: Position, power: int, *, drawn: bool) -> None:
    """A marker is played; an invasion that a scenario has appointed comes before it."""
    s.push(Activation(power, drawn))
    group = galatians_cross(s)
    if group:
        come_in(s, power, group)


def draw_marker(s: Position) -> int:
    """No third Activation in a row, unless all markers left are that player's (3.4.2)."""
    barred = s.active if s.streak >= 2 else NOBODY
    markers = [marker for marker, number in enumerate(s.pool) for _ in range(number) if marker != barred]
    if not any(marker < len(s.box.powers) for marker in markers):
        markers = [marker for marker, number in enumerate(s.pool) for _ in range(number)]
    if s.pontus_marker:
        markers.append(PONTIC_MARKER)
    return s.pick(markers)


# I. The end of the Game-Turn


def next_turn(s: Position) -> None:
    """Phase I: the order of the first Activations, fewest Victory Points first (3.4.2)."""
    powers = range(len(s.box.powers))
    s.order = play_order(s)
    s.turn += 1
    end_alliances(s)
    muster_rhodians(s)
    s.changed()
    s.galley_technology = 0
    s.conqueror = 0
    s.conquerors = 0
    s.cunctators = 0
    s.inventor = 0
    end_double_cost(s)
    s.mutiny = NOBODY
    s.cyprus_closed = 0
    s.active = NOBODY
    s.streak = 0
    pontus_lives(s)
    s.pontus_marker = int(s.pontus_player != NOBODY)
    s.pool = [*(markers_of(s, power) for power in powers), s.box.event_markers]
    if s.box.random_order:
        s.order = s.order[:1]
    for power in s.order:
        s.pool[power] -= 1
    if s.listener is not None:
        s.tell("turn", "PR-3.2", number=s.turn + s.box.first_turn)


def play_order(s: Position) -> list[int]:
    """Fewest VP first; ties by lower Stability, lower CVP, lower die (3.4.2)."""
    powers = list(range(len(s.box.powers)))
    facts = {power: (s.vp[power], s.stability[power], civilization(s, power)) for power in powers}
    dice = dict.fromkeys(powers, 0)
    if len(set(facts.values())) < len(powers):
        while len({(facts[power], dice[power]) for power in powers}) < len(powers):
            dice = {power: s.roll("order") for power in powers}
    return sorted(powers, key=lambda power: (facts[power], dice[power]))
