"""Chapter 17.2, STABILITY CHECK, as far as it is not Civil War."""

from __future__ import annotations

from typing import ClassVar

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.stability_check import CHECK_LIMIT, ChooseVictim, PayForPeace
from ludi.games.pax_romana.ch17_cards.civil_war import begin_civil_war
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import STABILITY_CHECK
from ludi.games.pax_romana.world.sets import plus
from ludi.games.pax_romana.world.stability_track import TURMOIL, UNREST, stability_range


class StabilityCheck(Effect, of=STABILITY_CHECK):
    """It is turned against a player at +3 or less; if there is none, its own player loses 1 Stability."""

    def happen(self, s: Position, power: int) -> None:
        targets = [each for each, level in enumerate(s.stability) if level <= CHECK_LIMIT]
        if not targets:
            change_stability(s, power, -1, self.rule)
        elif targets == [power]:
            suffer(s, power)
        else:
            s.push(CardVictim(power, targets))


def suffer(s: Position, victim: int) -> None:
    """What a Stability Check means for a Power, by its Stability."""
    spread = stability_range(s.stability[victim])
    if spread == TURMOIL:
        begin_civil_war(s, victim)
    elif spread == UNREST:
        s.guard_duty = plus(s.guard_duty, victim)
    else:
        s.push(PayForGames(victim))


class CardVictim(ChooseVictim):
    """Whoever drew the card turns it on a player of his choice, who may try to buy him off (17.2, 4.4)."""

    __slots__ = ()

    name = "check-victim"
    saved_as = "card-victim"
    rule = "PR-17.2-STABILITY-CHECK"

    def strike(self, s: Position, victim: int) -> None:
        suffer(s, victim)


class PayForGames(PayForPeace):
    """Pay 2T for bread and circuses or lose 1 Stability for each Talent not paid (17.2)."""

    __slots__ = ()

    name = "games-payment"
    rule = "PR-17.2-STABILITY-CHECKb"
    price: ClassVar[int] = 2
