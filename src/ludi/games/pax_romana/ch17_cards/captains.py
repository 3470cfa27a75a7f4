"""Chapters 12.4 and 17.2, SOLDIER OF FORTUNE: the Soldier for most, a Dictator for Rome (12.4.7)."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import leave_map
from ludi.games.pax_romana.ch08_leaders.selection import draw_leaders
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_spaces, soldier_comes
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.levies import threatened_at_home
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import SOLDIER_OF_FORTUNE
from ludi.games.pax_romana.world.pieces import NOBODY, OCCUPY, SOF
from ludi.games.pax_romana.world.words import LEAD, TAKE_LEADER

RETURNING, CHOOSING, PLACING = "returning", "choosing", "placing"
DRAWN = 3
"""Leaders among whom a Dictator is chosen (12.4.7)."""


class SoldierOfFortune(Effect, of=SOLDIER_OF_FORTUNE):
    """A Soldier of Fortune comes into the player's service; Rome names a Dictator instead."""

    def no_use(self, s: Position, power: int) -> Reason:
        if s.box.kind[power] == "rome":
            return no_dictator(s, power)
        if s.places_of(SOF):
            return Phrase("why.soldier-serves", {}, "PR-12.4.2a")
        return "" if sof_spaces(s, power) else Phrase("why.no-home-space", {}, "PR-12.4.3")

    def happen(self, s: Position, power: int) -> None:
        if s.box.kind[power] != "rome":
            soldier_comes(s, power)
        elif not no_dictator(s, power):
            s.push(Dictator(power))


def own_leaders(s: Position, power: int) -> list[int]:
    """The leaders of a Power on the map."""
    return [n for n, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[n].side == power]


def no_dictator(s: Position, power: int) -> Reason:
    """Why Rome names no Dictator: no enemy Army in its Home Territory, no leader to replace (12.4.7)."""
    if not threatened_at_home(s, power):
        return Phrase("why.no-enemy-at-home", {}, "PR-12.4.7b")
    if not own_leaders(s, power):
        return Phrase("why.no-leader-to-replace", {}, "PR-12.4.7c")
    return "" if seats(s, power) else Phrase("why.no-place-to-begin", {}, "PR-8.1.5a")


def seats(s: Position, power: int) -> list[int]:
    """Where a Dictator is placed: in the Capital; if an enemy holds it, where 8.1.5 puts a leader."""
    capitals = [capital for capital in s.box.capitals[power] if s.holder(capital) == power]
    if capitals:
        return capitals[:1]
    found = {node for node, stack in s.places_of(power) if stack & OCCUPY and node < s.box.atlas.spaces}
    found |= {node for node, site in s.sites.items() if site.owner == power and s.occupier(node) == power}
    return sorted(found)


class Dictator(Question):
    """One leader goes back to the pool; of three drawn blindly one takes his place (12.4.7)."""

    __slots__ = ("drawn", "named")

    name = "dictator"
    rule = "PR-12.4.7c"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.stage = RETURNING
        self.drawn: list[int] = []
        self.named = NOBODY


class Returning(Stage[Dictator], of=Dictator, at=RETURNING):
    """Who is recalled."""

    asks = "ask.dictator-recall"

    def ours(self, s: Position, p: Dictator, power: int) -> Iterable[int]:
        return own_leaders(s, power)

    @choice(TAKE_LEADER, "PR-12.4.7c", exactly=ours, otherwise="not-your-leader")
    def recall(self, s: Position, p: Dictator, power: int, leader: int) -> None:
        leave_map(s, leader)
        others = own_leaders(s, power)
        p.drawn = draw_leaders(s, power, len(others) + DRAWN, others)
        p.stage = CHOOSING


class Choosing(Stage[Dictator], of=Dictator, at=CHOOSING):
    """Who becomes Dictator; the others go back."""

    asks = "ask.dictator"

    def candidates(self, s: Position, p: Dictator, power: int) -> Iterable[int]:
        return p.drawn

    @choice(TAKE_LEADER, "PR-12.4.7c", exactly=candidates, otherwise="not-drawn")
    def appoint(self, s: Position, p: Dictator, power: int, leader: int) -> None:
        p.named = leader
        places = seats(s, power)
        if len(places) == 1:
            take_office(s, p, places[0])
        else:
            p.stage = PLACING


class Placing(Stage[Dictator], of=Dictator, at=PLACING):
    """Where he begins if Roma is lost."""

    asks = "ask.place-leader"
    rule = "PR-8.1.5b"

    def places(self, s: Position, p: Dictator, power: int) -> Iterable[int]:
        return seats(s, power)

    @choice(LEAD, "PR-8.1.5b", exactly=places, otherwise="leader-army")
    def place(self, s: Position, p: Dictator, power: int, node: int) -> None:
        take_office(s, p, node)


def take_office(s: Position, p: Dictator, node: int) -> None:
    s.leader_at[p.named] = node
    if s.listener is not None:
        s.tell("dictator", p.rule, leader=s.box.leaders[p.named].word, space=s.box.place(node))
    s.pop()
