"""Chapter 11.4: Naval Battles."""

from __future__ import annotations

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import SEA_FIGHT, offer_bribe
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import WAVED_BY
from ludi.games.pax_romana.ch10_battle.bulletin import fleets, tell_naval_battle
from ludi.games.pax_romana.ch11_naval.fleets import free_rhodes, galley_points, nearest_port
from ludi.games.pax_romana.ch11_naval.meeting import BEATEN, DRAWN, PASSED, SUNK, WITHDREW, WON
from ludi.games.pax_romana.ch11_naval.perils import drown, lose_galleys, sink
from ludi.games.pax_romana.ch11_naval.withdrawal import NavalWithdrawal, fleet_leaders, withdrawal_steps
from ludi.games.pax_romana.engine.outcomes import BRIBED
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    INDEPENDENT,
    LAND,
    NOBODY,
    NODE_BITS,
    OCCUPY,
    first_squadrons,
    squadrons,
)
from ludi.games.pax_romana.world.words import FIGHT, HOLD, LET_PASS, WITHDRAW, YES

CHOICE, FIGHTING, LEAVING = range(3)


def squadrons_lost(difference: int, worth: int) -> int:
    """Galley Squadrons of so many BP each that cover at least the difference (11.4.4).

    >>> squadrons_lost(5, 2), squadrons_lost(5, 3)
    (3, 2)
    """
    return -(-difference // worth)


class Encounter(Procedure):
    """A Fleet meets an enemy Fleet: it is let pass, the other Withdraws, or they fight (11.4.1)."""

    __slots__ = ("node", "other", "side", "stuck")

    name = "encounter"
    rule = "PR-11.4.1a"

    def __init__(self, side: int, other: int, node: int) -> None:
        self.stage = CHOICE
        self.side = side
        self.other = other
        self.node = node
        self.stuck = False
        """The other Fleet found no way to Withdraw."""

    def run(self, s: Position) -> bool:
        if self.stage == CHOICE:
            if self.other < len(s.box.powers):
                return True
            self._fight(s)
        elif self.stage == FIGHTING:
            if s.answer == BRIBED:
                s.pop(PASSED)
            else:
                self._fight(s)
        elif s.answer:
            s.pop(WITHDREW)
        else:
            self.stuck = True
            self.stage = CHOICE
        return False

    # 11.4.3 to 11.4.6 The Battle

    def _fight(self, s: Position) -> None:
        """Totals of BP, leader and 1d6; the Loser loses Galleys for the difference (11.4.3, 11.4.4)."""
        move = s.stack[-2]
        assert isinstance(move, Move)
        node = self.node
        theirs = squadrons(s.at(self.other, node))
        if not move.ships:
            s.pop(SUNK)
            sink(s, move, "PR-11.3.1b", in_battle=True)
            return
        if not theirs:
            s.pop(WON)
            self._drown(s, "PR-11.4.6a")
            return
        mine = galley_points(s, self.side) * move.galleys + (1 if move.leaders else 0) + s.roll()
        leader = bool(fleet_leaders(s, self.other, node))
        other = galley_points(s, self.other) * theirs + (1 if leader else 0) + s.roll()
        if s.listener is not None:
            facts: dict[str, Fact] = {"space": s.box.place(node), "attack": mine, "defence": other}
            facts |= {"side": s.box.side_word(self.side), "other": s.box.side_word(self.other)}
            s.report("naval-battle", "PR-11.4.3", facts)
            before = fleets(s, (self.side, self.other))
        if mine == other:
            s.pop(DRAWN)
        elif mine > other:
            self._won(s, move, min(theirs, squadrons_lost(mine - other, galley_points(s, self.other))))
        else:
            self._lost(s, move, squadrons_lost(other - mine, galley_points(s, self.side)))
        if s.listener is not None:
            tell_naval_battle(s, (self.side, self.other), node, (mine, other), before)

    def _won(self, s: Position, move: Move, lost: int) -> None:
        node = self.node
        s.remove(self.other, node, first_squadrons(s.at(self.other, node), lost))
        stays = self.other == INDEPENDENT and free_rhodes(s, node) and s.at(INDEPENDENT, node) & GALLEYS
        s.pop(DRAWN if stays else WON)
        self._other_flees(s, lost)
        if s.roll() % 2:
            self._suffer(s, move, 1)

    def _lost(self, s: Position, move: Move, sunk: int) -> None:
        s.pop(BEATEN)
        if s.roll() % 2:
            s.remove(self.other, self.node, first_squadrons(s.at(self.other, self.node), 1))
            self._cargo_suffers(s, 1)
        self._suffer(s, move, sunk)

    def _suffer(self, s: Position, move: Move, sunk: int) -> None:
        if sunk >= move.galleys:
            s.answer = SUNK
            sink(s, move, "PR-11.4.6c", in_battle=True)
        else:
            lose_galleys(s, move, sunk, 2 * sunk if not move.fleet else 0, in_battle=True)

    def _other_flees(self, s: Position, lost: int) -> None:
        """The beaten are put into their nearest friendly Port without enemy Galleys (11.4.4)."""
        node, other = self.node, self.other
        if not s.at(other, node) & GALLEYS or other >= len(s.box.powers):
            self._cargo_suffers(s, lost)
            return
        at_sea = node >= s.box.atlas.spaces
        convoy = s.at(other, node) & (GALLEYS | (LAND if at_sea else 0))
        port = nearest_port(s, other, node, bool(convoy & LAND))
        if port == NOBODY:
            s.remove(other, node, s.at(other, node) & GALLEYS)
            self._cargo_suffers(s, lost)
            return
        leaders = fleet_leaders(s, other, node)
        if convoy & OCCUPY:
            s.visit(other, port)
        s.shift(other, node, port, convoy)
        for number in leaders:
            s.leader_at[number] = port
        if at_sea:
            drown(s, other, port, convoy, 2 * lost, leaders)

    def _cargo_suffers(self, s: Position, lost: int) -> None:
        """The other's transported Army loses 2 BP a Galley Squadron, all with the last of them (11.4.6).

        In a Port only the leaders of a Fleet go down with it (8.4.3).
        """
        node, other = self.node, self.other
        left = s.at(other, node)
        leaders = fleet_leaders(s, other, node)
        if node < s.box.atlas.spaces:
            if not left & GALLEYS:
                for number in leaders:
                    kill_leader(s, number, "PR-8.4.3", in_battle=True)
        elif not left & GALLEYS:
            self._drown(s, "PR-11.4.6c")
        else:
            drown(s, other, node, left, 2 * lost, leaders)

    def _drown(self, s: Position, rule: str) -> None:
        """All that the other side has at sea here is lost."""
        if s.listener is not None:
            s.tell("sunk", rule, side=s.box.side_word(self.other), space=s.box.place(self.node))
        s.remove(self.other, self.node, s.at(self.other, self.node))
        for number in s.leaders_of(self.other, self.node):
            kill_leader(s, number, rule, in_battle=True)

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.other,)

    def legal(self, s: Position, power: int) -> list[int]:
        found = [FIGHT, LET_PASS]
        fleet = power << NODE_BITS | self.node
        galleys = squadrons(s.at(power, self.node))
        if s.mutiny == fleet:
            return [*found, YES] if galleys <= s.treasury[power] else found
        if galleys and not self.stuck and s.no_withdrawal != fleet + 1 and withdrawal_steps(s, power, self.node):
            found.append(WITHDRAW)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        move = s.stack[-2]
        assert isinstance(move, Move)
        if action == FIGHT:
            self.stage = FIGHTING
            offer_bribe(s, move.power, power, SEA_FIGHT, self.node)
        elif action == LET_PASS:
            move.met |= 1 << WAVED_BY + power
            s.pop(PASSED)
        elif action == YES:
            s.treasury[power] -= squadrons(s.at(power, self.node))
            s.mutiny = NOBODY
        else:
            self.stage = LEAVING
            s.push(NavalWithdrawal(s, power, self.node))

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.side)}
        return Phrase("ask.encounter", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.encounter", {"space": s.box.place(self.node)}, self.rule)


class Harbour(Question):
    """Who Controls a Port may wave on a Fleet that would have to Stop there (11.1.6). Answer 1: it sails on."""

    __slots__ = ("node", "side")

    name = "harbour"
    rule = "PR-11.1.6"

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(power)
        self.side = side
        self.node = node

    def legal(self, s: Position, power: int) -> list[int]:
        return [HOLD, LET_PASS]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop(1 if action == LET_PASS else 0)

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.side)}
        return Phrase("ask.harbour", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.harbour", {"space": s.box.place(self.node)}, self.rule)
