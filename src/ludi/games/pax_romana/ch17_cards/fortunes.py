"""Chapter 17.2: what befalls who draws the card: REVENUES AND STABILITY, DISEASE, SLAVE REVOLT, DIES IRAE."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces
from ludi.games.pax_romana.ch16_events.disease import threaten_best
from ludi.games.pax_romana.ch16_events.revenues_and_stability import revenue
from ludi.games.pax_romana.ch16_events.slave_revolt import slave_revolt
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.segment import lose_marker
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import DIES_IRAE, DISEASE, REVENUES_AND_STABILITY, SLAVE_REVOLT
from ludi.games.pax_romana.world.words import PASS, PAY

OFFERING = 2
"""What the priests want."""


class Revenues(Effect, of=REVENUES_AND_STABILITY):
    """The poor lose Stability, the rich gain some."""

    def happen(self, s: Position, power: int) -> None:
        revenue(s, power, self.rule)


class Disease(Effect, of=DISEASE):
    """A die lower than the Campaign Rating of the highest-rated leader kills him."""

    def happen(self, s: Position, power: int) -> None:
        threaten_best(s, power, 1, self.rule)


class SlaveRevolt(Effect, of=SLAVE_REVOLT):
    """Slaves rise against the player who drew the card, unless some have risen already (12.7)."""

    def happen(self, s: Position, power: int) -> None:
        if slave_spaces(s, power):
            slave_revolt(s, power)


class DiesIrae(Effect, of=DIES_IRAE):
    """The gods are angry with the player who drew the card."""

    def happen(self, s: Position, power: int) -> None:
        s.push(Wrath(power))


class Wrath(Question):
    """2T to the priests, or the marker just selected is lost."""

    __slots__ = ()

    name = "dies-irae"
    rule = "PR-17.2-DIES-IRAE"


class Praying(Stage[Wrath], of=Wrath, at=ASKED):
    """The player pays or does not get to go."""

    def facts(self, s: Position, p: Wrath) -> Mapping[str, Fact]:
        return {"talents": s.treasury[p.power], "price": OFFERING}

    def too_dear(self, s: Position, p: Wrath, power: int, argument: int) -> Reason:
        return "" if s.treasury[power] >= OFFERING else Phrase("why.too-dear", {"price": OFFERING}, p.rule)

    @choice(PAY, "PR-17.2-DIES-IRAE", unless=too_dear)
    def pay(self, s: Position, p: Wrath, power: int, argument: int) -> None:
        pay(s, power, OFFERING)
        s.pop()

    @choice(PASS, "PR-17.2-DIES-IRAE")
    def give_in(self, s: Position, p: Wrath, power: int, argument: int) -> None:
        lose_marker(s, DIES_IRAE)
        s.pop()
