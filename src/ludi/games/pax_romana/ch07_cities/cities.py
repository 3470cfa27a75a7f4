"""Chapter 7: Cities and Towns."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount, recount_at
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign, leaders_without_army
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import (
    CITY,
    FULL_WALLS,
    GALLEY,
    GALLEYS,
    GARRISON,
    HEAVY,
    INDEPENDENT,
    LAND,
    LEGION,
    MERCENARIES,
    NOBODY,
    ONE,
    RHODIAN,
    SLAVES,
    SOF,
    TOWN,
    count,
    squadrons,
)
from ludi.games.pax_romana.world.words import COMMAND, LOSE, NO, YES

TOWN_COST, CITY_COST, WALL_COST = 2, 3, 1

# 7.1 Building and rebuilding


def may_build_town(s: Position, power: int, node: int) -> str:
    """The rule that forbids founding a Town, '' if it is allowed (7.1)."""
    if node >= s.box.atlas.spaces or s.box.atlas.flags[node] & MOUNTAIN:
        return "PR-7.1.3"
    if node in s.sites or not count(s.at(power, node), GARRISON):
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
    return [kind for kind in (LEGION, HEAVY) if count(stack, kind)]


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


class Founding(Question):
    """Which Unit is given up for a City (7.1.2)."""

    __slots__ = ("node",)

    name = "founding"
    rule = "PR-7.1.2b"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.node = node

    def legal(self, s: Position, power: int) -> list[int]:
        return [LOSE + kind for kind in city_units(s, power, self.node)]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop()
        build_city(s, power, self.node, action % SPAN)
        recount(s)

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.founding", {"space": s.box.place(self.node)}, self.rule)


def repair(s: Position, power: int, node: int) -> None:
    pay(s, power, WALL_COST)
    site = s.sites[node]
    s.set_site(node, power, site.kind, site.walls + 1)


# 7.3, 7.4 Battle and capture


def walls(s: Position, node: int) -> int:
    """The Wall Points in a Space."""
    return s.walls(node)


FALLS, SACK, OFFER = range(3)


class Capture(Procedure):
    """A City or Town falls: ownership, Sack and Plunder (7.4, 7.5). Answer 1: the Army may not go on moving.

    If it is ``optional``, its player may leave the place alone, and nothing happens (7.4.2).
    """

    __slots__ = ("campaign", "node", "owner", "power", "side")

    name = "capture"
    rule = "PR-7.4.1a"

    def __init__(self, side: int, power: int, node: int, campaign: int, optional: bool = False) -> None:
        self.stage = OFFER if optional else FALLS
        self.side = side
        self.power = power
        """Who decides; NOBODY for Barbarians."""
        self.node = node
        self.campaign = campaign
        self.owner = NOBODY

    def run(self, s: Position) -> bool:
        if self.stage == FALLS:
            self._take(s)
            if self.owner == self.side or (self.side >= SLAVES and self.side < SOF):
                s.pop()
                return False
            if self.side not in (SOF, *range(4)):
                self._sack(s)
                return False
            if s.box.home[self.node] == self.power:
                s.pop()
                return False
            self.stage = SACK
        return True

    def _take(self, s: Position) -> None:
        node = self.node
        site = s.sites[node]
        self.owner = site.owner
        for side in (self.owner, SOF):
            if not s.friends(side, self.side):
                rest = s.at(side, node) & LAND
                if rest:
                    s.remove(side, node, rest)
                    leaders_without_army(s, side, node, "PR-8.4.6", in_battle=False)
        new_owner = self.power if self.side in (SOF, *range(4)) else INDEPENDENT
        if SLAVES <= self.side < SOF:
            return
        s.set_site(node, new_owner, site.kind, site.walls)
        counter = {"syracuse": GALLEY, "rhodes": RHODIAN}.get(s.box.place(node))
        if self.owner == INDEPENDENT and new_owner < 4 and counter is not None:
            galleys = s.at(INDEPENDENT, node) & GALLEYS
            s.remove(INDEPENDENT, node, galleys)
            s.add(new_owner, node, squadrons(galleys) * ONE[counter])
        recount_at(s, node)
        if s.listener is not None:
            s.tell("capture", self.rule, side=s.box.side_word(self.side), space=s.box.place(node))

    def _sack(self, s: Position) -> None:
        """1d6 above the Campaign Rating sacks; then 1d6 not above it lets the Army go on (7.5.1 to 7.5.3)."""
        node = self.node
        mercenary = bool(s.at(self.side, node) & MERCENARIES)
        if (
            s.roll("sack") + (1 if mercenary else 0) > self.campaign
            and self.power != NOBODY
            and self.side in (SOF, *range(4))
        ):
            roll = s.roll("booty")
            talents = roll if s.sites[node].kind == CITY else (roll + 1) // 2
            if mercenary or self.side == SOF:
                talents //= 2
            s.treasury[self.power] += talents
            if s.listener is not None:
                s.tell("sack", "PR-7.5.1a", power=s.box.powers[self.power], space=s.box.place(node), talents=talents)
        s.pop(1 if s.roll("march-on") > self.campaign else 0)

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == OFFER:
            return [YES, NO]
        ratings = {s.box.leaders[number].campaign: number for number in s.leaders_of(self.side, self.node)}
        if len(ratings) > 1 and self.campaign == max(ratings):
            return [NO, *(COMMAND + ratings[rating] for rating in sorted(ratings))]
        return [YES, NO]

    def decide(self, s: Position, power: int, action: int) -> None:
        if self.stage == OFFER:
            self._accept(s, action == YES)
            return
        if action == NO:
            s.pop()
            return
        if action != YES:
            self.campaign = s.box.leaders[action % SPAN].campaign
        self._sack(s)

    def _accept(self, s: Position, taken: bool) -> None:
        self.stage = FALLS
        if not taken:
            if s.listener is not None:
                s.tell("left-alone", "PR-7.4.2", side=s.box.side_word(self.side), space=s.box.place(self.node))
            s.pop()

    def ask(self, s: Position, power: int) -> Phrase:
        if self.stage == OFFER:
            return Phrase("ask.prize", {"space": s.box.place(self.node)}, "PR-7.4.2")
        return Phrase("ask.sack", {"space": s.box.place(self.node), "rating": self.campaign}, "PR-7.5.1a")


def capture_campaign(s: Position, side: int, node: int, minor: bool) -> int:
    """The Campaign Rating against which Sack and Plunder is rolled (7.5.1)."""
    return 0 if minor else best_campaign(s, s.leaders_of(side, node))


def may_raze(s: Position, power: int, node: int, mp: int) -> str:
    """The rule that forbids destroying a City or Town, '' if it is allowed (7.4.3)."""
    site = s.sites.get(node)
    if site is None or site.owner != power:
        return "PR-7.4.3a"
    if s.box.home[node] == power:
        return "PR-7.4.3c"
    return "" if mp >= site.walls else "PR-7.4.3a"
