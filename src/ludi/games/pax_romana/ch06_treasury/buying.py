"""What the Manpower Phase and the Recruitment Operation share: Units are raised, built and rebuilt for Talents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch06_treasury.raising import (
    OBJECTIVE_COST,
    PRICES,
    RAISED,
    REBUILT,
    Tolls,
    charge,
    heavy_limit_reached,
    is_heavy,
    lonely,
    may_build_galley,
    may_owe_rhodes,
    may_raise,
    may_rebuild,
    price,
)
from ludi.games.pax_romana.ch12_special.mercenaries import may_hire
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Choice, Stage, choice
from ludi.games.pax_romana.world.pieces import count
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    HIRE,
    RAISE_CAVALRY,
    RAISE_ELEPHANT,
    RAISE_HEAVY,
    RAISE_LEGION,
    RAISE_LIGHT,
    REBUILD_HEAVY,
    REBUILD_LEGION,
)

TOO_DEAR, FULL, ONE_KIND, OTHERWISE = "PR-6.2.5b", "PR-6.4.3", "PR-3.2-F3b", "PR-12.2.2"
DEAREST = max(*PRICES.values(), *OBJECTIVE_COST)
WATCHED = frozenset((RAISE_ELEPHANT, *REBUILT))
"""What may be bought in one Space and not in another; all else depends on Treasury and maximum alone."""

P = TypeVar("P", bound=Procedure)


class Means(NamedTuple):
    """What a Power has for its next purchase."""

    left: int
    full: bool
    """Whether it has as many Legions and Heavy Infantry as it may (6.4.3)."""
    plan: list[int]
    """What it plans to buy and has not yet carried out."""
    tolls: Tolls | None
    """What Rhodes is paid for all that was bought or planned before, if it may have to be paid (6.1.6 c)."""


def beyond(action: int, cost: int, left: int, full: bool) -> str:
    """The rule by which Treasury and maximum forbid a purchase at this cost, wherever it is, '' if they do not."""
    if cost > left:
        return TOO_DEAR
    return FULL if full and is_heavy(action) else ""


def closed(s: Position, power: int, action: int, means: Means) -> str:
    """The rule by which Treasury, maximum and earlier choices forbid a purchase, '' if they do not."""
    node = action % SPAN
    verb = action - node
    cost = price(s, power, action)
    if means.tolls is not None and cost == means.left:  # the one Talent more that Rhodes may want is not there
        cost += means.tolls.added(action)
    rule = beyond(action, cost, means.left, means.full)
    if rule:
        return rule
    if verb in REBUILT and means.plan.count(action) >= count(s.at(power, node), REBUILT[verb][0]):
        return "PR-10.6.6b"
    return "PR-12.8.2" if lonely(s, power, action, means.plan) else ""


@lru_cache(maxsize=256)
def kinds_of(options: tuple[int, ...]) -> tuple[int, ...]:
    """The verbs of all options."""
    return tuple({action - action % SPAN: None for action in options})


@lru_cache(maxsize=1024)
def sorted_out(
    options: tuple[int, ...], shut: tuple[int, ...], last: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The options without those of the verbs that are shut, and which of them are to be asked one by one.

    These are what is watched, and what takes the last Talent where Rhodes may want one more (6.1.6 c).
    """
    allowed = tuple([action for action in options if action - action % SPAN not in shut])
    return allowed, tuple([each for each in allowed if each - each % SPAN in WATCHED or each - each % SPAN in last])


class Buying(Stage[P]):
    """The purchases of one Power."""

    def earlier(self, p: P, power: int) -> list[int]:
        """What a Power has chosen before: either all is planned or all carried out."""
        raise NotImplementedError

    def planned(self, p: P, power: int) -> list[int]:
        """The same as long as it is not carried out."""
        return []

    def options(self, s: Position, p: P, power: int, plan: list[int]) -> tuple[int, ...]:
        """All that it could buy beside its plan, Talents, maximum and company apart."""
        raise NotImplementedError

    def buy(self, s: Position, p: P, power: int, action: int) -> None:
        raise NotImplementedError

    def means(self, s: Position, p: P, power: int) -> Means:
        """What it has; what Rhodes is owed is left out where there is enough for a Talent for each purchase."""
        plan = self.planned(p, power)
        left = s.treasury[power] - sum([price(s, power, action) for action in plan])
        tolls = None
        if left - len(plan) <= DEAREST and may_owe_rhodes(s, power):
            tolls = Tolls(s, power, plan or self.earlier(p, power))
            left -= tolls.due if plan else 0
        return Means(left, heavy_limit_reached(s, power, plan), plan, tolls)

    def for_sale(self, s: Position, p: P, power: int) -> list[int]:
        """All that may be bought now."""
        means = self.means(s, p, power)
        if means.left <= 0:
            return []
        options = self.options(s, p, power, means.plan)
        costs = [(verb, price(s, power, verb)) for verb in kinds_of(options)]
        beyond_means = [verb for verb, cost in costs if beyond(verb, cost, means.left, means.full)]
        last = [verb for verb, cost in costs if cost == means.left] if means.tolls is not None else ()
        allowed, watched = sorted_out(options, tuple(beyond_means), tuple(last))
        shut = {action for action in watched if closed(s, power, action, means)}
        return [action for action in allowed if action not in shut] if shut else [*allowed]

    def misplaced(self, s: Position, p: P, power: int, verb: int, node: int) -> str:
        """The rule that forbids a purchase in a place, '' if it is allowed there."""
        if verb == BUILD_GALLEY:
            return may_build_galley(s, power, node)
        if verb == HIRE:
            return may_hire(s, power, node)
        if verb in REBUILT:
            return may_rebuild(s, power, REBUILT[verb][1], node)
        return may_raise(s, power, RAISED[verb], node, self.planned(p, power))

    def forbids(self, s: Position, p: P, power: int, action: int) -> Reason:
        """Why a purchase is not open, or nothing."""
        verb, node = action // SPAN * SPAN, action % SPAN
        rule = self.misplaced(s, p, power, verb, node) or closed(s, power, action, self.means(s, p, power))
        return self.too_dear(s, p, power, action) if rule == TOO_DEAR else rule

    def too_dear(self, s: Position, p: P, power: int, action: int) -> Phrase:
        return Phrase("why.too-dear", {"price": self.price(s, p, power, action)}, TOO_DEAR)

    def price(self, s: Position, p: P, power: int, action: int) -> int:
        return charge(s, power, action, self.earlier(p, power))


def for_sale(stage: Buying[P], s: Position, p: P, power: int) -> list[int]:
    return stage.for_sale(s, p, power)


def purchase(verb: int, rule: str) -> Choice:
    """A choice of something to buy."""

    def deed(stage: Buying[P], s: Position, p: P, power: int, node: int) -> None:
        stage.buy(s, p, power, verb + node)

    def unless(stage: Buying[P], s: Position, p: P, power: int, node: int) -> Reason:
        return stage.forbids(s, p, power, verb + node)

    def facts(stage: Buying[P], s: Position, p: P, power: int, node: int) -> Mapping[str, Fact]:
        return {"price": stage.price(s, p, power, verb + node)}

    return choice(verb, rule, together=for_sale, unless=unless, facts=facts)(deed)


PURCHASES = (
    purchase(RAISE_LEGION, "PR-6.2.7a"),
    purchase(RAISE_HEAVY, "PR-6.2.7b"),
    purchase(RAISE_LIGHT, "PR-6.2.7c"),
    purchase(RAISE_CAVALRY, "PR-6.2.7d"),
    purchase(RAISE_ELEPHANT, "PR-6.2.7e"),
    purchase(BUILD_GALLEY, "PR-6.2.7f"),
    purchase(REBUILD_LEGION, "PR-10.6.6b"),
    purchase(REBUILD_HEAVY, "PR-10.6.6b"),
    purchase(HIRE, "PR-12.2.2"),
)
