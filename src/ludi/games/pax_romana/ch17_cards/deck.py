"""Chapter 17.1: the deck, the discards and the Hands."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import (
    CARD_NAMES,
    UNKNOWN_CARD,
    after_theft,
    card_seen_by,
    seen_by,
    title_of,
    without,
)


def new_deck(s: Position) -> None:
    """All cards that are neither in a Hand nor out of the game, shuffled (17.1.1)."""
    left = [title for title, copies in enumerate(s.box.copies) for _ in range(copies)]
    for title in s.used_up:
        left.remove(title)
    for hand in s.hands:
        for card in hand:
            left.remove(title_of(card))
    s.discards = []
    s.deck = left
    s.dice.shuffle(s.deck)


def draw(s: Position, power: int) -> int:
    """The top card; one that may be held goes to the Hand (17.1.3). -1: the deck is empty."""
    if not s.deck:
        return -1
    s.reveal()
    title = s.deck.pop()
    if s.box.held[title]:
        put_in_hand(s, power, title)
    if s.listener is not None:
        facts = {"card": CARD_NAMES[title]}
        who = s.box.powers[power]
        if s.box.held[title]:
            s.tell("card-drawn", "PR-17.1.3a", facts, (s.box.seat_of[power],), power=who)
        else:
            s.tell("card-turned", "PR-17.1.3a", power=who, card=CARD_NAMES[title])
    return title


def put_in_hand(s: Position, power: int, card: int) -> None:
    s.hands[power] = sorted([*s.hands[power], card], key=title_of)


def holds(s: Position, power: int, title: int) -> bool:
    return any(title_of(card) == title for card in s.hands[power])


def titles(s: Position, power: int) -> list[int]:
    """What a Power holds, each title once."""
    hand = s.hands[power]
    return sorted({title_of(card) for card in hand}) if hand else []


def take_from_hand(s: Position, power: int, title: int) -> None:
    """A card leaves a Hand openly."""
    s.hands[power] = without(s.hands[power], title, len(s.box.powers))


def lay_aside(s: Position, title: int, *, effect: bool) -> None:
    """A card is done with: those that are used once leave the game if they took effect (17.1.1)."""
    if effect and s.box.once[title]:
        s.used_up.append(title)
    else:
        s.discards.append(title)


def discard(s: Position, power: int, title: int) -> None:
    """A card out of the Hand as No Event (17.1.5)."""
    take_from_hand(s, power, title)
    s.discards.append(title)
    if s.listener is not None:
        s.tell("card-discarded", "PR-17.1.5b", power=s.box.powers[power], card=CARD_NAMES[title])


def look_at(s: Position, hand_of: int, viewer: int) -> None:
    """A Power sees another's Hand."""
    s.reveal()
    s.hands[hand_of] = [seen_by(card, viewer) for card in s.hands[hand_of]]


def known_cards(s: Position, hand_of: int, own: tuple[int, ...]) -> list[int]:
    """The titles in a Hand as some Powers know them, then -1 for each that they do not."""
    found = []
    for card in s.hands[hand_of]:
        known = hand_of in own or any(card_seen_by(card, power) for power in own)
        if known and title_of(card) != UNKNOWN_CARD:
            found.append(title_of(card))
    return found + [-1] * (len(s.hands[hand_of]) - len(found))


def could_hold(s: Position, power: int, title: int) -> bool:
    """Whether by what everybody sees a Power could hold such a card: it has cards, and not all copies are elsewhere."""
    seen = s.discards.count(title) + s.used_up.count(title)
    seen += s.on_the_table(title)
    return bool(s.hands[power]) and seen < s.box.copies[title]


def return_hand(s: Position, power: int) -> None:
    """A whole Hand goes back into the deck, unseen, and the deck is shuffled."""
    if s.hands[power]:
        s.reveal()
        s.deck += [title_of(card) for card in s.hands[power]]
        s.hands[power] = []
        s.dice.shuffle(s.deck)


def steal(s: Position, power: int, victim: int) -> int:
    """A random card goes from one Hand to another; the title. Only these two know which one it is.

    Whoever had seen cards of the victim cannot tell which of them is gone.
    """
    s.reveal()
    before = s.hands[victim]
    taken = s.dice.choose(before)
    s.hands[victim] = after_theft(before, taken, power)
    put_in_hand(s, power, seen_by(title_of(taken), victim))
    return title_of(taken)


def pass_card(s: Position, giver: int, taker: int, title: int) -> None:
    """A card goes openly from one Hand to another (4.3.1): everybody knows from now on who has it."""
    take_from_hand(s, giver, title)
    card = title
    for power in range(len(s.box.powers)):
        if power != taker:
            card = seen_by(card, power)
    put_in_hand(s, taker, card)


def show_openly(s: Position, power: int, title: int) -> None:
    """A Power names a card that it holds: everybody knows of it."""
    s.reveal()
    hand = s.hands[power]
    everybody = title
    for other in range(len(s.box.powers)):
        if other != power:
            everybody = seen_by(everybody, other)
    places = [place for place, card in enumerate(hand) if title_of(card) == title and card != everybody]
    if places:
        hand[places[0]] = everybody
