"""Chapters 12.5.1 and 17.2: Rhodes as an ally, by its card (Advanced Game)."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch11_naval.fleets import RHODIAN_FLEET
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.pieces import (
    GALLEY,
    GALLEYS,
    INDEPENDENT,
    NOBODY,
    ONE,
    RHODIAN,
    RHODIANS,
    count,
    squadrons,
)

PRICE, REPLACEMENT = 3, 2
"""Talents for the alliance, and for each Galley Squadron that is replaced."""


def no_alliance_with_rhodes(s: Position, power: int) -> Reason:
    """Why a Power cannot ally itself with Rhodes, or nothing."""
    rule = "PR-17.2-ALLIANCE-WITH-RHODES"
    if s.rhodes_ally != NOBODY:
        return Phrase("why.allied-already", {}, rule)
    if s.occupier(s.box.atlas.index["rhodes"]) != INDEPENDENT:
        return Phrase("why.no-rhodes", {}, rule)
    return "" if s.treasury[power] >= PRICE else Phrase("why.too-dear", {"price": PRICE}, rule)


def ally_with_rhodes(s: Position, power: int) -> None:
    """For 3T the Galley Squadrons of Rhodes serve the Power as its own; the Land Units stay what they are."""
    pay(s, power, PRICE)
    s.rhodes_ally = power
    s.forget()
    rhodes = s.box.atlas.index["rhodes"]
    fleet = s.at(INDEPENDENT, rhodes) & GALLEYS
    s.remove(INDEPENDENT, rhodes, fleet)
    s.add(power, rhodes, squadrons(fleet) * ONE[RHODIAN])
    s.unpaid[power] = 0
    if s.listener is not None:
        s.tell("alliance-with", "PR-17.2-ALLIANCE-WITH-RHODES", power=s.box.powers[power], ally="rhodes")


def part_from_rhodes(s: Position) -> None:
    """The alliance ends: the Galley Squadrons of Rhodes go home and are Independent again."""
    ally, s.rhodes_ally = s.rhodes_ally, NOBODY
    s.forget()
    returning = 0
    for node, stack in s.places_of(ally):
        returning += count(stack, RHODIAN)
        s.remove(ally, node, stack & RHODIANS)
    s.add(INDEPENDENT, s.box.atlas.index["rhodes"], returning * ONE[GALLEY])
    if s.listener is not None:
        s.tell("alliance-over", "PR-17.2-ALLIANCE", power=s.box.powers[ally], ally="rhodes")


def replace_rhodians(s: Position) -> None:
    """In the Manpower Phase the ally of Rhodes must replace lost Galley Squadrons at 2T each, as far as he can pay."""
    ally = s.rhodes_ally
    if ally == NOBODY:
        return
    afloat = sum(count(stack, RHODIAN) for _, stack in s.places_of(ally))
    lost = min(RHODIAN_FLEET - afloat, s.treasury[ally] // REPLACEMENT)
    if lost > 0:
        pay(s, ally, lost * REPLACEMENT)
        s.add(ally, s.box.atlas.index["rhodes"], lost * ONE[RHODIAN])
        if s.listener is not None:
            s.tell("rhodians-replaced", "PR-17.2-ALLIANCE-WITH-RHODES", power=s.box.powers[ally], number=lost)
