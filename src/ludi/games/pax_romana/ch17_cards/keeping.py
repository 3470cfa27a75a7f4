"""Chapter 17.1.4: one card may be kept into the next Game-Turn; the others go back and the deck is shuffled."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch17_cards.deck import discard, holds, new_deck, titles
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Procedure, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import MOST_IN_HAND, title_of
from ludi.games.pax_romana.world.words import DISCARD_CARD, DONE, KEEP_CARD


class Keeping(Procedure):
    """The end of the Victory Phase (3.2-H3): everybody who holds cards keeps one of them, or none."""

    __slots__ = ("asked",)

    name = "keeping"
    rule = "PR-17.1.4b"

    def __init__(self, s: Position) -> None:
        self.stage = ASKED
        self.asked: list[int] = [power for power in s.box.play_order if s.hands[power]]
        """Who has still to say, the next first."""

    def decider(self, s: Position) -> int:
        return self.asked[0]


class Choosing(Stage[Keeping], of=Keeping, at=ASKED):
    """Which card a Power keeps; nobody else sees which."""

    asks = "ask.keep-card"

    def run(self, s: Position, p: Keeping) -> bool:
        if p.asked:
            return True
        new_deck(s)
        s.silent = [0] * len(s.box.powers)
        s.pop()
        if s.listener is not None:
            s.tell("reshuffled", "PR-3.2-H3")
        return False

    def in_hand(self, s: Position, p: Keeping, power: int) -> Iterable[int]:
        return titles(s, power)

    def not_held(self, s: Position, p: Keeping, power: int, title: int) -> Reason:
        return "" if holds(s, power, title) else Phrase("why.card-not-held", {}, "PR-17.1.5a")

    @choice(KEEP_CARD, "PR-17.1.4b", among=in_hand, unless=not_held)
    def keep(self, s: Position, p: Keeping, power: int, title: int) -> None:
        s.hands[power] = [kept_of(s.hands[power], title)]
        p.asked.pop(0)

    @choice(DONE, "PR-17.1.4b")
    def keep_none(self, s: Position, p: Keeping, power: int, argument: int) -> None:
        s.hands[power] = []
        p.asked.pop(0)


class Overfull(Question):
    """A Power has got more cards than it may hold, outside its own Card Segment: it discards (17.1.4)."""

    __slots__ = ()

    name = "overfull"
    rule = "PR-17.1.4a"


class Discarding(Stage[Overfull], of=Overfull, at=ASKED):
    """One card after another goes, until three are left."""

    def run(self, s: Position, p: Overfull) -> bool:
        if len(s.hands[p.power]) > MOST_IN_HAND:
            return True
        s.pop()
        return False

    def in_hand(self, s: Position, p: Overfull, power: int) -> Iterable[int]:
        return titles(s, power)

    @choice(DISCARD_CARD, "PR-17.1.4a", exactly=in_hand, otherwise="card-not-held")
    def give_up(self, s: Position, p: Overfull, power: int, title: int) -> None:
        discard(s, power, title)


def limit_hand(s: Position, power: int) -> None:
    """A Power with too many cards must discard some."""
    if len(s.hands[power]) > MOST_IN_HAND:
        s.push(Overfull(power))


def kept_of(hand: list[int], title: int) -> int:
    """The card that is left of a Hand: others know it only if all cards were alike and they had seen them all."""
    if any(title_of(card) != title for card in hand):
        return title
    kept = hand[0]
    for card in hand:
        kept &= card
    return kept
