"""Chapter 17.2, SUCCESSOR WARS ROLL ON: another player moves a Greek Army, against Greeks too."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch07_cities.capture import may_raze
from ludi.games.pax_romana.ch09_movement.finishing import Finish, rest_others
from ludi.games.pax_romana.ch09_movement.march import Marching, PickingUp, destroy_site
from ludi.games.pax_romana.ch09_movement.movement import FINISH, PICKING, READY, SELECT, WALK, March, OwnMove
from ludi.games.pax_romana.ch09_movement.setting_out import ChoosingArmy, Ready
from ludi.games.pax_romana.ch09_movement.walking import NO_REST, WalkInCompany, short_of
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE
from ludi.games.pax_romana.ch11_naval.afloat import release_escort
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.successor_army import (
    GREEK_UNITS,
    SuccessorMarch,
    SuccessorTransport,
    call_up,
    greeks_there,
    in_greece,
    leaves_greece,
    may_be_called,
    send_back,
    send_home,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.play_book.barred import SCENARIO
from ludi.games.pax_romana.play_book.rivals import estranged
from ludi.games.pax_romana.world.cards import SUCCESSOR_WARS
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY
from ludi.games.pax_romana.world.sets import plus
from ludi.games.pax_romana.world.words import FIGHT, GO, PICK_UP, PLACE, RAZE, TAKE_LEADER, WHOSE

RULE = "PR-17.2-SUCCESSOR-WARS"
FAR = 3
"""The Connections from Greece within which such an Army may begin."""
WHICH = "which"


class SuccessorWars(Effect, of=SUCCESSOR_WARS):
    """A Major Move with a Greek Army; for a Greek player it is a loss of Stability instead."""

    def happen(self, s: Position, power: int) -> None:
        if s.box.kind[power] == "greece":
            change_stability(s, power, -2, f"{RULE}c")
        elif greek_armies(s):
            s.push(ChooseArmy(power))


def way_to_greece(s: Position, node: int) -> int:
    """The Connections from a place to Greece, by land or sea, as far as it matters."""
    atlas = s.box.atlas
    seen = {node}
    edge = {node}
    for far in range(FAR + 1):
        if any(in_greece(s, each) for each in edge):
            return far
        beyond = {near for here in edge for near in (*(each for each, _ in atlas.land[here]), *atlas.sea[here])}
        edge = {near for near in beyond - seen if s.box.open[near]}
        seen |= edge
    return FAR + 1


def near_greece(s: Position, node: int) -> bool:
    """Whether Greece is at most three Connections away."""
    return way_to_greece(s, node) <= FAR


def greek_armies(s: Position) -> list[tuple[int, int]]:
    """The Armies of Greek Powers that may be moved, as owner and place."""
    return [
        (owner, node)
        for owner, kind in enumerate(s.box.kind)
        if kind == "greece"
        for node, stack in sorted(s.places_of(owner))
        if stack & COMBAT & GREEK_UNITS and node < s.box.atlas.spaces and near_greece(s, node)
    ]


class ChooseArmy(Question):
    """Which Greek Army marches."""

    __slots__ = ("node",)

    name = "successor-wars"
    rule = RULE

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.node = NOBODY


class Choosing(Stage[ChooseArmy], of=ChooseArmy, at=ASKED):
    """By its place; of two Greek Powers in one place one is named."""

    def armies(self, s: Position, p: ChooseArmy, power: int) -> list[int]:
        return sorted({node for _, node in greek_armies(s)})

    @choice(PLACE, exactly=armies, otherwise="no-greek-army")
    def place(self, s: Position, p: ChooseArmy, power: int, node: int) -> None:
        owners = [owner for owner, where in greek_armies(s) if where == node]
        if len(owners) > 1:
            p.node = node
            p.stage = WHICH
        else:
            set_out(s, power, owners[0], node)


class Naming(Stage[ChooseArmy], of=ChooseArmy, at=WHICH):
    """Whose Army it is."""

    asks = "ask.successor-wars"

    def owners(self, s: Position, p: ChooseArmy, power: int) -> list[int]:
        return [owner for owner, where in greek_armies(s) if where == p.node]

    @choice(WHOSE, exactly=owners, otherwise="no-greek-army")
    def of_power(self, s: Position, p: ChooseArmy, power: int, owner: int) -> None:
        set_out(s, power, owner, p.node)


def set_out(s: Position, power: int, owner: int, node: int) -> None:
    """The Army is a side of its own until its Move ends, with as many as the player takes along."""
    s.successors_of = owner
    call_up(s, owner, node)
    s.become(SuccessorMarch(power, node))


class SuccessorsChosen(ChoosingArmy, of=SuccessorMarch, at=SELECT):
    """An Army, not a leader alone."""

    def nobody_ready(self, s: Position, p: March, power: int, argument: int) -> Reason:
        return "" if p.army & COMBAT else Phrase("why.nobody-chosen", {}, RULE)

    @choice(GO, "PR-9.1.2c", unless=nobody_ready)
    def go(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        p.stage = READY


class SuccessorsReady(Ready, of=SuccessorMarch, at=READY):
    """Who was not chosen stays where he is, his owner's as before."""

    def run(self, s: Position, p: March) -> bool:
        send_back(s, p)
        return super().run(s, p)


class SuccessorsWalk(Marching, of=SuccessorMarch, at=WALK):
    """On the march to Greece and in it: past Greeks, with them, or against them."""

    asks = "ask.successor-march"

    def run(self, s: Position, p: March) -> bool:
        s.successor_war = 0
        return super().run(s, p)

    def may_stay(self, s: Position, p: March) -> bool:
        """In Greece; elsewhere only if there is no way on."""
        if in_greece(s, p.node):
            return True
        return not self.steps(s, p, p.power) and bool(self.no_embarking(s, p, p.power, 0))

    def not_alone(self, s: Position, p: March) -> Phrase:
        return Phrase("why.stays-in-greece", {}, RULE)

    def turns_back(self, s: Position, p: March, near: int) -> bool:
        """Once in Greece it stays there, and before it goes nowhere else."""
        origin = p.node if p.node < s.box.atlas.spaces else p.last_space
        if in_greece(s, origin):
            return leaves_greece(s, origin, near)
        return way_to_greece(s, near) >= way_to_greece(s, p.node)

    def need(self, s: Position, p: March, near: int, link: int) -> int:
        return IMPOSSIBLE if self.turns_back(s, p, near) else super().need(s, p, near, link)

    def no_way(self, s: Position, p: March, near: int, link: int) -> Phrase:
        if self.turns_back(s, p, near):
            return Phrase("why.stays-in-greece", {}, RULE)
        return super().no_way(s, p, near, link)

    def at_sea(self, p: March) -> SuccessorTransport:
        return SuccessorTransport.of(p)

    def not_razed(self, s: Position, p: March, power: int, argument: int) -> Reason:
        return may_raze(s, s.successors_of, p.node, p.mp)

    @choice(RAZE, "PR-7.4.3a", unless=not_razed)
    def raze(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        destroy_site(s, p, power)

    # With Greeks, or against them

    def no_greeks(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> Reason:
        if p.node >= s.box.atlas.spaces or p.came_in_peace or not greeks_there(s, p.node):
            return Phrase("why.no-greeks-here", {}, f"{RULE}b")
        if not p.army & COMBAT:
            return Phrase("why.no-attackers", {}, "PR-9.2.1k")
        return "" if p.mp > 0 else short_of(1, p.mp, "PR-9.2.1g")

    @choice(FIGHT, f"{RULE}b", unless=no_greeks)
    def fight(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        s.successor_war = 1
        p.turn_upon()

    def nobody_joins(self, s: Position, p: March, power: int, argument: int) -> Reason:
        if p.node >= s.box.atlas.spaces:
            return NO_REST
        if not may_be_called(s, p.node):
            return Phrase("why.no-greeks-to-join", {}, f"{RULE}b")
        if p.mp <= 0:
            return short_of(1, p.mp, "PR-9.2.1f")
        return SCENARIO if estranged(s, s.successors_of, p.start, p.node) else ""

    @choice(PICK_UP, f"{RULE}b", unless=nobody_joins)
    def pick_up(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        call_up(s, s.successors_of, p.node)
        p.mp -= 1
        p.stage = PICKING

    @choice(TAKE_LEADER, "PR-8.2.3c", exactly=WalkInCompany.new_leaders, otherwise=WalkInCompany.no_new_leader)
    def take_leader(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        s.successor_leaders = plus(s.successor_leaders, argument)
        p.take_leader(argument)

    # Who stays behind is no longer of the Army

    def left_behind(self, s: Position, p: March) -> None:
        send_back(s, p)


class SuccessorsJoin(PickingUp[March], of=SuccessorMarch, at=PICKING):
    """Who did not join stays, his owner's as before."""

    @choice(GO, "PR-9.2.1f")
    def go(self, s: Position, p: SuccessorMarch, power: int, argument: int) -> None:
        send_back(s, p)
        p.stage = WALK


class SuccessorsRest(Finish, of=(SuccessorMarch, SuccessorTransport), at=FINISH):
    """The Army is its owner's again."""

    def run(self, s: Position, p: OwnMove) -> bool:
        release_escort(s, p)
        s.leaders_moved |= p.leaders
        send_home(s)
        rest_others(s, (p.power,))
        recount(s)
        s.pop()
        return False
