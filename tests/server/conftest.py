"""A server in this process for most tests, real server processes for those that kill them, a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from ludi.server.app import make_app
from ludi.server.settings import Settings
from needs import missing
from patience import patience
from server_tools import Browser, House, PostgreSQL


@pytest.fixture(autouse=True)
def _no_test_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server hangs up on a test that waits for a frame that never comes."""
    monkeypatch.setattr("ludi.server.viewer.SILENCE_SECONDS", patience(20.0))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", workers=1, limits=False, url="http://testserver")


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    """A running server; ``house.browser()`` is a new person."""
    with ExitStack() as stack:
        yield House(stack, settings, stack.enter_context(TestClient(make_app(settings))))


@pytest.fixture
def ann(house: House) -> Browser:
    return house.browser("Ann")


@pytest.fixture
def ben(house: House) -> Browser:
    return house.browser("Ben")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """A real PostgreSQL; a machine that cannot run one skips these tests with a loud line."""
    try:
        server = PostgreSQL()
    except Exception as error:
        missing("postgresql", f"several server processes: no PostgreSQL runs on this machine: {error!r}")
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: Any, tmp_path: Path) -> str:
    """The address of an empty database, SQLite and PostgreSQL in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    server: PostgreSQL = request.getfixturevalue("postgres")
    return server.new_database()
