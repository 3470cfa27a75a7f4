"""Chapters 11.4.1 and 11.4.3 to 11.4.6: what becomes of two Fleets that meet, and Naval Battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import SEA_FIGHT, Bribed, offer_bribe
from ludi.games.pax_romana.ch05_control.ports import friendly_harbour
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch10_battle.bulletin import galleys_of, names, tell_naval_battle
from ludi.games.pax_romana.ch11_naval.drowning import Drowned, drown
from ludi.games.pax_romana.ch11_naval.encounter import (
    ARMED,
    BOARD,
    CHOICE,
    FIGHTING,
    LEAVING,
    LOSING,
    NAMING,
    OVER,
    SPARED,
    SPARING,
    Encounter,
    How,
)
from ludi.games.pax_romana.ch11_naval.fleets import fleet_leaders, free_rhodes, galley_points, nearest_port
from ludi.games.pax_romana.ch11_naval.withdrawal import FleetWithdrawn, NavalWithdrawal, withdrawal_steps
from ludi.games.pax_romana.ch11_naval.wreck import Wrecked, at_stake, wreck
from ludi.games.pax_romana.ch17_cards.eve import before_naval_battle
from ludi.games.pax_romana.ch17_cards.window import Answer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISONS,
    INDEPENDENT,
    LAND,
    NOBODY,
    OCCUPY,
    ONE,
    first_squadrons,
    kinds,
    squadrons,
)
from ludi.games.pax_romana.world.sets import set_of
from ludi.games.pax_romana.world.words import FIGHT, LET_PASS, LOSE, WHOSE, WITHDRAW, YES


def squadrons_lost(difference: int, worth: int) -> int:
    """Galley Squadrons of so many BP each that cover at least the difference (11.4.4).

    >>> squadrons_lost(5, 2), squadrons_lost(5, 3)
    (3, 2)
    """
    return -(-difference // worth)


class AtEncounter(Stage[Encounter]):
    """What the questions of a meeting have in common."""

    def facts(self, s: Position, p: Encounter) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": names(s, p.sides)}


class Offered(AtEncounter, of=Encounter, at=CHOICE):
    """Whoever is there fights, lets the Fleet pass, or Withdraws; Independents fight (11.4.1)."""

    asks = "ask.encounter"

    def run(self, s: Position, p: Encounter) -> bool:
        if p.other < len(s.box.powers):
            return True
        p.stage = FIGHTING
        return False

    def deciders(self, s: Position, p: Encounter) -> tuple[int, ...]:
        return (p.other,)

    @choice(FIGHT, "PR-11.4.1a")
    def fight(self, s: Position, p: Encounter, power: int, argument: int) -> None:
        p.stage = FIGHTING
        offer_bribe(s, p.power, power, SEA_FIGHT, p.node)

    @choice(LET_PASS, "PR-11.4.1b")
    def let_pass(self, s: Position, p: Encounter, power: int, argument: int) -> None:
        s.pop(p.result(How.PASSED))

    def not_bought_free(self, s: Position, p: Encounter, power: int, argument: int) -> Reason:
        """A Fleet after a Naval Mutiny may be bought free, for 1T a Squadron (16.2)."""
        if not s.mutinies(power, p.node):
            return Phrase("why.no-mutiny", {}, "PR-16.2-REBELLIONb")
        rich = squadrons(s.at(power, p.node)) <= s.treasury[power]
        return "" if rich else Phrase("why.no-talents", {}, "PR-16.2-REBELLIONb")

    @choice(YES, unless=not_bought_free)
    def pay(self, s: Position, p: Encounter, power: int, argument: int) -> None:
        s.treasury[power] -= squadrons(s.at(power, p.node))
        s.mutiny = NOBODY

    def no_way_out(self, s: Position, p: Encounter, power: int, argument: int) -> Reason:
        if s.mutinies(power, p.node):
            return Phrase("why.mutiny", {}, "PR-16.2-REBELLIONb")
        if s.held_back(power, p.node):
            return Phrase("why.held-back", {}, "PR-11.4.2c")
        if not s.at(power, p.node) & GALLEYS:
            return Phrase("why.no-squadrons-along", {}, "PR-11.4.2a")
        if p.stuck or not withdrawal_steps(s, power, p.node):
            return Phrase("why.no-port-to-withdraw", {}, "PR-11.4.2a")
        return ""

    @choice(WITHDRAW, "PR-11.4.2a", unless=no_way_out)
    def withdraw(self, s: Position, p: Encounter, power: int, argument: int) -> None:
        p.stage = LEAVING
        s.push(NavalWithdrawal(s, power, p.node))


class Leaving(Stage[Encounter], of=Encounter, at=LEAVING):
    """The other Fleet Withdraws, if it finds a way (11.4.2)."""

    def resumed(self, s: Position, p: Encounter, result: FleetWithdrawn) -> None:
        if result.away:
            s.pop(p.result(How.WITHDREW))
        else:
            p.stuck = True
            p.stage = CHOICE


class Fighting(Stage[Encounter], of=Encounter, at=FIGHTING):
    """It comes to a Naval Battle, unless the other is bought off before (4.4); who fights may better his Galleys."""

    def run(self, s: Position, p: Encounter) -> bool:
        both = p.ships and s.at(p.other, p.lair) & GALLEYS
        if both and before_naval_battle(s, (*p.owners(), p.other), p.node):
            p.stage = ARMED
        else:
            fight(s, p)
        return False

    def resumed(self, s: Position, p: Encounter, result: Bribed) -> None:
        if result.called_off:
            s.pop(p.result(How.BOUGHT_OFF))


class Armed(Stage[Encounter], of=Encounter, at=ARMED):
    """GALLEY TECH was played, which others may answer with their own, or was not (17.2)."""

    def resumed(self, s: Position, p: Encounter, result: Answer | None) -> None:
        if result is not None:
            p.stage = FIGHTING

    def run(self, s: Position, p: Encounter) -> bool:
        fight(s, p)
        return False


def fight(s: Position, p: Encounter) -> None:
    """Totals of BP, leader and 1d6; the Loser loses Galleys for the difference (11.4.3, 11.4.4)."""
    node, theirs = p.node, squadrons(s.at(p.other, p.lair))
    if not p.ships:
        p.sink(s, "PR-11.3.1b")
        s.pop(p.result(How.SUNK))
        return
    if not theirs:
        sink_others(s, p, "PR-11.4.6a")
        s.pop(p.result(How.WON))
        return
    strength = sum(galley_points(s, side) * squadrons(ships) for side, ships in zip(p.sides, p.escorts, strict=True))
    mine = strength + (1 if p.leaders else 0) + s.roll("naval-battle")
    leader = bool(fleet_leaders(s, p.other, p.lair))
    other = galley_points(s, p.other) * theirs + (1 if leader else 0) + s.roll("naval-battle")
    if s.listener is not None:
        facts: dict[str, Fact] = {"space": s.box.place(node), "attack": mine, "defence": other}
        facts |= {"side": names(s, p.sides), "other": s.box.side_word(p.other)}
        s.report("naval-battle", "PR-11.4.3", facts)
    p.totals = (mine, other)
    if mine > other:
        p.fallen = min(theirs, squadrons_lost(mine - other, galley_points(s, p.other)))
        p.owed = s.roll("naval-losses") % 2
    elif mine < other:
        p.fallen = s.roll("naval-losses") % 2
        p.owed = other - mine
    p.stage = SPARING


class Sparing(AtEncounter, of=Encounter, at=SPARING):
    """Whoever was met says which of his Galley Squadrons go down."""

    def run(self, s: Position, p: Encounter) -> bool:
        p.stage = SPARED
        owner = p.other if p.other < len(s.box.powers) else NOBODY
        wreck(s, owner, p.lair, s.at(p.other, p.lair), p.fallen)
        return False


class Spared(Stage[Encounter], of=Encounter, at=SPARED):
    """Those, or the only ones that can."""

    def resumed(self, s: Position, p: Encounter, result: Wrecked) -> None:
        p.sinking = result.gone

    def run(self, s: Position, p: Encounter) -> bool:
        p.sinking = p.sinking or first_squadrons(s.at(p.other, p.lair), p.fallen)
        p.stage = LOSING
        return False


class Losing(AtEncounter, of=Encounter, at=LOSING):
    """The moving Fleet's Galley Squadrons go down; its commander says which, and whose in a Fleet of allies (4.3.1)."""

    asks = "ask.losses-whose"
    rule = "PR-4.3.1g"

    def run(self, s: Position, p: Encounter) -> bool:
        while p.owed > 0 and p.ships:
            owners = p.owners()
            if len(owners) > 1:
                return True
            side = owners[0]
            if at_stake(p.ships, squadrons_lost(p.owed, galley_points(s, side))):
                p.paying = side
                p.stage = NAMING
                return False
            self.lose(s, p, side)
        after_battle(s, p)
        return False

    def lose(self, s: Position, p: Encounter, side: int) -> None:
        lose_squadron(s, p, side, first_squadrons(p.escort_of(side), 1))

    def deciders(self, s: Position, p: Encounter) -> tuple[int, ...]:
        return (p.power,)

    def facts(self, s: Position, p: Encounter) -> Mapping[str, Fact]:
        return {**super().facts(s, p), "amount": p.owed, "what": "unit-galley"}

    def owners(self, s: Position, p: Encounter, power: int) -> Iterable[int]:
        return p.owners()

    @choice(WHOSE, "PR-4.3.1g", exactly=owners, otherwise="no-fleet-of-theirs")
    def whose(self, s: Position, p: Encounter, power: int, side: int) -> None:
        if len(kinds(p.escort_of(side))) > 1:
            p.paying = side
            p.stage = NAMING
        else:
            self.lose(s, p, side)


class Naming(AtEncounter, of=Encounter, at=NAMING):
    """A Squadron of one kind or another: lent ones are used as own ones, and lost as these (12.5.1, 17.2)."""

    asks = "ask.encounter-spare"
    rule = "PR-11.4.4b"

    def deciders(self, s: Position, p: Encounter) -> tuple[int, ...]:
        return (p.power,)

    def squadrons(self, s: Position, p: Encounter, power: int) -> Iterable[int]:
        return kinds(p.escort_of(p.paying))

    @choice(LOSE, exactly=squadrons, otherwise="no-fleet-of-theirs")
    def lose(self, s: Position, p: Encounter, power: int, kind: int) -> None:
        p.stage = LOSING
        lose_squadron(s, p, p.paying, ONE[kind])


def lose_squadron(s: Position, p: Encounter, side: int, gone: int) -> None:
    """One Galley Squadron of the moving Fleet goes down."""
    p.lose_squadron(s, side, gone)
    p.owed -= galley_points(s, side)
    p.lost += 1


def after_battle(s: Position, p: Encounter) -> None:
    """The other's losses, those on board, and what becomes of the beaten (11.4.4 to 11.4.6)."""
    before = galleys_of(s, p.other)
    s.remove(p.other, p.lair, p.sinking)
    mine, other = p.totals
    p.stage = BOARD
    if mine > other:
        stays = p.other == INDEPENDENT and free_rhodes(s, p.node) and s.at(INDEPENDENT, p.node) & GALLEYS
        p.ended = How.DRAWN if stays else How.WON
        others_flee(s, p)
    else:
        p.ended = How.DRAWN if mine == other else How.BEATEN
        if p.fallen:
            cargo_suffers(s, p)
    if p.lost and not p.ships:
        p.ended = How.SUNK
        p.sink(s, "PR-11.4.6c")
    if s.listener is not None:
        fallen = before - galleys_of(s, p.other)
        tell_naval_battle(s, (p.sides, (p.other,)), p.node, p.totals, (p.lost, fallen))


def others_flee(s: Position, p: Encounter) -> None:
    """The beaten are put into their nearest friendly Port without enemy Galleys (11.4.4)."""
    node, other = p.lair, p.other
    if not s.at(other, node) & GALLEYS or other >= len(s.box.powers):
        cargo_suffers(s, p)
        return
    if p.lair != p.node and friendly_harbour(s, other, node):  # it is in its Port
        cargo_suffers(s, p)
        return
    at_sea = node >= s.box.atlas.spaces
    convoy = s.at(other, node) & (GALLEYS | (LAND if at_sea else 0))
    port = nearest_port(s, other, node, bool(convoy & LAND))
    if port == NOBODY:
        s.remove(other, node, s.at(other, node) & GALLEYS)
        cargo_suffers(s, p)
        return
    leaders = fleet_leaders(s, other, node)
    if convoy & OCCUPY:
        s.visit(other, port)
    s.shift(other, node, port, convoy)
    for number in leaders:
        s.leader_at[number] = port
    if at_sea:
        drown(s, (other,), other, port, (convoy,), 2 * p.fallen, set_of(leaders), in_battle=True)


def cargo_suffers(s: Position, p: Encounter) -> None:
    """The other's transported Army loses 2 BP a Galley Squadron, all with the last of them (11.4.6).

    In a Port only the leaders of a Fleet go down with it (8.4.3).
    """
    node, other = p.lair, p.other
    left = s.at(other, node)
    leaders = fleet_leaders(s, other, node)
    if node < s.box.atlas.spaces:
        if not left & GALLEYS:
            for number in leaders:
                kill_leader(s, number, "PR-8.4.3", in_battle=True)
    elif not left & GALLEYS:
        sink_others(s, p, "PR-11.4.6c")
    else:
        drown(s, (other,), other, node, (left,), 2 * p.fallen, set_of(leaders), in_battle=True)


def sink_others(s: Position, p: Encounter, rule: str) -> None:
    """All that the other side has at sea here is lost."""
    if s.listener is not None:
        s.tell("sunk", rule, side=s.box.side_word(p.other), space=s.box.place(p.lair))
    s.remove(p.other, p.lair, s.at(p.other, p.lair))
    for number in s.leaders_of(p.other, p.lair):
        kill_leader(s, number, rule, in_battle=True)


class OnBoard(Stage[Encounter], of=Encounter, at=BOARD):
    """After the other's Army on board the moving Fleet's suffers: 2 BP a Galley Squadron lost (11.4.6)."""

    def run(self, s: Position, p: Encounter) -> bool:
        p.stage = OVER
        drown(s, p.sides, p.power, p.node, p.armies, 2 * p.lost, p.leaders, in_battle=True)
        return False


class Over(Stage[Encounter], of=Encounter, at=OVER):
    """The Naval Battle is over."""

    def run(self, s: Position, p: Encounter) -> bool:
        s.pop(p.result(How(p.ended)))
        return False

    def resumed(self, s: Position, p: Encounter, result: Drowned) -> None:
        p.armies = tuple(part & GARRISONS | left for part, left in zip(p.armies, result.army, strict=True))
