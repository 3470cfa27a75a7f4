"""Chapters 11.1.1 to 11.1.4: where a Fleet may sail, where it must Stop, and its chance to go on."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.ports import friendly_harbour, friendly_port, harbour_for_armies
from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch11_naval.afloat import Transport, Voyage
from ludi.games.pax_romana.ch11_naval.course import leg
from ludi.games.pax_romana.ch11_naval.fleets import flag, free_rhodes, takes_toll
from ludi.games.pax_romana.ch13_barbarians.rebels import closed_harbour
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.play_book.barred import barred
from ludi.games.pax_romana.world.pieces import COMBAT, MAX_POWERS, NOBODY, SOF

CONTINUES = 7


def continuity_chance(modifier: int) -> int:
    """In how many of 36 cases a Fleet goes on."""
    return sum(a + b + modifier <= CONTINUES for a in range(1, 7) for b in range(1, 7))


def continuity(s: Position, node: int, modifier: int, rule: str) -> int:
    """The Continuity roll of a Fleet that has Stopped: it goes on with :data:`CONTINUES` or less."""
    total = s.roll("continuity") + s.roll("continuity") + modifier
    if s.listener is not None:
        key = "continuity" if total <= CONTINUES else "finished"
        s.tell(key, rule, space=s.box.place(node), total=total)
    return total


def must_stop(s: Position, side: int, node: int, with_army: bool = False) -> str:
    """The rule that makes a Fleet Stop in a Port it enters, '' if none (11.1.2).

    A Port that an ally occupies is friendly, to an Army on board only by agreed passage, which opens empty ones too.
    """
    atlas = s.box.atlas
    side = flag(s, side)
    if node >= atlas.spaces or friendly_port(s, side, node) or free_rhodes(s, node):
        return ""
    holder = s.holder(node)
    if 0 <= holder < MAX_POWERS and s.lets_in(holder, side, node):
        return ""
    if s.occupier(node) == NOBODY:
        return "PR-11.1.2b"
    friendly = harbour_for_armies if with_army else friendly_harbour
    return "" if friendly(s, side, node) else "PR-11.1.2a"


def leg_ban(s: Position, voyage: Voyage, near: int) -> str:
    """The rule that forbids any Fleet to sail to a neighbouring place, '' if none does."""
    if not s.box.open[near]:
        return "PR-3.1"
    if closed_harbour(s, voyage.power, near):
        return "PR-13.3-CYPRUS"
    if leg(voyage.node, near) in voyage.course.legs:
        return "PR-11.1.1a"
    debt = s.unpaid[voyage.power]
    return "PR-12.5.1e" if debt and debt != near + 1 and takes_toll(s, voyage.node, voyage.power) else ""


def transport_ban(s: Position, transport: Transport, near: int) -> str:
    """The same for a Naval Transport, which comes to no Port where it could neither land nor pass (11.3.6)."""
    ban = leg_ban(s, transport, near)
    if not ban and transport.side != SOF:
        ban = barred(s, transport.side, transport.army, transport.node, near)
    if ban:
        return ban
    if transport.army and mp_at_sea(transport) < 1:
        return "PR-11.3.2d"
    side, power = transport.side, transport.power
    if near < s.box.atlas.spaces and quick_foe(s, side, near, power):
        if transport.army & COMBAT and open_prize(s, side, near, power):
            return ""
        if free_rhodes(s, near) and (s.treasury[power] or not takes_toll(s, near, power)):
            return ""
        return no_assault(transport)
    return ""


def no_assault(transport: Transport) -> str:
    """Why a transport may not come to a Port where it might have to attack (11.3.6)."""
    if not transport.army & COMBAT:
        return "PR-11.3.3a"
    return "PR-11.3.6c" if mp_at_sea(transport) < 3 else ""


def mp_at_sea(transport: Transport) -> int:
    """The MP left once it has sailed, which costs 1 whatever the way (9.2.1 d)."""
    return transport.mp - (0 if transport.course.sailed else 1)


def can_sail(s: Position, transport: Transport) -> bool:
    """Whether a Naval Transport has anywhere to go."""
    return any(not transport_ban(s, transport, near) for near in s.box.atlas.sea[transport.node])
