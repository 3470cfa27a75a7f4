"""What the Manpower Phase and the Recruitment Operation share: Units are raised, built and rebuilt for Talents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch06_treasury.raising import (
    RAISED,
    REBUILT,
    Tolls,
    charge,
    cost_of,
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


def closed(s: Position, power: int, action: int, means: Means) -> str:
    """The rule by which Treasury, maximum and earlier choices forbid a purchase, '' if they do not."""
    verb, node = action // SPAN * SPAN, action % SPAN
    cost = price(s, power, action) + (means.tolls.added(action) if means.tolls is not None else 0)
    if cost > means.left:
        return TOO_DEAR
    if means.full and is_heavy(action):
        return FULL
    if verb in REBUILT and means.plan.count(action) >= count(s.at(power, node), REBUILT[verb][0]):
        return "PR-10.6.6b"
    return "PR-12.8.2" if lonely(s, power, action, means.plan) else ""


@lru_cache(maxsize=256)
def examples(options: tuple[int, ...]) -> tuple[int, ...]:
    """One of each verb, for all of them, and each of those that are watched."""
    verbs = {action - action % SPAN: action for action in options}
    return (
        *(one for verb, one in verbs.items() if verb not in WATCHED),
        *(action for action in options if action - action % SPAN in WATCHED),
    )


@lru_cache(maxsize=256)
def without(options: tuple[int, ...], shut: tuple[int, ...]) -> tuple[int, ...]:
    """The options without those that are closed: of a verb all, of what is watched each by itself."""
    gone, verbs = {*shut}, {one - one % SPAN for one in shut} - WATCHED
    return tuple(action for action in options if action not in gone and action - action % SPAN not in verbs)


class Buying(Stage[P]):
    """The purchases of one Power."""

    def earlier(self, p: P, power: int) -> list[int]:
        """What a Power has chosen before, planned or carried out."""
        raise NotImplementedError

    def planned(self, p: P, power: int) -> list[int]:
        """What of that is not yet carried out."""
        return []

    def options(self, s: Position, p: P, power: int) -> list[int]:
        """All that it could buy, Talents, maximum and company apart."""
        raise NotImplementedError

    def buy(self, s: Position, p: P, power: int, action: int) -> None:
        raise NotImplementedError

    def means(self, s: Position, p: P, power: int) -> Means:
        plan = self.planned(p, power)
        left = s.treasury[power] - cost_of(s, power, plan)
        full = heavy_limit_reached(s, power, plan)
        tolls = Tolls(s, power, self.earlier(p, power)) if may_owe_rhodes(s, power) else None
        return Means(left, full, plan, tolls)

    def for_sale(self, s: Position, p: P, power: int) -> list[int]:
        """All that may be bought now."""
        means = self.means(s, p, power)
        if means.left <= 0:
            return []
        options = self.options(s, p, power)
        if means.tolls is not None:
            return [action for action in options if not closed(s, power, action, means)]
        whole = tuple(options)
        shut = [each for each in examples(whole) if closed(s, power, each, means)]
        return [*without(whole, tuple(shut))] if shut else [*whole]

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
