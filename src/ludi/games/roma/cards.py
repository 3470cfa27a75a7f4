"""What each of the 25 cards does, in the order of the rulebook's appendix.

Each card is a group of three: when it can be activated, what may be chosen, what the choice brings about.
"""

from __future__ import annotations

from bisect import insort

from ludi.core.native import mypyc_attr
from ludi.games.roma.battle import ESSEDUM_REDUCTION, Battle, defence
from ludi.games.roma.components import (
    ADD,
    BASILICA,
    BLOCK,
    BUY,
    CENTURIO,
    CONSILIARIUS,
    COPY,
    DISCS,
    DONE,
    EMPTY,
    ESSEDUM,
    FORUM,
    GLADIATOR,
    HARUSPEX,
    IS_PERSON,
    LAYINGS,
    LEGAT,
    LEGIONARIUS,
    LOWER,
    MACHINA,
    ONAGER,
    PASS,
    POINTS,
    RAISE,
    SCAENICUS,
    SENATOR,
    SICARIUS,
    TAKE,
    TARGET,
    TEMPLUM,
    TRIBUNUS_PLEBIS,
    VELITES,
    WORDS,
)
from ludi.games.roma.knowledge import comes_openly, hand_is_clear, leaves_hand
from ludi.games.roma.needs import (
    CARD_IN_PILES,
    DISCARDED_PERSON,
    ENOUGH_MONEY,
    FURTHER_DIE,
    NEEDS,
    NO_NEED,
    OPPOSING_BUILDING,
    OPPOSING_PERSON,
    OPPOSITE_CARD,
    PERSON_TO_COPY,
    QUESTIONS,
)
from ludi.games.roma.phases import (
    CENTURIO_DIE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
)

BASILICA_POINTS = 2
MERCATOR_PRICE = 2

_BLOCKS = [BLOCK + disc for disc in range(DISCS)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards(Battle):
    """A position in which cards can be activated."""

    __slots__ = ()

    # Can the card do anything?

    def can_carry_out(self, card: int, disc: int, dice: int) -> bool:
        """Whether ``card`` finds at ``disc`` what its action needs; ``dice`` are unused besides the one it takes."""
        need = NEEDS[card]
        if need == NO_NEED:
            return True
        if need == OPPOSITE_CARD:
            return self.rows[(1 - self.turn) * DISCS + disc] != EMPTY
        if need in (OPPOSING_PERSON, OPPOSING_BUILDING):
            base = (1 - self.turn) * DISCS
            for each in self.rows[base : base + DISCS]:
                if each != EMPTY and IS_PERSON[each] == (need == OPPOSING_PERSON):
                    return True
            return False
        if need == FURTHER_DIE:
            return dice > 0
        if need == ENOUGH_MONEY:
            return self.sestertii[self.turn] >= MERCATOR_PRICE
        if need == CARD_IN_PILES:
            return bool(self.deck) or bool(self.discard)
        if need == DISCARDED_PERSON:
            return any(IS_PERSON[each] for each in self.discard)
        if need == PERSON_TO_COPY:
            for each in self._own_row():
                if self.can_copy(each, disc, dice):
                    return True
        return False

    def _own_row(self) -> list[int]:
        base = self.turn * DISCS
        return self.rows[base : base + DISCS]

    # Carrying out

    def _carry_out(self, card: int) -> None:
        """The instruction of ``card`` is carried out, or the question it asks is put."""
        self.effect = card
        question = QUESTIONS[card]
        if question >= 0:
            self.phase = question
        elif card in (CONSILIARIUS, MACHINA):
            self._take_up()
        elif card == LEGAT:
            self._legat()
        elif card == LEGIONARIUS:
            self._battle(self.disc)
            self._finish()
        elif card == HARUSPEX:
            self._look_through_pile()
        elif card == ESSEDUM:
            self._essedum()
        elif card == TRIBUNUS_PLEBIS:
            self._tribunus_plebis()
        elif card == CENTURIO:
            self._centurio()
        else:
            self._mercatus()

    # Sicarius, Gladiator, Nero, Velites, Onager: one opposing card of choice

    def _target_choices(self) -> list[int]:
        base = (1 - self.turn) * DISCS
        person = NEEDS[self.effect] == OPPOSING_PERSON
        legal = []
        for disc in range(DISCS):
            card = self.rows[base + disc]
            if card != EMPTY and IS_PERSON[card] == person:
                legal.append(TARGET + disc)
        return legal

    def _hit(self, disc: int) -> None:
        effect = self.effect
        if effect in (VELITES, ONAGER):
            self._battle(disc)
        elif effect == GLADIATOR:
            self._gladiator(disc)
        else:
            self._assassinate(disc)
        self._finish()

    def _assassinate(self, disc: int) -> None:
        """ROMA-SICARIUS, ROMA-NERO: the target and the card that did it are discarded, without a battle."""
        lost = self._remove(1 - self.turn, disc)
        own = self._remove(self.turn, self.disc)
        if self.listener is not None:
            rule = "ROMA-SICARIUS" if self.effect == SICARIUS else "ROMA-NERO"
            self.tell("assassinate", rule, seat=self.turn, card=WORDS[lost], disc=disc + 1, own=WORDS[own])

    def _gladiator(self, disc: int) -> None:
        """ROMA-GLADIATOR: the target goes back to its owner's hand, seen by all."""
        other = 1 - self.turn
        card = self.rows[other * DISCS + disc]
        self.rows[other * DISCS + disc] = EMPTY
        comes_openly(self, other, card)
        if self.listener is not None:
            self.tell("return", "ROMA-GLADIATOR", seat=self.turn, owner=other, card=WORDS[card], disc=disc + 1)

    # Architectus, Senator: cards of one kind from the hand, free of charge

    def _free_choices(self) -> list[int]:
        person = self.effect == SENATOR
        legal: list[int] = []
        last = EMPTY
        for card in self.hands[self.turn]:
            if card != last and IS_PERSON[card] == person:
                legal += LAYINGS[card]
                last = card
        # Stopping is always a choice of its own: to stop by itself would tell that no such card is left in hand.
        legal.append(DONE)
        return legal

    def _lay_freely(self, card: int, disc: int) -> None:
        """ROMA-ARCHITECTUS, ROMA-SENATOR: no price; any own card may be covered, even the source itself."""
        seat = self.turn
        leaves_hand(self, seat, card)
        covered = self._lay(seat, card, disc)
        if self.listener is not None:
            rule = "ROMA-SENATOR" if self.effect == SENATOR else "ROMA-ARCHITECTUS"
            self._tell_laid("lay-free", rule, card, disc, covered)

    def _tell_laid(self, kind: str, rule: str, card: int, disc: int, covered: int, price: int = 0) -> None:
        seat = self.turn
        if covered == EMPTY:
            self.tell(kind, rule, seat=seat, card=WORDS[card], disc=disc + 1, price=price)
        else:
            over = WORDS[covered]
            self.tell(kind + "-over", rule, seat=seat, card=WORDS[card], disc=disc + 1, covered=over, price=price)

    # Consiliarius, Machina: own cards of one kind are taken up and laid again

    def _take_up(self) -> None:
        """ROMA-CONSILIARIUS, ROMA-MACHINA: all own persons (buildings) are taken up, the source itself included."""
        seat = self.turn
        person = self.effect == CONSILIARIUS
        for place in range(seat * DISCS, seat * DISCS + DISCS):
            card = self.rows[place]
            if card != EMPTY and IS_PERSON[card] == person:
                self.aside.append(card)
                self.rows[place] = EMPTY
        self.relaid = 0
        self.phase = REARRANGE
        if self.listener is not None:
            rule = "ROMA-CONSILIARIUS" if person else "ROMA-MACHINA"
            self.tell("take-up", rule, seat=seat, cards=self._names(self.aside))

    def laid_again(self) -> list[int]:
        """The taken-up cards that lie at a disc again."""
        return [card for disc, card in enumerate(self._own_row()) if self.relaid >> disc & 1]

    def _rearrange_choices(self) -> list[int]:
        """The cards are laid again one after another, as they lay from left to right: the order decides nothing."""
        relaid = self.relaid
        layings = LAYINGS[self.aside[0]]
        return [layings[disc] for disc in range(DISCS) if not relaid >> disc & 1]

    def _lay_again(self, disc: int) -> None:
        """Each at a disc of its own; a card of the other kind that lies there is discarded."""
        card = self.aside.pop(0)
        covered = self._lay(self.turn, card, disc)
        self.relaid |= 1 << disc
        if self.listener is not None:
            rule = "ROMA-CONSILIARIUS" if self.effect == CONSILIARIUS else "ROMA-MACHINA"
            self._tell_laid("lay-again", rule, card, disc, covered)
        if not self.aside:
            self.relaid = 0
            self._finish()

    # Legat

    def _legat(self) -> None:
        """ROMA-LEGAT: 1 point for each disc the opponent leaves unoccupied."""
        seat = self.turn
        base = (1 - seat) * DISCS
        number = self.rows[base : base + DISCS].count(EMPTY)
        if self.listener is not None:
            self.tell("legat", "ROMA-LEGAT", seat=seat, number=number)
        self._gain(seat, number)
        self._finish()

    # Mercator

    def _mercator_choices(self) -> list[int]:
        most = min(self.sestertii[self.turn] // MERCATOR_PRICE, self.points[1 - self.turn])
        return list(range(BUY, BUY + most))

    def _buy_points(self, number: int) -> None:
        """ROMA-MERCATOR: points of the opponent for 2 sestertii each, which go to him."""
        seat = self.turn
        price = number * MERCATOR_PRICE
        self.sestertii[seat] -= price
        self.sestertii[1 - seat] += price
        if self.listener is not None:
            self.tell("buy", "ROMA-MERCATOR", seat=seat, owner=1 - seat, number=number, price=price)
        self._take_points(number)
        self._finish()

    # Consul

    def _consul_choices(self) -> list[int]:
        legal = []
        last = 0
        for face in self.unused:
            if face != last:
                last = face
                if face < 6:
                    legal.append(RAISE + face - 1)
                if face > 1:
                    legal.append(LOWER + face - 1)
        return legal

    def _alter_die(self, face: int, by: int) -> None:
        """ROMA-CONSUL: one unused die shows 1 more or 1 less."""
        self.unused.remove(face)
        insort(self.unused, face + by)
        if self.listener is not None:
            self.tell("alter", "ROMA-CONSUL", seat=self.turn, die=face, result=face + by)
        self._finish()

    # Praetorianus

    def _block_choices(self) -> list[int]:
        return _BLOCKS

    def _block(self, disc: int) -> None:
        """ROMA-PRAETORIANUS: in his next turn the opponent may put no die on this disc."""
        self.blocking |= 1 << disc
        if self.listener is not None:
            self.tell("block", "ROMA-PRAETORIANUS", seat=self.turn, owner=1 - self.turn, disc=disc + 1)
        self._finish()

    # Scaenicus

    def can_copy(self, card: int, disc: int, dice: int) -> bool:
        """Whether a Scaenicus at ``disc`` can copy this card: a person other than Scaenicus, able to act there."""
        return card != EMPTY and IS_PERSON[card] and card != SCAENICUS and self.can_carry_out(card, disc, dice)

    def _copy_choices(self) -> list[int]:
        dice = len(self.unused)
        return sorted({COPY + card for card in self._own_row() if self.can_copy(card, self.disc, dice)})

    def _copy(self, card: int) -> None:
        """ROMA-SCAENICUS: the action of an own person, carried out by the Scaenicus at its own disc."""
        if self.listener is not None:
            self.tell("copy", "ROMA-SCAENICUS", seat=self.turn, card=WORDS[card])
        self._carry_out(card)

    # Haruspex, Aesculapinum: a card of choice from a pile

    def _look_through_pile(self) -> None:
        """ROMA-HARUSPEX: one who looks through the whole pile can also tell what the opponent holds."""
        if not self.deck:
            self._reshuffle()
        self.irrevocable += 1
        hand_is_clear(self, 1 - self.turn)
        self.phase = TAKE_CARD
        if self.listener is not None:
            secret = {"cards": self._names(sorted(self.deck))}
            self.tell("search", "ROMA-HARUSPEX", secret=secret, seers=(self.turn,), seat=self.turn)

    def _take_choices(self) -> list[int]:
        if self.effect == HARUSPEX:
            return sorted({TAKE + card for card in self.deck})
        return sorted({TAKE + card for card in self.discard if IS_PERSON[card]})

    def _take(self, card: int) -> None:
        seat = self.turn
        if self.effect == HARUSPEX:
            self.deck.remove(card)
            insort(self.hands[seat], card)
            self.dice.shuffle(self.deck)  # ROMA-HARUSPEX-B
            self.irrevocable += 1
            if self.listener is not None:
                secret = {"card": WORDS[card]}
                self.tell("take-hidden", "ROMA-HARUSPEX", secret=secret, seers=(seat,), seat=seat)
                self.tell("shuffle", "ROMA-HARUSPEX-B", number=len(self.deck))
        else:
            self.discard.remove(card)
            comes_openly(self, seat, card)
            if self.listener is not None:
                self.tell("take", "ROMA-AESCULAPINUM", seat=seat, card=WORDS[card])
        self._finish()

    # Essedum

    def _essedum(self) -> None:
        """ROMA-ESSEDUM: until the end of this turn, and as often as it is activated."""
        self.essedum += 1
        if self.listener is not None:
            self.tell("essedum", "ROMA-ESSEDUM", seat=self.turn, number=ESSEDUM_REDUCTION * self.essedum)
        self._finish()

    # Tribunus Plebis, Mercatus: points of the opponent

    def _tribunus_plebis(self) -> None:
        """ROMA-TRIBUNUS-PLEBIS: 1 point of the opponent."""
        if self.listener is not None:
            self.tell("tribunus-plebis", "ROMA-TRIBUNUS-PLEBIS", seat=self.turn, owner=1 - self.turn)
        self._take_points(1)
        self._finish()

    def _mercatus(self) -> None:
        """ROMA-MERCATUS: 1 point of the opponent for each of his Forums, as far as he has any."""
        base = (1 - self.turn) * DISCS
        forums = self.rows[base : base + DISCS].count(FORUM)
        number = min(forums, self.points[1 - self.turn])
        if self.listener is not None:
            self.tell("mercatus", "ROMA-MERCATUS", seat=self.turn, owner=1 - self.turn, number=number)
        self._take_points(number)
        self._finish()

    # Centurio

    def _centurio(self) -> None:
        """ROMA-CENTURIO-C: the battle die is thrown first, then comes the choice to add an action die.

        There is nothing to choose when the battle is won already or no die is left.
        """
        self.number = self._throw_battle_die()
        if self.unused and self.number < defence(self, 1 - self.turn, self.disc):
            self.phase = CENTURIO_DIE
            if self.listener is not None:
                self.tell("battle-die", "ROMA-CENTURIO-C", seat=self.turn, die=self.number)
        else:
            self._settle_centurio(0)

    def _settle_centurio(self, added: int) -> None:
        self._strike(self.disc, self.number, added)
        self._finish()

    def _add_choices(self) -> list[int]:
        """An unused die for the Centurio or the Templum, or none."""
        return [*self._unused_faces(ADD - 1), PASS]

    def _unused_faces(self, base: int) -> list[int]:
        legal = []
        last = 0
        for face in self.unused:
            if face != last:
                last = face
                legal.append(base + face)
        return legal

    def _use(self, face: int) -> None:
        self.unused.remove(face)
        self.used.append(face)

    # Basilica, Forum, Templum

    def _neighbours(self) -> list[int]:
        """The own cards at the discs directly beside that of the source; 1 and 6 are the ends of the row."""
        row = self._own_row()
        disc = self.disc
        return row[disc - 1 : disc] + row[disc + 1 : disc + 2]

    def _forum_choices(self) -> list[int]:
        return self._unused_faces(POINTS - 1)

    def _forum(self, face: int) -> None:
        """ROMA-FORUM: the second die counts as points, with 2 more for each Basilica beside the Forum."""
        self._use(face)
        beside = self._neighbours()
        self.number = face + BASILICA_POINTS * beside.count(BASILICA)
        if TEMPLUM in beside and self.unused:
            self.phase = TEMPLUM_DIE
        else:
            self._settle_forum()

    def _settle_forum(self) -> None:
        if self.listener is not None:
            self.tell("forum", "ROMA-FORUM", seat=self.turn, number=self.number)
        self._gain(self.turn, self.number)
        self._finish()

    def _add_die(self, face: int) -> None:
        """A further die for the Centurio (ROMA-CENTURIO-B) or through the Templum (ROMA-TEMPLUM); 0 for none."""
        if face:
            self._use(face)
        if self.phase == CENTURIO_DIE:
            self._settle_centurio(face)
        else:
            self.number += face
            self._settle_forum()
