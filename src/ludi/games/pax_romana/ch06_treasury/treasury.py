"""Chapter 6: income, raising Land Units, building Galley Squadrons, maintenance."""

from __future__ import annotations

from collections.abc import Hashable

from ludi.core import SPAN
from ludi.games.pax_romana.ch05_control.control import realm_controller, recount
from ludi.games.pax_romana.ch06_treasury.communication import communicating, communicating_by_rhodes
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.points import civilization
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reckoning import Line
from ludi.games.pax_romana.world.atlas import MINE
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    CITY,
    ELEPHANT,
    FULL_WALLS,
    GALLEY,
    HEAVY,
    HEAVY_R,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    NODE_BITS,
    NODES,
    ONE,
    count,
)
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    DISBAND_HEAVY,
    DISBAND_LEGION,
    DISBAND_MERCENARY,
    DONE,
    HIRE,
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
"""Nothing that is raised, built or bought costs more, the Talent for Rhodes apart."""
OBJECTIVE_COST = (1, 2, 3)
"""By Stability range (15.4.4)."""


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
    tolled: set[int] = set()
    """Spaces whose line passes Rhodes: one of a Province is enough for what the Province pays."""
    far_provinces: set[int] = set()
    connected: set[int] = set()
    for province in box.open_provinces:
        if s.provinces[province] != power:
            continue
        at_home = box.home_of_province[province] == power
        held = [node for node in atlas.spaces_of[province] if s.holder(node) == power]
        if not at_home and not any(node in near for node in held):
            if not any(node in far for node in held):
                lines.append(Line(atlas.province_ids[province], 0, "PR-6.1.5a"))
                continue
            if atlas.income[province]:
                far_provinces.add(province)
        connected.add(province)
        amount = atlas.income[province]
        lines.append(Line(atlas.province_ids[province], amount, "PR-6.1.1a" if amount else "PR-6.1.4"))
    for number, realm in enumerate(box.realms):
        if realm.undivided or realm.barbarian:
            continue
        if realm_controller(s, number) == power and connected.intersection(realm.provinces):
            lines.append(Line(realm.word, 1, "PR-6.1.1b"))
    for node, site in s.sites.items():
        if site.owner != power or s.occupier(node) != power:
            continue
        kind, walls = site.kind, site.walls
        full = walls == FULL_WALLS[kind]
        amount = (3 if full else 1) if kind == CITY else (1 if full else 0)
        rule = ("PR-6.1.1e" if full else "PR-6.1.1f") if kind == CITY else ("PR-6.1.1c" if full else "PR-6.1.1d")
        if box.home[node] != power and node not in near:
            if node not in far:
                lines.append(Line(atlas.ids[node], 0, "PR-6.1.5a"))
                continue
            if amount:
                tolled.add(node)
        lines.append(Line(atlas.ids[node], amount, rule))
    for node in range(atlas.spaces):
        if atlas.flags[node] & MINE and s.holder(node) == power:
            reached = node in near or node in far
            lines.append(Line(f"mine-{atlas.ids[node]}", int(reached), "PR-6.1.1g" if reached else "PR-6.1.5a"))
            if reached and node not in near:
                tolled.add(node)
    subsidy = box.scenario["powers"][box.powers[power]].get("subsidy")
    if subsidy:
        held_spaces = sum(s.holder(atlas.index[space]) == power for space in subsidy["while_controls"])
        if held_spaces >= subsidy["at_least"]:
            lines.append(Line("subsidy", subsidy["talents"], "PR-6.1.2"))
    tolls = len(tolled) + len(far_provinces - {atlas.province_of[node] for node in tolled})
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


def pay_rhodes(s: Position, power: int, talents: int) -> None:
    """Talents to Independent Rhodes for lines of communication (6.1.6 c)."""
    if talents:
        pay(s, power, talents)
        if s.listener is not None:
            s.tell("rhodes-toll", "PR-6.1.6c", power=s.box.powers[power], talents=talents)


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
    """Galley Squadrons that need maintenance: all but those of Rhodes (6.4.1, 12.5)."""
    return sum(count(stack, GALLEY) for _, stack in own_places(s, power))


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
        s.reveal()
        recount(s)
        s.pop()
        return False

    def _carry_out(self, s: Position, power: int) -> None:
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
        for node, stack in sorted(own_places(s, power)):
            if count(stack, GALLEY) > plan.count(SCRAP + node):
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

    def progress(self) -> Hashable:
        return self.name, self.done

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
