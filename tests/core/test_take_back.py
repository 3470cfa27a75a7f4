"""Taking back with leave: beyond the point of no return, told by the record, and no way to throw anew."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from ludi import bots
from ludi.core import BadRecord, CannotUndo, Record, Table, registry, seed_from_text

SEED = seed_from_text("leave")


def played(game: str, decisions: int, **options: Any) -> Table:
    table = Table.new(game, options, seed=SEED)
    bot, rng = bots.find("greedy", registry.find(game)), random.Random(2)
    go_on(table, decisions, lambda seat: bot.choose(table.state.perspective(seat), rng))
    return table


def go_on(table: Table, decisions: int, choose: Callable[[int], int] | None = None) -> None:
    rng = random.Random(9)
    for _ in range(decisions):
        actors = table.state.actors()
        if actors:
            seat = actors[0]
            table.play(seat, rng.choice(table.state.legal(seat)) if choose is None else choose(seat))


@pytest.mark.parametrize("game", registry.names())
def test_the_same_dice_come_again_for_the_same_decisions(game: str) -> None:
    table = played(game, 60)
    end, events = table.state.fingerprint(), list(table.events)
    for seat in range(table.box.seats):
        before = list(table.decisions)
        to = table.before_last(seat)
        table.take_back(seat)
        assert table.decisions == before[:to]
        assert table.state.fingerprint() == Table.from_record(table.record(), to=to).state.fingerprint()
        for other, word in before[to:]:
            table.play(other, word)
        assert table.state.fingerprint() == end
        assert list(table.events) == events


def test_it_goes_back_to_before_the_last_decision_of_the_one_who_asks() -> None:
    table = played("roma", 40)
    seat = 1 - table.decisions[-1][0]
    assert not table.can_undo(seat)
    last = max(number for number, (who, _) in enumerate(table.decisions) if who == seat)
    table.take_back(seat)
    assert len(table.decisions) == last
    assert seat in table.state.actors()


def test_who_has_decided_nothing_takes_nothing_back() -> None:
    with pytest.raises(CannotUndo, match="has decided nothing"):
        Table.new("roma", seed=SEED).take_back(0)


def test_the_record_tells_what_was_taken_back_and_is_whole() -> None:
    table = played("roma", 50)
    first = list(table.decisions)
    table.take_back(0)
    go_on(table, 5)
    second = list(table.decisions)
    table.take_back(1)
    go_on(table, 400)
    record = Record.from_json(table.record().to_json())
    assert record == table.record()
    assert [(note.seat, list(note.decisions)) for note in record.taken_back] == [
        (0, first[record.taken_back[0].to :]),
        (1, second[record.taken_back[1].to :]),
    ]
    assert record.earlier() == [first, second]
    again = Table.from_record(record)
    assert again.state.fingerprint() == table.state.fingerprint()
    assert again.record() == record, "a game that is saved and read keeps its notes"
    assert json.loads(record.to_json())["taken_back"][0]["seat"] == 0


def test_a_record_in_which_nothing_was_taken_back_is_written_as_ever() -> None:
    assert "taken_back" not in json.loads(played("pax", 10, players=2).record().to_json())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decisions": ["0 done"]}, "what was taken back"),
        ({"to": 9999}, "more is taken back than was decided"),
        ({"seat": 1}, "something else last"),
        ({"decisions": []}, "'taken_back' is not what it should be"),
        ({"decisions": "x"}, "'taken_back' is not what it should be"),
        ({"seat": "0"}, "'taken_back' is not what it should be"),
    ],
)
def test_a_note_that_cannot_be_is_refused(change: dict[str, Any], says: str) -> None:
    table = played("roma", 50)
    table.take_back(0)
    data = json.loads(table.record().to_json())
    data["taken_back"][0].update(change)
    with pytest.raises(BadRecord, match=says):
        Table.from_record(Record.from_json(json.dumps(data)))


def test_it_is_not_done_without_end() -> None:
    table = played("roma", 12)
    seat = table.decisions[-1][0]
    word = table.decisions[-1][1]
    for _ in range(50):
        table.take_back(seat)
        table.play(seat, word)
    with pytest.raises(CannotUndo, match="Too much was taken back"):
        table.take_back(seat)


def test_what_is_asked_next_can_be_undone_as_ever() -> None:
    table = played("roma", 50)
    table.take_back(0)
    seat = table.state.actors()[0]
    before = table.state.fingerprint()
    for action in table.state.legal(seat):
        table.play(seat, action)
        if table.can_undo(seat):
            table.undo(seat)
            assert table.state.fingerprint() == before
            break
        table.take_back(seat)
