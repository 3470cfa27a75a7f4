"""Chapter 17.1.3: the Card Segment of an Activation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch17_cards.deck import draw
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.ch17_cards.playing import announce
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import MOST_IN_HAND
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has, members, minus
from ludi.games.pax_romana.world.words import ASK_AGAIN, DONE

DRAWING, PLAYING = "drawing", "playing"


class MarkerLost(NamedTuple):
    """The player lost the marker just selected, by this card."""

    title: int


class CardSegment(Procedure):
    """The player of a paid marker draws a card and may play others (17.1.3).

    Ends with :class:`MarkerLost`, or None.
    """

    __slots__ = ("lost_by", "power")

    name = "card-segment"
    rule = "PR-3.2-F2"

    def __init__(self, power: int, draws: bool = True) -> None:
        self.stage = DRAWING if draws else PLAYING
        self.power = power
        self.lost_by = NOBODY
        """The title of the card by which the marker is lost."""

    def decider(self, s: Position) -> int:
        return self.power


class Drawing(Stage[CardSegment], of=CardSegment, at=DRAWING):
    """The top card: one that must be played is played at once (17.1.2)."""

    def run(self, s: Position, p: CardSegment) -> bool:
        p.stage = PLAYING
        title = draw(s, p.power)
        if title >= 0 and not s.box.held[title]:
            announce(s, p.power, title)
        return False


class Playing(WithHand[CardSegment], of=CardSegment, at=PLAYING):
    """Cards out of the Hand, as many as one likes; no more than three are kept (17.1.4, 17.1.5)."""

    asks = "ask.card-segment"

    def facts(self, s: Position, p: CardSegment) -> Mapping[str, Fact]:
        return {"number": len(s.hands[p.power])}

    def run(self, s: Position, p: CardSegment) -> bool:
        if not s.hands[p.power]:
            end(s, p)
            return False
        return True

    def too_many(self, s: Position, p: CardSegment, power: int, argument: int) -> Reason:
        over = len(s.hands[power]) > MOST_IN_HAND
        return Phrase("why.too-many-cards", {}, "PR-17.1.4a") if over else ""

    @choice(DONE, "PR-17.1.3a", unless=too_many)
    def keep_the_rest(self, s: Position, p: CardSegment, power: int, argument: int) -> None:
        end(s, p)

    def silenced(self, s: Position, p: CardSegment, power: int) -> Iterable[int]:
        return members(s.silent[power])

    def not_silenced(self, s: Position, p: CardSegment, power: int, title: int) -> Reason:
        return "" if has(s.silent[power], title) else Phrase("why.card-asked-for", {}, "PR-17.1.5a")

    @choice(ASK_AGAIN, "PR-17.1.5a", among=silenced, unless=not_silenced)
    def be_asked_again(self, s: Position, p: CardSegment, power: int, title: int) -> None:
        s.silent[power] = minus(s.silent[power], title)


def end(s: Position, segment: CardSegment) -> None:
    s.pop(None if segment.lost_by == NOBODY else MarkerLost(segment.lost_by))


def lose_marker(s: Position, title: int) -> None:
    """The player in whose Card Segment this happens does not get to go."""
    for segment in s.under_way(CardSegment):
        segment.lost_by = title
