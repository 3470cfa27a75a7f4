"""Chapters 11.2, 12.5.1 and 12.6.3: a Fleet enters a place: Pirates, storms, the toll of Rhodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from ludi.core import Fact
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch09_movement.on_the_way import OnTheWay
from ludi.games.pax_romana.ch11_naval.afloat import (
    BOARDED,
    ENTER,
    MEET,
    STORM,
    TOLL,
    WRECKED,
    Afloat,
    FleetVoyage,
    Transport,
    Voyage,
)
from ludi.games.pax_romana.ch11_naval.drowning import Drowned, drown, go_down
from ludi.games.pax_romana.ch11_naval.fleets import galley_points, takes_toll
from ludi.games.pax_romana.ch11_naval.sailing import no_assault
from ludi.games.pax_romana.ch11_naval.weather import Weather, weather
from ludi.games.pax_romana.ch11_naval.wreck import Wrecked, wreck
from ludi.games.pax_romana.ch17_cards.eve import before_naval_battle
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import NOBODY, first_squadrons, squadrons
from ludi.games.pax_romana.world.words import NO, YES

PIRATE_STRENGTH = 6
V = TypeVar("V", bound=Voyage)


class Enter(Stage[V], Generic[V]):
    """Pirates first, then the weather, or in Rhodes the toll."""

    def storm(self, s: Position, p: V, found: Weather) -> None:
        """Galley Squadrons go down, and whoever is on board with them (11.2.1)."""
        if wreck(s, p.side, p.node, p.ships, found.lost):
            p.stage = WRECKED
        else:
            lose_galleys(s, p, first_squadrons(p.ships, found.lost))

    def run(self, s: Position, p: V) -> bool:
        if p.node in s.pirates and p.galleys and before_naval_battle(s, (p.side,), p.node):
            p.stage = BOARDED
            return False
        return self.go_in(s, p)

    def go_in(self, s: Position, p: V) -> bool:
        """Cards have been played."""
        if p.node in s.pirates and not fight_pirates(s, p):
            return False
        p.stage = MEET
        kind = s.box.atlas.kind[p.node]
        if kind in (NAVAL_POINT, DEEP_POINT):
            found = weather(s, p.node)
            if found.stops:
                p.stop()
            if found.lost:
                if s.listener is not None:
                    facts = {"side": s.box.side_word(p.side), "space": s.box.place(p.node)}
                    s.report("storm", "PR-11.2.1d", {**facts, "galleys": found.lost})
                self.storm(s, p, found)
        elif takes_toll(s, p.node, p.power):
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
        s.changed()
        voyage.course = voyage.course._replace(stopped=True, modifier=2)
        if s.listener is not None:
            s.tell("pirates-beaten", "PR-12.6.3a", side=s.box.side_word(voyage.side), space=s.box.place(node))
        return True
    if s.listener is not None:
        s.tell("pirates-win", "PR-12.6.3b", side=s.box.side_word(voyage.side), space=s.box.place(node))
    voyage.carry(s, voyage.course.last_port)
    voyage.stage = FINISH
    return False


def lose_galleys(s: Position, voyage: Voyage, gone: int) -> None:
    """Galley Squadrons go down in a Storm, leaders with the last of them if no Army is on board (11.2.1, 8.4.3)."""
    s.remove(voyage.side, voyage.node, gone)
    voyage.ships -= gone
    if not voyage.ships and not voyage.army:
        for leader in voyage.leader_list():
            kill_leader(s, leader, "PR-8.4.3")
        voyage.leaders = 0


class FleetEnters(Enter[FleetVoyage], of=FleetVoyage, at=ENTER):
    """Galley Squadrons alone come into a place."""


class FleetBoarded(FleetEnters, of=FleetVoyage, at=BOARDED):
    """GALLEY TECH was played before the fight with Pirates, or was not (17.2)."""

    def run(self, s: Position, p: FleetVoyage) -> bool:
        return self.go_in(s, p)


class FleetWrecked(Stage[FleetVoyage], of=FleetVoyage, at=WRECKED):
    """Their owner has said which of them the Storm takes (17.2)."""

    def resumed(self, s: Position, p: FleetVoyage, result: Wrecked) -> None:
        p.stage = MEET
        lose_galleys(s, p, result.gone)


class TransportEnters(Enter[Transport], of=Transport, at=ENTER):
    """An Army, or a leader alone, comes into a place by sea."""

    def storm(self, s: Position, p: Transport, found: Weather) -> None:
        if found.swamps(p.galleys):
            sink(s, p, "PR-11.2.1e")
            return
        super().storm(s, p, found)
        if p.stage != WRECKED:
            soak(s, p, found.lost)


class TransportBoarded(TransportEnters, of=Transport, at=BOARDED):
    """GALLEY TECH was played before the fight with Pirates, or was not (17.2)."""

    def run(self, s: Position, p: Transport) -> bool:
        return self.go_in(s, p)


class TransportWrecked(Stage[Transport], of=Transport, at=WRECKED):
    """Their owner has said which Galley Squadrons the Storm takes (17.2)."""

    def resumed(self, s: Position, p: Transport, result: Wrecked) -> None:
        p.stage = MEET
        lose_galleys(s, p, result.gone)
        soak(s, p, squadrons(result.gone))


def soak(s: Position, transport: Transport, lost: int) -> None:
    """Units on board go down with so many Galley Squadrons (11.2.1)."""
    if drown(s, transport.sides, transport.power, transport.node, (transport.army,), lost, transport.leaders, False):
        transport.stage = STORM


class Storm(Stage[Transport], of=Transport, at=STORM):
    """Units on board go down in the Storm (11.2.1)."""

    def resumed(self, s: Position, p: Transport, result: Drowned) -> None:
        p.endure(s, result.army)
        p.stage = MEET


def sink(s: Position, fleet: Afloat, rule: str, in_battle: bool = False) -> None:
    """The whole Fleet is lost with Army and leaders (8.4.3, 11.4.6)."""
    go_down(s, fleet.parts(), fleet.node, fleet.leaders, rule, in_battle)
    fleet.founder()
    fleet.stage = FINISH


class Toll(OnTheWay[V], of=FleetVoyage, at=TOLL):
    """1T for entering Rhodes; who does not pay is Stopped and may only go back (12.5.1)."""

    asks = "ask.move-toll"
    rule = "PR-12.5.1d"

    def facts(self, s: Position, p: V) -> Mapping[str, Fact]:
        return {}

    @choice(YES)
    def pay(self, s: Position, p: V, power: int, argument: int) -> None:
        s.treasury[p.power] -= 1
        if s.rhodes_ally != NOBODY:
            s.treasury[s.rhodes_ally] += 1
        s.unpaid[p.power] = 0
        p.stage = MEET

    def bound(self, s: Position, p: V) -> str:
        """The rule by which the Fleet must pay, '' if none does."""
        return ""

    def must_pay(self, s: Position, p: V, power: int, argument: int) -> Reason:
        return self.bound(s, p)

    @choice(NO, unless=must_pay)
    def refuse(self, s: Position, p: V, power: int, argument: int) -> None:
        leave_unpaid(s, p)


class TransportToll(Toll[Transport], of=Transport, at=TOLL):
    """An Army that does not pay may have to attack (11.3.6)."""

    def bound(self, s: Position, p: Transport) -> str:
        return no_assault(p)


def leave_unpaid(s: Position, voyage: Voyage) -> None:
    voyage.stop()
    s.unpaid[voyage.power] = voyage.course.sailed_from + 1
    voyage.stage = MEET
