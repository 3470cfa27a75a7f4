"""From the shape of a game's view to the slots of its vector: what is declared there, and what the match knows, is all
that the layout depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.core import Box
from ludi.core.fit import length_of, words_of
from ludi.core.shape import (
    Either,
    Flag,
    Listing,
    Maybe,
    Number,
    Real,
    Row,
    SeatShape,
    Shape,
    Sparse,
    Table,
    Thing,
    Word,
)
from ludi.core.shape import Part as Key
from ludi.research.lists import as_row, bag, some
from ludi.research.slots import (
    ANYTHING,
    FLAG,
    LEFT_OUT,
    Part,
    Rest,
    Slots,
    Write,
    as_digits,
    as_number,
    constant,
    one_of,
    optional,
    present_too,
    seat_ahead,
    seat_itself,
    seats_ahead,
    untold,
)

MANY = 400
"""Words out of more than so many are written as binary digits."""
MANY_DEEP = 16
"""The same where they are repeated for many things."""
LONG = 8
"""What stands in a list of more items than this is repeated for many things."""
OTHERS = "+"
"""Of a table the place of things without slots of their own."""
OWN_SEAT = "seat"
"""The key under which an item of a list by seats has the number of its seat."""


class Layout:
    """Makes the slots of one match."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.numbered: dict[str, list[str]] = {}
        """The words that are written as binary digits, by their kinds, in the order of their numbers from 1."""

    def view(self, shape: Thing) -> Part:
        """The slots of the whole view. They begin with who looks, the only seat that is not counted from there."""
        parts = {key: self.key(each, False) for key, each in shape.parts.items() if key != "you"}
        return self.keys({"you": seat_itself(self.box.seats), **parts}, shape.parts)

    def part(self, shape: Shape, deep: bool = False, under: str = "") -> Part:
        """The slots of one place; ``deep``: it is repeated for many things; ``under``: its key in a table."""
        match shape:
            case Real():
                return as_number(False)
            case Number(least):
                return as_number(least is not None and least > 0)
            case Flag():
                return FLAG
            case SeatShape():
                return seat_ahead(self.box.seats)
            case Word():
                return self.word(shape, deep)
            case Maybe(inner):
                return optional(self.part(inner, deep, under))
            case Thing():
                return self.thing(shape, deep)
            case Either(things):
                return self.either(things, deep)
            case Table():
                return self.table(shape, under)
            case Row(items):
                return as_row([self.part(item, deep) for item in items])
            case Listing():
                return self.listing(shape, deep)

    def word(self, word: Word, deep: bool) -> Part:
        words = list(words_of(word, self.box))
        if not words:
            return ANYTHING
        if len(word.words) == 1:
            return constant(words[0])
        return self.digits(word) if len(words) > (MANY_DEEP if deep else MANY) else one_of(words)

    def digits(self, word: Word) -> Part:
        words = sorted(words_of(word, self.box))
        self.numbered[" or ".join(word.kinds) or "word"] = words
        return as_digits(words)

    def key(self, key: Key, deep: bool) -> Part:
        if key.drawn:
            return LEFT_OUT
        if not key.told:
            return untold(isinstance(key.shape, Maybe))
        inner = self.part(key.shape, deep)
        return inner if key.needed or inner.sure else present_too(inner)

    def thing(self, thing: Thing, deep: bool, but: str = "") -> Part:
        parts = {key: self.key(each, deep) for key, each in thing.parts.items() if key != but}
        return self.keys(parts, thing.parts, but)

    def keys(self, parts: Mapping[str, Part], declared: Mapping[str, Key], but: str = "") -> Part:
        """Things with fixed keys, one after another; ``but``: a key that somebody else writes."""
        slots: dict[str, tuple[int, Write, int]] = {}
        offset = 0
        for key, part in parts.items():
            slots[key] = (offset, part.write, int(declared[key].needed))
            offset += len(part.names)
        needed = frozenset(key for key in parts if declared[key].needed)
        number = len(needed)

        def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
            if type(value) is not dict:
                rest.append((at, value))
                return
            seen = 0
            for key, inner in value.items():
                if key in slots:
                    offset, write_part, counts = slots[key]
                    write_part(inner, at + offset, seat, row, rest)
                    seen += counts
                elif key != but:
                    rest.append((at, key, inner))
            if seen < number:
                rest.append((at, "without", sorted(needed - value.keys())))

        names = [f".{key}{name}" for key, part in parts.items() for name in part.names]
        places: dict[str | int, tuple[int, Part]] = {key: (slots[key][0], part) for key, part in parts.items()}
        return Part(names, write, any(parts[key].sure for key in needed), places=places)

    def either(self, things: Sequence[Thing], deep: bool) -> Part:
        """One of several things: which, and the slots of each."""
        tag, words = tags_of(things)
        parts = [self.thing(thing, deep) for thing in things]
        offsets = [len(things) + sum(len(part.names) for part in parts[:place]) for place in range(len(parts))]
        places: dict[Any, int] = {word: place for place, word in enumerate(words)}

        def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
            place = places.get(str(value.get(tag))) if type(value) is dict else None
            if place is None:
                rest.append((at, value))
                return
            row[at + place] = 1.0
            parts[place].write(value, at + offsets[place], seat, row, rest)

        inner = [f".{word}{name}" for word, part in zip(words, parts, strict=True) for name in part.names]
        return Part([*(f"={word}" for word in words), *inner], write, True)

    def table(self, table: Table, under: str) -> Part:
        """Things by name: slots for every name, and for names that are seldom used some that they share."""
        keys, shared = self.names_of(table, under)
        alike = self.value_of(table, "") if not depends_on_key(table.value) else None
        parts = {key: alike or self.value_of(table, key) for key in keys}
        slots: dict[str, tuple[int, Write]] = {}
        offset = 0
        for key, part in parts.items():
            slots[key] = (offset, part.write)
            offset += len(part.names)
        digits = self.digits(table.key) if shared else ANYTHING
        inner = self.value_of(table, "")
        stride, first = len(digits.names) + len(inner.names), offset
        filled = table.filled

        def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
            if type(value) is not dict or (filled and not value):
                rest.append((at, value))
                return
            others = {}
            for key, each in value.items():
                if key in slots:
                    offset, write_value = slots[key]
                    write_value(each, at + offset, seat, row, rest)
                else:
                    others[key] = each
            write_others(others, at + first, seat, row, rest)

        def write_others(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
            for number, key in enumerate(sorted(value)):
                if number < shared and key in digits.words:
                    here = at + number * stride
                    digits.write(key, here, seat, row, rest)
                    inner.write(value[key], here + len(digits.names), seat, row, rest)
                else:
                    rest.append((at - first, key, value[key]))

        names = [f".{key}{name}" for key, part in parts.items() for name in part.names]
        others = [
            name
            for number in range(shared)
            for name in (*(f".+{number}.name{n}" for n in digits.names), *(f".+{number}{n}" for n in inner.names))
        ]
        places: dict[str | int, tuple[int, Part]] = {key: (slots[key][0], part) for key, part in parts.items()}
        places[OTHERS] = (first, Part(others, write_others, False))
        return Part(names + others, write, filled, places=places)

    def names_of(self, table: Table, under: str) -> tuple[list[str], int]:
        """The names with slots of their own, and how many others may stand beside them."""
        if table.sparse is None:
            return list(words_of(table.key, self.box)), 0
        sparse: Sparse = table.sparse
        apart = not sparse.unless or under in self.box.game.words_for(self.box, sparse.unless)
        return list(self.box.game.words_for(self.box, sparse.but)) if apart and sparse.but else [], sparse.number

    def value_of(self, table: Table, key: str) -> Part:
        inner = self.part(table.value, True, key)
        return inner if inner.sure else present_too(inner)

    def listing(self, listing: Listing, deep: bool) -> Part:
        item = listing.item
        if listing.one_per:
            return self.one_per(listing, deep)
        if isinstance(item, SeatShape):
            return seats_ahead(self.box.seats)
        if listing.up_to:
            return some([self.part(item, deep or listing.up_to > LONG)] * listing.up_to)
        if isinstance(item, Word) and (item.kinds or item.words):
            return bag(words_of(item, self.box), str, listing.in_order)
        if isinstance(item, Number) and item.least is not None and item.most is not None:
            return bag({str(number): 1 for number in range(item.least, item.most + 1)}, int, listing.in_order)
        raise TypeError(f"How many items can a list of {item} have? Mark it with UpTo or OnePer.")

    def one_per(self, listing: Listing, deep: bool) -> Part:
        """A list with an item for every word of a kind; one by seats begins with the observer."""
        item, turned = listing.item, listing.one_per == "seats"
        own = turned and isinstance(item, Thing) and isinstance(told(item, OWN_SEAT), SeatShape)
        inner = self.thing(item, deep, OWN_SEAT) if own and isinstance(item, Thing) else self.part(item, deep)
        return as_row([inner] * length_of(listing.one_per, self.box), turned, OWN_SEAT if own else "")


def told(thing: Thing, key: str) -> Shape | None:
    found = thing.parts.get(key)
    return None if found is None else found.shape


def depends_on_key(value: Shape) -> bool:
    """Whether things of a table have other slots under one key than under another."""
    return isinstance(value, Table) and value.sparse is not None and bool(value.sparse.unless)


def tags_of(things: Sequence[Thing]) -> tuple[str, list[str]]:
    """The key by which things are told apart, and the word of each."""
    for key in things[0].parts:
        shapes = [told(thing, key) for thing in things]
        words = [shape.words[0] for shape in shapes if isinstance(shape, Word) and len(shape.words) == 1]
        if len(set(words)) == len(things):
            return key, words
    raise TypeError(f"Nothing tells {' and '.join(thing.made_of.__name__ for thing in things)} apart.")
