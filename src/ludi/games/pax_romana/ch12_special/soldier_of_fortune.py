"""Chapter 12.4: the Soldier of Fortune; the scenario's Pyrrhus is one."""

from __future__ import annotations

from ludi.games.pax_romana.ch12_special.placing import Place, Placing, arrive
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.pieces import CAVALRY, ELEPHANT, HEAVY, LIGHT, NOBODY, ONE, SOF
from ludi.games.pax_romana.world.words import NO

PYRRHUS, SOLDIER = "pyrrhus", "soldier"

SOF_ARMY = 4 * ONE[HEAVY] + 2 * ONE[LIGHT] + ONE[CAVALRY] + ONE[ELEPHANT]
"""12.4.3."""


def land_sof(s: Position, power: int, node: int) -> None:
    s.sof_owner = power
    s.add(SOF, node, SOF_ARMY)
    s.leader_at[s.box.side_leader[SOF]] = node
    if s.listener is not None:
        s.tell("soldier-of-fortune", "PR-12.4.3", power=s.box.powers[power], space=s.box.place(node))


def sof_places(s: Position, power: int) -> list[int]:
    """Where Units of the Soldier of Fortune are that a Power may use: he may be in several places (12.4.2)."""
    if s.sof_owner != power:
        return []
    return sorted(node for node, _ in s.places_of(SOF))


def sof_spaces(s: Position, power: int) -> list[int]:
    return [n for n in range(s.box.atlas.spaces) if s.box.home[n] == s.holder(n) == power]


def remove_sof(s: Position) -> None:
    """The Removal Phase takes the Soldier of Fortune away (12.4.6)."""
    for node, stack in s.places_of(SOF):
        s.remove(SOF, node, stack)
    s.leader_at[s.box.side_leader[SOF]] = NOBODY
    s.sof_owner = NOBODY


def pyrrhus_lands(s: Position, power: int, ports: list[int]) -> list[int]:
    """Where Pyrrhus may land: the first of the scenario's places that his player Controls, else any Port of his."""
    for space in s.box.special["pyrrhus"]["places"]:
        if s.holder(s.box.atlas.index[space]) == power:
            return [s.box.atlas.index[space]]
    return ports


def pyrrhus_comes(s: Position, power: int, ports: list[int]) -> None:
    """Pyrrhus arrives by the scenario's word."""
    arrive(s, power, PYRRHUS, pyrrhus_lands(s, power, ports))


def soldier_comes(s: Position, power: int) -> None:
    """A player may take the Soldier of Fortune into his service, unless he serves somebody already (12.4.2)."""
    if not s.places_of(SOF):
        s.push(Placing(power, SOLDIER, sof_spaces(s, power)))


class Landing(Place, of=Placing, at=PYRRHUS):
    """Pyrrhus comes when the scenario says so."""

    asks = "ask.place-soldier"
    rule = "PR-12.4.2a"
    nowhere = "why.pyrrhus-lands"

    def put(self, s: Position, p: Placing, power: int, node: int) -> None:
        land_sof(s, power, node)


class Hiring(Landing, of=Placing, at=SOLDIER):
    """The player of the next marker may take him into his service, or leave it (16.2)."""

    nowhere = "why.soldier-at-home"

    @choice(NO)
    def decline(self, s: Position, p: Placing, power: int, argument: int) -> None:
        s.pop()

    place = Place.place
