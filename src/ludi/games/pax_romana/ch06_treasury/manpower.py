"""Chapter 6.2 and 6.3: raising Land Units and building Galley Squadrons."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.communication import (
    communicating_by_rhodes,
    only_by_rhodes,
    province_connected,
)
from ludi.games.pax_romana.ch06_treasury.treasury import (
    DEAREST,
    OBJECTIVE_COST,
    RAISE_VERB,
    RAISED,
    REBUILT,
    _only,
    heavy_units,
    manpower_maximum,
    own_places,
    pay,
    pay_rhodes,
)
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import PORT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    COSTS,
    ELEPHANT,
    GARRISON,
    HEAVY,
    HEAVY_R,
    LEGION,
    LEGION_R,
    MERCENARY,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    SOF,
    count,
)
from ludi.games.pax_romana.world.scenario import ISLANDS_WITHOUT_HEAVY
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    DONE,
    HIRE,
    OBJECTIVE,
    RAISE_ELEPHANT,
    RAISE_HEAVY,
    RAISE_LEGION,
    REBUILD_HEAVY,
    REBUILD_LEGION,
)

# 6.2, 6.3 Raising Land Units, building Galley Squadrons


def may_deploy(s: Position, power: int, node: int) -> bool:
    """Raised Units are put into Spaces that the Power Controls or that are unoccupied (6.2.3, 6.2.4)."""
    return s.occupier(node) == NOBODY or s.holder(node) == power


def has_company(s: Position, power: int, node: int, plan: Sequence[int]) -> bool:
    """Whether a Land Combat Unit is in a Space or comes there by the same plan: no Elephant is alone (12.8)."""
    if s.at(power, node) & COMBAT:
        return True
    return any(action % SPAN == node and ONE[RAISED.get(action - node, ELEPHANT)] & COMBAT for action in plan)


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


def may_build_galley(s: Position, power: int, node: int) -> str:
    """The rule that forbids building a Galley Squadron in a Port, '' if it is allowed (cost apart) (6.3)."""
    if not s.box.atlas.flags[node] & PORT or not s.box.open[node] or s.holder(node) != power:
        return "PR-6.3c"
    return "PR-6.3c" if s.foes_galleys(power, node) != NOBODY else ""


def may_rebuild(s: Position, power: int, kind: int, node: int) -> str:
    """The rule that forbids rebuilding a Reduced Legion or Heavy Infantry, '' if it is allowed (10.6.6)."""
    if not count(s.at(power, node), LEGION_R if kind == LEGION else HEAVY_R):
        return "PR-10.6.6b"
    isolated = needs_line(s, power, kind, node) and node not in communicating_by_rhodes(s, power)
    return "PR-10.6.6d" if isolated else ""


def needs_line(s: Position, power: int, kind: int, node: int) -> bool:
    """Whether a Unit is rebuilt in a Space only if that is not isolated, as own Cities and Towns never are (10.6.6)."""
    province = s.box.atlas.province_of[node]
    if s.site_owner(node) == power:
        return False
    return s.provinces[province] != power or kind not in s.box.recruits[power][province]


def may_hire(s: Position, power: int, node: int) -> str:
    """The rule that forbids hiring Mercenaries in a Space, '' if it is allowed (cost apart) (12.2)."""
    if not s.box.mercenaries[power]:
        return "PR-12.2.1b"
    if node >= s.box.atlas.spaces or not _has_units(s, power, node):
        return "PR-12.2.4"
    return "" if s.at(power, node) & OCCUPY or s.welcome(power, node) else "PR-5.1.2a"


def _own_sides(s: Position, power: int) -> tuple[int, ...]:
    """A Power, and the Soldier of Fortune whose Army is like one of its own (12.4.4)."""
    return (power, SOF) if s.sof_owner == power else (power,)


def _has_units(s: Position, power: int, node: int) -> bool:
    """Whether Mercenaries find Units of a Power to join; Galley Squadrons and leaders are Units (1.4, 12.2.4)."""
    return any(s.at(side, node) or s.leaders_of(side, node) for side in _own_sides(s, power))


def hiring_places(s: Position, power: int) -> list[int]:
    """Where Mercenaries could be hired, cost apart (12.2)."""
    if not s.box.mercenaries[power]:
        return []
    sides = _own_sides(s, power)
    places = {key & NODES - 1 for key in s.force if key >> NODE_BITS in sides}
    places |= {where for number, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[number].side in sides}
    return [node for node in sorted(places) if not may_hire(s, power, node)]


def hire(s: Position, power: int, node: int) -> None:
    """A Mercenary joins the Power's Units in a Space, in an ally's as their guest (12.2.4)."""
    s.visit(power, node)
    s.add(power, node, ONE[MERCENARY])


def build_options(s: Position, power: int, phase: bool) -> list[int]:
    """All that could be raised, built, rebuilt or (in the Manpower Phase) hired, cost and company apart."""
    box = s.box
    atlas = box.atlas
    found: list[int] = []
    for province in box.open_provinces:
        if s.provinces[province] != power or not province_connected(s, power, province, by_rhodes=True):
            continue
        kinds = box.recruits[power][province]
        for node in atlas.spaces_of[province]:
            if not may_deploy(s, power, node):
                continue
            for kind in kinds:
                if kind == HEAVY and atlas.ids[node] in ISLANDS_WITHOUT_HEAVY:
                    continue
                found.append(RAISE_VERB[kind] + node)
    for node in atlas.ports:
        if s.holder(node) == power and not may_build_galley(s, power, node):
            found.append(BUILD_GALLEY + node)
    for node, stack in sorted(own_places(s, power)):
        if count(stack, LEGION_R) and not may_rebuild(s, power, LEGION, node):
            found.append(REBUILD_LEGION + node)
        if count(stack, HEAVY_R) and not may_rebuild(s, power, HEAVY, node):
            found.append(REBUILD_HEAVY + node)
    if phase:
        found += [HIRE + node for node in hiring_places(s, power)]
    return found


def price(s: Position, power: int, action: int) -> int:
    verb = action // SPAN * SPAN
    if verb == OBJECTIVE:
        return OBJECTIVE_COST[stability_range(s.stability[power])]
    if verb in REBUILT:
        return 1
    return COSTS[RAISED[verb]]


def line_toll(s: Position, power: int, actions: Sequence[int]) -> int:
    """Talents to Rhodes for lines of communication through it: 1T for each Space that traces one (6.1.6 c).

    A Unit that is rebuilt traces it from where it stands, all that is raised in a Province from one of its Spaces.
    """
    province_of = s.box.atlas.province_of
    spaces, provinces = set(), set()
    for action in actions:
        verb, node = action // SPAN * SPAN, action % SPAN
        if verb in REBUILT:
            if only_by_rhodes(s, power, node) and needs_line(s, power, REBUILT[verb][1], node):
                spaces.add(node)
        elif verb in RAISE_VERB.values() and not province_connected(s, power, province_of[node]):
            provinces.add(province_of[node])
    return len(spaces) + len(provinces - {province_of[node] for node in spaces})


def charge(s: Position, power: int, action: int, plan: Sequence[int]) -> int:
    """What an action costs after others: its price, and Rhodes' Talent if it is the first to need that (6.1.6 c)."""
    return price(s, power, action) + line_toll(s, power, [*plan, action]) - line_toll(s, power, plan)


def cost_of(s: Position, power: int, plan: Sequence[int]) -> int:
    return sum(price(s, power, action) for action in plan) + line_toll(s, power, plan)


def is_heavy(action: int) -> bool:
    return action // SPAN * SPAN in (RAISE_LEGION, RAISE_HEAVY, HIRE)


def heavy_limit_reached(s: Position, power: int, plan: Sequence[int]) -> bool:
    """Carthage never builds above its maximum (6.4.3)."""
    if s.box.kind[power] != "carthage":
        return False
    return heavy_units(s, power) + sum(is_heavy(action) for action in plan) >= manpower_maximum(s, power)


class Builder(Procedure):
    """What the Manpower Phase and the Recruitment Operation share."""

    __slots__ = ()

    def earlier(self, power: int) -> list[int]:
        """What a Power has chosen before, planned or carried out."""
        raise NotImplementedError

    def affordable(self, s: Position, power: int, options: list[int], plan: list[int]) -> list[int]:
        """The options that Treasury, maximum and earlier choices leave open."""
        earlier = self.earlier(power)
        left = s.treasury[power] - cost_of(s, power, plan)
        if left <= 0:
            return []
        at_limit = heavy_limit_reached(s, power, plan)
        special = any(action // SPAN * SPAN in (RAISE_ELEPHANT, *REBUILT) for action in options)
        if left > DEAREST and not at_limit and not special:
            return options
        found = []
        for action in options:
            verb = action // SPAN * SPAN
            if charge(s, power, action, earlier) > left or (at_limit and is_heavy(action)):
                continue
            if verb in REBUILT:
                reduced = REBUILT[verb][0]
                if plan.count(action) >= count(s.at(power, action % SPAN), reduced):
                    continue
            if lonely(s, power, action, plan):
                continue
            found.append(action)
        return found


def carry_out_build(s: Position, power: int, action: int) -> None:
    verb, node = action // SPAN * SPAN, action % SPAN
    pay(s, power, price(s, power, action))
    if verb == OBJECTIVE:
        draw_objective(s, power)
    elif verb in REBUILT:
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


def carry_out_hire(s: Position, power: int, action: int) -> None:
    """Mercenaries planned for a Space in which another has raised Units meanwhile are not hired (12.2.4)."""
    node = action % SPAN
    if not may_hire(s, power, node):
        carry_out_build(s, power, action)
        return
    s.tidy(power, node)
    if s.listener is not None:
        s.tell("hire-late", "PR-12.2.4", power=s.box.powers[power], space=s.box.place(node))


class Manpower(Builder):
    """Phase E: all Powers plan in secret what they raise; then all is revealed (3.2-E)."""

    __slots__ = ("done", "options", "plans")

    name = "manpower"
    rule = "PR-3.2-E"

    def __init__(self) -> None:
        self.stage = 0
        self.done = 0
        self.options: list[int] = []
        """Pairs: Power, action."""
        self.plans: list[int] = []

    def earlier(self, power: int) -> list[int]:
        return self.plan(power)

    def plan(self, power: int) -> list[int]:
        return [self.plans[i + 1] for i in range(0, len(self.plans), 2) if self.plans[i] == power]

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            for power in range(len(s.box.powers)):
                found = build_options(s, power, True)
                if s.box.objectives == "purchase" and len(s.objectives[power]) < 3 and s.objective_pool:
                    found.append(OBJECTIVE)
                for action in found:
                    self.options += [power, action]
            self.stage = 1
        if self.done != (1 << len(s.box.powers)) - 1:
            return True
        for power in range(len(s.box.powers)):
            pay_rhodes(s, power, line_toll(s, power, self.plan(power)))
        plans = [(power, action) for power in range(len(s.box.powers)) for action in self.plan(power)]
        for power, action in plans:
            if action // SPAN * SPAN != HIRE:
                carry_out_build(s, power, action)
        for power, action in plans:
            if action // SPAN * SPAN == HIRE:
                carry_out_hire(s, power, action)
        for power in range(len(s.box.powers)):
            _leave_garrisons(s, power)
        s.reveal()
        recount(s)
        s.pop()
        return False

    def deciders(self, s: Position) -> tuple[int, ...]:
        return tuple(power for power in range(len(s.box.powers)) if not self.done >> power & 1)

    def legal(self, s: Position, power: int) -> list[int]:
        options = [self.options[i + 1] for i in range(0, len(self.options), 2) if self.options[i] == power]
        plan = self.plan(power)
        if OBJECTIVE in plan:
            options = [action for action in options if action != OBJECTIVE]
        return [DONE, *self.affordable(s, power, options, plan)]

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == DONE:
            self.done |= 1 << power
        else:
            self.plans += [power, action]

    def ask(self, s: Position, power: int) -> Phrase:
        left = s.treasury[power] - cost_of(s, power, self.plan(power))
        return Phrase("ask.manpower", {"talents": left}, self.rule)

    def progress(self) -> Hashable:
        return self.name, self.done

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        self.plans = _only(self.plans, own)


def _leave_garrisons(s: Position, power: int) -> None:
    """Reduced Units that were not rebuilt become Garrisons (10.6.6, 12.1.4)."""
    for node, stack in own_places(s, power):
        for kind in (LEGION_R, HEAVY_R):
            number = count(stack, kind)
            if number:
                s.remove(power, node, number * ONE[kind])
                s.add(power, node, number * ONE[GARRISON])
                s.tidy(power, node)


class Recruitment(Builder):
    """The Recruitment Operation: Land Units or Galley Squadrons, not both (3.2-F3)."""

    __slots__ = ("built", "kind", "options", "power")

    name = "recruitment"
    rule = "PR-3.2-F3b"

    def __init__(self, power: int) -> None:
        self.stage = 0
        self.power = power
        self.built: list[int] = []
        """What has been carried out: Rhodes is paid once for a Space (6.1.6 c)."""
        self.kind = 0
        """1: Land Units, 2: Galley Squadrons."""
        self.options: list[int] = []

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            self.options = build_options(s, self.power, False)
            self.stage = 1
        if self.stage == 1:
            return True
        recount(s)
        s.pop()
        return False

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        options = self.options
        if self.kind == 1:
            options = [action for action in options if action // SPAN * SPAN != BUILD_GALLEY]
        elif self.kind == 2:
            options = [action for action in options if action // SPAN * SPAN == BUILD_GALLEY]
        return [DONE, *self.affordable(s, power, options, [])]

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == DONE:
            self.stage = 2
            return
        self.kind = 2 if action // SPAN * SPAN == BUILD_GALLEY else 1
        pay_rhodes(s, power, charge(s, power, action, self.built) - price(s, power, action))
        self.built.append(action)
        carry_out_build(s, power, action)

    def earlier(self, power: int) -> list[int]:
        return self.built

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.recruitment", {"talents": s.treasury[power]}, self.rule)
