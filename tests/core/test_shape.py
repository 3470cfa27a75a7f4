"""A view's shape is read from TypedDicts, and a view that is anything else is found out."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from ludi.core import FastDice, State, registry
from ludi.core.fit import misfits, words_of
from ludi.core.shape import Either, Listing, Maybe, Number, Row, Shape, Table, Thing, Word, read


def some_state(game: str, options: dict[str, Any] | None = None, decisions: int = 12) -> State:
    rng = random.Random(5)
    found = registry.find(game)
    state = found.deal(found.box(options), FastDice(rng))
    for _ in range(decisions):
        seat = state.actors()[0]
        state.play(seat, rng.choice(state.legal(seat)))
    return state


@pytest.mark.parametrize("game", registry.names())
def test_the_views_of_a_game_fit_for_every_seat_and_for_who_only_watches(game: str) -> None:
    state = some_state(game)
    for seat in (None, *range(state.box.seats)):
        assert misfits(state.view(seat), state.box) == []


def changed(path: str, value: Any) -> Any:
    """A view of Roma with another value at one place; the key goes if the value is ``...``."""
    view: Any = copy.deepcopy(dict(some_state("roma").view(0)))
    *way, last = path.split(".")
    part = view
    for step in way:
        part = part[int(step) if step.isdigit() else step]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return view


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("weather", "fine", "view.weather is unknown"),
        ("stock", ..., "view.stock is missing"),
        ("stock", "12", "view.stock should be"),
        ("stock", True, "view.stock should be"),
        ("stock", None, "view.stock should be"),
        ("phase", "siesta", "view.phase should be"),
        ("turn", 2, "view.turn should be"),
        ("players.1.hand", ["legatus"], r"view.players\[1\].hand\[0\] should be"),
        ("players.0.row.3.disc", 7, r"view.players\[0\].row\[3\].disc should be"),
        ("players.0.row.3.colour", "red", r"view.players\[0\].row\[3\].colour is unknown"),
        ("players.0.blocked", [2, 1], r"view.players\[0\].blocked is not sorted"),
        ("players", [], "view.players has 0 items, not one for each of the seats"),
        ("players", {}, "view.players is no list"),
        ("gifts", [], "view.gifts is no object"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(path: str, value: Any, says: str) -> None:
    found = misfits(changed(path, value), registry.find("roma").box())
    assert found
    with pytest.raises(AssertionError, match=says):
        raise AssertionError("\n".join(found))


def test_one_of_several_things_is_told_by_its_keys() -> None:
    state = some_state("pax-romana", {"scenario": "II"})
    view = dict(state.view(0))
    move = {"kind": "move", "space": "messana", "side": "rome", "mp": 3, "army": {"legion": 3}}
    assert misfits({**view, "under_way": move}, state.box) == []
    assert misfits({**view, "under_way": {**move, "kind": "battle"}}, state.box)
    assert misfits({**view, "under_way": {**move, "army": {"chariot": 3}}}, state.box)


def words_in(shape: Shape) -> list[Word]:
    """Every place of a shape at which a word stands."""
    match shape:
        case Word():
            return [shape]
        case Maybe(inner):
            return words_in(inner)
        case Thing():
            return [word for part in shape.parts.values() for word in words_in(part.shape)]
        case Either(things):
            return [word for thing in things for word in words_in(thing)]
        case Table(key, inner):
            return [key, *words_in(inner)]
        case Row(items):
            return [word for item in items for word in words_in(item)]
        case Listing(item):
            return words_in(item)
    return []


SET_UPS: dict[str, list[dict[str, str]]] = {"pax-romana": [{}, {"scenario": "IV"}]}
"""Where a kind has words in some matches only: the Standard Game has no cards."""


@pytest.mark.parametrize("game", registry.names())
def test_a_game_knows_the_words_of_every_kind_that_its_shape_names(game: str) -> None:
    found = registry.find(game)
    for word in words_in(read(found.view_shape)):
        boxes = [found.box(options) for options in SET_UPS.get(game, [{}])]
        assert any(words_of(word, box) for box in boxes) or not word.kinds
    with pytest.raises(LookupError, match="weather"):
        found.words_for(found.box(), "weather")


def test_a_range_is_read_from_its_mark() -> None:
    parts = read(registry.find("pax").view_shape).parts
    assert parts["solo_level"].shape == Number(0, 5)
    assert not parts["outcome"].told
