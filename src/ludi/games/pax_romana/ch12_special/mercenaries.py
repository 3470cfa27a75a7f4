"""Chapter 12.2: Mercenaries."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import MERCENARY, OCCUPY, ONE, SOF


def may_hire(s: Position, power: int, node: int) -> str:
    """The rule that forbids hiring Mercenaries in a Space, '' if it is allowed (cost apart) (12.2)."""
    if not s.box.mercenaries[power]:
        return "PR-12.2.1b"
    if node >= s.box.atlas.spaces or not _has_units(s, power, node):
        return "PR-12.2.4"
    return "" if _may_stay(s, power, node) else "PR-5.1.2a"


def _may_stay(s: Position, power: int, node: int) -> bool:
    return s.at(power, node) & OCCUPY != 0 or s.welcome(power, node)


def _own_sides(s: Position, power: int) -> tuple[int, ...]:
    """A Power, and the Soldier of Fortune whose Army is like one of its own (12.4.4)."""
    return (power, SOF) if s.sof_owner == power else (power,)


def _has_units(s: Position, power: int, node: int) -> bool:
    """Whether Mercenaries find Units of a Power to join; Galley Squadrons and leaders are Units (1.4, 12.2.4)."""
    return any(s.at(side, node) or s.leaders_of(side, node) for side in _own_sides(s, power))


def hiring_places(s: Position, power: int) -> list[int]:
    """Where Mercenaries could be hired, cost apart (12.2)."""
    if not s.box.mercenaries[power]:
        return []
    sides = _own_sides(s, power)
    places = {node for side in sides for node, _ in s.places_of(side)}
    places |= {where for number, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[number].side in sides}
    spaces = s.box.atlas.spaces
    return [node for node in sorted(places) if node < spaces and _may_stay(s, power, node)]


def hire(s: Position, power: int, node: int) -> None:
    """A Mercenary joins the Power's Units in a Space, in an ally's as their guest (12.2.4)."""
    s.visit(power, node)
    s.add(power, node, ONE[MERCENARY])
