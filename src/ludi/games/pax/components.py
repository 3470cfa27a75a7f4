"""What lies in the box: the cards, and the static facts of a match once its options are chosen."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ludi.core import BadOption, Box, Game, Verb, Vocabulary
from ludi.core.files import other_separator

# The seven categories, in the order of the components list (PAX-GOAL-1).
WEALTH, FLEET, ARMY, RELIGION, SENATOR, LAND, INTRIGUE = range(7)
CATEGORIES = ("wealth", "fleet", "army", "religion", "senator", "land", "intrigue")
COPIES = (10, 10, 10, 10, 10, 12, 12)
"""Influence Cards of each category in one copy of the game (PAX-COMP-1)."""
COLUMNS = ("category", "symbols", "value", "copies")
"""What a card list must tell."""

DRAWN_CARDS = 3
"""Cards that are drawn in a turn (PAX-DRAW-1)."""

MAX_PLAYERS = 8
MAX_LEGIONS = MAX_PLAYERS + 1

# A card that lies hidden somewhere is its kind plus a bitmask of the seats that know it: kind | knowers << KIND_BITS.
KIND_BITS = 7
KIND_MASK = (1 << KIND_BITS) - 1
BLANK = KIND_MASK
"""A card nobody here knows: stands for unknown cards in a veiled position."""
MAX_SYMBOLS = 9
MAX_VALUE = 20


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of Influence Card: all its copies are alike (PAX-COMP-6)."""

    category: int
    symbols: int
    value: int
    copies: int

    @property
    def word(self) -> str:
        """Its stable name: category, symbols, value."""
        return f"{CATEGORIES[self.category]}-{self.symbols}-{self.value}"


def parse_deck(text: str, source: str) -> list[list[Any]]:
    """Read a card list (CSV: category,symbols,value,copies[,source]; # begins a comment).

    Gives the rows as plain data for the option ``deck``. A bad file is refused with its line and the reason.
    """
    rows: list[list[Any]] = []
    header: list[str] | None = None
    for number, line in enumerate(io.StringIO(text.removeprefix("\ufeff")), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            cells = [cell.strip() for cell in next(csv.reader([line]))]
        except csv.Error as error:
            raise BadOption(f"{source}, line {number}: {error}.") from None
        if header is None:
            header = [cell.lower() for cell in cells]
            missing = [name for name in COLUMNS if name not in header]
            if missing and (parted := other_separator(line, len(COLUMNS))):
                raise BadOption(f"{source}, line {number}: {parted}.")
            if missing:
                raise BadOption(
                    f"{source}, line {number}: the first line must name the columns category, symbols, value, copies; "
                    f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."
                )
            continue
        if len(cells) > len(header) or len(cells) < len(header) - ("source" in header):
            if parted := other_separator(line, len(COLUMNS)):
                raise BadOption(f"{source}, line {number}: {parted}.")
            given = "1 is" if len(cells) == 1 else f"{len(cells)} are"
            raise BadOption(f"{source}, line {number}: {len(header)} columns are named, but {given} given.")
        row = dict(zip(header, cells, strict=False))
        try:
            rows.append(
                _row(row["category"].lower(), *(_number(row[key], key) for key in ("symbols", "value", "copies")))
            )
            kinds_of(rows, complete=False)
        except BadOption as error:
            raise BadOption(f"{source}, line {number}: {error}") from None
        except KeyError as error:
            raise BadOption(f"{source}, line {number}: {error.args[0]} is missing.") from None
    if header is None:
        raise BadOption(f"{source}, line 1: the file is empty; it must begin with category,symbols,value,copies.")
    try:
        kinds_of(rows)
    except BadOption as error:
        raise BadOption(f"{source}: {error}") from None
    return rows


def _number(text: str, column: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadOption(f"{column} must be a whole number, not '{text[:20]}'.")
    return int(text)


def _row(category: object, symbols: object, value: object, copies: object) -> list[Any]:
    if category not in CATEGORIES:
        raise BadOption(f"'{category}' is no category; the categories are {', '.join(CATEGORIES)}.")
    for name, number, low, high in (
        ("symbols", symbols, 1, MAX_SYMBOLS),
        ("value", value, 0, MAX_VALUE),
        ("copies", copies, 1, max(COPIES)),
    ):
        if type(number) is not int or not low <= number <= high:
            raise BadOption(f"{name} must be a whole number from {low} to {high}, not {number}.")
    return [category, symbols, value, copies]


def kinds_of(rows: Sequence[Any], *, complete: bool = True) -> tuple[Kind, ...]:
    """The kinds of a card list, checked: each kind once, and (if ``complete``) the number of cards of each category."""
    kinds: list[Kind] = []
    seen: set[str] = set()
    counts = [0] * len(CATEGORIES)
    for row in rows:
        if not isinstance(row, (list, tuple)) or len(row) != 4:
            raise BadOption("A card is given by its category, symbols, value and copies.")
        category, symbols, value, copies = _row(*row)
        kind = Kind(CATEGORIES.index(category), symbols, value, copies)
        if kind.word in seen:
            raise BadOption(f"{category} with {symbols} symbols and value {value} is listed twice.")
        seen.add(kind.word)
        kinds.append(kind)
        counts[kind.category] += copies
        if counts[kind.category] > COPIES[kind.category]:
            raise BadOption(f"there are only {COPIES[kind.category]} cards of {category} in the game.")
    if complete:
        for category, count, expected in zip(CATEGORIES, counts, COPIES, strict=True):
            if count != expected:
                raise BadOption(f"there must be {expected} cards of {category}, but {count} are listed.")
    return tuple(sorted(kinds, key=lambda kind: (kind.category, kind.symbols, kind.value)))


@cache
def reconstructed_deck() -> tuple[Kind, ...]:
    """The card list that ships with the game."""
    text = (resources.files("ludi.games.pax") / "data" / "deck.csv").read_text(encoding="utf-8")
    return kinds_of(parse_deck(text, "deck.csv"))


# The verbs. Actions are written verb * SPAN + argument; rules.py has the numbers.
LEGION_WORDS = tuple(f"legion-{number}" for number in range(1, MAX_LEGIONS + 1))


class PaxBox(Box):
    """The static facts of one match of PAX."""

    __slots__ = (
        "aside",
        "category",
        "copies",
        "counts_open",
        "deck_size",
        "harvest_after_last_round",
        "kinds",
        "legions",
        "solo_level",
        "symbols",
        "value",
        "words",
    )

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        deck = options["deck"]
        self.kinds = reconstructed_deck() if deck == "reconstructed" else kinds_of(deck)
        self.words = words = tuple(kind.word for kind in self.kinds)
        players: int = options["players"]
        self.solo_level: int = options["solo"] if players == 1 else 0
        # PAX-SETUP-4, PAX-58-4, PAX-SOLO-3: one Legion more than players, but three in the solitaire game.
        self.legions = 3 if players == 1 else players + 1
        super().__init__(
            game,
            options,
            players,
            Vocabulary(
                [
                    Verb("keep", words),
                    Verb("display", words),
                    Verb("draw"),
                    Verb("pass"),
                    Verb("pick", words),
                    Verb("hand"),
                    Verb("under"),
                    Verb("lay", LEGION_WORDS[: self.legions]),
                    Verb("buy", LEGION_WORDS[: self.legions]),
                    Verb("play", words),
                    Verb("done"),
                    Verb("respond", words),
                    Verb("decline"),
                ]
            ),
        )
        self.category = [kind.category for kind in self.kinds]
        self.symbols = [kind.symbols for kind in self.kinds]
        self.value = [kind.value for kind in self.kinds]
        self.copies = [kind.copies for kind in self.kinds]
        self.counts_open: bool = options["open_counts"]
        self.harvest_after_last_round: bool = options["last_harvest"]
        # PAX-SETUP-3, PAX-58-2, PAX-SOLO-4: the cards that play, and those that stay aside unseen.
        total = sum(self.copies)
        self.deck_size = {1: total - 30, 2: total - 20, 3: total - 10}.get(players, total + 15 * max(0, players - 4))
        self.aside = (total if players <= 4 else 2 * total) - self.deck_size

    def words_for(self, kind: str) -> dict[str, int]:
        """All cards, or those of a category, each with its copies; the Legions. Empty for anything else."""
        if kind == "legions":
            return dict.fromkeys(LEGION_WORDS[: self.legions], 1)
        boxes = 1 if self.seats <= 4 else 2  # PAX-58-2
        return {each.word: boxes * each.copies for each in self.kinds if kind in ("cards", CATEGORIES[each.category])}

    def one_copy(self) -> list[int]:
        """All Influence Cards of one copy of the game, as kinds."""
        return [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]


def check_options(value: Mapping[str, Any]) -> None:
    """Check the options that depend on one another or on a card list."""
    if value["deck"] != "reconstructed":
        if not isinstance(value["deck"], list):
            raise BadOption("The option 'deck' is 'reconstructed' or a list of cards.")
        kinds_of(value["deck"])
    if value["start"] != "random" and int(value["start"]) > value["players"]:
        raise BadOption(f"Player {value['start']} cannot start: there are only {value['players']} players.")
