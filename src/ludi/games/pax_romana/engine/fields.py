"""The fields of a position of Pax Romana, all plain ints, lists and dicts, and the stack of procedures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from ludi.core import Dice, State
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.promises import Promise
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.pieces import NOBODY, Site

UNKNOWN = -2
"""An occupier that is to be worked out anew."""

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
    "activations",
    "dirty",
    "leaders_moved",
    "leaders_gone",
    "elites_resting",
    "elites_used",
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
    "german_start",
    "corvus_used",
    "no_withdrawal",
    "decisions",
)
"""Fields that are single ints (several of them bitmasks of Powers or leaders)."""


class Fields(State):
    """What a position consists of."""

    __slots__ = (
        "_box",
        "_legal",
        "_occupier",
        "_reach",
        "escorted",
        "force",
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
    activations: int
    dirty: int
    leaders_moved: int
    leaders_gone: int
    elites_resting: int
    elites_used: int
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
    german_start: int
    corvus_used: int
    no_withdrawal: int
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
        self.escorted: dict[int, int] = {}
        """The Galley Squadrons among them that have moved as escort only."""
        self.sites: dict[int, Site] = {}
        """Cities and Towns by node."""
        self.tribes: dict[int, int] = {}
        """Tribal Counters by node; + REVEALED when turned up."""
        self.objectives: list[list[int]] = [[] for _ in range(powers)]
        self.promises: list[Promise] = []
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
        """For each Power those whom it lets pass everywhere, as bits (4.3.1); :attr:`ways` are Provinces and Spaces."""
        self.allies = [0] * powers
        """For each Power those it has an agreement with until the turn ends, as bits."""
        self.unpaid = [0] * powers
        """Where a Fleet came from that did not pay at Rhodes, + 1 (12.5.1)."""
        self.acted = [0] * powers
        self.active = NOBODY
        self.sof_owner = NOBODY
        self.guard_duty = 0
        self.mutiny = NOBODY

    @property
    def box(self) -> PaxRomanaBox:
        return self._box

    # Written out, for a position is copied at every step of a search

    def _copy_numbers(self, new: Self) -> None:
        new.irrevocable = self.irrevocable
        new.turn = self.turn
        new.phase = self.phase
        new.active = self.active
        new.streak = self.streak
        new.activations = self.activations
        new.dirty = self.dirty
        new.leaders_moved = self.leaders_moved
        new.leaders_gone = self.leaders_gone
        new.elites_resting = self.elites_resting
        new.elites_used = self.elites_used
        new.galley_technology = self.galley_technology
        new.conqueror = self.conqueror
        new.civil_war = self.civil_war
        new.double_cost = self.double_cost
        new.guard_duty = self.guard_duty
        new.guard_points = self.guard_points
        new.mutiny = self.mutiny
        new.invaded = self.invaded
        new.capital_scares = self.capital_scares
        new.slaves_due = self.slaves_due
        new.militia_raised = self.militia_raised
        new.sof_owner = self.sof_owner
        new.german_start = self.german_start
        new.corvus_used = self.corvus_used
        new.no_withdrawal = self.no_withdrawal
        new.decisions = self.decisions

    def _copy_lists(self, new: Self) -> None:
        new.treasury = self.treasury[:]
        new.stability = self.stability[:]
        new.vp = self.vp[:]
        new.gained = self.gained[:]
        new.provinces = self.provinces[:]
        new.capital_held = self.capital_held[:]
        new.pool = self.pool[:]
        new.order = self.order[:]
        new.leader_at = self.leader_at[:]
        new.pending = self.pending[:]
        new.pirates = self.pirates[:]
        new.tribe_pool = self.tribe_pool[:]
        new.objective_pool = self.objective_pool[:]
        new.pass_rights = self.pass_rights[:]
        new.allies = self.allies[:]
        new.ways = self.ways[:]
        new.guests = self.guests[:]
        new.unpaid = self.unpaid[:]
        new.start_scores = self.start_scores[:]
        new.acted = self.acted[:]

    # The stack of procedures

    def push(self, procedure: Procedure) -> None:
        self.stack.append(procedure)

    def reveal(self) -> None:
        """What a Power did not know lies open: nobody takes back what led to it."""
        self.irrevocable += 1

    def pick(self, items: Sequence[int]) -> int:
        """Chance draws one of these."""
        self.irrevocable += 1
        return self.dice.choose(items)

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Chance comes in; ``purpose`` says what the die is for."""
        self.irrevocable += 1
        return self.dice.roll(sides, purpose)
