"""The Manpower Phase, phase E of a Game-Turn (3.2-E): what is raised, built, rebuilt and hired, planned in secret."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.buying import PURCHASES, Buying, for_sale
from ludi.games.pax_romana.ch06_treasury.plans import PLANNING, Planning, Plans
from ludi.games.pax_romana.ch06_treasury.raising import (
    REDUCED,
    build_options,
    carry_out_build,
    cost_of,
    price,
    tolls_due,
)
from ludi.games.pax_romana.ch06_treasury.treasury import pay_rhodes
from ludi.games.pax_romana.ch12_special.mercenaries import may_hire
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GARRISON, HEAVY_R, LEGION_R, ONE, count
from ludi.games.pax_romana.world.words import DONE, HIRE, OBJECTIVE

BEGINNING = "beginning"


class Manpower(Plans):
    """Phase E: all Powers plan in secret what they raise; then all is revealed (3.2-E)."""

    __slots__ = ("options",)

    name = "manpower"
    rule = "PR-3.2-E"

    def __init__(self) -> None:
        super().__init__()
        self.stage = BEGINNING
        self.options: list[int] = []
        """Pairs: Power, action; by Powers."""

    def options_of(self, power: int) -> list[int]:
        """All that a Power could buy, Talents, maximum and company apart."""
        whose = self.options[::2]
        return self.options[2 * bisect_left(whose, power) + 1 : 2 * bisect_right(whose, power) : 2]


class Beginning(Stage[Manpower], of=Manpower, at=BEGINNING):
    """It is seen what each Power could buy."""

    def run(self, s: Position, p: Manpower) -> bool:
        for power in range(len(s.box.powers)):
            found = build_options(s, power, True)
            if s.box.objectives == "purchase" and len(s.objectives[power]) < 3 and s.objective_pool:
                found.append(OBJECTIVE)
            for action in found:
                p.options += [power, action]
        p.stage = PLANNING
        return False


class Raising(Buying[Manpower], Planning[Manpower], of=Manpower, at=PLANNING):
    """What a Power raises, builds, rebuilds and hires, and whether it buys an Objective (6.2, 6.3, 12.2, 15.4.4)."""

    def ask(self, s: Position, p: Manpower, power: int) -> Phrase:
        left = s.treasury[power] - cost_of(s, power, p.plan(power))
        return Phrase("ask.manpower", {"talents": left}, p.rule)

    def earlier(self, p: Manpower, power: int) -> list[int]:
        return p.plan(power)

    def planned(self, p: Manpower, power: int) -> list[int]:
        return p.plan(power)

    def options(self, s: Position, p: Manpower, power: int, plan: list[int]) -> tuple[int, ...]:
        """Nothing moves before all is revealed, and so they are kept."""
        known: tuple[int, ...] | None = s.kept(("to buy", power))
        if known is None:
            known = tuple(p.options_of(power))
            s.keep(("to buy", power), known)
        return tuple([each for each in known if each != OBJECTIVE]) if OBJECTIVE in plan else known

    def buy(self, s: Position, p: Manpower, power: int, action: int) -> None:
        p.plans += [power, action]

    def finish(self, s: Position, p: Manpower, power: int, argument: int) -> None:
        p.finish(power)

    def buy_objective(self, s: Position, p: Manpower, power: int, argument: int) -> None:
        p.plans += [power, OBJECTIVE]

    def no_objective(self, s: Position, p: Manpower, power: int, argument: int) -> Reason:
        if s.box.objectives != "purchase":
            return Phrase("why.no-objectives", {}, "PR-15.4.3")
        if OBJECTIVE in p.plan(power):
            return Phrase("why.one-objective", {}, "PR-15.4.4a")
        if len(s.objectives[power]) >= 3:
            return Phrase("why.three-objectives", {}, "PR-15.4.4b")
        if not s.objective_pool:
            return Phrase("why.no-markers-left", {}, "PR-15.4.4a")
        left = self.means(s, p, power).left
        return Phrase("why.no-talents", {}, "PR-15.4.4a") if price(s, power, OBJECTIVE) > left else ""

    choices = (
        choice(DONE)(finish),
        *PURCHASES,
        choice(OBJECTIVE, "PR-15.4.4a", together=for_sale, unless=no_objective)(buy_objective),
    )

    def carry_out(self, s: Position, p: Manpower) -> None:
        for power in range(len(s.box.powers)):
            pay_rhodes(s, power, tolls_due(s, power, p.plan(power)))
        plans = [(power, action) for power in range(len(s.box.powers)) for action in p.plan(power)]
        for power, action in plans:
            if action // SPAN * SPAN != HIRE:
                carry_out_build(s, power, action)
        for power, action in plans:
            if action // SPAN * SPAN == HIRE:
                carry_out_hire(s, power, action)
        for power in range(len(s.box.powers)):
            leave_garrisons(s, power)
        s.reveal()
        recount(s)
        s.pop()


def carry_out_hire(s: Position, power: int, action: int) -> None:
    """Mercenaries planned for a Space in which another has raised Units meanwhile are not hired (12.2.4)."""
    node = action % SPAN
    if not may_hire(s, power, node):
        carry_out_build(s, power, action)
        return
    s.tidy(power, node)
    if s.listener is not None:
        s.tell("hire-late", "PR-12.2.4", power=s.box.powers[power], space=s.box.place(node))


def leave_garrisons(s: Position, power: int) -> None:
    """Reduced Units that were not rebuilt become Garrisons (10.6.6, 12.1.4)."""
    for node, stack in [each for each in s.places_of(power) if each[1] & REDUCED]:
        for kind in (LEGION_R, HEAVY_R):
            number = count(stack, kind)
            if number:
                s.remove(power, node, number * ONE[kind])
                s.add(power, node, number * ONE[GARRISON])
                s.tidy(power, node)
