"""Chapter 6.4: Maintenance, phase B of a Game-Turn."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.plans import PLANNING, Planning, Plans
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.points import civilization
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    BYTE,
    GALLEY,
    HEAVY,
    HEAVY_R,
    LEGION,
    LEGION_R,
    MERCENARY,
    ONE,
    count,
)
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import DISBAND_HEAVY, DISBAND_LEGION, DISBAND_MERCENARY, DONE, SCRAP

BEGINNING = "beginning"
HEAVIES = (LEGION, LEGION_R, HEAVY, HEAVY_R, MERCENARY)
HEAVY_UNITS = sum(BYTE * ONE[kind] for kind in HEAVIES)
DISBANDED = {
    DISBAND_LEGION: (LEGION_R, LEGION),
    DISBAND_HEAVY: (HEAVY_R, HEAVY),
    DISBAND_MERCENARY: (MERCENARY,),
}
"""Which kinds a verb disbands; those first that come first."""

GIVEN = {verb: sum(BYTE * ONE[kind] for kind in kinds) for verb, kinds in ((SCRAP, (GALLEY,)), *DISBANDED.items())}
"""All Units that a verb may give up, as a stack."""


def left_to_give(stack: int, verb: int) -> int:
    """How many Units of a stack a verb gives up at most."""
    return count(stack, GALLEY) if verb == SCRAP else sum(count(stack, kind) for kind in DISBANDED[verb])


def heavy_units(s: Position, power: int) -> int:
    """Legions and Heavy Infantry on the map, Reduced ones and Mercenaries included (6.4.2, 14.2.1)."""
    known: int | None = s.kept(("heavy", power))
    if known is None:
        known = sum([count(stack, kind) for _, stack in s.places_of(power) if stack & HEAVY_UNITS for kind in HEAVIES])
        s.keep(("heavy", power), known)
    return known


def manpower_maximum(s: Position, power: int) -> int:
    return s.box.manmax[power][stability_range(s.stability[power])]


def galleys_to_keep(s: Position, power: int) -> int:
    """Galley Squadrons that need maintenance: all but those of Rhodes (6.4.1, 12.5)."""
    known: int | None = s.kept(("galleys", power))
    if known is None:
        known = sum([count(stack, GALLEY) for _, stack in s.places_of(power)])
        s.keep(("galleys", power), known)
    return known


def disbanded(plan: list[int]) -> int:
    """How many Legions and Heavy Infantry a plan disbands."""
    return len([action for action in plan if action - action % SPAN != SCRAP])


def above_maximum(s: Position, power: int, plan: list[int]) -> int:
    """Legions and Heavy Infantry above the maximum, if a plan is carried out (6.4.2)."""
    return heavy_units(s, power) - disbanded(plan) - manpower_maximum(s, power)


def to_give(s: Position, power: int, heavies: bool) -> list[tuple[int, int]]:
    """All that a Power has to give up, by its place, and how much: with ``heavies`` not Galley Squadrons alone."""
    known: list[tuple[int, int]] | None = s.kept(("to give", power, heavies))
    if known is None:
        verbs = (SCRAP, *DISBANDED) if heavies else (SCRAP,)
        known = [
            (verb + node, left_to_give(stack, verb))
            for node, stack in sorted(s.places_of(power))
            for verb in verbs
            if stack & GIVEN[verb]
        ]
        s.keep(("to give", power, heavies), known)
    return known


class Maintenance(Plans):
    """Phase B: every Power decides in secret what it pays for and what it disbands; then all is revealed."""

    __slots__ = ()

    name = "maintenance"
    rule = "PR-6.4"

    def __init__(self) -> None:
        super().__init__()
        self.stage = BEGINNING

    def due(self, s: Position, power: int) -> int:
        """What the plan of a Power costs."""
        plan = self.plan(power)
        scrapped = len(plan) - disbanded(plan)
        galleys = max(0, galleys_to_keep(s, power) - scrapped)
        return galleys + max(0, above_maximum(s, power, plan))

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        for power in self.done:
            if power not in own:
                while self.due(s, power) > s.treasury[power]:
                    self.plans += [power, next(action for action in self.legal(s, power) if action != DONE)]


class Beginning(Stage[Maintenance], of=Maintenance, at=BEGINNING):
    """Who has nothing to maintain is not asked."""

    def run(self, s: Position, p: Maintenance) -> bool:
        for power in range(len(s.box.powers)):
            if above_maximum(s, power, []) <= 0 and not galleys_to_keep(s, power):
                p.finish(power)
        p.stage = PLANNING
        return False


class Maintaining(Planning[Maintenance], of=Maintenance, at=PLANNING):
    """Galley Squadrons are paid or scrapped, what is above the maximum is paid or disbanded (6.4.1, 6.4.2)."""

    def cannot_pay(self, s: Position, p: Maintenance, power: int, argument: int) -> Reason:
        due = p.due(s, power)
        return "" if due <= s.treasury[power] else Phrase("why.cannot-pay", {"talents": due}, "PR-6.4.1a")

    @choice(DONE, unless=cannot_pay)
    def pay(self, s: Position, p: Maintenance, power: int, argument: int) -> None:
        p.finish(power)

    def given_up(self, s: Position, p: Maintenance, power: int) -> Iterable[int]:
        """All that may be given up, by its place."""
        plan = p.plan(power)
        units = to_give(s, power, above_maximum(s, power, plan) > 0)
        return [action for action, number in units if number > plan.count(action)]

    @choice(SCRAP, "PR-6.4.1a", together=given_up, otherwise="no-galley-to-scrap")
    def scrap(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, SCRAP + node]

    def none_to_disband(self, s: Position, p: Maintenance, power: int, verb: int, node: int) -> Reason:
        """Why no Unit that a verb disbands is given up in a place."""
        most = {"number": manpower_maximum(s, power)}
        if heavy_units(s, power) <= most["number"]:
            return Phrase("why.below-maximum", most, "PR-6.4.2a")
        if above_maximum(s, power, p.plan(power)) <= 0:
            return Phrase("why.enough-given-up", most, "PR-6.4.2a")
        some = left_to_give(s.at(power, node), verb) > p.plan(power).count(verb + node)
        return "" if some else Phrase("why.nobody-to-disband", {}, "PR-6.4.2a")

    def no_legion(self, s: Position, p: Maintenance, power: int, node: int) -> Reason:
        return self.none_to_disband(s, p, power, DISBAND_LEGION, node)

    @choice(DISBAND_LEGION, "PR-6.4.2a", together=given_up, unless=no_legion)
    def disband_legion(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_LEGION + node]

    def no_heavy(self, s: Position, p: Maintenance, power: int, node: int) -> Reason:
        return self.none_to_disband(s, p, power, DISBAND_HEAVY, node)

    @choice(DISBAND_HEAVY, "PR-6.4.2a", together=given_up, unless=no_heavy)
    def disband_heavy(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_HEAVY + node]

    def no_mercenary(self, s: Position, p: Maintenance, power: int, node: int) -> Reason:
        return self.none_to_disband(s, p, power, DISBAND_MERCENARY, node)

    @choice(DISBAND_MERCENARY, "PR-6.4.2a", together=given_up, unless=no_mercenary)
    def disband_mercenary(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_MERCENARY + node]

    def carry_out(self, s: Position, p: Maintenance) -> None:
        for power in range(len(s.box.powers)):
            maintain(s, p, power)
        s.reveal()
        recount(s)
        s.pop()


def disband(s: Position, power: int, verb: int, node: int) -> None:
    """One Unit that a verb disbands is gone, a Reduced one first."""
    stack = s.at(power, node)
    s.remove(power, node, ONE[next(kind for kind in DISBANDED[verb] if count(stack, kind))])
    s.tidy(power, node)


def maintain(s: Position, p: Maintenance, power: int) -> None:
    """A plan is carried out; too many Legions and Heavy Infantry cost Stability (14.2.1)."""
    cost = p.due(s, power)
    for action in p.plan(power):
        verb, node = action // SPAN * SPAN, action % SPAN
        if verb == SCRAP:
            s.remove(power, node, ONE[GALLEY])
        else:
            disband(s, power, verb, node)
    cost = min(cost, s.treasury[power])
    pay(s, power, cost)
    if s.listener is not None:
        s.tell("maintenance", "PR-3.2-B", power=s.box.powers[power], talents=cost)
    heavy, cvp = heavy_units(s, power), civilization(s, power)
    if s.box.advanced and heavy > 4 * cvp:
        change_stability(s, power, -4, "PR-14.2.1o")
    elif heavy > 3 * cvp:
        change_stability(s, power, -3, "PR-14.2.1n")
    elif heavy > cvp:
        change_stability(s, power, -2, "PR-14.2.1l")
