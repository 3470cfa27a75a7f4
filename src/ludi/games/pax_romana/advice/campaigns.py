"""Ways and goals as a commander sees them: what an Army can reach by land and sea, and what it is worth to go there."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush

from ludi.games.pax_romana.advice.clashes import clash, enemies_at, skill_of
from ludi.games.pax_romana.advice.threats import relief
from ludi.games.pax_romana.advice.worth import hold_gain, hurt, seed_worth, site_gain
from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.ways import attack_cost, step_ban, way_cost
from ludi.games.pax_romana.ch10_battle.sums import Field, late_legions
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GARRISON,
    LEAST_WALLS,
    LIGHT,
    MILITIAS,
    NOBODY,
    NODES,
    OCCUPY,
    SOF,
    count,
    is_power,
    node_of,
    points,
    side_of,
    size,
    squadrons,
)

FARTHEST = 11
DEEP, SAVED = 0.5, 0.035
"""How likely an Army comes through the deep sea alone, and how much more by each Squadron with it (11.2.1)."""
LOSS = 0.14
"""A Battle Point lost."""
DROWNED = 0.21
"""A Battle Point lost at sea, with leaders and all."""
VOYAGE = 5
FRONT = 6
"""MP within which something lies before a Space."""
HOST = 6
"""Battle Points of an Army that need not stand idle."""
FORESIGHT = 0.4
"""What may be had in a Move to come, beside what can be had in this one."""


def resistance(s: Position, side: int, power: int) -> dict[int, int]:
    """What is known of Spaces that an Army of a side would have to attack: the MP it costs, 0 where it need not."""
    key = ("resistance", side, power)
    known: dict[int, int] | None = s.kept(key)
    if known is None:
        known = {}
        s.keep(key, known)
    return known


def resisting(s: Position, side: int, node: int, power: int) -> bool:
    """Whether an Army that enters a Space must fight for it."""
    known = resistance(s, side, power)
    found = known.get(node + NODES)
    if found is None:
        found = known[node + NODES] = int(quick_foe(s, side, node, power))
    return bool(found)


def kept_at_home(s: Position, army: int) -> int:
    """What of an Army decides which steps it may take: Militia, and all of it where a scenario bars somebody's way."""
    return army if s.box.barring else army & MILITIAS


def ways(s: Position, side: int, start: int, army: int, power: int, most: int = FARTHEST) -> dict[int, tuple[int, int]]:
    """All Spaces an Army could reach by land: (MP, attack included; the first step)."""
    kind = kept_at_home(s, army)
    key = ("ways", side, start, kind, power, most)
    known: dict[int, tuple[int, int]] | None = s.kept(key)
    if known is not None:
        return known
    steps: dict[int, list[tuple[int, int, int]]] | None = s.kept(("steps", side, kind, power))
    if steps is None:
        steps = {}
        s.keep(("steps", side, kind, power), steps)
    spaces = s.box.atlas.spaces
    spent = {start: 0}
    todo: list[tuple[int, int, int]] = [(0, start, NOBODY)]
    found: dict[int, tuple[int, int]] = {}
    while todo:
        cost, here, first = heappop(todo)
        if cost > spent[here]:
            continue
        if here not in steps:
            steps[here] = steps_from(s, side, here, army, power)
        for near, price, attack in steps[here]:
            through = cost + price
            if through > most or near == start:
                continue
            step = near if first == NOBODY else first
            if near < spaces and (near not in found or through + attack < found[near][0]):
                found[near] = (through + attack, step)
            if not attack and through < spent.get(near, 99):
                spent[near] = through
                heappush(todo, (through, near, step))
    s.keep(key, found)
    return found


def steps_from(s: Position, side: int, here: int, army: int, power: int) -> list[tuple[int, int, int]]:
    """The places that an Army may enter from another: (place, MP, MP for an attack)."""
    attacks = resistance(s, side, power)
    found = []
    for near, link in s.box.atlas.land[here]:
        if step_ban(s, side, here, near, link, army):
            continue
        attack = attacks.get(near, -1)
        if attack < 0:
            attack = attacks[near] = attack_cost(s, side, near, power)
        found.append((near, way_cost(s, near, link), attack))
    return found


def target_worth(
    s: Position, side: int, power: int, node: int, army: int, skill: int, rounds: int, amphibious: bool = False
) -> tuple[float, float]:
    """What it is worth to send an Army into a Space, and its chance to take it."""
    combat = bool(army & COMBAT)
    gain = hold_gain(s, power, node, combat)
    if side == SOF:
        gain *= 0.4 if s.turn + 1 < s.box.turns else 0.8
    if not resisting(s, side, node, power):
        return gain, 1.0
    if not combat:
        return -1.0, 0.0
    stack, walls, whose = enemies_at(s, side, node, power)
    gain += site_gain(s, power, node)
    if not stack & COMBAT and not walls:
        return gain + 0.1, 1.0
    chief = 0
    if stack & COMBAT:
        leaders = s.leaders_of(whose, node)
        chief = tactical(s, best_tactical(s, leaders)) if leaders else 0
    mountain = s.box.atlas.is_mountain[node]
    field = Field(army, stack, walls, mountain, amphibious, skill, chief, late=late_legions(s))
    least = LEAST_WALLS[s.sites[node].kind] if walls else 0
    chance, lost, killed = clash(field, least, min(3, rounds))
    worth = chance * gain - LOSS * lost
    if whose < len(s.box.powers):
        worth += hurt(s, whose) * LOSS * killed
    return worth, chance


# At sea


def enemy_fleets(s: Position, side: int) -> dict[int, int]:
    """Where Fleets stand that might bar the way, and how strong they are."""
    key = ("fleets", side)
    known: dict[int, int] | None = s.kept(key)
    if known is None:
        known = {}
        for place, stack in s.force.items():
            number = squadrons(stack)
            other = side_of(place)
            if number and other != side and other < 5 and not s.friends(side, other):
                known[node_of(place)] = number
        s.keep(key, known)
    return known


def voyages(
    s: Position, side: int, start: int, galleys: int, visited: list[int], most: int = VOYAGE
) -> dict[int, tuple[float, int, int]]:
    """Ports that a transport could reach: (how likely it gets there, the first step, escorts that it needs)."""
    key = ("voyages", side, start, galleys, tuple(visited), most)
    known: dict[int, tuple[float, int, int]] | None = s.kept(key)
    if known is not None:
        return known
    box = s.box
    sea, kind, spaces = box.atlas.sea, box.atlas.kind, box.atlas.spaces
    found: dict[int, tuple[float, int, int]] = {start: (1.0, NOBODY, 0)}
    todo = [(start, 0)]
    barred = set(visited)
    pirates = set(s.pirates)
    fleets = enemy_fleets(s, side)
    while todo:
        here, steps = todo.pop(0)
        ease, first, escort = found[here]
        if steps == most or (here != start and ease < 0.12):
            continue
        if here != start and here < spaces and s.holder(here) != side:
            ease *= 0.6
        for near in sea[here]:
            if near in barred or not box.open[near] or near == start:
                continue
            deep = DEEP + SAVED * min(6, galleys)
            chance = ease * (deep if kind[near] == DEEP_POINT else 0.93 if kind[near] == NAVAL_POINT else 0.99)
            need = escort
            theirs = fleets.get(near, 0)
            if theirs and kind[near] != DEEP_POINT:
                need = max(need, theirs)
                chance *= 0.7 if galleys > theirs else 0.45 if galleys and galleys == theirs else 0.04
            if near in pirates:
                need = max(need, 2)
                chance *= 0.7 if galleys >= 2 else 0.2
            step = near if first == NOBODY else first
            if near not in found or found[near][0] < chance:
                found[near] = (chance, step, need)
                todo.append((near, steps + 1))
    s.keep(key, found)
    return found


def best_landing(
    s: Position,
    side: int,
    power: int,
    start: int,
    army: int,
    skill: int,
    mp: int,
    galleys: int,
    visited: list[int],
    most: int = VOYAGE,
) -> tuple[float, int, int, int]:
    """The best Port for an Army at sea with so many MP left: (worth, Port, first step, escorts)."""
    spaces = s.box.atlas.spaces
    best = (0.0, NOBODY, NOBODY, 0)
    for place, (ease, step, need) in voyages(s, side, start, galleys, visited, most).items():
        if place >= spaces or place == start or not s.box.atlas.is_port[place]:
            continue
        if s.holder(place) == power:
            worth = relief(s, power, place, army)
        else:
            fight = resisting(s, side, place, power)
            if mp < (3 if fight else 1):
                continue
            worth, _ = target_worth(s, side, power, place, army, skill, mp - 1, fight)
        worth = ease * worth - (1.0 - ease) * DROWNED * points(army)
        if worth > best[0]:
            best = (worth, place, step, need)
    return best


# Fronts


def front(s: Position, power: int, node: int) -> float:
    """What lies before a Space: the best that an Army of the Power could go for from there, by land or sea."""
    key = ("front", power, node)
    known: float | None = s.kept(key)
    if known is None:
        known = 0.0
        for place, (mp, _) in ways(s, power, node, 0, power, FRONT).items():
            if s.holder(place) != power:
                known = max(known, (1.0 - 0.08 * mp) * prize(s, power, place))
        if s.box.atlas.sea[node]:
            for place, (ease, _, _) in voyages(s, power, node, 0, []).items():
                port = place < s.box.atlas.spaces and place != node
                if port and s.holder(place) != power and s.box.atlas.is_port[place]:
                    known = max(known, 0.6 * ease * prize(s, power, place))
        s.keep(key, known)
    return known


def prize(s: Position, power: int, node: int) -> float:
    """What a Space is worth to a Power with all that is in it, less what its defence may cost."""
    stack, walls, _ = enemies_at(s, power, node, power)
    return hold_gain(s, power, node) + site_gain(s, power, node) - 0.05 * (points(stack) + 2 * walls)


def advance(
    s: Position, power: int, node: int, army: int, mp: int, trodden: Collection[int] = ()
) -> tuple[float, int, int]:
    """A march of an Army that finds nothing to do, to a Space of its own with more before it: (worth, Space, step)."""
    best = (0.0, NOBODY, NOBODY)
    if points(army) < HOST:
        return best
    here = front(s, power, node) if node < s.box.atlas.spaces else 0.0  # nobody stays on a Transit Point
    for place, (cost, step) in ways(s, power, node, army, power).items():
        if cost <= mp and step not in trodden and place not in trodden and s.holder(place) == power:
            worth = FORESIGHT * (front(s, power, place) - here) - 0.01 * cost
            if worth > best[0]:
                best = (worth, place, step)
    return best


# Tours


def tour(
    s: Position,
    side: int,
    power: int,
    node: int,
    army: int,
    leaders: list[int],
    mp: int,
    visited: list[int],
    start: int,
    came: int = NOBODY,
    trodden: Collection[int] = (),
) -> tuple[float, int, int, bool]:
    """What an Army can do with its MP, one Space after another: (worth, first Space, first step, whether by sea).

    Where it ``came`` from it has no wish to go back, and it takes no step to where it has ``trodden``; a Space of the
    Province that it would leave empty is no gain.
    """
    spaces = s.box.atlas.spaces
    province_of = s.box.atlas.province_of
    skill = skill_of(s, leaders)
    total = 0.0
    first = (NOBODY, NOBODY, False)
    here, left = node, mp
    done: set[int] = set()
    if node < spaces and side == power and not (s.at(power, node) - army) & OCCUPY and s.site_owner(node) != power:
        done.add(province_of[node])
    seen = {node}
    weight = 1.0
    seeds = side == power and (count(army, GARRISON) or (count(army, LIGHT) and mp > 3)) and (size(army) > 1)
    galleys = squadrons(s.escorts(side if is_power(side) else power, node))
    if s.box.atlas.kind[node] in (NAVAL_POINT, DEEP_POINT):
        worth, place, step, _ = best_landing(s, side, power, node, army, skill, mp, galleys, visited)
        return worth, place, step, True
    for hop in range(4):
        stop = _next_stop(
            s, side, power, here, army, skill, left, seen, done, start, came, bool(seeds), () if hop else trodden
        )
        if hop == 0 and left >= 3 and s.box.atlas.sea[node] and node not in visited:
            worth, place, step, _ = best_landing(s, side, power, node, army, skill, left - 2, galleys, visited)
            if place != NOBODY and worth > 0.2 and (stop is None or worth / (left * 0.6 + 1.5) > stop[0]):
                return worth, place, step, True
        if stop is None:
            break
        _, place, cost, step, worth, chance = stop
        total += weight * worth
        if hop == 0:
            first = (place, step, False)
        weight *= 0.85 * chance
        if weight < 0.3:
            break
        left -= cost + 1
        seen.add(place)
        done.add(province_of[place])
        here = place
    if first[0] == NOBODY and side == power:
        worth, place, step = advance(s, power, node, army, mp, trodden)
        return worth, place, step, False
    return total, *first


def _next_stop(
    s: Position,
    side: int,
    power: int,
    here: int,
    army: int,
    skill: int,
    left: int,
    seen: set[int],
    done: set[int],
    start: int,
    came: int,
    seeds: bool,
    trodden: Collection[int],
) -> tuple[float, int, int, int, float, float] | None:
    """The Space that is best reached next: (score, Space, cost, first step, worth, chance); None if there is none."""
    best: tuple[float, int, int, int, float, float] | None = None
    for place, (cost, step) in ways(s, side, here, army, power).items():
        if cost > left or place in seen or step in trodden:
            continue
        worth, chance = target_worth(s, side, power, place, army, skill, left - cost + 1)
        if place != start and s.holder(place) == power:
            worth += relief(s, power, place, army)
            if seeds:
                worth += seed_worth(s, power, place)
        if s.box.atlas.province_of[place] in done or place == came:
            worth *= 0.2
        if worth <= 0.12:
            continue
        score = worth / (cost + 1.5)
        if best is None or score > best[0]:
            best = (score, place, cost, step, worth, chance)
    return best
