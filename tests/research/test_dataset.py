"""A data file holds every decision with what was seen, what was legal and what came of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip(
    "pyarrow", reason="PYARROW IS NOT INSTALLED: data files are not tested (pip install 'ludi-romani[research]')"
)

import pyarrow.parquet as parquet

from ludi.core import BadOption, LudiError, registry
from ludi.research.dataset import write_parquet

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
