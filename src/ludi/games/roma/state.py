"""One position of Roma: what lies where, who knows what, whose turn it is.

Hands and the order of the draw pile are secret, all else lies open. What a player knows of the other's hand is kept as
lists of cards, ``known`` (to the opponent) and ``shown`` (to everybody): cards that certainly are in that hand. When
the owner plays a card of that kind, one certain copy is gone, whichever copy it was: so knowledge never depends on
anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from ludi.core import Dice, State
from ludi.core.native import mypyc_attr
from ludi.games.roma import knowledge
from ludi.games.roma.components import BLANK, DISCS, EMPTY, WORDS, RomaBox
from ludi.games.roma.phases import EXCHANGE, PHASES

if TYPE_CHECKING:
    import random

NOBODY = -1
NOTHING = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(State):
    """The data of a position and how to copy it. The rules are in :mod:`ludi.games.roma.rules`."""

    __slots__ = (
        "_box",
        "_legal",
        "actor",
        "aside",
        "blocked",
        "blocking",
        "credited",
        "deck",
        "disc",
        "discard",
        "effect",
        "essedum",
        "hands",
        "known",
        "number",
        "phase",
        "points",
        "reckoned",
        "relaid",
        "rows",
        "sestertii",
        "shown",
        "source",
        "starter",
        "stock",
        "turn",
        "turns",
        "unused",
        "used",
    )

    def __init__(self, box: RomaBox, dice: Dice) -> None:
        self._box = box
        self._legal: list[int] | None = None
        self.dice = dice
        self.listener = None
        self.irrevocable = 0
        self.phase: int = EXCHANGE
        self.actor: int = NOBODY
        """The one seat that must decide (during the exchange nobody: both choose at once)."""
        self.starter: int = 0
        self.turn: int = 0
        """Whose turn it is (while cards are placed: who places)."""
        self.turns: int = 0
        """Turns begun."""
        # The table
        self.rows: list[int] = [EMPTY] * (2 * DISCS)
        """The card at a disc of a seat, at [seat * 6 + disc]."""
        self.deck: list[int] = []
        """The draw pile; its top card is the last."""
        self.discard: list[int] = []
        self.stock: int = 0
        """Victory points that belong to nobody."""
        self.credited: int = 0
        """Victory points paid out beyond the 36 of the game (ROMA-END-4)."""
        # The players
        self.hands: list[list[int]] = [[], []]
        """Sorted by kind."""
        self.known: list[list[int]] = [[], []]
        """Cards of this seat's hand that the other knows, sorted (in the exchange: his gifts to this seat)."""
        self.shown: list[list[int]] = [[], []]
        """Cards of this seat's hand that the whole table has seen go there, sorted; a part of ``known``."""
        self.points: list[int] = [0, 0]
        self.sestertii: list[int] = [0, 0]
        # The turn
        self.unused: list[int] = []
        """Faces of the action dice not used yet, sorted."""
        self.used: list[int] = []
        self.blocked: int = 0
        """Discs on which no die may be put in this turn, one bit each."""
        self.blocking: int = 0
        """Discs that will be blocked in the opponent's next turn."""
        self.essedum: int = 0
        """How often an Essedum was activated in this turn."""
        # The card being carried out
        self.source: int = NOTHING
        """The card that was activated."""
        self.effect: int = NOTHING
        """The card whose action is carried out: the source, or the person a Scaenicus copies."""
        self.disc: int = NOTHING
        """The disc of the source."""
        self.number: int = 0
        """Points of the Forum so far, or the battle die of the Centurio."""
        self.aside: list[int] = []
        """Cards drawn, of which one is kept; or own cards taken up, to be laid again one after another."""
        self.relaid: int = 0
        """Discs at which taken-up cards were laid again, one bit each."""
        self.reckoned: list[int] = []
        """If the pile ran out in the middle of a draw: what the other can reckon to be in this hand or drawn so far."""

    @property
    def box(self) -> RomaBox:
        return self._box

    # Copying

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new._box = self._box
        new._legal = self._legal
        new.dice = self.dice
        new.listener = None
        new.irrevocable = self.irrevocable
        new.phase = self.phase
        new.actor = self.actor
        new.starter = self.starter
        new.turn = self.turn
        new.turns = self.turns
        new.rows = self.rows[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.stock = self.stock
        new.credited = self.credited
        one, two = self.hands
        new.hands = [one[:], two[:]]
        one, two = self.known
        new.known = [one[:], two[:]]
        one, two = self.shown
        new.shown = [one[:], two[:]]
        new.points = self.points[:]
        new.sestertii = self.sestertii[:]
        new.unused = self.unused[:]
        new.used = self.used[:]
        new.blocked = self.blocked
        new.blocking = self.blocking
        new.essedum = self.essedum
        new.source = self.source
        new.effect = self.effect
        new.disc = self.disc
        new.number = self.number
        new.aside = self.aside[:]
        new.relaid = self.relaid
        new.reckoned = self.reckoned[:]
        return new

    def snapshot(self) -> dict[str, Any]:
        """The whole position as plain data: the arguments with which ``position(...)`` builds it again."""
        return {
            "options": self._box.options,
            "phase": PHASES[self.phase],
            "starter": self.starter,
            "turn": self.turn,
            "turns": self.turns,
            "rows": [words(self.rows[:DISCS]), words(self.rows[DISCS:])],
            "hands": [words(hand) for hand in self.hands],
            "known": [words(cards) for cards in self.known],
            "shown": [words(cards) for cards in self.shown],
            "deck": words(reversed(self.deck)),
            "discard": words(self.discard),
            "points": self.points[:],
            "sestertii": self.sestertii[:],
            "stock": self.stock,
            "credited": self.credited,
            "unused": self.unused[:],
            "used": self.used[:],
            "blocked": discs(self.blocked),
            "blocking": discs(self.blocking),
            "essedum": self.essedum,
            "source": word(self.source),
            "effect": word(self.effect),
            "disc": None if self.disc < 0 else self.disc + 1,
            "number": self.number,
            "aside": words(self.aside),
            "relaid": discs(self.relaid),
            "reckoned": words(self.reckoned),
        }

    # Hiding

    def veil(self, seat: int | None) -> Self:
        new = self.copy()
        if seat is None:
            knowledge.hide_from_spectators(new)
        else:
            knowledge.hide(new, seat)
        return new

    def unveil(self, seat: int, rng: random.Random) -> Self:
        new = self.copy()
        knowledge.imagine(new, seat, rng)
        return new


def word(card: int) -> str | None:
    """A card as its word; None for no card, ``?`` for an unknown one."""
    if card < 0:
        return None
    return "?" if card == BLANK else WORDS[card]


def words(cards: Iterable[int]) -> list[str | None]:
    return [word(card) for card in cards]


def discs(bits: int) -> list[int]:
    """A set of discs, kept as bits, as a list of their numbers."""
    return [disc + 1 for disc in range(DISCS) if bits >> disc & 1]
