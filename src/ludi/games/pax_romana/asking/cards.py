"""Event cards of a position from plain data: who holds which, what lies on top of the deck (17.1)."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import BadPosition
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.world.cards import CARD_NAMES, MOST_IN_HAND, UNKNOWN_CARD, seen_by, title_of


def put_hands(s: PaxRomanaState, hands: Sequence[Sequence[str]]) -> None:
    """Hands as a snapshot tells them: ``spies``, or ``spies@02`` if the Powers 0 and 2 have seen the card."""
    if len(hands) > len(s.box.powers):
        raise BadPosition(f"There are hands for {len(hands)} powers; this scenario has {len(s.box.powers)}.")
    for power, words in enumerate(hands):
        s.hands[power] = sorted((_card(word) for word in words), key=title_of)


def put_cards(
    s: PaxRomanaState,
    hands: Sequence[Sequence[str]],
    deck: Sequence[str],
    discards: Sequence[str],
    used_up: Sequence[str],
    *,
    checked: bool,
) -> None:
    """Hands, discards and what left the game; the rest is the deck, with these cards on top, the next first.

    A snapshot (not ``checked``) tells all but the Hands by its lists.
    """
    put_hands(s, hands)
    if not checked or not s.box.advanced:
        return
    for power, hand in enumerate(s.hands):
        if len(hand) > MOST_IN_HAND:
            raise BadPosition(f"{s.box.powers[power]} cannot hold more than {MOST_IN_HAND} cards.")
        for card in hand:
            if title_of(card) != UNKNOWN_CARD and not s.box.held[title_of(card)]:
                raise BadPosition(f"The card '{CARD_NAMES[title_of(card)]}' is played when drawn; nobody holds it.")
    s.discards = [_title(word) for word in discards]
    s.used_up = [_title(word) for word in used_up]
    on_top = [_title(word) for word in deck]
    left = [title for title, copies in enumerate(s.box.copies) for _ in range(copies)]
    placed = [title_of(card) for hand in s.hands for card in hand] + s.discards + s.used_up + on_top
    for title in placed:
        if title == UNKNOWN_CARD:
            continue
        if title not in left:
            raise BadPosition(f"There are not so many cards '{CARD_NAMES[title]}'; the deck has {s.box.copies[title]}.")
        left.remove(title)
    s.deck = left + on_top[::-1]


def _title(word: str) -> int:
    if word not in CARD_NAMES:
        raise BadPosition(f"There is no event card '{word}'.")
    return CARD_NAMES.index(word)


def _card(word: str) -> int:
    name, _, seen = word.partition("@")
    if not set(seen) <= set("0123"):
        raise BadPosition(f"A card is seen by powers 0 to 3, not by '{seen}'.")
    card = UNKNOWN_CARD if name == "?" else _title(name)
    for power in seen:
        card = seen_by(card, int(power))
    return card
