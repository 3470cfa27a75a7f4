"""Chapter 9: Major and Minor Moves, by land; the part at sea is in :mod:`naval`."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.atlas import ALPINE, LAND_POINT, MOUNTAIN, NAVAL_POINT
from ludi.games.pax_romana.cities import Capture, capture_campaign
from ludi.games.pax_romana.control import recount
from ludi.games.pax_romana.leaders import best_campaign, kill_leader, leader_numbers, leaders_without_army
from ludi.games.pax_romana.marching import IMPOSSIBLE, foes, free_prize, march_need, quick_foe, ready_galleys, step_cost
from ludi.games.pax_romana.pieces import (
    CAVALRIES,
    COMBAT,
    GALLEY,
    GALLEYS,
    GARRISON,
    GARRISONS,
    GARRISONS_FROM,
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
    SOF,
    TRIBES,
    common,
    count,
    kinds,
    points,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    FIGHT,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

MAJOR_MOVE, MINOR_MOVE, WITHDRAWAL, INVASION = range(4)

# Stages
SELECT, READY, WALK, PICKING, ARRIVE, ENTERED, CONFRONT, WITHDREW, FOUGHT, CAPTURED, FINISH, STUCK = range(12)
ESCORTING, SEA_ENTER, SEA_MET, SEA_AFTER, AT_SEA, STOPPED, LANDING, TOLL, IN_HARBOUR = range(20, 29)
THREAT, THREATENED, SCATTERED = 12, 13, 14
MAY_STRIKE = 1 << 16
"""In ``Move.met``: the moving Fleet may start a Naval Battle here (11.4.5)."""

# What a Battle or Interception tells the procedure below it
HOLDS, DEAD, LOST, LEADER_DIED, FORCED, GONE, FOUGHT_HERE = 1, 2, 4, 8, 16, 32, 64
BRIBED = 1 << 20
"""The threatened player paid and the Army goes back as it came (4.4)."""
PLACE_SHIFT = 8
"""Where the beaten went: ``answer >> PLACE_SHIFT`` is node + 1."""


def stranded(s: Position, side: int, node: int) -> bool:
    """Cavalry without Infantry in a Mountain Fortress cannot fight there: it leaves or is lost (10.4.3)."""
    stack = s.at(side, node) & COMBAT
    return bool(stack) and not stack & ~CAVALRIES and bool(s.box.atlas.flags[node] & MOUNTAIN)


def by_sea_from(node: int) -> int:
    """The way an Army came, when it came by sea from a place; and back again: the place of such a way."""
    return -2 - node


class Move(Procedure):
    """One Army or Fleet on the move: a Major or Minor Move, a Withdrawal, the march of an invasion (9.1, 9.4, 13.4)."""

    __slots__ = (
        "army",
        "asked",
        "at_sea",
        "barred",
        "bonus",
        "broke_at",
        "entered",
        "fleet",
        "foreign",
        "free_attack",
        "galleys",
        "last_port",
        "last_space",
        "leaders",
        "led_by",
        "legs",
        "lost",
        "met",
        "mode",
        "modifier",
        "mp",
        "node",
        "parted",
        "power",
        "sailed",
        "side",
        "spared",
        "start",
        "stopped",
    )

    name = "move"
    rule = "PR-9.1.1a"

    def __init__(self, side: int, power: int, node: int, mode: int) -> None:
        self.stage = SELECT
        self.side = side
        self.power = power
        self.mode = mode
        self.start = self.node = self.entered = self.last_space = node
        self.last_port = node
        self.mp = 0
        self.bonus = 0
        """MP that only a leader who stays alone has (8.2.3)."""
        self.army = 0
        self.leaders = 0
        self.parted = 0
        """Leaders left on the way: they do not join again."""
        self.galleys = 0
        self.fleet = False
        """Galley Squadrons alone: no MP (11.1.1)."""
        self.at_sea = False
        self.sailed = False
        self.stopped = False
        self.foreign = 0
        """Whether the Port just entered makes this Fleet Stop (11.1.2); see :mod:`naval`."""
        self.modifier = 0
        self.broke_at = NOBODY
        self.lost = False
        self.barred = NOBODY
        self.free_attack = False
        self.asked = 0
        """The sides in the Space entered that have been asked whether they Withdraw, as bits."""
        self.legs: list[int] = []
        """The legs sailed in this voyage, ``from * NODES + to``: none is sailed twice the same way."""
        self.led_by = NOBODY
        """The leader without whom this Move may not be made (16.2, Conqueror)."""
        self.met = 0
        """The sides whose Fleets in this place have been met, as bits; see :mod:`naval`."""
        self.spared = NOBODY
        """A place that the player was paid to leave alone."""

    @property
    def visited(self) -> list[int]:
        """The places of this voyage so far."""
        return [self.legs[0] // NODES, *(leg % NODES for leg in self.legs)] if self.legs else []

    # The engine

    def run(self, s: Position) -> bool:
        stage = self.stage
        if stage in (SELECT, PICKING, ESCORTING):
            return True
        if stage >= ESCORTING:
            from ludi.games.pax_romana.naval import run_at_sea

            return run_at_sea(s, self)
        if stage == READY:
            self._roll(s)
        elif stage == WALK:
            return self._walk(s)
        elif stage == ARRIVE:
            self._arrive(s)
        elif stage == ENTERED:
            self._entered(s)
        elif stage == THREAT:
            self._threaten(s)
        elif stage == THREATENED:
            self.stage = CONFRONT
            if s.answer == BRIBED:
                self._turn_back(s)
        elif stage in (CONFRONT, WITHDREW):
            self._confront(s)
        elif stage == FOUGHT:
            self._fought(s)
        elif stage == CAPTURED:
            self.sync(s)
            if self.at_sea:
                self._ashore(s)
            self.stage = FINISH if s.answer else WALK
        elif stage == STUCK:
            self._step_back(s)
        elif stage == SCATTERED:
            self.node = s.answer - 1 if s.answer else self.node
            self.sync(s)
            self.stage = FINISH
        else:
            self._finish(s)
        return False

    def _roll(self, s: Position) -> None:
        """MP: 1d6 plus the leader's Campaign Rating; a lone leader has double (9.1.2, 8.2.3)."""
        self.stage = WALK
        if self.fleet:
            self.at_sea = True
            self.last_port = self.node
            self.met = MAY_STRIKE
            self.stage = SEA_MET
            return
        if self.mode == WITHDRAWAL:
            return
        alone = not self.army
        rating = best_campaign(s, self.leader_list(s)) if self.mode != MINOR_MOVE or alone else 0
        die = s.roll()
        self.mp = die + rating
        if alone:
            self.bonus = self.mp
            self.mp *= 2
        if s.listener is not None:
            s.tell(
                "movement",
                "PR-9.1.2a",
                side=s.box.side_word(self.side),
                space=s.box.place(self.node),
                die=die,
                mp=self.mp,
            )
        if s.box.atlas.kind[self.node] == NAVAL_POINT:
            self.at_sea = True
            self.met = MAY_STRIKE
            self.stage = SEA_MET
        elif self.mode == INVASION and quick_foe(s, self.side, self.node, self.power):
            self.mp = max(0, self.mp - 2)
            self.free_attack = True
            self.stage = CONFRONT

    def _walk(self, s: Position) -> bool:
        if not self.army and not self.leaders:
            self.stage = FINISH
            return False
        options = self.legal(s, self.power)
        if not options:
            self.stage = STUCK
            return False
        if options == [HALT]:
            self.stage = FINISH
            return False
        s._legal[self.power] = options
        return True

    def _arrive(self, s: Position) -> None:
        self.sync(s)
        if self.mode == INVASION:
            from ludi.games.pax_romana.barbarians import scare_capitals

            scare_capitals(s, self.side)
        if self.node >= s.box.atlas.spaces:
            self.stage = WALK
            return
        from ludi.games.pax_romana.interception import Interception

        self.stage = ENTERED
        self.asked = 0
        s.answer = 0
        if self.army & LAND:
            barred = self.start if self.mode == WITHDRAWAL else NOBODY
            came = self.entered
            if self.at_sea or came < 0:
                came = by_sea_from(self.visited[-2] if len(self.visited) > 1 else self.last_port)
            s.push(Interception(self.side, self.power, self.node, came, barred))

    def _entered(self, s: Position) -> None:
        """After the attempts at interception."""
        answer = s.answer
        if answer & LEADER_DIED:
            self.mp = max(0, self.mp - 1)
        if answer & LOST:
            self.lost = True
        if answer & GONE:
            where = (answer >> PLACE_SHIFT) - 1
            if self.at_sea:
                self._ashore(s)
            if where < 0:
                self.army = 0
                self.leaders = 0
                self.stage = FINISH
                return
            self.node = where
            self.sync(s)
            self.stage = WALK if self.mode != WITHDRAWAL else FINISH
            return
        self.sync(s)
        self.free_attack = bool(answer & FOUGHT_HERE)
        self.stage = THREAT if self.mode != WITHDRAWAL else WALK

    def _threaten(self, s: Position) -> None:
        """Whoever the Army moves against may try to buy it off (4.4)."""
        from ludi.games.pax_romana.bribery import ATTACK, offer_bribe, threatened

        self.stage = THREATENED
        s.answer = 0
        if not self.free_attack and 0 <= self.entered != self.node:
            offer_bribe(s, threatened(s, self, self.node), self.power, ATTACK, self.node)

    def sync(self, s: Position) -> None:
        """What is left of the Army after others had a hand in it."""
        here = s.at(self.side, self.node) & LAND
        for reduced, full in ((LEGION_R, LEGION), (HEAVY_R, HEAVY)):
            if count(self.army, reduced) and not count(here, reduced) and count(here, full) > count(self.army, full):
                self.army += ONE[full] - ONE[reduced]
            elif count(self.army, full) > count(here, full) and count(here, reduced) > count(self.army, reduced):
                self.army += ONE[reduced]
        self.army = common(self.army, here)
        for number in range(len(s.box.leaders)):
            if self.leaders >> number & 1 and s.leader_at[number] != self.node:
                self.leaders &= ~(1 << number)

    def _confront(self, s: Position) -> None:
        """Who is in the Space entered must be attacked (9.2.1 k, l); he may Withdraw first (9.4)."""
        node, side = self.node, self.side
        enemies = foes(s, side, node, self.power)
        if not enemies:
            self.free_attack = False
            if self.at_sea:
                self._ashore(s)
            self.stage = WALK
            return
        if not self.army & COMBAT:
            self.free_attack = False
            self._turn_back(s)
            return
        units = 0
        for enemy in enemies:
            units |= s.at(enemy, node) & COMBAT
        if not units and TRIBES not in enemies:
            site = s.sites.get(node)
            if site is None or site >> 6 not in enemies:
                self._sweep(s, enemies)
                return
            if free_prize(s, side, node):
                self.stage = CAPTURED
                minor = self.mode == MINOR_MOVE
                s.push(Capture(side, self.power, node, capture_campaign(s, side, node, minor)))
                return
        if not self.free_attack and self._offer_withdrawal(s, enemies):
            return
        self._attack(s, enemies)

    def _attack(self, s: Position, enemies: list[int]) -> None:
        if not self.free_attack:
            self.mp = max(0, self.mp - 1)
        self.free_attack = False
        from ludi.games.pax_romana.battle import Battle

        self.stage = FOUGHT
        mp = 0 if self.fleet else self.mp
        s.push(Battle((self.side,), tuple(enemies), self.node, self.entered, self.power, mp, self.at_sea, False))

    def _offer_withdrawal(self, s: Position, enemies: list[int]) -> bool:
        """Every Army in the Space may Withdraw, once each and not those that did so before this Move (9.4.1)."""
        for defender in enemies:
            must = stranded(s, defender, self.node)
            if must and not s.fresh(defender, self.node) & COMBAT:
                s.remove(defender, self.node, s.at(defender, self.node) & CAVALRIES)
                leaders_without_army(s, defender, self.node, "PR-8.4.4")
                self.stage = CONFRONT
                return True
            if (self.asked >> defender & 1 and not must) or not s.fresh(defender, self.node) & COMBAT:
                continue
            if defender < len(s.box.powers) or defender == SOF:
                from ludi.games.pax_romana.withdrawal import Withdrawal

                self.asked |= 1 << defender
                self.stage = WITHDREW
                player = s.sof_owner if defender == SOF else defender
                s.push(Withdrawal(player, self.node, self.entered, self.side, self.power, self.at_sea, defender))
                return True
        return False

    def _turn_back(self, s: Position) -> None:
        if self.at_sea:
            self.legs = []
            self.stage = AT_SEA
        else:
            self._regroup(s)

    def _sweep(self, s: Position, enemies: list[int]) -> None:
        """Garrisons alone are eliminated without a Battle; a leader with them dies (12.1.1, 8.4.6)."""
        if not self.free_attack:
            self.mp -= 1
        for enemy in enemies:
            s.remove(enemy, self.node, s.at(enemy, self.node) & LAND)
            for number in s.leaders_of(enemy, self.node):
                kill_leader(s, number, "PR-8.4.6")
        if s.listener is not None:
            s.tell("sweep", "PR-12.1.1a", side=s.box.side_word(self.side), space=s.box.place(self.node))
        if self.at_sea:
            self._ashore(s)
        self.stage = WALK

    def _ashore(self, s: Position) -> None:
        from ludi.games.pax_romana.naval import release_escort

        release_escort(s, self)

    def _fought(self, s: Position) -> None:
        """After a Battle in which this Army attacked (10.2 steps 13 to 15)."""
        answer = s.answer
        self.sync(s)
        self.mp = max(0, self.mp - bool(answer & LEADER_DIED) - bool(answer & FORCED))
        self.lost = bool(answer & LOST)
        if answer & DEAD or not self.army & OCCUPY:
            self.army = 0
            self.leaders = 0
            self.galleys = 0
            self.stage = FINISH
            return
        if answer & HOLDS:
            if self.at_sea:
                self._ashore(s)
            self.free_attack = quick_foe(s, self.side, self.node, self.power)
            self.stage = CONFRONT if self.free_attack else WALK
            return
        if self.at_sea:
            self.lost = False
            self.legs = []
            self.stage = AT_SEA
            return
        self._regroup(s)

    def _regroup(self, s: Position) -> None:
        """The Army is placed where it came from; on a Transit Point only if it can get off it (10.7.7)."""
        where = self.entered
        self.stage = WALK
        if self.mode == INVASION and where == self.node:
            self._scatter_invaders(s)
            return
        if s.box.atlas.kind[where] == LAND_POINT:
            left = self.mp - (1 if self.lost else 0)
            best = min(
                (
                    march_need(s, self.side, where, near, link, self.army, self.power)
                    for near, link in s.box.atlas.land[where]
                ),
                default=IMPOSSIBLE,
            )
            if best > left:
                where = self.last_space
                self.stage = FINISH
        self.carry(s, where)

    def _scatter(self, s: Position) -> None:
        """An Army that finds no way on: to a free Space beside, or lost."""
        free = [
            near
            for near, _ in s.box.atlas.land[self.node]
            if near < s.box.atlas.spaces and s.box.open[near] and not quick_foe(s, self.side, near, self.power)
            if near != self.barred
        ]
        if free:
            self.carry(s, free[0])
        else:
            s.remove(self.side, self.node, self.army)
            for number in self.leader_list(s):
                kill_leader(s, number, "PR-8.4.4")
            self.army = self.leaders = 0
        self.stage = FINISH

    def _scatter_invaders(self, s: Position) -> None:
        """Invaders beaten where they were put go to a Space beside it, as their player chooses, or are lost."""
        from ludi.games.pax_romana.barbarians import Scatter

        self.stage = SCATTERED
        s.push(Scatter(self.side, self.power, self.node))

    def _step_back(self, s: Position) -> None:
        """On a Transit Point with no way on: back to the last Space left; a Withdrawal takes any free Space."""
        self.stage = FINISH
        if self.mode == WITHDRAWAL and self.node != self.start:
            self._scatter(s)
        else:
            self.carry(s, self.last_space)

    def carry(self, s: Position, where: int) -> None:
        """Put the Army, its escort and leaders elsewhere."""
        units = self.army + self.galleys * ONE[GALLEY]
        origin = self.node
        if where != origin:
            if self.army & OCCUPY:
                s.visit(self.side, where)
            s.shift(self.side, origin, where, units)
            for number in self.leader_list(s):
                s.leader_at[number] = where
            self.node = where
            self.sync(s)
            s.tidy(self.side, origin)

    def leader_list(self, s: Position) -> list[int]:
        return leader_numbers(self.leaders)

    def _finish(self, s: Position) -> None:
        units = self.army + (self.galleys * ONE[GALLEY] if self.fleet else 0)
        s.mark_moved(self.side, self.node, units)
        if self.mode != WITHDRAWAL:
            s.leaders_moved |= self.leaders
            if s.guard_duty:
                self._guard(s)
            self._rest_others(s)
        s.tidy(self.side, self.node)
        s.tidy(self.side, self.start)
        recount(s)
        if self.mode == INVASION:
            from ludi.games.pax_romana.barbarians import scare_capitals

            scare_capitals(s, self.side)
        s.pop(self.node + 1 if self.mode == WITHDRAWAL and self.node != self.start else 0)

    def _guard(self, s: Position) -> None:
        """An Army of 3 BP has come to a Capital (16.2, Stability Check)."""
        came = self.side < len(s.box.powers) and self.node != self.start and points(self.army) >= 3
        if came and self.node in s.box.capitals[self.side]:
            s.guard_points |= 1 << self.side

    def _rest_others(self, s: Position) -> None:
        """Whoever Withdrew before this Move may do so again before the next one (9.4.1)."""
        for key in list(s.moved):
            if key >> NODE_BITS not in (self.side, self.power, s.active, SOF):
                del s.moved[key]

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def available(self, s: Position) -> int:
        """Units in the place that may still join the Move."""
        units = s.fresh(self.side, self.node)
        if self.mode == WITHDRAWAL:
            units &= LAND
        taken = self.army + self.galleys * ONE[GALLEY]
        return units - common(units, taken)

    def idle_leaders(self, s: Position) -> list[int]:
        found = []
        for number in s.leaders_of(self.side, self.node):
            busy = self.leaders | self.parted | (0 if self.mode == WITHDRAWAL else s.leaders_moved)
            if not busy >> number & 1:
                found.append(number)
        return found

    def legal(self, s: Position, power: int) -> list[int]:
        from ludi.games.pax_romana.steps import selection, steps

        if self.stage == SELECT:
            return selection(s, self)
        if self.stage == PICKING:
            units = self.available(s) & LAND
            return [GO, *(TAKE + kind for kind in kinds(units)), *(TAKE_LEADER + n for n in self.idle_leaders(s))]
        if self.stage >= ESCORTING:
            from ludi.games.pax_romana.naval import legal_at_sea

            return legal_at_sea(s, self)
        return steps(s, self)

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if self.stage == SELECT:
            self._select(s, verb, argument)
        elif self.stage == PICKING:
            if verb == TAKE:
                self.army += ONE[argument]
            elif verb == TAKE_LEADER:
                self.leaders |= 1 << argument
            else:
                self.stage = WALK
        elif self.stage >= ESCORTING:
            from ludi.games.pax_romana.naval import decide_at_sea

            decide_at_sea(s, self, verb, argument)
        elif verb == MARCH:
            self._march(s, argument)
        elif verb == HALT:
            self.stage = FINISH
        elif verb == PICK_UP:
            self.mp -= self.bonus + 1
            self.bonus = 0
            self.stage = PICKING
        elif verb == TAKE_LEADER:
            self.leaders |= 1 << argument
        elif verb == DROP:
            self.army -= ONE[argument]
            s.mark_moved(self.side, self.node, ONE[argument])
        elif verb == DROP_LEADER:
            self.leaders &= ~(1 << argument)
            self.parted |= 1 << argument
            if self.mode != WITHDRAWAL:
                s.leaders_moved |= 1 << argument
        elif verb == BREAK:
            self._break(s, argument)
        elif verb == RAZE:
            self.mp -= s.sites[self.node] & 7
            s.drop_site(self.node)
            if s.listener is not None:
                s.tell("raze", "PR-7.4.3a", power=s.box.powers[power], space=s.box.place(self.node))
        elif verb == EMBARK:
            self.stage = ESCORTING
        elif verb == FIGHT:
            self._attack(s, [TRIBES])
        else:
            self._sail_away(s, argument)

    def _select(self, s: Position, verb: int, argument: int) -> None:
        if verb == TAKE:
            if argument == GALLEY:
                self.galleys += 1
                self.fleet = True
            else:
                self.army += ONE[argument]
        elif verb == TAKE_LEADER:
            self.leaders |= 1 << argument
        elif verb == BREAK:
            s.remove(self.side, self.node, ONE[argument])
            s.add(self.side, self.node, GARRISONS_FROM[argument] * ONE[GARRISON])
            self.stage = FINISH
            return
        elif verb == TAKE_ALL:
            units = self.available(s)
            if s.mutiny == self.side << NODE_BITS | self.node:
                units &= ~GALLEYS
            self.army = units & LAND & ~GARRISONS or units & LAND
            for number in self.idle_leaders(s):
                self.leaders |= 1 << number
            if not self.army and count(units, GALLEY):
                self.galleys = count(units, GALLEY)
                self.fleet = True
        if verb in (GO, TAKE_ALL) or self.mode == MINOR_MOVE:
            self.stage = READY

    def _march(self, s: Position, near: int) -> None:
        from ludi.games.pax_romana.steps import need

        link = min(
            (link for other, link in s.box.atlas.land[self.node] if other == near),
            key=lambda each: need(s, self, near, each),
        )
        self.mp -= step_cost(s, self.node, near, link) + (1 if self.lost else 0)
        if self.mode == WITHDRAWAL and near < s.box.atlas.spaces and quick_foe(s, self.side, near):
            self.mp -= 1
        self.lost = False
        self.entered = self.node
        if self.node < s.box.atlas.spaces:
            self.last_space = self.node
        self.carry(s, near)
        self.stage = ARRIVE
        if s.listener is not None:
            s.tell("march", "PR-9.2.1a", side=s.box.side_word(self.side), space=s.box.place(near), mp=self.mp)
        if link == ALPINE:
            from ludi.games.pax_romana.losses import attrition

            attrition(s, self.side, self.power, near, self.army, "PR-9.5.2a")

    def _break(self, s: Position, kind: int) -> None:
        """Break a Unit down into Garrisons, 1 MP in a Space for any number (9.2.1 e, 12.1.4)."""
        if self.broke_at != self.node:
            self.broke_at = self.node
            self.mp -= 1
        number = GARRISONS_FROM[kind]
        s.remove(self.side, self.node, ONE[kind])
        s.add(self.side, self.node, number * ONE[GARRISON])
        self.army += number * ONE[GARRISON] - ONE[kind]

    def _sail_away(self, s: Position, port: int) -> None:
        """Withdrawal by sea to a friendly Port next to this one, with all Galley Squadrons here that obey (9.4.5)."""
        origin = self.node
        galleys = ready_galleys(s, self.power, origin)
        if galleys:
            s.shift(self.power, origin, port, galleys)
        self.carry(s, port)
        self.mp = 0
        self.legs = [origin * NODES + port]
        self.entered = by_sea_from(origin)
        self.stage = ARRIVE

    # Words

    def ask(self, s: Position, power: int) -> Phrase:
        place = s.box.place(self.node)
        if self.stage == SELECT:
            key = "ask.move-minor" if self.mode == MINOR_MOVE else "ask.move-select"
            return Phrase(key, {"space": place}, "PR-9.1.1b" if self.mode == MINOR_MOVE else "PR-9.1.1a")
        if self.stage == PICKING:
            return Phrase("ask.move-pick-up", {"space": place}, "PR-9.2.1f")
        if self.stage == ESCORTING:
            return Phrase("ask.move-escort", {"space": place}, "PR-11.3.2b")
        if self.stage == TOLL:
            return Phrase("ask.move-toll", {}, "PR-12.5.1d")
        if self.stage == STOPPED:
            return Phrase("ask.move-stopped", {"space": place}, "PR-11.1.3")
        if self.stage == AT_SEA:
            return Phrase("ask.move-sea", {"space": place, "mp": self.mp}, "PR-11.1.1a")
        return Phrase("ask.move-land", {"space": place, "mp": self.mp}, "PR-9.2.1n")

    def crumb(self, s: Position) -> Phrase:
        keys = ("crumb.major", "crumb.minor", "crumb.withdrawal", "crumb.invading")
        return Phrase(keys[self.mode], {"space": s.box.place(self.node), "mp": self.mp}, self.rule)
