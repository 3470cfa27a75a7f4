"""The store: what is committed together stands or falls one by one; the migrations lead to the tables as declared."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from loops import run
from ludi.server import queries
from ludi.server.database import metadata, settings
from ludi.server.new_match import new_header
from ludi.server.rows import Seat
from ludi.server.store import Conflict, Store
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
