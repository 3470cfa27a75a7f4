"""A view as a vector of numbers, the same way for every game, without loss: different views have different vectors.

Nobody writes an encoding by hand, and nothing is guessed: a game declares the shape of its view
(:mod:`ludi.core.shape`), a match knows its words (:meth:`ludi.core.Game.words_for`), and from these follow the slots of
the vector, each with a name. The rules:

====================================  ==============================================================================
in the view                           in the vector
====================================  ==============================================================================
a number                              one slot, the number divided by 10
true or false                         one slot, 1 or 0
a word                                one slot for every word that can stand there (``=word``)
a word out of more than 400, or       its number among them as binary digits (``/0``, ``/1`` ...)
repeated out of more than 16
a word that is always the same        no slot
something that may be None            one more slot in front (``?``): 1 if it is there; if not, its slots are 0
a key that not every view has         one more slot in front (``!``), unless its own slots tell that it is there
a seat                                one slot per seat, counted from the observer: ``+0`` is oneself, ``+1`` the next
a list of seats                       the same, several may be 1
one of several things                 a slot for each (``=battle``), then the slots of each
things by name (Units by Space ...)   the same slots for every name; where more names can be used than ever are at
                                      once, some sets (``+0``, ``+1`` ...) for the others, the name in binary digits
a list with one item for each ...     its items, one after another; a list by seats begins with the observer
a list of words or numbers            for every word how many there are, divided by 4 (``#word``); if the order tells
                                      something, also the place of each copy (``@word``), divided by 10
a list with a number of items that    its items one after another, as many as declared (``UpTo``)
is hardly ever exceeded
who looks                             one slot per seat (``you=0`` ...)
====================================  ==============================================================================

What the layout has no place for (a longer list than declared, the outcome) goes into the last nine slots: ``rest?`` is
1, and ``rest/0`` to ``rest/7`` are a digest of it. So nothing in a view is ever without effect.

>>> encoder = Encoder.of("roma")
>>> encoder.names[:3]
['you=0', 'you=1', 'phase=exchange']
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from ludi.core import Box, registry
from ludi.core.shape import read
from ludi.research.layout import Layout
from ludi.research.slots import Rest

REST = 8


class Encoder:
    """Turns the views of one set-up of a game into vectors of one length."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.seats = box.seats
        layout = Layout(box)
        root = layout.view(read(box.game.view_shape))
        self.numbered = layout.numbered
        """The words that are written as binary digits, by their kinds, in the order of their numbers from 1."""
        self.rest = slice(len(root.names), len(root.names) + 1 + REST)
        """The last slots, for what has none of its own."""
        self.root = root
        self.names: list[str] = [
            *(name.removeprefix(".") for name in root.names),
            "rest?",
            *(f"rest/{number}" for number in range(REST)),
        ]
        """The name of every slot."""
        self.blank = array("f", bytes(4 * len(self.names)))
        """A vector of nothing but zeros."""

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any] | None = None) -> Encoder:
        """The encoder of a game with these options; made once and kept."""
        return _kept(registry.find(game).box(options or {}))

    @classmethod
    def of_box(cls, box: Box) -> Encoder:
        """The encoder of a match."""
        return _kept(box)

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process it is made (or found) anew."""
        return Encoder.of, (self.box.game.name, self.box.options)

    @property
    def size(self) -> int:
        return len(self.names)

    def encode(self, view: Mapping[str, Any]) -> array[float]:
        """The vector of a view, as 32-bit floats."""
        row, rest = self._written(view)
        if rest:
            row[self.rest] = self.digest(rest)
        return row

    def digest(self, rest: Rest) -> array[float]:
        """The last slots, where something has none of its own."""
        text = json.dumps(rest, sort_keys=True)
        digest = hashlib.blake2b(text.encode(), digest_size=REST).digest()
        return array("f", [1.0, *(byte / 255.0 for byte in digest)])

    def unplaced(self, view: Mapping[str, Any]) -> list[Any]:
        """What of a view has no slots of its own and goes into the digest."""
        return [each[1:] for each in self._written(view)[1]]

    def _written(self, view: Mapping[str, Any]) -> tuple[array[float], Rest]:
        row = self.blank[:]
        you = view.get("you")
        rest: Rest = []
        self.root.write(view, 0, you if type(you) is int and you in range(self.seats) else 0, row, rest)
        return row, rest

    # The layout, to be read

    def mark(self) -> str:
        """A short hash of all that :meth:`describe` tells: two encoders with the same one have the same layout."""
        return hashlib.blake2b("\n".join(self.describe()).encode(), digest_size=8).hexdigest()

    def describe(self) -> Iterator[str]:
        """Every slot, a line each: its number and its name; then the words that are written as binary digits."""
        yield from (f"{number:>6}  {name}" for number, name in enumerate(self.names))
        for kind, words in self.numbered.items():
            yield from (f"{kind} {number} = {word}" for number, word in enumerate(words, 1))

    def outline(self) -> Iterator[str]:
        """The layout in short: for each key of the view its first slot, how many it has, the first and last name."""
        yield f"{self.size} slots, {self.mark()}"
        first = 0
        for _, found in groupby(self.names, _part_of):
            names = list(found)
            yield f"{first:>6} {len(names):>6}  {names[0]}" + (f" to {names[-1]}" if len(names) > 1 else "")
            first += len(names)


ENDS = ".[=?!#@/"
"""What may follow a key in the name of a slot."""


def _part_of(name: str) -> str:
    """The key of the view that a slot belongs to."""
    return next((name[:place] for place, letter in enumerate(name) if letter in ENDS), name)


@lru_cache(maxsize=64)
def _kept(box: Box) -> Encoder:
    return Encoder(box)
