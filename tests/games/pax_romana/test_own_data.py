"""An owner's own data belong to the match: a box is a value, and different ones lie side by side."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from ludi.core import BadOption, Table
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.world.files import BUILT_IN, BadMap

PUNIC = "scenarios/02-punic-wars.toml"


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """The option for a file with one thing changed."""
    text = BUILT_IN.read(name)
    assert old in text
    return {name: text.replace(old, new, 1)}


RICH = {"scenario": "II", "data": changed(PUNIC, "treasury = 13", "treasury = 40")}


def test_boxes_with_the_same_options_are_equal_and_others_are_not() -> None:
    plain = GAME.box({"scenario": "II"})
    assert GAME.box() is plain, "one serves all"
    assert GAME.make_box(dict(plain.options)) == plain
    assert hash(GAME.make_box(dict(plain.options))) == hash(plain)
    assert GAME.box({"scenario": "V"}) != plain
    assert GAME.box(RICH) != plain
    assert GAME.box({"data": {PUNIC: BUILT_IN.read(PUNIC)}}) == plain, "equal files are no data of one's own"


def test_a_box_is_copied_by_its_name() -> None:
    for options in ({"scenario": "V"}, RICH):
        box = GAME.box(options)
        written = pickle.dumps(box)
        assert pickle.loads(written) is box
    assert len(pickle.dumps(GAME.box({"scenario": "V"}))) < 1000


def test_two_matches_with_different_data_are_played_side_by_side() -> None:
    rich = Table.new(GAME, RICH, seed=bytes(32))
    plain = Table.new(GAME, {"scenario": "II"}, seed=bytes(32))
    for _ in range(40):
        for table in (rich, plain):
            seat = table.state.actors()[0]
            table.play(seat, table.state.legal(seat)[0])
    for table in (rich, plain):
        again = Table.from_record(table.record())
        assert again.state.snapshot() == table.state.snapshot()
    assert rich.record().options["data"] == RICH["data"]
    assert "data" not in plain.record().options


def test_the_names_of_a_match_are_those_of_its_own_map() -> None:
    spaces = changed("spaces.csv", "rhegium,Rhegium,", "rhegium,Reggio,")
    own = GAME.box({"data": spaces})
    assert GAME.phrases("en", own).name("rhegium") == "Reggio"
    assert GAME.phrases("en", GAME.box()).name("rhegium") == "Rhegium"


def test_thirty_tribes_of_an_owner_are_counted_by_his_table() -> None:
    """PR-13.1.1: the counters that exist are those of the match's own table."""
    text = BUILT_IN.read("tables.toml")
    begin = text.index("counts = {")
    end = text.index("}", begin) + 1
    thirty = {"tables.toml": text[:begin] + "counts = { 2 = 30 }" + text[end:]}
    options = {"scenario": "V", "data": thirty}
    box = GAME.box(options)
    assert box.tribal_counters == (2,) * 30
    spaces = [box.place(node) for node in box.tribal_spaces[:3]]
    s = position(options, tribes=dict.fromkeys(spaces, 2))
    assert len(s.tribe_pool) == 27
    assert Table.new(GAME, options).state.snapshot()["tribes"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"moon.csv": ""}, "Pax Romana has no data file 'moon.csv'; the files are connections.csv"),
        ({"spaces.csv": 5}, "spaces.csv: it is no text"),
        ("spaces.csv", "The option 'data' takes data files: their names and texts."),
        ({"spaces.csv": "x" * 500_000}, "400000 characters together"),
    ],
)
def test_what_is_no_data_is_refused_in_a_sentence(data: object, reason: str) -> None:
    with pytest.raises((BadOption, ValueError), match=reason):
        GAME.box({"data": data})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (lambda: {"tables.toml": "[tribes]\ncounts = { 2 = 1000000000 }\n"}, "no number in it can be larger"),
        (lambda: changed(PUNIC, "treasury = 13", "treasury = 99999999999"), "no number in it can be larger"),
        (lambda: changed(PUNIC, "{ legion = 3 }", "{ legion = 300 }"), "300 is no number of units"),
        (lambda: {PUNIC: BUILT_IN.read(PUNIC) + "\n" + "x = " + "[" * 5000 + "]" * 5000}, "nested too deeply|invalid"),
        (lambda: {PUNIC: 'setup_from = "../../../../../../pyproject"\n' + BUILT_IN.read(PUNIC)}, "no such data file"),
        (
            lambda: {
                "spaces.csv": BUILT_IN.read("spaces.csv")
                + "".join(f"x{n},X,italia,41.0,12.0,,printed\n" for n in range(600))
            },
            "at most 512 Spaces|no connection leads",
        ),
        (
            lambda: {"spaces.csv": BUILT_IN.read("spaces.csv") + "x,X,italia,41.0,12.0,,printed\n" * 4000},
            "at most 3000 lines",
        ),
    ],
    ids=["tribes", "talents", "units", "nested", "another file", "spaces", "rows"],
)
def test_files_of_a_stranger_take_neither_time_nor_memory_nor_other_files(data: Any, reason: str) -> None:
    with pytest.raises((BadOption, BadMap), match=reason):
        GAME.box({"scenario": "II", "data": data()})


def test_a_scenario_that_cannot_be_dealt_is_refused_when_it_is_chosen() -> None:
    text = BUILT_IN.read(PUNIC)
    last = text.index("last_turn = ")
    endless = text[:last] + "last_turn = 9999" + text[text.index("\n", last) :]
    with pytest.raises(BadOption, match="1 to 30 turns"):
        GAME.box({"scenario": "II", "data": {PUNIC: endless}})


AHEAD = "activation_markers = 4\nhead_start = { carthage = 3, rome = 8 }"


def test_a_format_may_give_powers_a_head_start() -> None:
    options = {"scenario": "II", "data": changed(PUNIC, "activation_markers = 4", AHEAD)}
    plain, ahead = (Table.new(GAME, chosen).state for chosen in ({"scenario": "II"}, options))
    assert isinstance(plain, PaxRomanaState)
    assert isinstance(ahead, PaxRomanaState)
    assert (ahead.vp[0] - plain.vp[0], ahead.vp[1] - plain.vp[1]) == (8, 3)
    offered = [each.about for each in GAME.offers("en")["format"] if "II" in each.when["scenario"]]
    assert "Victory points" not in "".join(offered), "only who has a head start is named"


def test_a_head_start_of_nobody_is_refused() -> None:
    wrong = AHEAD.replace("carthage", "gallia")
    with pytest.raises(BadMap, match="there is no power 'gallia'"):
        GAME.box({"scenario": "II", "data": changed(PUNIC, "activation_markers = 4", wrong)})
