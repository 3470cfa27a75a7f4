"""Positions read as vectors, one after another and fast: of each view only what is new since the last look.

A game tells its view in parts (:meth:`ludi.core.Game.view_parts`), and of every position the values that these depend
on (:meth:`ludi.core.State.view_keys`). A part whose values are what they were stays as it is written; of the others
either the single values that have changed are written (:mod:`ludi.research.spots`), or a block of numbers is copied
that was made when the part was seen like this for the first time, in this game or another. So the numbers are those of
:meth:`Encoder.encode`, whose layout this uses, and a game that tells no parts is simply encoded view by view.

>>> from ludi.core import FastDice, registry
>>> import random
>>> box = registry.find("pax").box({"players": 2})
>>> state = box.game.deal(box, FastDice(random.Random(1)))
>>> reader = Reader(Encoder.of("pax", {"players": 2}))
>>> reader.read(state, 1) == reader.encoder.encode(state.view(1))
True
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from ludi.core import Box, State, ViewPart
from ludi.core.shape import Either, Listing, Maybe, Row, SeatShape, Shape, Table, Thing, read
from ludi.research.encoding import Encoder
from ludi.research.leaves import NOTHING, Leaf, Meaning, Memory, leaf_of
from ludi.research.slots import Part
from ludi.research.spots import BlockSpot, Found, Kept, NamedSpot, Spot, ToldSpot, UntoldSpot, ValueSpot


class Ring:
    """Where a list by seats stands. It begins with whoever looks, so for another seat its items move round."""

    def __init__(self, first: int, length: int, number: int) -> None:
        self.first = first
        self.length = length
        """The slots of an item."""
        self.number = number

    def turn(self, cells: Any, places: int) -> None:
        """Let the item stand first that stands so many places further on."""
        first, last = self.first, self.first + self.number * self.length
        cut = first + places % self.number * self.length
        begin = cells[first:cut].tobytes()
        cells[first : first + last - cut] = cells[cut:last]
        cells[first + last - cut : last] = memoryview(begin).cast("f")


class Blocks:
    """The spots of one set-up for every seat, and all that was ever read there."""

    def __init__(self, encoder: Encoder, parts: Sequence[ViewPart]) -> None:
        self.encoder = encoder
        self.kept = Kept()
        self.memory = Memory()
        self.parts = len(parts)
        self.shape = read(encoder.box.game.view_shape)
        self.spots: list[list[Spot]] = []
        """For every seat, for each of the keys that a position tells, the part that depends on it."""
        self.fixed: list[list[Spot]] = []
        """For every seat the parts that are the same in all positions."""
        self.rings: list[Ring] = []
        self._first: list[Spot] = []
        """The parts as the first seat sees them."""
        for seat in range(encoder.seats):
            covered: list[int] = []
            found: list[Spot] = []
            fixed: list[Spot] = []
            for number, part in enumerate(parts):
                spot = self._spot(part, number, seat, covered)
                if not seat:
                    self._first.append(spot)
                found += [spot] * part.reads
                fixed += [] if part.reads else [spot]
            self._check(seat, covered)
            self.spots.append(found)
            self.fixed.append(fixed)
        keys = list(enumerate(self.spots[0]))
        self.told_anew = [number for number, spot in keys if not spot.for_all]
        """The keys that are told anew when another seat looks."""
        self.cleared = [number for number, spot in keys if not spot.stays and self.spots[0].index(spot) == number]
        """Of those whose parts do not even stay written where they are, the first of each part."""

    def _spot(self, part: ViewPart, number: int, seat: int, covered: list[int]) -> Spot:
        """A part as this seat sees it, one for all seats if it can be; its slots are added to those covered."""
        first, within, shape = self._place(part.path, seat, self.encoder.root, self.shape)
        assert isinstance(shape, Thing)
        found = [(key, *within.places[key]) for key in part.keys]
        start, stop = found[0][1], found[-1][1] + len(found[-1][2].names)
        covered += range(first + start, first + stop)
        if not shape.parts[part.keys[0]].told:
            return UntoldSpot(self.encoder, first + start, found[0][2])
        same = part.alike or part.public or (part.show is None and part.spell is None and part.tell is None)
        turns = any(_tells_seats(shape.parts[key].shape) for key in part.keys)
        for_all, in_ring = same and not turns, self._is_in_ring(part.path)
        asks_seat = part.tell is not None or (part.show is not None and not part.alike)
        if seat and for_all and not in_ring and not asks_seat:
            return self._first[number]
        if part.where is not None:
            place = partial(self._found, seat, first, within, shape)
            return NamedSpot(number, part, seat, place, for_all, self.memory)
        if part.tell is not None:
            leaves = [
                self._leaf(part, path, seat, first, within, shape)
                for path in part.leaves or [(key,) for key in part.keys]
            ]
            self._check_leaves(part, seat, within, shape, stop - start)
            return ToldSpot(number, part, leaves, seat, for_all, not turns and (same or part.show is None))
        if part.show is None or part.leaves or part.spread:
            return ValueSpot(self._leaf(part, part.keys, seat, first, within, shape), for_all)
        written = tuple((id(each), offset - start) for _, offset, each in found)
        like = (written, seat if turns else -1, "" if part.reads else part.path)
        writers = [(key, offset - start, each.write) for key, offset, each in found]
        return BlockSpot(self.kept, slice(first + start, first + stop), like, seat, part.show, writers, for_all)

    def _is_in_ring(self, path: Sequence[str | int]) -> bool:
        """Whether it stands in a list by seats, and so elsewhere for each of them."""
        first, within = 0, self.encoder.root
        for step in path:
            if "!" in within.places:
                first, within = first + 1, within.places["!"][1]
            offset, inner = within.places[step]
            if within.turned:
                known = [ring.first for ring in self.rings]
                if first not in known:
                    self.rings.append(Ring(first, len(inner.names), self.encoder.seats))
                return True
            first, within = first + offset, inner
        return False

    def _leaf(
        self, part: ViewPart, path: tuple[str | int, ...], seat: int, first: int, within: Part, shape: Shape
    ) -> Leaf:
        offset, inner, shape = self._place(path, seat, within, shape)
        meaning = Meaning(self.memory, part.words, part.show, path, seat, part.spread)
        return leaf_of(shape, inner, first + offset, seat, meaning)

    def _found(self, seat: int, start: int, within: Part, shape: Shape, path: Sequence[str | int]) -> Found:
        first, part, inner = self._place(path, seat, within, shape)
        return Found(start + first, part, inner)

    def _place(self, path: Sequence[str | int], seat: int, within: Part, shape: Shape) -> tuple[int, Part, Shape]:
        """Where a path leads: the first slot, the part and the shape there."""
        first = 0
        for step in path:
            if "!" in within.places:
                first, within = first + 1, within.places["!"][1]
            place: Any = (step - seat) % len(within.places) if within.turned and type(step) is int else step
            offset, within = within.places[place]
            first += offset
            shape = _inside(shape, step)
        return first, within, shape

    def _check_leaves(self, part: ViewPart, seat: int, within: Part, shape: Shape, slots: int) -> None:
        """The leaves of a part are all of it."""
        leaves = part.leaves or [(key,) for key in part.keys]
        told = sum(len(self._place(path, seat, within, shape)[1].names) for path in leaves)
        if told != slots:
            title = self.encoder.box.game.title
            raise ValueError(f"The leaves of {title}'s part {part.path} {part.keys} do not fit its shape.")

    def _check(self, seat: int, covered: list[int]) -> None:
        """Every slot belongs to one part."""
        wanted = range(self.encoder.seats, len(self.encoder.root.names))
        if sorted(covered) != list(wanted):
            lost = sorted(set(wanted).symmetric_difference(covered)) or sorted(covered)
            names = ", ".join(self.encoder.names[number] for number in lost[:3])
            title = self.encoder.box.game.title
            raise ValueError(f"The parts of {title}'s view do not fit its shape for seat {seat}, at {names}.")


class Sheet:
    """A vector in somebody's memory, which follows a game: what a seat sees there, written anew where it has changed.

    One seat is seen after the other. What is the same for both stays written, or moves with its seat; the rest is
    written anew.
    """

    def __init__(self, encoder: Encoder, cells: Any) -> None:
        self.encoder = encoder
        self.cells = cells
        """The memory, as 32-bit floats."""
        self._blocks = blocks_of(encoder.box)
        self._seat = -1
        """Whose vector stands here; -1 if what stands here cannot be gone on with."""
        self._keys: list[Any] = []
        """What the position told when somebody last looked."""
        self._told: list[Any] = []
        """What was told then of each part."""

    def show(self, state: State, seat: int) -> None:
        """Write what ``seat`` sees."""
        blocks = self._blocks
        keys = None if blocks is None else state.view_keys(seat)
        if blocks is None or keys is None or not self._write(blocks, keys, state, seat):
            self.cells[:] = self.encoder.encode(state.view(seat))
            self._seat = -1

    def _write(self, blocks: Blocks, keys: list[Any], state: State, seat: int) -> bool:
        before = self._seat
        self._seat = -1
        if before < 0:
            self._begin(blocks, state, seat)
        elif before != seat:
            self._hand_over(blocks, before, state, seat)
        cells, spots, last, told = self.cells, blocks.spots[seat], self._keys, self._told
        done: Spot | None = None
        for number, key in enumerate(keys):
            known = last[number]
            if key is not known and key != known:
                spot = spots[number]
                if spot is not done and not spot.write(cells, told, state, known, key):
                    return False
                done = spot
                if isinstance(key, list):
                    items: list[Any] = key
                    last[number] = items[:]
                elif isinstance(key, dict):
                    named: dict[Any, Any] = key
                    last[number] = named.copy()
                else:
                    last[number] = key
        self._seat = seat
        return True

    def _begin(self, blocks: Blocks, state: State, seat: int) -> None:
        cells = self.cells
        self._keys = [NOTHING] * len(blocks.spots[seat])
        self._told = [NOTHING] * blocks.parts
        cells[:] = self.encoder.blank
        cells[seat] = 1.0
        for spot in blocks.fixed[seat]:
            spot.write(cells, self._told, state, NOTHING, None)

    def _hand_over(self, blocks: Blocks, before: int, state: State, seat: int) -> None:
        """What stands here for one seat alone is cleared for the next; what both see stays, or moves with its seat."""
        cells, keys, told = self.cells, self._keys, self._told
        spots = blocks.spots[before]
        for number in blocks.cleared:
            spots[number].clear(cells, told, keys[number])
        cells[before], cells[seat] = 0.0, 1.0
        for ring in blocks.rings:
            ring.turn(cells, seat - before)
        for number in blocks.told_anew:
            keys[number] = NOTHING
        for spot in blocks.fixed[seat]:
            if not spot.for_all:
                spot.write(cells, told, state, NOTHING, None)


class Reader:
    """Reads the vectors of positions of one set-up for any of its seats."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Reader, (self.encoder,)

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.row = encoder.blank[:]
        """What was last seen."""
        self._sheet = Sheet(encoder, memoryview(self.row))

    def read(self, state: State, seat: int) -> array[float]:
        """What ``seat`` sees, as numbers. It is read-only, and changes when anybody looks again: copy it."""
        self._sheet.show(state, seat)
        return self.row


def _inside(shape: Shape, step: str | int) -> Shape:
    """The shape of what stands at a step of a path."""
    if isinstance(shape, Thing):
        return shape.parts[str(step)].shape
    if isinstance(shape, Table):
        return shape.value
    assert isinstance(shape, Listing), shape
    return shape.item


def _tells_seats(shape: Shape) -> bool:
    """Whether anything in it is counted from the observer, so that its numbers depend on who looks."""
    match shape:
        case SeatShape():
            return True
        case Maybe(inner):
            return _tells_seats(inner)
        case Thing(_, parts):
            return any(_tells_seats(part.shape) for part in parts.values() if part.told and not part.drawn)
        case Either(things):
            return any(map(_tells_seats, things))
        case Table():
            return _tells_seats(shape.value)
        case Row(items):
            return any(map(_tells_seats, items))
        case Listing():
            return shape.one_per == "seats" or _tells_seats(shape.item)
    return False


@lru_cache(maxsize=16)
def blocks_of(box: Box) -> Blocks | None:
    """The blocks of a set-up, shared by all who read it; None if its game tells no parts."""
    parts = box.game.view_parts(box)
    return Blocks(Encoder.of(box.game.name, box.options), parts) if parts else None
