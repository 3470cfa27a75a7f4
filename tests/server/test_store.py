"""The store: what is committed together stands or falls one by one; the migrations lead to the tables as declared."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from loops import run
from ludi.server import queries
from ludi.server.database import metadata, settings
from ludi.server.new_match import new_header
from ludi.server.rows import Header, Seat
from ludi.server.store import Conflict, Row, Store
from server_tools import HOT_SEAT, Browser, House


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    from ludi.server.settings import database_url

    store = Store(database_url(database))
    store.prepare()
    yield store
    store.close()


def test_the_migrations_lead_to_the_declared_tables(store: Store) -> None:
    store.prepare()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_what_is_written_together_stands_or_falls_by_itself(store: Store) -> None:
    hold = threading.Event()

    def slow(connection: sa.Connection) -> str:
        hold.wait(10)
        connection.execute(settings.insert().values(name="slow", value="1"))
        return "slow"

    def add(connection: sa.Connection, name: str) -> str:
        connection.execute(settings.insert().values(name=name, value="1"))
        return name

    def add_and_fail(connection: sa.Connection) -> None:
        connection.execute(settings.insert().values(name="half", value="1"))
        raise Conflict("never mind")

    async def story() -> list[object]:
        jobs = [
            asyncio.ensure_future(store.write(slow)),
            asyncio.ensure_future(store.write(add, "a")),
            asyncio.ensure_future(store.write(add_and_fail)),
            asyncio.ensure_future(store.write(add, "b")),
        ]
        await asyncio.sleep(0.1)
        hold.set()
        found: list[object] = list(await asyncio.gather(*jobs, return_exceptions=True))
        twice = await asyncio.gather(store.write(add, "a"), return_exceptions=True)
        assert isinstance(twice[0], sa.exc.IntegrityError)
        return found

    results = run(story())
    assert results[0] == "slow"
    assert results[1] == "a"
    assert isinstance(results[2], Conflict)
    assert results[3] == "b"
    with store.engine.connect() as connection:
        assert set(connection.execute(sa.select(settings.c.name)).scalars()) == {"slow", "a", "b"}


def test_of_two_changes_for_one_version_the_first_counts(store: Store) -> None:
    header = new_header("pax", "1", {}, {"kind": "none"}, "p")
    entry = {"kind": "play", "seat": 0, "word": "draw", "at": 1.0}

    async def story() -> list[object]:
        await store.write(queries.add_match, asdict(header), [Seat(0, "open").to_row()])
        change: tuple[Any, ...] = (queries.change_match, header.id, 0, header.changing(), [], entry)
        return list(await asyncio.gather(store.write(*change), store.write(*change), return_exceptions=True))

    results = run(story())
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    with store.engine.connect() as connection:
        found = queries.load_match(connection, header.id)
    assert found is not None
    assert found[0]["version"] == 1
    assert [row["number"] for row in found[2]] == [1]


def _asked_for_together(store: Store, *jobs: tuple[Any, ...]) -> Any:
    """What comes of jobs that are written in one batch."""

    async def story() -> list[object]:
        hold = threading.Event()
        busy = asyncio.ensure_future(store.write(lambda _connection: hold.wait(10)))
        await asyncio.sleep(0.1)
        asked = [asyncio.ensure_future(store.write(*job)) for job in jobs]
        await asyncio.sleep(0.1)
        hold.set()
        await busy
        return list(await asyncio.gather(*asked, return_exceptions=True))

    return story()


def _played(header: Header, seen: int, **changed: Any) -> tuple[Any, ...]:
    """A decision with a clock: the header, a seat, and the journal change."""
    seat = Seat(1, "person", "p", "Ann", bank=0.1 + seen, since=None)
    entry = {"kind": "play", "seat": 1, "word": "é", "at": 0.3 + seen}
    return queries.change_match, header.id, seen, {**header.changing(), **changed}, [seat.to_row()], entry


def test_many_changes_at_once_are_written_as_each_would_be(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = [new_header("pax", "1", {}, {"kind": "bank"}, "p") for _ in range(120)]
    changes = [
        {"due": [1, number], "bot_due": True, "deadline": number / 7, "why": {"é": None}} for number in range(120)
    ]
    batches: list[int] = []
    write = queries._write_all_down.run

    def counted(connection: sa.Connection, entries: Sequence[Row]) -> int:
        batches.append(len(entries))
        return write(connection, entries)

    monkeypatch.setattr(queries._write_all_down, "run", counted)

    async def story() -> list[object]:
        for header in headers:
            await store.write(queries.add_match, asdict(header), [Seat(each, "open").to_row() for each in (0, 1)])
        jobs = [_played(header, 0, **change) for header, change in zip(headers, changes, strict=True)]
        return cast("list[object]", await _asked_for_together(store, *jobs))

    assert run(story()) == [None] * 120
    assert store.shared or max(batches) >= 50, "they were written together"
    with store.engine.connect() as connection:
        for number, (header, change) in enumerate(zip(headers, changes, strict=True)):
            found = queries.load_match(connection, header.id)
            assert found is not None
            row, chairs, entries = found
            assert {name: row[name] for name in change} == change, number
            assert row["version"] == 1
            assert [(chair["kind"], chair["name"], chair["bank"]) for chair in chairs] == [
                ("open", "", None),
                ("person", "Ann", 0.1),
            ]
            assert entries == [{"match": header.id, "number": 1, "kind": "play", "seat": 1, "word": "é", "at": 0.3}]


def test_of_many_changes_at_once_only_the_one_that_comes_too_late_is_refused(store: Store) -> None:
    headers = [new_header("pax", "1", {}, {"kind": "none"}, "p") for _ in range(5)]

    async def story() -> list[object]:
        for header in headers:
            await store.write(queries.add_match, asdict(header), [Seat(each, "open").to_row() for each in (0, 1)])
        await store.write(*_played(headers[2], 0))
        jobs = [_played(header, 0, due=[number]) for number, header in enumerate(headers)]
        return cast("list[object]", await _asked_for_together(store, *jobs))

    results = run(story())
    assert [type(result).__name__ for result in results] == ["NoneType", "NoneType", "Conflict", "NoneType", "NoneType"]
    with store.engine.connect() as connection:
        for number, header in enumerate(headers):
            found = queries.load_match(connection, header.id)
            assert found is not None
            assert found[0]["version"] == 1
            assert found[0]["due"] == ([] if number == 2 else [number])
            assert len(found[2]) == 1


def test_while_the_database_is_away_nothing_is_acknowledged(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    before = house.journal(match["id"])

    def away(*_arguments: Any) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, OSError("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(queries, "change_match", away)
        assert line.play()["code"] == "unavailable"
        body = {"word": line.words()[0], "version": line.state["version"], "seat": 0}
        assert ann.raw("POST", f"/api/matches/{match['id']}/play", body).status_code == 503
    assert house.journal(match["id"]) == before
    assert line.play()["type"] == "ack", "memory has not run ahead of the store"
    assert len(house.journal(match["id"])) == len(before) + 1


def test_the_secret_is_made_once(store: Store, tmp_path: Path) -> None:
    assert store.secret() == store.secret()
    assert len(store.secret()) == 64
    assert store.secret("given") == "given"
