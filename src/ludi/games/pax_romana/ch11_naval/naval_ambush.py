"""Chapter 17.2, NAVAL AMBUSH: a Fleet that lies near falls upon an Army at sea, also one that Withdraws or Retreats.

Without escort the Army is lost; with one it comes to a Naval Battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch11_naval.afloat import AMBUSHED, ENTER, MEET, WATCHED, Afloat, Transport
from ludi.games.pax_romana.ch11_naval.encounter import FIGHTING, Encounter
from ludi.games.pax_romana.ch11_naval.meeting import MeetOnVoyage
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch17_cards.window import Answer, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.cards import NAVAL_AMBUSH
from ludi.games.pax_romana.world.pieces import GALLEYS, LAND
from ludi.games.pax_romana.world.words import PLACE

NEAR = 3
"""Naval Connections."""
RULE = "PR-17.2-NAVAL-AMBUSH"
F = TypeVar("F", bound=Afloat)


def waters(s: Position, node: int) -> set[int]:
    """The places within three Naval Connections of one, none over the deep sea; Fleets on the way do not matter."""
    atlas = s.box.atlas
    found = edge = {node}
    for _ in range(NEAR):
        ahead = {near for here in edge for near in atlas.sea[here] if s.box.open[near]}
        edge = {near for near in ahead if atlas.kind[near] != DEEP_POINT} - found
        found = found | edge
    return found


def lairs(s: Position, power: int, node: int) -> list[int]:
    """Where a Power has Galley Squadrons near enough to a place."""
    return sorted(near for near in waters(s, node) if s.at(power, near) & GALLEYS and not s.mutinies(power, near))


def lurkers(s: Position, fleet: Afloat) -> list[int]:
    """The Powers of other players with Galley Squadrons near enough to an Army at sea that may be ambushed."""
    node = fleet.node
    if not s.box.advanced or not fleet.army & LAND or s.box.atlas.kind[node] == DEEP_POINT:
        return []
    return [power for power in others(s, fleet.power) if power not in fleet.sides and lairs(s, power, node)]


def watch(s: Position, fleet: Afloat) -> None:
    """An Army comes by sea into a Port or to a Naval Transit Point: who lies near is asked for the card."""
    powers = lurkers(s, fleet)
    if powers and offer(s, (NAVAL_AMBUSH,), fleet.power, powers, fleet.node):
        fleet.stage = WATCHED


@dataclass(frozen=True, slots=True)
class FallenUpon:
    """Whose Fleet falls upon a Transport, and where it lies."""

    power: int
    lair: int


class Sally(Question):
    """Which of his Fleets the player of the card means. Ends with :class:`FallenUpon`."""

    __slots__ = ("node",)

    name = "naval-ambush"
    rule = RULE

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.node = node
        """Where the Transport is."""

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.naval-ambush", {"space": s.box.place(self.node)}, self.rule)


class Sallying(Stage[Sally], of=Sally, at=ASKED):
    """By its place; if only one lies near it is that one."""

    def facts(self, s: Position, p: Sally) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def run(self, s: Position, p: Sally) -> bool:
        near = lairs(s, p.power, p.node)
        if len(near) > 1:
            return True
        s.pop(FallenUpon(p.power, near[0]))
        return False

    def fleets(self, s: Position, p: Sally, power: int) -> list[int]:
        return lairs(s, p.power, p.node)

    @choice(PLACE, RULE, exactly=fleets, otherwise="no-fleet-of-theirs")
    def name_fleet(self, s: Position, p: Sally, power: int, node: int) -> None:
        s.pop(FallenUpon(p.power, node))


class Watched(Stage[F], Generic[F]):
    """It was let by; or all on board are lost, unless an escort fights for them."""

    onward: ClassVar[str] = MEET
    """How the Army goes on."""

    def resumed(self, s: Position, p: F, result: Answer | FallenUpon | None) -> None:
        if result is None:
            p.stage = self.onward
        elif isinstance(result, FallenUpon):
            fall_upon(s, p, result)
        else:
            self.answered(s, p, result)

    def answered(self, s: Position, p: F, answer: Answer) -> None:
        if s.listener is not None:
            facts = {"power": s.box.powers[answer.power], "side": s.box.side_word(p.side)}
            s.report("naval-ambush", RULE, {**facts, "space": s.box.place(p.node)})
        if p.ships:
            s.push(Sally(answer.power, p.node))
        else:
            sink(s, p, RULE)


class TransportWatched(Watched[Transport], of=Transport, at=WATCHED):
    """On a Naval Transport of its own."""

    onward = ENTER


def fall_upon(s: Position, fleet: Afloat, found: FallenUpon) -> None:
    """It comes to a Naval Battle where the Army is; the other Fleet does not leave its place for it."""
    fleet.stage = AMBUSHED
    if found.lair == fleet.node:
        fleet.met = (*fleet.met, found.power)
    battle = Encounter(fleet, found.power)
    battle.lair = found.lair
    battle.stage = FIGHTING
    s.push(battle)


class Ambushed(MeetOnVoyage[Transport], of=Transport, at=AMBUSHED):
    """A beaten Fleet is Finished; any other has Stopped, and enters the place it has come to (11.4.4, 11.4.5), unless
    somebody falls upon it again.
    """

    def run(self, s: Position, p: Transport) -> bool:
        p.stage = ENTER
        watch(s, p)
        return False
