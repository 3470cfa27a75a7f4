"""Chapter 17.1: a card is played: it is shown, others may cancel it, it takes effect, it is laid aside."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch17_cards.deck import lay_aside, take_from_hand
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.hiring import hire_by_card
from ludi.games.pax_romana.ch17_cards.window import Answer, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.cards import CARD_NAMES, DEUS_EX_MACHINA

SHOWN, UNCANCELLED, OVER = "shown", "uncancelled", "over"


class CardPlay(Procedure):
    """One card from the moment it is shown until it is laid aside. Ends with True if it took effect."""

    __slots__ = ("cancelled", "hiring", "power", "title")

    name = "card"
    rule = "PR-17.1.5a"

    def __init__(self, power: int, title: int, hiring: bool = False) -> None:
        self.stage = SHOWN
        self.power = power
        self.title = title
        self.hiring = hiring
        """Whether Carthage plays it for Mercenaries, what it says being ignored (17.1.6)."""
        self.cancelled = False

    def decider(self, s: Position) -> int:
        return self.power

    def card_in_play(self) -> int:
        return self.title

    def crumb(self, s: Position) -> Phrase:
        facts = {"power": s.box.powers[self.power], "card": CARD_NAMES[self.title]}
        return Phrase("crumb.card", facts, Effect.all[self.title].rule)


class Shown(Stage[CardPlay], of=CardPlay, at=SHOWN):
    """It lies on the table: DEUS EX MACHINA may cancel it before it takes effect (17.2)."""

    def run(self, s: Position, p: CardPlay) -> bool:
        p.stage = UNCANCELLED
        offer(s, (DEUS_EX_MACHINA,), p.power, others(s, p.power))
        return False


class Uncancelled(Stage[CardPlay], of=CardPlay, at=UNCANCELLED):
    """It takes effect unless it was cancelled."""

    def resumed(self, s: Position, p: CardPlay, result: Answer | None) -> None:
        p.cancelled = result is not None

    def run(self, s: Position, p: CardPlay) -> bool:
        p.stage = OVER
        effect = Effect.all[p.title]
        if p.cancelled:
            if s.listener is not None:
                s.tell("card-cancelled", "PR-17.2-DEUS-EX-MACHINA", card=CARD_NAMES[p.title])
        elif p.hiring:
            hire_by_card(s, p.power, split=True)
        elif not effect.answers:
            effect.happen(s, p.power)
        return False


class Over(Stage[CardPlay], of=CardPlay, at=OVER):
    """It is laid aside. What it put on the map counts at once, unless it came in the middle of a Move."""

    def run(self, s: Position, p: CardPlay) -> bool:
        if not Effect.all[p.title].answers:
            recount(s)
        lay_aside(s, p.title, effect=not p.cancelled and not p.hiring)
        s.pop(not p.cancelled)
        return False


def play_from_hand(s: Position, power: int, title: int) -> None:
    """A Power shows a card out of its Hand."""
    take_from_hand(s, power, title)
    announce(s, power, title)


def play_for_mercenaries(s: Position, power: int, title: int) -> None:
    """Carthage shows a card out of its Hand to hire Mercenaries for it (17.1.6)."""
    take_from_hand(s, power, title)
    if s.listener is not None:
        s.tell("card-for-hire", "PR-17.1.6", power=s.box.powers[power], card=CARD_NAMES[title])
    s.push(CardPlay(power, title, hiring=True))


def announce(s: Position, power: int, title: int) -> None:
    if s.listener is not None:
        s.tell("card-played", Effect.all[title].rule, power=s.box.powers[power], card=CARD_NAMES[title])
    s.push(CardPlay(power, title))
