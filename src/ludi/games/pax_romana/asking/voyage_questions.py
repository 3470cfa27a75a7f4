"""The map's question about the sea: what a Fleet or a transport can come to, how surely, and what awaits it (11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.asking.answers import AskVoyage, Sailed, Voyage
from ludi.games.pax_romana.asking.movers import TalkOf, move_under_way, power_of
from ludi.games.pax_romana.asking.naming import BadQuestion, node_number
from ludi.games.pax_romana.asking.scenes import stack_of
from ludi.games.pax_romana.asking.sea_questions import passage
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import WithdrawalMarch
from ludi.games.pax_romana.ch11_naval.afloat import STOPPED, FleetVoyage, Transport
from ludi.games.pax_romana.ch11_naval.fleets import (
    free_rhodes,
    ready_galleys,
    takes_toll,
)
from ludi.games.pax_romana.ch11_naval.sailing import continuity_chance, leg_ban, must_stop, no_assault, transport_ban
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import COMBAT, GALLEYS, GARRISONS, LAND, squadrons
from ludi.games.pax_romana.world.words import GO, MAJOR, SAIL, TAKE_ALL

STOPS = {"PR-11.1.2a": "asked.stop-foreign", "PR-11.1.2b": "asked.stop-unheld"}
"""Why a Fleet must Stop in a Port, by the rule (:func:`must_stop`)."""


class Sailor(NamedTuple):
    """A Fleet at sea, or one that could put to sea."""

    s: PaxRomanaState
    side: int
    power: int
    node: int
    army: int
    ships: int
    leaders: list[int]
    voyage: FleetVoyage | Transport | None
    """The voyage under way."""

    @property
    def stopped(self) -> bool:
        return self.voyage is not None and self.voyage.stage == STOPPED

    def may_enter(self, here: int, near: int) -> bool:
        """Whether a leg may be sailed, as far as that can be told beforehand."""
        s = self.s
        if not s.box.open[near]:
            return False
        if self.voyage is not None and here == self.node:
            if isinstance(self.voyage, Transport):
                return not transport_ban(s, self.voyage, near)
            return not leg_ban(s, self.voyage, near)
        if not self.army or not self.meets(near) or free_rhodes(s, near):
            return True
        return not no_assault(self.voyage) if isinstance(self.voyage, Transport) else self.army & COMBAT > 0

    def meets(self, node: int) -> bool:
        """Whether an Army on board would have to fight for a Port."""
        s = self.s
        if node >= s.box.atlas.spaces or not quick_foe(s, self.side, node, self.power):
            return False
        return not open_prize(s, self.side, node, self.power)


def voyage(asked: TalkOf, arguments: AskVoyage) -> Voyage:
    """All places that a Fleet, or an Army on board, can come to by sea."""
    s = asked.state
    ports = [] if "space" in arguments else _ports_of_those_who_leave(asked)
    sailor = _leaving(s) if ports else _sailor(asked, arguments)
    places = [_across(asked, sailor, port) for port in ports] or list(_places(asked, sailor).values())
    return {
        "side": s.box.side_word(sailor.side),
        "space": s.box.place(sailor.node),
        "army": stack_of(sailor.army),
        "squadrons": squadrons(sailor.ships),
        "leaders": [s.box.leaders[number].word for number in sailor.leaders],
        "mp": sailor.voyage.mp if sailor.voyage is not None and sailor.army else None,
        "stopped": sailor.stopped,
        "begin": _begin(asked, sailor),
        "places": places,
        "rule": "PR-11.1.1a",
    }


def _sailor(asked: TalkOf, arguments: Mapping[str, Any]) -> Sailor:
    s = asked.state
    move = move_under_way(s)
    if "space" not in arguments:
        if not isinstance(move, (FleetVoyage, Transport)):
            raise BadQuestion("Nobody is at sea; name the port where a fleet could set out.")
        return Sailor(s, move.side, move.power, move.node, move.army, move.ships, move.leader_list(), move)
    node, power = node_number(s, arguments["space"]), power_of(asked, arguments)
    if not s.box.atlas.sea[node]:
        raise BadQuestion(f"No way by sea leads from {arguments['space']}.")
    units = s.fresh(power, node) & LAND
    army = (units & ~GARRISONS or units) if arguments.get("army") else 0
    ships = ready_galleys(s, power, node) & s.fresh(power, node) & GALLEYS
    if not army and not ships:
        raise BadQuestion(f"Nobody of this power can put to sea in {arguments['space']}.")
    return Sailor(s, power, power, node, army, ships, s.leaders_of(power, node) if army else [], None)


def _ports_of_those_who_leave(asked: TalkOf) -> list[int]:
    """The Ports to which an Army that Withdraws by land may cross instead (9.4.5d)."""
    s = asked.state
    if asked.seat is None or not isinstance(s.stack[-1] if s.stack else None, WithdrawalMarch):
        return []
    return [action - SAIL for action in s.legal(asked.seat) if SAIL <= action < SAIL + SPAN]


def _leaving(s: PaxRomanaState) -> Sailor:
    move = s.stack[-1]
    assert isinstance(move, WithdrawalMarch)
    return Sailor(s, move.side, move.power, move.node, move.army, 0, move.leader_list(), None)


def _across(asked: TalkOf, sailor: Sailor, port: int) -> Sailed:
    """Straight to a Port, without Weather and Continuity."""
    return {**_sailed(asked, sailor, [port], 1.0), "words": [sailor.s.spell(SAIL + port)]}


def _begin(asked: TalkOf, sailor: Sailor) -> list[str]:
    """What begins a Major Move of a Fleet, if nobody else stands there who would go instead."""
    s = asked.state
    if sailor.voyage is not None or asked.seat is None or MAJOR + sailor.node not in s.legal(asked.seat):
        return []
    words = [s.spell(MAJOR + sailor.node)]
    return words if s.fresh(sailor.side, sailor.node) & LAND and not sailor.army else [*words, s.spell(TAKE_ALL)]


def _places(asked: TalkOf, sailor: Sailor) -> dict[int, Sailed]:
    """The surest way to each place."""
    s, start = sailor.s, sailor.node
    led, army = bool(sailor.leaders), bool(sailor.army)
    first = continuity_chance(-int(led)) / 36 if sailor.stopped else 1.0
    chance, before = {start: first}, {start: start}
    todo = [(-first, start)]
    while todo:
        through, here = heappop(todo)
        if -through < chance[here]:
            continue
        onward = -through if here == start else -through * float(passage(s, sailor.side, here, army, led))
        if here != start and army and sailor.meets(here):
            continue
        for near in s.box.atlas.sea[here]:
            if onward > chance.get(near, 0.0) and sailor.may_enter(here, near):
                chance[near], before[near] = onward, here
                heappush(todo, (-onward, near))
    found = {}
    for node in sorted(chance):
        if node != start:
            way = [node]
            while before[way[-1]] != start:
                way.append(before[way[-1]])
            found[node] = _sailed(asked, sailor, way[::-1], chance[node])
    return found


def _sailed(asked: TalkOf, sailor: Sailor, way: list[int], chance: float) -> Sailed:
    s, node = sailor.s, way[-1]
    atlas = s.box.atlas
    rule = must_stop(s, sailor.side, node, bool(sailor.army))
    foe = s.foes_galleys(sailor.side, node)
    words = [GO] if sailor.stopped else [SAIL + each for each in way]
    port = node < atlas.spaces and atlas.is_port[node]
    return {
        "space": s.box.place(node),
        "chance": chance,
        "way": s.box.places(way),
        "words": [s.spell(action) for action in words] if sailor.voyage is not None else [],
        "talents": sum(takes_toll(s, each, sailor.power) for each in way),
        "stops": asked.say(Phrase(STOPS[rule], {}, rule)) if rule else None,
        "weather": atlas.kind[node] in (NAVAL_POINT, DEEP_POINT),
        "fleet": s.box.side_word(foe) if foe >= 0 else None,
        "pirates": node in s.pirates,
        "lands": port and bool(sailor.army),
        "attack": bool(sailor.army) and sailor.meets(node),
    }
