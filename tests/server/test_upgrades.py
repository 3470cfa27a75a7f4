"""A server of another version over the same file: what was begun goes on if it can, and everybody is told why not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ludi.server.settings import database_url
from ludi.server.store import Store


def ludi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "ludi.server", *words], capture_output=True, text=True, timeout=120)


def new_file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    store = Store(database_url(str(file)))
    store.prepare()
    store.close()
    return file


def of_a_newer_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def no_database_at_all(file: Path) -> None:
    file.write_bytes(b"Carthago delenda est. " * 1000)


def damaged_inside(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany("INSERT INTO settings VALUES (?, ?)", [(f"n{each}", "v" * 900) for each in range(200)])
    data = bytearray(file.read_bytes())
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    file.write_bytes(data)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:6000])


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (of_a_newer_program, "newer version"),
        (no_database_at_all, "damaged"),
        (damaged_inside, "damaged"),
        (cut_short, "damaged"),
    ],
)
@pytest.mark.parametrize("command", [("serve", "--no-open", "--port", "0"), ("admin", "stats")])
def test_a_newer_or_damaged_file_is_told_in_one_sentence(
    tmp_path: Path, harm: object, words: str, command: tuple[str, ...]
) -> None:
    assert callable(harm)
    file = new_file(tmp_path)
    harm(file)
    before = file.read_bytes()
    answer = ludi(*command, "--database", str(file))
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
    assert len(answer.stderr.strip().splitlines()) == 1, answer.stderr
    assert words in answer.stderr
    assert str(file) in answer.stderr
    assert file.read_bytes() == before, "it is left as it is"
