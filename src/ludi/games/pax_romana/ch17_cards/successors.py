"""Chapter 17.2, SUCCESSOR WARS ROLL ON: another player moves a Greek Army, against Greeks too."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch09_movement.invasion_march import FinishInvasion, InvadersArrive, Invading
from ludi.games.pax_romana.ch09_movement.movement import ARRIVE, FINISH, READY, WALK, InvasionMarch
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import SUCCESSOR_WARS
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, NOBODY, SUCCESSORS
from ludi.games.pax_romana.world.sets import plus, set_of
from ludi.games.pax_romana.world.words import FIGHT, PICK_UP, PLACE, WHOSE

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


def in_greece(s: Position, node: int) -> bool:
    atlas = s.box.atlas
    if node >= atlas.spaces:
        return False
    return atlas.territory_ids[atlas.territory_of[atlas.province_of[node]]] == "greece"


def near_greece(s: Position, node: int) -> bool:
    """Whether Greece is at most three Connections away, by land or sea."""
    atlas = s.box.atlas
    seen = {node}
    edge = {node}
    for _ in range(FAR):
        beyond = {near for here in edge for near in (*(each for each, _ in atlas.land[here]), *atlas.sea[here])}
        edge = {near for near in beyond - seen if s.box.open[near]}
        seen |= edge
    return any(in_greece(s, each) for each in seen)


def greek_armies(s: Position) -> list[tuple[int, int]]:
    """The Armies of Greek Powers that may be moved, as owner and place."""
    return [
        (owner, node)
        for owner, kind in enumerate(s.box.kind)
        if kind == "greece"
        for node, stack in sorted(s.places_of(owner))
        if stack & COMBAT and node < s.box.atlas.spaces and near_greece(s, node)
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
            march_off(s, power, owners[0], node)


class Naming(Stage[ChooseArmy], of=ChooseArmy, at=WHICH):
    """Whose Army it is."""

    asks = "ask.successor-wars"

    def owners(self, s: Position, p: ChooseArmy, power: int) -> list[int]:
        return [owner for owner, where in greek_armies(s) if where == p.node]

    @choice(WHOSE, exactly=owners, otherwise="no-greek-army")
    def of_power(self, s: Position, p: ChooseArmy, power: int, owner: int) -> None:
        march_off(s, power, owner, p.node)


def march_off(s: Position, power: int, owner: int, node: int) -> None:
    """The Army, Garrisons apart, is a side of its own until its Move ends, with the leaders who are there."""
    army = s.at(owner, node) & LAND & ~GARRISONS
    s.successors_of = owner
    s.successor_leaders = set_of(s.leaders_of(owner, node))
    s.remove(owner, node, army)
    s.add(SUCCESSORS, node, army)
    s.become(SuccessorMarch(power, node, army, s.successor_leaders))


class SuccessorMarch(InvasionMarch):
    """The Major Move of a Greek Army in another player's hand."""

    __slots__ = ()

    name = "move"
    saved_as = "successor-march"

    def __init__(self, power: int, node: int, army: int, leaders: int) -> None:
        super().__init__(SUCCESSORS, power, node, army, leaders)
        self.stage = READY


class SuccessorsArrive(InvadersArrive, of=SuccessorMarch, at=ARRIVE):
    """No Capital is afraid of them as of invaders."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        return super(InvadersArrive, self).run(s, p)


class SuccessorsWalk(Invading, of=SuccessorMarch, at=WALK):
    """On the march to Greece and in it: past Greeks, with them, or against them."""

    def facts(self, s: Position, p: InvasionMarch) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "mp": p.mp}

    def run(self, s: Position, p: InvasionMarch) -> bool:
        s.successor_war = 0
        return super().run(s, p)

    def may_stay(self, s: Position, p: InvasionMarch) -> bool:
        return in_greece(s, p.node)

    def turns_back(self, s: Position, p: InvasionMarch, near: int) -> bool:
        """Once in Greece it stays there."""
        origin = p.node if p.node < s.box.atlas.spaces else p.last_space
        return in_greece(s, origin) and near < s.box.atlas.spaces and not in_greece(s, near)

    def no_way(self, s: Position, p: InvasionMarch, near: int, link: int) -> Phrase:
        if self.turns_back(s, p, near):
            return Phrase("why.stays-in-greece", {}, RULE)
        return super(Invading, self).no_way(s, p, near, link)

    def not_asked(self, s: Position, p: InvasionMarch, power: int, verb: int, argument: int) -> Phrase | None:
        return None if verb == PICK_UP else super().not_asked(s, p, power, verb, argument)

    def no_greeks(self, s: Position, p: InvasionMarch, power: int, argument: int) -> Reason:
        here = s.at(s.successors_of, p.node) & LAND or s.site_owner(p.node) == s.successors_of
        if p.node == p.start or not here:
            return Phrase("why.no-greeks-here", {}, f"{RULE}b")
        return self.no_ravage(s, p)

    @choice(FIGHT, f"{RULE}b", unless=no_greeks)
    def fight(self, s: Position, p: InvasionMarch, power: int, argument: int) -> None:
        s.successor_war = 1
        p.turn_upon()

    def nobody_joins(self, s: Position, p: InvasionMarch, power: int, argument: int) -> Reason:
        if p.node in s.sites or not s.at(s.successors_of, p.node) & COMBAT:
            return Phrase("why.no-greeks-to-join", {}, f"{RULE}b")
        return self.no_ravage(s, p)

    @choice(PICK_UP, f"{RULE}b", unless=nobody_joins)
    def pick_up(self, s: Position, p: InvasionMarch, power: int, argument: int) -> None:
        units = s.at(s.successors_of, p.node) & LAND & ~GARRISONS
        s.remove(s.successors_of, p.node, units)
        s.add(SUCCESSORS, p.node, units)
        p.swell(s.at(SUCCESSORS, p.node) & LAND)
        for number in s.leaders_of(s.successors_of, p.node):
            s.successor_leaders = plus(s.successor_leaders, number)
            p.take_leader(number)


class SuccessorsRest(FinishInvasion, of=SuccessorMarch, at=FINISH):
    """The Army is its owner's again."""

    def run(self, s: Position, p: InvasionMarch) -> bool:
        for node, stack in s.places_of(SUCCESSORS):
            s.remove(SUCCESSORS, node, stack)
            s.add(s.successors_of, node, stack)
            s.tidy(s.successors_of, node)
        s.successors_of = NOBODY
        s.successor_war = s.successor_leaders = 0
        recount(s)
        s.pop()
        return False
