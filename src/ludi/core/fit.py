"""Whether a view is what its shape says: no key too many, none missing, everything of the right kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ludi.core.shape import Either, Flag, Listing, Maybe, Number, Real, Row, SeatShape, Shape, Table, Thing, Word, read

if TYPE_CHECKING:
    from ludi.core.game import Box


def misfits(view: Any, box: Box) -> list[str]:
    """What of a view of this match is not as the game's ``view_shape`` says, place by place; nothing if all fits."""
    return misfits_of(view, box.game.view_shape, box, "view")


def misfits_of(value: Any, shape: type, box: Box, name: str) -> list[str]:
    """The same for any data of this match (called ``name``) that a TypedDict declares."""
    return list(_Fit(box).look(value, read(shape), name))


@lru_cache(maxsize=256)
def words_of(word: Word, box: Box) -> Mapping[str, int]:
    """The words that can stand at a place of this match, each with how many there are of it."""
    found = {} if word.kinds else dict.fromkeys(word.words, 1)
    for kind in word.kinds:
        found.update(box.game.words_for(box, kind))
    return found


class _Fit:
    """Looks through one view."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def look(self, value: Any, shape: Shape, where: str) -> Iterator[str]:
        match shape:
            case Maybe(inner):
                if value is not None:
                    yield from self.look(value, inner, where)
            case Thing():
                yield from self.thing(value, shape, where)
            case Either(things):
                if not any(self.fits(value, each) for each in things):
                    yield f"{where} is none of {', '.join(each.made_of.__name__ for each in things)}: {value!r}"
            case Table():
                yield from self.table(value, shape, where)
            case Row(items):
                if type(value) is not list or len(value) != len(items):
                    yield f"{where} is not a list of {len(items)}: {value!r}"
                else:
                    for place, (item, each) in enumerate(zip(value, items, strict=True)):
                        yield from self.look(item, each, f"{where}[{place}]")
            case Listing():
                yield from self.listing(value, shape, where)
            case _:
                if not self.plain(value, shape):
                    yield f"{where} should be {told(shape)}, not {value!r}"

    def fits(self, value: Any, shape: Shape) -> bool:
        return next(self.look(value, shape, ""), None) is None

    def plain(self, value: Any, shape: Shape) -> bool:
        match shape:
            case Flag():
                return type(value) is bool
            case SeatShape():
                return type(value) is int and value in range(self.box.seats)
            case Real():
                return type(value) in (int, float)
            case Number(least, most):
                return type(value) is int and (least is None or least <= value) and (most is None or value <= most)
            case Word():
                return type(value) is str and (not (shape.kinds or shape.words) or value in words_of(shape, self.box))
        return False

    def thing(self, value: Any, shape: Thing, where: str) -> Iterator[str]:
        if type(value) is not dict:
            yield f"{where} is no object: {value!r}"
            return
        for key, part in shape.parts.items():
            if key in value:
                yield from self.look(value[key], part.shape, f"{where}.{key}")
            elif part.needed:
                yield f"{where}.{key} is missing"
        for key in value.keys() - shape.parts.keys():
            yield f"{where}.{key} is unknown"

    def table(self, value: Any, shape: Table, where: str) -> Iterator[str]:
        if type(value) is not dict or (shape.filled and not value):
            yield f"{where} is no object: {value!r}"
            return
        for name, each in value.items():
            if not self.plain(name, shape.key):
                yield f"{where} cannot have the key {name!r}"
            yield from self.look(each, shape.value, f"{where}.{name}")

    def listing(self, value: Any, shape: Listing, where: str) -> Iterator[str]:
        if type(value) is not list:
            yield f"{where} is no list: {value!r}"
            return
        if shape.one_per and len(value) != length_of(shape.one_per, self.box):
            yield f"{where} has {len(value)} items, not one for each of the {shape.one_per}"
        if not shape.in_order and value != sorted(value):
            yield f"{where} is not sorted: {value!r}"
        for place, item in enumerate(value):
            yield from self.look(item, shape.item, f"{where}[{place}]")


def told(shape: Shape) -> str:
    """What should stand at a place, in a few words."""
    match shape:
        case Flag():
            return "true or false"
        case SeatShape():
            return "the number of a seat"
        case Real():
            return "a number"
        case Number(least, most):
            return "a whole number" if least is None or most is None else f"a whole number from {least} to {most}"
        case Word(kinds, words):
            return f"one of the {' or '.join(kinds)}" if kinds else " or ".join(map(repr, words)) or "a text"
    return str(shape)


def length_of(kind: str, box: Box) -> int:
    """How many items a list has that holds one for every word of a kind, or for every seat."""
    return box.seats if kind == "seats" else len(box.game.words_for(box, kind))
