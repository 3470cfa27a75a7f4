"""Chapter 11.4: Naval Battles."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.control import friendly_port
from ludi.games.pax_romana.leaders import kill_leader
from ludi.games.pax_romana.movement import (
    WITHDREW,
    Move,
)
from ludi.games.pax_romana.naval import (
    BEATEN,
    CONTINUES,
    DRAWN,
    PASSED,
    SUNK,
    WITHDRAWAL_RANGE,
    WON,
    _sink,
    galley_points,
    lose_galleys,
    nearest_port,
)
from ludi.games.pax_romana.pieces import (
    GALLEY,
    GALLEYS,
    INDEPENDENT,
    LAND,
    NOBODY,
    OCCUPY,
    ONE,
    count,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import FIGHT, LET_PASS, SAIL

# 11.4 Naval Battles


def withdrawal_ports(s: Position, side: int, node: int) -> dict[int, list[int]]:
    """Friendly Ports within three Naval Connections that no enemy Fleet bars, with the way there (11.4.2)."""
    atlas = s.box.atlas
    ways: dict[int, list[int]] = {node: []}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if len(ways[here]) == WITHDRAWAL_RANGE:
            continue
        for near in atlas.sea[here]:
            if near in ways or not s.box.open[near] or atlas.kind[near] == DEEP_POINT:
                continue
            if s.foes_galleys(side, near) != NOBODY or near in s.pirates:
                continue
            ways[near] = [*ways[here], near]
            todo.append(near)
    return {port: way for port, way in ways.items() if port != node and friendly_port(s, side, port)}


class Encounter(Procedure):
    """A Fleet meets an enemy Fleet: it is let pass, the other Withdraws, or they fight (11.4.1)."""

    __slots__ = ("node", "other", "side")

    name = "encounter"
    rule = "PR-11.4.1a"

    def __init__(self, side: int, other: int, node: int) -> None:
        self.stage = 0
        self.side = side
        self.other = other
        self.node = node

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            if self.other >= len(s.box.powers):
                self._fight(s)
                return False
            return True
        self._fight(s)
        return False

    def _fight(self, s: Position) -> None:
        """Totals of BP, leader and 1d6; the Loser loses Galleys for the difference (11.4.3, 11.4.4)."""
        move = s.stack[-2]
        assert isinstance(move, Move)
        node = self.node
        if not move.galleys:
            s.pop(SUNK)
            _sink(s, move, "PR-11.3.1b")
            return
        theirs = count(s.at(self.other, node), GALLEY)
        mine = galley_points(s, self.side) * move.galleys + (1 if move.leaders else 0) + s.roll()
        leader = bool(s.leaders_of(self.other, node)) and not s.at(self.other, node) & OCCUPY
        other = galley_points(s, self.other) * theirs + (1 if leader else 0) + s.roll()
        if s.listener is not None:
            facts: dict[str, Fact] = {"space": s.box.place(node), "attack": mine, "defence": other}
            facts |= {"side": s.box.side_word(self.side), "other": s.box.side_word(self.other)}
            s.report("naval-battle", "PR-11.4.3", facts)
        if mine == other:
            s.pop(DRAWN)
            return
        sunk = (abs(mine - other) + 1) // 2
        if mine > other:
            lost = min(sunk, theirs)
            s.remove(self.other, node, lost * ONE[GALLEY])
            self._other_flees(s, lost)
            stays = self.other == INDEPENDENT and s.box.place(node) == "rhodes" and s.at(INDEPENDENT, node) & GALLEYS
            s.pop(DRAWN if stays else WON)
            if s.roll() % 2:
                lose_galleys(s, move, 1, 2 if not move.fleet else 0)
                if not move.galleys:
                    s.answer = SUNK
                    _sink(s, move, "PR-11.4.6c")
        else:
            if s.roll() % 2:
                s.remove(self.other, node, ONE[GALLEY])
            s.pop(BEATEN)
            if sunk >= move.galleys:
                s.answer = SUNK
                _sink(s, move, "PR-11.4.6c")
            else:
                lose_galleys(s, move, sunk, 2 * sunk if not move.fleet else 0)

    def _other_flees(self, s: Position, lost: int) -> None:
        node, other = self.node, self.other
        rest = count(s.at(other, node), GALLEY)
        at_sea = node >= s.box.atlas.spaces
        if rest and other < 4:
            port = nearest_port(s, other, node)
            if port != NOBODY:
                cargo = s.at(other, node) & (GALLEYS | (LAND if at_sea else 0))
                s.shift(other, node, port, cargo)
                if at_sea:
                    for number in s.leaders_of(other, node):
                        s.leader_at[number] = port
            else:
                s.remove(other, node, rest * ONE[GALLEY])
                rest = 0
        if not rest and at_sea:
            s.remove(other, node, s.at(other, node))
            for number in s.leaders_of(other, node):
                kill_leader(s, number, "PR-11.4.6c")

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.other,)

    def legal(self, s: Position, power: int) -> list[int]:
        found = [FIGHT, LET_PASS]
        if not s.no_withdrawal >> power & 1:
            found += [SAIL + port for port in sorted(withdrawal_ports(s, power, self.node))]
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == FIGHT:
            self.stage = 1
        elif action == LET_PASS:
            s.pop(PASSED)
        else:
            self._withdraw(s, power, action % SPAN)

    def _withdraw(self, s: Position, power: int, port: int) -> None:
        way = withdrawal_ports(s, power, self.node)[port]
        cargo = s.at(power, self.node) & GALLEYS
        at_sea = self.node >= s.box.atlas.spaces
        if at_sea:
            cargo = s.at(power, self.node)
        where = port
        for point in way:
            if s.box.atlas.kind[point] == NAVAL_POINT and s.roll() == 6:
                total = s.roll() + s.roll()
                if total == 12:
                    s.no_withdrawal |= 1 << power
                if total > CONTINUES:
                    where = point
                    break
        s.shift(power, self.node, where, cargo)
        if at_sea:
            for number in s.leaders_of(power, self.node):
                s.leader_at[number] = where
        s.pop(WITHDREW)

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.side)}
        return Phrase("ask.encounter", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.encounter", {"space": s.box.place(self.node)}, self.rule)
