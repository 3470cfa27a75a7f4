"""Tables: playing, undo, and the record that is read back."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludi.core import (
    BadOption,
    BadRecord,
    Box,
    CannotUndo,
    Chair,
    Game,
    IllegalAction,
    LudiError,
    MalformedAction,
    NotYourTurn,
    Phrasebook,
    Record,
    Table,
    UnknownGame,
    commitment,
    registry,
    seed_from_text,
)

SEED = seed_from_text("a table")


def played(decisions: int, players: int = 2, seed: bytes = SEED) -> Table:
    """A table of PAX after some random decisions."""
    table = Table.new("pax", {"players": players}, seed=seed)
    rng = random.Random(7)
    for _ in range(decisions):
        actors = table.state.actors()
        if not actors:
            break
        seat = rng.choice(actors)
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


def test_a_decision_may_be_given_as_a_number_or_as_a_word() -> None:
    by_number, by_word = played(0), played(0)
    action = by_number.state.legal(0)[0]
    by_number.play(0, action)
    by_word.play(0, by_word.state.spell(action))
    assert by_number.state.snapshot() == by_word.state.snapshot()
    assert by_number.decisions == by_word.decisions


@pytest.mark.parametrize(
    ("seat", "word", "error"),
    [(0, "fly:rome", MalformedAction), (0, "done", IllegalAction), (5, "done", NotYourTurn), (-1, "done", NotYourTurn)],
)
def test_a_refused_decision_changes_nothing(seat: int, word: str, error: type[LudiError]) -> None:
    table = played(0)
    before = (table.state.snapshot(), list(table.events), list(table.decisions))
    with pytest.raises(error):
        table.play(seat, word)
    assert (table.state.snapshot(), table.events, table.decisions) == before


def test_a_refusal_names_reason_and_rule() -> None:
    with pytest.raises(IllegalAction) as caught:
        played(0).play(0, "done")
    assert caught.value.rule == "PAX-SETUP-10"
    assert str(caught.value) == "First choose the card you keep. [PAX-SETUP-10]"


@pytest.mark.parametrize("game", registry.names())
def test_a_refusal_can_be_said_in_every_language_and_is_put_into_words_only_for_a_reader(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.new(game, seed=bytes(32))
    seat = table.state.actors()[0]
    word = next(each for each in ("done", "pass", "no") if table.state.why_not(seat, each) is not None)
    opened: list[str] = []
    phrases = type(table.game).phrases

    def counted(found: Game, language: str, box: Box | None = None) -> Phrasebook:
        opened.append(language)
        return phrases(found, language, box)

    monkeypatch.setattr(type(table.game), "phrases", counted)
    with pytest.raises(IllegalAction) as caught:
        table.play(seat, word)
    refusal = caught.value
    assert opened == []
    assert refusal.why == table.state.why_not(seat, word)
    said = {table.phrases(language).say(refusal.why) for language in table.game.languages}
    assert len(said) == len(table.game.languages)
    assert str(refusal) == f"{refusal.reason} [{refusal.why.rule}]"
    assert refusal.reason in said
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal), "also from another process"


def test_unknown_games_and_wrong_numbers_of_seats_are_refused() -> None:
    with pytest.raises(UnknownGame, match="Did you mean 'pax'"):
        Table.new("paxx")
    with pytest.raises(BadOption, match="2 seats, not for 1"):
        Table.new("pax", {"players": 2}, [Chair("Livia")])


def test_events_carry_the_number_of_their_decision() -> None:
    table = played(12)
    numbers = [number for number, _ in table.events]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0
    assert numbers[-1] <= 12
    assert {event.kind for number, event in table.events if number == 1} == {"keep"}


# Undo


def test_only_the_one_who_decided_last_may_undo() -> None:
    table = played(0)
    table.play(0, table.state.legal(0)[0])
    with pytest.raises(CannotUndo, match="Only the player who made the last decision"):
        table.undo(1)
    assert table.can_undo(0)
    assert not table.can_undo(1)


def test_undo_brings_back_position_record_and_story() -> None:
    table = played(0)
    before = (table.state.snapshot(), list(table.events))
    table.play(0, table.state.legal(0)[0])
    table.undo(0)
    assert (table.state.snapshot(), table.events, table.decisions) == (*before, [])
    table.play(0, table.state.legal(0)[0])
    assert table.events[-1][0] == 1, "the table still listens"


def test_nothing_to_undo_is_said() -> None:
    with pytest.raises(CannotUndo):
        played(0).undo(0)


@pytest.mark.parametrize("name", registry.names())
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_undo_never_lets_a_player_re_roll_or_peek(name: str, data: st.DataObject) -> None:
    """What can be undone involved no chance and no secret: made again, it leads to the very same position and story."""
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    table = Table.new(name, seed=rng.randbytes(32))
    for _ in range(data.draw(st.integers(1, 120))):
        actors = table.state.actors()
        if not actors:
            break
        seat = rng.choice(actors)
        action = rng.choice(table.state.legal(seat))
        before = table.state.snapshot()
        heard = len(table.events)
        table.play(seat, action)
        after, events = table.state.snapshot(), table.events[heard:]
        if table.can_undo(seat):
            table.undo(seat)
            assert table.state.snapshot() == before
            assert len(table.events) == heard
            table.play(seat, action)
            assert table.state.snapshot() == after
            assert table.events[heard:] == events
            assert table.state.irrevocable == table._earlier[-1].irrevocable


def test_after_another_seat_has_decided_there_is_no_way_back() -> None:
    table = played(0)
    table.play(0, table.state.legal(0)[0])
    table.play(1, table.state.legal(1)[0])
    assert not table.can_undo(0)
    with pytest.raises(CannotUndo):
        table.undo(0)


# The record


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    table = played(40)
    table.save(tmp_path / "game.json")
    again = Table.load(tmp_path / "game.json")
    assert again.state.snapshot() == table.state.snapshot()
    assert again.events == table.events
    seat = table.state.actors()[0]
    action = table.state.legal(seat)[0]
    table.play(seat, action)
    again.play(seat, action)
    assert again.state.snapshot() == table.state.snapshot()


def test_a_record_reads_like_a_list_of_decisions(tmp_path: Path) -> None:
    table = played(3)
    table.save(tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text())
    assert data["game"] == "pax"
    assert data["commitment"] == commitment(bytes.fromhex(data["seed"]))
    assert data["decisions"] == [f"{seat} {word}" for seat, word in table.decisions]
    assert data["seats"][0] == {"name": "Player 1", "player": "person"}


def test_an_existing_file_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("precious")
    with pytest.raises(BadRecord, match="exists already"):
        played(1).save(file)
    assert file.read_text() == "precious"
    played(1).save(file, overwrite=True)
    assert Table.load(file).decisions
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"], "no scratch file is left"


def finished_record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(played(10_000).record().to_json())
    assert record["result"] is not None
    return record


def _without(key: str) -> Any:
    def change(data: dict[str, Any]) -> None:
        del data[key]

    return change


def _with(**changes: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        data.update(changes)

    return change


def _illegal(data: dict[str, Any]) -> None:
    data["decisions"][5] = data["decisions"][5].split()[0] + " decline"


def _other_result(data: dict[str, Any]) -> None:
    data["result"]["winners"] = [1 - seat for seat in data["result"]["winners"]]


def _cut_decisions(data: dict[str, Any]) -> None:
    del data["decisions"][-3:]


DAMAGE = {
    "foreign format": (_with(format="chess"), "has the format 'chess'"),
    "unknown game": (_with(game="ludus"), "There is no game 'ludus'"),
    "foreign version": (_with(rules="99"), "version 99 of the rules"),
    "no rules": (_without("rules"), "'rules' is missing"),
    "no decisions": (_without("decisions"), "'decisions' is missing"),
    "bad seats": (_with(seats=[{"name": 1}]), "seat 1 needs a name"),
    "too few seats": (_with(seats=[{"name": "a", "player": "person"}]), "2 seats, not for 1"),
    "no seats": (_with(seats=[]), "nobody sits at the table"),
    "bad options": (_with(options={"players": 99}), "cannot be 99"),
    "unknown option": (_with(options={"colour": "red"}), "no option 'colour'"),
    "options no table": (_with(options=3), "'options' is not what it should be"),
    "other seed": (_with(seed="00" * 32), "its seed does not match the commitment"),
    "no hex seed": (_with(seed="zz"), "no valid seed"),
    "malformed decision": (_with(decisions=["0"]), "decision 1 must be a seat and a word"),
    "decision no text": (_with(decisions=[7]), "decision 1 must be a seat and a word"),
    "huge seat": (_with(decisions=["99999999999999999999999 done"]), "decision 1"),
    "unknown word": (_with(decisions=["0 fly:rome"]), "decision 1 .*is no action"),
    "illegal decision": (_illegal, "decision 6 .*PAX-58-6"),
    "other result": (_other_result, "its result is not what its decisions lead to"),
    "decisions cut": (_cut_decisions, "its result is not what its decisions lead to"),
    "result no table": (_with(result=3), "'result' is not what it should be"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_record_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    change, says = DAMAGE[name]
    data = finished_record()
    change(data)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    text = file.read_text()
    with pytest.raises(BadRecord, match=says) as caught:
        Table.load(file)
    assert "\n" not in str(caught.value)
    assert file.read_text() == text


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00", "[" * 100_000, '{"format": 3}'])
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(BadRecord):
        Table.load(file)


@settings(max_examples=60, deadline=None)
@given(cut=st.floats(0, 0.999))
def test_a_record_cut_short_anywhere_is_refused(cut: float) -> None:
    text = played(30).record().to_json().rstrip()
    with pytest.raises(BadRecord):
        Record.from_json(text[: int(len(text) * cut)])


def test_missing_and_binary_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="There is no file"):
        Table.load(tmp_path / "none.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="it is no text"):
        Table.load(tmp_path / "binary")
    with pytest.raises(BadRecord, match="cannot be read"):
        Table.load(tmp_path)


def test_a_record_can_be_played_up_to_any_decision() -> None:
    table = played(25)
    record = table.record()
    for number in (0, 1, 10, 25):
        part = Table.from_record(record, to=number)
        assert part.decisions == table.decisions[:number]
