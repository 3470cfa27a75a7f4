"""Chapter 17.2: what comes to the aid of the player: GALLEY TECH, INDEPENDENT EXPANSION, RAISE THE MILITIA."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch12_special.militia import RaiseMilitia, levy_spaces, militia_raised
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.galley_technology import galley_technology
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.reach import within_reach
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import ARTILLERY, CORVUS, HARPAX, INDEPENDENT_EXPANSION, RAISE_THE_MILITIA
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISON, NOBODY, ONE, node_of, side_of
from ludi.games.pax_romana.world.sets import has, plus
from ludi.games.pax_romana.world.stability_track import TURMOIL, stability_range
from ludi.games.pax_romana.world.words import PLACE


class GalleyTech(Effect, of=(ARTILLERY, CORVUS, HARPAX)):
    """The player's Galley Squadrons are worth 3 BP until the Game-Turn ends."""

    def happen(self, s: Position, power: int) -> None:
        galley_technology(s, power)


# INDEPENDENT EXPANSION


def free_spaces(s: Position, power: int) -> list[int]:
    """Unoccupied Spaces within reach where a Garrison can be; none is in a Mountain Fortress (12.1.3)."""
    fortress = [node for node in range(s.box.atlas.spaces) if s.box.atlas.is_mountain[node]]
    return sorted(node for node in within_reach(s, power) - {*fortress} if s.occupier(node) == NOBODY)


class IndependentExpansion(Effect, of=INDEPENDENT_EXPANSION):
    """A Garrison in an unoccupied Space within four Land Connections of the player's own Land Combat Units."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if free_spaces(s, power) else Phrase("why.no-free-space", {}, self.rule)

    def happen(self, s: Position, power: int) -> None:
        s.push(Settling(power))


class Settling(Question):
    """Where the Garrison is put."""

    __slots__ = ()

    name = "independent-expansion"
    rule = "PR-17.2-INDEPENDENT-EXPANSION"


class ChoosingSpace(Stage[Settling], of=Settling, at=ASKED):
    """The player names the Space."""

    def free(self, s: Position, p: Settling, power: int) -> Iterable[int]:
        return free_spaces(s, power)

    @choice(PLACE, "PR-17.2-INDEPENDENT-EXPANSION", exactly=free, otherwise="no-free-space")
    def settle(self, s: Position, p: Settling, power: int, node: int) -> None:
        s.add(power, node, ONE[GARRISON])
        if s.listener is not None:
            s.tell("settled", p.rule, power=s.box.powers[power], space=s.box.place(node))
        recount(s)
        s.pop()


# RAISE THE MILITIA


def threatened_at_home(s: Position, power: int) -> bool:
    """Whether enemy Land Combat Units, Barbarians included, are anywhere in the Home Territory."""
    box = s.box
    for key, stack in s.force.items():
        side, node = side_of(key), node_of(key)
        at_home = node < box.atlas.spaces and box.home[node] == power
        if at_home and stack & COMBAT and not s.allied(power, side):
            return True
    return False


class CallToArms(Effect, of=RAISE_THE_MILITIA):
    """Stability falls by 1; then 1d6, halved, Militia come, one fewer in Unrest, none in Turmoil (12.3)."""

    def no_use(self, s: Position, power: int) -> Reason:
        if has(s.militia_raised, power):
            return Phrase("why.militia-raised", {}, "PR-12.3.3c")
        if not threatened_at_home(s, power):
            return Phrase("why.no-enemy-at-home", {}, self.rule)
        return "" if levy_spaces(s, power) else Phrase("why.no-levy-space", {}, "PR-12.3.2d")

    def happen(self, s: Position, power: int) -> None:
        change_stability(s, power, -1, self.rule)
        level = s.stability[power]
        if stability_range(level) == TURMOIL or self.no_use(s, power):
            return
        s.militia_raised = plus(s.militia_raised, power)
        s.push(RaiseMilitia.called(power, militia_raised(s.roll("militia"), level)))
