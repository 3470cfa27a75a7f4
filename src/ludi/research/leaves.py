"""The slots of single values of a view, written where they are: of what stood there only what has changed.

The slots and what is written there are those of the layout (:mod:`ludi.research.layout`): a leaf asks the part of the
layout once for each value what its slots are, or knows how numbers and lists are counted there. Values come from a
game's :meth:`ludi.core.State.view_keys` and :class:`ludi.core.ViewPart`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from typing import Any, Final

from ludi.core.shape import Listing, Maybe, Number, Row, Shape, Thing, Word
from ludi.research.slots import COUNT_SCALE, MOST, NUMBER_SCALE, Part, Rest

MOST_VALUES: Final = 4_000
"""So many values of one leaf are kept before all are forgotten."""
MOST_TOGETHER: Final = 60_000
"""So many values of all leaves of one set-up are kept, some 30 MB, before all are forgotten."""
FEW: Final = 1_000
"""A list that can be in no more ways than this is written as one value."""
NOTHING: Final[Any] = object()
"""Stands for what was there before anything was written."""

Patch = tuple[Any, ...]
"""Slots, each followed by what is written there."""
Show = Callable[[Any, int], Mapping[str, Any]]
Spell = Callable[[int, Any, Any], Any]


class Memory:
    """What the leaves of one set-up have learned, on a shelf for each of them; all together it has a bound."""

    def __init__(self) -> None:
        self.shelves: list[dict[Any, Patch]] = []
        self.number = 0
        """So many patches lie on the shelves."""

    def shelf(self) -> dict[Any, Patch]:
        """An empty one more."""
        found: dict[Any, Patch] = {}
        self.shelves.append(found)
        return found

    def keep(self, shelf: dict[Any, Patch], code: Any, patch: Patch) -> None:
        if self.number >= MOST_TOGETHER:
            for each in self.shelves:
                each.clear()
            self.number = 0
        elif len(shelf) >= MOST_VALUES:
            self.number -= len(shelf)
            shelf.clear()
        self.number += 1
        shelf[code] = patch


class Leaf:
    """The slots of one value. What they are written into is a memoryview of 32-bit floats."""

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        """Write a value where ``old`` stood, which a position tells; false if no slot can hold it."""
        raise NotImplementedError

    def clear(self, cells: Any, old: Any) -> None:
        """Write that nothing is there any more."""
        raise NotImplementedError


class NumberLeaf(Leaf):
    def __init__(self, at: int, never_zero: bool) -> None:
        self.at: Any = at
        self.never_zero = never_zero

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        number: int = new
        if not -MOST <= number <= MOST or (number == 0 and self.never_zero):
            return False
        cells[self.at] = number / NUMBER_SCALE
        return True

    def clear(self, cells: Any, old: Any) -> None:
        cells[self.at] = 0.0


class ValueLeaf(Leaf):
    """Anything of which there are not too many different values: what is written for each is kept."""

    def __init__(self, at: int, part: Part, seat: int, meaning: Meaning) -> None:
        self.part = part
        self.seat = seat
        self.meaning = meaning
        self.at = at
        self.memory = meaning.memory
        self.patches = self.memory.shelf()
        self.learned = self.memory.shelf() if meaning.learned is None else meaning.learned
        """What was learned in all places in which the same code means the same, from the first slot of the place on."""
        self.span = slice(at, at + len(part.names))
        self.blank = array("f", bytes(4 * len(part.names)))

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        patch = self.patches.get(new)
        if patch is None:
            patch = self._learn(new, state)
            if patch is None:
                return False
        self.clear(cells, old)
        for place in range(0, len(patch), 2):
            cells[patch[place]] = patch[place + 1]
        return True

    def clear(self, cells: Any, old: Any) -> None:
        if old is NOTHING:
            return
        patch = self.patches.get(old)
        if patch is None:
            cells[self.span] = self.blank
            return
        for place in range(0, len(patch), 2):
            cells[patch[place]] = 0.0

    def _learn(self, code: Any, state: Any) -> Patch | None:
        learned = self.learned.get(code)
        if learned is None:
            row = self.blank[:]
            rest: Rest = []
            self.part.write(self.meaning.of(code, state), 0, self.seat, row, rest)
            if rest:
                return None
            told: list[Any] = []
            for slot in compress(range(len(row)), row):
                told += (slot, row[slot])
            learned = tuple(told)
            self.memory.keep(self.learned, code, learned)
        moved: list[Any] = list(learned)
        for place in range(0, len(moved), 2):
            moved[place] += self.at
        patch: Patch = tuple(moved)
        self.memory.keep(self.patches, code, patch)
        return patch


class BagLeaf(Leaf):
    """A list of words: how many of each, and where, if that tells something."""

    def __init__(self, at: int, part: Part, words: Sequence[str]) -> None:
        self.ordered = part.ordered
        self.slots: dict[Any, tuple[int, int, int]] = {}
        for code, word in enumerate(words) if words else zip(part.counted, part.counted, strict=True):
            if word in part.counted:
                count, first, most = part.counted[word]
                self.slots[code] = (at + count, at + first, most)

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        before: list[Any] = [] if old is NOTHING else old
        after: list[Any] = new
        if not self.ordered:
            return self._count(cells, before, after)
        begun = len(before)
        if after[:begun] != before:
            begun = self._take_back(cells, before, after)
        for place in range(begun, len(after)):
            code = after[place]
            found = self.slots.get(code)
            if found is None:
                return False
            count, first, most = found
            copy = after[:place].count(code)
            if copy >= most:
                return False
            cells[count] = (copy + 1) / COUNT_SCALE
            cells[first + copy] = (place + 1) / NUMBER_SCALE
        return True

    def _take_back(self, cells: Any, before: list[Any], after: list[Any]) -> int:
        """Clear what stands behind the first difference; how many items stand before it."""
        begun, length = 0, min(len(before), len(after))
        while begun < length and before[begun] == after[begun]:
            begun += 1
        for place in range(begun, len(before)):
            code = before[place]
            count, first, _ = self.slots[code]
            cells[first + before[:place].count(code)] = 0.0
            cells[count] = before[:begun].count(code) / COUNT_SCALE
        return begun

    def _count(self, cells: Any, before: list[Any], after: list[Any]) -> bool:
        begun = len(before)
        if after[:begun] != before:
            begun = 0
            for code in before:
                if code not in after:
                    cells[self.slots[code][0]] = 0.0
        for place in range(begun, len(after)):
            code = after[place]
            found = self.slots.get(code)
            if found is None:
                return False
            cells[found[0]] = after.count(code) / COUNT_SCALE
        return True

    def clear(self, cells: Any, old: Any) -> None:
        if old is NOTHING:
            return
        gone: list[Any] = old
        for code in gone:
            count, first, _ = self.slots[code]
            cells[count] = 0.0
            if self.ordered:
                for copy in range(gone.count(code)):
                    cells[first + copy] = 0.0


class ItemsLeaf(Leaf):
    """Items one after another: up to as many as there are leaves."""

    def __init__(self, items: list[Leaf]) -> None:
        self.items = items

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        before: Any = () if old is NOTHING else old
        begun, length = len(before), len(new)
        if length > len(self.items):
            return False
        for number in range(length):
            item = new[number]
            stood = before[number] if number < begun else NOTHING
            if item != stood and not self.items[number].write(cells, stood, item, state):
                return False
        for number in range(length, begun):
            self.items[number].clear(cells, before[number])
        return True

    def clear(self, cells: Any, old: Any) -> None:
        if old is not NOTHING:
            for number in range(len(old)):
                self.items[number].clear(cells, old[number])

    def starts_with_number(self) -> bool:
        """Whether these are a number that may be 0 and one thing more."""
        first = self.items[0]
        return len(self.items) == 2 and isinstance(first, NumberLeaf) and not first.never_zero


def _listed(rows: Any) -> list[tuple[int, Any]]:
    found: list[tuple[int, Any]] = rows if isinstance(rows, list) else list(rows)
    return found


class RowsLeaf(Leaf):
    """Rows of a number and something else: up to as many as there are leaves."""

    def __init__(self, rows: list[ItemsLeaf]) -> None:
        self.rows = rows
        self.numbers: list[Any] = []
        self.others = [row.items[1] for row in rows]
        for row in rows:
            number = row.items[0]
            assert isinstance(number, NumberLeaf)
            self.numbers.append(number.at)

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        before: list[tuple[int, Any]] = [] if old is NOTHING else _listed(old)
        rows: list[tuple[int, Any]] = _listed(new)
        begun, length = len(before), len(rows)
        if length > len(self.rows):
            return False
        for place in range(length):
            number, other = rows[place]
            stood: Any = NOTHING
            if place < begun:
                was, stood = before[place]
                if number == was and (other is stood or other == stood):
                    continue
            if not -MOST <= number <= MOST:
                return False
            cells[self.numbers[place]] = number / NUMBER_SCALE
            if other is not stood and other != stood and not self.others[place].write(cells, stood, other, state):
                return False
        for place in range(length, begun):
            self.rows[place].clear(cells, before[place])
        return True

    def clear(self, cells: Any, old: Any) -> None:
        if old is not NOTHING:
            for place, row in enumerate(old):
                self.rows[place].clear(cells, row)


class MaybeLeaf(Leaf):
    """What may be None."""

    def __init__(self, at: int, marked: bool, inner: Leaf) -> None:
        self.at: Any = at
        self.marked = marked
        self.inner = inner

    def write(self, cells: Any, old: Any, new: Any, state: Any) -> bool:
        if new is None:
            self.clear(cells, old)
            return True
        if old is None:
            old = NOTHING
        if self.marked and old is NOTHING:
            cells[self.at] = 1.0
        return self.inner.write(cells, old, new, state)

    def clear(self, cells: Any, old: Any) -> None:
        if old is NOTHING or old is None:
            return
        if self.marked:
            cells[self.at] = 0.0
        self.inner.clear(cells, old)


class Meaning:
    """What stands in the view where a game tells a code."""

    def __init__(
        self,
        memory: Memory,
        words: Sequence[str],
        show: Show | None,
        path: tuple[str | int, ...],
        seat: int,
        spread: tuple[str, ...] = (),
        learned: dict[Any, Patch] | None = None,
    ) -> None:
        self.memory = memory
        self.words = words
        self.show = show
        self.path = path
        self.seat = seat
        self.spread = spread
        """The keys of an object of which a value each is told."""
        self.learned = learned
        """What was learned elsewhere of the same codes; None where they mean something of their own."""

    def at(self, step: str | int, learned: dict[Any, Patch] | None = None) -> Meaning:
        """What stands one step further in."""
        return Meaning(self.memory, self.words, self.show, (*self.path, step), self.seat, (), learned)

    def of(self, code: Any, state: Any) -> Any:
        if self.words and type(code) is int:
            return self.words[code] if code >= 0 else None
        if self.words and type(code) is tuple:
            return [self.words[each] for each in code]
        if self.show is None:
            return list(code) if type(code) is tuple else code
        value: Any = self.show(state, self.seat)
        for step in self.path:
            value = value[step]
        return value


class SpelledMeaning(Meaning):
    """What stands in the view for a thing that a position tells by name."""

    def __init__(self, memory: Memory, spell: Spell, key: Any, seat: int, learned: dict[Any, Patch] | None) -> None:
        super().__init__(memory, (), None, (), seat, (), learned)
        self.spell = spell
        self.key = key

    def of(self, code: Any, state: Any) -> Any:
        return self.spell(self.seat, self.key, code)


class SharedMeaning(Meaning):
    """What stands in the view for things that have no slots of their own: each by its name, its key and what it is."""

    def __init__(self, memory: Memory, spell: Spell, seat: int) -> None:
        super().__init__(memory, (), None, (), seat)
        self.spell = spell

    def of(self, code: Any, state: Any) -> Any:
        return {name: self.spell(self.seat, key, each) for name, key, each in code}


def leaf_of(shape: Shape, part: Part, at: int, seat: int, meaning: Meaning) -> Leaf:
    """What writes a place of a view whose slots begin ``at``."""
    if isinstance(shape, Number) and len(part.names) == 1:
        return NumberLeaf(at, part.sure)
    if part.counted:
        return BagLeaf(at, part, meaning.words)
    if isinstance(shape, Thing) and meaning.spread:
        items = [leaf_of_key(shape, key, part, at, seat, meaning) for key in meaning.spread]
        if sum(len(part.places[key][1].names) for key in meaning.spread) != len(part.names):
            raise ValueError(f"The keys {meaning.spread} are not all of {shape.made_of.__name__}.")
        return ItemsLeaf(items)
    if (
        isinstance(shape, Maybe)
        and "?" in part.places
        and (isinstance(shape.inner, (Number, Listing)) or meaning.spread)
    ):
        offset, inner = part.places["?"]
        return MaybeLeaf(at, bool(offset), leaf_of(shape.inner, inner, at + offset, seat, meaning))
    if isinstance(shape, Listing) and shape.up_to and part.places and not _has_few_values(shape):
        items = _inner([shape.item] * shape.up_to, part, at, seat, meaning, meaning.memory.shelf())
        rows = [item for item in items if isinstance(item, ItemsLeaf) and item.starts_with_number()]
        return RowsLeaf(rows) if len(rows) == len(items) else ItemsLeaf(items)
    if isinstance(shape, Row) and part.places:
        return ItemsLeaf(_inner(shape.items, part, at, seat, meaning))
    return ValueLeaf(at, part, seat, meaning)


def _has_few_values(shape: Listing) -> bool:
    """Whether a list can be kept whole."""
    return isinstance(shape.item, Word) and bool(shape.item.words) and (1 + len(shape.item.words)) ** shape.up_to <= FEW


def leaf_of_key(thing: Thing, key: str, part: Part, at: int, seat: int, meaning: Meaning) -> Leaf:
    """What writes one key of an object."""
    offset, inner = part.places[key]
    return leaf_of(thing.parts[key].shape, inner, at + offset, seat, meaning.at(key))


def _inner(
    shapes: Sequence[Shape],
    part: Part,
    at: int,
    seat: int,
    meaning: Meaning,
    learned: dict[Any, Patch] | None = None,
) -> list[Leaf]:
    """What writes each of some items; ``learned`` is for those of which the same code always means the same."""
    found = []
    for number, shape in enumerate(shapes):
        offset, inner = part.places[number]
        found.append(leaf_of(shape, inner, at + offset, seat, meaning.at(number, learned)))
    return found
