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
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GALLEY, HEAVY, HEAVY_R, LEGION, LEGION_R, MERCENARY, ONE, count
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import DISBAND_HEAVY, DISBAND_LEGION, DISBAND_MERCENARY, DONE, SCRAP

BEGINNING = "beginning"
HEAVIES = (LEGION, LEGION_R, HEAVY, HEAVY_R, MERCENARY)
DISBANDED = {
    DISBAND_LEGION: (LEGION_R, LEGION),
    DISBAND_HEAVY: (HEAVY_R, HEAVY),
    DISBAND_MERCENARY: (MERCENARY,),
}
"""Which kinds a verb disbands; those first that come first."""


def heavy_units(s: Position, power: int) -> int:
    """Legions and Heavy Infantry on the map, Reduced ones and Mercenaries included (6.4.2, 14.2.1)."""
    return sum(count(stack, kind) for _, stack in s.places_of(power) for kind in HEAVIES)


def manpower_maximum(s: Position, power: int) -> int:
    return s.box.manmax[power][stability_range(s.stability[power])]


def galleys_to_keep(s: Position, power: int) -> int:
    """Galley Squadrons that need maintenance: all but those of Rhodes (6.4.1, 12.5)."""
    return sum(count(stack, GALLEY) for _, stack in s.places_of(power))


class Maintenance(Plans):
    """Phase B: every Power decides in secret what it pays for and what it disbands; then all is revealed."""

    __slots__ = ()

    name = "maintenance"
    rule = "PR-6.4"

    def __init__(self) -> None:
        super().__init__()
        self.stage = BEGINNING

    def disbanded(self, power: int) -> int:
        """How many Legions and Heavy Infantry a Power means to disband."""
        return sum(action // SPAN * SPAN != SCRAP for action in self.plan(power))

    def due(self, s: Position, power: int) -> int:
        """What the plan of a Power costs."""
        scrapped = len(self.plan(power)) - self.disbanded(power)
        galleys = max(0, galleys_to_keep(s, power) - scrapped)
        return galleys + max(0, self.above_maximum(s, power))

    def above_maximum(self, s: Position, power: int) -> int:
        """Legions and Heavy Infantry above the maximum, if the plan is carried out (6.4.2)."""
        return heavy_units(s, power) - self.disbanded(power) - manpower_maximum(s, power)

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        for power in self.done:
            if power not in own:
                while self.due(s, power) > s.treasury[power]:
                    self.plans += [power, next(action for action in self.legal(s, power) if action != DONE)]


class Beginning(Stage[Maintenance], of=Maintenance, at=BEGINNING):
    """Who has nothing to maintain is not asked."""

    __slots__ = ()

    def run(self, s: Position, p: Maintenance) -> bool:
        for power in range(len(s.box.powers)):
            if p.above_maximum(s, power) <= 0 and not galleys_to_keep(s, power):
                p.finish(power)
        p.stage = PLANNING
        return False


class Maintaining(Planning[Maintenance], of=Maintenance, at=PLANNING):
    """Galley Squadrons are paid or scrapped, what is above the maximum is paid or disbanded (6.4.1, 6.4.2)."""

    __slots__ = ()

    def legal(self, s: Position, p: Maintenance, power: int) -> list[int]:
        """All that can be given up is listed by its place."""
        found = super().legal(s, p, power)
        paid = found[:1] == [DONE]
        return found[:paid] + sorted(found[paid:], key=lambda action: (action % SPAN, action))

    def cannot_pay(self, s: Position, p: Maintenance, power: int, argument: int) -> str:
        return "" if p.due(s, power) <= s.treasury[power] else "PR-6.4.1a"

    def say_cannot_pay(self, s: Position, p: Maintenance, power: int, argument: int, rule: str) -> Phrase:
        return Phrase("why.cannot-pay", {"talents": p.due(s, power)}, "PR-6.4.1a")

    @choice(DONE, unless=cannot_pay, saying=say_cannot_pay)
    def pay(self, s: Position, p: Maintenance, power: int, argument: int) -> None:
        p.finish(power)

    def scrappable(self, s: Position, p: Maintenance, power: int) -> Iterable[int]:
        plan = p.plan(power)
        return [node for node, stack in s.places_of(power) if count(stack, GALLEY) > plan.count(SCRAP + node)]

    def none_to_scrap(self, s: Position, p: Maintenance, power: int, node: int, rule: str) -> Phrase:
        return Phrase("why.no-galley-to-scrap", {}, "PR-6.4.1a")

    @choice(SCRAP, "PR-6.4.1a", among=scrappable, saying=none_to_scrap)
    def scrap(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, SCRAP + node]

    def with_units(self, s: Position, p: Maintenance, power: int, verb: int) -> Iterable[int]:
        """Where Units are that a verb could disband, while there are too many."""
        if p.above_maximum(s, power) <= 0:
            return []
        plan = p.plan(power)
        kinds = DISBANDED[verb]
        return [
            node
            for node, stack in s.places_of(power)
            if sum(count(stack, kind) for kind in kinds) > plan.count(verb + node)
        ]

    def none_to_disband(self, s: Position, p: Maintenance, power: int, node: int, rule: str) -> Phrase:
        if heavy_units(s, power) <= manpower_maximum(s, power):
            return Phrase("why.below-maximum", {"number": manpower_maximum(s, power)}, "PR-6.4.2a")
        return Phrase("why.nobody-to-disband", {}, "PR-6.4.2a")

    def with_legions(self, s: Position, p: Maintenance, power: int) -> Iterable[int]:
        return self.with_units(s, p, power, DISBAND_LEGION)

    @choice(DISBAND_LEGION, "PR-6.4.2a", among=with_legions, saying=none_to_disband)
    def disband_legion(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_LEGION + node]

    def with_heavies(self, s: Position, p: Maintenance, power: int) -> Iterable[int]:
        return self.with_units(s, p, power, DISBAND_HEAVY)

    @choice(DISBAND_HEAVY, "PR-6.4.2a", among=with_heavies, saying=none_to_disband)
    def disband_heavy(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_HEAVY + node]

    def with_mercenaries(self, s: Position, p: Maintenance, power: int) -> Iterable[int]:
        return self.with_units(s, p, power, DISBAND_MERCENARY)

    @choice(DISBAND_MERCENARY, "PR-6.4.2a", among=with_mercenaries, saying=none_to_disband)
    def disband_mercenary(self, s: Position, p: Maintenance, power: int, node: int) -> None:
        p.plans += [power, DISBAND_MERCENARY + node]

    def carry_out(self, s: Position, p: Maintenance) -> None:
        for power in range(len(s.box.powers)):
            maintain(s, p, power)
        s.reveal()
        recount(s)
        s.pop()


def maintain(s: Position, p: Maintenance, power: int) -> None:
    """A plan is carried out; too many Legions and Heavy Infantry cost Stability (14.2.1)."""
    cost = p.due(s, power)
    for action in p.plan(power):
        verb, node = action // SPAN * SPAN, action % SPAN
        if verb == SCRAP:
            s.remove(power, node, ONE[GALLEY])
        else:
            stack = s.at(power, node)
            s.remove(power, node, ONE[next(kind for kind in DISBANDED[verb] if count(stack, kind))])
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
