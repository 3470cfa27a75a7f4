"""Pieces and sides: what stands on the map, packed into plain ints.

A *stack* is all that one side has in one place, as one int with eight bits for each kind of Unit. So two stacks are
joined by ``+``, a part is taken away by ``-``, and a copy of a position is a copy of a few dicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

# Kinds of Units. Those up to BARBARIAN are Land Combat Units, as are the last two; those up to GARRISON occupy (1.4).
LEGION, LEGION_R, HEAVY, HEAVY_R, LIGHT, CAVALRY, MILITIA, MERCENARY, BARBARIAN, GARRISON, ELEPHANT, GALLEY = range(12)
RHODIAN = 12
"""A Galley Squadron of Rhodes in the service of the player who holds the island (12.5.1)."""
MERCENARY_LIGHT, MERCENARY_CAVALRY = 13, 14
"""Mercenaries of the Advanced Game (12.2.3); MERCENARY is Heavy Infantry."""
PERGAMENE_HEAVY, PERGAMENE_HEAVY_R, PERGAMENE_LIGHT, PERGAMENE_CAVALRY, PERGAMENE_GALLEY = range(15, 20)
"""Units of Pergamum in the service of its ally, in one stack with his own (12.5.4)."""
KINDS = 20
Unit = Literal[
    "legion",
    "reduced-legion",
    "heavy",
    "reduced-heavy",
    "light",
    "cavalry",
    "militia",
    "mercenary",
    "barbarian",
    "garrison",
    "elephant",
    "galley",
    "rhodian",
    "light-mercenary",
    "mercenary-cavalry",
    "pergamene-heavy",
    "reduced-pergamene",
    "pergamene-light",
    "pergamene-cavalry",
    "pergamene-galley",
]
UNITS: tuple[Unit, ...] = get_args(Unit)
WALL = 20
"""As a loss: one Wall Point."""
LOSSES = (*UNITS, "wall")

DATA_NAMES: Mapping[str, int] = {
    "legion": LEGION,
    "heavy_infantry": HEAVY,
    "light_infantry": LIGHT,
    "cavalry": CAVALRY,
    "elephant": ELEPHANT,
    "garrison": GARRISON,
    "galley": GALLEY,
    "tribal_infantry": BARBARIAN,
    "barbarian_infantry": BARBARIAN,
    "mercenary_heavy_infantry": MERCENARY,
    "mercenary_light_infantry": MERCENARY_LIGHT,
    "mercenary_cavalry": MERCENARY_CAVALRY,
    "militia": MILITIA,
}
"""The words of the data files."""

BITS = 8
BYTE = 255
ONE = tuple(1 << BITS * kind for kind in range(KINDS))
"""A single Unit of each kind, as a stack."""
HIRED = BYTE << BITS * MERCENARY_LIGHT | BYTE << BITS * MERCENARY_CAVALRY
PERGAMENE_ARMY = sum(BYTE << BITS * kind for kind in range(PERGAMENE_HEAVY, PERGAMENE_GALLEY))
PERGAMENES = PERGAMENE_ARMY | BYTE << BITS * PERGAMENE_GALLEY
COMBAT = (1 << BITS * (BARBARIAN + 1)) - 1 | HIRED | PERGAMENE_ARMY
OCCUPY = (1 << BITS * (GARRISON + 1)) - 1 | HIRED | PERGAMENE_ARMY
LAND = (1 << BITS * (ELEPHANT + 1)) - 1 | HIRED | PERGAMENE_ARMY
RHODIANS = BYTE << BITS * RHODIAN
GALLEYS = BYTE << BITS * GALLEY | RHODIANS | BYTE << BITS * PERGAMENE_GALLEY
CAVALRIES = sum(BYTE << BITS * kind for kind in (CAVALRY, MERCENARY_CAVALRY, PERGAMENE_CAVALRY))
ELEPHANTS = BYTE << BITS * ELEPHANT
GARRISONS = BYTE << BITS * GARRISON
MERCENARIES = BYTE << BITS * MERCENARY | HIRED
MERCENARY_FOOT = MERCENARIES & ~CAVALRIES
MILITIAS = BYTE << BITS * MILITIA
INFANTRY = COMBAT & ~CAVALRIES
MAX_OF_A_KIND = BYTE

POINTS = (4, 2, 3, 1, 1, 1, 1, 3, 1, 0, 0, 0, 0, 1, 1, 3, 1, 1, 1, 0)
"""Battle Points (10.3.1)."""
COSTS = (2, 0, 2, 0, 1, 2, 0, 2, 0, 0, 1, 2, 0, 1, 2, 0, 0, 0, 0, 0)
"""Talents (6.2.7); Mercenaries 12.2.2, 12.2.3."""
GARRISONS_FROM = (3, 1, 3, 1, 2, *[0] * 15)
"""How many Garrisons a Unit breaks down into (12.1.6, 12.1.7)."""
REDUCED_FROM = ((LEGION_R, LEGION), (HEAVY_R, HEAVY), (PERGAMENE_HEAVY_R, PERGAMENE_HEAVY))
"""Each kind of Reduced Unit with the full one."""
SETTLERS = sum(BYTE << BITS * kind for kind in range(KINDS) if GARRISONS_FROM[kind])

# Sides: the Powers of the scenario are 0 to 3; the others belong to nobody.
MAX_POWERS = 4
INDEPENDENT, TRIBES, WEST_GAULS, EAST_GAULS, GERMANS = 4, 5, 6, 7, 8
GALLIC_REBELS = 9
"""The Army of a Massive Rebellion in Gaul (13.3)."""
SLAVES = 10
"""Slaves in revolt against Power p are side ``SLAVES + p``."""
REBELS = 14
"""Barbarian Infantry of other Rebellions, which stays where it rose (13.3)."""
PONTUS = 15
"""The Units of Pontus (12.5.5)."""
SUCCESSORS = 16
"""A Greek Army in the hands of another player, for one Move (17.2, SUCCESSOR WARS)."""
SOF = 17
"""The Soldier of Fortune's Army."""
SIDES = 18
PERGAMUM = 18
"""Who holds a Space that only Pergamenes in their ally's service occupy, and the side of their leaders (12.5.4)."""
NOBODY = -1
WITH_FLEETS: tuple[int, ...] = (*range(MAX_POWERS), INDEPENDENT, PONTUS)
"""Sides that may have Galley Squadrons."""
PLAYED: tuple[int, ...] = (*range(MAX_POWERS), PONTUS, SOF)
"""Sides whose Armies players move as their own, or nearly so."""
SIDE_NAMES = {
    INDEPENDENT: "independents",
    TRIBES: "tribes",
    WEST_GAULS: "western-gauls",
    EAST_GAULS: "eastern-gauls",
    GERMANS: "germans",
    GALLIC_REBELS: "gallic-rebels",
    SLAVES: "slaves-0",
    SLAVES + 1: "slaves-1",
    SLAVES + 2: "slaves-2",
    SLAVES + 3: "slaves-3",
    REBELS: "rebels",
    PONTUS: "pontus",
    SUCCESSORS: "successors",
    SOF: "soldier-of-fortune",
    PERGAMUM: "pergamum",
}
STANDARD_LEADERS = (SOF, WEST_GAULS, EAST_GAULS, GERMANS)
"""The sides beside the Powers that have a leader; Gallic rebels rise in the Advanced Game only."""
SPECIAL_LEADERS = {**{side: SIDE_NAMES[side] for side in STANDARD_LEADERS}, GALLIC_REBELS: "gallic-rebel"}
"""What the data call their leaders."""
PERGAMENE_LEADERS = ("pergamum-5", "pergamum-6")
"""And those of Pergamum, for a die of 5 and of 6 (17.2)."""


def is_slave(side: int) -> bool:
    """Whether a side is Slaves in revolt."""
    return SLAVES <= side < SLAVES + MAX_POWERS


def squats(side: int) -> bool:
    """Whether a side defends Cities and Towns that are another's: Slaves and rebels (12.7.3, 13.3)."""
    return is_slave(side) or side == REBELS


def is_power(side: int) -> bool:
    """Whether a side is one of the Powers."""
    return 0 <= side < MAX_POWERS


def is_played(side: int) -> bool:
    """Whether the Army of a side is a player's: a Power's or the Soldier of Fortune's (12.4.4)."""
    return 0 <= side < MAX_POWERS or side == SOF


NODE_BITS = 9
NODES = 1 << NODE_BITS
"""Keys of stacks are ``side << NODE_BITS | node``."""


def stack_key(side: int, node: int) -> int:
    """Where the stack of a side in a place is kept.

    >>> side_of(stack_key(3, 17)), node_of(stack_key(3, 17))
    (3, 17)
    """
    return side << NODE_BITS | node


def side_of(key: int) -> int:
    """The side whose stack is kept there."""
    return key >> NODE_BITS


def node_of(key: int) -> int:
    """The place whose stack is kept there."""
    return key & NODES - 1


def count(stack: int, kind: int) -> int:
    """How many Units of a kind.

    >>> count(3 * ONE[HEAVY] + ONE[CAVALRY], HEAVY)
    3
    """
    return stack >> BITS * kind & BYTE


def cavalry_in(stack: int) -> int:
    """How many Cavalry Units, Mercenaries and Pergamenes included.

    >>> cavalry_in(2 * ONE[CAVALRY] + ONE[MERCENARY_CAVALRY] + ONE[LIGHT])
    3
    """
    hired = (stack >> BITS * MERCENARY_CAVALRY & BYTE) + (stack >> BITS * PERGAMENE_CAVALRY & BYTE)
    return (stack >> BITS * CAVALRY & BYTE) + hired


def squadrons(stack: int) -> int:
    """How many Galley Squadrons, those of Rhodes and Pergamum included.

    >>> squadrons(3 * ONE[GALLEY] + ONE[RHODIAN] + ONE[LIGHT])
    4
    """
    lent = (stack >> BITS * RHODIAN & BYTE) + (stack >> BITS * PERGAMENE_GALLEY & BYTE)
    return (stack >> BITS * GALLEY & BYTE) + lent


def first_squadrons(stack: int, number: int) -> int:
    """So many Galley Squadrons of a stack, all if it has no more, where there is nothing to choose.

    >>> first_squadrons(3 * ONE[GALLEY] + ONE[RHODIAN], 4) == 3 * ONE[GALLEY] + ONE[RHODIAN]
    True
    """
    found = 0
    for kind in (RHODIAN, PERGAMENE_GALLEY, GALLEY):
        part = min(number, stack >> BITS * kind & BYTE)
        found += part * ONE[kind]
        number -= part
    return found


@lru_cache(maxsize=8192)
def points(stack: int) -> int:
    """The Battle Points of a stack.

    >>> points(5 * ONE[HEAVY] + 6 * ONE[LIGHT])
    21
    """
    total = 0
    stack &= COMBAT
    kind = 0
    while stack:
        number = stack & BYTE
        if number:
            total += number * POINTS[kind]
        stack >>= BITS
        kind += 1
    return total


@lru_cache(maxsize=8192)
def size(stack: int) -> int:
    """How many Units, of all kinds."""
    total = 0
    while stack:
        total += stack & BYTE
        stack >>= BITS
    return total


def kinds(stack: int) -> list[int]:
    """The kinds of Units in a stack."""
    found = []
    kind = 0
    while stack:
        if stack & BYTE:
            found.append(kind)
        stack >>= BITS
        kind += 1
    return found


def common(one: int, other: int) -> int:
    """The largest stack that is part of both.

    >>> common(3 * ONE[HEAVY], ONE[HEAVY] + ONE[LIGHT]) == ONE[HEAVY]
    True
    """
    both = 0
    for kind in kinds(one):
        both += min(count(one, kind), count(other, kind)) << BITS * kind
    return both


def joined(army: int, stack: int) -> int:
    """What an Army is within the stack it belongs to, where Reduced Units combined or losses Reduced some (9.2.4).

    >>> joined(ONE[HEAVY_R] + ONE[LIGHT], ONE[HEAVY] + 4 * ONE[LIGHT]) == ONE[HEAVY] + ONE[LIGHT]
    True
    """
    for reduced, full in REDUCED_FROM:
        if count(army, reduced) and not count(stack, reduced) and count(stack, full) > count(army, full):
            army += ONE[full] - ONE[reduced]
        elif count(army, full) > count(stack, full) and count(stack, reduced) > count(army, reduced):
            army += ONE[reduced]
    return common(army, stack)


def pack(counts: Mapping[str, int]) -> int:
    """A stack from words of the data files or of :data:`UNITS`."""
    stack = 0
    for word, number in counts.items():
        kind = DATA_NAMES[word] if word in DATA_NAMES else UNITS.index(word)
        if not 0 <= number <= MAX_OF_A_KIND:
            raise ValueError(f"{number} {word}")
        stack += number * ONE[kind]
    return stack


def unpack(stack: int) -> dict[str, int]:
    """A stack as words."""
    return {UNITS[kind]: count(stack, kind) for kind in kinds(stack)}


def cavalry_edge(mine: int, theirs: int) -> int:
    """Cavalry Superiority 1, Supremacy 3, neither 0 (10.4.1)."""
    if mine <= theirs:
        return 0
    if (theirs and mine >= 3 * theirs) or (not theirs and mine >= 2):
        return 3
    return 1


# Cities and Towns
TOWN, CITY = 1, 2
FULL_WALLS = (0, 2, 5)
LEAST_WALLS = (0, 1, 3)
SITE_WORDS = ("", "town", "city")


class Site(NamedTuple):
    """A City or Town.

    >>> Site(0, CITY, 3).whole, Site(0, CITY, 3).stripped
    (False, True)
    """

    owner: int
    kind: int
    walls: int

    @property
    def whole(self) -> bool:
        """Whether it has all its Wall Points."""
        return self.walls >= FULL_WALLS[self.kind]

    @property
    def stripped(self) -> bool:
        """Whether it has no Wall Point left to lose: a City at 3, a Town at 1 (7.3.5)."""
        return self.walls <= LEAST_WALLS[self.kind]


# Counters that may lie face down: the strength of a Tribe or the letter of an Objective, with flags.


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader counter (8.2.1)."""

    word: str
    side: int
    tactical: int
    campaign: int
    elite: bool
    turns: tuple[int, ...] = ()
    """The turns of a named leader; empty for one drawn from the pool."""
    title: str = ""
