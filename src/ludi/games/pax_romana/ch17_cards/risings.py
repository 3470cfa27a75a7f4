"""Chapter 17.2, LOCAL INSURRECTION, TRIBAL RESURGENCE, PIRATES."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch12_special.pirates import pirates_come
from ludi.games.pax_romana.ch13_barbarians.tribes import return_tribe
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import LOCAL_INSURRECTION, PIRATES, TRIBAL_RESURGENCE
from ludi.games.pax_romana.world.pieces import GARRISON, GARRISONS, NOBODY, ONE
from ludi.games.pax_romana.world.words import AGAINST, PLACE

WHERE, WHOSE_GARRISON = "where", "whose"


class PiratesSail(Effect, of=PIRATES):
    """The player puts a Pirates marker on the map (12.6)."""

    def happen(self, s: Position, power: int) -> None:
        pirates_come(s, power)


# LOCAL INSURRECTION


class LocalInsurrection(Effect, of=LOCAL_INSURRECTION):
    """One Garrison of any player is removed; without Garrisons nothing happens."""

    def happen(self, s: Position, power: int) -> None:
        s.push(Insurrection(power))


def garrisoned(s: Position, node: int) -> list[int]:
    """The Powers that have a Garrison in a Space."""
    return [power for power in range(len(s.box.powers)) if s.at(power, node) & GARRISONS]


class Insurrection(Question):
    """Where a Garrison goes, and whose."""

    __slots__ = ("node",)

    name = "insurrection"
    rule = "PR-17.2-LOCAL-INSURRECTION"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.stage = WHERE
        self.node = NOBODY


class Where(Stage[Insurrection], of=Insurrection, at=WHERE):
    """A Space with a Garrison is named."""

    def run(self, s: Position, p: Insurrection) -> bool:
        if self.garrisons(s, p, p.power):
            return True
        s.pop()
        return False

    def garrisons(self, s: Position, p: Insurrection, power: int) -> list[int]:
        return [node for node in range(s.box.atlas.spaces) if garrisoned(s, node)]

    @choice(PLACE, "PR-17.2-LOCAL-INSURRECTION", exactly=garrisons, otherwise="no-garrison-there")
    def name_space(self, s: Position, p: Insurrection, power: int, node: int) -> None:
        p.node = node
        owners = garrisoned(s, node)
        if len(owners) > 1:
            p.stage = WHOSE_GARRISON
        else:
            drive_out(s, p, owners[0])


class Whose(Stage[Insurrection], of=Insurrection, at=WHOSE_GARRISON):
    """Of several Garrisons in one Space one is named."""

    asks = "ask.insurrection-whose"

    def owners(self, s: Position, p: Insurrection, power: int) -> list[int]:
        return garrisoned(s, p.node)

    @choice(AGAINST, "PR-17.2-LOCAL-INSURRECTION", exactly=owners, otherwise="no-garrison-there")
    def name_owner(self, s: Position, p: Insurrection, power: int, owner: int) -> None:
        drive_out(s, p, owner)


def drive_out(s: Position, p: Insurrection, owner: int) -> None:
    s.remove(owner, p.node, ONE[GARRISON])
    if s.listener is not None:
        s.tell("insurrection", p.rule, power=s.box.powers[owner], space=s.box.place(p.node))
    recount(s)
    s.pop()


# TRIBAL RESURGENCE


class TribalResurgence(Effect, of=TRIBAL_RESURGENCE):
    """Two Tribes come back, face down, each into an unoccupied Tribal Space (13.1.8)."""

    def happen(self, s: Position, power: int) -> None:
        s.push(Resurgence(power, 2))


class Resurgence(Question):
    """The player says where the Tribes rise; nobody sees how strong they are."""

    __slots__ = ("left",)

    name = "resurgence"
    rule = "PR-17.2-TRIBAL-RESURGENCE"

    def __init__(self, power: int, left: int) -> None:
        super().__init__(power)
        self.left = left
        """How many are still to come."""


class Rising(Stage[Resurgence], of=Resurgence, at=ASKED):
    """One Tribal Space after another."""

    def run(self, s: Position, p: Resurgence) -> bool:
        if p.left and s.tribe_pool and self.empty(s, p, p.power):
            return True
        recount(s)
        s.pop()
        return False

    def empty(self, s: Position, p: Resurgence, power: int) -> list[int]:
        box = s.box
        tribal = [node for node in range(box.atlas.spaces) if box.atlas.is_tribal[node] and box.open[node]]
        return [node for node in tribal if s.occupier(node) == NOBODY]

    @choice(PLACE, "PR-17.2-TRIBAL-RESURGENCE", exactly=empty, otherwise="no-tribal-space")
    def rise(self, s: Position, p: Resurgence, power: int, node: int) -> None:
        p.left -= 1
        return_tribe(s, node)
        if s.listener is not None:
            s.tell("tribe-rises", p.rule, space=s.box.place(node))
