"""Chapters 7.4 and 7.5: a City or Town falls; Sack and Plunder; Cities and Towns destroyed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount_at
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign, leaders_without_army
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    CITY,
    GALLEY,
    GALLEYS,
    INDEPENDENT,
    LAND,
    MERCENARIES,
    NOBODY,
    ONE,
    PONTUS,
    RHODIAN,
    SOF,
    SUCCESSORS,
    is_played,
    is_power,
    is_slave,
    squadrons,
)
from ludi.games.pax_romana.world.words import COMMAND, NO, YES

OFFER, FALLS, SACK = "offer", "falls", "sack"


@dataclass(frozen=True, slots=True)
class CaptureResult:
    """How the capture of a City or Town ended."""

    army_stays: bool
    """Whether the Army may not go on moving (7.5.3)."""


MARCHES_ON = CaptureResult(army_stays=False)


class Capture(Procedure):
    """A City or Town falls: ownership, Sack and Plunder (7.4, 7.5). Ends with :class:`CaptureResult`.

    If it is ``optional``, its player may leave the place alone, and nothing happens (7.4.2).
    """

    __slots__ = ("campaign", "node", "owner", "power", "side")

    name = "capture"
    rule = "PR-7.4.1a"

    def __init__(self, side: int, power: int, node: int, campaign: int, optional: bool = False) -> None:
        self.stage = OFFER if optional else FALLS
        self.side = side
        self.power = power
        """Who decides; NOBODY for Barbarians."""
        self.node = node
        self.campaign = campaign
        self.owner = NOBODY

    def decider(self, s: Position) -> int:
        return self.power


# 7.4 Capture


class Offer(Stage[Capture], of=Capture, at=OFFER):
    """A place that nobody defends may be left alone (7.4.2)."""

    asks = "ask.prize"
    rule = "PR-7.4.2"

    def facts(self, s: Position, p: Capture) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    @choice(YES)
    def take(self, s: Position, p: Capture, power: int, argument: int) -> None:
        p.stage = FALLS

    @choice(NO)
    def leave_alone(self, s: Position, p: Capture, power: int, argument: int) -> None:
        if s.listener is not None:
            s.tell("left-alone", "PR-7.4.2", side=s.box.side_word(p.side), space=s.box.place(p.node))
        s.pop(MARCHES_ON)


class Falls(Stage[Capture], of=Capture, at=FALLS):
    """The place changes hands; a player may then sack it, unless it is at home (7.4.1, 7.5.1)."""

    def run(self, s: Position, p: Capture) -> bool:
        change_hands(s, p)
        if p.side == p.owner or is_slave(p.side) or p.side in (PONTUS, SUCCESSORS):
            s.pop(MARCHES_ON)
        elif not is_played(p.side):
            sack(s, p)
        elif s.box.home[p.node] == p.power:
            s.pop(MARCHES_ON)
        else:
            p.stage = SACK
        return False


def change_hands(s: Position, p: Capture) -> None:
    """Whoever is left inside is lost; the place is the captor's, or Independent if Barbarians took it (7.4.1)."""
    node = p.node
    site = s.sites[node]
    p.owner = site.owner
    for side in (p.owner, SOF):
        if not s.friends(side, p.side):
            rest = s.at(side, node) & LAND
            if rest:
                s.remove(side, node, rest)
                leaders_without_army(s, side, node, "PR-8.4.6", in_battle=False)
    if is_slave(p.side):
        return
    if p.side == SUCCESSORS:
        s.drop_site(node)
        recount_at(s, node)
        return
    new_owner = p.power if is_played(p.side) else INDEPENDENT
    s.set_site(node, new_owner, site.kind, site.walls)
    counter = {"syracuse": GALLEY, "rhodes": RHODIAN}.get(s.box.place(node))
    if counter == RHODIAN and s.box.advanced:
        s.remove(INDEPENDENT, node, s.at(INDEPENDENT, node) & GALLEYS)
        counter = None
    if p.owner == INDEPENDENT and is_power(new_owner) and counter is not None:
        galleys = s.at(INDEPENDENT, node) & GALLEYS
        s.remove(INDEPENDENT, node, galleys)
        s.add(new_owner, node, squadrons(galleys) * ONE[counter])
    recount_at(s, node)
    if s.listener is not None:
        s.tell("capture", p.rule, side=s.box.side_word(p.side), space=s.box.place(node))


# 7.5 Sack and Plunder


class Sack(Stage[Capture], of=Capture, at=SACK):
    """To sack the place or not; of several leaders one commands (7.5.1, 8.2.4)."""

    asks = "ask.sack"
    rule = "PR-7.5.1a"

    def facts(self, s: Position, p: Capture) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "rating": p.campaign}

    def commanders(self, s: Position, p: Capture, power: int) -> list[int]:
        """Leaders of different Campaign Ratings, the lowest first; none if there is no choice."""
        ratings = {s.box.leaders[number].campaign: number for number in s.leaders_of(p.side, p.node)}
        if len(ratings) > 1 and p.campaign == max(ratings):
            return [ratings[rating] for rating in sorted(ratings)]
        return []

    def several(self, s: Position, p: Capture, power: int, argument: int) -> Reason:
        return Phrase("why.name-the-commander", {}, "PR-8.2.4a") if self.commanders(s, p, power) else ""

    @choice(YES, unless=several)
    def plunder(self, s: Position, p: Capture, power: int, argument: int) -> None:
        sack(s, p)

    @choice(NO)
    def spare(self, s: Position, p: Capture, power: int, argument: int) -> None:
        s.pop(MARCHES_ON)

    @choice(COMMAND, "PR-8.2.4a", exactly=commanders, otherwise="no-choice-of-commander")
    def plunder_under(self, s: Position, p: Capture, power: int, leader: int) -> None:
        p.campaign = s.box.leaders[leader].campaign
        sack(s, p)


def sack(s: Position, p: Capture) -> None:
    """1d6 above the Campaign Rating sacks; then 1d6 not above it lets the Army go on (7.5.1 to 7.5.3)."""
    mercenary = bool(s.at(p.side, p.node) & MERCENARIES)
    sacked = s.roll("sack") + (1 if mercenary else 0) > p.campaign
    if sacked and p.power != NOBODY and is_played(p.side):
        roll = s.roll("booty")
        talents = roll if s.site_kind(p.node) == CITY else (roll + 1) // 2
        if mercenary or p.side == SOF:
            talents //= 2
        s.treasury[p.power] += talents
        if s.listener is not None:
            s.tell("sack", "PR-7.5.1a", power=s.box.powers[p.power], space=s.box.place(p.node), talents=talents)
    s.pop(CaptureResult(army_stays=s.roll("march-on") > p.campaign))


def capture_campaign(s: Position, side: int, node: int, minor: bool) -> int:
    """The Campaign Rating against which Sack and Plunder is rolled (7.5.1)."""
    return 0 if minor else best_campaign(s, s.leaders_of(side, node))


# 7.4.3 Destruction


def may_raze(s: Position, power: int, node: int, mp: int) -> Reason:
    """Why a City or Town is not destroyed, or nothing (7.4.3)."""
    site = s.sites.get(node)
    if site is None or site.owner != power:
        return Phrase("why.not-own-site", {}, "PR-7.4.3a")
    if s.box.home[node] == power:
        return "PR-7.4.3c"
    return "" if mp >= site.walls else Phrase("why.mp", {"need": site.walls, "left": max(0, mp)}, "PR-7.4.3a")
