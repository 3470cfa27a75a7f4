"""A full disk: what was acknowledged is in the file, what is not in the file was refused with a sentence."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from loops import run
from ludi.server.app import make_app
from ludi.server.database import settings as kept
from ludi.server.settings import Settings
from ludi.server.store import Store
from server_tools import HOT_SEAT, Browser, House, Line, SmallDisk

BIG = "x" * 3_000_000


def put(connection: sa.Connection, name: str, value: str = "1") -> str:
    connection.execute(kept.insert().values(name=name, value=value))
    return name


def leave_room_for(connection: sa.Connection, pages: int) -> None:
    """A quota of SQLite's own: the file may grow by so many pages only."""
    now = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {now + pages}")


async def write_together(store: Store, jobs: list[tuple[str, str]]) -> list[object]:
    """All of these in one batch: they are asked for while the scribe is busy."""
    hold = threading.Event()
    busy = asyncio.ensure_future(store.write(lambda _connection: hold.wait(10)))
    await asyncio.sleep(0.1)
    asked = [asyncio.ensure_future(store.write(put, name, value)) for name, value in jobs]
    await asyncio.sleep(0.1)
    hold.set()
    await busy
    return list(await asyncio.gather(*asked, return_exceptions=True))


def test_when_the_disk_fills_in_the_middle_of_a_batch_only_what_is_in_the_file_is_acknowledged(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.prepare()

    async def story() -> list[object]:
        await store.write(leave_room_for, 40)
        return await write_together(store, [("a", "1"), ("b", "1"), ("big", BIG), ("c", "1"), ("d", "1")])

    try:
        results = run(story())
        with store.engine.connect() as connection:
            in_the_file = set(connection.execute(sa.select(kept.c.name)).scalars())
    finally:
        store.close()
    assert isinstance(results[2], sa.exc.OperationalError)
    assert {each for each in results if isinstance(each, str)} == in_the_file
    assert in_the_file == {"a", "b", "c", "d"}, "each stands or falls by itself"


class Disk:
    """A folder on a disk that can be filled and freed again."""

    def __init__(self, folder: Path, fill: Callable[[House], None], free: Callable[[House], None]) -> None:
        self.folder = folder
        self.fill = fill
        self.free = free


def quota(house: House, pages: int | None) -> None:
    """The same by SQLite's own quota, where a file system cannot be mounted."""

    def work(connection: sa.Connection) -> None:
        if pages is None:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000000")
        else:
            leave_room_for(connection, pages)

    portal = house.client.portal
    assert portal is not None
    portal.call(house.server.store.write, work)


def compact(folder: Path) -> None:
    """No free pages inside the file either, such as a migration leaves that rebuilds a table."""
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute("VACUUM")


def full(house: House, folder: Path) -> None:
    compact(folder)
    quota(house, 0)


@pytest.fixture(params=["file system", "quota"])
def disk(request: Any, tmp_path: Path) -> Iterator[Disk]:
    if request.param == "quota":
        yield Disk(tmp_path, lambda house: full(house, tmp_path), lambda house: quota(house, None))
        return
    try:
        small = SmallDisk(tmp_path / "disk", 4)
    except PermissionError as error:
        pytest.skip(str(error))
    try:
        yield Disk(small.folder, lambda _house: small.fill(3), lambda _house: small.free())
    finally:
        small.close()


def acknowledged(line: Line, ledger: dict[int, str], most: int = 400) -> dict[str, Any]:
    """Play until something is refused that is not simply late; what was acknowledged goes into the ledger."""
    for _ in range(most):
        due = [seat["seat"] for seat in line.state["match"]["seats"] if seat["due"]]
        if not line.state["legal"]:
            line.send("sit", seat=due[0])
            line.until("state", seat=due[0])
        word = line.words()[0]
        answer = line.play(word)
        if answer["type"] != "ack":
            return answer
        ledger[answer["version"]] = word
        line.until_version(answer["version"])
    raise AssertionError("the disk never filled up")


def test_on_a_full_disk_every_acknowledged_decision_is_kept_and_people_get_a_sentence(
    settings: Settings, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "ludi")
    settings = replace(settings, database=f"sqlite:///{disk.folder / 'tables.db'}", analysts=0)
    with ExitStack() as stack:
        house = House(stack, settings, stack.enter_context(TestClient(make_app(settings))))
        ann: Browser = house.browser("Ann")
        match = ann.create(HOT_SEAT)["id"]
        line = ann.look(match, seat=0)
        ledger: dict[int, str] = {}
        disk.fill(house)
        assert acknowledged(line, ledger)["code"] == "unavailable"

        line.send("chat", text="x" * 500, id="chat")
        for _ in range(100):  # a small word may still find a place
            said = line.until_answer("chat")
            if said["type"] == "refused":
                break
            line.send("chat", text="x" * 500, id="chat")
        assert said["code"] == "unavailable"
        assert said["message"].endswith(".")
        line.send("notes", text="y" * 8000)
        noted = line.until("refused")
        assert noted["code"] == "unavailable"
        assert ann.raw("GET", f"/api/matches/{match}").status_code == 200, "one can still look"
        assert ann.raw("POST", "/api/matches", HOT_SEAT).status_code in (201, 503)

        disk.free(house)
        line.send("chat", text="Ave", id="again")
        assert line.until_answer("again")["type"] == "ack", "the line is still there"
        assert line.play()["type"] == "ack"
        stored = {number: word for number, kind, _seat, word in house.journal(match) if kind == "play"}
        assert {number: stored.get(number) for number in ledger} == ledger
    assert "Traceback" not in caplog.text
