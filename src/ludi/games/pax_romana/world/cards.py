"""The Event cards of the Advanced Game (17.2): their titles, and a card in somebody's Hand as a number.

How many copies there are and which may be held stands in the data (``tables.toml``, ``[cards]``).
"""

from __future__ import annotations

from collections.abc import Sequence

CARD_NAMES = (
    "alliance",
    "alliance-with-rhodes",
    "alliance-with-pergamum",
    "ambush",
    "archimedes-effect",
    "barbarian-invasion",
    "bounteous-harvests",
    "change-in-political-scene",
    "change-in-foreign-policy",
    "conqueror",
    "conspiracy",
    "cunctator",
    "deus-ex-machina",
    "dies-irae",
    "diplomatic-mission",
    "disease",
    "famine-and-drought",
    "galley-tech-artillery",
    "galley-tech-corvus",
    "galley-tech-harpax",
    "independent-expansion",
    "local-insurrection",
    "mercenaries",
    "naval-ambush",
    "pirates",
    "poliorcates-effect",
    "pontus",
    "raise-the-militia",
    "rebellion",
    "revenues-and-stability",
    "slave-revolt",
    "soldier-of-fortune",
    "spies",
    "stability-and-opportunity",
    "stability-check",
    "successor-wars",
    "tactical-surprise",
    "traitor",
    "tribal-resurgence",
)
(ALLIANCE, ALLIANCE_WITH_RHODES, ALLIANCE_WITH_PERGAMUM, AMBUSH, ARCHIMEDES, BARBARIAN_INVASION) = range(6)
(BOUNTEOUS_HARVESTS, POLITICAL_SCENE, FOREIGN_POLICY, CONQUEROR, CONSPIRACY, CUNCTATOR) = range(6, 12)
(DEUS_EX_MACHINA, DIES_IRAE, DIPLOMATIC_MISSION, DISEASE, FAMINE_AND_DROUGHT, ARTILLERY) = range(12, 18)
(CORVUS, HARPAX, INDEPENDENT_EXPANSION, LOCAL_INSURRECTION, MERCENARIES, NAVAL_AMBUSH) = range(18, 24)
(PIRATES, POLIORCATES, PONTUS, RAISE_THE_MILITIA, REBELLION, REVENUES_AND_STABILITY) = range(24, 30)
(SLAVE_REVOLT, SOLDIER_OF_FORTUNE, SPIES, STABILITY_AND_OPPORTUNITY, STABILITY_CHECK, SUCCESSOR_WARS) = range(30, 36)
(TACTICAL_SURPRISE, TRAITOR, TRIBAL_RESURGENCE) = range(36, 39)

ANSWERS = (AMBUSH, DEUS_EX_MACHINA, NAVAL_AMBUSH, TACTICAL_SURPRISE)
"""Titles that are played only in answer to what they speak of (17.1.5)."""
GALLEY_TECH = (ARTILLERY, CORVUS, HARPAX)
"""Titles that give better Galleys."""
MOST_IN_HAND = 3
"""Cards that may be held in Hand (17.1.4)."""
MOST_KEPT = 1
"""Cards that may be carried over into the next Game-Turn (17.1.4)."""

UNKNOWN_CARD = 63
"""A card that a position does not know."""
SEEN_BY = 64
"""``SEEN_BY << power``: flag of a card in Hand that another Power has seen."""


def rule_of(title: int) -> str:
    """The rule that says what a title does.

    >>> rule_of(SPIES)
    'PR-17.2-SPIES'
    """
    return f"PR-17.2-{CARD_NAMES[title].upper()}"


def described(copies: Sequence[int], held: Sequence[bool], once: Sequence[bool]) -> dict[str, dict[str, int | str]]:
    """By title how many copies the deck has, when it is played, whether it then leaves the game, and its rule."""
    return {
        word: {
            "copies": copies[title],
            "when": "answer" if title in ANSWERS else "held" if held[title] else "drawn",
            "once": once[title],
            "rule": rule_of(title),
        }
        for title, word in enumerate(CARD_NAMES)
    }


def title_of(card: int) -> int:
    """The number of a card's title; UNKNOWN_CARD if it is not known.

    >>> CARD_NAMES[title_of(seen_by(SPIES, 2))]
    'spies'
    """
    return card & UNKNOWN_CARD


def card_seen_by(card: int, power: int) -> bool:
    """Whether another Power has seen a card in Hand.

    >>> card_seen_by(seen_by(SPIES, 2), 2), card_seen_by(seen_by(SPIES, 2), 1)
    (True, False)
    """
    return card & SEEN_BY << power != 0


def seen_by(card: int, power: int) -> int:
    """A card in Hand that one more Power has seen."""
    return card | SEEN_BY << power


def without(hand: list[int], title: int, powers: int) -> list[int]:
    """A Hand after one card of this title left it openly: of several equal ones nobody else can tell which it was.

    So whoever had seen some of them has seen one fewer of those that are left.

    >>> without([seen_by(SPIES, 1), SPIES], SPIES, 2) == [SPIES]
    True
    """
    equal = [card for card in hand if title_of(card) == title]
    left = [title] * (len(equal) - 1)
    for power in range(powers):
        seen = sum(card_seen_by(card, power) for card in equal) - 1
        for place in range(max(0, seen)):
            left[place] = seen_by(left[place], power)
    others = [card for card in hand if title_of(card) != title]
    return sorted(others + left, key=title_of)


def after_theft(hand: list[int], taken: int, thief: int) -> list[int]:
    """A Hand after one card was taken blindly: only the thief still knows what he had seen of the others.

    Anybody else cannot tell which card is gone, unless all were alike to him.

    >>> after_theft([seen_by(seen_by(SPIES, 1), 2), seen_by(TRAITOR, 2)], seen_by(TRAITOR, 2), 1) == [seen_by(SPIES, 1)]
    True
    """
    left = hand[:]
    left.remove(taken)
    if all(card == hand[0] for card in hand):
        return left
    return [seen_by(title_of(card), thief) if card_seen_by(card, thief) else title_of(card) for card in left]
