"""A view as a vector of numbers, the same way for every game, without loss: different views have different vectors.

Nobody writes an encoding by hand. The encoder looks at the views of some games, always the same ones, and so learns the
shape of the game's view; from that shape follow the slots of the vector, each with a name. The rules:

====================================  ==============================================================================
in the view                           in the vector
====================================  ==============================================================================
a number                              one slot, the number divided by 10
true or false                         one slot, 1 or 0
a word                                one slot for every word that can stand there (``=word``)
a word out of very many, repeated     its number among them as binary digits (``/0``, ``/1`` ...)
something that may be None            one more slot in front (``?``): 1 if it is there; if not, its slots are 0
a part that is not in every view      one more slot in front (``!``), unless its own slots tell that it is there
a seat (``turn``, ``starter`` ...)    one slot per seat, counted from the observer: ``+0`` is oneself, ``+1`` the next
a list of seats                       the same, several may be 1
things by name (Units by Space ...)   the same slots for every name of that kind that was seen, and four times more
                                      (``+0`` to ``+3``) for other names, those in binary digits
a list of always the same length      its items, one after another; the list of players begins with the observer
a list of words or numbers            for every word how many there are, divided by 4 (``#word``); if the order can
                                      tell something, also the place of each (``@word``), divided by 10
a list of words out of very many      its items, each as binary digits
a list of anything else               its items up to the greatest length seen
who looks                             one slot per seat (``you=0`` ...)
====================================  ==============================================================================

What the layout has no place for (a rare word, a longer list than ever seen, the outcome) goes into the last nine slots:
``rest?`` is 1, and ``rest/0`` to ``rest/7`` are a digest of it. So nothing in a view is ever without effect.

>>> encoder = Encoder.of("roma")
>>> encoder.names[:3]
['you=0', 'you=1', 'phase=actions']
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ludi.core import Box, registry
from ludi.research.shape import LEFT_OUT, Shape, look, make_alike
from ludi.research.slots import (
    COUNT_SCALE,
    FLAG,
    NOTHING,
    NUMBER_SCALE,
    Part,
    Rest,
    Row,
    Write,
    as_digits,
    as_number,
    leave,
    numbered,
    offsets_of,
    one_of,
    optional,
    present_too,
    roomy,
)

SEAT_KEYS = frozenset({"turn", "starter", "conspirator", "actors", "actor", "owner"})
"""Keys of views under which numbers may be seats."""
MANY = 40
"""Words out of more than so many are written as binary digits where they stand often."""
ALIKE = 8
"""Parts of an object that are all words, if there are so many of them, can all have the same words."""
SPARES = 4
"""Slots for things at names at which nothing was seen when the shape was learned."""
GOOD_PART = 0.2
"""If so much of a family of words was seen at a place, all of it can stand there."""
REST = 8


class Encoder:
    """Turns the views of one set-up of a game into vectors of one length."""

    def __init__(self, box: Box) -> None:
        self.seats = box.seats
        shape, arguments = look(box)
        seen = shape.all_words() | arguments
        self._families = _families(box, seen)
        self._actions = frozenset(box.vocabulary.spell(action) for action in box.vocabulary)
        self._copies = shape.most_copies()
        root = self._object(shape, deep=False)
        self._first = self.seats
        self._last = self.seats + len(root.names)
        self._root = root.write
        self.names: list[str] = [
            *(f"you={seat}" for seat in range(self.seats)),
            *(name.removeprefix(".") for name in root.names),
            "rest?",
            *(f"rest/{number}" for number in range(REST)),
        ]
        """The name of every slot."""
        self._blank = array("f", bytes(4 * len(self.names)))

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any] | None = None) -> Encoder:
        """The encoder of a game with these options; made once and kept."""
        box = registry.find(game).box(options or {})
        return _kept(game, tuple(sorted((key, repr(value)) for key, value in box.options.items())), _Hidden(box))

    @property
    def size(self) -> int:
        return len(self.names)

    def encode(self, view: Mapping[str, Any]) -> array[float]:
        """The vector of a view, as 32-bit floats."""
        row, rest = self._written(view)
        if rest:
            text = json.dumps(rest, sort_keys=True)
            row[self._last] = 1.0
            digest = hashlib.blake2b(text.encode(), digest_size=REST).digest()
            row[self._last + 1 :] = array("f", [byte / 255.0 for byte in digest])
        return row

    def unplaced(self, view: Mapping[str, Any]) -> list[Any]:
        """What of a view has no slots of its own and goes into the digest."""
        return [each[1:] for each in self._written(view)[1]]

    def _written(self, view: Mapping[str, Any]) -> tuple[array[float], Rest]:
        row = self._blank[:]
        you = view["you"]
        if you is not None:
            row[you] = 1.0
        rest: Rest = []
        self._root(view, self._first, you or 0, row, rest)
        if view["outcome"] is not None:
            rest.append(("outcome", view["outcome"]))
        return row, rest

    # From the shape to slots

    def _layout(self, shape: Shape, key: str, deep: bool) -> Part:
        """The slots of what may be None; ``deep``: they are repeated for many things."""
        if key in SEAT_KEYS and self._is_seat(shape):
            return self._seats_at(shape)
        part = self._present(shape, key, deep)
        return optional(part) if shape.missing else part

    def _is_seat(self, shape: Shape) -> bool:
        where = shape if shape.items is None else shape.items
        return where.numbers and not where.words and where.zero and where.least >= 0 and where.most < self.seats

    def _present(self, shape: Shape, key: str, deep: bool) -> Part:
        if shape.objects:
            return self._object(shape, deep)
        if shape.items is not None:
            return self._list(shape, key, deep)
        if shape.words:
            return self._word(shape.words, deep)
        if shape.numbers:
            return as_number(not shape.zero)
        return FLAG if shape.flags else NOTHING

    def _seats_at(self, shape: Shape) -> Part:
        seats = self.seats
        every = range(seats)
        several, missing = shape.items is not None, shape.missing

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if value is None and missing and not several:
                return
            found = value if several else [value]
            if type(found) is not list or any(type(each) is not int or each not in every for each in found):
                rest.append((at, value))
                return
            if len(found) > 1 and found != sorted(set(found)):
                rest.append((at, value))
            for each in found:
                row[at + (each - seat) % seats] = 1.0

        return Part([f"=+{ahead}" for ahead in every], write, not several and not missing)

    def _object(self, shape: Shape, deep: bool) -> Part:
        family = None if deep else self._family(set(shape.parts))
        if family is not None and (shape.open or len(family.all) > MANY):
            return self._by_name(shape, family)
        if len(shape.parts) >= ALIKE and all(part.only_words() for part in shape.parts.values()):
            make_alike(shape.parts.values())
        parts: dict[str, Part] = {}
        for key, seen in shape.parts.items():
            inner = self._layout(seen, key, deep)
            parts[key] = present_too(inner) if shape.open and not inner.sure else inner
        slots: dict[str, tuple[int, Write]] = {}
        offset = 0
        for key, slotted in parts.items():
            slots[key] = (offset, slotted.write)
            offset += len(slotted.names)
        sure = any(part.sure for part in parts.values()) and not shape.empty
        needed = 0 if shape.open else len(parts)

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if type(value) is not dict or (sure and not value):
                rest.append((at, value))
                return
            others = 0
            for key, part in value.items():
                if key in slots:
                    offset, write_part = slots[key]
                    write_part(part, at + offset, seat, row, rest)
                else:
                    others += 1
                    if key not in LEFT_OUT:
                        rest.append((at, key, part))
            if len(value) - others < needed:
                rest.append((at, "without", sorted(slots.keys() - value.keys())))

        return Part([f".{key}{name}" for key, part in parts.items() for name in part.names], write, sure)

    def _by_name(self, shape: Shape, family: Family) -> Part:
        """Things by name: the same slots for every name, and some more for names at which nothing was ever seen."""
        merged = Shape()
        for part in shape.parts.values():
            merged.merge(part)
        inner = self._layout(merged, "", True)
        inner = inner if inner.sure else present_too(inner)
        keys = family.domain if len(shape.parts) >= GOOD_PART * len(family.domain) else sorted(shape.parts)
        width = len(inner.names)
        slots = {key: place * width for place, key in enumerate(keys)}
        digits = as_digits(sorted(family.all))
        spare = width * len(keys)
        stride = len(digits.names) + width
        spares = 0 if len(keys) == len(family.all) else SPARES
        sure = not shape.empty

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if type(value) is not dict or (sure and not value):
                rest.append((at, value))
                return
            others = []
            for key, part in value.items():
                slot = slots.get(key)
                if slot is None:
                    others.append(key)
                else:
                    inner.write(part, at + slot, seat, row, rest)
            for number, key in enumerate(sorted(others)):
                if number < spares and key in family.all:
                    first = at + spare + number * stride
                    digits.write(key, first, seat, row, rest)
                    inner.write(value[key], first + len(digits.names), seat, row, rest)
                else:
                    rest.append((at, key, value[key]))

        names = [f".{key}{name}" for key in keys for name in inner.names]
        for number in range(spares):
            names += [f".+{number}.name{name}" for name in digits.names] + [f".+{number}{name}" for name in inner.names]
        return Part(names, write, sure)

    def _family(self, seen: set[str]) -> Family | None:
        """The smallest family that all these words belong to."""
        return next((family for family in self._families if seen and seen <= family.all), None)

    def _word(self, seen: set[str], deep: bool) -> Part:
        family = self._family(seen)
        if family is None:
            return one_of(sorted(seen))
        if len(family.all) > MANY:
            digits = as_digits(sorted(family.all))
            return digits if deep else one_of(family.domain, digits)
        return one_of(family.domain if len(seen) >= GOOD_PART * len(family.all) else sorted(seen))

    def _list(self, shape: Shape, key: str, deep: bool) -> Part:
        items = shape.items
        assert items is not None
        longest = max(shape.lengths)
        if len(shape.lengths) == 1 and longest:
            return self._row(shape, items, longest, key, deep)
        plain = not (items.objects or items.items is not None or items.missing or items.flags)
        if plain and items.words and not items.numbers:
            family = self._family(items.words)
            if family is None and items.words <= self._actions:
                family = Family(self._actions, sorted(self._actions))
            if family is not None and len(family.all) > MANY:
                return self._some([as_digits(sorted(family.all))] * (longest + longest // 2), shape)
            small = family is None or len(items.words) < GOOD_PART * len(family.all)
            words = sorted(items.words) if small or family is None else family.domain
            return self._bag(words, [roomy(self._copies.get(word, 1)) for word in words], shape, str)
        if plain and items.numbers and not items.words and items.least >= 0:
            most = max(items.most, 6) + 1
            return self._bag([str(number) for number in range(most)], [1] * most, shape, int)
        if not longest:
            return Part([], leave, False)
        return self._some([self._layout(items, "", True)] * longest, shape)

    def _row(self, shape: Shape, items: Shape, length: int, key: str, deep: bool) -> Part:
        """Items one after another; a list of all players begins with the observer."""
        mixed = bool(items.words) and items.numbers and len(shape.places) == length
        parts = (
            [self._layout(place, "", deep) for place in shape.places]
            if mixed
            else [self._layout(items, "", deep)] * length
        )
        offsets = offsets_of(parts)
        turned = key == "players"

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if type(value) is not list or len(value) != length:
                rest.append((at, value))
                return
            for place, item in enumerate([*value[seat:], *value[:seat]] if turned else value):
                parts[place].write(item, at + offsets[place], seat, row, rest)

        return Part(numbered(parts), write, any(part.sure for part in parts))

    def _some(self, inner: Sequence[Part], shape: Shape) -> Part:
        """Items up to a greatest number."""
        parts = [part if part.sure else present_too(part) for part in inner]
        offsets = offsets_of(parts)
        sure = not shape.empty

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if type(value) is not list or (sure and not value):
                rest.append((at, value))
                return
            if len(value) > len(parts):
                rest.append((at, value[len(parts) :]))
            for part, offset, item in zip(parts, offsets, value, strict=False):
                part.write(item, at + offset, seat, row, rest)

        return Part(numbered(parts), write, sure)

    def _bag(self, words: Sequence[str], copies: Sequence[int], shape: Shape, kind: type) -> Part:
        """How many of each word, and if the order tells something, the places of each."""
        names = [f"#{word}" for word in words]
        slots: dict[str, tuple[int, int, int]] = {}
        for number, (word, most) in enumerate(zip(words, copies, strict=True)):
            slots[word] = (number, len(names), most)
            if shape.ordered:
                names += [f"@{word}" if copy == 0 else f"@{word}+{copy}" for copy in range(most)]
        ordered, sure = shape.ordered, not shape.empty

        def write(value: Any, at: int, seat: int, row: Row, rest: Rest) -> None:
            if type(value) is not list or (sure and not value):
                rest.append((at, value))
                return
            if not ordered and len(value) > 1 and not _is_sorted(value):
                rest.append((at, "order", value))
            for place, item in enumerate(value):
                found = slots.get(str(item)) if type(item) is kind else None
                if found is None:
                    rest.append((at, place, item))
                    continue
                count, first, most = found
                before = round(row[at + count] * COUNT_SCALE)
                row[at + count] = (before + 1) / COUNT_SCALE
                if ordered:
                    if before < most:
                        row[at + first + before] = (place + 1) / NUMBER_SCALE
                    else:
                        rest.append((at, place, item))

        return Part(names, write, sure)


def _is_sorted(items: list[Any]) -> bool:
    try:
        return items == sorted(items)
    except TypeError:
        return False


# Families of words


class Family(NamedTuple):
    """Words of one kind (Spaces, leaders, cards ...): the arguments of a verb."""

    all: frozenset[str]
    domain: list[str]
    """Those that occur in this set-up."""


def _families(box: Box, seen: set[str]) -> list[Family]:
    every = dict.fromkeys(frozenset(verb.arguments) for verb in box.vocabulary.verbs if len(verb.arguments) > 1)
    families = []
    for words in sorted(every, key=lambda each: (len(each), sorted(each))):
        here = words & seen
        whole = len(words) <= MANY or len(here) >= 0.9 * len(words)
        families.append(Family(words, sorted(words if whole else here)))
    return families


class _Hidden:
    """Carries a box past the cache's key: equal options make equal boxes."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hidden)


@cache
def _kept(game: str, options: tuple[tuple[str, str], ...], hidden: _Hidden) -> Encoder:
    return Encoder(hidden.box)
