"""The map's questions about marching: what an Army can come to, by which way, and who may intercept it (9.2, 9.3)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ludi.games.pax_romana.asking.answers import AskReach, AskSpace, Interceptors, Reach, Reached
from ludi.games.pax_romana.asking.movers import Mover, TalkOf, marcher, move_under_way, power_of
from ludi.games.pax_romana.asking.naming import node_number
from ludi.games.pax_romana.asking.scene_shape import Interceptor
from ludi.games.pax_romana.asking.scenes import stack_of
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.asking.threats import threats
from ludi.games.pax_romana.ch09_movement.movement import Entering, March, Move
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE, attack_cost, entry_cost, step_ban, way_cost
from ludi.games.pax_romana.world.atlas import ALPINE
from ludi.games.pax_romana.world.pieces import LAND, NOBODY
from ludi.games.pax_romana.world.words import MARCH


class Way(NamedTuple):
    """The best way to a place."""

    mp: int
    risk: float
    """How likely it is, all in all, that somebody intercepts; what is not entered by an Army has none."""
    before: int
    alpine: bool


class Scout:
    """Looks out for one Army: ways, and who may intercept on them."""

    def __init__(self, s: PaxRomanaState, mover: Mover, barred: int = NOBODY) -> None:
        self.s = s
        self.mover = mover
        self.barred = barred
        self._threats: dict[int, list[Interceptor]] = {}

    def threats(self, node: int) -> list[Interceptor]:
        """Who may intercept an entry into a Space."""
        if node not in self._threats:
            self._threats[node] = threats(self.s, self.mover.side, node, self.barred, self.mover.power)
        return self._threats[node]

    def safe(self, node: int) -> float:
        """The chance that nobody intercepts there, if all try who may."""
        chance = 1.0
        if self.mover.army & LAND and node < self.s.box.atlas.spaces:
            for each in self.threats(node):
                chance *= 1 - each["chance"]
        return chance

    def ways(self) -> dict[int, Way]:
        """The cheapest way to every Space within reach, of equally cheap ones the safest; nobody passes an enemy."""
        s, mover = self.s, self.mover
        atlas = s.box.atlas
        best: dict[int, Way] = {mover.node: Way(0, 0.0, NOBODY, False)}
        ends: dict[int, Way] = {}
        todo = [(0, 0.0, mover.node)]
        while todo:
            spent, risk, here = heappop(todo)
            if (spent, risk) > best[here][:2]:
                continue
            for near, link in atlas.land[here]:
                if near == mover.node or step_ban(s, mover.side, here, near, link, mover.army):
                    continue
                attack = entry_cost(s, mover.side, near, mover.army, mover.power)
                mp = spent + way_cost(s, near, link)
                if mp + attack > mover.most_mp:
                    continue
                found = Way(mp + attack, 1 - (1 - risk) * self.safe(near), here, best[here].alpine or link == ALPINE)
                known = ends if attack else best
                if near not in known or found[:2] < known[near][:2]:
                    known[near] = found
                    if not attack:
                        heappush(todo, (found.mp, found.risk, near))
        del best[mover.node]
        return {**best, **ends}

    def path(self, ways: dict[int, Way], node: int) -> list[int]:
        """Every place on the way to a Space."""
        found = [node]
        while ways[found[-1]].before != self.mover.node:
            found.append(ways[found[-1]].before)
        return found[::-1]


def reach(asked: TalkOf, arguments: AskReach) -> Reach:
    """All Spaces that an Army can come to by land."""
    s = asked.state
    mover = marcher(asked, arguments)
    move = move_under_way(s)
    scout = Scout(s, mover, move.shunned if isinstance(move, Entering) else NOBODY)
    if isinstance(move, Move) and mover.mp is not None and not isinstance(move, March):
        ways = _next_steps(s, scout, move)
    else:
        ways = scout.ways()
    spaces = [_reached(scout, ways, node, mover.mp is not None) for node in sorted(ways) if node < s.box.atlas.spaces]
    return {
        "side": s.box.side_word(mover.side),
        "space": s.box.place(mover.node),
        "army": stack_of(mover.army),
        "leaders": [s.box.leaders[number].word for number in mover.leaders],
        "mp": mover.mp,
        "rating": mover.rating,
        "begin": [s.spell(action) for action in mover.begin],
        "spaces": spaces,
        "interceptors": {
            each["space"]: found
            for each in spaces
            if mover.army & LAND and (found := scout.threats(node_number(s, each["space"])))
        },
        "rule": "PR-9.2.1a",
    }


def _next_steps(s: PaxRomanaState, scout: Scout, move: Move) -> dict[int, Way]:
    """Of a Withdrawal or an invasion, which go by other rules, the next step only."""
    atlas = s.box.atlas
    found = {}
    for action in s.stack[-1].legal(s, move.power) if s.stack[-1] is move else ():
        near = action - MARCH
        for other, link in atlas.land[move.node]:
            if other == near:
                mp = way_cost(s, near, link) + attack_cost(s, move.side, near, move.power)
                found[near] = Way(mp, 1 - scout.safe(near), move.node, link == ALPINE)
    return found


def _reached(scout: Scout, ways: dict[int, Way], node: int, under_way: bool) -> Reached:
    s, mover, way = scout.s, scout.mover, ways[node]
    path = scout.path(ways, node)
    return {
        "space": s.box.place(node),
        "mp": way.mp,
        "left": mover.mp - way.mp if mover.mp is not None else None,
        "chance": mover.chance_of(way.mp),
        "attack": 0 < attack_cost(s, mover.side, node, mover.power) < IMPOSSIBLE,
        "way": s.box.places(path),
        "words": [s.spell(MARCH + step) for step in path] if under_way else [],
        "safe": 1 - way.risk,
        "alpine": way.alpine,
    }


def who_intercepts(asked: TalkOf, arguments: AskSpace) -> Interceptors:
    """Who may intercept an entry into a Space: of the Army under way, else of the asking Power's own."""
    s = asked.state
    node = node_number(s, arguments["space"])
    move = None if "power" in arguments else move_under_way(s)
    side = power_of(asked, arguments) if move is None else move.side
    found = [] if node >= s.box.atlas.spaces else threats(s, side, node, power=NOBODY if move is None else move.power)
    return {"side": s.box.side_word(side), "interceptors": found}
