"""Chapter 11.4: Naval Battles."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import SEA_FIGHT, Bribed, offer_bribe
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import WAVED_BY
from ludi.games.pax_romana.ch10_battle.bulletin import galleys_of, names, tell_naval_battle
from ludi.games.pax_romana.ch11_naval.fleets import free_rhodes, galley_points, nearest_port
from ludi.games.pax_romana.ch11_naval.meeting import BEATEN, DRAWN, PASSED, SUNK, WITHDREW, WON
from ludi.games.pax_romana.ch11_naval.perils import drown, sink, soak
from ludi.games.pax_romana.ch11_naval.withdrawal import NavalWithdrawal, fleet_leaders, withdrawal_steps
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
from ludi.games.pax_romana.world.words import FIGHT, HOLD, LET_PASS, WHOSE, WITHDRAW, YES

CHOICE, FIGHTING, LEAVING, LOSING = range(4)


def squadrons_lost(difference: int, worth: int) -> int:
    """Galley Squadrons of so many BP each that cover at least the difference (11.4.4).

    >>> squadrons_lost(5, 2), squadrons_lost(5, 3)
    (3, 2)
    """
    return -(-difference // worth)


class Encounter(Procedure):
    """A Fleet meets an enemy Fleet: it is let pass, the other Withdraws, or they fight (11.4.1)."""

    __slots__ = ("fallen", "lost", "node", "other", "owed", "side", "stuck", "totals")

    name = "encounter"
    rule = "PR-11.4.1a"
    tuples = ("totals",)

    def __init__(self, side: int, other: int, node: int) -> None:
        self.stage = CHOICE
        self.side = side
        self.other = other
        self.node = node
        self.stuck = False
        """The other Fleet found no way to Withdraw."""
        self.totals: tuple[int, int] = (0, 0)
        self.owed = 0
        """The BP of Galley Squadrons that the moving Fleet has still to lose."""
        self.lost = 0
        """How many it has lost."""
        self.fallen = 0
        """How many the other loses."""

    def run(self, s: Position) -> bool:
        if self.stage == CHOICE:
            if self.other < len(s.box.powers):
                return True
            self._fight(s)
        elif self.stage == FIGHTING:
            self._fight(s)
        elif self.stage == LOSING:
            return self._losing(s)
        elif s.answer:
            s.pop(WITHDREW)
        else:
            self.stuck = True
            self.stage = CHOICE
        return False

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Bribed) and result.called_off:
            s.pop(PASSED)

    # 11.4.3 to 11.4.6 The Battle

    def _move(self, s: Position) -> Move:
        move = s.stack[-2]
        assert isinstance(move, Move)
        return move

    def _fight(self, s: Position) -> None:
        """Totals of BP, leader and 1d6; the Loser loses Galleys for the difference (11.4.3, 11.4.4)."""
        move = self._move(s)
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
        strength = sum(galley_points(s, side) * squadrons(ships) for side, _, ships in move.parts())
        mine = strength + (1 if move.leaders else 0) + s.roll("naval-battle")
        leader = bool(fleet_leaders(s, self.other, node))
        other = galley_points(s, self.other) * theirs + (1 if leader else 0) + s.roll("naval-battle")
        if s.listener is not None:
            facts: dict[str, Fact] = {"space": s.box.place(node), "attack": mine, "defence": other}
            facts |= {"side": names(s, move.sides), "other": s.box.side_word(self.other)}
            s.report("naval-battle", "PR-11.4.3", facts)
        self.totals = (mine, other)
        if mine > other:
            self.fallen = min(theirs, squadrons_lost(mine - other, galley_points(s, self.other)))
            self.owed = s.roll("naval-losses") % 2
        elif mine < other:
            self.fallen = s.roll("naval-losses") % 2
            self.owed = other - mine
        self.stage = LOSING

    def _losing(self, s: Position) -> bool:
        """The moving Fleet's Galley Squadrons go down; in a Fleet of allies its commander says whose (4.3.1)."""
        move = self._move(s)
        while self.owed > 0 and move.ships:
            owners = self._owners(move)
            if len(owners) > 1:
                return True
            self._lose(s, move, owners[0])
        self._end(s, move)
        return False

    def _owners(self, move: Move) -> list[int]:
        """The sides that have Galley Squadrons in the moving Fleet."""
        return [side for side, _, ships in move.parts() if ships]

    def _lose(self, s: Position, move: Move, side: int) -> None:
        move.lose_squadron(s, side)
        self.owed -= galley_points(s, side)
        self.lost += 1

    def _end(self, s: Position, move: Move) -> None:
        """The other's losses, those on board, and what becomes of the beaten (11.4.4 to 11.4.6)."""
        before = galleys_of(s, self.other)
        s.remove(self.other, self.node, first_squadrons(s.at(self.other, self.node), self.fallen))
        mine, other = self.totals
        if mine > other:
            stays = self.other == INDEPENDENT and free_rhodes(s, self.node) and s.at(INDEPENDENT, self.node) & GALLEYS
            s.pop(DRAWN if stays else WON)
            self._other_flees(s, self.fallen)
        else:
            s.pop(DRAWN if mine == other else BEATEN)
            if self.fallen:
                self._cargo_suffers(s, self.fallen)
        if self.lost and not move.ships:
            s.answer = SUNK
            sink(s, move, "PR-11.4.6c", in_battle=True)
        elif not move.fleet:
            soak(s, move, 2 * self.lost, in_battle=True)
        if s.listener is not None:
            fallen = before - galleys_of(s, self.other)
            tell_naval_battle(s, (move.sides, (self.other,)), self.node, self.totals, (self.lost, fallen))

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
        return (self._move(s).power if self.stage == LOSING else self.other,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == LOSING:
            return [WHOSE + side for side in self._owners(self._move(s))]
        found = [FIGHT, LET_PASS]
        fleet = power << NODE_BITS | self.node
        galleys = squadrons(s.at(power, self.node))
        if s.mutiny == fleet:
            return [*found, YES] if galleys <= s.treasury[power] else found
        if galleys and not self.stuck and s.no_withdrawal != fleet + 1 and withdrawal_steps(s, power, self.node):
            found.append(WITHDRAW)
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        move = self._move(s)
        if self.stage == LOSING:
            self._lose(s, move, action % SPAN)
        elif action == FIGHT:
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
        facts: dict[str, Fact] = {"space": s.box.place(self.node), "side": names(s, self._move(s).sides)}
        if self.stage == LOSING:
            return Phrase("ask.losses-whose", {**facts, "amount": self.owed, "what": "unit-galley"}, "PR-4.3.1g")
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
