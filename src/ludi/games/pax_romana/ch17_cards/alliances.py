"""Chapter 17.2, ALLIANCE WITH RHODES, ALLIANCE WITH PERGAMUM and PONTUS: what they bring stands in chapter 12.5."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch12_special.pergamum import ally_with_pergamum, no_alliance_with_pergamum
from ludi.games.pax_romana.ch12_special.pontus import found_pontus, pontic_spaces
from ludi.games.pax_romana.ch12_special.rhodes import ally_with_rhodes, no_alliance_with_rhodes
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.cards import ALLIANCE_WITH_PERGAMUM, ALLIANCE_WITH_RHODES, PONTUS


class AllianceWithRhodes(Effect, of=ALLIANCE_WITH_RHODES):
    """Rhodes becomes the player's ally until the alliance is ended."""

    def no_use(self, s: Position, power: int) -> Reason:
        return no_alliance_with_rhodes(s, power)

    def happen(self, s: Position, power: int) -> None:
        if not no_alliance_with_rhodes(s, power):
            ally_with_rhodes(s, power)
            recount(s)


class AllianceWithPergamum(Effect, of=ALLIANCE_WITH_PERGAMUM):
    """Pergamum becomes the player's ally, with all its Units, until the alliance is ended."""

    def no_use(self, s: Position, power: int) -> Reason:
        return no_alliance_with_pergamum(s, power)

    def happen(self, s: Position, power: int) -> None:
        if not no_alliance_with_pergamum(s, power):
            ally_with_pergamum(s, power)
            recount(s)


class Pontus(Effect, of=PONTUS):
    """The kingdom of Pontus rises, moved by the player of the card."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if pontic_spaces(s) else Phrase("why.pontus-full", {}, "PR-12.5.5a")

    def happen(self, s: Position, power: int) -> None:
        if pontic_spaces(s):
            found_pontus(s, power)
