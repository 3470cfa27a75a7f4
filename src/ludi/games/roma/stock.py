"""What all players share: the stock of victory points, the draw pile and the discard pile.

Here too the two ends of the game: every point that changes hands goes through these functions, so the game stops at
once when a player or the stock has none left (ROMA-END-1, ROMA-END-2).
"""

from __future__ import annotations

from ludi.core.native import mypyc_attr
from ludi.games.roma.components import EMPTY, WORDS
from ludi.games.roma.knowledge import hand_is_clear
from ludi.games.roma.phases import ACTIONS, OVER
from ludi.games.roma.state import NOBODY, NOTHING, Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Stock(Position):
    """A position with its common stock."""

    __slots__ = ()

    # Victory points

    def _gain(self, seat: int, number: int) -> None:
        """Points from the stock; what it lacks is credited (ROMA-END-4), and an empty stock ends the game."""
        self.points[seat] += number
        self.stock -= number
        if self.stock <= 0:
            missing = -self.stock
            self.credited += missing
            self.stock = 0
            if missing and self.listener is not None:
                self.tell("credit", "ROMA-END-4", seat=seat, number=missing)
            self._end_game("ROMA-END-2")

    def _give_back(self, seat: int, number: int) -> None:
        """Points returned to the stock, as far as there are any."""
        number = min(number, self.points[seat])
        self.points[seat] -= number
        self.stock += number
        if not self.points[seat]:
            self._end_game("ROMA-END-1")

    def _take_points(self, number: int) -> int:
        """The player whose turn it is takes points of the opponent, as far as there are any."""
        points = self.points
        number = min(number, points[1 - self.turn])
        points[self.turn] += number
        points[1 - self.turn] -= number
        if not points[1 - self.turn]:
            self._end_game("ROMA-END-1")
        return number

    def _end_game(self, rule: str) -> None:
        self.phase = OVER
        self.actor = NOBODY
        if self.listener is not None:
            self.tell("over", rule)

    # The card being carried out

    def _finish(self) -> None:
        """The action of a card is carried out; the turn goes on, unless the game is over."""
        self.source = self.effect = self.disc = NOTHING
        self.number = 0
        if self.phase != OVER:
            self.phase = ACTIONS

    # The piles

    def _remove(self, seat: int, disc: int) -> int:
        """The card at a disc goes to the discard pile."""
        place = seat * 6 + disc
        card = self.rows[place]
        self.rows[place] = EMPTY
        self.discard.append(card)
        return card

    def _lay(self, seat: int, card: int, disc: int) -> int:
        """Lay a card at a disc; a card that lies there already is discarded (ROMA-SETUP-9, ROMA-PLAY-2)."""
        place = seat * 6 + disc
        covered = self.rows[place]
        if covered != EMPTY:
            self.discard.append(covered)
        self.rows[place] = card
        return covered

    def _reshuffle(self) -> None:
        """ROMA-DRAW-2: the discards become the new draw pile.

        Whoever has seen the old pile run out and knows all discards can tell the other's hand.
        """
        self.deck = self.discard
        self.discard = []
        self.dice.shuffle(self.deck)
        seat = self.turn
        hand_is_clear(self, 1 - seat)
        if self.aside:
            self.reckoned = sorted(self.hands[seat] + self.aside)
        else:
            hand_is_clear(self, seat)
        if self.listener is not None:
            self.tell("reshuffle", "ROMA-DRAW-2", number=len(self.deck))

    def _draw(self, number: int) -> list[int]:
        """Cards from the top of the pile, sorted; when it runs out, the discards are shuffled and drawing goes on."""
        self.irrevocable += 1
        deck = self.deck
        if len(deck) < number and self.discard:
            self.aside = deck
            self._reshuffle()
            drawn = self.aside
            self.aside = []
            deck = self.deck
            number -= len(drawn)
            if number < len(deck):
                drawn += deck[len(deck) - number :]
                del deck[len(deck) - number :]
            else:
                drawn += deck
                self.deck = []
        elif number < len(deck):
            drawn = deck[len(deck) - number :]
            del deck[len(deck) - number :]
        else:
            drawn = deck
            self.deck = []
        drawn.sort()
        return drawn

    def _names(self, cards: list[int]) -> list[str]:
        return [WORDS[card] for card in cards]
