"""The store: SQLite or PostgreSQL, spoken to from threads so that nobody waits for a disk.

Every change of a match is one transaction that begins by moving its version from the one that was seen to the next.
That locks the row of the match until the commit, and fails if somebody else came first. What was committed is announced
to the other processes (PostgreSQL's NOTIFY, in the same transaction).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DatabaseError, DBAPIError

from ludi.server import database
from ludi.server.prepared import Row
from ludi.server.scribe import Scribe

T = TypeVar("T")
News = Mapping[str, Any]
"""Something that the other processes should know."""

CHANNEL = "ludi"
MIGRATION_LOCK = 0x4C554449
POSTGRESQL_DISK_FULL = "53100"
DAMAGED = "database disk image is malformed"


class Conflict(Exception):
    """Somebody else changed the match first."""


class StoreInUse(Exception):
    """Another server already runs on this SQLite file."""


class StoreUnusable(Exception):
    """The database is there, but this program cannot work with it; the message is a sentence for its owner."""


class Store:
    """All reading and writing. Functions of :mod:`ludi.server.queries` do the work; this class runs them."""

    def __init__(self, url: str, *, alone: bool = True) -> None:
        self.url = url
        self.name = secrets.token_hex(8)
        """Which process this is, so that it can tell its own announcements from others'."""
        self.engine = _engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        self._writers = ThreadPoolExecutor(8, "store-write") if self.shared else None
        self._scribe = None if self.shared else Scribe(_engine(url, "IMMEDIATE"))
        self._readers = ThreadPoolExecutor(4, "store-read")
        self._lock = None if self.shared or not alone else _lock_file(url)

    def prepare(self) -> None:
        """Bring the tables to this version; :class:`StoreUnusable` if they are damaged or of a newer one."""
        where = self.engine.url.render_as_string(hide_password=True) if self.shared else self.engine.url.database
        try:
            with self.engine.begin() as connection:
                self._upgrade(connection, where)
        except (sqlite3.DatabaseError, DatabaseError) as error:
            if _is_damaged(error):
                raise StoreUnusable(
                    f"The file {where} is damaged or no database of Ludi Romani; it is left as it is. "
                    "Put back a copy, or choose another with --database."
                ) from None
            raise

    def _upgrade(self, connection: Connection, where: str | None) -> None:
        from alembic import command
        from alembic.config import Config
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

        if self.shared:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        else:
            _check(connection)
        config = Config()
        config.set_main_option("script_location", str(resources.files("ludi.server") / "migrations"))
        config.attributes["connection"] = connection
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in known:
            raise StoreUnusable(
                f"The tables of {where} were written by a newer version of this program; update Ludi Romani, "
                "or choose another database with --database."
            )
        command.upgrade(config, "head")

    def secret(self, given: str = "") -> str:
        """The key that signs cookies: the given one, or one that the database keeps."""
        if given:
            return given
        with self.engine.begin() as connection:
            query = sa.select(database.settings.c.value).where(database.settings.c.name == "secret")
            found = connection.execute(query).scalar()
            if found is None:
                with contextlib.suppress(sa.exc.IntegrityError), connection.begin_nested():
                    connection.execute(database.settings.insert().values(name="secret", value=secrets.token_hex(32)))
                found = connection.execute(query).scalar_one()
            return str(found)

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Run ``work(connection, *args)`` in a thread."""

        def job() -> T:
            with self.engine.connect() as connection:
                return work(connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._readers, job)

    async def write(
        self, work: Callable[..., T], *args: Any, tell: Iterable[News] | Callable[[T], Iterable[News]] = ()
    ) -> T:
        """Run ``work(connection, *args)`` in a thread as one transaction; it is committed when this returns.

        ``tell`` is announced to the other processes with the commit; it may follow from what ``work`` returns.
        """
        return await asyncio.shield(self.writing(work, *args, tell=tell))

    def writing(
        self, work: Callable[..., T], *args: Any, tell: Iterable[News] | Callable[[T], Iterable[News]] = ()
    ) -> asyncio.Future[T]:
        """The same for one who does not wait for it; that future is done when it is committed."""

        # A transaction once begun is carried to its end, also when the one who asked has hung up.
        if self._scribe is not None:
            return self._scribe.write(work, *args)  # nobody else is there to be told

        def job(connection: Connection) -> T:
            result = work(connection, *args)
            for news in tell(result) if callable(tell) else tell:
                self.announce(connection, news)
            return result

        assert self._writers is not None
        return asyncio.wrap_future(self._writers.submit(self._transact, job))

    def _transact(self, job: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return job(connection)

    def announce(self, connection: Connection, news: News) -> None:
        if self.shared:
            text = json.dumps({**news, "from": self.name})
            connection.execute(sa.text(f"SELECT pg_notify('{CHANNEL}', :news)"), {"news": text})

    def close(self) -> None:
        if self._writers is not None:
            self._writers.shutdown()
        if self._scribe is not None:
            self._scribe.close()
        self._readers.shutdown()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()


def _engine(url: str, begin: str = "") -> Engine:
    """An engine; for SQLite ``begin`` says how a transaction begins (IMMEDIATE: one that will write)."""
    if not url.startswith("sqlite"):
        return sa.create_engine(url, hide_parameters=True, pool_size=12, max_overflow=4, pool_pre_ping=True)
    engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": 20})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        # Write-ahead log, synced at every commit: an acknowledged decision survives a crash of the machine too.
        connection.isolation_level = None  # the driver must not begin transactions in its own way (savepoints!)
        # Checkpoints are rare (32 MB of log): each holds up whoever decides just then.
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=20000",
            "wal_autocheckpoint=8000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {begin}")

    return engine


def _lock_file(url: str) -> Any:
    """Two servers on one SQLite file would not hear of each other's decisions; the second one is refused."""
    name = sa.make_url(url).database
    if not name or name == ":memory:":
        return None
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return None
    handle = Path(name + ".lock").open("w", encoding="utf-8")  # noqa: SIM115 - held as long as the store is
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise StoreInUse(f"Another server already uses {name}; several servers need PostgreSQL.") from None
    return handle


def _check(connection: Connection) -> None:
    """Whether an SQLite file is whole; it takes as long as reading it."""
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise sqlite3.DatabaseError(DAMAGED)


def _is_damaged(error: Exception) -> bool:
    found = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(found, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or DAMAGED in str(found)


def is_full(error: DBAPIError) -> bool:
    """Whether the disk has no room left, as either database says it."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", None) == POSTGRESQL_DISK_FULL


def rows(connection: Connection, query: sa.Select[Any], values: Row | None = None) -> list[Row]:
    return [dict(each) for each in connection.execute(query, values).mappings()]


def now() -> float:
    return time.time()


__all__ = [
    "CHANNEL",
    "Conflict",
    "News",
    "Row",
    "Store",
    "StoreInUse",
    "StoreUnusable",
    "is_full",
    "now",
    "rows",
]
