"""Chapter 11.4 as the moving Fleet sees it: whom it meets, and what follows for its voyage."""

from __future__ import annotations

from typing import Generic, TypeVar

from ludi.games.pax_romana.ch09_movement.movement import FINISH
from ludi.games.pax_romana.ch11_naval.afloat import (
    ASSAULT,
    IN_HARBOUR,
    MEET,
    Afloat,
    FleetVoyage,
    Transport,
    Voyage,
)
from ludi.games.pax_romana.ch11_naval.encounter import FIGHTING, Encounter, Encountered, How
from ludi.games.pax_romana.ch11_naval.fleets import flag, keeps_toll, nearest_haven, takes_toll
from ludi.games.pax_romana.ch11_naval.harbour import Harbour, Waved
from ludi.games.pax_romana.ch11_naval.landing import attack_the_shore
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, LAND, NOBODY, WITH_FLEETS, is_power

F = TypeVar("F", bound=Afloat)
V = TypeVar("V", bound=Voyage)
CONTINUITY = {How.WITHDREW: 1, How.WON: 2, How.DRAWN: 0}
"""What a meeting that makes a Fleet Stop adds to its Continuity roll (11.1.4)."""


def rivals(s: Position, fleet: Afloat, assault: bool) -> list[int]:
    """The sides with a Fleet in this place that this one has not met yet (11.4.1).

    Without Galley Squadrons on either side there is nobody to fight with (11.3.1). Free Rhodes is met by whoever
    assaults it.
    """
    node = fleet.node
    flags = {flag(s, side) for side in fleet.sides}
    kind = s.box.atlas.kind[node]
    if kind == DEEP_POINT:
        return []
    found = []
    for other in WITH_FLEETS:
        stack = s.at(other, node)
        if not stack or other in flags or other in fleet.met:
            continue
        if not stack & GALLEYS and not (kind == NAVAL_POINT and stack & LAND and fleet.ships):
            continue
        if all(s.allied(side, other) for side in flags) and not bars_landing(s, fleet, other):
            continue
        if keeps_toll(s, node, other) and not assault:
            continue
        found.append(other)
    return found


def bars_landing(s: Position, fleet: Afloat, ally: int) -> bool:
    """Whether an ally's Fleet lies in his own Port before an Army that he has not agreed to let in (4.3.1)."""
    node = fleet.node
    if not is_power(ally) or s.holder(node) != ally:
        return False
    return any(army and not s.lets_in(ally, flag(s, side), node) for side, army, _ in fleet.parts())


def prey(s: Position, voyage: Voyage) -> int:
    """The side whose Fleet the moving one may attack of its own will: after a Draw, and at Rhodes (11.4.5, 12.5.1)."""
    if not voyage.ships:
        return NOBODY
    if takes_toll(s, voyage.node, voyage.power):
        return INDEPENDENT if s.rhodes_ally == NOBODY else s.rhodes_ally
    return s.foes_galleys(flag(s, voyage.side), voyage.node) if voyage.here.may_strike else NOBODY


def strike(s: Position, voyage: Voyage) -> None:
    """The moving Fleet starts a Naval Battle itself."""
    other = prey(s, voyage)
    voyage.here = voyage.here._replace(may_strike=False, met=(*voyage.met, other))
    voyage.stage = MEET
    encounter = Encounter(voyage, other)
    encounter.stage = FIGHTING
    s.push(encounter)


class Meet(Stage[F], Generic[F]):
    """One after another the Fleets in the place are met (11.4.1)."""

    def rivals(self, s: Position, p: F) -> list[int]:
        return rivals(s, p, assault=False)

    def run(self, s: Position, p: F) -> bool:
        p.muster(s)
        others = self.rivals(s, p)
        if others:
            p.met = (*p.met, others[0])
            s.push(Encounter(p, others[0]))
        elif p.empty:
            p.stage = FINISH
        else:
            self.clear(s, p)
        return False

    def resumed(self, s: Position, p: F, result: Encountered) -> None:
        p.survive(s, result.armies, result.escorts)
        if p.empty:
            p.stage = FINISH
        elif result.how == How.BEATEN:
            self.beaten(s, p)
        else:
            self.unbeaten(s, p, result.how)

    def unbeaten(self, s: Position, p: F, how: How) -> None:
        """The meeting has ended well enough; a voyage remembers how."""

    def clear(self, s: Position, p: F) -> None:
        """Nobody bars the way."""
        p.stage = FINISH

    def beaten(self, s: Position, p: F) -> None:
        """A beaten Active Fleet is put into its nearest friendly Port and is Finished; its Army debarks (11.4.4)."""
        port = nearest_haven(s, p.sides, p.node, bool(p.army))
        if port == NOBODY:
            sink(s, p, "PR-11.4.4c", in_battle=True)
            return
        p.carry(s, port)
        p.stage = FINISH


class MeetOnVoyage(Meet[V], Generic[V], of=(FleetVoyage, Transport), at=MEET):
    """A foreign Port makes the Fleet Stop, unless it is waved on (11.1.2, 11.1.6)."""

    def unbeaten(self, s: Position, p: V, how: How) -> None:
        if how == How.PASSED:
            p.here = p.here._replace(waved_by=(*p.here.waved_by, p.met[-1]))
        elif how in CONTINUITY:
            p.course = p.course._replace(stopped=True, modifier=CONTINUITY[how])

    def clear(self, s: Position, p: V) -> None:
        here, p.here = p.here, p.here._replace(foreign=False)
        if here.foreign and not p.course.stopped and here.host not in here.waved_by:
            if here.host != NOBODY:
                p.stage = IN_HARBOUR
                s.push(Harbour(p.side, here.host, p.node))
                return
            p.stop()
        p.go_on()


class MeetBeforeRhodes(MeetOnVoyage[Transport], of=Transport, at=ASSAULT):
    """The Fleet of free Rhodes fights an Army that is about to land there (12.5.1); then it attacks like any other."""

    def rivals(self, s: Position, p: Transport) -> list[int]:
        return rivals(s, p, assault=True)

    def clear(self, s: Position, p: Transport) -> None:
        attack_the_shore(s, p)


class InHarbour(Stage[Voyage], of=(FleetVoyage, Transport), at=IN_HARBOUR):
    """Who Controls the Port has said whether the Fleet must Stop there."""

    def resumed(self, s: Position, p: Voyage, result: Waved) -> None:
        if not result.on:
            p.stop()
        p.go_on()
