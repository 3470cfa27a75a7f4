"""How an Army moves: who goes along, where to, what is left on the way, when to sail. Points for each choice."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import best_landing, target_worth, tour, voyages, ways
from ludi.games.pax_romana.advice.clashes import enemies_at, skill_of
from ludi.games.pax_romana.advice.planning import CHEAPEST, ENOUGH, best_errand, best_host, break_worth
from ludi.games.pax_romana.advice.threats import danger, leave_cost, relief
from ludi.games.pax_romana.advice.worth import (
    hurt,
    keep_worth,
    may_found,
)
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import (
    PICKING,
    SELECT,
    SELECT_ONE,
    InvasionMarch,
    Move,
    WithdrawalMarch,
)
from ludi.games.pax_romana.ch11_naval.afloat import ESCORTING, STOPPED, FleetVoyage, Transport, Voyage
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    COMBAT,
    GALLEYS,
    GARRISON,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LIGHT,
    MILITIA,
    NOBODY,
    OCCUPY,
    ONE,
    RHODIAN,
    SUCCESSORS,
    count,
    is_power,
    points,
    size,
    squadrons,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DEBARK,
    DROP,
    DROP_LEADER,
    EMBARK,
    ESCORT,
    FIGHT,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    SAIL,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

SHIP = 0.03
"""What it costs to take a Galley Squadron along."""


def move(s: Position, procedure: Move | Voyage, power: int, legal: Sequence[int]) -> list[float]:
    if procedure.side == SUCCESSORS:
        return _successors(s, procedure, power, legal)
    if isinstance(procedure, FleetVoyage):
        return _fleet(s, procedure, legal)
    if isinstance(procedure, Transport):
        return _escort(s, procedure, legal) if procedure.stage == ESCORTING else _at_sea(s, procedure, legal)
    assert isinstance(procedure, Move)
    if isinstance(procedure, WithdrawalMarch):
        return _withdraw(s, procedure, legal)
    if isinstance(procedure, InvasionMarch):
        return _invade(s, procedure, power, legal)
    if procedure.stage == SELECT_ONE:
        return _select_one(s, procedure, legal)
    if procedure.stage == SELECT:
        return _select(s, procedure, legal)
    if procedure.stage == PICKING:
        return [0.1 if action == GO else 0.5 for action in legal]
    return _walk(s, procedure, legal)


def _select(s: Position, mv: Move, legal: Sequence[int]) -> list[float]:
    wanted = best_host(s, mv.power, mv.node)[1] if mv.side == mv.power else s.at(mv.side, mv.node) & LAND
    everything = s.fresh(mv.side, mv.node) & LAND
    everything = everything & ~GARRISONS or everything
    found = []
    for action in legal:
        verb, kind = action // SPAN * SPAN, action % SPAN
        if verb == TAKE_ALL:
            found.append(2.0 if wanted == everything or not wanted else -0.5)
        elif verb == TAKE_LEADER:
            found.append(1.5 if wanted & OCCUPY else -0.5)
        elif verb == TAKE:
            found.append(1.0 if count(wanted, kind) > count(mv.army, kind) else -1.0)
        else:
            found.append(0.0)
    return found


def _select_one(s: Position, mv: Move, legal: Sequence[int]) -> list[float]:
    worth, wanted = best_errand(s, mv.power, mv.node)
    breaking = break_worth(s, mv.power, mv.node)
    found = []
    for action in legal:
        verb, kind = action // SPAN * SPAN, action % SPAN
        if verb == TAKE:
            found.append(worth if kind == wanted else -0.5 if not ONE[kind] & GALLEYS else -0.3)
        elif verb == BREAK:
            found.append(breaking - 0.002 * CHEAPEST.index(kind) if breaking else -1.0)
        else:
            found.append(-0.2)
    return found


def _walk(s: Position, mv: Move, legal: Sequence[int]) -> list[float]:
    """On the march: leave a Unit where one is wanted, then on to the next Space, or halt."""
    node, side, power, army = mv.node, mv.side, mv.power, mv.army
    space = node < s.box.atlas.spaces
    leaders = mv.leader_list()
    left = mv.marching_mp
    came = mv.last_space if mv.last_space != node else NOBODY
    trodden = behind(mv)
    worth, place, step, by_sea = tour(s, side, power, node, army, leaders, left, mv.visited, mv.start, came, trodden)
    onward = place != NOBODY and (worth > ENOUGH or not space)
    staying = 0.0
    if space and side == power:
        rest = s.at(side, node) - army
        alone = not rest & OCCUPY and s.box.home[node] != power and s.site_owner(node) != power
        if alone:
            staying = keep_worth(s, power, node)
        guard = points(rest)
        staying += danger(s, power, node, guard) - danger(s, power, node, guard + points(army))
    found = []
    drop = _what_to_drop(s, mv, legal, onward, staying, worth)
    halting = HALT in legal
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if action == drop:
            found.append(5.0)
        elif verb == HALT:
            found.append(0.2 + staying)
        elif verb == MARCH:
            found.append(worth if onward and not by_sea and argument == step else _way_out(s, mv, argument, halting))
        elif verb == EMBARK:
            # Leaders alone take nothing where they land, and could put out and come ashore for ever.
            found.append(worth if onward and by_sea and army else -1.0)
        elif verb == PICK_UP:
            found.append(_pick_up(s, mv, place, worth) if onward else -1.0)
        elif verb == TAKE_LEADER:
            found.append(worth + 0.1 if onward and not leaders and points(army) >= 6 else -0.5)
        elif verb in (DROP, DROP_LEADER, BREAK):
            found.append(-1.5)
        else:
            found.append(-0.6)
    return found


def behind(mv: Move) -> tuple[int, ...]:
    """Where a march has been as far as it knows: it does not turn back, for that undoes what it was for."""
    return () if mv.entered == mv.node else (mv.start, mv.last_space, mv.entered)


def _way_out(s: Position, mv: Move, near: int, halting: bool) -> float:
    """A step that is not on the way: only where the Army cannot stay, and back only where there is no other."""
    if halting:
        return -1.0
    if near == mv.last_space:
        return -0.25
    if near >= s.box.atlas.spaces:
        return -0.3
    return -0.1 if s.holder(near) == mv.power else -0.2 if not quick_foe(s, mv.side, near, mv.power) else -0.9


def _what_to_drop(s: Position, mv: Move, legal: Sequence[int], onward: bool, staying: float, worth: float) -> int:
    """The Unit to leave in the Space before going on; -1 if none."""
    node, power, army = mv.node, mv.power, mv.army
    if mv.side != power or node >= s.box.atlas.spaces or size(army) < 2:
        return -1
    rest = s.at(power, node) - army
    if s.holder(node) == power and may_found(s, node) and not count(rest, GARRISON) and s.treasury[power] >= 4:
        if DROP + GARRISON in legal:
            return DROP + GARRISON
        if BREAK + LIGHT in legal and mv.mp >= 2 and s.site_owner(node) != power:
            return BREAK + LIGHT
    if not onward or rest & OCCUPY or s.site_owner(node) == power or s.box.home[node] == power or staying < ENOUGH:
        return -1
    for kind in (GARRISON, MILITIA, LIGHT):
        if DROP + kind in legal and army != ONE[kind]:
            return DROP + kind
    if mv.mp >= 3:
        for kind in (HEAVY, LEGION):
            if BREAK + kind in legal and count(army, kind) > 1:
                return BREAK + kind
    for kind in (HEAVY_R, LEGION_R, CAVALRY, HEAVY, LEGION):
        if DROP + kind in legal and worth > 0.4:
            return DROP + kind
    return -1


def _pick_up(s: Position, mv: Move, place: int, worth: float) -> float:
    """More Units for a fight that is not sure."""
    units = mv.available(s) & LAND & COMBAT
    if points(units) < 3 or not enemies_at(s, mv.side, place, mv.power)[0] & COMBAT:
        return -1.0
    if leave_cost(s, mv.power, mv.node, units) > 0.3:
        return -1.0
    return worth + 0.2


def _escort(s: Position, mv: Transport, legal: Sequence[int]) -> list[float]:
    rhodian = legal[0] == TAKE + RHODIAN
    skill = skill_of(s, mv.leader_list())
    found = []
    need = 0
    left = points(s.at(mv.power, mv.node) - (mv.army if mv.side == mv.power else 0))
    safe = danger(s, mv.power, mv.node, left)
    for action in legal[rhodian:]:
        galleys = action - ESCORT + squadrons(mv.ships)
        worth, _, _, need = best_landing(
            s, mv.side, mv.power, mv.node, mv.army, skill, mv.mp - 2, galleys, mv.course.visited
        )
        bared = danger(s, mv.power, mv.node, left, ESCORT - action) - safe
        found.append(worth - bared - SHIP * galleys)
    return [max(found) + 0.1 if need else -0.3, *found] if rhodian else found


def _at_sea(s: Position, mv: Transport, legal: Sequence[int]) -> list[float]:
    node, side, power = mv.node, mv.side, mv.power
    atlas = s.box.atlas
    skill = skill_of(s, mv.leader_list())
    worth, _, step, _ = best_landing(s, side, power, node, mv.army, skill, mv.mp, mv.galleys, mv.course.visited)
    refuge = _refuge(s, mv)
    found = []
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == DEBARK:
            foe = bool(quick_foe(s, side, node, power))
            here = target_worth(s, side, power, node, mv.army, skill, mv.mp, foe)[0]
            if s.holder(node) == power:
                here += relief(s, power, node, mv.army)
            found.append(here + 0.1 + (0.0 if foe else 0.05 * min(4, mv.mp)))
        elif verb == SAIL:
            if argument == step:
                found.append(worth)
            else:
                bad = atlas.kind[argument] == DEEP_POINT or s.foes_galleys(side, argument) != NOBODY
                found.append(0.02 if argument == refuge else -1.0 if bad else -0.3)
        elif verb == GO:
            found.append(0.7 * worth - 0.1 if mv.stage == STOPPED else worth)
        else:
            found.append(-0.6 if node >= atlas.spaces else 0.0)
    return found


def _refuge(s: Position, mv: Voyage) -> int:
    """The first step towards the nearest friendly Port."""
    best, first = 0.0, NOBODY
    for place, (ease, step, _) in voyages(s, mv.side, mv.node, mv.galleys, mv.course.visited).items():
        if place < s.box.atlas.spaces and step != NOBODY and s.holder(place) == mv.power and ease > best:
            best, first = ease, step
    return first


def _fleet(s: Position, mv: FleetVoyage, legal: Sequence[int]) -> list[float]:
    at_home = mv.node < s.box.atlas.spaces and s.holder(mv.node) == mv.power
    refuge = _refuge(s, mv)
    found = []
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == HALT:
            found.append(0.5 if at_home else -0.5)
        elif verb == SAIL:
            found.append(0.1 if argument == refuge else -0.8)
        else:
            found.append(-0.1)
    return found


def _withdraw(s: Position, mv: WithdrawalMarch, legal: Sequence[int]) -> list[float]:
    """Away from a stronger enemy: where friends, walls and home are."""
    if mv.stage in (SELECT, PICKING):
        return [
            1.0 if a == TAKE_ALL else 0.6 if a // SPAN * SPAN == TAKE_LEADER else 0.2 if a == GO else 0.1 for a in legal
        ]
    best, first = haven(s, mv.power, mv.node, mv.start), NOBODY
    if HALT not in legal:
        best = -9.0
    for place, (mp, step) in ways(s, mv.side, mv.node, mv.army, mv.power).items():
        if mp <= mv.mp and not quick_foe(s, mv.side, place, mv.power):
            worth = haven(s, mv.power, place, mv.start) - 0.1 * mp
            if worth > best:
                best, first = worth, step
    found = []
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == HALT:
            found.append(1.0 if first == NOBODY else 0.0)
        elif verb == MARCH:
            found.append(1.2 if argument == first else -0.5)
        elif verb == SAIL:
            found.append(0.5 + haven(s, mv.power, argument, mv.start) - best)
        else:
            found.append(-1.0)
    return found


def haven(s: Position, power: int, node: int, start: int) -> float:
    """How good a Space is for a beaten Army."""
    if node == start:
        return -2.0
    worth = 0.03 * min(20, points(s.at(power, node)))
    if s.site_owner(node) == power:
        worth += 0.6
    if s.box.home[node] == power:
        worth += 0.3
    if node in s.box.capitals[power]:
        worth += 0.4
    return worth


ABROAD = MappingProxyType({TAKE_ALL: 2.0, DEBARK: 1.0, FIGHT: 0.5, PICK_UP: 0.4, HALT: 0.3, SAIL: 0.2, GO: 0.1})
"""What is done with a Greek Army; who goes along stays with it, and it goes to sea only if it must."""


def _successors(s: Position, mv: Move | Voyage, power: int, legal: Sequence[int]) -> list[float]:
    """A Greek Army in a Power's hand: against the Greeks, and whom else it reaches in Greece."""
    marching = _invade(s, mv, power, legal)
    verbs = [action // SPAN * SPAN for action in legal]
    return [each if verb == MARCH else ABROAD.get(verb, -0.5) for verb, each in zip(verbs, marching, strict=True)]


def _invade(s: Position, mv: Move | Voyage, power: int, legal: Sequence[int]) -> list[float]:
    """An Invasion Army in a Power's hand: against the others."""
    best, first = 0.0, NOBODY
    for place, (mp, step) in ways(s, mv.side, mv.node, mv.army, power).items():
        holder = s.holder(place)
        if mp > mv.mp or not is_power(holder):
            continue
        worth = (-1.0 if holder == power else hurt(s, holder)) * keep_worth(s, holder, place) - 0.05 * mp
        if worth > best:
            best, first = worth, step
    found = []
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == MARCH:
            own = argument < s.box.atlas.spaces and s.holder(argument) == power
            found.append(1.0 + best if argument == first else -1.0 if own else -0.2)
        else:
            found.append(0.3)
    return found
