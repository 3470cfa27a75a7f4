"""A page of a replay: what it shows, and that the record is played once for it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import orjson
import pytest

from ludi.core import Record, Table
from ludi.server import reader, results
from ludi.server.refusals import Refused

GAMES: list[tuple[str, dict[str, Any]]] = [("pax", {"players": 3}), ("roma", {}), ("pax-romana", {"scenario": "I"})]


def played(game: str, options: dict[str, Any]) -> Table:
    """A whole game, by chance."""
    table, rng = Table.new(game, options, seed=bytes([3]) * 32), random.Random(3)
    while actors := table.state.actors():
        seat = rng.choice(actors)
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


def page(record: Record, first: int, count: int, result: dict[str, Any] | None = None) -> dict[str, Any]:
    source = record if result else reader.Upload(orjson.dumps({"record": orjson.loads(record.to_json())}))
    found: dict[str, Any] = orjson.loads(reader.replay(reader.Replay(source, "open", first, count, "en", result)))
    return found


def result_of(table: Table) -> dict[str, Any]:
    outcome, record = table.state.outcome(), table.record()
    assert outcome is not None
    names = [chair.name for chair in table.seats]
    return results.told(results.kept(outcome), table.game, names, "en", record.seed, record.commitment)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pages_show_each_decision_with_the_label_it_was_chosen_by(game: str, options: dict[str, Any]) -> None:
    table = played(game, options)
    record, result = table.record(), result_of(table)
    again, book = Table.new(game, options, seed=bytes([3]) * 32), table.phrases()
    labels = [""]
    for seat, word in record.decisions:
        labels.append(book.say(again.state.label(again.state.unspell(word))))
        again.play(seat, word)
    steps: list[dict[str, Any]] = []
    while len(steps) <= len(record.decisions):
        found = page(record, len(steps), 7)
        assert found == page(record, len(steps), 7, result), "an upload is shown as the match itself is"
        assert found["result"] == result
        steps += found["steps"]
    assert [step["number"] for step in steps] == list(range(len(record.decisions) + 1))
    assert [(step["seat"], step["word"]) for step in steps[1:]] == record.decisions
    assert [step["label"] for step in steps] == labels
    assert steps[-1]["views"] == [again.state.view(seat) for seat in range(again.box.seats)]


@pytest.mark.parametrize("stored", [False, True])
def test_a_page_plays_the_record_once_and_a_stored_one_only_as_far_as_the_page(
    stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played("pax", {"players": 3})
    record, result, deals, plays = table.record(), result_of(table), 0, 0
    deal, play = Table.__init__, Table.play

    def count_deal(self: Table, *given: Any) -> None:
        nonlocal deals
        deals += 1
        deal(self, *given)

    def count_play(self: Table, seat: int, action: int | str) -> None:
        nonlocal plays
        plays += 1
        play(self, seat, action)

    monkeypatch.setattr(Table, "__init__", count_deal)
    monkeypatch.setattr(Table, "play", count_play)
    found = page(record, 10, 5, result if stored else None)
    assert [step["number"] for step in found["steps"]] == [10, 11, 12, 13, 14]
    assert (deals, plays) == (1, 14 if stored else len(record.decisions))


@pytest.mark.parametrize("word", ["nonsense", "pass:nobody", "keep"])
@pytest.mark.parametrize("at", [0, 12, 40])
def test_a_record_with_a_decision_that_was_not_open_is_refused_wherever_it_stands(at: int, word: str) -> None:
    record = played("pax", {"players": 3}).record()
    for wrong in ((record.decisions[at][0], word), (7, record.decisions[at][1])):
        decisions = [*record.decisions[:at], wrong, *record.decisions[at + 1 :]]
        with pytest.raises(Refused, match=f"decision {at + 1}"):
            page(replace(record, decisions=decisions), 10, 5)


def test_a_record_whose_result_was_changed_is_refused() -> None:
    record = played("pax", {"players": 3}).record()
    assert record.result is not None
    with pytest.raises(Refused, match="tampered"):
        page(replace(record, result={**record.result, "winners": [0, 1, 2]}), 0, 5)
