"""Chapter 12.5.5: the kingdom of Pontus (Advanced Game): its Units, its marker, its Moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.ch17_cards.window import ANYTHING, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import CAVALRY, COMBAT, GALLEY, HEAVY, LIGHT, NOBODY, ONE, PONTUS, UNITS
from ludi.games.pax_romana.world.words import DONE, MAJOR, MINOR, PLACE

PONTIC_MARKER = 99
"""The Activation Marker of Pontus among those that may be drawn."""
MUSTER = (HEAVY, HEAVY, HEAVY, HEAVY, LIGHT, LIGHT, CAVALRY)
BEGINNING, MOVING = "beginning", "moving"


def pontic_spaces(s: Position) -> list[int]:
    """The unoccupied Spaces of Pontus."""
    atlas = s.box.atlas
    spaces = atlas.spaces_of[atlas.province_index["pontus"]]
    return [node for node in spaces if s.box.open[node] and s.occupier(node) == NOBODY]


def found_pontus(s: Position, power: int) -> None:
    """A player brings Pontus into the game: its marker is in the pool at once, its Units are placed."""
    s.pontus_player = power
    s.pontus_marker = 1
    if s.listener is not None:
        s.tell("pontus", "PR-12.5.5a", power=s.box.powers[power])
    s.push(PonticMuster(power, pontic_spaces(s)))


def pontus_lives(s: Position) -> None:
    """Pontus is out of the game with its last Land Combat Unit: what is left of it goes, its marker too."""
    if s.pontus_player == NOBODY or s.under_way(PonticMuster):
        return
    places = s.places_of(PONTUS)
    if any(stack & COMBAT for _, stack in places):
        return
    for node, stack in places:
        s.remove(PONTUS, node, stack)
    s.pontus_player = NOBODY
    s.pontus_marker = 0
    if s.listener is not None:
        s.tell("pontus-over", "PR-12.5.5g")


class PonticMuster(Question):
    """The Units of Pontus are placed one by one in Spaces of the Province that were unoccupied."""

    __slots__ = ("left", "spaces")

    name = "pontic-muster"
    rule = "PR-12.5.5b"

    def __init__(self, power: int, spaces: list[int]) -> None:
        super().__init__(power)
        self.spaces = spaces
        self.left = [*MUSTER, GALLEY]
        """The kinds of Units still to be placed, the next first."""


class Mustering(Stage[PonticMuster], of=PonticMuster, at=ASKED):
    """Where the next Unit stands; a Galley Squadron in a Port."""

    def run(self, s: Position, p: PonticMuster) -> bool:
        while p.left:
            spots = self.spots(s, p, p.power)
            if len(spots) > 1:
                return True
            kind = p.left.pop(0)
            if spots:
                s.add(PONTUS, spots[0], ONE[kind])
        recount(s)
        s.pop()
        return False

    def facts(self, s: Position, p: PonticMuster) -> Mapping[str, Fact]:
        return {"what": f"unit-{UNITS[p.left[0]]}"}

    def spots(self, s: Position, p: PonticMuster, power: int) -> list[int]:
        if p.left[0] != GALLEY:
            return p.spaces
        return [node for node in p.spaces if s.box.atlas.is_port[node]]

    @choice(PLACE, exactly=spots, otherwise="not-in-pontus")
    def place(self, s: Position, p: PonticMuster, power: int, node: int) -> None:
        s.add(PONTUS, node, ONE[p.left.pop(0)])


class PonticActivation(Question):
    """The marker of Pontus: one Major Move and two Minor Moves of its Units, for nothing and without a card."""

    __slots__ = ("before", "major", "minor")

    name = "pontus"
    rule = "PR-12.5.5d"

    def __init__(self, s: Position) -> None:
        super().__init__(s.pontus_player)
        self.stage = BEGINNING
        self.before = s.active
        """Whose Activation was the last: this one does not count in a row (3.4.2)."""
        self.major = True
        self.minor = 2

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.pontus", {"power": s.box.powers[self.power]}, self.rule)


class PontusBegins(Stage[PonticActivation], of=PonticActivation, at=BEGINNING):
    """The others may play cards (17.1.5)."""

    def run(self, s: Position, p: PonticActivation) -> bool:
        p.stage = MOVING
        s.active = p.power
        s.hushed = 0
        if s.listener is not None:
            s.tell("activation", "PR-12.5.5d", power="pontus")
        offer(s, ANYTHING, p.power, others(s, p.power))
        return False


class PontusMoves(WithHand[PonticActivation], of=PonticActivation, at=MOVING):
    """Its next Move."""

    asks = "ask.pontus"

    def facts(self, s: Position, p: PonticActivation) -> Mapping[str, Fact]:
        return {"major": int(p.major), "minor": p.minor}

    def run(self, s: Position, p: PonticActivation) -> bool:
        if self.legal(s, p, p.power) == [DONE] and not s.hands[p.power]:
            finish(s, p)
            return False
        return True

    def places(self, s: Position, p: PonticActivation, power: int) -> Iterable[int]:
        return [node for node, _ in sorted(s.places_of(PONTUS))]

    def immobile(self, s: Position, node: int) -> Reason:
        if not s.at(PONTUS, node):
            return Phrase("why.no-pontines", {}, "PR-12.5.5d")
        return "" if s.fresh(PONTUS, node) else Phrase("why.moved-already", {}, "PR-9.1.4a")

    def no_major(self, s: Position, p: PonticActivation, power: int, node: int) -> Reason:
        return self.immobile(s, node) if p.major else Phrase("why.major-done", {}, "PR-9.1.1a")

    @choice(MAJOR, "PR-12.5.5d", among=places, unless=no_major)
    def move_army(self, s: Position, p: PonticActivation, power: int, node: int) -> None:
        p.major = False
        s.push(March(PONTUS, power, node))

    def no_minor(self, s: Position, p: PonticActivation, power: int, node: int) -> Reason:
        return self.immobile(s, node) if p.minor else Phrase("why.minor-done", {}, "PR-9.1.1b")

    @choice(MINOR, "PR-12.5.5d", among=places, unless=no_minor)
    def move_unit(self, s: Position, p: PonticActivation, power: int, node: int) -> None:
        p.minor -= 1
        s.push(March(PONTUS, power, node, minor=True))

    @choice(DONE, "PR-12.5.5d")
    def end(self, s: Position, p: PonticActivation, power: int, argument: int) -> None:
        finish(s, p)


def finish(s: Position, p: PonticActivation) -> None:
    """Who was active before is so again: two in a row are counted without Pontus."""
    s.active = p.before
    recount(s)
    s.pop()
