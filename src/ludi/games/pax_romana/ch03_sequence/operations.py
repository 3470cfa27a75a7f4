"""Chapter 3.5: the Expansion Operation: Moves, and construction and hiring in place of Minor Moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch03_sequence.expansion import (
    HIRING,
    OPERATION,
    REPAIRING,
    AtExpansion,
    Expansion,
    enlist,
    hires,
    hosts,
    movable,
    ransom,
)
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting, partners
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.raising import RAISED, heavy_limit_reached
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch07_cities.building import (
    build_town,
    found_city,
    may_build_city,
    may_build_town,
    may_repair,
    repair,
)
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch09_movement.setting_out import reserve_waits, settlers
from ludi.games.pax_romana.ch12_special.mercenaries import may_hire
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_places
from ludi.games.pax_romana.ch13_barbarians.invasion import invasion_move
from ludi.games.pax_romana.ch16_events.conqueror import conqueror_of
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import ALONE, choice
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    COSTS,
    GARRISONS,
    GERMANS,
    LAND,
    MERCENARY,
    NOBODY,
    SIDE_NAMES,
    SOF,
)
from ludi.games.pax_romana.world.words import (
    CITY,
    CONQUER,
    DONE,
    HIRE,
    MAJOR,
    MEET,
    MINOR,
    RECRUIT,
    REPAIR,
    SOLDIER,
    SOLDIER_MINOR,
    TOWN,
    YES,
)


class Operation(AtExpansion, of=Expansion, at=OPERATION):
    """The next Move, construction or hiring (3.5.1)."""

    __slots__ = ()
    asks = "ask.expansion"

    def legal(self, s: Position, p: Expansion, power: int) -> list[int]:
        """Cities and walls are listed together, by their places."""
        found = super().legal(s, p, power)
        works = [action for action in found if CITY <= action < REPAIR + SPAN]
        if len(works) > 1:
            first = found.index(works[0])
            found[first : first + len(works)] = sorted(works, key=lambda action: action % SPAN)
        return found

    def why_not(self, s: Position, p: Expansion, power: int, action: int) -> Phrase | None:
        found = super().why_not(s, p, power, action)
        if found is None and action // SPAN * SPAN in (RECRUIT, *RAISED):
            return Phrase("why.expanding", {}, "PR-3.5.1a")
        return found

    def finish(self, s: Position, p: Expansion) -> None:
        s.pop()

    @choice(DONE, "PR-3.5.1b")
    def end(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        self.finish(s, p)

    # Moves (9.1)

    def immobile(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        """Why no Move starts in a place."""
        if node == s.mutinous_fleet(power):
            return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb")
        if reserve_waits(s, power, node):
            return Phrase("why.reserve", {}, "PR-3.1")
        if s.at(power, node) or s.leaders_of(power, node):
            return Phrase("why.moved-already", {}, "PR-9.1.4a")
        return Phrase("why.not-here", {}, rule)

    def for_major(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return movable(s, power) if p.major else ()

    def no_major(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        if not p.major:
            return Phrase("why.major-done", {}, "PR-9.1.1a")
        return self.immobile(s, p, power, node, "PR-9.1.1a")

    @choice(MAJOR, "PR-9.1.1a", among=for_major, saying=no_major)
    def move_army(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.major = False
        s.push(March(power, power, node))

    def for_hosts(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return hosts(s, power) if p.major else ()

    def no_host(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        if s.sof_owner == power and not s.at(SOF, node):
            return Phrase("why.not-here", {}, "PR-12.4.2c")
        if not p.major:
            return Phrase("why.major-done", {}, "PR-9.1.1a")
        return Phrase("why.no-soldier", {}, "PR-12.4.2a")

    def whose(self, s: Position, p: Expansion, power: int, node: int) -> Mapping[str, Fact]:
        return {"side": SIDE_NAMES[SOF if s.at(SOF, node) else GERMANS]}

    @choice(SOLDIER, "PR-12.4.2a", among=for_hosts, saying=no_host, facts=whose)
    def move_host(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.major = False
        if s.sof_owner == power and s.at(SOF, node) & COMBAT:
            s.push(March(SOF, power, node))
        else:
            s.push(invasion_move(s, GERMANS, power, node))

    def for_conquest(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        leader = conqueror_of(s, power) if p.conquest else NOBODY
        if leader == NOBODY:
            return ()
        place = s.leader_at[leader]
        return (place,) if s.at(power, place) & LAND and not reserve_waits(s, power, place) else ()

    def no_conquest(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        return Phrase("why.no-conquest", {}, "PR-16.2-CONQUEROR")

    @choice(CONQUER, "PR-16.2-CONQUEROR", among=for_conquest, saying=no_conquest)
    def conquer(self, s: Position, p: Expansion, power: int, node: int) -> None:
        """A conqueror's own Major Move: he and Units with him may have moved before (16.2)."""
        p.conquest = False
        tired = s.refresh(power, node, LAND)
        s.push(March(power, power, node, led_by=conqueror_of(s, power), tired=tired))

    def for_minor(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        if not p.minor:
            return ()
        found = movable(s, power)
        places = sorted(s.places_of(power))
        return found + [node for node, _ in places if node not in found and settlers(s, power, node)]

    def no_minor(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        if not p.minor:
            return Phrase("why.minor-done", {}, "PR-9.1.1b")
        return self.immobile(s, p, power, node, "PR-9.1.1b")

    @choice(MINOR, "PR-9.1.1b", among=for_minor, saying=no_minor)
    def move_unit(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        s.push(March(power, power, node, minor=True))

    def for_minor_host(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node in sof_places(s, power) if s.fresh(SOF, node)] if p.minor else ()

    def no_minor_host(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase:
        if not p.minor:
            return Phrase("why.minor-done", {}, "PR-9.1.1b")
        return Phrase("why.no-soldier", {}, "PR-12.4.2c")

    @choice(SOLDIER_MINOR, "PR-12.4.2c", among=for_minor_host, saying=no_minor_host)
    def move_hired_unit(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        s.push(March(SOF, power, node, minor=True))

    # Construction (7.1)

    def garrisoned(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node, stack in sorted(s.places_of(power)) if stack & GARRISONS] if p.minor else ()

    def own_sites(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node, site in sorted(s.sites.items()) if site.owner == power] if p.minor else ()

    def no_town(self, s: Position, p: Expansion, power: int, node: int) -> str:
        return may_build_town(s, power, node)

    def no_city(self, s: Position, p: Expansion, power: int, node: int) -> str:
        return may_build_city(s, power, node)

    def no_repair(self, s: Position, p: Expansion, power: int, node: int) -> str:
        return may_repair(s, power, node)

    def no_work(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase | None:
        if not p.minor:
            return Phrase("why.minor-done", {}, "PR-9.1.1b")
        return None if rule else Phrase("why.too-dear", {"price": COSTS[MERCENARY]}, "PR-6.2.5b")

    @choice(TOWN, "PR-7.1.2a", among=garrisoned, unless=no_town, saying=no_work)
    def town(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        build_town(s, power, node)
        recount(s)

    @choice(CITY, "PR-7.1.2b", among=own_sites, unless=no_city, saying=no_work)
    def city(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        found_city(s, power, node)
        recount(s)

    @choice(REPAIR, "PR-7.1.6", among=own_sites, unless=no_repair, saying=no_work)
    def mend(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        repair(s, power, node)
        p.stage = REPAIRING
        p.node = node
        recount(s)

    # Hiring (12.2)

    def for_hire(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return hires(s, power) if p.minor else ()

    def no_hire(self, s: Position, p: Expansion, power: int, node: int) -> str:
        return may_hire(s, power, node)

    def say_no_hire(self, s: Position, p: Expansion, power: int, node: int, rule: str) -> Phrase | None:
        if p.minor and not rule and heavy_limit_reached(s, power, ()):
            return Phrase("why.manpower-full", {}, "PR-6.4.3")
        return self.no_work(s, p, power, node, rule)

    @choice(HIRE, "PR-12.2.2", among=for_hire, unless=no_hire, saying=say_no_hire, facts=AtExpansion.price)
    def hire_one(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        p.stage = HIRING
        enlist(s, power, node)

    # A mutiny, a Meeting

    def may_ransom(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return ALONE if s.mutiny != NOBODY and ransom(s, power) else ()

    @choice(YES, among=may_ransom)
    def end_mutiny(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        pay(s, power, ransom(s, power))
        s.mutiny = NOBODY

    def may_talk(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return ALONE if s.box.talking and not p.talked and partners(s, power) else ()

    @choice(MEET, "PR-3.2-F3c", among=may_talk)
    def meet(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        p.talked = True
        s.push(Meeting(power))
