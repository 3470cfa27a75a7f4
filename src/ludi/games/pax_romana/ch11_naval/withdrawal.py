"""Chapter 11.4.2: a Fleet Withdraws before a Naval Battle, leg by leg and by the rules of Naval Movement.

Whether it does is asked in :mod:`battle`; what that means for the Continuity of the one it evades is in :mod:`meeting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch11_naval.drowning import Drowned, drown
from ludi.games.pax_romana.ch11_naval.fleets import fleet_leaders
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity, must_stop
from ludi.games.pax_romana.ch11_naval.weather import Weather, weather
from ludi.games.pax_romana.ch11_naval.wreck import Wrecked, wreck
from ludi.games.pax_romana.ch13_barbarians.rebels import closed_harbour
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISONS,
    INDEPENDENT,
    LAND,
    NOBODY,
    common,
    first_squadrons,
    joined,
    squadrons,
)
from ludi.games.pax_romana.world.sets import set_of
from ludi.games.pax_romana.world.words import GO, HALT, NO, SAIL, YES

CHOOSE, ASKING, ENTER, HALTED, OVER, WRECKED = "choose", "asking", "enter", "halted", "over", "wrecked"
WITHDRAWAL_RANGE = 3


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
    if s.foes_galleys(power, near) == INDEPENDENT or closed_harbour(s, power, near):
        return False
    if near < s.box.atlas.spaces:
        if not s.box.atlas.is_port[near]:
            return False
        return not carries or not quick_foe(s, power, near)
    beyond = closed | {near}
    return any(_leads(s, power, each, left - 1, beyond, carries) for each in s.box.atlas.sea[near])


@dataclass(frozen=True, slots=True)
class FleetWithdrawn:
    """How the Withdrawal of a Fleet ended."""

    away: bool
    """It is gone from where it was, or nothing of it is left."""


class NavalWithdrawal(Procedure):
    """The Fleet of a Power leaves a place where an enemy Fleet has come. Ends with :class:`FleetWithdrawn`."""

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

    def decider(self, s: Position) -> int:
        return self.power

    def sink(self, s: Position, rule: str) -> None:
        """All of it is lost."""
        s.remove(self.power, self.node, self.cargo)
        self.cargo = 0
        for number in s.leaders_of(self.power, self.node):
            kill_leader(s, number, rule)
        self.stage = OVER

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.naval-withdrawal", {"space": s.box.place(self.start)}, self.rule)


class AtWithdrawal(Stage[NavalWithdrawal]):
    """What the questions of a Fleet's Withdrawal have in common."""

    def facts(self, s: Position, p: NavalWithdrawal) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": s.box.side_word(p.power)}


class Choose(AtWithdrawal, of=NavalWithdrawal, at=CHOOSE):
    """The next leg, or the end in a Port."""

    asks = "ask.naval-withdrawal"

    def run(self, s: Position, p: NavalWithdrawal) -> bool:
        if self.legal(s, p, p.power) in ([], [HALT]):
            p.stage = OVER
            return False
        return True

    def not_in_port(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> Reason:
        return "" if p.in_port(s) else Phrase("why.withdraw-into-port", {}, "PR-11.4.2a")

    def steps(self, s: Position, p: NavalWithdrawal, power: int) -> Iterable[int]:
        return p.steps(s)

    @choice(HALT, "PR-11.4.2b", unless=not_in_port)
    def halt(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> None:
        p.stage = OVER

    def no_step(self, s: Position, p: NavalWithdrawal, power: int, near: int) -> Reason:
        if near not in s.box.atlas.sea[p.node]:
            return Phrase("why.no-sea-way", {}, "PR-11.1.1a")
        return Phrase("why.no-port-to-withdraw", {}, "PR-11.4.2a")

    @choice(SAIL, "PR-11.1.1a", exactly=steps, otherwise=no_step)
    def sail(self, s: Position, p: NavalWithdrawal, power: int, near: int) -> None:
        p.to = near
        p.owner = s.foes_galleys(p.power, near)
        if p.owner == NOBODY:
            go(s, p, near)
        else:
            p.stage = ASKING


class Asking(AtWithdrawal, of=NavalWithdrawal, at=ASKING):
    """Whoever has a Fleet there may let this one in."""

    asks = "ask.naval-leave"

    def deciders(self, s: Position, p: NavalWithdrawal) -> tuple[int, ...]:
        return (p.owner,)

    def facts(self, s: Position, p: NavalWithdrawal) -> Mapping[str, Fact]:
        return {**super().facts(s, p), "space": s.box.place(p.to)}

    @choice(NO)
    def bar(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> None:
        p.barred.append(p.to)
        p.stage = CHOOSE

    @choice(YES)
    def let_in(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> None:
        go(s, p, p.to)


def go(s: Position, p: NavalWithdrawal, near: int) -> None:
    """One leg."""
    leaders = fleet_leaders(s, p.power, p.node)
    p.cargo = common(p.cargo, s.at(p.power, p.node))
    s.shift(p.power, p.node, near, p.cargo)
    for number in leaders:
        s.leader_at[number] = near
    p.barred.append(p.node)
    p.left -= 1
    p.node = near
    p.stage = ENTER
    if s.listener is not None:
        s.tell("sail", p.rule, side=s.box.side_word(p.power), space=s.box.place(near))


class Enter(Stage[NavalWithdrawal], of=NavalWithdrawal, at=ENTER):
    """The weather, and Ports that make a Fleet Stop."""

    def run(self, s: Position, p: NavalWithdrawal) -> bool:
        p.stage = CHOOSE
        if p.node < s.box.atlas.spaces:
            if must_stop(s, p.power, p.node, bool(p.cargo & LAND)):
                p.stage = HALTED
            return False
        found = weather(s, p.node)
        if found.stops:
            p.stage = HALTED
        if found.lost:
            storm(s, p, found)
        return False


def storm(s: Position, p: NavalWithdrawal, found: Weather) -> None:
    """Galley Squadrons go down, and Units with them (11.2.1)."""
    if p.cargo & LAND and found.swamps(squadrons(p.cargo)):
        p.sink(s, "PR-11.2.1e")
        return
    if wreck(s, p.power, p.node, p.cargo, found.lost):
        p.stage = WRECKED
    else:
        lose_galleys(s, p, first_squadrons(p.cargo, found.lost), found.lost)


def lose_galleys(s: Position, p: NavalWithdrawal, gone: int, lost: int) -> None:
    """Those Squadrons, and as many BP on board."""
    s.remove(p.power, p.node, gone)
    p.cargo -= gone
    if not p.cargo:
        p.sink(s, "PR-8.4.3")
    else:
        leaders = set_of(s.leaders_of(p.power, p.node))
        drown(s, (p.power,), p.power, p.node, (p.cargo,), lost, leaders, in_battle=False)


class FleetWrecked(Stage[NavalWithdrawal], of=NavalWithdrawal, at=WRECKED):
    """Its owner has said which Squadrons the Storm takes (17.2); with them it has Stopped."""

    def resumed(self, s: Position, p: NavalWithdrawal, result: Wrecked) -> None:
        p.stage = HALTED
        lose_galleys(s, p, result.gone, squadrons(result.gone))


class Halted(AtWithdrawal, of=NavalWithdrawal, at=HALTED):
    """The Fleet has Stopped; at sea it must try to go on, in a Port it may (11.4.2)."""

    asks = "ask.move-stopped"
    rule = "PR-11.4.2b"

    def run(self, s: Position, p: NavalWithdrawal) -> bool:
        if not p.in_port(s):
            continue_withdrawal(s, p)
            return False
        if not p.steps(s):
            p.stage = OVER
            return False
        return True

    def resumed(self, s: Position, p: NavalWithdrawal, result: Drowned) -> None:
        left = joined(p.cargo & GARRISONS | result.army[0], s.at(p.power, p.node) & LAND)
        p.cargo = p.cargo & GALLEYS | left

    @choice(HALT, "PR-11.4.2b")
    def halt(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> None:
        p.stage = OVER

    @choice(GO, "PR-11.1.3")
    def go_on(self, s: Position, p: NavalWithdrawal, power: int, argument: int) -> None:
        continue_withdrawal(s, p)


def continue_withdrawal(s: Position, p: NavalWithdrawal) -> None:
    """The Continuity roll; a 12 bars this Fleet from Withdrawing again in this Activation (11.4.2)."""
    p.cargo = common(p.cargo, s.at(p.power, p.node))
    total = continuity(s, p.node, -1 if fleet_leaders(s, p.power, p.node) else 0, "PR-11.4.2b")
    if total == 12:
        s.hold_back(p.power, p.node)
    if total <= CONTINUES:
        p.stage = CHOOSE
        return
    p.stage = OVER
    if s.box.atlas.kind[p.node] == DEEP_POINT:
        p.sink(s, "PR-11.2.1f")


class Over(Stage[NavalWithdrawal], of=NavalWithdrawal, at=OVER):
    """The Fleet is where it got to."""

    def run(self, s: Position, p: NavalWithdrawal) -> bool:
        s.pop(FleetWithdrawn(p.node != p.start or not p.cargo))
        return False
