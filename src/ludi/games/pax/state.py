"""One position of PAX: what lies where, who knows what, whose turn it is.

Cards are ints, the number of their kind. A card that lies hidden (in the deck, in a hand, under Rome) also carries who
knows it: ``kind | knowers << KIND_BITS``, one bit per seat. What a seat may know follows the card as it would at a real
table: a card you slipped under the deck is known to you when somebody draws it later; cards bought openly are known to
all in the buyer's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

from ludi.core import Dice, FastDice, NoDice, State
from ludi.core.native import mypyc_attr
from ludi.games.pax.components import BLANK, KIND_BITS, KIND_MASK, PaxBox
from ludi.games.pax.shape import Phase

if TYPE_CHECKING:
    import random

DRAFT, TURN, DRAW, ACT, RESPOND, OVER = range(6)
PHASES: tuple[Phase, ...] = ("draft", "turn", "draw", "act", "respond", "over")

NOBODY = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(State):
    """The data of a position and how to copy, show and hide it. The rules are in :mod:`ludi.games.pax.rules`."""

    __slots__ = (
        "_box",
        "_legal",
        "actor",
        "aside",
        "bought",
        "coins",
        "conspirator",
        "deck",
        "drawn",
        "draws_left",
        "extended",
        "groups",
        "hands",
        "last_round",
        "lengths",
        "offers",
        "phase",
        "picked",
        "placed",
        "played",
        "rome",
        "rome_hidden",
        "shown",
        "sight",
        "starter",
        "symbols",
        "to_display",
        "top",
        "turn",
        "turns",
        "worth",
    )

    def __init__(self, box: PaxBox, dice: Dice) -> None:
        players = box.seats
        self._box = box
        self._legal: list[int] | None = None
        self.dice = dice
        self.listener = None
        self.irrevocable = 0
        self.phase = DRAFT
        # The table
        self.deck: list[int] = []
        self.top = 0
        """deck[top:] is the deck, top card first; what lies before is drawn. So drawing moves no other card."""
        self.aside: tuple[int, ...] = ()
        self.groups: list[list[int]] = [[] for _ in range(box.legions)]
        self.rome: list[int] = []
        self.rome_hidden: list[int] = []
        # The players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.coins: list[int] = [0] * players
        self.shown: list[list[int]] = [[] for _ in range(players)]
        self.starter = 0
        self.conspirator = NOBODY
        # Sums kept at hand because every list of legal actions needs them: value of each group; symbols and number of
        # cards of each category in each display, at [seat * 7 + category].
        self.worth: list[int] = [0] * box.legions
        self.symbols: list[int] = [0] * (7 * players)
        self.lengths: list[int] = [0] * (7 * players)
        # The set-up: cards each player has yet to choose from, and how many of them go straight to the display.
        self.offers: list[list[int]] = [[] for _ in range(players)]
        self.to_display = 0
        # The turn
        self.turns = 0
        """Turns completed since the game began."""
        self.turn = 0
        self.actor = NOBODY
        """The one seat that must decide (during the set-up: nobody, all choose at once)."""
        self.sight = 0
        self.draws_left = 0
        self.drawn: list[int] = []
        self.picked = NOBODY
        self.placed = 0
        self.bought = False
        self.played = 0
        self.extended = 0
        self.last_round = False

    @property
    def box(self) -> PaxBox:
        return self._box

    def deck_count(self) -> int:
        return len(self.deck) - self.top

    def deck_cards(self) -> list[int]:
        return self.deck[self.top :]

    # Copying

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new._box = self._box
        new._legal = self._legal
        new.dice = self.dice
        new.listener = None
        new.irrevocable = self.irrevocable
        new.phase = self.phase
        new.deck = self.deck[self.top :]
        new.top = 0
        new.aside = self.aside
        new.groups = [group[:] for group in self.groups]
        new.rome = self.rome[:]
        new.rome_hidden = self.rome_hidden[:]
        new.hands = [hand[:] for hand in self.hands]
        new.coins = self.coins[:]
        new.shown = [cards[:] for cards in self.shown]
        new.starter = self.starter
        new.conspirator = self.conspirator
        new.worth = self.worth[:]
        new.symbols = self.symbols[:]
        new.lengths = self.lengths[:]
        new.offers = [cards[:] for cards in self.offers] if self.phase == DRAFT else self.offers
        new.to_display = self.to_display
        new.turns = self.turns
        new.turn = self.turn
        new.actor = self.actor
        new.sight = self.sight
        new.draws_left = self.draws_left
        new.drawn = self.drawn[:]
        new.picked = self.picked
        new.placed = self.placed
        new.bought = self.bought
        new.played = self.played
        new.extended = self.extended
        new.last_round = self.last_round
        return new

    def snapshot(self) -> dict[str, Any]:
        """The whole position as plain data: the arguments with which ``position(...)`` builds it again."""
        return {
            "options": self._box.options,
            "phase": PHASES[self.phase],
            "deck": self._words(self.deck[self.top :]),
            "aside": self._words(self.aside),
            "legions": [self._words(group) for group in self.groups],
            "rome": self._words(self.rome),
            "rome_hidden": self._words(self.rome_hidden),
            "hands": [self._words(hand) for hand in self.hands],
            "coins": self.coins[:],
            "displays": [self._words(cards) for cards in self.shown],
            "starter": self.starter,
            "conspirator": self.conspirator,
            "offers": [self._words(cards) for cards in self.offers],
            "to_display": self.to_display,
            "turns": self.turns,
            "turn": self.turn,
            "actor": self.actor,
            "sight": self.sight,
            "draws_left": self.draws_left,
            "drawn": self._words(self.drawn),
            "picked": self.picked,
            "placed": self.placed,
            "bought": self.bought,
            "played": self.played,
            "extended": self.extended,
            "last_round": self.last_round,
        }

    def _words(self, cards: Iterable[int]) -> list[str]:
        """Cards as words; behind an @ the seats that know a hidden one: ``army-1-2@03``."""
        words = []
        for card in cards:
            kind = card & KIND_MASK
            word = "?" if kind == BLANK else self._box.kinds[kind].word
            knowers = card >> KIND_BITS
            if knowers:
                word += "@" + "".join(str(seat) for seat in range(self._box.seats) if knowers >> seat & 1)
            words.append(word)
        return words

    # Hiding (what a seat knows, and all that may lie behind it)

    def veil(self, seat: int | None) -> Self:
        bit = 0 if seat is None else 1 << seat + KIND_BITS

        laid_open = seat is None and self.phase == OVER

        def known(cards: Sequence[int]) -> list[int]:
            return [card & KIND_MASK | bit if laid_open or card & bit else BLANK for card in cards]

        new = self.copy()
        new.dice = NoDice()
        new._legal = None
        new.irrevocable = 0
        new.deck = [BLANK] * len(new.deck) if laid_open else known(new.deck)
        new.aside = (BLANK,) * len(self.aside)
        new.rome_hidden = known(self.rome_hidden)
        # The order of cards in another's hand is nobody's business: it could tell which of two equal cards he played.
        new.hands = [known(hand) if owner == seat else sorted(known(hand)) for owner, hand in enumerate(self.hands)]
        new.offers = [known(cards) for cards in self.offers]
        new.drawn = known(self.drawn)
        if self.actor != seat:
            new.picked = NOBODY
        return new

    def unveil(self, seat: int, rng: random.Random) -> Self:
        box = self._box
        chance = rng.random
        pool = self._unseen()
        pool.sort(key=lambda _: chance())  # A shuffle, quicker than Random.shuffle.
        new = self.copy()
        new.dice = FastDice(rng)
        # PAX-58-2: all cards of the first copy play, so of each kind at most one copy's worth can lie aside. More may
        # lie there in a puzzle: all that it leaves out.
        whole = box.seats > 4 and len(self.aside) == box.aside
        room = box.copies if whole else [len(pool)] * len(box.copies)
        new.aside = tuple(_take_aside(pool, len(self.aside), room))
        if whole:
            pool.sort(key=lambda _: chance())

        def deal(cards: list[int], owner: int = NOBODY) -> None:
            for place, card in enumerate(cards):
                if card & KIND_MASK == BLANK:
                    cards[place] = pool.pop()
                if owner != NOBODY:
                    cards[place] |= 1 << owner + KIND_BITS

        deal(new.deck)
        deal(new.rome_hidden)
        for owner, hand in enumerate(new.hands):
            deal(hand, owner)
        if new.phase == DRAFT:
            for owner, cards in enumerate(new.offers):
                deal(cards, owner)
        deal(new.drawn, self.turn)
        return new

    def _unseen(self) -> list[int]:
        """The cards of which this veiled position does not say where they are."""
        box = self._box
        copies = 1 if box.seats <= 4 else 2
        left = [number * copies for number in box.copies]
        places: list[Iterable[int]] = [self.deck[self.top :], self.rome, self.rome_hidden, self.drawn]
        for cards in (*self.groups, *self.hands, *self.shown, *self.offers, *places):
            for card in cards:
                kind = card & KIND_MASK
                if kind != BLANK:
                    left[kind] -= 1
        return [kind for kind, number in enumerate(left) for _ in range(number)]


def forget_one(cards: list[int], gone: int, owner: int) -> None:
    """One card has openly left ``cards``: whoever knew of a copy of its kind there knows of one copy fewer.

    If other copies stay, nobody but the owner can tell which one it was.
    """
    kind = gone & KIND_MASK
    unsure = ~gone & ~(KIND_MASK | 1 << owner + KIND_BITS)
    for place, card in enumerate(cards):
        if card & KIND_MASK == kind:
            forgotten = card & unsure
            cards[place] ^= forgotten
            unsure ^= forgotten


def _take_aside(pool: list[int], number: int, most: Sequence[int]) -> list[int]:
    """Take ``number`` cards that may lie aside, no more of each kind than ``most`` says."""
    room = list(most)
    aside: list[int] = []
    rest: list[int] = []
    while len(aside) < number:
        kind = pool.pop()
        if room[kind]:
            room[kind] -= 1
            aside.append(kind)
        else:
            rest.append(kind)
    pool.extend(rest)
    return aside
