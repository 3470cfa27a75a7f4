"""Where the parts of a view stand in a vector, and how each of them is written: value by value, by name, or as a block
of numbers that is known again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from ludi.core import ViewPart
from ludi.core.shape import Shape
from ludi.research.encoding import Encoder
from ludi.research.layout import OTHERS
from ludi.research.leaves import NOTHING, Leaf, Memory, Patch, SharedMeaning, SpelledMeaning, ValueLeaf, leaf_of
from ludi.research.slots import Part, Rest

MOST_BLOCKS = 40_000
"""So many blocks of numbers are kept for one set-up before all are forgotten."""


class Found(NamedTuple):
    """Where a path of a view leads: the first slot, the part of the layout and the shape there."""

    first: int
    part: Part
    shape: Shape


Place = Callable[[Sequence[str | int]], Found]


class Spot:
    """Where a part of the view stands in the vector, as one seat sees it."""

    def __init__(self, for_all: bool, stays: bool) -> None:
        self.for_all = for_all
        """Whether the same key means the same to every seat, in the same slots or in those of its place in a ring."""
        self.stays = stays
        """Whether what stands there can at least be gone on from when another seat looks."""

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        """Write the part, one of whose keys has changed; false if it has something that no slot can hold."""
        raise NotImplementedError

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        """Write that nothing is there, where the part stood with this key."""
        raise NotImplementedError


class ValueSpot(Spot):
    """A single value, which is what the position tells."""

    def __init__(self, leaf: Leaf, for_all: bool) -> None:
        super().__init__(for_all, for_all)
        self.leaf = leaf

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        return self.leaf.write(cells, before, key, state)

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        self.leaf.clear(cells, before)


class ToldSpot(Spot):
    """Several values, told together."""

    def __init__(self, number: int, part: ViewPart, leaves: list[Leaf], seat: int, for_all: bool, stays: bool) -> None:
        super().__init__(for_all, stays)
        self.number = number
        self.tell: Any = part.tell
        self.item = part.item
        self.leaves = leaves
        self.nothing = [NOTHING] * len(leaves)
        self.seat = seat

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        values: list[Any] = self.tell(state, self.seat, self.item)
        stood: list[Any] = self.nothing if told[self.number] is NOTHING else told[self.number]
        told[self.number] = NOTHING
        for place, leaf in enumerate(self.leaves):
            value, old = values[place], stood[place]
            if value is not old and value != old and not leaf.write(cells, old, value, state):
                return False
        told[self.number] = values
        return True

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        stood: Any = told[self.number]
        if stood is not NOTHING:
            for place, leaf in enumerate(self.leaves):
                leaf.clear(cells, stood[place])
        told[self.number] = NOTHING


class UntoldSpot(Spot):
    """What has no slots of its own: the last ones hold a digest of it."""

    def __init__(self, encoder: Encoder, at: int, part: Part) -> None:
        super().__init__(True, True)
        self.encoder = encoder
        self.at = at
        self.part = part

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        rest: Rest = []
        self.part.write(key, self.at, 0, self.encoder.blank, rest)
        span = self.encoder.rest
        cells[span] = self.encoder.digest(rest) if rest else self.encoder.blank[span]
        return True

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        self.write(cells, told, None, before, None)


class Named:
    """Things by name of one table: where it is marked that there are any, and those without slots of their own."""

    def __init__(self, number: int, mark: int, others: Leaf) -> None:
        self.number = number
        self.mark: Any = mark
        """The slot that is 1 if there are any; -1 if none is."""
        self.others = others
        self.sharing: dict[Any, str] = {}
        """The words of those that are written together."""


class NamedSpot(Spot):
    """Things by name, as a position keeps them."""

    def __init__(self, number: int, part: ViewPart, seat: int, place: Place, for_all: bool, memory: Memory) -> None:
        super().__init__(for_all, for_all)
        self.memory = memory
        self.number = number
        self.part = part
        self.seat = seat
        self.place = place
        self.absent: Any = part.absent
        self.learned: dict[int, dict[Any, Patch]] = {}
        """What was learned of things that are spelled alike, by the parts of the layout that write them."""
        self.leaves: dict[Any, Leaf | None] = {}
        """Of the keys that came up; None of those without slots of their own."""
        self.table_of: dict[Any, Named] = {}
        self.tables: dict[tuple[str | int, ...], Named] = {}

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        if told[self.number] is NOTHING:
            told[self.number] = {}
        kept: dict[Any, Any] = told[self.number]
        moved: list[Any] = []
        if isinstance(key, list):
            codes: list[Any] = key
            for name, code in enumerate(codes):
                stood = NOTHING if before is NOTHING else before[name]
                if code != stood and not self._write(cells, kept, state, name, stood, code, moved):
                    return False
        else:
            named: dict[Any, Any] = key
            earlier: dict[Any, Any] = {} if before is NOTHING else before
            for name, code in named.items():
                stood = earlier.get(name, NOTHING)
                if code != stood and not self._write(cells, kept, state, name, stood, code, moved):
                    return False
            for name, stood in earlier.items():
                if name not in named:
                    self._write(cells, kept, state, name, stood, NOTHING, moved)
        return not moved or self._share(cells, kept, state, key, moved)

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        if before is not NOTHING:
            nobody: Any = [self.absent] * len(before) if isinstance(before, list) else {}
            self.write(cells, told, None, before, nobody)
        told[self.number] = NOTHING

    def _write(
        self, cells: Any, kept: dict[Any, Any], state: Any, name: Any, stood: Any, code: Any, moved: list[Any]
    ) -> bool:
        if name not in self.leaves:
            self._find(name)
        table = self.table_of.get(name)
        if table is None:
            return True
        was = stood is not NOTHING and stood != self.absent
        now = code is not NOTHING and code != self.absent
        if was != now and table.mark >= 0:
            number: int = kept.get(table.number, 0)
            number += 1 if now else -1
            kept[table.number] = number
            cells[table.mark] = 1.0 if number else 0.0
        leaf = self.leaves[name]
        if leaf is None:
            moved.append(name)
        elif now:
            return leaf.write(cells, stood if was else NOTHING, code, state)
        elif was:
            leaf.clear(cells, stood)
        return True

    def _find(self, name: Any) -> None:
        """The slots of a thing that came up for the first time."""
        where, spell = self.part.where, self.part.spell
        assert where is not None
        assert spell is not None
        path = where(name)
        self.leaves[name] = None
        if path is None:
            return
        found = self.place(path[:-1])
        first, part, mark = found.first, found.part, -1
        if "!" in part.places:
            mark, first, part = first, first + 1, part.places["!"][1]
        if path[:-1] not in self.tables:
            beyond, others = part.places[OTHERS]
            together = ValueLeaf(first + beyond, others, self.seat, SharedMeaning(self.memory, spell, self.seat))
            self.tables[path[:-1]] = Named(len(self.tables), mark, together)
        table = self.table_of[name] = self.tables[path[:-1]]
        if path[-1] in part.places:
            inner = self.place(path)
            alike = id(inner.part)
            if self.part.alike and alike not in self.learned:
                self.learned[alike] = self.memory.shelf()
            meaning = SpelledMeaning(self.memory, spell, name, self.seat, self.learned.get(alike))
            self.leaves[name] = leaf_of(inner.shape, inner.part, inner.first, self.seat, meaning)
        else:
            table.sharing[name] = str(path[-1])

    def _share(self, cells: Any, kept: dict[Any, Any], state: Any, key: Any, moved: list[Any]) -> bool:
        """Write the things without slots of their own where one of them has changed, all of that table together."""
        for table in {self.table_of[name].number: self.table_of[name] for name in moved}.values():
            now = tuple(sorted((word, name, key[name]) for name, word in table.sharing.items() if name in key))
            old = kept.get(-1 - table.number, ())
            if now == old:
                continue
            if not table.others.write(cells, old or NOTHING, now, state):
                return False
            kept[-1 - table.number] = now
        return True


class Kept:
    """The blocks of numbers of one set-up, by the keys of the game; those of spots that are written alike together."""

    def __init__(self) -> None:
        self.alike: dict[Hashable, dict[Any, Any]] = {}
        self.number = 0

    def keep(self, where: dict[Any, Any], key: Any, block: Any) -> None:
        if self.number >= MOST_BLOCKS:
            for blocks in self.alike.values():
                blocks.clear()
            self.number = 0
        self.number += 1
        where[key] = block


class BlockSpot(Spot):
    """Numbers that are known again by their key."""

    def __init__(
        self, blocks: Kept, cut: slice, alike: Hashable, seat: int, show: Any, writers: list[Any], for_all: bool
    ) -> None:
        super().__init__(for_all, for_all)
        self.owner = blocks
        self.cut = cut
        self.kept: dict[Any, Any] = blocks.alike.setdefault(alike, {})
        """What stood there, by the keys of the game; shared by all spots that are written alike."""
        self.seat = seat
        self.show = show
        self.writers = writers
        """The keys of the part, each with its first slot and what writes it."""

    def write(self, cells: Any, told: list[Any], state: Any, before: Any, key: Any) -> bool:
        block = self.kept.get(key)
        if block is None:
            block = self._learn(key, state)
            if block is None:
                return False
        cells[self.cut] = block
        return True

    def clear(self, cells: Any, told: list[Any], before: Any) -> None:
        """Whatever is written next covers all of it."""

    def _learn(self, key: Any, state: Any) -> Any:
        block = array("f", bytes(4 * (self.cut.stop - self.cut.start)))
        rest: Rest = []
        view = self.show(state, self.seat)
        for name, offset, write in self.writers:
            if name in view:
                write(view[name], offset, self.seat, block, rest)
        if rest:
            return None
        self.owner.keep(self.kept, key, block)
        return block
