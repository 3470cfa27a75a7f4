"""Chapter 7.1: Towns are built, made Cities, and their walls repaired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import CITY, FULL_WALLS, GARRISON, HEAVY, LEGION, LOSSES, ONE, TOWN, count
from ludi.games.pax_romana.world.words import LOSE

TOWN_COST, CITY_COST, WALL_COST = 2, 3, 1
CITY_UNITS = (LEGION, HEAVY)
"""The kinds of Units of which one becomes a City (7.1.2)."""


def may_build_town(s: Position, power: int, node: int) -> str:
    """The rule that forbids founding a Town, '' if it is allowed (7.1)."""
    if s.box.atlas.is_mountain[node]:
        return "PR-7.1.3"
    if node >= s.box.atlas.spaces or node in s.sites or not count(s.at(power, node), GARRISON):
        return "PR-7.1.2a"
    return "" if s.treasury[power] >= TOWN_COST else "PR-7.1.1b"


def may_build_city(s: Position, power: int, node: int) -> str:
    """The rule that forbids making a Town a City, '' if it is allowed (7.1)."""
    site = s.sites.get(node)
    if site is None or site.owner != power or site.kind != TOWN or not site.whole:
        return "PR-7.1.2b"
    if not city_units(s, power, node):
        return "PR-7.1.2b"
    return "" if s.treasury[power] >= CITY_COST else "PR-7.1.1b"


def city_units(s: Position, power: int, node: int) -> list[int]:
    """The kinds of Units in a Space of which one may be given up for a City (7.1.2)."""
    stack = s.at(power, node)
    return [kind for kind in CITY_UNITS if count(stack, kind)]


def may_repair(s: Position, power: int, node: int) -> str:
    """The rule that forbids adding a Wall Point, '' if it is allowed (7.1.6)."""
    site = s.sites.get(node)
    if site is None or site.owner != power or s.occupier(node) != power:
        return "PR-7.1.4"
    if site.whole:
        return "PR-7.1.6"
    return "" if s.treasury[power] >= WALL_COST else "PR-7.1.1b"


def build_town(s: Position, power: int, node: int) -> None:
    pay(s, power, TOWN_COST)
    s.use_up(power, node, ONE[GARRISON])
    s.set_site(node, power, TOWN, FULL_WALLS[TOWN])
    if s.listener is not None:
        s.tell("town", "PR-7.1.2a", power=s.box.powers[power], space=s.box.place(node))


def found_city(s: Position, power: int, node: int) -> None:
    """A City is built; where a Legion or a Heavy Infantry could be given up, its owner says which (7.1.2)."""
    units = city_units(s, power, node)
    if len(units) > 1:
        s.push(Founding(power, node))
    else:
        build_city(s, power, node, units[0])


def build_city(s: Position, power: int, node: int, kind: int) -> None:
    pay(s, power, CITY_COST)
    s.use_up(power, node, ONE[kind])
    s.set_site(node, power, CITY, FULL_WALLS[CITY])
    s.tidy(power, node)
    if s.listener is not None:
        s.tell("city", "PR-7.1.2b", power=s.box.powers[power], space=s.box.place(node))


def repair(s: Position, power: int, node: int) -> None:
    pay(s, power, WALL_COST)
    site = s.sites[node]
    s.set_site(node, power, site.kind, site.walls + 1)


# 7.1.2 Which Unit becomes the City


GIVING_UP = "giving-up"


class Founding(Question):
    """Which Unit is given up for a City (7.1.2)."""

    __slots__ = ("node",)

    name = "founding"
    rule = "PR-7.1.2b"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.stage = GIVING_UP
        self.node = node


class GivingUp(Stage[Founding], of=Founding, at=GIVING_UP):
    """A Legion or a Heavy Infantry."""

    def facts(self, s: Position, p: Founding) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def units(self, s: Position, p: Founding, power: int) -> Iterable[int]:
        return city_units(s, power, p.node)

    def no_city(self, s: Position, p: Founding, power: int, kind: int) -> Reason:
        if kind in CITY_UNITS:
            return Phrase("why.no-such-unit", {"what": LOSSES[kind]}, p.rule)
        return Phrase("why.no-city-from", {"what": LOSSES[kind]}, p.rule)

    @choice(LOSE, exactly=units, otherwise=no_city)
    def give_up(self, s: Position, p: Founding, power: int, kind: int) -> None:
        build_city(s, power, p.node, kind)
        recount(s)
        s.pop()
