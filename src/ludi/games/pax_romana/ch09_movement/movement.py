"""Chapter 9: Major and Minor Moves, by land; the part at sea is in :mod:`voyage`."""

from __future__ import annotations

from typing import Any

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import Bribed
from ludi.games.pax_romana.ch05_control.control import recount, recount_capitals
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.entering import (
    after_battle,
    after_interception,
    arrive,
    confront,
    threaten,
    to_attack,
)
from ludi.games.pax_romana.ch09_movement.falling_back import step_back, turn_back
from ludi.games.pax_romana.ch09_movement.stages import (
    ARRIVE,
    AT_SEA,
    CAPTURED,
    CONFRONT,
    ENTERED,
    ESCORTING,
    FINISH,
    FOUGHT,
    INVASION,
    MAY_STRIKE,
    MINOR_MOVE,
    PICKING,
    READY,
    SCATTERED,
    SEA_MET,
    SELECT,
    STOPPED,
    STUCK,
    THREAT,
    THREATENED,
    TOLL,
    WALK,
    WITHDRAWAL,
    WITHDREW,
)
from ludi.games.pax_romana.ch09_movement.steps import selection, steps
from ludi.games.pax_romana.ch09_movement.taking_steps import decide_on_land, select
from ludi.games.pax_romana.ch11_naval.transport import begin_at_sea, release_escort, stay_aboard
from ludi.games.pax_romana.ch11_naval.voyage import decide_at_sea, legal_at_sea, run_at_sea
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import (
    GARRISON,
    GERMANS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    NOBODY,
    NODE_BITS,
    NODES,
    ONE,
    SOF,
    common,
    count,
    kinds,
    points,
)
from ludi.games.pax_romana.world.words import GO, HALT, TAKE, TAKE_LEADER


class Move(Convoy):
    """One Army or Fleet on the move: a Major or Minor Move, a Withdrawal, the march of an invasion (9.1, 9.4, 13.4)."""

    __slots__ = (
        "asked",
        "at_sea",
        "barred",
        "bonus",
        "broke_at",
        "entered",
        "fleet",
        "foreign",
        "free_attack",
        "last_port",
        "last_space",
        "led_by",
        "legs",
        "lost",
        "met",
        "mode",
        "modifier",
        "mp",
        "owes",
        "parted",
        "placed",
        "power",
        "sailed",
        "sailed_from",
        "spared",
        "start",
        "stopped",
        "tired",
    )

    name = "move"
    rule = "PR-9.1.1a"

    def __init__(self, side: int, power: int, node: int, mode: int) -> None:
        super().__init__(side, node)
        self.stage = SELECT
        self.power = power
        self.mode = mode
        self.start = self.entered = self.last_space = node
        self.last_port = self.sailed_from = node
        self.mp = 0
        self.bonus = 0
        """MP that only a leader who stays alone has (8.2.3)."""
        self.parted = 0
        """Leaders left on the way: they do not join again."""
        self.fleet = False
        """Galley Squadrons alone: no MP (11.1.1)."""
        self.at_sea = False
        self.sailed = False
        self.stopped = False
        self.foreign = 0
        """Whether the Port just entered makes this Fleet Stop (11.1.2); see :mod:`stages`."""
        self.modifier = 0
        self.broke_at = NOBODY
        self.lost = False
        self.barred = NOBODY
        self.owes = False
        """Whether the MP for attacking in the Space entered is still to be paid: it is paid once (9.2.1 g, 7.3.2)."""
        self.free_attack = False
        """The attack goes on at once after a Battle here: nobody is asked for a Withdrawal or a bribe before it."""
        self.asked = 0
        """The sides in the Space entered that have been asked whether they Withdraw, as bits."""
        self.legs: list[int] = []
        """The legs sailed since the last Stop, ``from * NODES + to``: none is sailed twice the same way."""
        self.led_by = NOBODY
        """The leader who makes this Move with an Army stacked with him, and does not leave it (16.2, Conqueror)."""
        self.placed = False
        """Invaders just put here, who attack whoever occupies the Space, Tribes too (13.4.5)."""
        self.tired = 0
        """In a conqueror's own Move: Units of the Army that had moved before it (16.2)."""
        self.met = 0
        """The sides whose Fleets in this place have been met, as bits; see :mod:`stages`."""
        self.spared = NOBODY
        """A place that the player was paid to leave alone."""

    @property
    def visited(self) -> list[int]:
        """The places of this voyage since the last Stop."""
        return [self.legs[0] // NODES, *(leg % NODES for leg in self.legs)] if self.legs else []

    # The engine

    def run(self, s: Position) -> bool:
        stage = self.stage
        if stage in (SELECT, PICKING, ESCORTING):
            return True
        if stage >= ESCORTING:
            return run_at_sea(s, self)
        if stage == READY:
            self._roll(s)
        elif stage == WALK:
            return self._walk(s)
        elif stage == ARRIVE:
            arrive(s, self)
        elif stage == THREAT:
            threaten(s, self)
        elif stage in (CONFRONT, WITHDREW):
            confront(s, self)
        elif stage == CAPTURED:
            self.sync(s)
            if self.at_sea:
                release_escort(s, self)
            self.stage = FINISH if s.answer else WALK
        elif stage == STUCK:
            step_back(s, self)
        elif stage == SCATTERED:
            self.node = s.answer - 1 if s.answer else self.node
            self.sync(s)
            self.stage = FINISH
        else:
            self._finish(s)
        return False

    def resumed(self, s: Position, result: Any) -> None:
        super().resumed(s, result)
        if isinstance(result, Bribed):
            self._paid(s, result)
        elif self.stage == ENTERED:
            after_interception(s, self, result)
        elif self.stage == FOUGHT:
            after_battle(s, self, result)

    def _paid(self, s: Position, result: Bribed) -> None:
        if self.stage == THREATENED:
            self.stage = CONFRONT
            if result.called_off:
                turn_back(s, self)
        elif result.called_off:
            stay_aboard(s, self)

    def _roll(self, s: Position) -> None:
        """MP: 1d6 plus the leader's Campaign Rating; a lone leader has double (9.1.2, 8.2.3)."""
        self.stage = WALK
        if self.led_by != NOBODY:
            left = self.tired - common(self.tired, self.army)
            s.mark_moved(self.side, self.node, left)
            self.tired -= left
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
        die = s.roll("movement")
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
            begin_at_sea(s, self)
        elif self.mode == INVASION and to_attack(s, self):
            self.mp = max(0, self.mp - 2)
            self.free_attack = True
            self.stage = CONFRONT
        else:
            self.placed = False

    def _walk(self, s: Position) -> bool:
        if s.dirty & s.box.capital_provinces:
            recount_capitals(s)
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

    def pay_attack(self) -> None:
        """The 1 MP of an attack, if it has not been paid (10.2 step 1)."""
        if self.owes:
            self.mp = max(0, self.mp - 1)
            self.owes = False

    def _finish(self, s: Position) -> None:
        units = self.army + (self.ships if self.fleet else 0)
        units -= min(self.made, count(self.army, GARRISON)) * ONE[GARRISON]
        self.wear_out(s, units)
        if not self.fleet:
            release_escort(s, self)
        if self.mode != WITHDRAWAL:
            self.retire(s, self.leaders)
            if s.guard_duty:
                self._guard(s)
            rest_others(s, (self.side, self.power))
        s.tidy(self.side, self.node)
        s.tidy(self.side, self.start)
        recount(s)
        if self.mode == INVASION:
            from ludi.games.pax_romana.ch13_barbarians.barbarians import scare_capitals

            scare_capitals(s, self.side)
        s.pop(self.node + 1 if self.mode == WITHDRAWAL and self.node != self.start else 0)

    def wear_out(self, s: Position, units: int) -> None:
        """Units of the Army have moved; a conqueror's own Move comes in addition and uses up no other (16.2)."""
        if self.led_by != NOBODY:
            units = worn(self.tired, units)
            self.tired -= common(self.tired, units)
        s.mark_moved(self.side, self.node, units)

    def retire(self, s: Position, leaders: int) -> None:
        """Leaders have moved, as bits; not by a conqueror's own Move."""
        if self.led_by == NOBODY:
            s.leaders_moved |= leaders

    def _guard(self, s: Position) -> None:
        """An Army of 3 BP has come to a Capital (16.2, Stability Check)."""
        came = self.side < len(s.box.powers) and self.node != self.start and points(self.army) >= 3
        if came and self.node in s.box.capitals[self.side]:
            s.guard_points |= 1 << self.side

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def available(self, s: Position) -> int:
        """Units in the place that may still join the Move."""
        units = s.fresh(self.side, self.node)
        if self.mode == WITHDRAWAL:
            units &= LAND
        taken = self.army + self.ships
        return units - common(units, taken)

    def idle_leaders(self, s: Position) -> list[int]:
        found = []
        for number in s.leaders_of(self.side, self.node):
            busy = self.leaders | self.parted
            if self.mode != WITHDRAWAL and number != self.led_by:
                busy |= s.leaders_moved
            if not busy >> number & 1:
                found.append(number)
        return found

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == SELECT:
            return selection(s, self)
        if self.stage == PICKING:
            units = self.available(s) & LAND
            return [GO, *(TAKE + kind for kind in kinds(units)), *(TAKE_LEADER + n for n in self.idle_leaders(s))]
        if self.stage >= ESCORTING:
            return legal_at_sea(s, self)
        return steps(s, self)

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if self.stage == SELECT:
            select(s, self, verb, argument)
        elif self.stage == PICKING:
            if verb == TAKE:
                self.army += ONE[argument]
            elif verb == TAKE_LEADER:
                self.leaders |= 1 << argument
            else:
                self.stage = WALK
        elif self.stage >= ESCORTING:
            decide_at_sea(s, self, verb, argument)
        else:
            decide_on_land(s, self, power, verb, argument)

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


def worn(tired: int, units: int) -> int:
    """The part of some Units that is among the tired ones; a Unit that was Reduced meanwhile is still the same."""
    found = common(tired, units)
    for full, reduced in ((LEGION, LEGION_R), (HEAVY, HEAVY_R)):
        if count(tired, full) > count(units, full) and count(units, reduced) > count(found, reduced):
            found += ONE[reduced]
    return found


def rest_others(s: Position, movers: tuple[int, ...]) -> None:
    """Whoever Withdrew before this Move may do so again before the next one (9.4.1)."""
    movers += (s.active, GERMANS)
    if s.sof_owner in movers:
        movers += (SOF,)
    for key in list(s.moved):
        if key >> NODE_BITS not in movers:
            del s.moved[key]
            s.escorted.pop(key, None)
