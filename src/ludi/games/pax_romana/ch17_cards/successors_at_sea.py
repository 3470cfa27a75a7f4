"""Chapter 17.2, SUCCESSOR WARS ROLL ON: the Greek Army goes by sea like any other, with Galley Squadrons of its owner
as escort, and lands in Greece.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, LANDING, STOPPED, Transport
from ludi.games.pax_romana.ch11_naval.landing import Landing, safe_ports
from ludi.games.pax_romana.ch11_naval.transport import TransportAtSea, TransportStopped, TransportUnderWay
from ludi.games.pax_romana.ch17_cards.successor_army import SuccessorTransport, greeks_there, in_greece, leaves_greece
from ludi.games.pax_romana.ch17_cards.successors import RULE
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import COMBAT
from ludi.games.pax_romana.world.words import FIGHT, NO

LEAST_TO_STORM = 3
"""The MP that an Army must have left for an Amphibious Attack (11.3.4)."""


class SuccessorsUnderWay(TransportUnderWay):
    """Bound for Greece, or for another Port of it."""

    def run(self, s: Position, p: Transport) -> bool:
        s.successor_war = 0
        return super().run(s, p)

    def leg_ban(self, s: Position, p: Transport, near: int) -> str:
        origin = p.node if p.node < s.box.atlas.spaces else p.course.last_port
        return RULE if leaves_greece(s, origin, near) else super().leg_ban(s, p, near)

    def landing_ban(self, s: Position, p: Transport) -> str:
        return super().landing_ban(s, p) or ("" if in_greece(s, p.node) else RULE)

    def must_go_on(self, s: Position, p: Transport, power: int) -> bool:
        """It does not end its Move at sea while it can go on."""
        if p.node >= s.box.atlas.spaces:
            return self.may_leave(s, p, power)
        return super().must_go_on(s, p, power)


class SuccessorsAtSea(TransportAtSea, SuccessorsUnderWay, of=SuccessorTransport, at=AT_SEA):
    """On the way over the sea."""

    choices = (*SuccessorsUnderWay.choices, TransportAtSea.sail, TransportAtSea.take)


class SuccessorsStopped(TransportStopped, SuccessorsUnderWay, of=SuccessorTransport, at=STOPPED):
    """Its Fleet has Stopped."""

    choices = (*SuccessorsUnderWay.choices, TransportStopped.go_on)


class AmongGreeks(Landing, of=SuccessorTransport, at=LANDING):
    """Where Greeks are it lands in peace, or against them."""

    asks = "ask.successor-landing"
    rule = f"{RULE}b"

    def facts(self, s: Position, p: Transport) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def run(self, s: Position, p: Transport) -> bool:
        s.successor_war = 0
        if greeks_there(s, p.node) and not self.no_assault(s, p, p.power, 0):
            return True
        return super().run(s, p)

    def no_assault(self, s: Position, p: Transport, power: int, argument: int) -> Reason:
        if not p.army & COMBAT:
            return Phrase("why.no-attackers", {}, "PR-9.2.1k")
        return "" if p.mp >= LEAST_TO_STORM and safe_ports(s, p) else "PR-11.3.4a"

    @choice(FIGHT, f"{RULE}b", unless=no_assault)
    def fight(self, s: Position, p: Transport, power: int, argument: int) -> None:
        s.successor_war = 1
        super().run(s, p)

    @choice(NO, f"{RULE}b")
    def in_peace(self, s: Position, p: Transport, power: int, argument: int) -> None:
        super().run(s, p)
