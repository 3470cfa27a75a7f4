"""The rules of PAX, in the order of the rulebook. Ids are those of ``rules/pax.csv``."""

from __future__ import annotations

from typing import Any

from ludi.core import SPAN, Outcome, Phrase, View
from ludi.core.native import mypyc_attr
from ludi.games.pax import refusals, scoring, view, wording
from ludi.games.pax.components import (
    ARMY,
    DRAWN_CARDS,
    FLEET,
    INTRIGUE,
    KIND_BITS,
    KIND_MASK,
    LAND,
    RELIGION,
    SENATOR,
    WEALTH,
    PaxBox,
)
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, OVER, RESPOND, TURN, Position, forget_one

# The verbs, numbered as in PaxBox.
KEEP, DISPLAY, DRAW_CARDS, PASS, PICK, HAND, UNDER, LAY, BUY, PLAY, DONE, RESPONSE, DECLINE = (
    verb * SPAN for verb in range(13)
)

# The three places a drawn card may go to, as bits of `placed` (PAX-DRAW-2).
TO_HAND, TO_LEGION, TO_DECK = 1, 2, 4
ALL_PLACES = TO_HAND | TO_LEGION | TO_DECK

STARTING_COINS = 5
SECRET_ROMANS = 3
BASE_INCOME = 2
PASS_INCOME = 2
NO_DRAW_INCOME = 2
RESPONSE_PRICE = 1

SENATOR_BIT = 1 << SENATOR
INTRIGUE_BIT = 1 << INTRIGUE

_ALONE = tuple((seat,) for seat in range(8))
_NO_ACTIONS: list[int] = []
_DRAW_ONLY = [DRAW_CARDS]
_DRAW_OR_PASS = [DRAW_CARDS, PASS]
_PLACEMENTS = [
    [
        [HAND] * (not placed & TO_HAND)
        + [LAY + legion for legion in range(legions)] * (not placed & TO_LEGION)
        + [UNDER] * (not placed & TO_DECK)
        for placed in range(ALL_PLACES + 1)
    ]
    for legions in range(10)
]
"""The places still open to a card, by number of Legions and by places already used."""


def offered(box: PaxBox, order: int) -> int:
    """PAX-SETUP-9, PAX-58-3: two cards for the first, one more for each next, five at most.

    PAX-SOLO-2, 11, 12, 13: two alone on the first two levels, then one more with each level.
    """
    return min(2 + order, 5) if box.seats > 1 else max(2, box.solo_level)


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxState(Position):
    """A position of PAX that can be played."""

    __slots__ = ()

    # The protocol

    def actors(self) -> tuple[int, ...]:
        if self.actor >= 0:
            return _ALONE[self.actor]
        return tuple(seat for seat, cards in enumerate(self.offers) if cards and not self.hands[seat])

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor or seat < 0:
            if self.phase == DRAFT and 0 <= seat < len(self.offers) and self.offers[seat] and not self.hands[seat]:
                return self._draft_choices(seat)
            return _NO_ACTIONS
        legal = self._legal
        if legal is None:
            phase = self.phase
            if phase == ACT:
                legal = self._act_choices(seat)
            elif phase == DRAW:
                legal = self._draw_choices()
            elif phase == TURN:
                legal = _DRAW_OR_PASS if self._box.solo_level == 0 else _DRAW_ONLY
            else:
                legal = self._response_choices(seat)
            self._legal = legal
        return legal

    def play(self, seat: int, action: int) -> None:
        if action not in self.legal(seat):
            self.refuse(seat, action)
        self._legal = None
        if action >= PLAY:
            if action < DONE:
                self._play_card(seat, action - PLAY, self.played)
                self.played += 1
                self.extended |= 1 << self._box.category[action - PLAY]
            elif action == DONE:
                self._collect_income(seat)
                self._end_turn()
            elif action < DECLINE:
                self._respond(seat, action - RESPONSE)
            else:
                self._next_response()
        elif action >= BUY:
            self._buy(seat, action - BUY)
        elif action >= PICK:
            if action < HAND:
                self._pick(action - PICK)
            else:
                self._place(seat, action)
        elif action == DRAW_CARDS:
            self._begin_draw(seat)
        elif action == PASS:
            self._pass(seat)
        elif action >= DISPLAY:
            self._display_at_setup(seat, action - DISPLAY)
        else:
            self._keep(seat, action - KEEP)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.phase == OVER else None

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def view_keys(self, seat: int) -> list[Any] | None:
        return view.keys(self, seat)

    def why_not(self, seat: int, word: str) -> Phrase | None:
        return refusals.why_not(self, seat, self.unspell(word))

    def prompt(self, seat: int) -> Phrase:
        return wording.prompt(self, seat)

    def label(self, action: int) -> Phrase:
        return wording.label(self, action)

    def explain(self, action: int) -> Phrase:
        return wording.explain(self, action)

    def unspent(self, action: int) -> Phrase | None:
        return wording.unspent(self, action)

    # Preparation

    def set_up(self) -> None:
        """PAX-SETUP-1 to 12, with the changes for one player and for five to eight."""
        box = self._box
        players = box.seats
        cards = box.one_copy()
        if players <= 4:
            # PAX-SETUP-3, PAX-SOLO-4: some cards leave the game unseen.
            self.dice.shuffle(cards)
            self.aside = tuple(cards[: box.aside])
            self.deck = cards[box.aside :]
        else:
            # PAX-58-2: the whole first copy, and random cards of a second.
            second = box.one_copy()
            self.dice.shuffle(second)
            self.aside = tuple(second[: box.aside])
            self.deck = cards + second[box.aside :]
            self.dice.shuffle(self.deck)
            self.rome = self._draw_unseen(3)  # PAX-58-5
        self.rome_hidden = self._draw_unseen(SECRET_ROMANS)
        self.coins = [STARTING_COINS] * players
        start = box.options["start"]
        # PAX-SETUP-8
        self.starter = self.turn = self.dice.choose(range(players)) if start == "random" else int(start) - 1
        if self.listener is not None:
            self.tell("set-up", "PAX-SETUP-5", players=players, deck=self.deck_count(), legions=box.legions)
            if self.rome:
                self.tell("rome-starts", "PAX-58-5", cards=self._names(self.rome))
            if players > 1:
                self.tell("starter", "PAX-SETUP-8", seat=self.starter)
        self.to_display = scoring.cards_on_display(box.solo_level)
        for order in range(players):
            seat = (self.starter + order) % players
            number = offered(box, order)
            self.offers[seat] = [card | 1 << seat + KIND_BITS for card in self._draw_unseen(number)]
            if self.listener is not None:
                dealt = {"cards": self._names(self.offers[seat])}
                self.tell("draft", "PAX-SETUP-9", secret=dealt, seers=(seat,), seat=seat, number=number)

    def _draw_unseen(self, number: int) -> list[int]:
        self.top += number
        return self.deck[self.top - number : self.top]

    def _draft_choices(self, seat: int) -> list[int]:
        verb = DISPLAY if self.to_display else KEEP
        return sorted({verb + (card & KIND_MASK) for card in self.offers[seat]})

    def _display_at_setup(self, seat: int, kind: int) -> None:
        """PAX-SOLO-11 to 14: cards that begin in the display, free of any limit."""
        self.offers[seat].remove(kind | 1 << seat + KIND_BITS)
        self.to_display -= 1
        self._lay_open(seat, kind)
        if self.listener is not None:
            self.tell("display", "PAX-SOLO-14", seat=seat, card=self._name(kind))

    def _keep(self, seat: int, kind: int) -> None:
        """PAX-SETUP-10: one card stays in hand; the others go under the deck once everybody has chosen."""
        card = kind | 1 << seat + KIND_BITS
        self.offers[seat].remove(card)
        self.hands[seat].append(card)
        if self.listener is not None:
            self.tell("keep", "PAX-SETUP-10", secret={"card": self._name(kind)}, seers=(seat,), seat=seat)
        if self.actors():
            return
        # They lie in the order in which they were drawn, which is random: nobody arranges the deck.
        for order in range(self._box.seats):
            cards = self.offers[(self.starter + order) % self._box.seats]
            self.deck += cards
            cards.clear()
        self._open_round()
        self._refill("PAX-SETUP-12")
        self._begin_turn(self.starter)  # PAX-SETUP-13

    # Gameplay

    def _begin_turn(self, seat: int) -> None:
        self.turn = self.actor = seat
        self.phase = TURN
        self.bought = False
        self.played = 0
        self.extended = 0
        if self.listener is not None:
            self.tell("turn", "PAX-TURN-1", seat=seat)

    def _pass(self, seat: int) -> None:
        """PAX-TURN-3 and 4: a secret look at Rome's face-down cards and 2 Aurei instead of a turn."""
        bit = 1 << seat + KIND_BITS
        self.rome_hidden = [card | bit for card in self.rome_hidden]
        self.irrevocable += 1
        self.coins[seat] += PASS_INCOME
        if self.listener is not None:
            seen = {"cards": self._names(self.rome_hidden)}
            self.tell("pass", "PAX-TURN-3", secret=seen, seers=(seat,), seat=seat, coins=PASS_INCOME)
        self._end_turn()

    # Draw cards

    def _begin_draw(self, seat: int) -> None:
        if self.top == len(self.deck):
            # PAX-END-2
            self.coins[seat] += NO_DRAW_INCOME
            self.phase = ACT
            if self.listener is not None:
                self.tell("no-draw", "PAX-END-2", seat=seat, coins=NO_DRAW_INCOME)
            return
        self.sight = self.sees(seat)
        self.draws_left = DRAWN_CARDS
        self.placed = 0
        self.phase = DRAW
        self._draw_up_to_sight(seat)

    def sees(self, seat: int) -> int:
        """PAX-RELIGION-1 and 2: how many drawn cards this seat sees at once."""
        religion = self.symbols[seat * 7 + RELIGION]
        return 1 if religion < 3 else 2 if religion < 6 else 3

    def _draw_up_to_sight(self, seat: int) -> None:
        drawn = self.drawn
        while len(drawn) < self.sight and self.draws_left and self.top < len(self.deck):
            card = self.deck[self.top] | 1 << seat + KIND_BITS
            self.top += 1
            self.draws_left -= 1
            self.irrevocable += 1
            drawn.append(card)
            if self.listener is not None:
                self.tell("draw", "PAX-DRAW-1", secret={"card": self._name(card)}, seers=(seat,), seat=seat)

    def _draw_choices(self) -> list[int]:
        drawn = self.drawn
        if len(drawn) > 1 and self.picked < 0:
            # Asked also when they are all alike: else the others could tell that they are.
            return sorted({PICK + (card & KIND_MASK) for card in drawn})
        return _PLACEMENTS[self._box.legions][self._places_barred()]

    def _places_barred(self) -> int:
        """The places not open to the card in question: those used, and by PAX-RELIGION-1 the hand for the first."""
        if self.sight == 2 and not self.placed and len(self.drawn) == 2:
            return TO_HAND
        return self.placed

    def _pick(self, kind: int) -> None:
        for place, card in enumerate(self.drawn):
            if card & KIND_MASK == kind:
                self.picked = place
                return

    def _place(self, seat: int, action: int) -> None:
        """PAX-DRAW-2 and 3: one card to the hand, one below a Legion, one under the deck."""
        card = self.drawn.pop(self.picked if self.picked > 0 else 0)
        self.picked = NOBODY
        if self.drawn:
            card = self._placed_one_of_several(seat, card, action)
        if action == HAND:
            self.placed |= TO_HAND
            self.hands[seat].append(card)
            if self.listener is not None:
                self.tell("to-hand", "PAX-DRAW-2", secret={"card": self._name(card)}, seers=(seat,), seat=seat)
        elif action == UNDER:
            self.placed |= TO_DECK
            self.deck.append(card)
            if self.listener is not None:
                self.tell("to-deck", "PAX-DRAW-2", secret={"card": self._name(card)}, seers=(seat,), seat=seat)
        else:
            self.placed |= TO_LEGION
            self._lay_below(action - LAY, card & KIND_MASK)
            if self.listener is not None:
                self.tell("to-legion", "PAX-DRAW-3", seat=seat, card=self._name(card), legion=action - LAY + 1)
        self._draw_up_to_sight(seat)
        if not self.drawn:
            if self.top == len(self.deck):
                self.last_round = True  # PAX-END-3
            self.phase = ACT

    def _placed_one_of_several(self, seat: int, card: int, action: int) -> int:
        """Of cards seen together the others cannot tell which one goes into the hand or under the deck."""
        if action in (HAND, UNDER):
            mine = KIND_MASK | 1 << seat + KIND_BITS
            self.drawn = [other & mine for other in self.drawn]
            return card & mine
        forget_one(self.drawn, card, seat)
        return card

    def _lay_below(self, legion: int, kind: int) -> None:
        self.groups[legion].append(kind)
        self.worth[legion] += self._box.value[kind]

    # Buy cards, then play cards

    def _act_choices(self, seat: int) -> list[int]:
        """PAX-TURN-2: a group may be bought before the first card is played; PAX-BUY-1: only one."""
        box = self._box
        symbols = self.symbols
        base = seat * 7
        coins = self.coins[seat]
        legal = []
        played = self.played
        if not played and not self.bought:
            purse = coins + symbols[base + WEALTH] // 3
            groups = self.groups
            for legion, worth in enumerate(self.worth):
                if worth <= purse and groups[legion]:
                    legal.append(BUY + legion)
        if coins >= played:
            # PAX-LIMIT-1
            limit = symbols[base + LAND]
            if symbols[base + INTRIGUE] > limit:
                limit = symbols[base + INTRIGUE]
            category = box.category
            for card in self.hands[seat]:
                kind = card & KIND_MASK
                of = category[kind]
                if (of != ARMY and of != FLEET) or symbols[base + of] + box.symbols[kind] <= limit:
                    action = PLAY + kind
                    if action not in legal:
                        legal.append(action)
        legal.append(DONE)
        return legal

    def price(self, seat: int, legion: int) -> int:
        """PAX-BUY-2 and PAX-WEALTH-1: what the group below a Legion costs this seat."""
        return max(0, self.worth[legion] - self.discount(seat))

    def discount(self, seat: int) -> int:
        """PAX-WEALTH-1: how many Aurei less a group costs this seat."""
        return self.symbols[seat * 7 + WEALTH] // 3

    def limit(self, seat: int) -> int:
        """PAX-LIMIT-1: how many Armies, and separately how many Fleets, this seat may have."""
        return max(self.symbols[seat * 7 + LAND], self.symbols[seat * 7 + INTRIGUE])

    def _buy(self, seat: int, legion: int) -> None:
        """PAX-BUY-1 and 2. Everybody sees which cards enter the hand."""
        price = self.price(seat, legion)
        self.coins[seat] -= price
        everybody = (1 << self._box.seats) - 1 << KIND_BITS
        group = self.groups[legion]
        if self.listener is not None:
            cards = self._names(group)
            self.tell("buy", "PAX-BUY-1", seat=seat, legion=legion + 1, cards=cards, price=price)
        self.hands[seat] += [kind | everybody for kind in group]
        group.clear()
        self.worth[legion] = 0
        self.bought = True

    # Play cards + collect income

    def _play_card(self, seat: int, kind: int, price: int) -> None:
        """PAX-PLAY-1 to 3."""
        self.coins[seat] -= price
        self._take_from_hand(seat, kind)
        if self.listener is not None:
            self.tell("play", "PAX-PLAY-1", seat=seat, card=self._name(kind), price=price)
        self._lay_open(seat, kind)

    def _take_from_hand(self, seat: int, kind: int) -> None:
        """Take one card of a kind out of a hand."""
        hand = self.hands[seat]
        for place, card in enumerate(hand):
            if card & KIND_MASK == kind:
                del hand[place]
                forget_one(hand, card, seat)
                return

    def _lay_open(self, seat: int, kind: int) -> None:
        category = self._box.category[kind]
        place = seat * 7 + category
        self.shown[seat].append(kind)
        self.symbols[place] += self._box.symbols[kind]
        self.lengths[place] += 1
        if category == INTRIGUE and self.conspirator != seat:
            self._claim_conspiracy(seat)

    def _claim_conspiracy(self, seat: int) -> None:
        """PAX-INTRIGUE-3 and 4: Primus Conspiratus moves at once, but only to one who has more."""
        holder = self.conspirator
        if holder == NOBODY or self.symbols[seat * 7 + INTRIGUE] > self.symbols[holder * 7 + INTRIGUE]:
            self.conspirator = seat
            if self.listener is not None:
                self.tell("conspirator", "PAX-INTRIGUE-3", seat=seat)

    def income(self, seat: int) -> int:
        """PAX-INCOME-1 to 4, PAX-SENATOR-1 and 2, PAX-INTRIGUE-2: what this turn's cards bring."""
        extended = self.extended
        if not extended:
            return BASE_INCOME
        if extended & INTRIGUE_BIT:
            return 0
        most = 0
        place = seat * 7
        categories = extended
        while categories:
            if categories & 1 and self.lengths[place] > most:
                most = self.lengths[place]
            place += 1
            categories >>= 1
        return most + 1 if extended & SENATOR_BIT else most

    def _collect_income(self, seat: int) -> None:
        coins = self.income(seat)
        self.coins[seat] += coins
        if self.listener is not None:
            self.tell("income", wording.income_rule(self), seat=seat, coins=coins)

    # PAX for 5 - 8 players: the others respond to a Senator (PAX-58-6 to 10)

    def _end_turn(self) -> None:
        if self._box.seats > 4 and self.extended & SENATOR_BIT:
            self.phase = RESPOND
            self.actor = self.turn
            self._next_response()
        else:
            self._next_turn()

    def _next_response(self) -> None:
        """Ask the next player clockwise who has a card and an Aureus; both are public knowledge by counting along."""
        players = self._box.seats
        seat = (self.actor + 1) % players
        while seat != self.turn and not (self.hands[seat] and self.coins[seat] >= RESPONSE_PRICE):
            seat = (seat + 1) % players
        if seat == self.turn:
            self._next_turn()
        else:
            self.actor = seat

    def _response_choices(self, seat: int) -> list[int]:
        box = self._box
        limit = self.limit(seat)
        legal = []
        for card in self.hands[seat]:
            kind = card & KIND_MASK
            of = box.category[kind]
            if (of != ARMY and of != FLEET) or self.symbols[seat * 7 + of] + box.symbols[kind] <= limit:
                action = RESPONSE + kind
                if action not in legal:
                    legal.append(action)
        legal.append(DECLINE)
        return legal

    def _respond(self, seat: int, kind: int) -> None:
        self._play_card(seat, kind, RESPONSE_PRICE)
        self._next_response()

    # End of a round

    def _next_turn(self) -> None:
        self.turns += 1
        if self.turns % self._box.seats:
            self._begin_turn((self.turn + 1) % self._box.seats)
        elif not self.last_round:
            self._harvest()
            self._new_round()
        else:
            # PAX-END-3
            if self._box.harvest_after_last_round:
                self._harvest()
            self._end_game("PAX-END-3")

    def _harvest(self) -> None:
        """PAX-ROUND-2 and 3: Rome takes the most valuable group; of equals, that of the lowest Legion."""
        legion = -1
        most = -1
        for number, worth in enumerate(self.worth):
            if worth > most and self.groups[number]:
                most = worth
                legion = number
        if legion < 0:
            return
        group = self.groups[legion]
        if self.listener is not None:
            self.tell("harvest", "PAX-ROUND-2", legion=legion + 1, cards=self._names(group), value=most)
        self.rome += group
        group.clear()
        self.worth[legion] = 0

    # New round

    def _open_round(self) -> None:
        if self.listener is not None:
            self.tell("round", "PAX-ROUND-1", number=self.turns // self._box.seats + 1)

    def _new_round(self) -> None:
        if self.conspirator != NOBODY and self.starter != self.conspirator:
            # PAX-NEW-1, PAX-58-11
            self.starter = self.conspirator
            if self.listener is not None:
                self.tell("starter", "PAX-NEW-1", seat=self.starter)
        if self.deck_count() < sum(not group for group in self.groups):
            self._end_game("PAX-END-1")
            return
        self._open_round()
        self._refill("PAX-NEW-3")
        if self.top == len(self.deck):
            self.last_round = True  # nobody will draw: the round is played, then the game is over
        self._begin_turn(self.starter)

    def _refill(self, rule: str) -> None:
        """PAX-NEW-3, PAX-SETUP-12: one card from the deck below each Legion that has none."""
        for legion, group in enumerate(self.groups):
            if not group:
                kind = self.deck[self.top] & KIND_MASK
                self.top += 1
                self.irrevocable += 1
                self._lay_below(legion, kind)
                if self.listener is not None:
                    self.tell("refill", rule, legion=legion + 1, card=self._name(kind))

    # End of game

    def _end_game(self, rule: str) -> None:
        self.phase = OVER
        self.actor = NOBODY
        self.bought = False
        self.played = self.extended = 0
        self.irrevocable += 1
        # PAX-WIN-1, PAX-SCORE-5: Rome's cards and what is left in the hands are laid open and counted.
        everybody = (1 << self._box.seats) - 1 << KIND_BITS
        self.rome_hidden = [card | everybody for card in self.rome_hidden]
        self.hands = [[card | everybody for card in hand] for hand in self.hands]
        if self.listener is not None:
            self.tell("end", rule)
            self.tell("reveal", "PAX-WIN-1", cards=self._names(self.rome_hidden))

    # Names for events

    def _name(self, card: int) -> str:
        return self._box.kinds[card & KIND_MASK].word

    def _names(self, cards: list[int]) -> list[str]:
        return [self._box.kinds[card & KIND_MASK].word for card in cards]
