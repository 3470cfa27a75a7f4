"""The stored records play again to the same end, step by step. ``docs/records.md`` says how one is retired."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import records as tool
from ludi.core import LudiError, Record, registry
from record_collection import Collection
from record_recipes import RECIPES, Recipe
from record_trace import MARKS, SIDES, stop

STORED = tool.collection()
MOST_BYTES = 1_500_000
SHOWN_BY_NO_RECORD = {
    "pax-romana": {
        "hire-late",
        "army-disbands",
        "ambush",
        "naval-ambush",
        "helepolis",
        "pontus-over",
        "leader-dies-away",
    }
}
"""So rare that no match by chance has shown them; tests of the rules do."""
FEW = {name: RECIPES[name] for name in ("roma-random-a", "roma-unfinished", "pax-solo-1-random")}


@pytest.mark.parametrize("name", STORED.index)
def test_a_stored_record_plays_again_to_the_same_end(name: str) -> None:
    entry = STORED.index[name]
    now = registry.find(entry["game"]).rules_version
    assert entry["rules"] == now, f'the rules are version {now}: tools/records.py --new-rules --why "..."'
    verdict = STORED.verdict(name)
    assert verdict.same, f"{name}: {verdict}; tools/records.py --tell {name} shows it step by step"
    assert dict(sorted(verdict.trace.happened.items())) == entry["happens"]


def test_the_index_the_files_and_the_recipes_agree() -> None:
    files = {file.name.removesuffix(".json") for file in tool.FOLDER.glob("*.json")} - {"index", "history"}
    assert files == set(STORED.index)
    assert sorted(entry["recipe"] for entry in STORED.index.values()) == sorted(RECIPES)
    for name, entry in STORED.index.items():
        record = STORED.record(name)
        assert (entry["game"], entry["rules"]) == (record.game, record.rules)
        assert entry["decisions"] == len(record.decisions)
        assert entry["players"] == [chair.player for chair in record.seats]
        assert all(len(entry["marks"][side]) == MARKS for side in SIDES)


def test_the_collection_is_small_and_shows_much() -> None:
    assert len(STORED.index) >= 48
    assert sum(file.stat().st_size for file in tool.FOLDER.iterdir()) < MOST_BYTES
    for game in registry.names():
        entries = [entry for entry in STORED.index.values() if entry["game"] == game]
        kinds = {kind for entry in entries for kind in entry["happens"]}
        told = {key.removeprefix("event.") for key in registry.find(game).phrases("en").section("event")}
        missing = {kind for kind in told if not kind.endswith("-secret")} - kinds
        assert missing <= SHOWN_BY_NO_RECORD.get(game, set()), game
        assert {"random", "greedy", "fuzz"} <= {player for entry in entries for player in entry["players"]}
    scenarios = {option.name: option.choices for option in registry.find("pax-romana").options}["scenario"]
    assert scenarios is not None
    assert {entry["options"].get("scenario") for entry in STORED.index.values()} >= set(scenarios)


def test_every_note_of_the_history_says_why() -> None:
    for note in STORED.history:
        assert note["why"].strip()
        assert note["records"]
        assert {"what", "game", "rules", "under"} <= set(note)
        if note["what"] == "retired":
            assert not set(note["records"]) & set(STORED.index)


# The tool


@pytest.fixture
def few(tmp_path: Path) -> Collection:
    """A small collection that a test may spoil."""
    records = Collection(tmp_path, FEW)
    for recipe in FEW.values():
        records.make(recipe)
    records.save()
    return records


def test_a_record_is_made_from_its_recipe_alone(few: Collection, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    twin = Collection(again, FEW)
    for recipe in FEW.values():
        twin.make(recipe)
    assert twin.index == few.index
    for name in few.index:
        assert twin.file(name).read_bytes() == few.file(name).read_bytes()


def test_what_is_written_is_read_back(few: Collection) -> None:
    assert Collection(few.folder, FEW).index == few.index
    assert few.missing() == []
    assert few.older() == []
    assert all(few.verdict(name).same for name in few.index)


def test_another_decision_is_seen_and_found(few: Collection) -> None:
    name = "roma-unfinished.1"
    record = few.record(name)
    record.decisions[-1] = (record.decisions[-1][0], "no-such-word")
    verdict = few.verdict(name, record)
    assert f"Decision {len(record.decisions)} " in verdict.trace.fault
    assert not verdict.same
    record.decisions.pop()
    assert few.verdict(name, record).parted


def test_a_changed_view_is_told_apart_from_a_changed_course(few: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    _look_otherwise(monkeypatch)
    verdict = few.verdict("roma-random-a.1")
    decisions = few.index["roma-random-a.1"]["decisions"]
    assert verdict.parted == {"views": f"1 to {stop(0, decisions)}"}
    assert few.verdict("pax-solo-1-random.1").same
    with pytest.raises(LudiError, match="changed in more than its events"):
        few.renew(["events"], "a test")
    assert few.renew(["views"], "views have another shape") == ["roma-random-a.1", "roma-unfinished.1"]
    assert few.verdict("roma-random-a.1").same
    assert few.history[-1]["what"] == "renewed views"
    assert few.history[-1]["why"] == "views have another shape"


def _look_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(Recipe("look", "roma", ["random"], stop=1).make(1).state)
    view = kind.view
    monkeypatch.setattr(kind, "view", lambda state, seat: {**view(state, seat), "weather": "fine"})


def test_an_end_with_another_fingerprint_is_named_as_such(few: Collection) -> None:
    record = few.record("roma-random-a.1")
    assert record.result is not None
    record.result["position"] = "0" * 16
    assert "its fingerprint is not" in few.verdict("roma-random-a.1", record).trace.fault


def test_a_retired_record_leaves_its_reason_and_a_successor(few: Collection) -> None:
    new = few.retire(few.known("roma-random-a"), "rule ROMA-1 was read wrongly")
    few.save()
    assert new == "roma-random-a.2"
    assert not few.file("roma-random-a.1").exists()
    later = Collection(few.folder, FEW)
    assert later.verdict(new).same
    assert "roma-random-a.1" not in later.index
    note = later.history[-1]
    assert (note["what"], note["records"], note["replaced_by"]) == ("retired", ["roma-random-a.1"], new)
    assert (note["why"], note["rules"]) == ("rule ROMA-1 was read wrongly", registry.find("roma").rules_version)


def test_new_rules_carry_over_what_plays_as_before_and_retire_the_rest(
    few: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = registry.find("roma").rules_version
    monkeypatch.setattr(registry.find("roma"), "rules_version", "99")
    assert few.older() == ["roma-random-a.1", "roma-unfinished.1"]
    assert "99" in str(few.verdict("roma-random-a.1"))
    few.index["roma-unfinished.1"]["marks"]["events"][3] = "00000000"
    carried, made = few.take_new_rules("rule ROMA-1 is corrected")
    assert (carried, made) == (["roma-random-a.1"], ["roma-unfinished.2"])
    assert few.older() == []
    assert few.record("roma-random-a.1").rules == "99"
    assert all(few.verdict(name).same for name in few.index)
    retired, kept = few.history
    assert (retired["what"], retired["rules"], retired["under"]) == ("retired", old, "99")
    assert "events differ within decisions" in retired["seen"]
    assert (kept["what"], kept["records"], kept["why"]) == (
        "carried over",
        ["roma-random-a.1"],
        "rule ROMA-1 is corrected",
    )


def test_a_recipe_that_never_shows_what_it_wants_is_refused(few: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("record_collection.MOST_TRIES", 2)
    with pytest.raises(LudiError, match="No match of roma-odd shows civil-war"):
        few.make(Recipe("roma-odd", "roma", ["random"], stop=5, shows=["civil-war"]))


@pytest.fixture
def at_hand(few: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """The tool works on the small collection."""
    monkeypatch.setattr(tool, "FOLDER", few.folder)
    monkeypatch.setattr(tool, "RECIPES", FEW)
    return few


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--retire", "roma-random-a"], "Say why"),
        (["--new-rules", "--why", "  "], "Say why"),
        (["--retire", "roma-random-a", "nobody", "--why", "a test"], "There is no record 'nobody'"),
        (["--tell", "nobody"], "There is no record 'nobody'"),
    ],
)
def test_bad_orders_get_a_sentence_and_change_nothing(
    at_hand: Collection, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    before = {file.name: file.read_bytes() for file in at_hand.folder.iterdir()}
    assert tool.main(words) == 2
    assert sentence in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in at_hand.folder.iterdir()} == before


def test_the_tool_checks_lists_tells_retires_and_makes(at_hand: Collection, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main([]) == 0
    assert "3 of 3 records play as they did." in capsys.readouterr().out
    assert tool.main(["--list"]) == 0
    assert "roma-unfinished.1: roma, rules" in capsys.readouterr().out
    assert tool.main(["--tell", "roma-unfinished", "--first", "1", "--last", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[:2] for line in told] == [["1", "choices"], ["1", "questions"], ["1", "events"]]
    assert tool.main(["--retire", "roma-unfinished", "--why", "a test"]) == 0
    assert "roma-unfinished.1 is retired; roma-unfinished.2 takes its place." in capsys.readouterr().out
    _lose(at_hand, "roma-unfinished.2")
    assert tool.main(["--make"]) == 0
    assert "made roma-unfinished.1" in capsys.readouterr().out
    assert tool.main([]) == 0


def _lose(records: Collection, name: str) -> None:
    records.file(name).unlink()
    index: dict[str, Any] = json.loads(records.file("index").read_text(encoding="utf-8"))
    del index[name]
    records.file("index").write_text(json.dumps(index), encoding="utf-8")


def test_a_broken_record_fails_the_check(at_hand: Collection, capsys: pytest.CaptureFixture[str]) -> None:
    file = at_hand.file("roma-random-a.1")
    record = Record.load(file)
    del record.decisions[5]
    record.save(file, overwrite=True)
    assert tool.main([]) == 1
    assert "roma-random-a.1: Decision" in capsys.readouterr().out
