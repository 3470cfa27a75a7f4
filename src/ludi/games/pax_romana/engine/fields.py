"""The fields of a position of Pax Romana, all plain ints, lists and dicts, and the stack of procedures."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Self

from ludi.core import Dice, State
from ludi.core.native import mypyc_attr
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
    "deck",
    "discards",
    "used_up",
    "silent",
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
    "hushed",
    "courts_united",
    "joined_in",
    "uprising",
    "cyprus_closed",
    "gaul_rose",
    "major_spent",
    "conquerors",
    "cunctators",
    "rhodes_ally",
    "pergamum_ally",
    "pergamene_kept",
    "pontus_player",
    "pontus_marker",
    "successors_of",
    "successor_war",
    "successor_leaders",
    "inventor",
    "helepolis",
    "decisions",
)
"""Fields that are single ints (several of them bitmasks of Powers or leaders)."""


LATER = {
    **dict.fromkeys(NUMBERS[NUMBERS.index("hushed") : NUMBERS.index("decisions")], 0),
    **dict.fromkeys(("rhodes_ally", "pergamum_ally", "pontus_player", "successors_of"), NOBODY),
}
"""Single ints of the Advanced Game and what they are at the beginning. A snapshot tells them, and the lists of cards,
only where they have changed: finished games of the Standard Game keep their fingerprints."""
CARD_LISTS = ("deck", "discards", "used_up", "silent")


@mypyc_attr(allow_interpreted_subclasses=True)
class Fields(State):
    """What a position consists of."""

    __slots__ = (
        "_asked",
        "_box",
        "_legal",
        "_lines",
        "_occupier",
        "_reach",
        "escorted",
        "force",
        "hands",
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
    deck: list[int]
    discards: list[int]
    used_up: list[int]
    silent: list[int]
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
    hushed: int
    courts_united: int
    joined_in: int
    """Which of two rival lands Units joined the Major Move in on the way, by a scenario's rule."""
    uprising: int
    cyprus_closed: int
    gaul_rose: int
    major_spent: int
    conquerors: int
    cunctators: int
    rhodes_ally: int
    pergamum_ally: int
    pergamene_kept: int
    """The Spaces of Pergamum at the start that its ally Controlled before the alliance, as a set."""
    pontus_player: int
    pontus_marker: int
    successors_of: int
    successor_war: int
    successor_leaders: int
    """The leaders with the Army that another player moves, as a set."""
    inventor: int
    """The City in which the inventor of THE ARCHIMEDES EFFECT works, + 1."""
    helepolis: int
    """The Army with the Helepolis of THE POLIORCATES EFFECT, by side and place as in :attr:`force`, + 1."""
    decisions: int

    def __init__(self, box: PaxRomanaBox, dice: Dice) -> None:
        powers = len(box.powers)
        self._box = box
        self._asked: tuple[int, ...] | None = None
        """The Powers that must decide, once they were asked for."""
        self._legal: dict[int, list[int]] = {}
        self._occupier: list[int] = [NOBODY] * box.atlas.nodes
        self._reach: dict[Any, Any] = {}
        """What follows from the map as it stands (lines of communication, ways): forgotten when a piece moves."""
        self._lines: dict[Any, Any] = {}
        """What follows from who occupies what and where Fleets are: forgotten when that changes."""
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
        self.hands: list[list[int]] = [[] for _ in range(powers)]
        """The Event cards in each Power's Hand, by title, with who else has seen them (17.1.4)."""
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
        self.silent = [0] * powers
        """For each Power the cards for which it does not want to be asked, as a set of titles."""
        self.active = NOBODY
        self.sof_owner = NOBODY
        self.guard_duty = 0
        self.mutiny = NOBODY
        self.rhodes_ally = self.pergamum_ally = NOBODY
        """The Powers with which Rhodes and Pergamum are allied by their cards (12.5)."""
        self.successors_of = NOBODY
        """The Power whose Army another player moves by SUCCESSOR WARS (17.2)."""
        self.pontus_player = NOBODY
        """The Power that moves Pontus (12.5.5)."""

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
        new.hushed = self.hushed
        new.courts_united = self.courts_united
        new.joined_in = self.joined_in
        new.uprising = self.uprising
        new.cyprus_closed = self.cyprus_closed
        new.gaul_rose = self.gaul_rose
        new.major_spent = self.major_spent
        new.conquerors = self.conquerors
        new.cunctators = self.cunctators
        new.rhodes_ally = self.rhodes_ally
        new.pergamum_ally = self.pergamum_ally
        new.pergamene_kept = self.pergamene_kept
        new.pontus_player = self.pontus_player
        new.pontus_marker = self.pontus_marker
        new.successors_of = self.successors_of
        new.successor_war = self.successor_war
        new.successor_leaders = self.successor_leaders
        new.inventor = self.inventor
        new.helepolis = self.helepolis
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
        new.deck = self.deck[:]
        new.discards = self.discards[:]
        new.used_up = self.used_up[:]
        new.silent = self.silent[:]

    # What was worked out and is kept

    def changed(self) -> None:
        """Something else than a piece has changed: what follows from the map is to be worked out anew."""
        self._reach = {}
        self._lines = {}

    def kept(self, key: Hashable) -> Any:
        """What was once worked out from the map as it stands; None if it was not."""
        return self._reach.get(key)

    def keep(self, key: Hashable, found: Any) -> None:
        """Keep what was worked out from the map until something changes."""
        self._reach[key] = found

    def traced(self, key: Hashable) -> Any:
        """What was once worked out from who occupies what and where Fleets are; None if it was not."""
        return self._lines.get(key)

    def trace(self, key: Hashable, found: Any) -> None:
        """Keep what was worked out from who occupies what and where Fleets are until that changes."""
        self._lines[key] = found

    def offer(self, power: int, options: list[int]) -> None:
        """What is open to a Power has been found: it need not be looked for again."""
        self._legal[power] = options

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
