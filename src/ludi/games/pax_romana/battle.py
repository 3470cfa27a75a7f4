"""Chapter 10: Land Battles, in the steps of 10.2."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.atlas import MOUNTAIN
from ludi.games.pax_romana.leaders import (
    best_tactical,
    check_leader_death,
    leader_numbers,
    leaders_without_army,
    tactical,
    worth_asking,
)
from ludi.games.pax_romana.losses import IN_BATTLE, Losses, army_gone, loss_points
from ludi.games.pax_romana.marching import is_slave
from ludi.games.pax_romana.movement import DEAD, FORCED, HOLDS, LEADER_DIED, LOST
from ludi.games.pax_romana.pieces import (
    BARBARIAN,
    CAVALRIES,
    COMBAT,
    EAST_GAULS,
    ELEPHANT,
    GARRISONS,
    GERMANS,
    LAND,
    LEAST_WALLS,
    MILITIA,
    NOBODY,
    ONE,
    SOF,
    TRIBES,
    WEST_GAULS,
    count,
    points,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.reckoning import ATTACKER, DEFENDER, Field, field_of
from ludi.games.pax_romana.retreat import Retreat, onward, sea_retreats
from ludi.games.pax_romana.state import REVEALED, Position
from ludi.games.pax_romana.words import (
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

# Stages: the steps of 10.2, times ten
(MEET, CITY_USE, BIDDING, ELEPHANTS_OUT, ELEPHANTS_IN, CHARGE, LEADING, DICE, SHIFTING, OUTCOME) = (
    20,
    30,
    35,
    40,
    42,
    45,
    65,
    70,
    90,
    100,
)
CHOICE, PREVENT, PRESS, DEFENDER_LOSSES, ATTACKER_LOSSES, AFTERMATH, WITHDRAWN, DEATHS, ENDED = (
    110,
    112,
    114,
    120,
    125,
    130,
    135,
    140,
    150,
)


OPEN, SEALED = -1, -3
"""A bid not made yet; a bid that this position does not know."""


def _bits(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def decider(s: Position, sides: tuple[int, ...]) -> int:
    """The Power that decides for an Army; NOBODY where nobody does (13.2.4)."""
    powers = [s.sof_owner if side == SOF else side for side in sides if side < len(s.box.powers) or side == SOF]
    return powers[0] if powers else NOBODY


def barbarian_losses(s: Position, sides: tuple[int, ...]) -> int:
    """The non-Active player who takes the losses of Barbarians that nobody plays; NOBODY for others (13.2.4)."""
    if not all(side in (TRIBES, WEST_GAULS, EAST_GAULS, GERMANS) for side in sides):
        return NOBODY
    order = s.box.play_order
    first = order.index(s.active) + 1 if s.active in order else 0
    return order[first % len(order)]


def commander(s: Position, sides: tuple[int, ...], node: int) -> int:
    """Who decides for a combined Army: the best leader's owner, then the most Battle Points, then chance (4.3.1)."""
    powers = [side for side in sides if side < len(s.box.powers)]
    if len(powers) < 2:
        return decider(s, sides)
    skill = {p: tactical(s, best_tactical(s, s.leaders_of(p, node))) for p in powers}
    value = {p: (skill[p], points(s.at(p, node))) for p in powers}
    best = [p for p in powers if value[p] == max(value.values())]
    return best[0] if len(best) == 1 else s.dice.choose(best)


class Battle(Procedure):
    """One Land Battle. Answer: flags of :mod:`movement`, the Defender's times 256, his new place from bit 16 on."""

    __slots__ = (
        "amphibious",
        "attack_die",
        "attackers",
        "barred",
        "bids",
        "chiefs",
        "committed",
        "defence_die",
        "defenders",
        "edges",
        "elephant_points",
        "fallen",
        "fled_to",
        "intercepting",
        "led",
        "mp",
        "negated",
        "node",
        "powers",
        "said",
        "shifts",
        "start_points",
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
        "start_points",
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
        self.start_points: tuple[int, int] = (0, 0)
        self.fallen: tuple[int, int] = (0, 0)
        """Battle Points lost by each side, Militia apart."""
        self.said = 0
        self.fled_to = 0

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

    def run(self, s: Position) -> bool:
        stage = self.stage
        if stage == MEET:
            return self._meet(s)
        if stage == BIDDING:
            return self._bidding(s)
        if stage in (ELEPHANTS_OUT, ELEPHANTS_IN):
            from ludi.games.pax_romana.elephants import elephants

            return elephants(s, self)
        if stage == CHARGE:
            from ludi.games.pax_romana.elephants import charge

            charge(s, self)
        elif stage == LEADING:
            if self._undecided(s) != NOBODY:
                return True
            self.stage = DICE
        elif stage == DICE:
            self._dice(s)
        elif stage == SHIFTING:
            return self._shifting(s)
        elif stage == OUTCOME:
            self._outcome(s)
        elif stage in (CITY_USE, CHOICE, PREVENT, PRESS):
            return True
        elif stage == DEFENDER_LOSSES:
            self._losses(s, DEFENDER)
        elif stage == ATTACKER_LOSSES:
            self._losses(s, ATTACKER)
        elif stage == AFTERMATH:
            self._aftermath(s)
        elif stage == WITHDRAWN:
            self.fled_to = s.answer
            self.stage = DEATHS
        elif stage == DEATHS:
            self._deaths(s)
        else:
            s.pop(self.said | self.fled_to << 16)
        return False

    def _meet(self, s: Position) -> bool:
        """A Tribe is revealed; then step 3, the Defender and his City or Town."""
        node = self.node
        self.powers = (self.powers[0], commander(s, self.defenders, node))
        if TRIBES in self.defenders and node in s.tribes:
            self.tribe = s.tribes[node] & 15
            s.irrevocable += 1
            s.set_tribe(node, 0)
            s.add(TRIBES, node, self.tribe * ONE[BARBARIAN])
            if s.listener is not None:
                s.tell("tribe", "PR-13.1.2a", space=s.box.place(node), strength=self.tribe)
        self.start_points = (points(self._trained(s, ATTACKER)), points(self._trained(s, DEFENDER)))
        self.led = (_bits(self.leaders(s, ATTACKER)), _bits(self.leaders(s, DEFENDER)))
        self.stage = ELEPHANTS_OUT
        site = s.sites.get(node)
        if site is None:
            return False
        owner = site >> 6
        inside = self.units(s, DEFENDER) & COMBAT
        ours = owner in self.defenders or any(is_slave(side) for side in self.defenders)
        if not ours:
            return False
        if not inside or decider(s, self.defenders) == NOBODY or is_slave(self.defenders[0]):
            self._man_walls(s)
            return False
        self.stage = CITY_USE
        return True

    def _trained(self, s: Position, side: int) -> int:
        """Units other than Militia, for 12.3.1."""
        stack = self.units(s, side) & COMBAT
        return stack - count(stack, MILITIA) * ONE[MILITIA]

    def _man_walls(self, s: Position) -> None:
        self.walls = True
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
        s.irrevocable += 1
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

    def _dice(self, s: Position) -> None:
        """Steps 5 to 8: points, odds, dice, Shifts."""
        field = self.field(s)
        self.attack_die = s.roll()
        self.defence_die = s.roll()
        self.shifts = field.net()
        self.edges = field.cavalry()
        self.stage = SHIFTING
        if s.listener is not None:
            mine, theirs = field.points()
            facts: dict[str, Fact] = {"space": s.box.place(self.node), "attackers": mine, "defenders": theirs}
            facts |= {"attack": self.attack_die, "defence": self.defence_die, "shifts": self.shifts}
            facts |= {"side": s.box.side_word(self.attackers[0]), "other": s.box.side_word(self.defenders[0])}
            s.report("battle", "PR-10.2-7", facts)
        if s.box.use_rerolls:
            from ludi.games.pax_romana.rerolls import Reroll, reroll_side

            side = reroll_side(s, self)
            if side != NOBODY:
                s.push(Reroll(side))

    def _shifting(self, s: Position) -> bool:
        """Step 9: whoever has more Shifts may alter the rolls, one Shift at a time."""
        if self.shifts:
            side = ATTACKER if self.shifts > 0 else DEFENDER
            if self.powers[side] != NOBODY:
                return True
            while self.shifts:
                own = self.attack_die if side == ATTACKER else self.defence_die
                self._alter(RAISE if own < 10 else LOWER)
        self.stage = OUTCOME
        return False

    def _alter(self, action: int) -> None:
        attacker = self.shifts > 0
        if (action == RAISE) == attacker:
            self.attack_die = min(10, self.attack_die + 1) if action == RAISE else max(0, self.attack_die - 1)
        else:
            self.defence_die = min(10, self.defence_die + 1) if action == RAISE else max(0, self.defence_die - 1)
        self.shifts += -1 if attacker else 1

    def _outcome(self, s: Position) -> None:
        """Steps 10 and 11: who lost; may and will the Defender Retreat."""
        if self.attack_die > self.defence_die:
            self.winner = ATTACKER
        elif self.attack_die < self.defence_die:
            self.winner = DEFENDER
        self.stage = DEFENDER_LOSSES
        if self.winner == ATTACKER and self.may_retreat(s):
            self.stage = CHOICE if self.escape(s) else self._pressing(s)

    def runners(self, s: Position) -> tuple[int, ...]:
        """The Defenders that Retreat, all together: Powers and Soldiers of Fortune (10.7.2 c, 12.4.4)."""
        return tuple(side for side in self.defenders if side in (SOF, *range(4)) and s.at(side, self.node) & COMBAT)

    def may_retreat(self, s: Position) -> bool:
        """Whether this kind of Army Retreats at all; a City or Town bars it, except by sea (7.3.6, 10.7.6 d)."""
        if self.powers[DEFENDER] == NOBODY or not self.runners(s):
            return False
        return not self.walls or bool(sea_retreats(s, self.runners(s), self.node, self.via))

    def escape(self, s: Position) -> bool:
        """Whether there is any way to Retreat."""
        sides = self.runners(s)
        if sea_retreats(s, sides, self.node, self.via):
            return True
        return not self.walls and bool(onward(s, sides, self.node, self.node, self.barred, 0, self.via))

    def _pressing(self, s: Position) -> int:
        """The attacker may force a Retreat for 1 MP, after an interception for nothing (10.7.2)."""
        if self.walls or self.powers[ATTACKER] == NOBODY:
            return DEFENDER_LOSSES
        return PRESS if self.intercepting or self.mp >= 1 else DEFENDER_LOSSES

    def _losses(self, s: Position, side: int) -> None:
        """Step 12: the Defender first."""
        field = self.field(s)
        roll = self.attack_die if side == DEFENDER else self.defence_die
        if side == DEFENDER and self.yielded:
            roll = max(0, roll - 1)
        amount = loss_points(field.bases()[side], roll)
        self.stage = ATTACKER_LOSSES if side == DEFENDER else AFTERMATH
        sides = (self.attackers, self.defenders)[side]
        horse = not self.walls and not s.box.atlas.flags[self.node] & MOUNTAIN
        if amount:
            taker = self.powers[side] if self.powers[side] != NOBODY else barbarian_losses(s, sides)
            s.push(Losses(sides, taker, self.node, amount, IN_BATTLE, horse, side == DEFENDER and self.walls))
        if s.listener is not None:
            word = s.box.side_word(sides[0])
            s.tell("losses", "PR-10.2-12", side=word, percent=roll * 10, points=amount, space=s.box.place(self.node))

    def _aftermath(self, s: Position) -> None:
        """Who is left; step 13."""
        node = self.node
        if self.walls:
            self._empty_walls(s)
        start = self.start_points
        self.fallen = (
            start[ATTACKER] - points(self._trained(s, ATTACKER)),
            start[DEFENDER] - points(self._trained(s, DEFENDER)),
        )
        attackers_gone = army_gone(s, self.attackers, node)
        defenders_left = self.units(s, DEFENDER) & COMBAT
        if attackers_gone:
            self.said |= DEAD
            for side in self.attackers:
                leaders_without_army(s, side, node, "PR-8.4.4")
        if not defenders_left:
            self._defenders_gone(s, attackers_gone)
        if self.winner == DEFENDER:
            self.said |= LOST
        elif self.winner == ATTACKER:
            self.said |= LOST << 8
        if self.tribe:
            self._tribe_after(s)
        self.stage = DEATHS
        if self.yielded and defenders_left and not attackers_gone:
            self.said |= HOLDS | (FORCED if self.yielded == 2 and not self.intercepting else 0)
            self.stage = WITHDRAWN
            self._flee(s)

    def _flee(self, s: Position) -> None:
        sides = self.runners(s)
        for side in self.defenders:
            if side in (SOF, *range(4)) and side not in sides:
                s.remove(side, self.node, s.at(side, self.node) & LAND)
                leaders_without_army(s, side, self.node, "PR-8.4.4")
        s.push(Retreat(sides, self.powers[DEFENDER], self.node, self.barred, self.via, self.walls))

    def _empty_walls(self, s: Position) -> None:
        """Cavalry does not hold a City or Town whose walls and Infantry are gone (10.4.2, 7.4.1)."""
        site = s.sites[self.node]
        left = self.units(s, DEFENDER) & COMBAT
        if left and not left & ~CAVALRIES and site & 7 <= LEAST_WALLS[site >> 3 & 7]:
            for side in self.defenders:
                s.remove(side, self.node, s.at(side, self.node) & CAVALRIES)

    def _defenders_gone(self, s: Position, attackers_gone: bool) -> None:
        """No Defender is left: his leaders die with him unless walls still stand (8.4.4, 7.4.4)."""
        node = self.node
        site = s.sites.get(node)
        stands = self.walls and site is not None and site & 7 > LEAST_WALLS[site >> 3 & 7]
        if not attackers_gone and not stands:
            self.said |= HOLDS
        if not stands and not attackers_gone:
            for side in self.defenders:
                rest = s.at(side, node) & (GARRISONS | COMBAT)
                if rest:
                    s.remove(side, node, rest)
                leaders_without_army(s, side, node, "PR-8.4.4")
        for side in self.defenders:
            s.tidy(side, node)

    def _tribe_after(self, s: Position) -> None:
        """A Tribe that lost nothing stays a counter, turned up (13.1.2)."""
        left = count(s.at(TRIBES, self.node), BARBARIAN)
        if left == self.tribe:
            s.remove(TRIBES, self.node, left * ONE[BARBARIAN])
            s.set_tribe(self.node, self.tribe | REVEALED)
        else:
            s.tribe_pool.append(self.tribe)

    def _deaths(self, s: Position) -> None:
        """Step 14: leaders; then Militia and what else follows a lost Battle."""
        self.stage = ENDED
        for side, led in enumerate(self.led):
            leaders = [number for number in leader_numbers(led) if s.leader_at[number] >= 0]
            if check_leader_death(s, leaders, self.winner == side):
                self.said |= LEADER_DIED << (8 if side == DEFENDER else 0)
        self._pyrrhic(s)
        from ludi.games.pax_romana.special_units import offer_militia

        for side in (DEFENDER, ATTACKER):
            if self.winner == 1 - side:
                to_slaves = any(is_slave(each) for each in (self.defenders, self.attackers)[side])
                offer_militia(s, self.powers[side], self.node, self.fallen[side], to_slaves)

    def _pyrrhic(self, s: Position) -> None:
        rule = s.box.special.get("pyrrhic-losses")
        if rule is None or self.winner == NOBODY:
            return
        sides = (self.attackers, self.defenders)[self.winner]
        if SOF in sides and self.fallen[self.winner] >= rule["min_loss"]:
            s.vp[s.box.powers.index(rule["power"])] += rule["points"]

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
            from ludi.games.pax_romana.elephants import commit

            commit(s, self, ATTACKER if stage == ELEPHANTS_OUT else DEFENDER, action % SPAN)
        elif stage == LEADING:
            chiefs = list(self.chiefs)
            chiefs[self._undecided(s)] = action % SPAN
            self.chiefs = (chiefs[0], chiefs[1])
        elif stage == SHIFTING:
            if action == DONE:
                self.shifts = 0
            else:
                self._alter(action)
        elif stage == CHOICE:
            self._choose(s, action)
        elif stage == PREVENT:
            self._prevent(s, action)
        else:
            if action == FORCE:
                self.yielded = 2
            self.stage = DEFENDER_LOSSES

    def _choose(self, s: Position, action: int) -> None:
        if action == HOLD:
            self.stage = self._pressing(s)
        else:
            self.yielded = 1
            asks = self.edges[ATTACKER] and self.powers[ATTACKER] != NOBODY
            self.stage = PREVENT if asks else DEFENDER_LOSSES

    def _prevent(self, s: Position, action: int) -> None:
        """Winning Cavalry stops a voluntary Retreat on a 1, with Supremacy on 1 to 3 (10.7.6)."""
        if action == YES and s.roll() <= (3 if self.edges[ATTACKER] == 3 else 1):
            self.yielded = 0
        self.stage = DEFENDER_LOSSES

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

    def crumb(self, s: Position) -> Phrase:
        return Phrase(
            "crumb.battle", {"space": s.box.place(self.node), "step": self.stage // 10}, f"PR-10.2-{self.stage // 10}"
        )
