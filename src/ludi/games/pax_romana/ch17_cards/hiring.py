"""Chapters 12.2.3 and 17.2, MERCENARIES; Carthage may use any card that can be held for them (17.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.raising import heavy_limit_reached
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch12_special.mercenaries import hire, joining_places, may_join
from ludi.games.pax_romana.ch17_cards.deck import holds, titles
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.window import NO_CARDS_NOW
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import MERCENARIES
from ludi.games.pax_romana.world.pieces import MERCENARY, MERCENARY_CAVALRY, MERCENARY_LIGHT, NOBODY, ONE
from ludi.games.pax_romana.world.words import HIRE_CAVALRY, HIRE_HEAVY, HIRE_LIGHT

PRICE = 2
"""Talents for one hiring, no more and no fewer (12.2.3)."""


class Mercenaries(Effect, of=MERCENARIES):
    """2T buy two light, one heavy Infantry or one Cavalry, who join one Army; Rome hires none."""

    def no_use(self, s: Position, power: int) -> Reason:
        return no_hiring(s, power)

    def happen(self, s: Position, power: int) -> None:
        hire_by_card(s, power)


def no_hiring(s: Position, power: int) -> Reason:
    """Why a Power cannot hire Mercenaries by a card."""
    if not s.box.mercenaries[power]:
        return "PR-12.2.1b"
    if s.treasury[power] < PRICE:
        return Phrase("why.too-dear", {"price": PRICE}, "PR-12.2.3b")
    return "" if joining_places(s, power) else "PR-12.2.4"


def hire_by_card(s: Position, power: int, split: bool = False) -> None:
    """The Power says whom it hires, and where they join."""
    if not no_hiring(s, power):
        s.push(Hiring(power, split))


# Carthage


def exchangeable(s: Position, power: int) -> list[int]:
    """The cards in Hand for which a Power may hire instead of what they say: for Carthage all (17.1.6)."""
    if s.box.kind[power] != "carthage" or not s.hands[power] or not s.takes_cards() or no_hiring(s, power):
        return []
    return [title for title in titles(s, power) if title != MERCENARIES]


def no_exchange(s: Position, power: int, title: int) -> Reason:
    """Why a Power cannot hire for a card that says something else."""
    if not holds(s, power, title):
        return Phrase("why.card-not-held", {}, "PR-17.1.5a")
    if s.box.kind[power] != "carthage":
        return Phrase("why.not-carthage", {}, "PR-17.1.6")
    if title == MERCENARIES:
        return Phrase("why.play-mercenaries", {}, "PR-12.2.3a")
    return no_hiring(s, power) if s.takes_cards() else NO_CARDS_NOW


# Who is hired


SECOND = "second"


class Hiring(Question):
    """Exactly 2T for one of three kinds of Mercenaries (12.2.3): by MERCENARIES all in one place (17.2), for another
    card of Carthage as any that are hired together (12.2.4).
    """

    __slots__ = ("node", "split")

    name = "hiring"
    rule = "PR-12.2.3b"

    def __init__(self, power: int, split: bool) -> None:
        super().__init__(power)
        self.split = split
        """Whether two may join in two places."""
        self.node = NOBODY
        """Where the first of them has joined."""


class Choosing(Stage[Hiring], of=Hiring, at=ASKED):
    """The player names the kind and the place, of two light Infantry the place of the first."""

    def armies(self, s: Position, p: Hiring, power: int) -> Iterable[int]:
        return joining_places(s, power)

    def no_army(self, s: Position, p: Hiring, power: int, node: int) -> Reason:
        return may_join(s, power, node)

    def no_heavy(self, s: Position, p: Hiring, power: int, node: int) -> Reason:
        if heavy_limit_reached(s, power, ()):
            return Phrase("why.manpower-full", {}, "PR-6.4.3")
        return may_join(s, power, node)

    @choice(HIRE_LIGHT, "PR-12.2.3b", among=armies, unless=no_army)
    def hire_light(self, s: Position, p: Hiring, power: int, node: int) -> None:
        if p.split and len(joining_places(s, power)) > 1:
            pay(s, power, PRICE)
            p.node = node
            p.stage = SECOND
        else:
            enlist(s, power, node, 2 * ONE[MERCENARY_LIGHT])

    @choice(HIRE_CAVALRY, "PR-12.2.3b", among=armies, unless=no_army)
    def hire_cavalry(self, s: Position, p: Hiring, power: int, node: int) -> None:
        enlist(s, power, node, ONE[MERCENARY_CAVALRY])

    @choice(HIRE_HEAVY, "PR-12.2.3b", among=armies, unless=no_heavy)
    def hire_heavy(self, s: Position, p: Hiring, power: int, node: int) -> None:
        enlist(s, power, node, ONE[MERCENARY])


class ChoosingSecond(Stage[Hiring], of=Hiring, at=SECOND):
    """Two who are hired together may be split up (12.2.4)."""

    asks = "ask.hiring-second"
    rule = "PR-12.2.4"

    def facts(self, s: Position, p: Hiring) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def armies(self, s: Position, p: Hiring, power: int) -> Iterable[int]:
        return joining_places(s, power)

    def no_army(self, s: Position, p: Hiring, power: int, node: int) -> Reason:
        return may_join(s, power, node)

    @choice(HIRE_LIGHT, "PR-12.2.4", among=armies, unless=no_army)
    def hire_second(self, s: Position, p: Hiring, power: int, node: int) -> None:
        join(s, power, p.node, ONE[MERCENARY_LIGHT])
        join(s, power, node, ONE[MERCENARY_LIGHT])
        recount(s)
        s.pop()


def enlist(s: Position, power: int, node: int, units: int) -> None:
    pay(s, power, PRICE)
    join(s, power, node, units)
    recount(s)
    s.pop()


def join(s: Position, power: int, node: int, units: int) -> None:
    hire(s, power, node, units)
    if s.listener is not None:
        s.tell("hired", "PR-12.2.3b", power=s.box.powers[power], space=s.box.place(node))
