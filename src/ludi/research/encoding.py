"""A view as a vector of numbers, the same way for every game.

Nobody writes an encoding by hand. The encoder looks at the views of some games, always the same ones, and so learns the
shape of the game's view; from that shape follow the slots of the vector, each with a name. The rules:

====================================  ==============================================================================
in the view                           in the vector
====================================  ==============================================================================
a number                              one slot, the number divided by 10 (cut off at -10 and 10)
true or false                         one slot, 1 or 0
a word                                one slot for every word that can stand there, and one for any other
something that may be missing         one more slot in front (``?``): 1 if it is there; if not, its slots are 0
a seat (``turn``, ``starter`` ...)    one slot per seat, counted from the observer: ``+0`` is oneself, ``+1`` the next
a list of seats                       the same, several may be 1
a list of always the same length      its items, one after another; the list of players begins with the observer
a list of words, of any length        for every word how many there are, divided by 4
a list of numbers, of any length      for every number from 0 up how many there are, divided by 4
a list of objects, of any length      its items up to the greatest length seen, each with its ``?``
====================================  ==============================================================================

>>> encoder = Encoder.of("roma")
>>> encoder.names[:3]
['phase=actions', 'phase=alter-die', 'phase=block-disc']
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from ludi.bots.search import playouts_of
from ludi.core import Box, FastDice, registry

SEAT_KEYS = frozenset({"turn", "starter", "conspirator", "actors", "actor", "winners", "owner"})
"""Keys of views under which numbers are seats."""
LEFT_OUT = frozenset({"game", "you", "outcome", "seat"})
"""Keys that tell nothing during play."""
GAMES_SEEN = 120
SHARE_SEEN = 0.2
NUMBER_SCALE = 10.0
COUNT_SCALE = 4.0
OTHER = "(other)"

Writer = Callable[[Any, int, list[float]], None]
"""Appends the slots of one part of a view; the second argument is the observer's seat."""


class Shape:
    """What was seen at one place of the view."""

    __slots__ = ("flags", "items", "lengths", "missing", "most", "numbers", "open", "parts", "words")

    def __init__(self) -> None:
        self.missing = False
        self.flags = False
        self.numbers = False
        self.most = 0
        self.words: set[str] = set()
        self.parts: dict[str, Shape] = {}
        self.open = False
        """Not every view has the same parts here (stacks of Units by Space, say): each of them may be missing."""
        self.items: Shape | None = None
        self.lengths: set[int] = set()

    def see(self, value: Any) -> None:
        if value is None:
            self.missing = True
        elif isinstance(value, bool):
            self.flags = True
        elif isinstance(value, (int, float)):
            self.numbers = True
            self.most = max(self.most, int(value))
        elif isinstance(value, str):
            self.words.add(value)
        elif isinstance(value, dict):
            parts = {key: part for key, part in value.items() if key not in LEFT_OUT}
            if self.parts and parts.keys() != self.parts.keys():
                self.open = True
            for key, part in parts.items():
                self.parts.setdefault(key, Shape()).see(part)
        else:
            self.lengths.add(len(value))
            if self.items is None:
                self.items = Shape()
            for item in value:
                self.items.see(item)


class Encoder:
    """Turns the views of one set-up of a game into vectors of one length."""

    def __init__(self, box: Box) -> None:
        self.seats = box.seats
        self.families = [set(verb.arguments) for verb in box.vocabulary.verbs if verb.arguments]
        self.names: list[str] = []
        """The name of every slot."""
        self._write = self._layout(_look(box), "", "")

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any] | None = None) -> Encoder:
        """The encoder of a game with these options; made once and kept."""
        box = registry.find(game).box(options or {})
        return _kept(game, tuple(sorted((key, repr(value)) for key, value in box.options.items())), _Hidden(box))

    @property
    def size(self) -> int:
        return len(self.names)

    def encode(self, view: Mapping[str, Any]) -> list[float]:
        """The vector of a view."""
        row: list[float] = []
        self._write(view, view["you"] or 0, row)
        return row

    # From the shape to slots

    def _layout(self, shape: Shape, path: str, key: str) -> Writer:
        if key in SEAT_KEYS and not shape.words and (shape.items is None or not shape.items.words):
            return self._seats_at(path)
        if shape.missing:
            self.names.append(f"{path}?")
            inner_from = len(self.names)
            inner = self._present(shape, path)
            blank = [0.0] * (len(self.names) - inner_from + 1)

            def optional(value: Any, seat: int, row: list[float]) -> None:
                if value is None:
                    row.extend(blank)
                else:
                    row.append(1.0)
                    inner(value, seat, row)

            return optional
        return self._present(shape, path)

    def _present(self, shape: Shape, path: str) -> Writer:
        if shape.parts:
            return self._object(shape, path)
        if shape.items is not None or shape.lengths:
            return self._list(shape, path)
        if shape.words:
            return self._word(shape, path)
        if shape.numbers:
            self.names.append(path)

            def number(value: Any, seat: int, row: list[float]) -> None:
                row.append(max(-10.0, min(10.0, value / NUMBER_SCALE)))

            return number
        if shape.flags:
            self.names.append(path)

            def flag(value: Any, seat: int, row: list[float]) -> None:
                row.append(1.0 if value else 0.0)

            return flag
        return _nothing

    def _seats_at(self, path: str) -> Writer:
        seats = self.seats
        self.names += [f"{path}=+{ahead}" for ahead in range(seats)]

        def seat_slots(value: Any, seat: int, row: list[float]) -> None:
            slots = [0.0] * seats
            for each in value if isinstance(value, list) else () if value is None else (value,):
                slots[(each - seat) % seats] = 1.0
            row.extend(slots)

        return seat_slots

    def _object(self, shape: Shape, path: str) -> Writer:
        prefix = f"{path}." if path else ""
        for part in shape.parts.values():
            part.missing = part.missing or shape.open
        parts = [(key, self._layout(part, f"{prefix}{key}", key)) for key, part in shape.parts.items()]

        def write(value: Any, seat: int, row: list[float]) -> None:
            for key, part in parts:
                part(value.get(key), seat, row)

        return write

    def _word(self, shape: Shape, path: str) -> Writer:
        words = [*self._complete(shape.words), OTHER]
        self.names += [f"{path}={word}" for word in words]
        places = {word: place for place, word in enumerate(words)}
        last = len(words) - 1

        def write(value: Any, seat: int, row: list[float]) -> None:
            slots = [0.0] * (last + 1)
            slots[places.get(value, last)] = 1.0
            row.extend(slots)

        return write

    def _complete(self, words: set[str]) -> list[str]:
        """If a good part of the arguments of a verb was seen at a place, all of them can stand there."""
        for family in self.families:
            if words <= family and len(words) >= 0.2 * len(family):
                return sorted(family)
        return sorted(words)

    def _list(self, shape: Shape, path: str) -> Writer:
        items = shape.items
        assert items is not None
        length = max(shape.lengths)
        same = len(shape.lengths) == 1
        if same or items.parts:
            return self._places(items, path, length, same)
        words: set[str] = set(items.words)
        inner = items.items
        if inner is not None:
            words |= inner.words
        if words:
            return self._bag(self._complete(words), path)
        if items.numbers:
            return self._bag([str(number) for number in range(max(items.most, 6) + 1)], path)
        return _nothing

    def _places(self, items: Shape, path: str, length: int, same: bool) -> Writer:
        """Items one after another; a list of all players begins with the observer."""
        if not same:
            items.missing = True
        writers = [self._layout(items, f"{path}[{place}]", "") for place in range(length)]
        turned = path == "players"

        def write(value: Any, seat: int, row: list[float]) -> None:
            if turned:
                value = [*value[seat:], *value[:seat]]
            elif not same:
                value = [*value[:length], *[None] * (length - len(value))]
            for writer, item in zip(writers, value, strict=True):
                writer(item, seat, row)

        return write

    def _bag(self, words: Sequence[str], path: str) -> Writer:
        names = [*words, OTHER]
        self.names += [f"{path}#{word}" for word in names]
        places = {word: place for place, word in enumerate(names)}
        last = len(names) - 1

        def write(value: Any, seat: int, row: list[float]) -> None:
            slots = [0.0] * (last + 1)
            for item in value:
                word = item if isinstance(item, str) else item[-1] if isinstance(item, list) else str(item)
                slots[places.get(word, last)] += 1.0 / COUNT_SCALE
            row.extend(slots)

        return write


def _nothing(value: Any, seat: int, row: list[float]) -> None:
    """A place at which nothing was ever seen has no slots."""


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


def _look(box: Box) -> Shape:
    """The shape of the views of some games: half of them played by chance, half sensibly; always the same ones."""
    shape = Shape()
    playouts = playouts_of(box.game)
    rng = random.Random("the shape of the views")
    for number in range(GAMES_SEEN):
        state = box.game.deal(box, FastDice(rng))
        while actors := state.actors():
            seat = actors[-1] if number & 2 else actors[0]
            if rng.random() < SHARE_SEEN:
                shape.see(state.view(seat))
            legal = state.legal(seat)
            state.play(seat, playouts.pick(state, seat, legal, rng.random) if number & 1 else rng.choice(legal))
        shape.see(state.view(0))
    return shape
