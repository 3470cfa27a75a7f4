"""Chapters 11.1.1 to 11.1.4: where a Fleet may sail, where it must Stop, and its chance to go on."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.ports import friendly_harbour, friendly_port, harbour_for_armies
from ludi.games.pax_romana.ch09_movement.movement import leg
from ludi.games.pax_romana.ch09_movement.ways import open_prize, quick_foe
from ludi.games.pax_romana.ch11_naval.afloat import Voyage
from ludi.games.pax_romana.ch11_naval.fleets import flag, free_rhodes, takes_toll
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, MAX_POWERS, NOBODY

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


def sail_ban(s: Position, voyage: Voyage, near: int) -> str:
    """The rule that forbids sailing to a neighbouring place, '' if none does."""
    box = s.box
    if not box.open[near]:
        return "PR-3.1"
    if leg(voyage.node, near) in voyage.legs:
        return "PR-11.1.1a"
    debt = s.unpaid[voyage.power]
    if debt and debt != near + 1 and takes_toll(s, voyage.node):
        return "PR-12.5.1e"
    if voyage.fleet:
        return ""
    if voyage.army and voyage.mp - (0 if voyage.sailed else 1) < 1:
        return "PR-11.3.2d"
    if near < box.atlas.spaces and quick_foe(s, voyage.side, near, voyage.power):
        if voyage.army & COMBAT and open_prize(s, voyage.side, near, voyage.power):
            return ""
        if free_rhodes(s, near) and (s.treasury[voyage.power] or not takes_toll(s, near)):
            return ""
        return no_assault(voyage)
    return ""


def no_assault(voyage: Voyage) -> str:
    """Why a transport may not come to a Port where it might have to attack (11.3.6)."""
    if not voyage.army & COMBAT:
        return "PR-11.3.3a"
    return "PR-11.3.6c" if voyage.mp - (0 if voyage.sailed else 1) < 3 else ""


def may_sail(s: Position, voyage: Voyage, near: int) -> bool:
    return not sail_ban(s, voyage, near)
