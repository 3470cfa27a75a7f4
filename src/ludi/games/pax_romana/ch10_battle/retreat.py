"""Chapter 10.7: a Retreat, Space by Space; which ways are open to it is in :mod:`retreat_ways`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.ambush import lie_in_wait
from ludi.games.pax_romana.ch09_movement.interception import Interception, InterceptionResult
from ludi.games.pax_romana.ch09_movement.ways import (
    by_sea_from,
    unit_ban,
)
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, LossesTaken, attrition
from ludi.games.pax_romana.ch10_battle.retreat_ways import (
    INTERCEPTED,
    NO_WAY,
    army_at,
    no_step,
    players,
    sea_retreats,
)
from ludi.games.pax_romana.ch11_naval.fleets import ready_galleys
from ludi.games.pax_romana.ch11_naval.landfall import Landed, Landfall
from ludi.games.pax_romana.ch11_naval.naval_ambush import lurkers, watch
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import ALPINE, LAND_POINT
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, NOBODY, joined
from ludi.games.pax_romana.world.sets import members, set_of
from ludi.games.pax_romana.world.words import HALT, MARCH, SAIL

CHOOSE, LANDING, ENTER, PASSING, ENTERED = "choose", "landing", "enter", "passing", "entered"


@dataclass(frozen=True, slots=True)
class Retreated:
    """How a Retreat ended."""

    to: int = NOBODY
    """Where the Army is now; NOBODY: nobody got away."""


class Retreat(Procedure):
    """A beaten Defender leaves the Battle Space, all together. Ends with :class:`Retreated`."""

    __slots__ = ("army", "barred", "crossed", "here", "leaders", "node", "power", "sides", "spaces", "via", "walls")

    name = "retreat"
    rule = "PR-10.7.4a"
    tuples = ("army", "sides")

    def __init__(self, sides: tuple[int, ...], power: int, node: int, barred: int, via: int, walls: bool) -> None:
        self.stage = CHOOSE
        self.sides = sides
        self.army: tuple[int, ...] = ()
        """What each side has in the Retreat, once it is under way: others in a Space it comes to are no part of it."""
        self.leaders = 0
        """The leaders along, as a set."""
        self.power = power
        self.node = self.here = node
        self.barred = barred
        self.via = via
        self.walls = walls
        self.spaces = 0
        """How many Spaces were entered."""
        self.crossed = False
        """Whether a Transit Point was crossed: the first Space beyond is the end."""

    def sync(self, s: Position) -> None:
        """What is left of the Army after losses on the way."""
        self.army = tuple(
            joined(part, s.at(side, self.here) & LAND) for side, part in zip(self.sides, self.army, strict=True)
        )

    def at_the_start(self) -> bool:
        return self.here == self.node

    def resting(self, s: Position) -> bool:
        """Whether the Army is in a Space, where it may end its Retreat, not on a Transit Point."""
        return s.box.atlas.kind[self.here] != LAND_POINT

    def at_its_end(self, s: Position) -> bool:
        """Whether the Army, in a Space, goes no further."""
        return self.resting(s) and (self.crossed or self.spaces > 1)

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.retreat", {"space": s.box.place(self.node)}, self.rule)


class Choose(Stage[Retreat], of=Retreat, at=CHOOSE):
    """Where to, as long as there is a choice (10.7.4, 10.7.5)."""

    asks = "ask.retreat-to"

    def run(self, s: Position, p: Retreat) -> bool:
        if not p.army:
            p.army = army_at(s, p.sides, p.here)
            p.leaders = set_of(number for side in p.sides for number in s.leaders_of(side, p.here))
        p.sync(s)
        if not any(part & COMBAT for part in p.army):
            if any(s.at(side, p.here) & COMBAT for side in p.sides):
                s.pop(Retreated(p.here))
            else:
                perish(s, p)
            return False
        options = self.legal(s, p, p.power)
        if not options:
            perish(s, p)
            return False
        if len(options) == 1:
            self.decide(s, p, p.power, options[0])
            return False
        s.offer(p.power, options)
        return True

    def facts(self, s: Position, p: Retreat) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.here)}

    def no_halt(self, s: Position, p: Retreat, power: int, argument: int) -> Reason:
        if p.at_the_start():
            return Phrase("why.retreat-leaves", {}, "PR-10.7.4a")
        return "" if p.resting(s) else Phrase("why.no-rest", {}, "PR-10.7.4a")

    def neighbours(self, s: Position, p: Retreat, power: int) -> Iterable[int]:
        return dict.fromkeys(near for near, _ in s.box.atlas.land[p.here])

    def no_step(self, s: Position, p: Retreat, power: int, near: int) -> Reason:
        links = [link for other, link in s.box.atlas.land[p.here] if other == near]
        if not links:
            return NO_WAY
        if p.at_the_start() and p.walls:
            return Phrase("why.walls-used", {}, "PR-10.7.6c")
        if not p.at_the_start() and p.at_its_end(s):
            return Phrase("why.retreat-at-its-end", {}, "PR-10.7.4b")
        if not p.resting(s) and near == p.via:
            return Phrase("why.retreat-turns-back", {}, "PR-10.7.4a")
        via = p.via if p.at_the_start() else NOBODY
        way = (p.barred, p.spaces, via)
        reasons = [no_step(s, p.sides, p.army, p.node, p.here, near, link, *way) for link in links]
        return "" if "" in reasons else reasons[0]

    def ports(self, s: Position, p: Retreat, power: int) -> list[int]:
        return sea_retreats(s, p.sides, p.node, p.via) if p.at_the_start() else []

    def no_port(self, s: Position, p: Retreat, power: int, near: int) -> Reason:
        bans = [unit_ban(s, side, part) for side, part in zip(p.sides, p.army, strict=True)]
        if any(bans):
            return max(bans)
        if p.at_the_start() and p.via not in (NOBODY, by_sea_from(near)):
            return INTERCEPTED
        return Phrase("why.no-sea-retreat", {}, "PR-10.7.5")

    @choice(HALT, "PR-10.7.4a", unless=no_halt)
    def halt(self, s: Position, p: Retreat, power: int, argument: int) -> None:
        s.pop(Retreated(p.here))

    @choice(MARCH, "PR-10.7.4a", among=neighbours, unless=no_step)
    def march(self, s: Position, p: Retreat, power: int, near: int) -> None:
        """Transit Points cost 1 Battle Point each, Alpine Passes attrition (10.7.4, 9.5.2)."""
        origin = p.here
        links = dict(reversed(s.box.atlas.land[origin]))
        go(s, p, near)
        p.via = origin
        p.stage = ENTER
        if p.resting(s):
            p.spaces += 1
        else:
            p.crossed = True
            among = tuple(part & ~GARRISONS for part in p.army)
            s.push(Losses(p.sides, p.power, near, 1, IN_BATTLE, True, False, among))
        if links[near] == ALPINE:
            attrition(s, p.sides, p.power, near, p.army, "PR-9.5.2a")

    @choice(SAIL, "PR-10.7.5", exactly=ports, otherwise=no_port)
    def sail(self, s: Position, p: Retreat, power: int, port: int) -> None:
        """The Galley Squadrons go along; allies are one Fleet, which meets those of an enemy there (10.7.5, 11.4.1)."""
        go(s, p, port)
        p.via = by_sea_from(p.node)
        p.spaces = 2
        p.stage = ENTER
        owners = dict.fromkeys(players(s, p.sides))
        sides = (*p.sides, *(owner for owner in owners if owner not in p.sides))
        escorts = tuple(ready_galleys(s, side, p.node) if side in owners else 0 for side in sides)
        for side, ships in zip(sides, escorts, strict=True):
            s.drive(side, p.node, port, ships)
        landfall = Landfall(sides, p.power, port, p.army, escorts, p.leaders)
        if lurkers(s, landfall) or any(s.foes_galleys(owner, port) != NOBODY for owner in owners):
            p.stage = LANDING
            s.push(landfall)
            watch(s, landfall)


class Landing(Stage[Retreat], of=Retreat, at=LANDING):
    """Fleets meet in the Port: then the Army is there, was driven elsewhere, or is lost (11.4.1)."""

    def resumed(self, s: Position, p: Retreat, result: Landed) -> None:
        p.army = result.army[: len(p.sides)]
        if result.to == p.here:
            p.stage = ENTER
        else:
            s.pop(Retreated(result.to))


class Enter(Stage[Retreat], of=Retreat, at=ENTER):
    """Losses on the way are taken; now others may intercept (10.7.6)."""

    def resumed(self, s: Position, p: Retreat, result: LossesTaken) -> None:
        if result.among:
            p.army = tuple(part & GARRISONS | left for part, left in zip(p.army, result.among, strict=True))
            p.sync(s)

    def run(self, s: Position, p: Retreat) -> bool:
        p.stage = CHOOSE
        if not p.resting(s):
            if lie_in_wait(s, p.sides, p.power, p.here, p.army, p.leaders):
                p.stage = PASSING
        else:
            p.sync(s)
            first = next((side for side, part in zip(p.sides, p.army, strict=True) if part & COMBAT), NOBODY)
            if first != NOBODY:
                p.stage = ENTERED
                s.push(Interception(first, p.power, p.here, p.via, p.node, "PR-10.7.6b"))
        return False


class Passing(Enter, of=Retreat, at=PASSING):
    """On a Transit Point others may have fallen upon the Army (17.2, AMBUSH)."""

    def run(self, s: Position, p: Retreat) -> bool:
        p.stage = CHOOSE
        return False


class Entered(Stage[Retreat], of=Retreat, at=ENTERED):
    """Unless it was driven off by an interception the Army goes on or stays."""

    def resumed(self, s: Position, p: Retreat, result: InterceptionResult) -> None:
        if result.gone:
            s.pop(Retreated(result.fled_to))
        else:
            p.stage = CHOOSE


def go(s: Position, p: Retreat, near: int) -> None:
    """The Army and its leaders are in the next place."""
    origin = p.here
    for side, part in zip(p.sides, p.army, strict=True):
        s.visit(side, near)
        s.drive(side, origin, near, part)
    for number in members(p.leaders):
        if s.leader_at[number] == origin:
            s.leader_at[number] = near
    p.here = near
    p.sync(s)
    if s.listener is not None:
        s.tell("retreat", p.rule, side=s.box.side_word(p.sides[0]), space=s.box.place(near))


def perish(s: Position, p: Retreat) -> None:
    """Nowhere to go, or nobody left to go there (10.7.4)."""
    for side, part in zip(p.sides, p.army, strict=True):
        s.remove(side, p.here, part)
    for number in members(p.leaders):
        if s.leader_at[number] == p.here:
            kill_leader(s, number, "PR-10.7.4e", in_battle=True)
    s.pop(Retreated())
