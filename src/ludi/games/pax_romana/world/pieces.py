"""Pieces and sides: what stands on the map, packed into plain ints.

A *stack* is all that one side has in one place, as one int with eight bits for each kind of Unit. So two stacks are
joined by ``+``, a part is taken away by ``-``, and a copy of a position is a copy of a few dicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

# Kinds of Units. Those up to BARBARIAN are Land Combat Units; up to GARRISON they occupy a Space (1.4).
LEGION, LEGION_R, HEAVY, HEAVY_R, LIGHT, CAVALRY, MILITIA, MERCENARY, BARBARIAN, GARRISON, ELEPHANT, GALLEY = range(12)
RHODIAN = 12
"""A Galley Squadron of Rhodes in the service of the player who holds the island (12.5.1)."""
KINDS = 13
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
]
UNITS: tuple[Unit, ...] = (
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
)
WALL = 13
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
    "militia": MILITIA,
}
"""The words of the data files."""

BITS = 8
BYTE = 255
ONE = tuple(1 << BITS * kind for kind in range(KINDS))
"""A single Unit of each kind, as a stack."""
COMBAT = (1 << BITS * (BARBARIAN + 1)) - 1
OCCUPY = (1 << BITS * (GARRISON + 1)) - 1
LAND = (1 << BITS * (ELEPHANT + 1)) - 1
GALLEYS = BYTE << BITS * GALLEY | BYTE << BITS * RHODIAN
RHODIANS = BYTE << BITS * RHODIAN
CAVALRIES = BYTE << BITS * CAVALRY
ELEPHANTS = BYTE << BITS * ELEPHANT
GARRISONS = BYTE << BITS * GARRISON
MERCENARIES = BYTE << BITS * MERCENARY
MILITIAS = BYTE << BITS * MILITIA
INFANTRY = COMBAT & ~CAVALRIES
MAX_OF_A_KIND = BYTE

POINTS = (4, 2, 3, 1, 1, 1, 1, 3, 1, 0, 0, 0, 0)
"""Battle Points (10.3.1)."""
COSTS = (2, 0, 2, 0, 1, 2, 0, 2, 0, 0, 1, 2, 0)
"""Talents (6.2.7); Mercenary Heavy Infantry 12.2.2."""
GARRISONS_FROM = (3, 1, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0)
"""How many Garrisons a Unit breaks down into (12.1.6, 12.1.7)."""
SETTLERS = sum(BYTE << BITS * kind for kind in range(KINDS) if GARRISONS_FROM[kind])

# Sides: the Powers of the scenario are 0 to 3; the others belong to nobody.
MAX_POWERS = 4
INDEPENDENT, TRIBES, WEST_GAULS, EAST_GAULS, GERMANS = 4, 5, 6, 7, 8
SLAVES = 9
"""Slaves in revolt against Power p are side ``SLAVES + p``."""
SOF = 13
"""The Soldier of Fortune's Army."""
SIDES = 14
NOBODY = -1
SIDE_NAMES = {
    INDEPENDENT: "independents",
    TRIBES: "tribes",
    WEST_GAULS: "western-gauls",
    EAST_GAULS: "eastern-gauls",
    GERMANS: "germans",
    SLAVES: "slaves-0",
    SLAVES + 1: "slaves-1",
    SLAVES + 2: "slaves-2",
    SLAVES + 3: "slaves-3",
    SOF: "soldier-of-fortune",
}


def is_power(side: int) -> bool:
    """Whether a side is one of the Powers."""
    return 0 <= side < MAX_POWERS


def is_played(side: int) -> bool:
    """Whether the Army of a side is a player's: a Power's or the Soldier of Fortune's (12.4.4)."""
    return 0 <= side < MAX_POWERS or side == SOF


def is_slave(side: int) -> bool:
    """Whether a side is one of Slaves in revolt (12.7)."""
    return SLAVES <= side < SOF


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


def squadrons(stack: int) -> int:
    """How many Galley Squadrons, those of Rhodes included.

    >>> squadrons(3 * ONE[GALLEY] + ONE[RHODIAN] + ONE[LIGHT])
    4
    """
    return (stack >> BITS * GALLEY & BYTE) + (stack >> BITS * RHODIAN & BYTE)


def first_squadrons(stack: int, number: int) -> int:
    """So many Galley Squadrons of a stack, those of Rhodes first: nobody would rather part with his own (12.5.1).

    >>> first_squadrons(3 * ONE[GALLEY] + ONE[RHODIAN], 2) == ONE[GALLEY] + ONE[RHODIAN]
    True
    """
    rhodians = min(number, stack >> BITS * RHODIAN & BYTE)
    return rhodians * ONE[RHODIAN] + min(number - rhodians, stack >> BITS * GALLEY & BYTE) * ONE[GALLEY]


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
    for reduced, full in ((LEGION_R, LEGION), (HEAVY_R, HEAVY)):
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
HIDDEN = 15
"""A Tribal Counter or an Opportunity Objective that a position does not know."""
REVEALED = 16
"""Flag of a Tribal Counter that has been turned up."""
SHOWN = 16
"""Flag of an Opportunity Objective that lies face-up."""
SEEN = 32
"""``SEEN << power``: flag of an Opportunity Objective that its owner has shown to an ally (15.4.6)."""


def tribe_strength(counter: int) -> int:
    """The strength of a Tribal Counter; HIDDEN if it is not known.

    >>> tribe_strength(revealed(4))
    4
    """
    return counter & HIDDEN


def is_revealed(counter: int) -> bool:
    """Whether a Tribal Counter has been turned up (13.1.2)."""
    return counter & REVEALED != 0


def revealed(counter: int) -> int:
    """A Tribal Counter, turned up."""
    return counter | REVEALED


def letter_of(marker: int) -> int:
    """The number of an Objective's letter; HIDDEN if it is not known.

    >>> letter_of(seen_too(shown(3), 2))
    3
    """
    return marker & HIDDEN


def is_shown(marker: int) -> bool:
    """Whether an Objective lies face-up (15.4.6)."""
    return marker & SHOWN != 0


def shown(marker: int) -> int:
    """An Objective, face-up."""
    return marker | SHOWN


def has_seen(marker: int, power: int) -> bool:
    """Whether a Power was shown an Objective by its owner (15.4.6).

    >>> has_seen(seen_too(3, 2), 2), has_seen(seen_too(3, 2), 1)
    (True, False)
    """
    return marker & SEEN << power != 0


def seen_too(marker: int, power: int) -> int:
    """An Objective that one more Power has been shown."""
    return marker | SEEN << power


def known_to(marker: int, power: int) -> bool:
    """Whether a Power that does not own an Objective knows it."""
    return marker & (SHOWN | SEEN << power) != 0
