"""Chapter 17.1.5: the Active player plays cards out of his Hand in his own Operations Segment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ludi.core import Phrase
from ludi.games.pax_romana.ch17_cards.answering import may_play
from ludi.games.pax_romana.ch17_cards.deck import discard, holds, titles
from ludi.games.pax_romana.ch17_cards.hiring import exchangeable, no_exchange
from ludi.games.pax_romana.ch17_cards.playing import play_for_mercenaries, play_from_hand
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import DISCARD_CARD, HIRE_FOR, PLAY

P = TypeVar("P", bound=Procedure)


class WithHand(Stage[P]):
    """A stage of an Operations Segment: beside its own choices the player may play cards."""

    def in_hand(self, s: Position, p: P, power: int) -> Iterable[int]:
        return titles(s, power)

    def unplayable(self, s: Position, p: P, power: int, title: int) -> Reason:
        if not holds(s, power, title):
            return Phrase("why.card-not-held", {}, "PR-17.1.5a")
        return may_play(s, power, title)

    @choice(PLAY, "PR-17.1.5a", among=in_hand, unless=unplayable)
    def play(self, s: Position, p: P, power: int, title: int) -> None:
        play_from_hand(s, power, title)

    def for_hire(self, s: Position, p: P, power: int) -> Iterable[int]:
        return exchangeable(s, power)

    def not_for_hire(self, s: Position, p: P, power: int, title: int) -> Reason:
        return no_exchange(s, power, title)

    @choice(HIRE_FOR, "PR-17.1.6", exactly=for_hire, unless=not_for_hire)
    def hire_for_card(self, s: Position, p: P, power: int, title: int) -> None:
        play_for_mercenaries(s, power, title)

    def not_held(self, s: Position, p: P, power: int, title: int) -> Reason:
        return "" if holds(s, power, title) else Phrase("why.card-not-held", {}, "PR-17.1.5a")

    @choice(DISCARD_CARD, "PR-17.1.5b", among=in_hand, unless=not_held)
    def give_up(self, s: Position, p: P, power: int, title: int) -> None:
        discard(s, power, title)
