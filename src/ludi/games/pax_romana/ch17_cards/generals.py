"""Chapter 17.2, CONQUEROR and CUNCTATOR: generals who strike twice, or never fight. Nobody has both in one turn."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch16_events.conqueror import conqueror
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.cards import CONQUEROR, CUNCTATOR
from ludi.games.pax_romana.world.sets import has, plus

NOT_BOTH = Phrase("why.conqueror-or-cunctator", {}, "PR-17.2-CONQUERORb")


class Conqueror(Effect, of=CONQUEROR):
    """An Elite leader and an Army with him make a Major Move of their own in this Activation."""

    def no_use(self, s: Position, power: int) -> Reason:
        if has(s.cunctators, power):
            return NOT_BOTH
        if beginning(s, power) is None:
            return Phrase("why.conqueror-first", {}, "PR-17.2-CONQUEROR")
        return "" if elite_on_map(s, power) else Phrase("why.no-elite", {}, "PR-17.2-CONQUEROR")

    def happen(self, s: Position, power: int) -> None:
        expansion = beginning(s, power)
        if expansion is None:
            return
        s.conquerors = plus(s.conquerors, power)
        conqueror(s, power)
        expansion.look_for_conqueror(s)


class Cunctator(Effect, of=CUNCTATOR):
    """The Power Withdraws before Land Battles as often as it likes in this Game-Turn, and at no cost at home."""

    def no_use(self, s: Position, power: int) -> Reason:
        return NOT_BOTH if has(s.conquerors, power) else ""

    def happen(self, s: Position, power: int) -> None:
        s.cunctators = plus(s.cunctators, power)


def beginning(s: Position, power: int) -> Expansion | None:
    """The Expansion of a Power that has just begun; None if there is none, or something was done in it."""
    for procedure in s.under_way(Expansion):
        if procedure.power == power:
            untouched = procedure.minor == Expansion.minors and procedure.major != bool(s.major_spent)
            return procedure if untouched else None
    return None


def elite_on_map(s: Position, power: int) -> bool:
    leaders = s.box.leaders
    return any(
        where >= 0 and leaders[number].side == power and leaders[number].elite
        for number, where in enumerate(s.leader_at)
    )
