"""Chapter 10: Land Battles, in the steps of 10.2."""

from __future__ import annotations

from dataclasses import dataclass

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch08_leaders.commanders import commander, decider
from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, worth_asking
from ludi.games.pax_romana.ch09_movement.ways import is_slave
from ludi.games.pax_romana.ch10_battle.aftermath import decide_outcome, go_on
from ludi.games.pax_romana.ch10_battle.dice import alter, roll_dice, spend_shifts
from ludi.games.pax_romana.ch10_battle.elephants import charge, commit, elephants
from ludi.games.pax_romana.ch10_battle.retreat import Retreated
from ludi.games.pax_romana.ch10_battle.stages import (
    BIDDING,
    CHARGE,
    CHOICE,
    CITY_USE,
    DEATHS,
    DICE,
    ELEPHANTS_IN,
    ELEPHANTS_OUT,
    LEADING,
    MEET,
    PRESS,
    PREVENT,
    SHIFTING,
)
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, field_of, trained
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    COMBAT,
    ELEPHANT,
    NOBODY,
    ONE,
    SOF,
    TRIBES,
    count,
    tribe_strength,
)
from ludi.games.pax_romana.world.words import (
    BID,
    COMMAND,
    COMMIT,
    DONE,
    FIELD,
    FORCE,
    HOLD,
    KEEP,
    LOWER,
    MAX_NUMBER,
    NO,
    RAISE,
    RETREAT,
    WALLS,
    YES,
)

OPEN, SEALED = -1, -3
"""A bid not made yet; a bid that this position does not know."""


def _bits(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


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
        """All leaders with each Army, as bits: any of them may fall (8.4.1)."""
        self.bids: tuple[int, int] = (-1, -1)
        self.committed: tuple[int, int] = (0, 0)
        self.negated: tuple[int, int] = (0, 0)
        self.elephant_points: tuple[int, int] = (0, 0)
        """Battle Points each side must take off because of Elephants."""
        self.attack_die = self.defence_die = 0
        self.edges: tuple[int, int] = (0, 0)
        self.shifts = 0
        self.winner = NOBODY
        self.yielded = 0
        """1: the Defender Retreats of his own will, 2: he is forced to."""
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

    # The sums

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

    # The engine

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Retreated):
            self.fled_to = result.to
            self.stage = DEATHS

    def run(self, s: Position) -> bool:
        stage = self.stage
        if stage == MEET:
            return self._meet(s)
        if stage == BIDDING:
            return self._bidding(s)
        if stage in (ELEPHANTS_OUT, ELEPHANTS_IN):
            return elephants(s, self)
        if stage == CHARGE:
            charge(s, self)
        elif stage == LEADING:
            if self._undecided(s) != NOBODY:
                return True
            self.stage = DICE
        elif stage == DICE:
            roll_dice(s, self)
        elif stage == SHIFTING:
            return spend_shifts(s, self)
        elif stage in (CITY_USE, CHOICE, PREVENT, PRESS):
            return True
        else:
            go_on(s, self)
        return False

    def _meet(self, s: Position) -> bool:
        """A Tribe is revealed; then step 3, the Defender and his City or Town."""
        node = self.node
        self.powers = (self.powers[0], commander(s, self.defenders, node))
        if TRIBES in self.defenders and node in s.tribes:
            self.tribe = tribe_strength(s.tribes[node])
            s.reveal()
            s.set_tribe(node, 0)
            s.add(TRIBES, node, self.tribe * ONE[BARBARIAN])
            if s.listener is not None:
                s.tell("tribe", "PR-13.1.2a", space=s.box.place(node), strength=self.tribe)
        self.began = (self.units(s, ATTACKER) & COMBAT, self.units(s, DEFENDER) & COMBAT)
        self.led = (_bits(self.leaders(s, ATTACKER)), _bits(self.leaders(s, DEFENDER)))
        self.stage = ELEPHANTS_OUT
        site = s.sites.get(node)
        if site is None:
            return False
        owner = site.owner
        inside = self.units(s, DEFENDER) & COMBAT
        ours = owner in self.defenders or any(is_slave(side) for side in self.defenders)
        if not ours:
            return False
        if not inside or decider(s, self.defenders) == NOBODY or is_slave(self.defenders[0]):
            self._man_walls(s)
            return False
        self.stage = CITY_USE
        return True

    @property
    def start_points(self) -> tuple[int, int]:
        """Battle Points of each side as the Battle began, walls included, Militia apart."""
        return trained(self.began[ATTACKER]), trained(self.began[DEFENDER]) + self.began_walls

    def _man_walls(self, s: Position) -> None:
        self.walls = True
        self.began_walls = s.sites[self.node].walls
        self.stage = BIDDING

    def _bidding(self, s: Position) -> bool:
        """Siege Expertise: Powers bid in secret, an amphibious attacker and nobody's Armies do not (10.5)."""
        bids = list(self.bids)
        for side in (ATTACKER, DEFENDER):
            if bids[side] == OPEN and not self.may_bid(s, side):
                bids[side] = 0
        self.bids = (bids[0], bids[1])
        if OPEN in bids or SEALED in bids:
            return True
        for side, power in enumerate(self.powers):
            if bids[side]:
                s.treasury[power] -= bids[side]
        s.reveal()
        if s.listener is not None and max(bids):
            s.tell("bids", "PR-10.5.1a", space=s.box.place(self.node), attacker=bids[0], defender=bids[1])
        self.to_the_dice(s)
        return False

    def to_the_dice(self, s: Position) -> None:
        """Step 5; before it a player with a real choice names his commander (8.2.4)."""
        self.stage = LEADING if s.box.use_rerolls else DICE

    def _undecided(self, s: Position) -> int:
        """The side that must name its commander; a combined Army has the best leader (4.3.1)."""
        for side, sides in enumerate((self.attackers, self.defenders)):
            open_to_choice = self.chiefs[side] == NOBODY and self.powers[side] != NOBODY and len(sides) == 1
            if open_to_choice and len(worth_asking(s, self.leaders(s, side))) > 1:
                return side
        return NOBODY

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        if self.stage == BIDDING:
            return tuple(power for side, power in enumerate(self.powers) if self.bids[side] == OPEN)
        if self.stage == SHIFTING:
            return (self.powers[ATTACKER if self.shifts > 0 else DEFENDER],)
        if self.stage in (CITY_USE, ELEPHANTS_IN, CHOICE):
            return (self.powers[DEFENDER],)
        if self.stage == LEADING:
            return (self.powers[self._undecided(s)],)
        return (self.powers[ATTACKER],)

    def legal(self, s: Position, power: int) -> list[int]:
        stage = self.stage
        if stage == CITY_USE:
            return [WALLS, FIELD]
        if stage == BIDDING:
            return [BID + number for number in range(min(MAX_NUMBER, s.treasury[power]) + 1)]
        if stage in (ELEPHANTS_OUT, ELEPHANTS_IN):
            side = ATTACKER if stage == ELEPHANTS_OUT else DEFENDER
            number = min(MAX_NUMBER, count(self.units(s, side), ELEPHANT))
            return [COMMIT + each for each in range(number + 1)]
        if stage == LEADING:
            return [COMMAND + n for n in worth_asking(s, self.leaders(s, self._undecided(s)))]
        if stage == SHIFTING:
            own, other = self.attack_die, self.defence_die
            if self.shifts < 0:
                own, other = other, own
            return [DONE, *([RAISE] if own < 10 else []), *([LOWER] if other > 0 else [])]
        if stage == CHOICE:
            return [RETREAT, HOLD]
        if stage == PREVENT:
            return [YES, NO]
        return [FORCE, KEEP]

    def decide(self, s: Position, power: int, action: int) -> None:
        stage = self.stage
        if stage == CITY_USE:
            if action == WALLS:
                self._man_walls(s)
            else:
                self.stage = ELEPHANTS_OUT
        elif stage == BIDDING:
            side = ATTACKER if self.powers[ATTACKER] == power and self.bids[ATTACKER] == OPEN else DEFENDER
            bids = list(self.bids)
            bids[side] = action % SPAN
            self.bids = (bids[0], bids[1])
        elif stage in (ELEPHANTS_OUT, ELEPHANTS_IN):
            commit(s, self, ATTACKER if stage == ELEPHANTS_OUT else DEFENDER, action % SPAN)
        elif stage == LEADING:
            chiefs = list(self.chiefs)
            chiefs[self._undecided(s)] = action % SPAN
            self.chiefs = (chiefs[0], chiefs[1])
        elif stage == SHIFTING:
            if action == DONE:
                self.shifts = 0
            else:
                alter(self, action)
        else:
            decide_outcome(s, self, action)

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        if self.stage == BIDDING:
            bids = [
                SEALED if self.powers[side] not in own and bid >= 0 and self.may_bid(s, side) else bid
                for side, bid in enumerate(self.bids)
            ]
            self.bids = (bids[0], bids[1])

    def may_bid(self, s: Position, side: int) -> bool:
        power = self.powers[side]
        if power == NOBODY or (side == ATTACKER and self.amphibious):
            return False
        return (self.attackers, self.defenders)[side][0] in (SOF, *range(4)) and s.treasury[power] > 0

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        bids = [0 if bid == SEALED else bid for bid in self.bids]
        self.bids = (bids[0], bids[1])

    def ask(self, s: Position, power: int) -> Phrase:
        space = s.box.place(self.node)
        keys = {
            CITY_USE: ("ask.battle-city", "PR-7.3.1b"),
            BIDDING: ("ask.battle-bid", "PR-10.5.1a"),
            ELEPHANTS_OUT: ("ask.battle-elephants", "PR-10.4.6a"),
            ELEPHANTS_IN: ("ask.battle-elephants", "PR-10.4.6a"),
            LEADING: ("ask.battle-command", "PR-8.2.4a"),
            SHIFTING: ("ask.battle-shift", "PR-10.3.1p"),
            CHOICE: ("ask.battle-retreat", "PR-10.7.1"),
            PREVENT: ("ask.battle-prevent", "PR-10.7.6a"),
            PRESS: ("ask.battle-force", "PR-10.7.2a"),
        }
        key, rule = keys[self.stage]
        facts: dict[str, int | str] = {"space": space}
        if self.stage == SHIFTING:
            facts |= {"number": abs(self.shifts), "attack": self.attack_die, "defence": self.defence_die}
        return Phrase(key, facts, rule)

    def tribe_in_hand(self) -> int:
        return self.tribe

    def crumb(self, s: Position) -> Phrase:
        return Phrase(
            "crumb.battle", {"space": s.box.place(self.node), "step": self.stage // 10}, f"PR-10.2-{self.stage // 10}"
        )
