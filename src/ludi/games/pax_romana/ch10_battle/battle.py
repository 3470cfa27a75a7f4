"""Chapter 10: a Land Battle: what its parts share, how it begins, and how it ends.

A Battle is one procedure after another, each with the data of its own steps of 10.2 and a module with their numbers:
:class:`Onset` is steps 1 to 3 (:mod:`step_01_to_03_city`, where Siege Expertise is a part of its own), then come
Elephants (:mod:`step_04_elephants`), the dice (:mod:`step_05_to_09_dice`), the outcome
(:mod:`step_10_and_11_outcome`), losses (:mod:`step_12_losses`) and what follows (:mod:`step_13_to_15_aftermath`).
Each hands the Battle on to the next; the last ends with :class:`BattleResult`. The sums are in :mod:`sums`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch08_leaders.commanders import decider
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, field_of, trained
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY, PLAYED, REBELS, squats

B = TypeVar("B", bound="Battle")

EVE, READY, MEET, CITY_USE, BIDDING = "eve", "ready", "meet", "city", "bidding"
ELEPHANTS_OUT, ELEPHANTS_IN, CHARGE = "attacking-elephants", "defending-elephants", "charge"
LEADING, DICE, COUNTING, SURPRISE, SHIFTING = "leading", "dice", "counting", "surprise", "shifting"
OUTCOME, CHOICE, PREVENT, PRESS = "outcome", "choice", "prevent", "press"
DEFENDER_LOSSES, ATTACKER_LOSSES = "defender-losses", "attacker-losses"
AFTERMATH, FLEEING, DEATHS, ENDED = "aftermath", "fleeing", "deaths", "ended"
STEPS = {
    EVE: 1,
    READY: 1,
    MEET: 2,
    CITY_USE: 3,
    BIDDING: 3,
    ELEPHANTS_OUT: 4,
    ELEPHANTS_IN: 4,
    CHARGE: 4,
    LEADING: 6,
    DICE: 7,
    COUNTING: 8,
    SURPRISE: 8,
    SHIFTING: 9,
    OUTCOME: 10,
    CHOICE: 11,
    PREVENT: 11,
    PRESS: 11,
    DEFENDER_LOSSES: 12,
    ATTACKER_LOSSES: 12,
    AFTERMATH: 13,
    FLEEING: 13,
    DEATHS: 14,
    ENDED: 15,
}
"""The step of 10.2 to which each stage belongs."""

NO_FORCING, FORCES_FREE, FORCES_FOR_MP = range(3)
"""Whether an attacker may force a beaten Defender to Retreat, and whether it costs 1 MP."""
OWN_WILL, BY_FORCE = 1, 2
"""Why the Defender Retreats."""


@dataclass(frozen=True, slots=True)
class BattleResult:
    """How a Land Battle ended, for whoever it was fought by."""

    winner: int = NOBODY
    """ATTACKER or DEFENDER; NOBODY: it was drawn."""
    attackers_gone: bool = False
    """No Land Combat Unit of the attackers is left."""
    holds: bool = False
    """The attackers have the Space: they need not Regroup (10.2 step 13)."""
    forced: bool = False
    """The Attacker paid 1 MP to force the Retreat (10.7.2)."""
    leader_died: tuple[bool, bool] = (False, False)
    """Whether attacker and defender lost a leader (10.2 step 14)."""
    fled_to: int = NOBODY
    """Where the beaten Defender's Retreat ended; NOBODY: he did not Retreat, or nobody got away."""

    @property
    def attacker_lost(self) -> bool:
        return self.winner == DEFENDER


@dataclass(frozen=True, slots=True)
class Defeat:
    """Somebody has lost a Land Battle: whoever fought it is told before it ends, for he knows where the Armies go."""

    power: int
    """The Power whose Army was beaten; NOBODY: it was nobody's, whoever led it."""
    node: int
    lost: int
    """Battle Points, walls included, Militia apart."""
    to_slaves: bool
    so_far: BattleResult


class Battle(Procedure):
    """What all parts of a Land Battle share: who fights whom, where, and what they had as it began."""

    __slots__ = (
        "amphibious",
        "attackers",
        "barred",
        "began",
        "began_walls",
        "defenders",
        "dice",
        "forcing",
        "led",
        "node",
        "powers",
        "tribe",
        "via",
        "walls",
    )

    rule = "PR-10.2-1"
    tuples: ClassVar[tuple[str, ...]] = ("attackers", "began", "defenders", "dice", "led", "powers")
    first: ClassVar[str]
    """The stage with which this part begins."""

    amphibious: bool
    attackers: tuple[int, ...]
    barred: int
    """Where the attacker came from."""
    began: tuple[int, int]
    """The Land Combat Units of each side as the Battle began."""
    began_walls: int
    defenders: tuple[int, ...]
    dice: tuple[int, int]
    """The rolls of attacker and defender, as altered so far; 0 before they are rolled."""
    forcing: int
    """Whether the attacker may force a Retreat: NO_FORCING, FORCES_FREE or FORCES_FOR_MP (10.7.2)."""
    led: tuple[int, int]
    """All leaders with each Army, as sets: any of them may fall (8.4.1)."""
    node: int
    powers: tuple[int, int]
    """Who decides for attacker and defender."""
    tribe: int
    """The strength of the Tribal Counter that fights; 0 if none does."""
    via: int
    """For an intercepted Army: where it must Retreat to (9.3.3)."""
    walls: bool

    def hand_on(self, s: Position, part: type[B]) -> B:
        """The Battle goes on with its next part, which gets what all parts share."""
        new = part.__new__(part)
        for field in Battle.own_fields:
            setattr(new, field, getattr(self, field))
        new.begin()
        s.become(new)
        return new

    def begin(self) -> None:
        """This part begins, with data of its own that are still empty."""
        self.stage = self.first

    def field(self, s: Position) -> Field:
        return field_of(s, self.attackers, self.defenders, self.node, self.walls, self.amphibious)

    def leaders(self, s: Position, side: int) -> list[int]:
        """The leaders with an Army in the Battle Space."""
        return [n for each in (self.attackers, self.defenders)[side] for n in s.leaders_of(each, self.node)]

    def units(self, s: Position, side: int) -> int:
        return sum(s.at(each, self.node) for each in (self.attackers, self.defenders)[side])

    def runners(self, s: Position) -> tuple[int, ...]:
        """The Defenders that Retreat, all together: Powers and Soldiers of Fortune (10.7.2 c, 12.4.4)."""
        return tuple(side for side in self.defenders if side in PLAYED and s.at(side, self.node) & COMBAT)

    @property
    def winner(self) -> int:
        """Whose roll is higher: ATTACKER or DEFENDER; NOBODY: they are equal, or nobody has rolled."""
        attack, defence = self.dice
        return ATTACKER if attack > defence else DEFENDER if defence > attack else NOBODY

    @property
    def start_points(self) -> tuple[int, int]:
        """Battle Points of each side as the Battle began, walls included, Militia apart."""
        return trained(self.began[ATTACKER]), trained(self.began[DEFENDER]) + self.began_walls

    # Who decides

    def decider(self, s: Position) -> int:
        return self.powers[ATTACKER]

    def loss_taker(self, s: Position, side: int) -> int:
        """Who distributes the losses of a side: whoever decides for it; for nobody's Army a bystander (13.2.4).

        That is the first non-Active player in play order, from the Active one on, who is no party; else the opponent.
        """
        if self.powers[side] != NOBODY:
            return self.powers[side]
        seat_of, order = s.box.seat_of, s.box.play_order
        armies = (decider(s, (each,)) for each in (*self.attackers, *self.defenders))
        parties = {seat_of[power] for power in (s.active, *self.powers, *armies) if power != NOBODY}
        first = order.index(s.active) + 1 if s.active in order else 0
        bystanders = [power for power in (*order[first:], *order[:first]) if seat_of[power] not in parties]
        return bystanders[0] if bystanders else self.powers[1 - side]

    def tribe_in_hand(self) -> int:
        return self.tribe

    def crumb(self, s: Position) -> Phrase:
        step = STEPS[self.stage]
        return Phrase("crumb.battle", {"space": s.box.place(self.node), "step": step}, f"PR-10.2-{step}")


class Onset(Battle):
    """Steps 1 to 3: the Armies meet, and the Defender may use his City or Town. So begins every Battle."""

    __slots__ = ()

    name = "battle"
    first = EVE

    def __init__(
        self,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        node: int,
        barred: int,
        power: int,
        forcing: int,
        amphibious: bool = False,
        via: int = NOBODY,
    ) -> None:
        self.attackers = attackers
        self.defenders = defenders
        self.node = node
        self.barred = barred
        self.powers = (power, NOBODY)
        self.forcing = forcing
        self.amphibious = amphibious
        self.via = via
        self.walls = False
        self.led = self.began = self.dice = (0, 0)
        self.tribe = self.began_walls = 0
        self.begin()

    def field(self, s: Position) -> Field:
        walls = self.walls or must_use_walls(s, self)
        return field_of(s, self.attackers, self.defenders, self.node, walls, self.amphibious)


def may_use_walls(s: Position, p: Battle) -> bool:
    """Whether a City or Town in the Space is the Defender's to use (7.3.1); rebels rise within the walls (13.3)."""
    owner = s.site_owner(p.node)
    if owner == NOBODY or REBELS in p.attackers:
        return False
    return owner in p.defenders or any(map(squats, p.defenders))


def must_use_walls(s: Position, p: Battle) -> bool:
    """Whether they are used in any case: by themselves, or by somebody whom nobody asks (7.3.1)."""
    if not may_use_walls(s, p):
        return False
    return not p.units(s, DEFENDER) & COMBAT or decider(s, p.defenders) == NOBODY or squats(p.defenders[0])


class BattleStage(Stage[B]):
    """What the questions of a Battle have in common."""

    def facts(self, s: Position, p: B) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}
