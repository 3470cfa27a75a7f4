"""The slots of lists: items in a fixed order, up to some number, or counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.research.slots import COUNT_SCALE, NUMBER_SCALE, Part, Rest, Slots, present_too


def as_row(parts: Sequence[Part], turned: bool = False, own_seat: str = "") -> Part:
    """Items one after another, always as many; ``turned``: they are counted from the observer.

    ``own_seat``: the key under which each has the number of its place, which needs no slot.
    """
    length, offsets = len(parts), offsets_of(parts)
    writers = [part.write for part in parts]

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is not list or len(value) != length:
            rest.append((at, value))
            return
        for number, item in enumerate(value):
            place = (number - seat) % length if turned else number
            writers[place](item, at + offsets[place], seat, row, rest)
            if own_seat and type(item) is dict and item.get(own_seat, "none") != number:
                rest.append((at, number, item.get(own_seat, "none")))

    places: dict[str | int, tuple[int, Part]] = dict(enumerate(zip(offsets, parts, strict=True)))
    return Part(numbered(parts), write, any(part.sure for part in parts), places=places, turned=turned)


def some(inner: Sequence[Part]) -> Part:
    """Items up to a greatest number."""
    parts = [part if part.sure else present_too(part) for part in inner]
    offsets = offsets_of(parts)

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is not list:
            rest.append((at, value))
            return
        if len(value) > len(parts):
            rest.append((at, value[len(parts) :]))
        for part, offset, item in zip(parts, offsets, value, strict=False):
            part.write(item, at + offset, seat, row, rest)

    places: dict[str | int, tuple[int, Part]] = dict(enumerate(zip(offsets, parts, strict=True)))
    return Part(numbered(parts), write, False, places=places)


def bag(copies: Mapping[str, int], kind: type, ordered: bool) -> Part:
    """How many of each word or number; if the order tells something, the places of each of its copies too."""
    names = [f"#{word}" for word in copies]
    slots: dict[str, tuple[int, int, int]] = {}
    for number, (word, most) in enumerate(copies.items()):
        slots[word] = (number, len(names), most)
        if ordered:
            names += [f"@{word}" if copy == 0 else f"@{word}+{copy}" for copy in range(most)]

    def write(value: Any, at: int, seat: int, row: Slots, rest: Rest) -> None:
        if type(value) is not list:
            rest.append((at, value))
            return
        if not ordered and len(value) > 1 and not is_sorted(value):
            rest.append((at, "order", value))
        for place, item in enumerate(value):
            found = slots.get(str(item)) if type(item) is kind else None
            if found is None:
                rest.append((at, place, item))
                continue
            count, first, most = found
            before = round(row[at + count] * COUNT_SCALE)
            row[at + count] = (before + 1) / COUNT_SCALE
            if ordered and before < most:
                row[at + first + before] = (place + 1) / NUMBER_SCALE
            elif ordered:
                rest.append((at, place, item))

    return Part(names, write, False, counted=slots if kind is str else {}, ordered=ordered)


def is_sorted(items: list[Any]) -> bool:
    try:
        return items == sorted(items)
    except TypeError:
        return False


def numbered(parts: Sequence[Part]) -> list[str]:
    return [f"[{place}]{name}" for place, part in enumerate(parts) for name in part.names]


def offsets_of(parts: Sequence[Part]) -> list[int]:
    return [sum(len(part.names) for part in parts[:place]) for place in range(len(parts))]
