"""What stands on the map: Units, Cities and Towns, Tribes, leaders; who occupies and Controls a Space (1.4, 5.1.1).

Stacks of Units are packed ints (:mod:`pieces`), keyed by side and node. What follows from the pieces (who occupies a
Space) is kept at hand and renewed when something moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.engine.fields import UNKNOWN
from ludi.games.pax_romana.engine.passage import province_way, space_way
from ludi.games.pax_romana.engine.ties import Ties
from ludi.games.pax_romana.world.pieces import (
    BITS,
    BYTE,
    COMBAT,
    ELEPHANTS,
    GALLEYS,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    INDEPENDENT,
    LAND,
    LEGION,
    LEGION_R,
    MAX_POWERS,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    PERGAMENES,
    PERGAMUM,
    PONTUS,
    SIDES,
    SOF,
    TRIBES,
    WITH_FLEETS,
    Site,
    common,
    points,
)

NOT_OF_AN_ARMY = GALLEYS | PERGAMENES
FEW = 20
"""Of so many Spaces each is asked who is there; of more it is first seen where anybody is."""
FIRST_KEYS = tuple((side, side << NODE_BITS) for side in range(SIDES - 1))
"""The sides that may occupy a Space by their Units alone, and where the keys of their stacks begin."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Board(Ties):
    """The pieces of a position, and what follows from where they stand."""

    __slots__ = ()

    def at(self, side: int, node: int) -> int:
        """The stack of a side in a place."""
        return self.force.get(side << NODE_BITS | node, 0)

    def places_of(self, side: int) -> list[tuple[int, int]]:
        """All places of a side with their stacks."""
        known: list[tuple[int, int]] | None = self._reach.get(("places", side))
        if known is None:
            low, high = side << NODE_BITS, side + 1 << NODE_BITS
            known = [(key & NODES - 1, stack) for key, stack in self.force.items() if low <= key < high]
            self._reach["places", side] = known
        return known

    def occupying(self, node: int) -> list[int]:
        """The sides with Units in a Space that occupy it."""
        force = self.force
        return [side for side in range(SIDES) if force.get(side << NODE_BITS | node, 0) & OCCUPY]

    def rest_all_but(self, sides: tuple[int, ...]) -> None:
        """Nobody but these sides has moved."""
        for key in [key for key in self.moved if key >> NODE_BITS not in sides]:
            del self.moved[key]
            self.escorted.pop(key, None)

    def _touch(self, node: int, as_before: bool = False) -> None:
        """Something is new in a place; ``as_before``: nothing but how many Units of an Army are there."""
        self._reach = self._reach and {}
        if not as_before:
            self._occupier[node] = UNKNOWN
            if self._lines:
                self._lines = {}
        province = self._box.atlas.province_of[node]
        if province >= 0:
            self.dirty |= 1 << province

    def forget(self) -> None:
        """What was kept at hand is to be worked out anew."""
        self._occupier = [UNKNOWN] * len(self._occupier)
        self.changed()

    def add(self, side: int, node: int, units: int) -> None:
        """Put Units down; two Reduced ones of a kind combine at once (9.2.4, 10.6.6)."""
        if not units:
            return
        before = self.force.get(key := side << NODE_BITS | node, 0)
        stack = before + units
        if stack >> BITS * LEGION_R & BYTE > 1:
            stack += ONE[LEGION] - 2 * ONE[LEGION_R]
        if stack >> BITS * HEAVY_R & BYTE > 1:
            stack += ONE[HEAVY] - 2 * ONE[HEAVY_R]
        self.force[key] = stack
        if stack != before + units and key in self.moved:
            self.moved[key] = common(self.moved[key], stack)
        self._touch(node, self._stays(before, units))

    def _stays(self, stack: int, units: int) -> bool:
        """Whether an Army that comes or goes leaves it as it was who occupies a Space, for there is this stack too."""
        return stack & OCCUPY != 0 and not units & NOT_OF_AN_ARMY and self.pergamum_ally == NOBODY

    def remove(self, side: int, node: int, units: int) -> None:
        """Take Units away."""
        if not units:
            return
        key = side << NODE_BITS | node
        stack = self.force[key] - units
        assert stack >= 0, "more Units taken than there are"
        moved = self.moved.get(key)
        if self.helepolis == key + 1 and not stack & COMBAT:
            self.helepolis = 0
        if self.guests and not stack & OCCUPY:
            self.guests = [each for each in self.guests if each >> 2 != key]
        if stack:
            self.force[key] = stack
            if moved:
                self.moved[key] = common(moved, stack)
                if key in self.escorted:
                    self.escorted[key] = common(self.escorted[key], self.moved[key])
        else:
            del self.force[key]
            if moved is not None:
                del self.moved[key]
                self.escorted.pop(key, None)
        self._touch(node, self._stays(stack, units))

    def use_up(self, side: int, node: int, units: int) -> None:
        """Take Units away for a construction, first those that have moved: they may build, not move again (9.1.4)."""
        key = side << NODE_BITS | node
        tired = common(self.moved.get(key, 0), units)
        if tired:
            self.moved[key] -= tired
        self.remove(side, node, units)

    def shift(self, side: int, start: int, end: int, units: int) -> None:
        """Carry Units from one place to another."""
        engines = self.has_engines(side, start) and 2 * points(units) >= points(self.at(side, start))
        self.remove(side, start, units)
        self.add(side, end, units)
        if engines:
            self.put_engines(side, end)

    def has_engines(self, side: int, node: int) -> bool:
        """Whether the Helepolis is with an Army; it goes with the greater part of one that divides (17.2)."""
        return self.helepolis == (side << NODE_BITS | node) + 1

    def put_engines(self, side: int, node: int) -> None:
        self.helepolis = (side << NODE_BITS | node) + 1

    def drive(self, side: int, start: int, end: int, units: int) -> None:
        """Carry Units elsewhere outside their own Move: whoever has moved in this Activation stays marked (9.1.4)."""
        tired = common(self.moved.get(side << NODE_BITS | start, 0), units)
        self.shift(side, start, end, units)
        self.mark_moved(side, end, tired)

    def tidy(self, side: int, node: int) -> None:
        """Elephants never stand alone (9.2.3, 12.8.2); nor Garrisons in a Mountain Fortress (12.1.3)."""
        stack = self.at(side, node)
        if stack & LAND and not stack & COMBAT:
            gone = stack & ELEPHANTS
            if self._box.atlas.is_mountain[node]:
                gone |= stack & GARRISONS
            if gone:
                self.remove(side, node, gone)

    def fresh(self, side: int, node: int) -> int:
        """The Units that have not moved in this Activation."""
        key = side << NODE_BITS | node
        stack = self.force.get(key, 0)
        moved = self.moved.get(key)
        return stack - common(moved, stack) if moved else stack

    def mark_moved(self, side: int, node: int, units: int) -> None:
        if units:
            key = side << NODE_BITS | node
            self.moved[key] = common(self.moved.get(key, 0) + units, self.force.get(key, 0))

    def refresh(self, side: int, node: int, kinds: int) -> int:
        """Units of some kinds that have moved may move once more; those they are (16.2, Conqueror)."""
        key = side << NODE_BITS | node
        tired = self.moved.get(key, 0) & kinds
        if tired:
            self.moved[key] -= tired
        return tired

    def escorts(self, side: int, node: int) -> int:
        """The Galley Squadrons that may go with a Naval Transport: who has moved may have done nothing else (9.1.4)."""
        return (self.fresh(side, node) & GALLEYS) + self.escorted.get(side << NODE_BITS | node, 0)

    def set_out(self, side: int, node: int, ships: int) -> None:
        """Galley Squadrons leave as escort, those first that have been one before: the others may still sail alone."""
        key = side << NODE_BITS | node
        again = common(self.escorted.get(key, 0), ships)
        if again:
            self.escorted[key] -= again
            self.moved[key] -= again

    def mark_escort(self, side: int, node: int, ships: int) -> None:
        """They have moved as escort, and may do so again in this Activation (9.1.4)."""
        if ships:
            key = side << NODE_BITS | node
            self.mark_moved(side, node, ships)
            self.escorted[key] = common(self.escorted.get(key, 0) + ships, self.moved[key])

    def set_site(self, node: int, owner: int, kind: int, walls: int) -> None:
        self.sites[node] = Site(owner, kind, walls)
        self._touch(node)

    def drop_site(self, node: int) -> None:
        if self.sites.pop(node, None) is not None:
            self._touch(node)

    def set_tribe(self, node: int, value: int) -> None:
        if value:
            self.tribes[node] = value
        else:
            self.tribes.pop(node, None)
        self._touch(node)

    def site_owner(self, node: int) -> int:
        """Whose City or Town is there, NOBODY's if there is none."""
        site = self.sites.get(node)
        return NOBODY if site is None else site.owner

    def site_kind(self, node: int) -> int:
        """TOWN or CITY; 0 if there is neither."""
        site = self.sites.get(node)
        return 0 if site is None else site.kind

    def walls(self, node: int) -> int:
        """The Wall Points in a Space."""
        site = self.sites.get(node)
        return 0 if site is None else site.walls

    def occupier(self, node: int) -> int:
        """The side whose Land Combat Units, Garrison, City or Town is there (1.4 Occupy).

        Slaves come before the owner, the owner of a City or Town before guests of his (7.2.1, 5.4.1).
        """
        found = self._occupier[node]
        if found == UNKNOWN:
            found = NOBODY
            force = self.force
            for side, first in FIRST_KEYS:
                stack = force.get(first | node)
                if stack and stack & OCCUPY and (found == NOBODY or side > 3 or self.site_owner(node) == side):
                    found = side
            if self.guests and 0 <= found < MAX_POWERS:
                found = self._host(found, node)
            site = self.sites.get(node)
            if site is not None and (found == NOBODY or (found < MAX_POWERS and site.owner <= INDEPENDENT)):
                if site.owner != INDEPENDENT or found == NOBODY or self.patron(node) != found:
                    found = site.owner
            elif found == NOBODY:
                if node in self.tribes:
                    found = TRIBES
                elif force.get(SOF << NODE_BITS | node, 0) & OCCUPY:
                    found = SOF
            self._occupier[node] = found
        return found

    def occupiers(self) -> Sequence[int]:
        """The occupier of every Space."""
        found = self._occupier
        unknown = found[: self._box.atlas.spaces].count(UNKNOWN)
        anybody = {*self.sites, *self.tribes, *[key & NODES - 1 for key in self.force]} if unknown > FEW else None
        node = 0
        for _ in range(unknown):
            node = found.index(UNKNOWN, node)
            if anybody is None or node in anybody:
                self.occupier(node)
            else:
                found[node] = NOBODY
        return found

    def holder(self, node: int) -> int:
        """The side that Controls a Space (5.1.1), NOBODY if none."""
        found = self.occupier(node)
        if found == NOBODY:
            return self._box.home[node]
        if self.guests and self.host_of(found, node) == self._box.home[node] != NOBODY:
            return self._box.home[node]
        if found == SOF and self._box.home[node] == self.sof_owner:
            return self.sof_owner
        return found if self.pergamum_ally == NOBODY else self._holder_beside_pergamum(found, node)

    def holders(self) -> Sequence[int]:
        """The side that Controls each Space."""
        known: list[int] | None = self._reach.get("holders")
        if known is None:
            homes = self._box.home[: self._box.atlas.spaces]
            known = [home if side == NOBODY else side for side, home in zip(self.occupiers(), homes, strict=False)]
            for node in self.special_spaces():
                known[node] = self.holder(node)
            self._reach["holders"] = known
        return known

    def special_spaces(self) -> Iterable[int]:
        """Where it may be another who Controls a Space than who occupies it: Soldier of Fortune, guests, Pergamum."""
        spaces = self._box.atlas.spaces
        if self.pergamum_ally != NOBODY:
            return range(spaces)
        special = {node for node, _ in self.places_of(SOF)} | {guest >> 2 & NODES - 1 for guest in self.guests}
        return [node for node in special if node < spaces]

    def _holder_beside_pergamum(self, found: int, node: int) -> int:
        """Pergamenes Control nothing for their ally and deny him nothing; what was theirs he cannot gain (17.2)."""
        box, ally = self._box, self.pergamum_ally
        if found not in (ally, INDEPENDENT):
            return found
        if node in box.pergamene:
            return ally if found == ally and self.pergamene_kept >> sorted(box.pergamene).index(node) & 1 else PERGAMUM
        if found == ally and not self.at(ally, node) & OCCUPY & ~PERGAMENES and self.site_owner(node) != ally:
            return ally if box.home[node] == ally else PERGAMUM
        return found

    def kept_apart(self, side: int, node: int) -> bool:
        """Whether Units with which a side neither fights nor stacks are in a place: Pontus and its player (12.5.5)."""
        if self.pontus_player == NOBODY or side not in (PONTUS, self.pontus_player):
            return False
        return bool(self.at(self.pontus_player if side == PONTUS else PONTUS, node) & OCCUPY)

    def welcome(self, side: int, node: int) -> bool:
        """Whether Armies of a side may pass and stay where ``node``'s occupier is: nobody, friend or generous ally."""
        other = self.occupier(node)
        if other == NOBODY or self.friends(side, other) or (other == INDEPENDENT and self.patron(node) == side):
            return True
        return side < MAX_POWERS and other < MAX_POWERS and self.lets_in(other, side, node)

    def lets_in(self, host: int, guest: int, node: int) -> bool:
        """Whether a Power has agreed that Units of another pass and stay in a place (4.3.1)."""
        if guest >= MAX_POWERS:
            return False
        if self.pass_rights[host] >> guest & 1:
            return True
        ways = self.ways
        province = self._box.atlas.province_of[node]
        return bool(ways) and (province_way(host, guest, province) in ways or space_way(host, guest, node) in ways)

    def visit(self, side: int, node: int) -> None:
        """An Army about to enter an ally's Space will be his guest there: Control stays as it was (4.3.1)."""
        if side < MAX_POWERS and any(self.allies):
            host = self.holder(node)
            stay = (side << NODE_BITS | node) << 2 | host
            if 0 <= host < MAX_POWERS and host != side and stay not in self.guests and self.lets_in(host, side, node):
                self.guests.append(stay)
                self._touch(node)

    def lodge(self, host: int, guest: int, node: int) -> None:
        """Units of one are from now on guests in a Space of the other's, and the other is not theirs."""
        self.guests = [each for each in self.guests if each >> 2 != (host << NODE_BITS | node)]
        self.guests.append((guest << NODE_BITS | node) << 2 | host)
        self._touch(node)

    def dismiss_guests(self) -> None:
        """Nobody is anybody's guest any more."""
        guests, self.guests = self.guests, []
        for guest in guests:
            self._touch(guest >> 2 & NODES - 1)

    def host_of(self, side: int, node: int) -> int:
        """Whose guest an Army is; NOBODY if it is nobody's."""
        key = side << NODE_BITS | node
        for each in self.guests:
            if each >> 2 == key:
                return each & 3
        return NOBODY

    def _host(self, found: int, node: int) -> int:
        """Of allies in one Space the host occupies it, with Units, City or Town."""
        for _ in range(4):
            host = self.host_of(found, node)
            if host == NOBODY or not (self.at(host, node) & OCCUPY or self.site_owner(node) == host):
                break
            found = host
        return found

    def foes_galleys(self, side: int, node: int) -> int:
        """The side of an enemy Fleet in a place, NOBODY if there is none."""
        for other in WITH_FLEETS:
            if self.force.get(other << NODE_BITS | node, 0) & GALLEYS and not self.allied(side, other):
                return other
        return NOBODY
