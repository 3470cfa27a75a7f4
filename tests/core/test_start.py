"""A match that begins from a position is a match like any other: undo, save, load, verify."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ludi.core import BadRecord, Record, Start, Table, registry


def from_the_middle(name: str, decisions: int) -> Start:
    """A position in the middle of a game that chance played."""
    table = Table.new(name, seed=bytes(32))
    rng = random.Random(7)
    for _ in range(decisions):
        seat = table.state.actors()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    return Start(json.loads(json.dumps(table.state.snapshot())), (3, 4, 1))


def play(table: Table, decisions: int) -> None:
    rng = random.Random(3)
    for _ in range(decisions):
        actors = table.state.actors()
        if not actors:
            return
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))


@pytest.mark.parametrize("name", registry.names())
def test_it_is_saved_loaded_and_played_on(name: str, tmp_path: Path) -> None:
    table = Table(registry.find(name), {}, (), bytes(32), from_the_middle(name, 25))
    play(table, 30)
    file = tmp_path / "match.json"
    table.save(file)
    again = Table.load(file)
    assert again.state.snapshot() == table.state.snapshot()
    assert again.record() == table.record()
    assert [event for _, event in again.events] == [event for _, event in table.events]
    play(table, 20)
    play(again, 20)
    assert again.decisions == table.decisions


def test_its_first_rolls_are_those_of_the_script_and_the_others_of_the_seed() -> None:
    game = registry.find("roma")
    start = from_the_middle("roma", 25)
    one, same = (Table(game, {}, (), seed, start) for seed in (bytes(32), bytes(32)))
    other = Table(game, {}, (), b"x" * 32, start)
    for table in (one, same, other):
        play(table, 60)
    assert one.events == same.events
    assert one.events != other.events


@pytest.mark.parametrize("name", registry.names())
def test_it_can_be_taken_back(name: str) -> None:
    table = Table(registry.find(name), {}, (), bytes(32), from_the_middle(name, 25))
    rng = random.Random(5)
    taken_back = 0
    for _ in range(60):
        actors = table.state.actors()
        if not actors:
            break
        before, seat = table.state.snapshot(), actors[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
        if table.can_undo(seat):
            word = table.decisions[-1][1]
            table.undo(seat)
            assert table.state.snapshot() == before
            table.play(seat, word)
            taken_back += 1
    assert taken_back


def test_an_older_program_does_not_take_it_for_a_deal() -> None:
    record = Table(registry.find("pax"), {}, (), bytes(32), from_the_middle("pax", 5)).record()
    assert json.loads(record.to_json())["format"] == "ludi-romani record 2"
    plain = Table.new("pax", seed=bytes(32)).record()
    assert json.loads(plain.to_json())["format"] == "ludi-romani record 1"
    assert "position" not in json.loads(plain.to_json())


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("position", None, "'position' is not what it should be"),
        ("position", {"moon": 1}, "A position has no part 'moon'"),
        ("dice", "345", "'dice' is not what it should be"),
        ("dice", ["3"], "'dice' are whole numbers"),
    ],
)
def test_a_bad_beginning_is_refused_in_a_sentence(part: str, value: object, reason: str) -> None:
    record = Table(registry.find("pax"), {}, (), bytes(32), from_the_middle("pax", 5)).record()
    data = {**json.loads(record.to_json()), part: value}
    with pytest.raises(BadRecord, match=reason):
        Table.from_record(Record.from_json(json.dumps(data)))
