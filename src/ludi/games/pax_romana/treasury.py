"""Chapter 6: income, raising Land Units, building Galley Squadrons, maintenance."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.atlas import MINE, PORT
from ludi.games.pax_romana.control import (
    communicating,
    communicating_by_rhodes,
    province_connected,
    realm_controller,
    recount,
)
from ludi.games.pax_romana.pieces import (
    CAVALRY,
    CITY,
    COMBAT,
    COSTS,
    ELEPHANT,
    FULL_WALLS,
    GALLEY,
    GALLEYS,
    GARRISON,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    NOBODY,
    NODE_BITS,
    NODES,
    ONE,
    count,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.scenario import ISLANDS_WITHOUT_HEAVY
from ludi.games.pax_romana.stability import change_stability, stability_range
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import (
    BUILD_GALLEY,
    DISBAND_HEAVY,
    DISBAND_LEGION,
    DISBAND_MERCENARY,
    DONE,
    HIRE,
    OBJECTIVE,
    RAISE_CAVALRY,
    RAISE_ELEPHANT,
    RAISE_HEAVY,
    RAISE_LEGION,
    RAISE_LIGHT,
    REBUILD_HEAVY,
    REBUILD_LEGION,
    SCRAP,
)

RAISE_VERB = {
    LEGION: RAISE_LEGION,
    HEAVY: RAISE_HEAVY,
    LIGHT: RAISE_LIGHT,
    CAVALRY: RAISE_CAVALRY,
    ELEPHANT: RAISE_ELEPHANT,
}
RAISED = {verb: kind for kind, verb in RAISE_VERB.items()} | {BUILD_GALLEY: GALLEY, HIRE: MERCENARY}
REBUILT = {REBUILD_LEGION: (LEGION_R, LEGION), REBUILD_HEAVY: (HEAVY_R, HEAVY)}
DISBANDED = {
    DISBAND_LEGION: (LEGION_R, LEGION),
    DISBAND_HEAVY: (HEAVY_R, HEAVY),
    DISBAND_MERCENARY: (MERCENARY, MERCENARY),
}
DEAREST = 3
"""Nothing that is raised, built or bought costs more."""
OBJECTIVE_COST = (1, 2, 3)
"""By Stability range (15.4.4)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a reckoning: what, how much, why."""

    word: str
    amount: int
    rule: str


def own_places(s: Position, power: int) -> list[tuple[int, int]]:
    """All places of a Power with their stacks."""
    low, high = power << NODE_BITS, power + 1 << NODE_BITS
    return [(key & NODES - 1, stack) for key, stack in s.force.items() if low <= key < high]


# 6.1 Income


def income_lines(s: Position, power: int) -> list[Line]:
    """What a Power would collect now, line by line (6.1)."""
    box = s.box
    atlas = box.atlas
    lines: list[Line] = []
    near = communicating(s, power)
    far = communicating_by_rhodes(s, power)
    tolls = 0
    connected: set[int] = set()
    for province in box.open_provinces:
        if s.provinces[province] != power:
            continue
        at_home = box.home_of_province[province] == power
        held = [node for node in atlas.spaces_of[province] if s.holder(node) == power]
        toll = False
        if not at_home and not any(node in near for node in held):
            if not any(node in far for node in held):
                lines.append(Line(atlas.province_ids[province], 0, "PR-6.1.5a"))
                continue
            toll = True
        connected.add(province)
        amount = atlas.income[province]
        lines.append(Line(atlas.province_ids[province], amount, "PR-6.1.1a" if amount else "PR-6.1.4"))
        if toll and amount:
            tolls += 1
    for number, realm in enumerate(box.realms):
        if realm.undivided or realm.barbarian:
            continue
        if realm_controller(s, number) == power and connected.intersection(realm.provinces):
            lines.append(Line(realm.word, 1, "PR-6.1.1b"))
    for node, site in s.sites.items():
        if site >> 6 != power or s.occupier(node) != power:
            continue
        kind, walls = site >> 3 & 7, site & 7
        full = walls == FULL_WALLS[kind]
        amount = (3 if full else 1) if kind == CITY else (1 if full else 0)
        rule = ("PR-6.1.1e" if full else "PR-6.1.1f") if kind == CITY else ("PR-6.1.1c" if full else "PR-6.1.1d")
        if box.home[node] != power and node not in near:
            if node not in far:
                lines.append(Line(atlas.ids[node], 0, "PR-6.1.5a"))
                continue
            if amount:
                tolls += 1
        lines.append(Line(atlas.ids[node], amount, rule))
    for node in range(atlas.spaces):
        if atlas.flags[node] & MINE and s.holder(node) == power and node in near:
            lines.append(Line(f"mine-{atlas.ids[node]}", 1, "PR-6.1.1g"))
    subsidy = box.scenario["powers"][box.powers[power]].get("subsidy")
    if subsidy:
        held_spaces = sum(s.holder(atlas.index[space]) == power for space in subsidy["while_controls"])
        if held_spaces >= subsidy["at_least"]:
            lines.append(Line("subsidy", subsidy["talents"], "PR-6.1.2"))
    if tolls:
        lines.append(Line("rhodes-toll", -tolls, "PR-6.1.6c"))
    return lines


def income(s: Position, power: int) -> int:
    return max(0, sum(line.amount for line in income_lines(s, power)))


def collect_income(s: Position) -> None:
    """Phase A."""
    for power in range(len(s.box.powers)):
        amount = income(s, power)
        s.treasury[power] += amount
        if s.listener is not None:
            s.tell("income", "PR-3.2-A", power=s.box.powers[power], talents=amount)


def pay(s: Position, power: int, talents: int) -> None:
    """Talents leave the Treasury (1.4)."""
    assert s.treasury[power] >= talents, "a Treasury is never below zero"
    s.treasury[power] -= talents


# 6.4 Maintenance


def heavy_units(s: Position, power: int) -> int:
    """Legions and Heavy Infantry on the map, Reduced ones and Mercenaries included (6.4.2, 14.2.1)."""
    total = 0
    for _, stack in own_places(s, power):
        for kind in (LEGION, LEGION_R, HEAVY, HEAVY_R, MERCENARY):
            total += count(stack, kind)
    return total


def manpower_maximum(s: Position, power: int) -> int:
    return s.box.manmax[power][stability_range(s.stability[power])]


def galleys_to_keep(s: Position, power: int) -> int:
    """Galley Squadrons that need maintenance: all but the two of Rhodes while the Power holds it (6.4.1, 12.5)."""
    rhodes = s.box.atlas.index["rhodes"]
    total = 0
    for node, stack in own_places(s, power):
        number = count(stack, GALLEY)
        if node == rhodes and s.holder(rhodes) == power:
            number = max(0, number - 2)
        total += number
    return total


class Maintenance(Procedure):
    """Phase B: every Power decides in secret what it pays for and what it disbands; then all is revealed."""

    __slots__ = ("done", "plans")

    name = "maintenance"
    rule = "PR-6.4"

    def __init__(self) -> None:
        self.stage = 0
        self.done = 0
        self.plans: list[int] = []
        """Pairs: Power, action."""

    def plan(self, power: int) -> list[int]:
        return [self.plans[i + 1] for i in range(0, len(self.plans), 2) if self.plans[i] == power]

    def due(self, s: Position, power: int) -> int:
        """What the plan of a Power costs."""
        scrapped = disbanded = 0
        for action in self.plan(power):
            if action // SPAN * SPAN == SCRAP:
                scrapped += 1
            else:
                disbanded += 1
        galleys = max(0, galleys_to_keep(s, power) - scrapped)
        return galleys + max(0, heavy_units(s, power) - disbanded - manpower_maximum(s, power))

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            for power in range(len(s.box.powers)):
                over = heavy_units(s, power) > manpower_maximum(s, power)
                if not over and not galleys_to_keep(s, power):
                    self.done |= 1 << power
            self.stage = 1
        if self.done != (1 << len(s.box.powers)) - 1:
            return True
        for power in range(len(s.box.powers)):
            self._carry_out(s, power)
        recount(s)
        s.pop()
        return False

    def _carry_out(self, s: Position, power: int) -> None:
        from ludi.games.pax_romana.victory import civilization

        cost = self.due(s, power)
        for action in self.plan(power):
            verb, node = action // SPAN * SPAN, action % SPAN
            if verb == SCRAP:
                s.remove(power, node, ONE[GALLEY])
            else:
                reduced, full = DISBANDED[verb]
                stack = s.at(power, node)
                s.remove(power, node, ONE[reduced] if count(stack, reduced) else ONE[full])
                s.tidy(power, node)
        cost = min(cost, s.treasury[power])
        pay(s, power, cost)
        if s.listener is not None:
            s.tell("maintenance", "PR-3.2-B", power=s.box.powers[power], talents=cost)
        heavy, cvp = heavy_units(s, power), civilization(s, power)
        if heavy > 3 * cvp:
            change_stability(s, power, -3, "PR-14.2.1n")
        elif heavy > cvp:
            change_stability(s, power, -2, "PR-14.2.1l")

    def deciders(self, s: Position) -> tuple[int, ...]:
        return tuple(power for power in range(len(s.box.powers)) if not self.done >> power & 1)

    def legal(self, s: Position, power: int) -> list[int]:
        plan = self.plan(power)
        due = self.due(s, power)
        found = [DONE] if due <= s.treasury[power] else []
        over = (
            heavy_units(s, power) - manpower_maximum(s, power) - sum(1 for a in plan if a < SCRAP or a >= SCRAP + SPAN)
        )
        rhodes = s.box.atlas.index["rhodes"]
        for node, stack in sorted(own_places(s, power)):
            galleys = count(stack, GALLEY) - plan.count(SCRAP + node)
            if node == rhodes and s.holder(rhodes) == power:
                galleys -= 2
            if galleys > 0:
                found.append(SCRAP + node)
            if over > 0:
                for verb, (reduced, full) in DISBANDED.items():
                    number = count(stack, full) + (count(stack, reduced) if reduced != full else 0)
                    if number > plan.count(verb + node):
                        found.append(verb + node)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == DONE:
            self.done |= 1 << power
        else:
            self.plans += [power, action]

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        self.plans = _only(self.plans, own)

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        for power in range(len(s.box.powers)):
            if power not in own and self.done >> power & 1:
                while self.due(s, power) > s.treasury[power]:
                    self.plans += [power, next(action for action in self.legal(s, power) if action != DONE)]


def _only(plans: list[int], own: tuple[int, ...]) -> list[int]:
    kept = []
    for i in range(0, len(plans), 2):
        if plans[i] in own:
            kept += plans[i : i + 2]
    return kept


# 6.2, 6.3 Raising Land Units, building Galley Squadrons


def may_raise(s: Position, power: int, kind: int, node: int) -> str:
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
    if s.occupier(node) not in (NOBODY, power):
        return "PR-6.2.4c"
    if not province_connected(s, power, province):
        return "PR-6.2.4a"
    if kind == ELEPHANT and not s.at(power, node) & COMBAT:
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
    province = s.box.atlas.province_of[node]
    if node in communicating(s, power):
        return ""
    if s.provinces[province] == power and kind in s.box.recruits[power][province]:
        return ""
    return "PR-10.6.6d"


def may_hire(s: Position, power: int, node: int) -> str:
    """The rule that forbids hiring Mercenaries in a Space, '' if it is allowed (cost apart) (12.2)."""
    if not s.box.mercenaries[power]:
        return "PR-12.2.1b"
    if node >= s.box.atlas.spaces or not s.at(power, node) & LAND:
        return "PR-12.2.4"
    return ""


def build_options(s: Position, power: int, phase: bool) -> list[int]:
    """All that could be raised, built, rebuilt or (in the Manpower Phase) hired, cost apart."""
    box = s.box
    atlas = box.atlas
    found: list[int] = []
    for province in box.open_provinces:
        if s.provinces[province] != power or not province_connected(s, power, province):
            continue
        kinds = box.recruits[power][province]
        for node in atlas.spaces_of[province]:
            side = s.occupier(node)
            if side not in (NOBODY, power):
                continue
            for kind in kinds:
                if kind == ELEPHANT and not s.at(power, node) & COMBAT:
                    continue
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
        if phase and not may_hire(s, power, node):
            found.append(HIRE + node)
    return found


def price(s: Position, power: int, action: int) -> int:
    verb = action // SPAN * SPAN
    if verb == OBJECTIVE:
        return OBJECTIVE_COST[stability_range(s.stability[power])]
    if verb in REBUILT:
        return 1
    return COSTS[RAISED[verb]]


def is_heavy(action: int) -> bool:
    return action // SPAN * SPAN in (RAISE_LEGION, RAISE_HEAVY, HIRE)


class Builder(Procedure):
    """What the Manpower Phase and the Recruitment Operation share."""

    __slots__ = ()

    def affordable(self, s: Position, power: int, options: list[int], plan: list[int]) -> list[int]:
        """The options that Treasury, maximum and earlier choices leave open."""
        left = s.treasury[power] - sum([price(s, power, action) for action in plan])
        if left <= 0:
            return []
        at_limit = False
        if s.box.kind[power] == "carthage":
            planned = sum(is_heavy(action) for action in plan)
            at_limit = heavy_units(s, power) + planned >= manpower_maximum(s, power)
        reduced_ones = any(action // SPAN * SPAN in REBUILT for action in options)
        if left >= DEAREST and not at_limit and not reduced_ones:
            return options
        found = []
        for action in options:
            verb = action // SPAN * SPAN
            if price(s, power, action) > left or (at_limit and is_heavy(action)):
                continue
            if verb in REBUILT:
                reduced = REBUILT[verb][0]
                if plan.count(action) >= count(s.at(power, action % SPAN), reduced):
                    continue
            found.append(action)
        return found


def carry_out_build(s: Position, power: int, action: int) -> None:
    verb, node = action // SPAN * SPAN, action % SPAN
    pay(s, power, price(s, power, action))
    if verb == OBJECTIVE:
        from ludi.games.pax_romana.victory import draw_objective

        draw_objective(s, power)
    elif verb in REBUILT:
        reduced, full = REBUILT[verb]
        if count(s.at(power, node), reduced):
            s.remove(power, node, ONE[reduced])
            s.add(power, node, ONE[full])
    else:
        s.add(power, node, ONE[RAISED[verb]])
    if s.listener is not None:
        what = s.spell(action).partition(":")[0]
        s.tell("build", "PR-6.2.5b", power=s.box.powers[power], what=what, space=s.box.place(node))


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
            for action in self.plan(power):
                carry_out_build(s, power, action)
        for power in range(len(s.box.powers)):
            _leave_garrisons(s, power)
        s.irrevocable += 1
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
        left = s.treasury[power] - sum(price(s, power, action) for action in self.plan(power))
        return Phrase("ask.manpower", {"talents": left}, self.rule)

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

    __slots__ = ("kind", "options", "power")

    name = "recruitment"
    rule = "PR-3.2-F3b"

    def __init__(self, power: int) -> None:
        self.stage = 0
        self.power = power
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
        carry_out_build(s, power, action)

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.recruitment", {"talents": s.treasury[power]}, self.rule)


def fleets_of(s: Position, power: int) -> list[int]:
    """Where a Power has Galley Squadrons."""
    return sorted(node for node, stack in own_places(s, power) if stack & GALLEYS)
