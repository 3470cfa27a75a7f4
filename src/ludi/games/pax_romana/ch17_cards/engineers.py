"""Chapter 17.2, THE ARCHIMEDES EFFECT and THE POLIORCATES EFFECT: an inventor in a City, siege engines with an Army."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import ARCHIMEDES, POLIORCATES
from ludi.games.pax_romana.world.pieces import CITY, COMBAT, SOF
from ludi.games.pax_romana.world.words import PLACE

PRICE = 2
"""What the Helepolis costs."""


# THE ARCHIMEDES EFFECT


def cities(s: Position) -> list[int]:
    return sorted(node for node, site in s.sites.items() if site.kind == CITY)


class ArchimedesEffect(Effect, of=ARCHIMEDES):
    """Until the Game-Turn ends a City has two Shifts for its Defender in any Battle in which its walls are used."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if cities(s) else Phrase("why.no-city-on-map", {}, self.rule)

    def happen(self, s: Position, power: int) -> None:
        if cities(s):
            s.push(Inventor(power))


class Inventor(Question):
    """In which City the inventor works."""

    __slots__ = ()

    name = "inventor"
    rule = "PR-17.2-ARCHIMEDES-EFFECT"


class NamingCity(Stage[Inventor], of=Inventor, at=ASKED):
    """Any City, whoever has it."""

    def cities(self, s: Position, p: Inventor, power: int) -> Iterable[int]:
        return cities(s)

    @choice(PLACE, exactly=cities, otherwise="no-city-there")
    def settle(self, s: Position, p: Inventor, power: int, node: int) -> None:
        s.inventor = node + 1
        if s.listener is not None:
            s.tell("inventor", p.rule, space=s.box.place(node))
        s.pop()


# THE POLIORCATES EFFECT


def besiegers(s: Position, power: int) -> dict[int, int]:
    """The places of a Power's Armies, with the side whose they are: its own, or its Soldier of Fortune's."""
    found = {node: SOF for node, stack in s.places_of(SOF) if stack & COMBAT} if s.sof_owner == power else {}
    return found | {node: power for node, stack in s.places_of(power) if stack & COMBAT}


class PoliorcatesEffect(Effect, of=POLIORCATES):
    """For 2T a Helepolis goes with an Army: two Shifts in the first Battle in which it attacks walls."""

    def no_use(self, s: Position, power: int) -> Reason:
        if s.treasury[power] < PRICE:
            return Phrase("why.too-dear", {"price": PRICE}, self.rule)
        return "" if besiegers(s, power) else Phrase("why.no-army-of-yours", {}, self.rule)

    def happen(self, s: Position, power: int) -> None:
        if not self.no_use(s, power):
            s.push(Helepolis(power))


class Helepolis(Question):
    """Which Army gets the Helepolis."""

    __slots__ = ()

    name = "helepolis"
    rule = "PR-17.2-POLIORCATES-EFFECT"


class NamingArmy(Stage[Helepolis], of=Helepolis, at=ASKED):
    """An Army of the player."""

    def armies(self, s: Position, p: Helepolis, power: int) -> Iterable[int]:
        return sorted(besiegers(s, power))

    @choice(PLACE, exactly=armies, otherwise="no-army-of-yours")
    def equip(self, s: Position, p: Helepolis, power: int, node: int) -> None:
        pay(s, power, PRICE)
        s.put_engines(besiegers(s, power)[node], node)
        if s.listener is not None:
            s.tell("helepolis", p.rule, power=s.box.powers[power], space=s.box.place(node))
        s.pop()
