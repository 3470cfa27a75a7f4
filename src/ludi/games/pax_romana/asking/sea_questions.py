"""Questions about the sea: Stops and Continuity, what a Fleet reaches, routes and their price, Naval Battles (11)."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush

from ludi.games.pax_romana.asking.naming import Answer, BadQuestion, node_number, side_number
from ludi.games.pax_romana.asking.roll_odds import NavalOdds, naval_odds
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch11_naval.fleets import fleet_leaders, galley_points, takes_toll
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity_chance, must_stop
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import squadrons

CALM = {NAVAL_POINT: Fraction(5, 6), DEEP_POINT: Fraction(2, 6)}
"""The chance of a roll without effect where there is weather (11.2.1)."""


def continuity(s: PaxRomanaState, side: str, space: str, modifier: int = 0, *, leader: bool = False) -> Answer:
    """Whether a Fleet must Stop on entering a place and why; what it then needs to sail on (11.1.2 to 11.1.4).

    ``modifier``: +1 after an enemy Fleet withdrew, +2 after a won Naval Battle.
    """
    node = node_number(s, space)
    rule = must_stop(s, side_number(s, side), node)
    weather = {NAVAL_POINT: (6, "PR-11.2.1b"), DEEP_POINT: (3, "PR-11.2.1c")}.get(s.box.atlas.kind[node])
    modifiers = []
    if leader:
        modifiers.append({"why": "leader", "number": -1, "rule": "PR-11.1.4a"})
    if modifier:
        modifiers.append(
            {"why": "after-battle", "number": modifier, "rule": "PR-11.1.4c" if modifier > 1 else "PR-11.1.4b"}
        )
    total = modifier - leader
    return {
        "stops": bool(rule),
        "rule": rule or "PR-11.1.7",
        "weather": {"stops_on": weather[0], "rule": weather[1]} if weather else None,
        "modifiers": modifiers,
        "needs_at_most": CONTINUES - total,
        "cases_of_36": continuity_chance(total),
        "continuity_rule": "PR-11.1.3",
    }


def sea_reach(s: PaxRomanaState, side: str, space: str) -> list[Answer]:
    """All places a Fleet can come to before it must Stop, weather apart; where it must, and why (11.1)."""
    number, start = side_number(s, side), node_number(s, space)
    atlas = s.box.atlas
    seen = {start}
    todo = [start]
    found: list[Answer] = []
    while todo:
        here = todo.pop(0)
        for near in atlas.sea[here]:
            if near in seen or not s.box.open[near]:
                continue
            seen.add(near)
            rule = must_stop(s, number, near)
            weather = atlas.kind[near] in (NAVAL_POINT, DEEP_POINT)
            found.append(
                {
                    "space": s.box.place(near),
                    "stops": bool(rule),
                    "weather": weather,
                    "pirates": near in s.pirates,
                    "rule": rule or ("PR-11.2.1a" if weather else "PR-11.1.1a"),
                }
            )
            if not rule and near not in s.pirates:
                todo.append(near)
    return found


def passage(s: PaxRomanaState, side: int, node: int, army: bool, leader: bool) -> Fraction:
    """The chance that a Fleet sails on through a place: no Stop, or Continuity after it."""
    again = Fraction(continuity_chance(-int(leader)), 36)
    if must_stop(s, side, node, army):
        return again
    calm = CALM.get(s.box.atlas.kind[node], Fraction(1))
    return calm + (1 - calm) * again


def sea_route(
    s: PaxRomanaState, side: str, space: str, goal: str, *, army: bool = False, leader: bool = False
) -> Answer:
    """The surest route by sea: each place with its chance to be passed, and the price in MP and Talents.

    With ``army`` it is a Naval Transport: 1 MP to embark, 1 to sail, 1 to debark (11.3.2); a Fleet alone uses none.
    Places where an enemy Fleet or Pirates lie are told, not reckoned in: see :func:`naval_battle`.
    """
    number, start, end = side_number(s, side), node_number(s, space), node_number(s, goal)
    if not s.box.atlas.sea[start] or not s.box.atlas.sea[end]:
        raise BadQuestion(f"No way by sea leads from {space} to {goal}: both must be Ports or at sea.")
    chance = {start: Fraction(1)}
    before: dict[int, int] = {}
    todo = [(Fraction(-1), start)]
    while todo:
        through, here = heappop(todo)
        if here == end:
            break
        if -through < chance[here]:
            continue
        onward = -through if here == start else -through * passage(s, number, here, army, leader)
        for near in s.box.atlas.sea[here]:
            if s.box.open[near] and onward > chance.get(near, Fraction(0)):
                chance[near], before[near] = onward, here
                heappush(todo, (-onward, near))
    if end not in chance:
        raise BadQuestion(f"No way by sea leads from {space} to {goal}.")
    route = [end]
    while route[-1] != start:
        route.append(before[route[-1]])
    route.reverse()
    tolls = sum(takes_toll(s, node, number) for node in route[1:])
    return {
        "route": [_step(s, number, node, army, leader) for node in route[1:]],
        "chance": float(chance[end]),
        "mp": {"embark": 1, "sail": 1, "debark": 1} if army else {},
        "talents": tolls,
        "rules": {"chance": "PR-11.1.3", "mp": "PR-11.3.2a" if army else "PR-11.1.1b", "talents": "PR-12.5.1d"},
    }


def _step(s: PaxRomanaState, side: int, node: int, army: bool, leader: bool) -> Answer:
    foe = s.foes_galleys(side, node)
    return {
        "space": s.box.place(node),
        "chance_to_pass": float(passage(s, side, node, army, leader)),
        "stops": must_stop(s, side, node, army),
        "fleet": s.box.side_word(foe) if foe >= 0 else "",
        "pirates": node in s.pirates,
    }


def naval_battle(s: PaxRomanaState, attacker: str, defender: str, space: str, *, start: str = "") -> NavalOdds:
    """The odds, were the Fleet of ``attacker`` (lying at ``start``) to fight that of ``defender`` in a place (11.4)."""
    side, other = side_number(s, attacker), side_number(s, defender)
    node = node_number(s, space)
    origin = node_number(s, start) if start else node
    mine, theirs = squadrons(s.at(side, origin)), squadrons(s.at(other, node))
    if not mine or not theirs:
        raise BadQuestion("A Naval Battle needs Galley Squadrons on both sides.")
    return naval_odds(
        mine,
        theirs,
        attacker_leader=bool(s.leaders_of(side, origin)),
        defender_leader=bool(fleet_leaders(s, other, node)),
        attacker_worth=galley_points(s, side),
        defender_worth=galley_points(s, other),
    )
