"""Chapter 11.4.2: a Fleet Withdraws before a Naval Battle, leg by leg and by the rules of Naval Movement."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.ways import quick_foe
from ludi.games.pax_romana.ch11_naval.perils import Drowning
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, must_stop
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import DEEP_POINT, PORT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEYS,
    GARRISONS,
    INDEPENDENT,
    LAND,
    NOBODY,
    NODE_BITS,
    OCCUPY,
    common,
    first_squadrons,
    joined,
    squadrons,
)
from ludi.games.pax_romana.world.words import GO, HALT, NO, SAIL, YES

CHOOSE, ASKING, ENTER, HALTED, OVER = range(5)
WITHDRAWAL_RANGE = 3


def fleet_leaders(s: Position, side: int, node: int) -> list[int]:
    """The leaders with a Fleet: all at sea, in a Port those who have no Army there to be with."""
    if node < s.box.atlas.spaces and s.at(side, node) & OCCUPY:
        return []
    return s.leaders_of(side, node)


def withdrawal_steps(
    s: Position, power: int, node: int, left: int = WITHDRAWAL_RANGE, barred: list[int] | None = None
) -> list[int]:
    """The legs from a place that still lead to a Port within so many Naval Connections (11.4.2).

    A place with an enemy Fleet is open only by leave of its owner; Independents and Pirates give none.
    """
    closed = {node, *(barred or ())}
    carries = node >= s.box.atlas.spaces and bool(s.at(power, node) & LAND)
    return [near for near in s.box.atlas.sea[node] if _leads(s, power, near, left, closed, carries)]


def _leads(s: Position, power: int, near: int, left: int, closed: set[int], carries: bool) -> bool:
    if near in closed or not left or not s.box.open[near] or near in s.pirates:
        return False
    if s.foes_galleys(power, near) == INDEPENDENT:
        return False
    if near < s.box.atlas.spaces:
        if not s.box.atlas.flags[near] & PORT:
            return False
        return not carries or not quick_foe(s, power, near)
    beyond = closed | {near}
    return any(_leads(s, power, each, left - 1, beyond, carries) for each in s.box.atlas.sea[near])


class NavalWithdrawal(Procedure):
    """The Fleet of a Power leaves a place where an enemy Fleet has come. Answer 1: it got away."""

    __slots__ = ("barred", "cargo", "left", "node", "owner", "power", "start", "to")

    name = "naval-withdrawal"
    rule = "PR-11.4.2a"

    def __init__(self, s: Position, power: int, node: int) -> None:
        self.stage = CHOOSE
        self.power = power
        self.start = self.node = node
        self.to = NOBODY
        self.left = WITHDRAWAL_RANGE
        self.barred: list[int] = []
        """Places passed, and those whose Fleets do not let this one in."""
        self.owner = NOBODY
        """Whose leave is asked."""
        at_sea = node >= s.box.atlas.spaces
        self.cargo = s.at(power, node) & (GALLEYS | (LAND if at_sea else 0))

    def steps(self, s: Position) -> list[int]:
        return withdrawal_steps(s, self.power, self.node, self.left, self.barred) if self.left else []

    def in_port(self, s: Position) -> bool:
        return self.node < s.box.atlas.spaces and self.node != self.start

    def run(self, s: Position) -> bool:
        if self.stage == ENTER:
            self._enter(s)
            return False
        if self.stage == CHOOSE:
            options = self.legal(s, self.power)
            if options in ([], [HALT]):
                self.stage = OVER
                return False
        if self.stage == HALTED:
            if not self.in_port(s):
                self._continue(s)
                return False
            if not self.steps(s):
                self.stage = OVER
                return False
        if self.stage == OVER:
            s.pop(1 if self.node != self.start or not self.cargo else 0)
            return False
        return True

    def _enter(self, s: Position) -> None:
        """The weather, and Ports that make a Fleet Stop."""
        node = self.node
        self.stage = CHOOSE
        if node < s.box.atlas.spaces:
            if must_stop(s, self.power, node, bool(self.cargo & LAND)):
                self.stage = HALTED
            return
        die = s.roll("storm")
        if s.box.atlas.kind[node] == DEEP_POINT:
            if die >= 3:
                self.stage = HALTED
            if die >= 5:
                self._storm(s)
        elif die == 6:
            self.stage = HALTED

    def _storm(self, s: Position) -> None:
        lost, galleys = s.roll("storm-losses"), squadrons(self.cargo)
        if self.cargo & LAND and lost > galleys:
            self._sink(s, "PR-11.2.1e")
            return
        gone = first_squadrons(self.cargo, lost)
        s.remove(self.power, self.node, gone)
        self.cargo -= gone
        if not self.cargo:
            self._sink(s, "PR-8.4.3")
        elif self.cargo & COMBAT:
            leaders = sum(1 << number for number in s.leaders_of(self.power, self.node))
            s.push(Drowning((self.power,), self.power, self.node, (self.cargo,), lost, leaders, False, True))

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        army_left = joined(self.cargo & GARRISONS | army[0], s.at(self.power, self.node) & LAND)
        self.cargo = self.cargo & GALLEYS | army_left

    def _sink(self, s: Position, rule: str) -> None:
        s.remove(self.power, self.node, self.cargo)
        self.cargo = 0
        for number in s.leaders_of(self.power, self.node):
            kill_leader(s, number, rule)
        self.stage = OVER

    def _continue(self, s: Position) -> None:
        """The Continuity roll; a 12 bars this Fleet from Withdrawing again in this Activation (11.4.2)."""
        self.cargo = common(self.cargo, s.at(self.power, self.node))
        total = s.roll("continuity") + s.roll("continuity") - (1 if fleet_leaders(s, self.power, self.node) else 0)
        if total == 12:
            s.no_withdrawal = (self.power << NODE_BITS | self.node) + 1
        if s.listener is not None:
            key = "continuity" if total <= CONTINUES else "finished"
            s.tell(key, "PR-11.4.2b", space=s.box.place(self.node), total=total)
        if total <= CONTINUES:
            self.stage = CHOOSE
            return
        self.stage = OVER
        if s.box.atlas.kind[self.node] == DEEP_POINT:
            self._sink(s, "PR-11.2.1f")

    def _go(self, s: Position, near: int) -> None:
        leaders = fleet_leaders(s, self.power, self.node)
        self.cargo = common(self.cargo, s.at(self.power, self.node))
        s.shift(self.power, self.node, near, self.cargo)
        for number in leaders:
            s.leader_at[number] = near
        self.barred.append(self.node)
        self.left -= 1
        self.node = near
        self.stage = ENTER
        if s.listener is not None:
            s.tell("sail", self.rule, side=s.box.side_word(self.power), space=s.box.place(near))

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.owner if self.stage == ASKING else self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == ASKING:
            return [NO, YES]
        if self.stage == HALTED:
            return [HALT, GO]
        found = [SAIL + near for near in self.steps(s)]
        return [HALT, *found] if self.in_port(s) else found

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == HALT:
            self.stage = OVER
        elif action == GO:
            self._continue(s)
        elif action == NO:
            self.barred.append(self.to)
            self.stage = CHOOSE
        elif action == YES:
            self._go(s, self.to)
        else:
            self.to = action % SPAN
            self.owner = s.foes_galleys(self.power, self.to)
            if self.owner == NOBODY:
                self._go(s, self.to)
            else:
                self.stage = ASKING

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.power)}
        if self.stage == ASKING:
            return Phrase("ask.naval-leave", {**facts, "space": s.box.place(self.to)}, self.rule)
        if self.stage == HALTED:
            return Phrase("ask.move-stopped", facts, "PR-11.4.2b")
        return Phrase("ask.naval-withdrawal", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.naval-withdrawal", {"space": s.box.place(self.start)}, self.rule)
