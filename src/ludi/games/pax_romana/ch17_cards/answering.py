"""Chapter 17.1.5: a Power that is asked plays a card, or does not."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch17_cards.deck import discard, holds, titles
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.hiring import exchangeable, no_exchange
from ludi.games.pax_romana.ch17_cards.playing import play_for_mercenaries, play_from_hand
from ludi.games.pax_romana.ch17_cards.window import ANSWERED, NO_CARDS_NOW, Answer, Window, facts_of
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import CARD_NAMES, MERCENARIES
from ludi.games.pax_romana.world.sets import plus
from ludi.games.pax_romana.world.words import DISCARD_CARD, DO_NOT_ASK, HIRE_FOR, NOT_NOW, PASS, PLAY


class Asked(Stage[Window], of=Window, at=ASKED):
    """The next Power in order answers."""

    def ask(self, s: Position, p: Window, power: int) -> Phrase:
        key = f"ask.window-{CARD_NAMES[p.cards[0]]}" if p.cards else "ask.window"
        return Phrase(key, facts_of(s, p), p.rule)

    def run(self, s: Position, p: Window) -> bool:
        if not p.asked:
            s.pop()
            return False
        return True

    def fitting(self, s: Position, p: Window, power: int) -> Iterable[int]:
        return titles(s, power)

    def unfit(self, s: Position, p: Window, power: int, title: int) -> Reason:
        if not holds(s, power, title):
            return Phrase("why.card-not-held", {}, "PR-17.1.5a")
        if not p.cards:
            return may_play(s, power, title)
        if not p.fits(title):
            return Phrase("why.card-does-not-fit", {}, "PR-17.1.5a")
        return Effect.all[title].no_use(s, power)

    @choice(PLAY, "PR-17.1.5a", among=fitting, unless=unfit)
    def play(self, s: Position, p: Window, power: int, title: int) -> None:
        p.played = title
        p.stage = ANSWERED
        play_from_hand(s, power, title)

    def for_hire(self, s: Position, p: Window, power: int) -> Iterable[int]:
        return exchangeable(s, power) if hires(p) else ()

    def not_for_hire(self, s: Position, p: Window, power: int, title: int) -> Reason:
        return no_exchange(s, power, title) if hires(p) else Phrase("why.card-does-not-fit", {}, "PR-17.1.5a")

    @choice(HIRE_FOR, "PR-17.1.6", exactly=for_hire, unless=not_for_hire)
    def hire_for_card(self, s: Position, p: Window, power: int, title: int) -> None:
        p.played = title
        p.stage = ANSWERED
        play_for_mercenaries(s, power, title)

    def held(self, s: Position, p: Window, power: int) -> Iterable[int]:
        return () if p.cards else titles(s, power)

    def not_given_up(self, s: Position, p: Window, power: int, title: int) -> Reason:
        if p.cards:
            return Phrase("why.card-does-not-fit", {}, "PR-17.1.5b")
        return "" if holds(s, power, title) else Phrase("why.card-not-held", {}, "PR-17.1.5a")

    @choice(DISCARD_CARD, "PR-17.1.5b", exactly=held, unless=not_given_up)
    def give_up(self, s: Position, p: Window, power: int, title: int) -> None:
        """A card may always be discarded; who has none left is asked no more."""
        discard(s, power, title)
        if not s.hands[power]:
            p.next()

    @choice(PASS, "PR-17.1.5a")
    def let_be(self, s: Position, p: Window, power: int, argument: int) -> None:
        p.next()

    @choice(NOT_NOW, "PR-17.1.5a")
    def be_left_alone(self, s: Position, p: Window, power: int, argument: int) -> None:
        """Not in this Activation."""
        s.hushed = plus(s.hushed, power)
        p.next()

    def asked_for(self, s: Position, p: Window, power: int) -> Iterable[int]:
        return [title for title in p.cards if p.fits(title)]

    @choice(DO_NOT_ASK, "PR-17.1.5a", exactly=asked_for, otherwise="card-does-not-fit")
    def never_for_this(self, s: Position, p: Window, power: int, title: int) -> None:
        """Not for this card, until the Power says otherwise in its Card Segment."""
        s.silent[power] = plus(s.silent[power], title)
        p.next()


class Answered(Stage[Window], of=Window, at=ANSWERED):
    """The card was played: a fitting one ends the window, unless it was cancelled."""

    def resumed(self, s: Position, p: Window, result: bool) -> None:
        power = p.asked[0]
        if p.cards and result:
            s.pop(Answer(power, p.played))
            return
        p.stage = ASKED
        if not s.hands[power]:
            p.next()


def hires(p: Window) -> bool:
    """Whether this is a moment for Mercenaries, whom Carthage hires for any card (17.1.6)."""
    return not p.cards or p.fits(MERCENARIES)


def may_play(s: Position, power: int, title: int) -> Reason:
    """Why a Power cannot play a card it holds for its Event, in a Card Segment or an Operations Segment."""
    if not s.takes_cards():
        return NO_CARDS_NOW
    effect = Effect.all[title]
    if effect.answers:
        return Phrase("why.card-answers", {}, effect.rule)
    return effect.no_use(s, power)
