"""Where the data come from, and an owner's own data in their place."""

from __future__ import annotations

import json
import os
import shutil
from importlib import resources
from pathlib import Path

import pytest

from ludi.core import Table, registry
from ludi.core.provenance import KINDS, kind_of

from .conftest import Ludi

PUNIC = "scenarios/02-punic-wars.toml"
BUILT_IN = resources.files("ludi.games.pax_romana") / "data"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder for an owner's files."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, old: str, new: str) -> None:
    text = (BUILT_IN / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("name", registry.names())
def test_every_game_tells_where_its_data_come_from(ludi: Ludi, name: str) -> None:
    done = ludi("data", name)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "…" not in done.out
    found = json.loads(ludi("data", name, "--json").out)
    assert found["game"] == name
    assert sum(found["counts"]["all"].values()) == len(found["entries"]) > 20
    assert all(each["source"] and each["kind"] in KINDS for each in found["entries"])
    for file in found["counts"]["files"]:
        assert file in done.out


def test_every_row_of_the_map_is_counted_with_its_line_and_source(ludi: Ludi) -> None:
    entries = json.loads(ludi("data", "pax-romana", "--json").out)["entries"]
    for name in ("territories", "provinces", "spaces", "transit", "connections"):
        lines = (BUILT_IN / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        rows = [each for each in entries if each["file"] == f"{name}.csv"]
        assert len(rows) == len(lines) - 1
        for each in rows:
            assert lines[each["line"] - 1].endswith(each["source"])
    assert {each["file"] for each in entries} >= {"tables.toml", PUNIC}


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("rule 2.1.1", "printed"),
        ("printed", "printed"),
        ("fact: rule 3.4.2 example", "printed"),
        ("AAR-S2b", "report"),
        ("public chart", "report"),
        ("fact: both reports", "report"),
        ("reports S2a, S2b: leaders; rest reconstructed", "mixed"),
        ("seen ratings + reconstructed", "mixed"),
        ("reconstructed for two powers (rules 15.2.3 give four places)", "reconstructed"),
        ("leaders from history, ratings reconstructed", "reconstructed"),
        ("as V", "reconstructed"),
    ],
)
def test_a_source_is_never_taken_for_more_than_it_says(source: str, kind: str) -> None:
    assert kind_of(source) == kind


def test_single_entries_are_shown(ludi: Ludi) -> None:
    assert "AAR-S2b" in ludi("data", "pax-romana", "--file", "spaces.csv").out
    printed = ludi("data", "pax-romana", "--kind", "printed").out
    assert "rule 2.1.4" in printed
    assert "AAR-" not in printed
    assert ludi("data", "pax-romana", "--kind", "sure").err.startswith("There is no kind 'sure'; the kinds are printed")
    wrong = ludi("data", "pax-romana", "--file", "moon.csv")
    assert wrong.code == 2
    assert "no data file 'moon.csv'; it has territories.csv" in wrong.err


def test_an_owner_corrects_a_row_without_touching_the_program(ludi: Ludi, own: Path, tmp_path: Path) -> None:
    put(
        own,
        "spaces.csv",
        "rhegium,Rhegium,bruttium,38.1,15.7,port,rule 5.2.2b",
        "rhegium,Reggio,bruttium,38.1,15.7,port,printed",
    )
    put(own, PUNIC, "treasury = 13", "treasury = 40")
    kept = tmp_path / "kept.json"
    begin = ("play", "pax-romana", "--scenario", "II", "--bots", "random", "--seed", "x")
    out = ludi(*begin, "--data", own, lines=["expand", f"s {kept}", "q"]).out
    assert "you have 40 Talents" in out
    assert "Major move from Reggio" in out
    assert set(Table.load(kept).record().options["data"]) == {"spaces.csv", PUNIC}
    assert "you have 13 Talents" in ludi(*begin).out, "the next game is played with the built-in data"
    assert ludi("verify", kept).code == 0, "a record brings its data along"
    assert "Reggio" in ludi("show", kept).out


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        (
            "spaces.csv",
            "taurinorum,Taurinorum,cisalpina,45.1",
            "taurinorum,Taurinorum,cisalpina,north",
            "spaces.csv, line 2: lat 'north' is no number.",
        ),
        (
            "connections.csv",
            "tingi,ltp-baetica,strait",
            "tingi,ltp-baetica,bridge",
            "connections.csv, line 5: the kind 'bridge' is none of",
        ),
        (
            "provinces.csv",
            "italia,Italia,rome,2",
            "italia,Italia,roma,2",
            "provinces.csv, line 3: there is no territory 'roma'.",
        ),
        ("tables.toml", "[units]", "[units", "tables.toml, line "),
        (PUNIC, "arretium = {", "aretium = {", f"{PUNIC}, line 62: there is no space 'aretium'."),
        (PUNIC, "{ legion = 3 }", "{ legions = 3 }", "the unit 'legions' is none of legion, heavy_infantry"),
        (PUNIC, "treasury = 13\n", "", f"{PUNIC}, line 44: 'treasury' is missing."),
    ],
)
def test_a_bad_file_is_refused_with_file_line_and_reason(
    ludi: Ludi, own: Path, name: str, old: str, new: str, sentence: str
) -> None:
    put(own, name, old, new)
    done = ludi("play", "pax-romana", "--scenario", "II", "--data", own)
    assert done.code == 2
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_a_folder_that_is_none_or_holds_nothing_is_refused(ludi: Ludi, own: Path) -> None:
    assert (
        ludi("data", "pax-romana", "--data", own / "no").err
        == f"There is no folder {own / 'no'} with data for Pax Romana.\n"
    )
    empty = ludi("data", "pax-romana", "--data", own)
    assert empty.code == 2
    assert "replaces data of Pax Romana; the files are connections.csv, provinces.csv" in empty.err
    shutil.copy(str(BUILT_IN / "spaces.csv"), own)
    assert ludi("data", "pax-romana", "--data", own).code == 0
    assert registry.find("pax-romana").own_data(own) == {"data": {}}, "equal files are no data of one's own"


def test_a_folder_can_be_named_by_the_environment(ludi: Ludi, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(own, PUNIC, "treasury = 13", "treasury = 40")
    begin = ("play", "pax-romana", "--scenario", "II", "--bots", "random", "--seed", "x")
    monkeypatch.setenv("LUDI_PAX_ROMANA_DATA", str(own))
    before = dict(os.environ)
    assert "you have 40 Talents" in ludi(*begin, lines=["q"]).out
    assert dict(os.environ) == before, "nothing is written there"
    monkeypatch.delenv("LUDI_PAX_ROMANA_DATA")
    assert "you have 13 Talents" in ludi(*begin, lines=["q"]).out
