"""Chapters 6.2, 6.3 and 10.6.6: raising Land Units, building Galley Squadrons, rebuilding Reduced Units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludi.core import SPAN
from ludi.games.pax_romana.ch06_treasury.communication import (
    anything_only_by_rhodes,
    communicating_by_rhodes,
    only_by_rhodes,
    province_connected,
)
from ludi.games.pax_romana.ch06_treasury.maintenance import heavy_units, manpower_maximum
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch12_special.mercenaries import hire, hiring_places
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.engine.ground import held, occupied
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import Atlas
from ludi.games.pax_romana.world.pieces import (
    BYTE,
    CAVALRY,
    COMBAT,
    COSTS,
    ELEPHANT,
    GALLEY,
    HEAVY,
    HEAVY_R,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    NOBODY,
    ONE,
    count,
)
from ludi.games.pax_romana.world.scenario import ISLANDS_WITHOUT_HEAVY
from ludi.games.pax_romana.world.sets import has, members
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    HIRE,
    OBJECTIVE,
    RAISE_CAVALRY,
    RAISE_ELEPHANT,
    RAISE_HEAVY,
    RAISE_LEGION,
    RAISE_LIGHT,
    REBUILD_HEAVY,
    REBUILD_LEGION,
)

RAISE_VERB = {
    LEGION: RAISE_LEGION,
    HEAVY: RAISE_HEAVY,
    LIGHT: RAISE_LIGHT,
    CAVALRY: RAISE_CAVALRY,
    ELEPHANT: RAISE_ELEPHANT,
}
RAISING = frozenset(RAISE_VERB.values())
RAISED = {verb: kind for kind, verb in RAISE_VERB.items()} | {BUILD_GALLEY: GALLEY, HIRE: MERCENARY}
REBUILT = {REBUILD_LEGION: (LEGION_R, LEGION), REBUILD_HEAVY: (HEAVY_R, HEAVY)}
REDUCED = BYTE * (ONE[LEGION_R] + ONE[HEAVY_R])
PRICES = {verb: COSTS[kind] for verb, kind in RAISED.items()} | dict.fromkeys(REBUILT, 1)
OBJECTIVE_COST = (1, 2, 3)
"""By Stability range (15.4.4)."""

# 6.2 Raising Land Units


def may_deploy(s: Position, power: int, node: int) -> bool:
    """Raised Units are put into Spaces that the Power Controls or that are unoccupied (6.2.3, 6.2.4)."""
    return s.occupier(node) == NOBODY or s.holder(node) == power


def has_company(s: Position, power: int, node: int, plan: Sequence[int]) -> bool:
    """Whether a Land Combat Unit is in a Space or comes there by the same plan: no Elephant is alone (12.8)."""
    if s.at(power, node) & COMBAT:
        return True
    return any(ONE[RAISED.get(each - node, ELEPHANT)] & COMBAT for each in plan if each % SPAN == node)


def lonely(s: Position, power: int, action: int, plan: Sequence[int]) -> bool:
    """Whether an action would raise an Elephant where nobody is with it."""
    node = action % SPAN
    return action - node == RAISE_ELEPHANT and not has_company(s, power, node, plan)


def may_raise(s: Position, power: int, kind: int, node: int, plan: Sequence[int] = ()) -> str:
    """The rule that forbids raising a kind of Unit in a Space, '' if it is allowed (cost apart)."""
    box = s.box
    province = box.atlas.province_of[node]
    if province < 0 or not box.open[node]:
        return "PR-6.2.4c"
    if s.provinces[province] != power:
        return "PR-6.2.4a"
    if kind not in box.recruits[power][province]:
        return "PR-12.8.1" if kind == ELEPHANT else "PR-6.2.6"
    if kind == HEAVY and box.atlas.ids[node] in ISLANDS_WITHOUT_HEAVY:
        return "PR-6.2.8"
    if not may_deploy(s, power, node):
        return "PR-6.2.4c"
    if not province_connected(s, power, province, by_rhodes=True):
        return "PR-6.2.4a"
    if kind == ELEPHANT and not has_company(s, power, node, plan):
        return "PR-12.8.2"
    return ""


# 6.3 Building Galley Squadrons


def may_build_galley(s: Position, power: int, node: int) -> str:
    """The rule that forbids building a Galley Squadron in a Port, '' if it is allowed (cost apart) (6.3)."""
    box = s.box
    if not box.atlas.is_port[node] or not box.open[node] or s.holder(node) != power:
        return "PR-6.3c"
    return "PR-6.3c" if s.foes_galleys(power, node) != NOBODY else ""


# 10.6.6 Rebuilding Reduced Units


def may_rebuild(s: Position, power: int, kind: int, node: int) -> str:
    """The rule that forbids rebuilding a Reduced Legion or Heavy Infantry, '' if it is allowed (10.6.6)."""
    if not count(s.at(power, node), LEGION_R if kind == LEGION else HEAVY_R):
        return "PR-10.6.6b"
    isolated = needs_line(s, power, kind, node) and not has(communicating_by_rhodes(s, power), node)
    return "PR-10.6.6d" if isolated else ""


def needs_line(s: Position, power: int, kind: int, node: int) -> bool:
    """Whether a Unit is rebuilt in a Space only if that is not isolated, as own Cities and Towns never are (10.6.6)."""
    province = s.box.atlas.province_of[node]
    if s.site_owner(node) == power:
        return False
    return s.provinces[province] != power or kind not in s.box.recruits[power][province]


# 6.2.5, 6.2.7 What it costs; 6.4.3 the maximum


def price(s: Position, power: int, action: int) -> int:
    verb = action - action % SPAN
    return PRICES[verb] if verb != OBJECTIVE else OBJECTIVE_COST[stability_range(s.stability[power])]


class Tolls:
    """Talents to Rhodes for lines of communication through it: 1T for each Space that traces one (6.1.6 c).

    A Unit that is rebuilt traces it from where it stands, all that is raised in a Province from one of its Spaces.
    """

    __slots__ = ("power", "provinces", "s", "spaces")

    def __init__(self, s: Position, power: int, actions: Sequence[int]) -> None:
        self.s = s
        self.power = power
        self.spaces: set[int] = set()
        """Where a Unit is rebuilt by a line through Rhodes."""
        self.provinces: set[int] = set()
        """Where something is raised by one."""
        for action in actions:
            verb, node = action // SPAN * SPAN, action % SPAN
            if verb in REBUILT:
                if self._rebuilt(verb, node):
                    self.spaces.add(node)
            elif verb in RAISING and not self._connected(node):
                self.provinces.add(s.box.atlas.province_of[node])

    def _rebuilt(self, verb: int, node: int) -> bool:
        s, power = self.s, self.power
        return only_by_rhodes(s, power, node) and needs_line(s, power, REBUILT[verb][1], node)

    def _connected(self, node: int) -> bool:
        return province_connected(self.s, self.power, self.s.box.atlas.province_of[node])

    @property
    def due(self) -> int:
        """What is to be paid for all of them."""
        province_of = self.s.box.atlas.province_of
        return len(self.spaces) + len(self.provinces - {province_of[node] for node in self.spaces})

    def added(self, action: int) -> int:
        """What one more action would add."""
        verb, node = action // SPAN * SPAN, action % SPAN
        province_of = self.s.box.atlas.province_of
        if verb in REBUILT:
            if node in self.spaces or not self._rebuilt(verb, node):
                return 0
            others = {province_of[each] for each in self.spaces}
            return 0 if province_of[node] in self.provinces - others else 1
        if verb not in RAISING or province_of[node] in self.provinces or self._connected(node):
            return 0
        return 0 if any(province_of[each] == province_of[node] for each in self.spaces) else 1


def may_owe_rhodes(s: Position, power: int) -> bool:
    """Whether Rhodes may be paid for what a Power raises or rebuilds: at home nothing needs a line (6.1.6 c)."""
    known: bool | None = s.kept(("owes Rhodes", power))
    if known is None:
        known = _raises_abroad(s, power) and anything_only_by_rhodes(s, power)
        s.keep(("owes Rhodes", power), known)
    return known


def _raises_abroad(s: Position, power: int) -> bool:
    """Whether a Power has Provinces that are no home of its own, or Reduced Units."""
    home = s.box.home_of_province
    if any(owner == power != home[province] for province, owner in enumerate(s.provinces)):
        return True
    return any(stack & REDUCED for _, stack in s.places_of(power))


def charge(s: Position, power: int, action: int, plan: Sequence[int]) -> int:
    """What an action costs after others: its price, and Rhodes' Talent if it is the first to need that (6.1.6 c)."""
    toll = Tolls(s, power, ()).added(action)
    if toll and plan:
        toll = Tolls(s, power, plan).added(action)
    return price(s, power, action) + toll


def tolls_due(s: Position, power: int, plan: Sequence[int]) -> int:
    """What Rhodes is paid for a plan."""
    return Tolls(s, power, plan).due if plan and may_owe_rhodes(s, power) else 0


def cost_of(s: Position, power: int, plan: Sequence[int]) -> int:
    return sum([price(s, power, action) for action in plan]) + tolls_due(s, power, plan)


def is_heavy(action: int) -> bool:
    return action - action % SPAN in (RAISE_LEGION, RAISE_HEAVY, HIRE)


def heavy_limit_reached(s: Position, power: int, plan: Sequence[int]) -> bool:
    """Carthage never builds above its maximum (6.4.3)."""
    if s.box.kind[power] != "carthage":
        return False
    return heavy_units(s, power) + sum(is_heavy(action) for action in plan) >= manpower_maximum(s, power)


# All together


@lru_cache(maxsize=512)
def _levies(atlas: Atlas, province: int, kinds: tuple[int, ...]) -> list[tuple[int, list[int]]]:
    """The Spaces of a Province and all that may be raised in each if it is open (6.2.8)."""
    found = []
    for node in atlas.spaces_of[province]:
        light = atlas.ids[node] in ISLANDS_WITHOUT_HEAVY
        found.append((node, [RAISE_VERB[kind] + node for kind in kinds if not (light and kind == HEAVY)]))
    return found


def build_options(s: Position, power: int, phase: bool) -> list[int]:
    """All that could be raised, built, rebuilt or (in the Manpower Phase) hired, cost and company apart."""
    box = s.box
    atlas = box.atlas
    found: list[int] = []
    own = held(s)[power]
    empty = occupied(s)[NOBODY]
    for province in box.open_provinces:
        if s.provinces[province] == power and province_connected(s, power, province, by_rhodes=True):
            for node, actions in _levies(atlas, province, box.recruits[power][province]):
                if has(own | empty, node):
                    found += actions
    for node in members(own & atlas.ports_set):
        if not may_build_galley(s, power, node):
            found.append(BUILD_GALLEY + node)
    for node, stack in sorted([each for each in s.places_of(power) if each[1] & REDUCED]):
        if count(stack, LEGION_R) and not may_rebuild(s, power, LEGION, node):
            found.append(REBUILD_LEGION + node)
        if count(stack, HEAVY_R) and not may_rebuild(s, power, HEAVY, node):
            found.append(REBUILD_HEAVY + node)
    if phase:
        found += [HIRE + node for node in hiring_places(s, power)]
    return found


def carry_out_build(s: Position, power: int, action: int) -> None:
    verb, node = action // SPAN * SPAN, action % SPAN
    pay(s, power, price(s, power, action))
    if verb == OBJECTIVE:
        draw_objective(s, power)
        return
    if verb in REBUILT:
        reduced, full = REBUILT[verb]
        if count(s.at(power, node), reduced):
            s.remove(power, node, ONE[reduced])
            s.add(power, node, ONE[full])
    elif verb == HIRE:
        hire(s, power, node)
    else:
        s.add(power, node, ONE[RAISED[verb]])
    if s.listener is not None:
        what = s.spell(action).partition(":")[0]
        s.tell("build", "PR-6.2.5b", power=s.box.powers[power], what=what, space=s.box.place(node))
