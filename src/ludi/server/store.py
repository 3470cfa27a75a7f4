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
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from ludi.server import database

T = TypeVar("T")
Row = dict[str, Any]
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

        def job(connection: Connection) -> T:
            result = work(connection, *args)
            for news in tell(result) if callable(tell) else tell:
                self.announce(connection, news)
            return result

        # A transaction once begun is carried to its end, also when the one who asked has hung up.
        if self._scribe is not None:
            return await self._scribe.write(job)
        assert self._writers is not None
        return await asyncio.shield(asyncio.wrap_future(self._writers.submit(self._transact, job)))

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


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be written, and where the one who asked for it waits."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


Result = tuple[Any, Exception | None]


class Scribe:
    """The one who writes to SQLite, which has one writer at a time anyway.

    Syncing the disk takes longer than all the rest, so everything that is asked for in the meantime is written with the
    next sync: many decisions, one commit. Each stands or falls by itself (a savepoint), and is done when all are
    committed. If the whole batch is lost, each is tried again in a transaction of its own.
    """

    MOST = 100

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """What comes of it, once it is committed. Who stops waiting changes nothing in what is written."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, done, loop))
        return done

    def _run(self) -> None:
        try:
            self._work()
        finally:
            if self._connection is not None:
                self._connection.close()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            with contextlib.suppress(Empty):
                while len(batch) < self.MOST:
                    following = self._jobs.get_nowait()
                    if following is None:
                        self._jobs.put(None)
                        break
                    batch.append(following)
            self._write(batch)

    def _write(self, batch: list[Job]) -> None:
        try:
            results = self._together(batch)
        except Exception as error:
            if len(batch) == 1:
                self._report(batch, [(None, error)])
            else:
                for each in batch:
                    self._write([each])
            return
        self._report(batch, results)

    def _report(self, batch: list[Job], results: list[Result]) -> None:
        """Tell all at once, each loop in its own thread: waking it for every single one takes longer than writing."""
        for loop in {job.loop for job in batch}:
            mine = [(job.done, result) for job, result in zip(batch, results, strict=True) if job.loop is loop]
            with contextlib.suppress(RuntimeError):  # that loop is closed, and nobody waits in it
                loop.call_soon_threadsafe(_tell_all, mine)

    def _together(self, batch: list[Job]) -> list[Result]:
        """What came of each job, all in one transaction that is committed when this returns."""
        results: list[Result] = []
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            driver: Any = connection.connection.dbapi_connection
            for job in batch:
                _tell(driver, "SAVEPOINT job")
                try:
                    results.append((job.work(connection), None))
                except Exception as error:
                    if _lost(connection):
                        raise
                    _tell(driver, "ROLLBACK TO job")
                    results.append((None, error))
                _tell(driver, "RELEASE job")
        return results

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()


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


def _tell_all(results: list[tuple[asyncio.Future[Any], Result]]) -> None:
    for done, (result, problem) in results:
        if done.cancelled():
            continue
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(result)


def _tell(driver: Any, command: str) -> None:
    """Have the driver do something; SQLAlchemy's own savepoints take longer than all that a decision writes."""
    try:
        driver.execute(command)
    except sqlite3.Error as error:
        raise OperationalError(command, None, error) from error


def _lost(connection: Connection) -> bool:
    """Whether SQLite has rolled back the whole transaction by itself (a full disk): a commit would keep nothing."""
    driver: Any = connection.connection.dbapi_connection
    return not driver.in_transaction


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


class Prepared:
    """A statement that is written once and then handed to SQLite's driver as it is, which takes a third of the time.

    PostgreSQL waits for the network rather than for us; there SQLAlchemy does it all.
    """

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        written = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        self._text = str(written)
        self._json = [name for name, bind in written.binds.items() if isinstance(bind.type, sa.JSON)]

    def run(self, connection: Connection, values: Row) -> int:
        """Carry it out with these values; how many rows it touched."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).rowcount
        for name in self._json:
            if values[name] is not None:
                values = {**values, name: json.dumps(values[name])}
        driver: Any = connection.connection.dbapi_connection
        try:
            touched: int = driver.execute(self._text, values).rowcount
        except sqlite3.Error as error:
            raise DBAPIError.instance(self._text, None, error, sqlite3.Error, hide_parameters=True) from error
        return touched


def rows(connection: Connection, query: sa.Select[Any]) -> list[Row]:
    return [dict(each) for each in connection.execute(query).mappings()]


def now() -> float:
    return time.time()


__all__ = [
    "CHANNEL",
    "Conflict",
    "News",
    "Prepared",
    "Row",
    "Store",
    "StoreInUse",
    "StoreUnusable",
    "is_full",
    "now",
    "rows",
]
