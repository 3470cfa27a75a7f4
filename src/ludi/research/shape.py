"""What can stand in the views of a game, learned by looking at the views of some games, always the same ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from typing import Any

from ludi.bots.base import insight_of
from ludi.core import SPAN, Box, FastDice

LEFT_OUT = frozenset({"game", "you", "outcome", "seat"})
"""Keys that are constant during play or are written by the encoder itself."""
GAMES_SEEN = 120
LOOKS = 2_500
LOOKS_A_GAME = 30
POSITIONS = 8
"""Lists of up to so many items are also learned place by place."""


class Shape:
    """What was seen at one place of the view."""

    __slots__ = (
        "copies",
        "empty",
        "flags",
        "items",
        "least",
        "lengths",
        "missing",
        "most",
        "numbers",
        "objects",
        "open",
        "ordered",
        "parts",
        "places",
        "words",
        "zero",
    )

    def __init__(self) -> None:
        self.missing = False
        self.flags = False
        self.numbers = False
        self.zero = False
        self.least = 0
        self.most = 0
        self.words: set[str] = set()
        self.objects = False
        self.parts: dict[str, Shape] = {}
        self.open = False
        """Not every view has the same parts here (stacks of Units by Space, say)."""
        self.empty = False
        """An object or a list without anything was seen."""
        self.items: Shape | None = None
        self.places: list[Shape] = []
        self.lengths: set[int] = set()
        self.ordered = False
        """A list of words or numbers was seen that was not sorted: its order tells something."""
        self.copies: dict[str, int] = {}
        """How often each word was seen in one list."""

    def see(self, value: Any) -> None:
        if value is None:
            self.missing = True
        elif isinstance(value, bool):
            self.flags = True
        elif isinstance(value, (int, float)):
            self.numbers = True
            self.zero = self.zero or value == 0
            self.least = min(self.least, int(value))
            self.most = max(self.most, int(value))
        elif isinstance(value, str):
            self.words.add(value)
        elif isinstance(value, dict):
            self._see_object(value)
        else:
            self._see_list(value)

    def _see_object(self, value: dict[str, Any]) -> None:
        parts = {key: part for key, part in value.items() if key not in LEFT_OUT}
        self.empty = self.empty or not parts
        self.open = self.open or (self.objects and parts.keys() != self.parts.keys())
        self.objects = True
        for key, part in parts.items():
            if key not in self.parts:
                self.parts[key] = Shape()
            self.parts[key].see(part)

    def _see_list(self, value: list[Any]) -> None:
        self.lengths.add(len(value))
        self.empty = self.empty or not value
        if self.items is None:
            self.items = Shape()
        for place, item in enumerate(value):
            self.items.see(item)
            if place < POSITIONS:
                if place == len(self.places):
                    self.places.append(Shape())
                self.places[place].see(item)
        if value and all(type(item) is str for item in value):
            for word, number in Counter(value).items():
                self.copies[word] = max(self.copies.get(word, 0), number)
            self.ordered = self.ordered or value != sorted(value)
        elif value and all(type(item) is int for item in value):
            self.ordered = self.ordered or value != sorted(value)

    def merge(self, other: Shape) -> None:
        """Take over all that was seen elsewhere."""
        if self.objects and other.objects and self.parts.keys() != other.parts.keys():
            self.open = True
        for flag in ("missing", "flags", "numbers", "zero", "objects", "open", "empty", "ordered"):
            setattr(self, flag, getattr(self, flag) or getattr(other, flag))
        self.least = min(self.least, other.least)
        self.most = max(self.most, other.most)
        self.words |= other.words
        self.lengths |= other.lengths
        for word, number in other.copies.items():
            self.copies[word] = max(self.copies.get(word, 0), number)
        for key, part in other.parts.items():
            self.parts.setdefault(key, Shape()).merge(part)
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)
        for place, shape in enumerate(other.places):
            if place == len(self.places):
                self.places.append(Shape())
            self.places[place].merge(shape)

    def only_words(self) -> bool:
        """Whether nothing but words was seen here, or nothing at all."""
        return not (self.flags or self.numbers or self.objects or self.items is not None)

    def all_words(self) -> set[str]:
        """Every word and every key at this place and below it."""
        found = set(self.words)
        for key, part in self.parts.items():
            found.add(key)
            found |= part.all_words()
        if self.items is not None:
            found |= self.items.all_words()
        return found

    def most_copies(self) -> dict[str, int]:
        """How often each word stands in one list at most, at this place and below it."""
        found = dict(self.copies)
        for part in [*self.parts.values(), *([self.items] if self.items is not None else [])]:
            for word, number in part.most_copies().items():
                found[word] = max(found.get(word, 0), number)
        return found


def make_alike(shapes: Collection[Shape]) -> None:
    """Whatever was seen at one of these places can stand at all of them."""
    words = {word for shape in shapes for word in shape.words}
    missing = any(shape.missing for shape in shapes)
    for shape in shapes:
        shape.words = words
        shape.missing = missing


def look(box: Box) -> tuple[Shape, set[str]]:
    """The shape of the views of some games, half of them played by chance, half sensibly, and all arguments of their
    legal actions."""
    shape = Shape()
    actions: set[int] = set()
    insight = insight_of(box.game)
    rng = random.Random("the shape of the views")
    looks = 0
    share = 0.2
    for number in range(GAMES_SEEN):
        state = box.game.deal(box, FastDice(rng))
        decisions = 0
        while actors := state.actors():
            decisions += 1
            seat = actors[-1] if number & 2 else actors[0]
            legal = state.legal(seat)
            if rng.random() < share:
                shape.see(state.view(seat))
                actions.update(legal)
                looks += 1
            state.play(seat, insight.pick(state, seat, legal, rng.random) if number & 1 else rng.choice(legal))
        shape.see(state.view(0))
        share = min(0.2, LOOKS_A_GAME / decisions)
        if looks > LOOKS:
            break
    arguments = {
        box.vocabulary.verbs[action // SPAN].arguments[action % SPAN]
        for action in actions
        if box.vocabulary.verbs[action // SPAN].arguments
    }
    return shape, arguments
