"""Chapters 11.2, 12.5.1 and 12.6.3: a Fleet enters a place: Pirates, storms, the toll of Rhodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch09_movement.on_the_way import OnTheWay
from ludi.games.pax_romana.ch11_naval.afloat import ENTER, MEET, STORM, TOLL, Afloat, Voyage
from ludi.games.pax_romana.ch11_naval.drowning import Drowned, drown, go_down
from ludi.games.pax_romana.ch11_naval.fleets import galley_points, takes_toll
from ludi.games.pax_romana.ch11_naval.sailing import no_assault
from ludi.games.pax_romana.ch11_naval.weather import Weather, weather
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import ALONE, Stage, choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import first_squadrons
from ludi.games.pax_romana.world.words import NO, YES

PIRATE_STRENGTH = 6


class Enter(Stage[Voyage], of=Voyage, at=ENTER):
    """Pirates first, then the weather, or in Rhodes the toll."""

    __slots__ = ()

    def run(self, s: Position, p: Voyage) -> bool:
        p.stopped = False
        p.modifier = 0
        if p.node in s.pirates and not fight_pirates(s, p):
            return False
        p.stage = MEET
        kind = s.box.atlas.kind[p.node]
        if kind in (NAVAL_POINT, DEEP_POINT):
            brave(s, p, weather(s, p.node))
        elif takes_toll(s, p.node):
            p.stage = TOLL
            if not s.treasury[p.power]:
                leave_unpaid(s, p)
        return False


def fight_pirates(s: Position, voyage: Voyage) -> bool:
    """1d6 + Galleys' BP + 1 for a leader must reach 6, against the Cilicians at -1 (12.6.3, 12.6.4)."""
    node = voyage.node
    total = s.roll("pirates") + galley_points(s, voyage.side) * voyage.galleys + (1 if voyage.leaders else 0)
    if s.box.place(node) == "tarsus":
        total -= 1
    if total >= PIRATE_STRENGTH:
        s.pirates.remove(node)
        s._reach = {}
        voyage.stopped = True
        voyage.modifier = 2
        if s.listener is not None:
            s.tell("pirates-beaten", "PR-12.6.3a", side=s.box.side_word(voyage.side), space=s.box.place(node))
        return True
    if s.listener is not None:
        s.tell("pirates-win", "PR-12.6.3b", side=s.box.side_word(voyage.side), space=s.box.place(node))
    voyage.carry(s, voyage.last_port)
    voyage.stage = FINISH
    return False


def brave(s: Position, voyage: Voyage, found: Weather) -> None:
    """The weather makes the Fleet Stop; in a Storm Galley Squadrons go down, and Units with them (11.2.1)."""
    voyage.stopped = voyage.stopped or found.stops
    lost = found.lost
    if not lost:
        return
    if s.listener is not None:
        side, place = s.box.side_word(voyage.side), s.box.place(voyage.node)
        s.tell("storm", "PR-11.2.1d", side=side, space=place, galleys=lost)
    transport = bool(voyage.army or voyage.leaders) and not voyage.fleet
    if transport and found.swamps(voyage.galleys):
        sink(s, voyage, "PR-11.2.1e")
        return
    lose_galleys(s, voyage, min(lost, voyage.galleys))
    board = (voyage.sides, voyage.power, voyage.node, (voyage.army,))
    if transport and drown(s, *board, lost, voyage.leaders, in_battle=False):
        voyage.stage = STORM


def lose_galleys(s: Position, voyage: Voyage, number: int) -> None:
    """Galley Squadrons go down in a Storm, leaders with the last of them if no Army is on board (11.2.1, 8.4.3)."""
    if number:
        gone = first_squadrons(voyage.ships, number)
        s.remove(voyage.side, voyage.node, gone)
        voyage.ships -= gone
    if not voyage.ships and not voyage.army:
        for leader in voyage.leader_list():
            kill_leader(s, leader, "PR-8.4.3")
        voyage.leaders = 0


class Storm(Stage[Voyage], of=Voyage, at=STORM):
    """Units on board go down in the Storm (11.2.1)."""

    __slots__ = ()

    def resumed(self, s: Position, p: Voyage, result: Drowned) -> None:
        p.endure(s, result.army)
        p.stage = MEET


def sink(s: Position, fleet: Afloat, rule: str, in_battle: bool = False) -> None:
    """The whole Fleet is lost with Army and leaders (8.4.3, 11.4.6)."""
    go_down(s, fleet.parts(), fleet.node, fleet.leaders, rule, in_battle)
    fleet.founder()
    fleet.stage = FINISH


class Toll(OnTheWay[Voyage], of=Voyage, at=TOLL):
    """1T for entering Rhodes; who does not pay is Stopped and may only go back (12.5.1)."""

    __slots__ = ()
    asks = "ask.move-toll"
    rule = "PR-12.5.1d"

    def facts(self, s: Position, p: Voyage) -> Mapping[str, Fact]:
        return {}

    @choice(YES)
    def pay(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        s.treasury[p.power] -= 1
        s.unpaid[p.power] = 0
        p.stage = MEET

    def may_stay(self, s: Position, p: Voyage, power: int) -> Iterable[int]:
        return ALONE if p.fleet or not no_assault(p) else ()

    @choice(NO, among=may_stay)
    def refuse(self, s: Position, p: Voyage, power: int, argument: int) -> None:
        leave_unpaid(s, p)


def leave_unpaid(s: Position, voyage: Voyage) -> None:
    voyage.stopped = True
    s.unpaid[voyage.power] = voyage.entered + 1
    voyage.stage = MEET
