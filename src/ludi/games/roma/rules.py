"""The rules of Roma, in the order of the rulebook. Ids are those of ``rules/roma.csv``.

What single cards do is in :mod:`ludi.games.roma.cards`, battle in :mod:`ludi.games.roma.battle`, the common stock and
the end of the game in :mod:`ludi.games.roma.stock`.
"""

from __future__ import annotations

from bisect import insort
from typing import Any

from ludi.core import Outcome, Phrase, View
from ludi.core.native import mypyc_attr
from ludi.games.roma import refusals, scoring, view, wording
from ludi.games.roma.cards import Cards
from ludi.games.roma.components import (
    ACTIVATE,
    ADD,
    BLOCK,
    BUY,
    COPY,
    DECK,
    DISCS,
    DRAW,
    EMPTY,
    END,
    GIFTS,
    GIVE,
    KEEP,
    LAY,
    LAYINGS,
    LOWER,
    MONEY,
    PASS,
    POINTS,
    PRICE,
    RAISE,
    RETHROW,
    SEATS,
    STAND,
    STARTING_HAND,
    STARTING_POINTS,
    TAKE,
    TARGET,
    VICTORY_POINTS,
    WORDS,
)
from ludi.games.roma.knowledge import draw_is_settled, leaves_hand
from ludi.games.roma.phases import (
    ACTIONS,
    ALTER_DIE,
    BLOCK_DISC,
    BUY_POINTS,
    CHOOSE_DRAWN,
    CHOOSE_TARGET,
    COPY_PERSON,
    EXCHANGE,
    FORUM_DIE,
    LAY_FREELY,
    OVER,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TRIPLE,
)

_ALONE = ((0,), (1,))
_BOTH = (0, 1)
_NO_ACTIONS: list[int] = []
_TRIPLE_CHOICES = [RETHROW, STAND]


@mypyc_attr(allow_interpreted_subclasses=True)
class RomaState(Cards):
    """A position of Roma that can be played."""

    __slots__ = ()

    # The protocol

    def actors(self) -> tuple[int, ...]:
        if self.actor >= 0:
            return _ALONE[self.actor]
        if self.phase == OVER:
            return ()
        if len(self.known[1]) == GIFTS:
            return _ALONE[1]
        return _ALONE[0] if len(self.known[0]) == GIFTS else _BOTH

    def legal(self, seat: int) -> list[int]:
        if seat != self.actor or seat < 0:
            return self._gift_choices(seat) if self.phase == EXCHANGE and 0 <= seat < SEATS else _NO_ACTIONS
        legal = self._legal
        if legal is None:
            phase = self.phase
            if phase == ACTIONS:
                legal = self._action_choices()
            elif phase == CHOOSE_DRAWN:
                legal = self._drawn_choices()
            elif phase == CHOOSE_TARGET:
                legal = self._target_choices()
            elif phase == LAY_FREELY:
                legal = self._free_choices()
            elif phase == REARRANGE:
                legal = self._rearrange_choices()
            elif phase == FORUM_DIE:
                legal = self._forum_choices()
            elif phase == TAKE_CARD:
                legal = self._take_choices()
            elif phase == ALTER_DIE:
                legal = self._consul_choices()
            elif phase == BLOCK_DISC:
                legal = self._block_choices()
            elif phase == COPY_PERSON:
                legal = self._copy_choices()
            elif phase == BUY_POINTS:
                legal = self._mercator_choices()
            elif phase == TRIPLE:
                legal = _TRIPLE_CHOICES
            elif phase == PLACE:
                legal = self._place_choices(seat)
            else:
                legal = self._add_choices()
            self._legal = legal
        return legal

    def play(self, seat: int, action: int) -> None:
        if action not in self.legal(seat):
            self.refuse(seat, action)
        self._legal = None
        phase = self.phase
        if phase == ACTIONS:
            if action >= ACTIVATE:
                if action == END:
                    self._end_turn()
                else:
                    self._activate(action - ACTIVATE)
            elif action >= DRAW:
                self._draw_cards(action - DRAW + 1)
            elif action >= MONEY:
                self._take_money(action - MONEY + 1)
            else:
                self._play_card(*divmod(action - LAY, DISCS))
        elif phase == CHOOSE_DRAWN:
            self._keep(action - KEEP)
        elif phase == CHOOSE_TARGET:
            self._hit(action - TARGET)
        elif phase == LAY_FREELY:
            if action < RETHROW:
                self._lay_freely(*divmod(action - LAY, DISCS))
            else:
                self._finish()
        elif phase == REARRANGE:
            self._lay_again((action - LAY) % DISCS)
        elif phase == FORUM_DIE:
            self._forum(action - POINTS + 1)
        elif phase == TAKE_CARD:
            self._take(action - TAKE)
        elif phase == ALTER_DIE:
            if action < LOWER:
                self._alter_die(action - RAISE + 1, 1)
            else:
                self._alter_die(action - LOWER + 1, -1)
        elif phase == BLOCK_DISC:
            self._block(action - BLOCK)
        elif phase == COPY_PERSON:
            self._copy(action - COPY)
        elif phase == BUY_POINTS:
            self._buy_points(action - BUY + 1)
        elif phase == TRIPLE:
            self._decide_on_triple(action == RETHROW)
        elif phase == EXCHANGE:
            self._give(seat, action - GIVE)
        elif phase == PLACE:
            self._place(*divmod(action - LAY, DISCS))
        else:
            self._add_die(0 if action == PASS else action - ADD + 1)

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
        """ROMA-SETUP-2 to 7."""
        self.points = [STARTING_POINTS] * SEATS
        self.stock = VICTORY_POINTS - STARTING_POINTS * SEATS
        self.deck = list(DECK)
        self.dice.shuffle(self.deck)
        start = self._box.options["start"]
        self.starter = self.turn = self.dice.choose((0, 1)) if start == "random" else int(start) - 1
        for seat in range(SEATS):
            self.hands[seat] = sorted(self.deck[-STARTING_HAND:])
            del self.deck[-STARTING_HAND:]
        if self.listener is not None:
            self.tell("starter", "ROMA-SETUP-7", seat=self.starter)
            for seat in range(SEATS):
                secret = {"cards": self._names(self.hands[seat])}
                self.tell("deal", "ROMA-SETUP-4", secret=secret, seers=(seat,), seat=seat, number=STARTING_HAND)

    def _gift_choices(self, seat: int) -> list[int]:
        if len(self.known[1 - seat]) == GIFTS:
            return _NO_ACTIONS
        return sorted({GIVE + card for card in self.hands[seat]})

    def _give(self, seat: int, card: int) -> None:
        """ROMA-SETUP-5: two cards each; they change hands when both have chosen. The giver knows what he gave."""
        self.hands[seat].remove(card)
        insort(self.known[1 - seat], card)
        if self.listener is not None:
            self.tell("give", "ROMA-SETUP-5", secret={"card": WORDS[card]}, seers=(seat,), seat=seat)
        if len(self.known[0]) < GIFTS or len(self.known[1]) < GIFTS:
            return
        self.irrevocable += 1
        for receiver in range(SEATS):
            gifts = self.known[receiver]
            self.hands[receiver] = sorted(self.hands[receiver] + gifts)
            if self.listener is not None:
                secret = {"cards": self._names(gifts)}
                self.tell("receive", "ROMA-SETUP-5", secret=secret, seers=_BOTH, seat=receiver, number=GIFTS)
        self.phase = PLACE
        self.turn = self.actor = self.starter

    def _place_choices(self, seat: int) -> list[int]:
        """ROMA-SETUP-8 to 10: any card at any disc that has none yet."""
        legal: list[int] = []
        last = EMPTY
        for card in self.hands[seat]:
            if card != last:
                last = card
                for disc in range(DISCS):
                    if self.rows[seat * DISCS + disc] == EMPTY:
                        legal.append(LAY + card * DISCS + disc)
        return legal

    def _place(self, card: int, disc: int) -> None:
        """Face-down: the other sees at which discs cards lie, but not which."""
        seat = self.turn
        self.hands[seat].remove(card)
        self._lay(seat, card, disc)
        if self.listener is not None:
            secret = {"card": WORDS[card]}
            self.tell("place", "ROMA-SETUP-8", secret=secret, seers=(seat,), seat=seat, disc=disc + 1)
        if self.hands[seat]:
            return
        if seat == self.starter:
            self.turn = self.actor = 1 - seat
            return
        # ROMA-SETUP-11: all cards are turned over, free of charge.
        self.known = [[], []]
        self.irrevocable += 1
        if self.listener is not None:
            for each in range(SEATS):
                row = [card for card in self.rows[each * DISCS : each * DISCS + DISCS] if card != EMPTY]
                self.tell("reveal", "ROMA-SETUP-11", seat=each, cards=self._names(row))
        self._begin_turn(self.starter)

    # Course of play

    def _begin_turn(self, seat: int) -> None:
        """ROMA-TURN-2: unoccupied discs, throw, actions."""
        self.turn = self.actor = seat
        self.turns += 1
        self.blocked = self.blocking
        self.blocking = 0
        self.essedum = 0
        if self.listener is not None:
            self.tell("turn", "ROMA-TURN-1", seat=seat, number=self.turns)
        self._pay_for_unoccupied_discs(seat)
        if self.phase != OVER:
            self._throw()

    def _end_turn(self) -> None:
        """ROMA-TURN-3."""
        self.unused = []
        self.used = []
        self._begin_turn(1 - self.turn)

    # Phase 1: unoccupied dice discs

    def _pay_for_unoccupied_discs(self, seat: int) -> None:
        """ROMA-PHASE1-1: 1 point back to the stock for each disc without an own card."""
        unoccupied = self._own_row().count(EMPTY)
        if unoccupied:
            if self.listener is not None:
                number = min(unoccupied, self.points[seat])
                self.tell("unoccupied", "ROMA-PHASE1-1", seat=seat, discs=unoccupied, number=number)
            self._give_back(seat, unoccupied)

    # Phase 2: dice throw

    def _throw(self, again: bool = False) -> None:
        """ROMA-PHASE2-1 to 3: three dice; a triple may be thrown again, once."""
        roll = self.dice.roll
        faces = [roll(), roll(), roll()]
        faces.sort()
        self.unused = faces
        self.irrevocable += 1
        self.phase = TRIPLE if faces[0] == faces[2] and not again else ACTIONS
        if self.listener is not None:
            self.tell("throw", "ROMA-PHASE2-1", seat=self.turn, dice=faces[:])

    def _decide_on_triple(self, throw_again: bool) -> None:
        if self.listener is not None:
            self.tell(
                "rethrow" if throw_again else "stand",
                "ROMA-PHASE2-2" if throw_again else "ROMA-PHASE2-3",
                seat=self.turn,
            )
        if throw_again:
            self._throw(again=True)
        else:
            self.phase = ACTIONS

    # Phase 3: actions

    def _action_choices(self) -> list[int]:
        """ROMA-PHASE3-1 to 4: each unused die for money, cards or the card at its disc; cards that can be paid."""
        legal: list[int] = []
        seat = self.turn
        rows = self.rows
        base = seat * DISCS - 1
        can_draw = bool(self.deck) or bool(self.discard)
        dice = len(self.unused) - 1
        last = 0
        for face in self.unused:
            if face != last:
                last = face
                legal.append(MONEY - 1 + face)
                if can_draw:
                    legal.append(DRAW - 1 + face)
                card = rows[base + face]
                if card != EMPTY and not self.blocked >> face - 1 & 1 and self.can_carry_out(card, face - 1, dice):
                    legal.append(ACTIVATE - 1 + face)
        money = self.sestertii[seat]
        if money:
            last = EMPTY
            for card in self.hands[seat]:
                if card != last:
                    last = card
                    if PRICE[card] <= money:
                        legal += LAYINGS[card]
        legal.append(END)
        return legal

    # Playing cards

    def _play_card(self, card: int, disc: int) -> None:
        """ROMA-PLAY-1 to 3: face-up at a disc on the own side, at its full price; an older card there is discarded."""
        seat = self.turn
        self.sestertii[seat] -= PRICE[card]
        leaves_hand(self, seat, card)
        covered = self._lay(seat, card, disc)
        if self.listener is not None:
            rule = "ROMA-PLAY-1" if covered == EMPTY else "ROMA-PLAY-2"
            self._tell_laid("lay", rule, card, disc, covered, PRICE[card])

    # Taking money

    def _take_money(self, face: int) -> None:
        """ROMA-MONEY-1."""
        self._use(face)
        self.sestertii[self.turn] += face
        if self.listener is not None:
            self.tell("money", "ROMA-MONEY-1", seat=self.turn, number=face)

    # Drawing cards

    def _draw_cards(self, face: int) -> None:
        """ROMA-DRAW-1: as many as the die shows; one of them is kept."""
        seat = self.turn
        self._use(face)
        drawn = self._draw(face)
        if self.listener is not None:
            secret = {"cards": self._names(drawn)}
            self.tell("draw", "ROMA-DRAW-1", secret=secret, seers=(seat,), seat=seat, number=len(drawn))
        self.aside = drawn
        if len(drawn) == 1:
            self._keep(drawn[0])
        else:
            self.phase = CHOOSE_DRAWN

    def _drawn_choices(self) -> list[int]:
        return sorted({KEEP + card for card in self.aside})

    def _keep(self, card: int) -> None:
        """One card goes to the hand unseen, the others are discarded face-up."""
        seat = self.turn
        rest = self.aside
        rest.remove(card)
        insort(self.hands[seat], card)
        self.discard += rest
        self.aside = []
        if self.reckoned:
            draw_is_settled(self, seat, rest)
        self.phase = ACTIONS
        if self.listener is not None:
            self.tell("keep", "ROMA-DRAW-1", secret={"card": WORDS[card]}, seers=(seat,), seat=seat)
            if rest:
                self.tell("discard", "ROMA-DRAW-1", seat=seat, cards=self._names(rest))

    # Activating a card

    def _activate(self, disc: int) -> None:
        """ROMA-ACT-1: a die on the disc of its number carries out the instruction of the own card there."""
        self._use(disc + 1)
        card = self.rows[self.turn * DISCS + disc]
        self.source = card
        self.disc = disc
        if self.listener is not None:
            self.tell("activate", "ROMA-ACT-1", seat=self.turn, card=WORDS[card], disc=disc + 1)
        self._carry_out(card)
