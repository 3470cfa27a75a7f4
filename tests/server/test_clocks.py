"""Players' clocks measure thinking: neither a server that is down nor a system clock that is set changes them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from ludi.server import queries
from ludi.server.app import make_app
from ludi.server.clock import Clock
from ludi.server.new_match import new_header
from ludi.server.rows import Seat
from ludi.server.settings import Settings, database_url
from ludi.server.store import Store
from server_tools import AGAINST_BOTS, HOT_SEAT, PostgreSQL, wait_for

HOUR = 3600.0
BANK = {**HOT_SEAT, "clock": {"kind": "bank", "seconds": 100, "increment": 0}}


class System:
    """The clock of the system, which somebody may set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real = time.time
        self.off = 0.0
        monkeypatch.setattr(time, "time", lambda: self._real() + self.off)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    return System(monkeypatch)


@contextmanager
def life(settings: Settings, cookie: str = "") -> Iterator[TestClient]:
    with TestClient(make_app(settings), cookies={"ludi": cookie} if cookie else None) as client:
        yield client


def banks(client: TestClient, match: str) -> list[float]:
    return [seat["clock"] for seat in client.get(f"/api/matches/{match}").json()["seats"]]


def decide(client: TestClient, match: str) -> None:
    state = client.get(f"/api/matches/{match}/state").json()
    body = {"word": state["legal"][0]["word"], "version": state["version"], "seat": state["seat"]}
    assert client.post(f"/api/matches/{match}/play", json=body).status_code == 200


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_system_clock_that_is_set_neither_adds_to_a_bank_nor_takes_from_it(
    settings: Settings, system: System, step: float
) -> None:
    with life(settings) as client:
        match = client.post("/api/matches", json=BANK).json()["match"]["id"]
        decide(client, match)
        system.off = step
        assert all(80 < each <= 100 for each in banks(client, match))
        decide(client, match)
        decide(client, match)
        time.sleep(1.0)  # a round of the watch, which would end the clocks
        state = client.get(f"/api/matches/{match}").json()
        assert all(80 < seat["clock"] <= 100 and seat["stand_in"] is None for seat in state["seats"])


@pytest.mark.parametrize("step", [10 * HOUR, -HOUR])
def test_while_the_server_is_down_no_clock_runs(settings: Settings, system: System, step: float) -> None:
    with life(settings) as client:
        match = client.post("/api/matches", json=BANK).json()["match"]["id"]
        cookie = client.cookies["ludi"]
        decide(client, match)
    system.off = step
    with life(settings, cookie) as client:
        time.sleep(1.0)
        state = client.get(f"/api/matches/{match}").json()
        assert all(80 < seat["clock"] <= 100 and seat["stand_in"] is None for seat in state["seats"])
        assert any(seat["ticking"] for seat in state["seats"])
        decide(client, match)
        assert all(80 < each <= 100 for each in banks(client, match))


def test_clocks_of_a_file_that_no_beat_was_ever_written_to_go_on_where_they_were(
    settings: Settings, system: System
) -> None:
    """As an older version leaves it: its clocks ran by the system's time."""
    with life(settings) as client:
        match = client.post("/api/matches", json=BANK).json()["match"]["id"]
        cookie = client.cookies["ludi"]
    engine = sa.create_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM settings WHERE name = 'clock'"))
        connection.execute(sa.text("UPDATE seats SET since = :at"), {"at": time.time() - HOUR})
        connection.execute(sa.text("UPDATE matches SET deadline = :at"), {"at": time.time() - HOUR + 100})
    engine.dispose()
    with life(settings, cookie) as client:
        time.sleep(1.0)
        assert all(80 < each <= 100 for each in banks(client, match))


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_bots_are_resumed_whatever_the_system_clock_says(settings: Settings, system: System, step: float) -> None:
    bots_only = {**AGAINST_BOTS, "seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot", "level": "random"}]}
    with life(settings) as client:
        match = client.post("/api/matches", json=bots_only).json()["match"]["id"]
    system.off = step
    with life(settings) as client:
        first = client.get(f"/api/matches/{match}").json()["version"]
        wait_for(lambda: client.get(f"/api/matches/{match}").json()["version"] > first)


def test_bots_that_nobody_drives_are_found_although_their_last_move_lies_in_the_future(settings: Settings) -> None:
    store = Store(settings.database)
    store.prepare()
    header = new_header("pax", "1", {}, {"kind": "none"}, "p")
    header.status, header.bot_due, header.changed = "live", True, time.time() + HOUR
    try:
        with store.engine.begin() as connection:
            queries.add_match(connection, asdict(header), [Seat(0, "bot").to_row(), Seat(1, "person").to_row()])
            assert queries.matches_with_bots_due(connection, time.time(), 10.0) == [header.id]
    finally:
        store.close()


# The clock itself


class Steady:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1000.0
        monkeypatch.setattr("ludi.server.clock.monotonic", lambda: self.at)


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Steady:
    return Steady(monkeypatch)


def beat(clock: Clock, store: Store) -> float:
    with store.engine.begin() as connection:
        clock.take(queries.beat(connection, clock.now(), True))
    return clock.now()


def test_time_stands_while_the_store_cannot_be_reached(settings: Settings, steady: Steady) -> None:
    store = Store(settings.database)
    store.prepare()
    try:
        clock = Clock()
        first = beat(clock, store)
        steady.at += 2.0
        assert beat(clock, store) == pytest.approx(first + 2.0)
        steady.at += 600.0
        assert beat(clock, store) == pytest.approx(first + 2.0, abs=10.1), "for ten minutes nobody could decide"
    finally:
        store.close()


def test_processes_agree_on_the_time(postgres: PostgreSQL, settings: Settings, steady: Steady) -> None:
    store = Store(database_url(postgres.new_database()))
    store.prepare()
    try:
        one, two = Clock(), Clock()
        beat(one, store)
        beat(two, store)
        for _ in range(5):
            steady.at += 2.0
            beat(one, store)
        assert beat(two, store) == pytest.approx(one.now(), abs=0.01), "the second was away for ten seconds"
        third = Clock()
        assert beat(third, store) == pytest.approx(one.now(), abs=0.01)
        steady.at += 1.0
        assert beat(third, store) == pytest.approx(one.now(), abs=0.01)
    finally:
        store.close()
