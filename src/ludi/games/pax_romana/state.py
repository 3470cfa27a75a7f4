"""One position of Pax Romana: what stands where, who has what, and the stack of procedures under way.

Everything is plain ints, lists and dicts. Stacks of Units are packed ints (:mod:`pieces`), keyed by side and node. What
follows from the pieces (who occupies a Space) is kept at hand and renewed when something moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from ludi.core import Dice, Event, Fact, FastDice, NoDice, State
from ludi.games.pax_romana.pieces import (
    BITS,
    BYTE,
    COMBAT,
    ELEPHANTS,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    SIDES,
    SOF,
    TRIBES,
    common,
    unpack,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.scenario import PaxRomanaBox
from ludi.games.pax_romana.words import LETTERS

if TYPE_CHECKING:
    import random

UNKNOWN = -2
REVEALED = 16
"""Flag of a Tribal Counter that has been turned up."""
SHOWN = 16
"""Flag of an Opportunity Objective that lies face-up."""
SEEN = 32
"""``SEEN << power``: flag of an Opportunity Objective that its owner has shown to an ally (15.4.6)."""
HIDDEN = 15
"""An Opportunity Objective or tribe that this position does not know."""

LISTS = (
    "treasury",
    "stability",
    "vp",
    "gained",
    "provinces",
    "capital_held",
    "pool",
    "order",
    "leader_at",
    "pending",
    "pirates",
    "tribe_pool",
    "objective_pool",
    "pass_rights",
    "allies",
    "ways",
    "guests",
    "unpaid",
    "start_scores",
    "acted",
)
"""Fields that are flat lists of ints."""
NUMBERS = (
    "irrevocable",
    "turn",
    "phase",
    "active",
    "streak",
    "drawer",
    "activations",
    "dirty",
    "leaders_moved",
    "leaders_gone",
    "elites_resting",
    "galley_technology",
    "conqueror",
    "civil_war",
    "double_cost",
    "guard_duty",
    "guard_points",
    "mutiny",
    "invaded",
    "capital_scares",
    "slaves_due",
    "militia_raised",
    "sof_owner",
    "german_left",
    "german_start",
    "corvus_used",
    "pyrrhic_points",
    "no_withdrawal",
    "answer",
    "decisions",
)
"""Fields that are single ints (several of them bitmasks of Powers or leaders)."""


class Position(State):
    """The data of a position and how to copy, show and hide it. The rules are in the chapters' modules."""

    __slots__ = (
        "_box",
        "_legal",
        "_occupier",
        "_reach",
        "force",
        "held",
        "moved",
        "objectives",
        "promises",
        "result",
        "sites",
        "stack",
        "tribes",
        *(name for name in NUMBERS if name != "irrevocable"),
        *LISTS,
    )

    treasury: list[int]
    stability: list[int]
    vp: list[int]
    gained: list[int]
    provinces: list[int]
    capital_held: list[int]
    pool: list[int]
    order: list[int]
    leader_at: list[int]
    pending: list[int]
    pirates: list[int]
    tribe_pool: list[int]
    objective_pool: list[int]
    pass_rights: list[int]
    allies: list[int]
    ways: list[int]
    guests: list[int]
    unpaid: list[int]
    start_scores: list[int]
    acted: list[int]
    turn: int
    phase: int
    active: int
    streak: int
    drawer: int
    activations: int
    dirty: int
    leaders_moved: int
    leaders_gone: int
    elites_resting: int
    galley_technology: int
    conqueror: int
    civil_war: int
    double_cost: int
    guard_duty: int
    guard_points: int
    mutiny: int
    invaded: int
    capital_scares: int
    slaves_due: int
    militia_raised: int
    sof_owner: int
    german_left: int
    german_start: int
    corvus_used: int
    pyrrhic_points: int
    no_withdrawal: int
    answer: int
    decisions: int

    def __init__(self, box: PaxRomanaBox, dice: Dice) -> None:
        powers = len(box.powers)
        self._box = box
        self._legal: dict[int, list[int]] = {}
        self._occupier: list[int] = [UNKNOWN] * box.atlas.nodes
        self._reach: dict[Any, Any] = {}
        """What follows from the map as it stands (lines of communication, ways): forgotten when a piece moves."""
        self.dice = dice
        self.listener = None
        for name in NUMBERS:
            setattr(self, name, 0)
        for name in LISTS:
            setattr(self, name, [])
        self.force: dict[int, int] = {}
        """Stacks by ``side << NODE_BITS | node``."""
        self.moved: dict[int, int] = {}
        """The part of each stack that has moved in this Activation (9.1.4)."""
        self.sites: dict[int, int] = {}
        """Cities and Towns by node."""
        self.tribes: dict[int, int] = {}
        """Tribal Counters by node; + REVEALED when turned up."""
        self.objectives: list[list[int]] = [[] for _ in range(powers)]
        self.promises: list[tuple[int, ...]] = []
        self.held: tuple[int, ...] = ()
        """Units held off the map for a moment."""
        self.result: tuple[Any, ...] = ()
        self.stack: list[Procedure] = []
        self.treasury = [0] * powers
        self.stability = [0] * powers
        self.vp = [0] * powers
        self.gained = [0] * powers
        self.provinces = [NOBODY] * len(box.atlas.province_ids)
        self.capital_held = [0] * powers
        self.pool = [0] * (powers + 1)
        self.leader_at = [NOBODY] * len(box.leaders)
        self.pass_rights = [0] * powers
        """For each Power those whom it lets pass everywhere, as bits (4.3.1); :attr:`ways` are single Provinces."""
        self.allies = [0] * powers
        """For each Power those it has an agreement with until the turn ends, as bits."""
        self.unpaid = [0] * powers
        """Where a Fleet came from that did not pay at Rhodes, + 1 (12.5.1)."""
        self.acted = [0] * powers
        self.active = NOBODY
        self.drawer = NOBODY
        self.sof_owner = NOBODY
        self.guard_duty = 0
        self.mutiny = NOBODY

    @property
    def box(self) -> PaxRomanaBox:
        return self._box

    # The stack of procedures

    def push(self, procedure: Procedure) -> None:
        self.stack.append(procedure)

    def pop(self, answer: int = 0) -> None:
        """The top procedure is finished; ``answer`` is what the one below may want to know."""
        self.stack.pop()
        self.answer = answer

    def roll(self, sides: int = 6) -> int:
        """Chance comes in."""
        self.irrevocable += 1
        return self.dice.roll(sides)

    # Pieces

    def at(self, side: int, node: int) -> int:
        """The stack of a side in a place."""
        return self.force.get(side << NODE_BITS | node, 0)

    def _touch(self, node: int) -> None:
        self._occupier[node] = UNKNOWN
        if self._reach:
            self._reach = {}
        province = self._box.atlas.province_of[node]
        if province >= 0:
            self.dirty |= 1 << province

    def forget(self) -> None:
        """What was kept at hand is to be worked out anew."""
        self._occupier = [UNKNOWN] * len(self._occupier)
        self._reach = {}

    def add(self, side: int, node: int, units: int) -> None:
        """Put Units down; two Reduced ones of a kind combine at once (9.2.4, 10.6.6)."""
        if not units:
            return
        key = side << NODE_BITS | node
        stack = self.force.get(key, 0) + units
        if stack >> BITS * LEGION_R & BYTE > 1:
            stack += ONE[LEGION] - 2 * ONE[LEGION_R]
        if stack >> BITS * HEAVY_R & BYTE > 1:
            stack += ONE[HEAVY] - 2 * ONE[HEAVY_R]
        self.force[key] = stack
        self._touch(node)

    def remove(self, side: int, node: int, units: int) -> None:
        """Take Units away."""
        if not units:
            return
        key = side << NODE_BITS | node
        stack = self.force[key] - units
        assert stack >= 0, "more Units taken than there are"
        moved = self.moved.get(key)
        if self.guests and not stack & OCCUPY:
            self.guests = [each for each in self.guests if each >> 2 != key]
        if stack:
            self.force[key] = stack
            if moved:
                self.moved[key] = common(moved, stack)
        else:
            del self.force[key]
            if moved is not None:
                del self.moved[key]
        self._touch(node)

    def shift(self, side: int, start: int, end: int, units: int) -> None:
        """Carry Units from one place to another."""
        self.remove(side, start, units)
        self.add(side, end, units)

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
            if self._box.atlas.flags[node] & 4:
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

    def set_site(self, node: int, owner: int, kind: int, walls: int) -> None:
        self.sites[node] = owner * 64 + kind * 8 + walls
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
        site = self.sites.get(node)
        return NOBODY if site is None else site >> 6

    def occupier(self, node: int) -> int:
        """The side whose Land Combat Units, Garrison, City or Town is there (1.4 Occupy).

        Slaves come before the owner, the owner of a City or Town before guests of his (7.2.1, 5.4.1).
        """
        found = self._occupier[node]
        if found == UNKNOWN:
            found = NOBODY
            force = self.force
            for side in range(SIDES - 1):
                stack = force.get(side << NODE_BITS | node)
                if stack and stack & OCCUPY and (found == NOBODY or side > 3 or self.site_owner(node) == side):
                    found = side
            if self.guests and 0 <= found < 4:
                found = self._host(found, node)
            site = self.sites.get(node)
            if site is not None and (found == NOBODY or (found < 4 and site >> 6 < 4)):
                found = site >> 6
            elif found == NOBODY:
                if node in self.tribes:
                    found = TRIBES
                elif force.get(SOF << NODE_BITS | node, 0) & OCCUPY:
                    found = SOF
            self._occupier[node] = found
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
        return found

    def friends(self, one: int, other: int) -> bool:
        """Whether two sides are friendly (1.4): the same, the Soldier of Fortune and his player."""
        if one == other:
            return True
        if one == SOF:
            return other == self.sof_owner
        return other == SOF and one == self.sof_owner

    def welcome(self, side: int, node: int) -> bool:
        """Whether Armies of a side may pass and stay where ``node``'s occupier is: nobody, friend or generous ally."""
        other = self.occupier(node)
        if other == NOBODY or self.friends(side, other):
            return True
        return side < 4 and other < 4 and self.lets_in(other, side, node)

    def lets_in(self, host: int, guest: int, node: int) -> bool:
        """Whether a Power has agreed that Units of another pass and stay in a place (4.3.1)."""
        if self.pass_rights[host] >> guest & 1:
            return True
        return bool(self.ways) and (host << 10 | guest << 8 | self._box.atlas.province_of[node]) in self.ways

    def visit(self, side: int, node: int) -> None:
        """An Army about to enter an ally's Space will be his guest there: Control stays as it was (4.3.1)."""
        if side < 4 and any(self.allies):
            host = self.holder(node)
            stay = (side << NODE_BITS | node) << 2 | host
            if 0 <= host < 4 and host != side and stay not in self.guests and self.lets_in(host, side, node):
                self.guests.append(stay)
                self._touch(node)

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

    def leaders_of(self, side: int, node: int) -> list[int]:
        """The leaders of a side in a place."""
        leaders = self._box.leaders
        return [number for number, where in enumerate(self.leader_at) if where == node and leaders[number].side == side]

    def foes_galleys(self, side: int, node: int) -> int:
        """The side of an enemy Fleet in a place, NOBODY if there is none."""
        for other in range(5):
            if other != side and self.force.get(other << NODE_BITS | node, 0) >> BITS * 11:
                if self.friends(side, other):
                    continue
                if other < 4 and side < 4 and self.lets_in(other, side, node):
                    continue
                return other
        return NOBODY

    # Copying

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new._box = self._box
        new._legal = self._legal.copy()
        new._occupier = self._occupier[:]
        new._reach = self._reach
        new.dice = self.dice
        new.listener = None
        for name in NUMBERS:
            setattr(new, name, getattr(self, name))
        for name in LISTS:
            setattr(new, name, getattr(self, name)[:])
        new.force = self.force.copy()
        new.moved = self.moved.copy()
        new.sites = self.sites.copy()
        new.tribes = self.tribes.copy()
        new.objectives = [held[:] for held in self.objectives]
        new.promises = self.promises[:]
        new.held = self.held
        new.result = self.result
        new.stack = [procedure.copy() for procedure in self.stack]
        return new

    def snapshot(self) -> dict[str, Any]:
        """The whole position as plain data: ``position(**snapshot)`` builds it again."""
        box = self._box
        units: dict[str, dict[str, dict[str, int]]] = {}
        for key in sorted(self.force):
            side, node = key >> NODE_BITS, key & NODES - 1
            units.setdefault(box.side_word(side), {})[box.atlas.ids[node]] = unpack(self.force[key])
        moved: dict[str, dict[str, dict[str, int]]] = {}
        for key in sorted(self.moved):
            if self.moved[key]:
                side, node = key >> NODE_BITS, key & NODES - 1
                moved.setdefault(box.side_word(side), {})[box.atlas.ids[node]] = unpack(self.moved[key])
        return {
            "options": box.options,
            "units": units,
            "moved": moved,
            "sites": {
                box.atlas.ids[node]: {
                    "owner": box.side_word(site >> 6),
                    "kind": "city" if site >> 3 & 7 == 2 else "town",
                    "walls": site & 7,
                }
                for node, site in sorted(self.sites.items())
            },
            "tribes": {box.atlas.ids[node]: value for node, value in sorted(self.tribes.items())},
            "leaders": {
                box.leaders[number].word: box.atlas.ids[node] for number, node in enumerate(self.leader_at) if node >= 0
            },
            "objectives": [[_marker_word(each) for each in held] for held in self.objectives],
            "promises": [list(promise) for promise in self.promises],
            "held": list(self.held),
            "result": list(self.result),
            "numbers": {name: getattr(self, name) for name in NUMBERS},
            "lists": {name: getattr(self, name)[:] for name in LISTS if name != "leader_at"},
            "stack": [procedure.snapshot() for procedure in self.stack],
        }

    # Hiding

    def veil(self, seat: int) -> Self:
        own = self._box.seat_powers[seat]
        new = self.copy()
        new.dice = NoDice()
        new._legal = {}
        new.irrevocable = 0
        new.decisions = 0
        for node, value in new.tribes.items():
            if not value & REVEALED:
                new.tribes[node] = HIDDEN
        new.tribe_pool = [HIDDEN] * len(new.tribe_pool)
        new.objective_pool = [HIDDEN] * len(new.objective_pool)
        for power, held in enumerate(new.objectives):
            if power not in own and self.stack:
                new.objectives[power] = [_as_known(each, own) for each in held]
        for procedure in new.stack:
            procedure.hide(new, own)
        return new

    def unveil(self, seat: int, rng: random.Random) -> Self:
        own = self._box.seat_powers[seat]
        new = self.copy()
        new._legal = {}
        new.dice = FastDice(rng)
        counters = new.unseen_tribes()
        rng.shuffle(counters)
        for node, value in new.tribes.items():
            if value == HIDDEN:
                new.tribes[node] = counters.pop()
        new.tribe_pool = counters
        letters = new.unseen_objectives()
        rng.shuffle(letters)
        for held in new.objectives:
            for place, each in enumerate(held):
                if each == HIDDEN:
                    held[place] = letters.pop()
        new.objective_pool = letters
        for procedure in new.stack:
            procedure.guess(new, own)
        return new

    def unseen_tribes(self) -> list[int]:
        """The Tribal Counters of which this position does not say where they are."""
        from ludi.games.pax_romana.barbarians import TRIBAL_COUNTERS

        left = list(TRIBAL_COUNTERS)
        for value in self.tribes.values():
            if value & REVEALED:
                left.remove(value & 15)
        return left

    def unseen_objectives(self) -> list[int]:
        from ludi.games.pax_romana.objectives import objective_markers

        left = objective_markers(self._box)
        for held in self.objectives:
            for each in held:
                if each != HIDDEN:
                    left.remove(each & 15)
        return left

    def report(self, kind: str, rule: str, facts: Mapping[str, Fact]) -> None:
        """Tell the listener what happened, with facts that are put together before."""
        if self.listener is not None:
            self.listener(Event(kind, facts, rule))


def _marker_word(marker: int) -> str:
    """An Objective marker in a snapshot: its letter, ``+`` if it lies open, ``@`` and the Powers it was shown to."""
    seen = "".join(str(power) for power in range(4) if marker & SEEN << power)
    letter = "?" if marker & 15 == HIDDEN else LETTERS[marker & 15]
    return letter + ("+" if marker & SHOWN else "") + (f"@{seen}" if seen else "")


def _as_known(marker: int, own: tuple[int, ...]) -> int:
    """Another's marker as some Powers know it."""
    seen = sum(marker & SEEN << power for power in own)
    return marker & (SHOWN | 15) | seen if marker & SHOWN or seen else HIDDEN
