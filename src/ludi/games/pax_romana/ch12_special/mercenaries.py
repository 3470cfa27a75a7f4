"""Chapter 12.2: Mercenaries."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    MERCENARY,
    MERCENARY_CAVALRY,
    OCCUPY,
    ONE,
    PERGAMENES,
    SOF,
    count,
)


def may_hire(s: Position, power: int, node: int) -> str:
    """The rule that forbids hiring Mercenaries in a Space, '' if it is allowed (cost apart) (12.2).

    In the Advanced Game they are hired by cards only (12.2.3).
    """
    if s.box.advanced and s.box.mercenaries[power]:
        return "PR-12.2.3a"
    return may_join(s, power, node)


def may_join(s: Position, power: int, node: int) -> str:
    """The rule that keeps Mercenaries from joining Units of a Power in a Space, '' if they may (12.2.4)."""
    if not s.box.mercenaries[power]:
        return "PR-12.2.1b"
    if node >= s.box.atlas.spaces or not _has_units(s, power, node):
        return "PR-12.2.4"
    return "" if _may_stay(s, power, node) else "PR-5.1.2a"


def _may_stay(s: Position, power: int, node: int) -> bool:
    return any(s.at(side, node) & OCCUPY for side in own_sides(s, power)) or s.welcome(power, node)


def own_sides(s: Position, power: int) -> tuple[int, ...]:
    """A Power, and the Soldier of Fortune whose Army is like one of its own (12.4.4)."""
    return (power, SOF) if s.sof_owner == power else (power,)


def _has_units(s: Position, power: int, node: int) -> bool:
    """Whether Mercenaries find Units of a Power to join; Galley Squadrons and leaders are Units (1.4, 12.2.4).

    Those of Pergamum are not its own: they command no Mercenaries (12.2.5).
    """
    known = s.box.leaders
    return any(
        s.at(side, node) & ~PERGAMENES or any(known[number].side == side for number in s.leaders_of(side, node))
        for side in own_sides(s, power)
    )


def hiring_places(s: Position, power: int) -> list[int]:
    """Where Mercenaries could be hired without a card, cost apart (12.2.2)."""
    return [] if s.box.advanced else joining_places(s, power)


def joining_places(s: Position, power: int) -> list[int]:
    """Where Mercenaries could join Units of a Power (12.2.4)."""
    if not s.box.mercenaries[power]:
        return []
    sides = own_sides(s, power)
    places = {node for side in sides for node, stack in s.places_of(side) if stack & ~PERGAMENES}
    places |= {where for number, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[number].side in sides}
    spaces = s.box.atlas.spaces
    return [node for node in sorted(places) if node < spaces and _may_stay(s, power, node)]


def hire(s: Position, power: int, node: int, units: int = ONE[MERCENARY]) -> None:
    """Mercenaries join the Power's Units in a Space, in an ally's as their guest (12.2.4)."""
    s.visit(power, node)
    s.add(power, node, units)


def keep_riders(s: Position, power: int, node: int) -> None:
    """Mercenary Cavalry becomes regular Cavalry of its owner in the Removal Phase (12.2.6)."""
    riders = count(s.at(power, node), MERCENARY_CAVALRY)
    s.remove(power, node, riders * ONE[MERCENARY_CAVALRY])
    s.add(power, node, riders * ONE[CAVALRY])
