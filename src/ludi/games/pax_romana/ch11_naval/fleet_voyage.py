"""Chapter 11.1.1: Galley Squadrons alone at sea: they need no MP, carry nobody who could land and may end anywhere."""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.finishing import rest_others, settle
from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, STOPPED, FleetVoyage
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch11_naval.sailing import leg_ban
from ludi.games.pax_romana.ch11_naval.voyage import AtSea, Stopped, UnderWay
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.atlas import DEEP_POINT


class FleetUnderWay(UnderWay[FleetVoyage]):
    """What holds for Galley Squadrons alone."""

    def leg_ban(self, s: Position, p: FleetVoyage, near: int) -> str:
        return leg_ban(s, p, near)

    def landing_ban(self, s: Position, p: FleetVoyage) -> str:
        return "PR-11.3.2d"

    def end(self, s: Position, p: FleetVoyage) -> None:
        """On the deep sea all is lost (11.2.1)."""
        if s.box.atlas.kind[p.node] == DEEP_POINT:
            sink(s, p, "PR-11.2.1f")
        else:
            p.stage = FINISH


class FleetAtSea(AtSea[FleetVoyage], FleetUnderWay, of=FleetVoyage, at=AT_SEA):
    """Galley Squadrons on their way."""

    def joiners(self, s: Position, p: FleetVoyage) -> int:
        return p.available(s)

    def join(self, s: Position, p: FleetVoyage, ships: int) -> None:
        p.ships += ships


class FleetStopped(Stopped[FleetVoyage], FleetUnderWay, of=FleetVoyage, at=STOPPED):
    """Galley Squadrons that have Stopped."""


class FinishFleet(Stage[FleetVoyage], of=FleetVoyage, at=FINISH):
    """Galley Squadrons have moved alone."""

    def run(self, s: Position, p: FleetVoyage) -> bool:
        s.mark_moved(p.side, p.node, p.ships)
        s.leaders_moved |= p.leaders
        rest_others(s, (p.side, p.power))
        settle(s, p.side, p.node, p.start)
        s.pop()
        return False
