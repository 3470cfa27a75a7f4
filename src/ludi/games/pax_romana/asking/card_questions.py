"""The question about Event cards: which of those known in a Hand may be played, and why others may not (17.1.5)."""

from __future__ import annotations

from typing import TypedDict

from ludi.games.pax_romana.asking.movers import TalkOf, power_of
from ludi.games.pax_romana.asking.names import Power
from ludi.games.pax_romana.asking.realm_answers import AskPower
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch17_cards.answering import may_play as condition
from ludi.games.pax_romana.ch17_cards.deck import known_cards
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.window import NO_CARDS_NOW
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.words import PLAY


class CardInHand(TypedDict):
    """A card and whether it may be played at this moment."""

    card: str
    now: bool
    why: str | None
    """The key of the phrase that says why it may not."""
    rule: str


class Playable(TypedDict):
    """The cards of a Power as far as the asking seat knows them."""

    power: Power
    cards: list[CardInHand]
    unknown: int
    """Cards in the Hand that the seat does not know."""


def may_play(asked: TalkOf, arguments: AskPower) -> Playable:
    """Which cards a Power may play now, each with the reason if it may not."""
    s = asked.state
    power = power_of(asked, arguments)
    own = () if asked.seat is None else s.box.seat_powers[asked.seat]
    known = known_cards(s, power, own)
    return {
        "power": s.box.powers[power],
        "cards": [_card(s, power, title) for title in known if title >= 0],
        "unknown": known.count(-1),
    }


def _card(s: PaxRomanaState, power: int, title: int) -> CardInHand:
    asks = bool(s.stack) and power in s.stack[-1].deciders(s)
    if asks and PLAY + title in s.stack[-1].legal(s, power):
        return {"card": CARD_NAMES[title], "now": True, "why": None, "rule": Effect.all[title].rule}
    reason = s.stack[-1].why_not(s, power, PLAY + title) if asks else None
    why = reason or because(condition(s, power, title) or NO_CARDS_NOW)
    return {"card": CARD_NAMES[title], "now": False, "why": why.key, "rule": why.rule}
