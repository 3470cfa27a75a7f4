"""Chapter 16.2, Harvest Time."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import realm_controller
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY


def harvest_lands(s: Position) -> list[str]:
    """The Territories of the Harvest Table that the scenario has."""
    words = [realm.word for realm in s.box.realms]
    return [territory for territory in s.box.tables["harvest"].values() if territory in words]


def harvest_controller(s: Position) -> int:
    """A die names a Territory of the Harvest Table: who Controls it, or NOBODY. No roll where none is played."""
    lands = harvest_lands(s)
    if not lands:
        return NOBODY
    territory = ""
    while territory not in lands:
        territory = s.box.tables["harvest"][str(s.roll("harvest"))]
    return realm_controller(s, [realm.word for realm in s.box.realms].index(territory))


def harvest(s: Position) -> None:
    """A die names a Territory, a second one good or bad years for its Controller (16.2)."""
    owner = harvest_controller(s)
    if owner != NOBODY:
        change_stability(s, owner, 2 if s.roll("harvest-yield") % 2 == 0 else -2, "PR-16.2-HARVEST-TIME")
