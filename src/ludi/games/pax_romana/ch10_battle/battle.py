"""Chapter 10: a Land Battle: what its steps share, and how it ends.

The steps of 10.2 are stages of play in modules with their numbers: steps 1 to 3 in :mod:`step_01_to_03_city`, 4 in
:mod:`step_04_elephants`, 5 to 9 in :mod:`step_05_to_09_dice`, 10 and 11 in :mod:`step_10_and_11_outcome`, 12 in
:mod:`step_12_losses`, 13 to 15 in :mod:`step_13_to_15_aftermath`. The sums are in :mod:`sums`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch08_leaders.commanders import decider
from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, field_of, trained
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.pieces import NOBODY, SOF

MEET, CITY_USE, BIDDING = "meet", "city", "bidding"
ELEPHANTS_OUT, ELEPHANTS_IN, CHARGE = "attacking-elephants", "defending-elephants", "charge"
LEADING, DICE, SHIFTING = "leading", "dice", "shifting"
OUTCOME, CHOICE, PREVENT, PRESS = "outcome", "choice", "prevent", "press"
DEFENDER_LOSSES, ATTACKER_LOSSES = "defender-losses", "attacker-losses"
AFTERMATH, FLEEING, DEATHS, ENDED = "aftermath", "fleeing", "deaths", "ended"
STEPS = {
    MEET: 2,
    CITY_USE: 3,
    BIDDING: 3,
    ELEPHANTS_OUT: 4,
    ELEPHANTS_IN: 4,
    CHARGE: 4,
    LEADING: 6,
    DICE: 7,
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

OPEN, SEALED = -1, -3
"""A bid not made yet; a bid that this position does not know."""
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


class Battle(Procedure):
    """One Land Battle. Ends with :class:`BattleResult`."""

    __slots__ = (
        "amphibious",
        "attack_die",
        "attackers",
        "attackers_gone",
        "barred",
        "began",
        "began_walls",
        "bids",
        "chiefs",
        "committed",
        "defence_die",
        "defenders",
        "edges",
        "elephant_points",
        "fallen",
        "fled_to",
        "forced",
        "holds",
        "intercepting",
        "leader_died",
        "led",
        "mp",
        "negated",
        "node",
        "powers",
        "shifts",
        "tribe",
        "via",
        "walls",
        "winner",
        "yielded",
    )

    name = "battle"
    rule = "PR-10.2-1"
    tuples = (
        "attackers",
        "began",
        "defenders",
        "powers",
        "bids",
        "chiefs",
        "committed",
        "led",
        "negated",
        "elephant_points",
        "edges",
        "fallen",
        "leader_died",
    )

    def __init__(
        self,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        node: int,
        barred: int,
        power: int,
        mp: int,
        amphibious: bool,
        intercepting: bool,
        via: int = NOBODY,
    ) -> None:
        self.stage = MEET
        self.attackers = attackers
        self.defenders = defenders
        self.node = node
        self.barred = barred
        """Where the attacker came from."""
        self.via = via
        """For an intercepted Army: where it must Retreat to (9.3.3)."""
        self.mp = mp
        self.amphibious = amphibious
        self.intercepting = intercepting
        self.powers: tuple[int, int] = (power, NOBODY)
        """Who decides for attacker and defender."""
        self.walls = False
        self.chiefs: tuple[int, int] = (NOBODY, NOBODY)
        """The leaders named to command (8.2.4); NOBODY: the best Tactical Rating."""
        self.led: tuple[int, int] = (0, 0)
        """All leaders with each Army, as sets: any of them may fall (8.4.1)."""
        self.bids: tuple[int, int] = (OPEN, OPEN)
        self.committed: tuple[int, int] = (0, 0)
        self.negated: tuple[int, int] = (0, 0)
        self.elephant_points: tuple[int, int] = (0, 0)
        """Battle Points each side must take off because of Elephants."""
        self.attack_die = self.defence_die = 0
        self.edges: tuple[int, int] = (0, 0)
        self.shifts = 0
        self.winner = NOBODY
        self.yielded = 0
        """OWN_WILL or BY_FORCE if the Defender Retreats."""
        self.tribe = 0
        self.began: tuple[int, int] = (0, 0)
        """The Land Combat Units of each side as the Battle began."""
        self.began_walls = 0
        self.fallen: tuple[int, int] = (0, 0)
        """Battle Points lost by each side, walls included, Militia apart."""
        self.attackers_gone = self.holds = self.forced = False
        self.leader_died: tuple[bool, bool] = (False, False)
        self.fled_to = NOBODY

    def result(self) -> BattleResult:
        """What it has come to so far."""
        return BattleResult(self.winner, self.attackers_gone, self.holds, self.forced, self.leader_died, self.fled_to)

    def field(self, s: Position) -> Field:
        bids = self.bids if min(self.bids) >= 0 else (0, 0)
        return field_of(
            s, self.attackers, self.defenders, self.node, self.walls, self.amphibious, self.negated, bids, self.chiefs
        )

    def leaders(self, s: Position, side: int) -> list[int]:
        """The leaders with an Army in the Battle Space."""
        return [n for each in (self.attackers, self.defenders)[side] for n in s.leaders_of(each, self.node)]

    def chief(self, s: Position, side: int) -> int:
        """The leader whose Tactical Rating counts; NOBODY if there is none."""
        return best_tactical(s, self.leaders(s, side)) if self.chiefs[side] == NOBODY else self.chiefs[side]

    def units(self, s: Position, side: int) -> int:
        return sum(s.at(each, self.node) for each in (self.attackers, self.defenders)[side])

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

    # Siege Expertise is bid for in secret (10.5)

    def may_bid(self, s: Position, side: int) -> bool:
        power = self.powers[side]
        if power == NOBODY or (side == ATTACKER and self.amphibious):
            return False
        return (self.attackers, self.defenders)[side][0] in (SOF, *range(4)) and s.treasury[power] > 0

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        if self.stage == BIDDING:
            bids = [
                SEALED if self.powers[side] not in own and bid >= 0 and self.may_bid(s, side) else bid
                for side, bid in enumerate(self.bids)
            ]
            self.bids = (bids[0], bids[1])

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        bids = [0 if bid == SEALED else bid for bid in self.bids]
        self.bids = (bids[0], bids[1])

    def tribe_in_hand(self) -> int:
        return self.tribe

    def crumb(self, s: Position) -> Phrase:
        step = STEPS[self.stage]
        return Phrase("crumb.battle", {"space": s.box.place(self.node), "step": step}, f"PR-10.2-{step}")


class BattleStage(Stage[Battle]):
    """What the questions of a Battle have in common."""

    __slots__ = ()

    def facts(self, s: Position, p: Battle) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}
