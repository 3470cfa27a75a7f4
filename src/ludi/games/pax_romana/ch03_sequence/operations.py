"""Chapter 3.5: the Expansion Operation: Moves, and construction and hiring in place of Minor Moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ludi.core import Fact, Phrase
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
    no_hiring,
    ransom,
)
from ludi.games.pax_romana.ch04_diplomacy.meeting import TALKED, Meeting, nobody_to_meet
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.raising import RAISED
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
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_places
from ludi.games.pax_romana.ch13_barbarians.invaders import roving_armies
from ludi.games.pax_romana.ch13_barbarians.invasion import invasion_move
from ludi.games.pax_romana.ch16_events.conqueror import conqueror_of, conquerors_of
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.play_book.appointed import moves_besides
from ludi.games.pax_romana.play_book.rivals import NEITHER
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, NOBODY, SIDE_NAMES, SOF
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

MAJOR_DONE = Phrase("why.major-done", {}, "PR-9.1.1a")
MINOR_DONE = Phrase("why.minor-done", {}, "PR-9.1.1b")
EXPANDING = Phrase("why.expanding", {}, "PR-3.5.1a")


class Operation(AtExpansion, WithHand[Expansion], of=Expansion, at=OPERATION):
    """The next Move, construction or hiring (3.5.1)."""

    asks = "ask.expansion"

    def not_asked(self, s: Position, p: Expansion, power: int, verb: int, argument: int) -> Phrase | None:
        return EXPANDING if verb in (RECRUIT, *RAISED) else None

    def finish(self, s: Position, p: Expansion) -> None:
        s.pop()

    @choice(DONE, "PR-3.5.1b")
    def end(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        self.finish(s, p)

    # Moves (9.1)

    def immobile(self, s: Position, power: int, node: int, rule: str) -> Phrase:
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

    def no_major(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        if not p.major:
            return MAJOR_DONE
        return self.immobile(s, power, node, "PR-9.1.1a")

    @choice(MAJOR, "PR-9.1.1a", exactly=for_major, otherwise=no_major)
    def move_army(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.major = False
        s.joined_in = NEITHER
        s.push(March(power, power, node))

    def for_hosts(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node in hosts(s, power) if p.major or moves_besides(s, power, node)]

    def no_host(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        if not p.major and not moves_besides(s, power, node):
            return MAJOR_DONE
        if s.sof_owner == power and s.at(SOF, node) & COMBAT:
            return Phrase("why.moved-already", {}, "PR-9.1.4a")
        if any(where == node for _, where in roving_armies(s)):
            return Phrase("why.moved-already", {}, "PR-9.1.4a")
        return Phrase("why.no-soldier", {}, "PR-12.4.2a")

    def whose(self, s: Position, p: Expansion, power: int, node: int) -> Mapping[str, Fact]:
        return {"side": SIDE_NAMES[self.host(s, power, node)]}

    def host(self, s: Position, power: int, node: int) -> int:
        """Whose Army in a place is lent to a Power's Major Move."""
        if s.sof_owner == power and s.at(SOF, node) & COMBAT:
            return SOF
        return next((side for side, where in roving_armies(s) if where == node), SOF)

    @choice(SOLDIER, "PR-12.4.2a", exactly=for_hosts, otherwise=no_host, facts=whose)
    def move_host(self, s: Position, p: Expansion, power: int, node: int) -> None:
        if not moves_besides(s, power, node):
            p.major = False
        side = self.host(s, power, node)
        s.push(March(SOF, power, node) if side == SOF else invasion_move(s, side, power, node))

    def for_conquest(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        if not p.conquest:
            return ()
        places = sorted({s.leader_at[leader] for leader in conquerors_of(s, power)})
        return [place for place in places if s.at(power, place) & LAND and not reserve_waits(s, power, place)]

    @choice(CONQUER, "PR-16.2-CONQUEROR", exactly=for_conquest, otherwise="no-conquest")
    def conquer(self, s: Position, p: Expansion, power: int, node: int) -> None:
        """A conqueror's own Major Move: he and Units with him may have moved before (16.2)."""
        p.conquest = False
        tired = s.refresh(power, node, LAND)
        s.push(March(power, power, node, led_by=conqueror_of(s, power, node), tired=tired))

    def for_minor(self, s: Position, p: Expansion, power: int) -> Sequence[int]:
        if not p.minor:
            return ()
        found = movable(s, power)
        others = {node for node, _ in s.places_of(power)}.difference(found)
        return found + [node for node in sorted(others) if settlers(s, power, node)]

    def no_minor(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        if not p.minor:
            return MINOR_DONE
        return self.immobile(s, power, node, "PR-9.1.1b")

    @choice(MINOR, "PR-9.1.1b", exactly=for_minor, otherwise=no_minor)
    def move_unit(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        s.push(March(power, power, node, minor=True))

    def for_minor_host(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node in sof_places(s, power) if s.fresh(SOF, node)] if p.minor else ()

    def no_minor_host(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        if not p.minor:
            return MINOR_DONE
        if node not in sof_places(s, power):
            return Phrase("why.no-soldier", {}, "PR-12.4.2c")
        return Phrase("why.moved-already", {}, "PR-9.1.4a")

    @choice(SOLDIER_MINOR, "PR-12.4.2c", exactly=for_minor_host, otherwise=no_minor_host)
    def move_hired_unit(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        s.push(March(SOF, power, node, minor=True))

    # Construction (7.1)

    def garrisoned(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return [node for node, stack in sorted(s.places_of(power)) if stack & GARRISONS] if p.minor else ()

    def no_town(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        return may_build_town(s, power, node) if p.minor else MINOR_DONE

    @choice(TOWN, "PR-7.1.2a", among=garrisoned, unless=no_town)
    def town(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        build_town(s, power, node)
        recount(s)

    def works(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        """Cities and walls, by their places."""
        own = [node for node, site in s.sites.items() if site.owner == power] if p.minor else ()
        for node in sorted(own):
            if not may_build_city(s, power, node):
                yield CITY + node
            if not may_repair(s, power, node):
                yield REPAIR + node

    def no_city(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        return may_build_city(s, power, node) if p.minor else MINOR_DONE

    def no_repair(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        return may_repair(s, power, node) if p.minor else MINOR_DONE

    @choice(CITY, "PR-7.1.2b", together=works, unless=no_city)
    def city(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        found_city(s, power, node)
        recount(s)

    @choice(REPAIR, "PR-7.1.6", together=works, unless=no_repair)
    def mend(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        repair(s, power, node)
        p.stage = REPAIRING
        p.node = node
        recount(s)

    # Hiring (12.2)

    def for_hire(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return hires(s, power) if p.minor else ()

    def no_hire(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        return no_hiring(s, power, node) if p.minor else MINOR_DONE

    @choice(HIRE, "PR-12.2.2", exactly=for_hire, unless=no_hire, facts=AtExpansion.price)
    def hire_one(self, s: Position, p: Expansion, power: int, node: int) -> None:
        p.minor -= 1
        p.stage = HIRING
        enlist(s, power, node)

    # A mutiny, a Meeting

    def no_ransom(self, s: Position, p: Expansion, power: int, argument: int) -> Reason:
        price = ransom(s, power) if s.mutiny != NOBODY else 0
        if not price:
            return Phrase("why.no-mutiny", {}, "PR-16.2-REBELLIONb")
        if price > s.treasury[power]:
            return Phrase("why.too-dear", {"price": price}, "PR-16.2-REBELLIONb")
        return ""

    @choice(YES, unless=no_ransom)
    def end_mutiny(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        pay(s, power, ransom(s, power))
        s.mutiny = NOBODY

    def no_meeting(self, s: Position, p: Expansion, power: int, argument: int) -> Reason:
        if not s.box.talking:
            return EXPANDING
        return TALKED if p.talked else nobody_to_meet(s, power)

    @choice(MEET, "PR-3.2-F3c", unless=no_meeting)
    def meet(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        p.talked = True
        s.push(Meeting(power))
