"""Questions made up by chance from what a game declares, so that every question of every game can be asked anywhere."""

from __future__ import annotations

import random
from typing import Any

from ludi.core import Asked, BadQuestion, Box, Phrasebook, Question, State
from ludi.core.fit import words_of
from ludi.core.questions import answer
from ludi.core.shape import Flag, Listing, Maybe, Number, Real, SeatShape, Shape, Table, Thing, Word, read


def made_up(question: Question, box: Box, rng: random.Random, needed: dict[str, Any] | None = None) -> dict[str, Any]:
    """Arguments of the right kind: each that may be left out is left out half of the time."""
    return {**_thing(read(question.arguments), box, rng), **(needed or {})}


def _thing(shape: Thing, box: Box, rng: random.Random) -> dict[str, Any]:
    parts = {key: part for key, part in shape.parts.items() if part.needed or rng.random() < 0.5}
    return {key: _value(part.shape, box, rng) for key, part in parts.items()}


def _value(shape: Shape, box: Box, rng: random.Random) -> Any:
    match shape:
        case Word():
            return rng.choice(sorted(words_of(shape, box)) or ["anything"])
        case Flag():
            return rng.random() < 0.5
        case SeatShape():
            return rng.randrange(box.seats)
        case Number(least, most):
            return rng.randint(0 if least is None else least, min(8, 8 if most is None else most))
        case Real():
            return rng.random()
        case Maybe(inner):
            return None if rng.random() < 0.5 else _value(inner, box, rng)
        case Thing():
            return _thing(shape, box, rng)
        case Table(key, value):
            return {_value(key, box, rng): _value(value, box, rng) for _ in range(rng.randint(0, 2))}
        case Listing(item):
            return [_value(item, box, rng) for _ in range(rng.randint(0, 2))]
    raise AssertionError(f"nobody asks with {shape}")


def asked_of(state: State, seat: int | None, book: Phrasebook, name: str, arguments: dict[str, Any]) -> Any:
    """The answer, or the sentence by which the question is refused."""
    try:
        return answer(Asked.of(state, seat, book), name, arguments)
    except BadQuestion as error:
        return str(error)
