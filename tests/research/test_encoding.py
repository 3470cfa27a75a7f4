"""Vectors have one length, one name per slot, and tell all that the view tells."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from ludi.core import FastDice, State, registry
from ludi.research import leaves
from ludi.research.encoding import Encoder
from ludi.research.reading import Blocks, Reader, Sheet, blocks_of
from ludi.research.slots import REACH
from needs import need_plain


def set_ups() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in registry.names():
        scenarios = next((each.choices for each in registry.find(name).options if each.name == "scenario"), None)
        yield from ((name, {"scenario": each}) for each in scenarios) if scenarios else [(name, {})]
    yield from (("pax", {"players": players}) for players in (1, 2))


SET_UPS = list(set_ups())


DRAWN = ("scenes", "binding", "text")
"""What a view holds only for one who draws it: vectors leave it out (``core.shape.Drawn``)."""


def undrawn(value: Any) -> Any:
    """A view without what is there only to be drawn."""
    if isinstance(value, dict):
        return {key: undrawn(part) for key, part in value.items() if key not in DRAWN}
    return [undrawn(item) for item in value] if isinstance(value, list) else value


def positions(game: str, options: dict[str, Any], seed: int) -> list[State]:
    rng = random.Random(seed)
    found = registry.find(game)
    state = found.deal(found.box(options), FastDice(rng))
    seen = [state.copy()]
    while actors := state.actors():
        state.play(actors[0], rng.choice(state.legal(actors[0])))
        seen.append(state.copy())
    return seen


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_different_views_have_different_vectors(game: str, options: dict[str, Any]) -> None:
    encoder = Encoder.of(game, options)
    assert len(set(encoder.names)) == encoder.size
    views: dict[bytes, str] = {}
    unplaced = total = 0
    for seed in range(2):
        for state in positions(game, options, seed)[:-1:4]:
            for seat in range(state.box.seats):
                view = state.view(seat)
                row = encoder.encode(view)
                assert len(row) == encoder.size
                assert -REACH <= min(row) <= max(row) <= REACH
                text = json.dumps(undrawn(view), sort_keys=True)
                assert views.setdefault(sha256(row).digest(), text) == text
                total += text.count(":")
                unplaced += len(encoder.unplaced(view))
    assert len(views) > 10
    assert unplaced <= 0.005 * total, "what can stand in a view has slots"


def changed(value: Any) -> Iterator[Any]:
    """Every view that differs from this one in one spot: another value, one item or part less, two items exchanged."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in DRAWN:
                continue
            yield {each: inner for each, inner in value.items() if each != key}
            for other in changed(part):
                yield {**value, key: other}
        yield {**value, "something new": 1}
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            for other in changed(item):
                yield [*value[:place], other, *value[place + 1 :]]
            if place and item != value[place - 1]:
                yield [*value[: place - 1], item, value[place - 1], *value[place + 1 :]]
        yield [*value, *(value[-1:] or [3])]
    elif isinstance(value, bool):
        yield not value
        yield None
    elif value is None:
        yield from (0, 1, "x", [], {}, False)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 3000, -value - 70_000, None)
    else:
        yield from (f"{value}x", None)


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_whatever_changes_in_a_view_changes_its_vector(game: str, options: dict[str, Any]) -> None:
    encoder = Encoder.of(game, options)
    played = positions(game, options, 7)
    rng = random.Random(3)
    for state in (played[len(played) // 3], played[-2]):
        view = state.view(state.actors()[0])
        row = encoder.encode(view)
        others = list(changed(view))
        for other in rng.sample(others, min(400, len(others))):
            same = encoder.encode(other) == row
            assert not same, [key for key in {**view, **other} if view.get(key) != other.get(key)]


def test_an_encoder_is_the_same_every_time() -> None:
    box = registry.find("roma").box()
    assert Encoder(box).names == Encoder(box).names
    assert Encoder.of("roma") is Encoder.of("roma", {"start": "random"})


def test_equal_views_have_equal_vectors_whatever_is_hidden() -> None:
    encoder = Encoder.of("pax", {"players": 2})
    for state in positions("pax", {"players": 2}, 5)[10:60:10]:
        other = state.perspective(1).sample(random.Random(1))
        assert encoder.encode(state.view(1)) == encoder.encode(other.view(1))


def test_seats_are_counted_from_the_observer() -> None:
    encoder = Encoder.of("pax", {"players": 2})
    state = positions("pax", {"players": 2}, 5)[20]
    turn = state.view(0)["turn"]
    for seat in (0, 1):
        row = dict(zip(encoder.names, encoder.encode(state.view(seat)), strict=True))
        assert row["turn=+0"] == float(turn == seat)
        assert row[f"you={seat}"] == 1.0
        assert row["players[0].coins?"] == 1.0
        assert row["players[1].coins?"] == 0.0


def test_a_number_that_is_no_seat_stays_a_number() -> None:
    encoder = Encoder.of("pax-romana", {"scenario": "II"})
    view = positions("pax-romana", {"scenario": "II"}, 1)[0].view(0)
    row = dict(zip(encoder.names, encoder.encode(view), strict=True))
    assert row["turn"] == pytest.approx(view["turn"] / 10)


def test_units_stand_under_their_side_their_space_and_their_kind() -> None:
    encoder = Encoder.of("pax-romana", {"scenario": "II"})
    view = positions("pax-romana", {"scenario": "II"}, 1)[0].view(0)
    row = dict(zip(encoder.names, encoder.encode(view), strict=True))
    for side, places in view["units"].items():
        for place, stack in places.items():
            for kind, number in stack.items():
                assert row[f"units.{side}.{place}.{kind}"] == pytest.approx(number / 10)


@pytest.mark.parametrize(("game", "options"), [*SET_UPS, ("pax", {"players": 3, "open_counts": True})])
def test_what_is_read_part_by_part_is_what_the_view_says(game: str, options: dict[str, Any]) -> None:
    """Slot by slot, for every seat, in whole games and back and forth between positions of several."""
    encoder = Encoder.of(game, options)
    reader = Reader(encoder)
    seen = [
        state for seed in range(3) for state in positions(game, options, seed)[:: 9 if "scenario" in options else 2]
    ]
    random.Random(1).shuffle(seen[: len(seen) // 2])
    told = 0
    for state in seen:
        for seat in range(state.box.seats):
            row, wanted = reader.read(state, seat), encoder.encode(state.view(seat))
            if row != wanted:
                wrong = [encoder.names[slot] for slot, value in enumerate(wanted) if row[slot] != value]
                pytest.fail(f"seat {seat} in {state.view(seat)['phase']}: {wrong[:8]}")
            told += state.view_keys(seat) is not None
    parts = state.box.game.view_parts(state.box)
    assert bool(told) == bool(parts)


FOLLOWED = [
    *SET_UPS,
    *(("pax", {"players": players}) for players in (3, 5, 8)),
    ("pax", {"players": 3, "open_counts": True}),
    ("pax-romana", {"scenario": "V", "format": "advanced"}),
]


@pytest.mark.parametrize(("game", "options"), FOLLOWED)
def test_a_game_that_is_followed_is_read_as_its_view_says(game: str, options: dict[str, Any]) -> None:
    """One position that goes on, seats that look now and then: what is written in pieces is what is encoded whole."""
    rng = random.Random(game)
    found = registry.find(game)
    box = found.box(options)
    encoder = Encoder.of_box(box)
    reader, state = Reader(encoder), found.deal(box, FastDice(rng))
    looks = 0
    for _ in range(400):
        for seat in range(box.seats):
            if rng.random() < 0.3:
                assert reader.read(state, seat) == encoder.encode(state.view(seat)), f"seat {seat}"
                looks += 1
        actors = state.actors()
        if not actors:
            break
        seat = rng.choice(actors)
        state.play(seat, rng.choice(state.legal(seat)))
    assert looks > 15


@pytest.mark.parametrize(("game", "options"), [("pax", {"players": 4}), ("pax-romana", {"scenario": "V"})])
def test_what_is_kept_of_a_set_up_has_a_bound_and_is_learned_again_when_it_was_forgotten(
    monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any]
) -> None:
    need_plain("how much the leaves keep")
    blocks_of.cache_clear()
    encoder = Encoder.of(game, options)
    found = blocks_of(encoder.box)
    assert found is not None
    memory, most, forgotten = found.memory, 0, 0
    monkeypatch.setattr(leaves, "MOST_TOGETHER", 150)
    monkeypatch.setattr(leaves, "MOST_VALUES", 12)
    reader = Reader(encoder)
    for state in positions(game, options, 5)[::7]:
        for seat in range(state.box.seats):
            before = memory.number
            assert reader.read(state, seat) == encoder.encode(state.view(seat))
            kept = [len(shelf) for shelf in memory.shelves]
            forgotten += memory.number < before
            assert memory.number == sum(kept)
            most = max(most, memory.number)
    assert forgotten > 1
    assert 140 < most <= 150


@pytest.mark.parametrize(("game", "options"), FOLLOWED)
def test_seats_that_share_a_sheet_see_each_what_its_view_says(game: str, options: dict[str, Any]) -> None:
    """One row for all seats in turn, in one game after the other: what they see alike stays, or moves with its seat."""
    rng = random.Random(game)
    found = registry.find(game)
    box = found.box(options)
    encoder = Encoder.of_box(box)
    state, row = found.deal(box, FastDice(rng)), encoder.blank[:]
    sheet = Sheet(encoder, memoryview(row))
    ends = 0
    for _ in range(400 if game != "pax-romana" else 150):
        actors = state.actors()
        ends += not actors
        for seat in {rng.choice(actors or range(box.seats)), rng.randrange(box.seats)}:
            sheet.show(state, seat)
            wanted = encoder.encode(state.view(seat))
            if row != wanted:
                wrong = [encoder.names[slot] for slot, value in enumerate(wanted) if row[slot] != value]
                pytest.fail(f"seat {seat} in {state.view(seat)['phase']}: {wrong[:8]}")
        if not actors:
            state = found.deal(box, FastDice(rng))  # another game in the same memory
        for _ in range(rng.choice((1, 1, 1, 7))):
            if actors := state.actors():
                seat = rng.choice(actors)
                state.play(seat, rng.choice(state.legal(seat)))
    assert ends or game == "pax-romana" or box.seats > 4


@pytest.mark.parametrize(("game", "options"), FOLLOWED)
def test_the_end_of_a_game_is_read_as_its_view_says(game: str, options: dict[str, Any]) -> None:
    """When all lies open, for every seat, where positions of that game and ends of others stood before."""
    encoder = Encoder.of(game, options)
    reader = Reader(encoder)
    one, two = (positions(game, options, seed)[-2:] for seed in (1, 2))
    for state in (*one, two[1], two[0], two[1], one[1]):
        for seat in range(state.box.seats):
            row, wanted = reader.read(state, seat), encoder.encode(state.view(seat))
            if row != wanted:
                wrong = [encoder.names[slot] for slot, value in enumerate(wanted) if row[slot] != value]
                pytest.fail(f"seat {seat} in {state.view(seat)['phase']}: {wrong[:8]}")
    assert one[1].outcome()
    assert one[1].view_keys(0)


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_parts_of_a_view_are_known_again_by_what_a_seat_may_know(game: str, options: dict[str, Any]) -> None:
    """A veiled position has the same numbers as the true one: nothing hidden comes in by the keys."""
    reader = Reader(Encoder.of(game, options))
    for state in positions(game, options, 4)[5:-1:53]:
        for seat in range(state.box.seats):
            seen = reader.read(state, seat)[:]
            assert reader.read(state.veil(seat), seat) == seen


def test_parts_that_do_not_cover_the_view_are_refused() -> None:
    encoder = Encoder.of("roma", {})
    parts = encoder.box.game.view_parts(encoder.box)
    Blocks(encoder, parts)
    for wrong in (parts[1:], [*parts, parts[0]]):
        with pytest.raises(ValueError, match="do not fit its shape"):
            Blocks(encoder, wrong)


def test_leaves_that_are_not_all_of_their_part_are_refused() -> None:
    encoder = Encoder.of("roma", {})
    parts = list(encoder.box.game.view_parts(encoder.box))
    number = next(place for place, part in enumerate(parts) if part.leaves)
    parts[number] = replace(parts[number], leaves=parts[number].leaves[1:])
    with pytest.raises(ValueError, match="do not fit its shape"):
        Blocks(encoder, parts)


def test_keys_that_are_not_all_of_their_object_are_refused() -> None:
    encoder = Encoder.of("pax-romana", {"scenario": "I"})
    parts = list(encoder.box.game.view_parts(encoder.box))
    number = next(place for place, part in enumerate(parts) if part.spread)
    parts[number] = replace(parts[number], spread=parts[number].spread[1:])
    with pytest.raises(ValueError, match="are not all of MeetingView"):
        Blocks(encoder, parts)
