"""What lies in the box: 52 cards of 25 kinds, six dice discs, 36 victory points, and the words of all actions.

A card is an int, the number of its kind: all copies of a kind are alike, so equal cards never give two equal choices. A
disc is an int from 0 to 5 inside the engine and a number from 1 to 6 in every word, view and sentence.
"""

from __future__ import annotations

import csv
from importlib import resources
from typing import Any, Final

from ludi.core import SPAN, Box, Game, Verb, Vocabulary
from ludi.games.roma.shape import Kind

# The kinds, numbered as the lines of data/cards.csv (ROMA-DECK-1, ROMA-DECK-2).
SICARIUS: Final = 0
ARCHITECTUS: Final = 1
CONSILIARIUS: Final = 2
LEGAT: Final = 3
GLADIATOR: Final = 4
MERCATOR: Final = 5
CONSUL: Final = 6
LEGIONARIUS: Final = 7
NERO: Final = 8
PRAETORIANUS: Final = 9
SCAENICUS: Final = 10
HARUSPEX: Final = 11
SENATOR: Final = 12
VELITES: Final = 13
ESSEDUM: Final = 14
TRIBUNUS_PLEBIS: Final = 15
CENTURIO: Final = 16
AESCULAPINUM: Final = 17
BASILICA: Final = 18
MACHINA: Final = 19
FORUM: Final = 20
MERCATUS: Final = 21
ONAGER: Final = 22
TEMPLUM: Final = 23
TURRIS: Final = 24

KINDS: Final = 25
EMPTY: Final = -1
"""No card: what lies at an unoccupied disc."""
BLANK: Final = 25
"""A card nobody here knows: stands for unknown cards in a veiled position."""

PERSON: Final = "person"

SEATS: Final = 2
DISCS: Final = 6
DICE: Final = 3
VICTORY_POINTS: Final = 36
STARTING_POINTS: Final = 10
STARTING_HAND: Final = 4
GIFTS: Final = 2


def _read_cards() -> list[dict[str, str]]:
    text = (resources.files("ludi.games.roma") / "data" / "cards.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


_CARDS = _read_cards()

WORDS: Final = tuple(card["id"] for card in _CARDS)
"""The stable word of each kind."""
TYPES: Final[tuple[Kind, ...]] = tuple("person" if card["type"] == PERSON else "building" for card in _CARDS)
PRICE: Final = [int(card["cost"]) for card in _CARDS]
DEFENCE: Final = [int(card["defence"]) for card in _CARDS]
COPIES: Final = [int(card["copies"]) for card in _CARDS]
DICE_NEEDED: Final = [int(card["dice"]) for card in _CARDS]
"""0: always in effect, 1: a die activates it, 2: and a second one fixes the points (ROMA-COMP-7 to 9)."""
IS_PERSON: Final = [kind == PERSON for kind in TYPES]
NUMBER_OF: Final = {word: number for number, word in enumerate(WORDS)}

DECK: Final = tuple(kind for kind in range(KINDS) for _ in range(COPIES[kind]))
"""All 52 cards, in the order of their kinds."""

# The verbs. An action is verb * SPAN + argument; the words of the arguments are in `vocabulary` below.
GIVE: Final = 0 * SPAN
LAY: Final = 1 * SPAN
RETHROW: Final = 2 * SPAN
STAND: Final = 3 * SPAN
MONEY: Final = 4 * SPAN
DRAW: Final = 5 * SPAN
ACTIVATE: Final = 6 * SPAN
END: Final = 7 * SPAN
KEEP: Final = 8 * SPAN
TARGET: Final = 9 * SPAN
DONE: Final = 10 * SPAN
BUY: Final = 11 * SPAN
RAISE: Final = 12 * SPAN
LOWER: Final = 13 * SPAN
BLOCK: Final = 14 * SPAN
COPY: Final = 15 * SPAN
TAKE: Final = 16 * SPAN
POINTS: Final = 17 * SPAN
ADD: Final = 18 * SPAN
PASS: Final = 19 * SPAN

LAYINGS: Final = [[LAY + kind * DISCS + disc for disc in range(DISCS)] for kind in range(KINDS)]
"""For each kind, the actions that lay it at one of the six discs."""

_NUMBERS = tuple(str(number) for number in range(1, DISCS + 1))


def vocabulary() -> Vocabulary:
    """All actions of the game, in the order of the constants above. A number is a face of a die or a disc."""
    return Vocabulary(
        [
            Verb("give", WORDS),
            Verb("lay", [f"{word}-{disc}" for word in WORDS for disc in _NUMBERS]),
            Verb("rethrow"),
            Verb("stand"),
            Verb("money", _NUMBERS),
            Verb("draw", _NUMBERS),
            Verb("activate", _NUMBERS),
            Verb("end"),
            Verb("keep", WORDS),
            Verb("target", _NUMBERS),
            Verb("done"),
            Verb("buy", [str(number) for number in range(1, VICTORY_POINTS + 1)]),
            Verb("raise", _NUMBERS),
            Verb("lower", _NUMBERS),
            Verb("block", _NUMBERS),
            Verb("copy", WORDS),
            Verb("take", WORDS),
            Verb("points", _NUMBERS),
            Verb("add", _NUMBERS),
            Verb("pass"),
        ]
    )


class RomaBox(Box):
    """The static facts of one match of Roma."""

    __slots__ = ()

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        super().__init__(game, options, SEATS, vocabulary())


def rule_of(kind: int) -> str:
    """The id of the requirement that says what a card does."""
    return "ROMA-" + WORDS[kind].upper()
