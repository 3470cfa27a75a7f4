"""A data file holds every decision with what was seen, what was legal and what came of it."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import pytest

from needs import need_research

need_research("pyarrow")

import pyarrow.parquet as parquet

from ludi.core import BadOption, LudiError, registry
from ludi.research.dataset import play_for_data, write_parquet
from ludi.research.encoding import Encoder

PAX = registry.find("pax")


def test_every_decision_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "pax.parquet"
    told: list[int] = []
    summary = write_parquet(PAX, {"players": 2}, ["random"], 25, path, progress=told.append)
    assert sum(told) == 25
    table = parquet.read_table(path)
    about = json.loads(table.schema.metadata[b"ludi"])
    rows = table.to_pylist()
    assert len(rows) == summary["decisions"]
    assert {row["game"] for row in rows} == set(range(25))
    assert about["options"]["players"] == 2
    for row in rows[::50]:
        assert row["action"] in row["legal"]
        assert len(row["vector"]) == len(about["slots"])
        assert ":" in about["actions"][row["action"]] or about["actions"][row["action"]]
        assert 0.0 <= row["worth"] <= 1.0
    assert [each.name for each in tmp_path.iterdir()] == ["pax.parquet"]


def test_a_scenario_of_pax_romana_as_data(tmp_path: Path) -> None:
    path = tmp_path / "war.parquet"
    game, options = registry.find("pax-romana"), {"scenario": "I"}
    summary = write_parquet(game, options, ["greedy", "random"], 1, path)
    table = parquet.read_table(path)
    about = json.loads(table.schema.metadata[b"ludi"])
    assert about["options"]["scenario"] == "I"
    rows = table.to_pylist()
    assert len(rows) == summary["decisions"] > 10
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    encoder = Encoder.of("pax-romana", options)
    assert about["slots"] == encoder.names
    box = game.box(options)
    assert about["actions"] == [box.vocabulary.spell(action) for action in box.vocabulary]
    for row in rows:
        assert row["action"] in row["legal"]
        assert row["vector"][row["seat"]] == 1.0
    assert sum({row["seat"]: row["worth"] for row in rows}.values()) in (0.0, 1.0)


def test_the_vectors_in_the_file_are_those_of_the_encoder(tmp_path: Path) -> None:
    path = tmp_path / "roma.parquet"
    write_parquet(registry.find("roma"), {}, ["random"], 1, path, seed="s")
    task = {"game": "roma", "options": {}, "bots": ["random", "random"], "seed": "s", "number": 0}
    played = [list(array("f", row["vector"])) for row in play_for_data(task)]
    assert [row["vector"] for row in parquet.read_table(path).to_pylist()] == played


def test_jobs_do_not_change_the_rows(tmp_path: Path) -> None:
    files = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.parquet"
        write_parquet(registry.find("roma"), {}, ["random"], 4, path, jobs=jobs)
        files.append(sorted(parquet.read_table(path).to_pylist(), key=lambda row: (row["game"], row["decision"])))
    assert files[0] == files[1]


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="one for each of the 2"):
        write_parquet(PAX, {"players": 2}, ["random"] * 3, 1, tmp_path / "x.parquet")
    with pytest.raises(BadOption, match="1 or more"):
        write_parquet(PAX, {"players": 2}, ["random"], 0, tmp_path / "x.parquet")
    with pytest.raises(LudiError, match="cannot be written"):
        write_parquet(PAX, {"players": 2}, ["random"], 1, tmp_path / "nowhere" / "x.parquet")
