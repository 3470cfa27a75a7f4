"""Positions read as vectors, one after another and fast: of each view only what is new since the last look.

A game tells its view in parts (:meth:`ludi.core.Game.view_parts`), and of every position by which keys they are known
again (:meth:`ludi.core.State.view_keys`). A part seen before, in this game or another, is a block of numbers that is
copied; only a new one is viewed and encoded. So the numbers are those of :meth:`Encoder.encode`, whose layout this
uses, and a game that tells no parts is simply encoded view by view.

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
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ludi.core import Box, State, ViewPart
from ludi.core.shape import Either, Listing, Maybe, Row, SeatShape, Shape, Table, Thing, read
from ludi.research.encoding import Encoder
from ludi.research.slots import Rest

MOST_BLOCKS = 40_000
"""So many blocks of numbers are kept for one set-up before all are forgotten."""
NEW: Any = object()
"""No key is this."""


class Spot(NamedTuple):
    """Where a part of the view stands in the vector, as one seat sees it."""

    cut: slice
    blocks: dict[Hashable, array[float]]
    """What stood there, by the keys of the game; shared by all spots that are written alike."""
    seat: int
    show: Any
    writers: tuple[tuple[str, int, Any], ...]
    """The keys of the part, each with its first slot and what writes it."""


class Blocks:
    """The spots of one set-up for every seat, and all that was ever read there."""

    def __init__(self, encoder: Encoder, parts: Sequence[ViewPart]) -> None:
        self.encoder = encoder
        self.alike: dict[Hashable, dict[Hashable, array[float]]] = {}
        self.number = 0
        shape = read(encoder.box.game.view_shape)
        self.spots = [[self._spot(part, seat, shape) for part in parts] for seat in range(encoder.seats)]
        self._check()

    def _spot(self, part: ViewPart, seat: int, shape: Shape) -> Spot:
        """Where a part stands for this seat."""
        first, within = 0, self.encoder.root
        for step in part.path:
            place: Any = (step - seat) % len(within.places) if within.turned and type(step) is int else step
            offset, within = within.places[place]
            first += offset
            shape = _inside(shape, step)
        assert isinstance(shape, Thing)
        found = [(key, *within.places[key]) for key in part.keys]
        start, stop = found[0][1], found[-1][1] + len(found[-1][2].names)
        turns = any(_tells_seats(shape.parts[key].shape) for key in part.keys)
        alike = (tuple((id(each), offset - start) for _, offset, each in found), seat if turns else -1)
        return Spot(
            slice(first + start, first + stop),
            self.alike.setdefault(alike, {}),
            seat,
            part.show,
            tuple((key, offset - start, each.write) for key, offset, each in found),
        )

    def _check(self) -> None:
        """Every slot belongs to one part."""
        for seat, spots in enumerate(self.spots):
            covered = [number for spot in spots for number in range(spot.cut.start, spot.cut.stop)]
            wanted = range(self.encoder.seats, len(self.encoder.root.names))
            if sorted(covered) != list(wanted):
                lost = sorted(set(wanted).symmetric_difference(covered)) or sorted(covered)
                names = ", ".join(self.encoder.names[number] for number in lost[:3])
                title = self.encoder.box.game.title
                raise ValueError(f"The parts of {title}'s view do not fit its shape for seat {seat}, at {names}.")

    def learn(self, spot: Spot, key: Hashable, state: State) -> array[float] | None:
        """Read a part that is not known yet; None if it has something that no slot can hold."""
        block = array("f", bytes(4 * (spot.cut.stop - spot.cut.start)))
        rest: Rest = []
        view = spot.show(state, spot.seat)
        for name, offset, write in spot.writers:
            if name in view:
                write(view[name], offset, spot.seat, block, rest)
        if rest:
            return None
        if self.number >= MOST_BLOCKS:
            for blocks in self.alike.values():
                blocks.clear()
            self.number = 0
        self.number += 1
        spot.blocks[key] = block
        return block


class Reader:
    """Reads the vectors of positions of one set-up for any of its seats."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Reader, (self.encoder,)

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._blocks = _kept(encoder.box)
        self._rows: list[array[float]] = []
        for seat in range(encoder.seats):
            row = array("f", bytes(4 * encoder.size))
            row[seat] = 1.0
            self._rows.append(row)
        self._last: list[list[Hashable]] = [[] for _ in self._rows]

    def read(self, state: State, seat: int) -> array[float]:
        """What ``seat`` sees, as numbers. It is read-only, and changes when the same seat looks again: copy it."""
        keys = None if self._blocks is None else state.view_keys(seat)
        if keys is None or self._blocks is None:
            return self.encoder.encode(state.view(seat))
        row = self._rows[seat]
        last = self._last[seat] or [NEW] * len(keys)
        self._last[seat] = []
        for key, before, spot in zip(keys, last, self._blocks.spots[seat], strict=True):
            if key != before:
                block = spot.blocks.get(key)
                if block is None:
                    block = self._blocks.learn(spot, key, state)
                    if block is None:
                        return self.encoder.encode(state.view(seat))
                row[spot.cut] = block
        self._last[seat] = keys
        return row


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
def _kept(box: Box) -> Blocks | None:
    """The blocks of a set-up, shared by all who read it; None if its game tells no parts."""
    parts = box.game.view_parts(box)
    return Blocks(Encoder.of(box.game.name, box.options), parts) if parts else None
