"""The shape of a game's views: a tree of TypedDicts, and what is read from it.

A game types its view by a TypedDict (:attr:`ludi.core.Game.view_shape`). Where a type alone does not say what can stand
at a place, ``Annotated`` says more with the marks below; which words a mark means in a match is told by
:meth:`ludi.core.Game.words_for`. :func:`read` turns the TypedDict into a tree of the small classes at the end, from
which the page's TypeScript types, the vectors for research and the check of every view are made.

>>> from typing import TypedDict
>>> class Pile(TypedDict):
...     cards: Annotated[list[Annotated[str, Words("cards")]], Sorted()]
...     top: str | None
>>> pile = read(Pile)
>>> pile.parts["cards"].shape
Listing(item=Word(kinds=('cards',), words=()), one_per='', up_to=0, in_order=False)
>>> pile.parts["top"].shape
Maybe(inner=Word(kinds=(), words=()))
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

# Marks: what a game adds to a type


class Words:
    """Of a ``str``: one of the words of these kinds."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds


@dataclass(frozen=True, slots=True)
class Range:
    """Of an ``int``: its least and its greatest value."""

    least: int
    most: int


class SeatNumber:
    """Of an ``int``: the number of a seat."""


@dataclass(frozen=True, slots=True)
class OnePer:
    """Of a list: one item for every word of this kind, in their order (``seats``: for every seat)."""

    kind: str


@dataclass(frozen=True, slots=True)
class UpTo:
    """Of a list: hardly ever more items than this. Without it a list of words may hold every word of its kind."""

    number: int


class Sorted:
    """Of a list: its items are sorted, so that their order tells nothing."""


class Columns:
    """Of a list: exactly these items, each of its own type."""

    def __init__(self, *types_: Any) -> None:
        self.types = types_


@dataclass(frozen=True, slots=True)
class Sparse:
    """Of a table: of its keys beyond those of kind ``but`` hardly ever more than this number are used at once.

    ``unless`` is for a table in a table: only under a key of this kind are those of kind ``but`` used much.
    """

    number: int
    but: str = ""
    unless: str = ""


class Filled:
    """Of a table: it has at least one key."""


class Untold:
    """Of a key: it is not worth places of its own in a vector (the outcome)."""


class Drawn:
    """Of a key: it is there for those who draw the position, and is left out of vectors."""


Seat = Annotated[int, SeatNumber()]

# The tree


@dataclass(frozen=True, slots=True)
class Number:
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Real:
    """A number that need not be whole: a chance. Answers have them, views do not."""


@dataclass(frozen=True, slots=True)
class Flag:
    pass


@dataclass(frozen=True, slots=True)
class SeatShape:
    """The number of a seat."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of these kinds, or one of these words; any text if there are neither. With both, the kinds tell which of
    the words can come up in a match."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Maybe:
    """That, or None."""

    inner: Shape


@dataclass(frozen=True, slots=True)
class Part:
    """One key of a thing."""

    shape: Shape
    needed: bool
    told: bool = True
    drawn: bool = False
    """Only drawn: no vector has it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object with fixed keys: one TypedDict."""

    made_of: type
    parts: Mapping[str, Part]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several things, told apart by their keys and single words."""

    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Things by name."""

    key: Word
    value: Shape
    sparse: Sparse | None = None
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A list with exactly these items."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of alike items."""

    item: Shape
    one_per: str = ""
    up_to: int = 0
    in_order: bool = True


Shape = Number | Real | Flag | SeatShape | Word | Maybe | Thing | Either | Table | Row | Listing


@cache
def read(view_shape: type) -> Thing:
    """The tree of a TypedDict."""
    found = _read(view_shape, {})
    assert isinstance(found, Thing)
    return found


def _read(hint: Any, bound: Mapping[Any, Any]) -> Shape:
    hint, marks = _unwrap(bound.get(hint, hint) if isinstance(hint, TypeVar) else hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeVar):
        return _read(hint.__bound__, bound)
    if origin in (Union, types.UnionType):
        return _read_union(arguments, bound)
    if is_typeddict(hint) or is_typeddict(origin):
        return _read_thing(origin or hint, arguments)
    if origin is Literal:
        narrowed = _mark(marks, Words)
        return Word(() if narrowed is None else narrowed.kinds, arguments)
    if origin is list:
        return _read_list(arguments[0], marks, bound)
    if origin is dict:
        key = _read(arguments[0], bound)
        assert isinstance(key, Word)
        return Table(key, _read(arguments[1], bound), _mark(marks, Sparse), _mark(marks, Filled) is not None)
    if hint is bool:
        return Flag()
    if hint is int:
        span = _mark(marks, Range)
        if _mark(marks, SeatNumber) is not None:
            return SeatShape()
        return Number() if span is None else Number(span.least, span.most)
    if hint is float:
        return Real()
    if hint is str:
        words = _mark(marks, Words)
        return Word() if words is None else Word(words.kinds)
    raise TypeError(f"A view cannot hold {hint}.")


def _unwrap(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without its marks, and the marks."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        return inner, tuple(marks)
    return hint, ()


M = TypeVar("M")


def _mark(marks: tuple[Any, ...], kind: type[M]) -> M | None:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _read_union(options: tuple[Any, ...], bound: Mapping[Any, Any]) -> Shape:
    present = [option for option in options if option is not types.NoneType]
    if len(present) == 1:
        inner = _read(present[0], bound)
    else:
        things = [_read(option, bound) for option in present]
        assert all(isinstance(thing, Thing) for thing in things), options
        inner = Either(tuple(thing for thing in things if isinstance(thing, Thing)))
    return inner if len(present) == len(options) else Maybe(inner)


def _read_thing(made_of: Any, arguments: tuple[Any, ...]) -> Thing:
    bound = dict(zip(getattr(made_of, "__parameters__", ()), arguments, strict=False))
    parts = {}
    for key, hint in get_type_hints(made_of, include_extras=True).items():
        needed = bool(made_of.__total__)
        if get_origin(hint) is NotRequired:
            hint, needed = get_args(hint)[0], False
        marks = _unwrap(hint)[1]
        told, drawn = _mark(marks, Untold) is None, _mark(marks, Drawn) is not None
        parts[key] = Part(_read(hint, bound), needed, told, drawn)
    return Thing(made_of, parts)


def _read_list(item: Any, marks: tuple[Any, ...], bound: Mapping[Any, Any]) -> Shape:
    columns = _mark(marks, Columns)
    if columns is not None:
        return Row(tuple(_read(each, bound) for each in columns.types))
    one_per, up_to = _mark(marks, OnePer), _mark(marks, UpTo)
    return Listing(
        _read(item, bound),
        "" if one_per is None else one_per.kind,
        0 if up_to is None else up_to.number,
        _mark(marks, Sorted) is None,
    )
